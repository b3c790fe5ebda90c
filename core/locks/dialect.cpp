// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialect.h"

#include <QUuid>

#include <algorithm>
#include <array>
#include <limits>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype uuidLength = 36;
constexpr qsizetype hexIdLength = 32;
constexpr qsizetype sequenceDigits = 10; ///< the server writes %010d

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// By character, a bit for each kind of number it may be part of. A lock of thousands is read at each change.
enum HexKind : unsigned char { LowerHex = 1, AnyHex = 2 };
constexpr std::array<unsigned char, 128> hexKinds = [] {
    std::array<unsigned char, 128> kinds{};
    for (size_t c = '0'; c <= '9'; ++c)
        kinds[c] = LowerHex | AnyHex;
    for (size_t c = 'a'; c <= 'f'; ++c)
        kinds[c] = LowerHex | AnyHex;
    for (size_t c = 'A'; c <= 'F'; ++c)
        kinds[c] = AnyHex;
    return kinds;
}();

bool isAll(QStringView text, HexKind kind)
{
    unsigned char all = kind;
    for (const QChar c : text)
        all &= c.unicode() < hexKinds.size() ? hexKinds[c.unicode()] : 0;
    return all != 0;
}

/// 8-4-4-4-12 hex digits.
bool isUuid(QStringView text)
{
    if (text.size() != uuidLength || text[8] != u'-' || text[13] != u'-' || text[18] != u'-' || text[23] != u'-')
        return false;
    return isAll(text.sliced(0, 8), AnyHex) && isAll(text.sliced(9, 4), AnyHex) && isAll(text.sliced(14, 4), AnyHex)
           && isAll(text.sliced(19, 4), AnyHex) && isAll(text.sliced(24), AnyHex);
}

/// Python's uuid4().hex.
bool isHexId(QStringView text)
{
    return text.size() == hexIdLength && isAll(text, LowerHex);
}

/// One way to read the end of a name as a sequence number.
struct Split
{
    QStringView prefix;
    qint64 sequence = 0;
};

qint64 numberOf(QStringView digits)
{
    qint64 value = 0;
    for (const QChar c : digits)
        value = value * 10 + (c.unicode() - u'0');
    return value;
}

qsizetype trailingDigits(QStringView name)
{
    qsizetype count = 0;
    while (count < name.size() && isDigit(name[name.size() - 1 - count]))
        ++count;
    return count;
}

std::optional<Split> splitPositive(QStringView name, qsizetype digits)
{
    if (digits < sequenceDigits)
        return std::nullopt;
    const qint64 value = numberOf(name.last(sequenceDigits));
    if (value > std::numeric_limits<qint32>::max())
        return std::nullopt;
    return Split{name.chopped(sequenceDigits), value};
}

/// %010d of a negative number: the sign and nine digits, or ten that do not begin with a zero.
std::optional<Split> splitNegative(QStringView name, qsizetype digits)
{
    if ((digits != sequenceDigits - 1 && digits != sequenceDigits) || name.size() <= digits
        || name[name.size() - 1 - digits] != u'-') {
        return std::nullopt;
    }
    const QStringView number = name.last(digits);
    if (digits == sequenceDigits && number.front() == u'0')
        return std::nullopt;
    const qint64 value = -numberOf(number);
    if (value == 0 || value < std::numeric_limits<qint32>::min())
        return std::nullopt;
    return Split{name.chopped(digits + 1), value};
}

struct Family
{
    Dialect dialect;
    NameKind kind;
    Mode mode;
};

struct Marker
{
    QStringView text;
    Family family;
};

constexpr auto X = Mode::Exclusive;
constexpr auto S = Mode::Shared;

constexpr std::array plainPrefixes{
    Marker{u"", {Dialect::Plain, NameKind::Mutex, X}},
    Marker{u"lock-", {Dialect::Plain, NameKind::Mutex, X}},
    Marker{u"seq-", {Dialect::Plain, NameKind::Mutex, X}},
    Marker{u"R-", {Dialect::Plain, NameKind::ReadWrite, S}},
    Marker{u"W-", {Dialect::Plain, NameKind::ReadWrite, X}},
    Marker{u"read-", {Dialect::Plain, NameKind::ReadWrite, S}},
    Marker{u"write-", {Dialect::Plain, NameKind::ReadWrite, X}},
    Marker{u"lease-", {Dialect::Plain, NameKind::Lease, S}},
};

/// What stands between the client's own id and the sequence number.
constexpr std::array docsMarkers{
    Marker{u"-lock-", {Dialect::Docs, NameKind::Mutex, X}},
    Marker{u"-read-", {Dialect::Docs, NameKind::ReadWrite, S}},
    Marker{u"-write-", {Dialect::Docs, NameKind::ReadWrite, X}},
    Marker{u"-lease-", {Dialect::Docs, NameKind::Lease, S}},
};

constexpr std::array curatorMarkers{
    Marker{u"lock-", {Dialect::Curator, NameKind::Mutex, X}},
    Marker{u"__READ__", {Dialect::Curator, NameKind::ReadWrite, S}},
    Marker{u"__WRIT__", {Dialect::Curator, NameKind::ReadWrite, X}},
    Marker{u"lease-", {Dialect::Curator, NameKind::Lease, S}},
};

constexpr std::array kazooMarkers{
    Marker{u"__lock__", {Dialect::Kazoo, NameKind::Mutex, X}},
    Marker{u"__rlock__", {Dialect::Kazoo, NameKind::ReadWrite, S}},
};

template<size_t N>
const Marker *findMarker(const std::array<Marker, N> &markers, QStringView text)
{
    for (const Marker &marker : markers) {
        if (marker.text == text)
            return &marker;
    }
    return nullptr;
}

NameView parsed(const Marker &marker, qint64 sequence, QStringView token = {})
{
    return {marker.family.dialect, marker.family.kind, marker.family.mode, sequence, token};
}

std::optional<NameView> parseCurator(const Split &split)
{
    constexpr QStringView protection = u"_c_";
    QStringView rest = split.prefix;
    QStringView token;
    if (rest.startsWith(protection)) {
        rest = rest.sliced(protection.size());
        if (rest.size() <= uuidLength || !isUuid(rest.first(uuidLength)) || rest[uuidLength] != u'-')
            return std::nullopt;
        token = rest.first(uuidLength);
        rest = rest.sliced(uuidLength + 1);
    } else if (!rest.startsWith(u"__")) {
        return std::nullopt; // an unprotected "lock-" is plain until its siblings say otherwise
    }
    const Marker *marker = findMarker(curatorMarkers, rest);
    return marker ? std::optional(parsed(*marker, split.sequence, token)) : std::nullopt;
}

std::optional<NameView> parseDocs(const Split &split)
{
    for (const qsizetype length : {uuidLength, hexIdLength}) {
        if (split.prefix.size() <= length)
            continue;
        const QStringView token = split.prefix.first(length);
        const Marker *marker = findMarker(docsMarkers, split.prefix.sliced(length));
        if (marker && (isUuid(token) || isHexId(token)))
            return parsed(*marker, split.sequence, token);
    }
    return std::nullopt;
}

std::optional<NameView> parseKazoo(const Split &split)
{
    if (split.prefix.size() <= hexIdLength)
        return std::nullopt;
    const QStringView token = split.prefix.first(hexIdLength);
    const Marker *marker = findMarker(kazooMarkers, split.prefix.sliced(hexIdLength));
    return marker && isHexId(token) ? std::optional(parsed(*marker, split.sequence, token)) : std::nullopt;
}

std::optional<NameView> parseKnown(const Split &split)
{
    if (auto curator = parseCurator(split))
        return curator;
    if (auto docs = parseDocs(split))
        return docs;
    if (auto kazoo = parseKazoo(split))
        return kazoo;
    const Marker *plain = findMarker(plainPrefixes, split.prefix);
    return plain ? std::optional(parsed(*plain, split.sequence)) : std::nullopt;
}

NameView generic(const Split &split)
{
    return {Dialect::Generic, NameKind::Queue, Mode::Exclusive, split.sequence, {}};
}

} // namespace

std::optional<ParsedName> parseName(QStringView name)
{
    const auto view = viewName(name);
    if (!view)
        return std::nullopt;
    return ParsedName{view->dialect, view->kind, view->mode, view->sequence, view->token.toString()};
}

std::optional<NameView> viewName(QStringView name)
{
    const qsizetype digits = trailingDigits(name);
    if (digits < sequenceDigits - 1)
        return std::nullopt;
    const auto positive = splitPositive(name, digits);
    const auto negative = splitNegative(name, digits);
    // "lock-1500000000" and "lock--1500000000": whichever reading leaves a prefix that a client writes.
    if (positive) {
        if (auto known = parseKnown(*positive))
            return known;
    }
    if (negative) {
        if (auto known = parseKnown(*negative))
            return known;
    }
    // Ids that happen to end in ten digits are no queue: a UUID, a hex id, a longer number (a time in milliseconds).
    if (isUuid(name) || isHexId(name))
        return std::nullopt;
    // A minus sign after a letter is far more often a dash: "order-123456789" is an id.
    const bool signAfterSeparator =
        negative && !negative->prefix.isEmpty() && !negative->prefix.back().isLetterOrNumber();
    if (signAfterSeparator || (negative && !positive && digits == sequenceDigits))
        return generic(*negative);
    if (positive && digits == sequenceDigits)
        return generic(*positive);
    return std::nullopt;
}

std::optional<QString> namePrefix(Dialect dialect, NameKind kind, Mode mode, const QString &token)
{
    const bool shared = mode == Mode::Shared;
    const bool mutex = kind == NameKind::Mutex;
    const bool lease = kind == NameKind::Lease;
    if (kind == NameKind::Queue || kind == NameKind::Node || (mutex && shared) || (lease && dialect == Dialect::Kazoo))
        return std::nullopt;
    switch (dialect) {
    case Dialect::Docs:
        return token + (mutex ? "-lock-"_L1 : lease ? "-lease-"_L1 : shared ? "-read-"_L1 : "-write-"_L1);
    case Dialect::Curator:
        return "_c_"_L1 + token
               + (mutex    ? "-lock-"_L1
                  : lease  ? "-lease-"_L1
                  : shared ? "-__READ__"_L1
                           : "-__WRIT__"_L1);
    case Dialect::Kazoo: return token + (shared ? "__rlock__"_L1 : "__lock__"_L1);
    case Dialect::Plain: return mutex ? u"lock-"_s : lease ? u"lease-"_s : shared ? u"R-"_s : u"W-"_s;
    case Dialect::Generic: break;
    }
    return std::nullopt;
}

QString sequenceText(qint64 sequence)
{
    return QString::asprintf("%010lld", static_cast<long long>(sequence));
}

SemaphorePaths semaphorePaths(Dialect dialect, const QString &path)
{
    if (dialect == Dialect::Kazoo)
        return {path + "-__lock__"_L1, path};
    return {path + "/locks"_L1, path + "/leases"_L1};
}

QString newToken(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Docs:
    case Dialect::Curator: return QUuid::createUuid().toString(QUuid::WithoutBraces);
    case Dialect::Kazoo: return QUuid::createUuid().toString(QUuid::Id128);
    case Dialect::Plain:
    case Dialect::Generic: break;
    }
    return {};
}

QString dialectName(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Docs: return u"docs"_s;
    case Dialect::Curator: return u"curator"_s;
    case Dialect::Kazoo: return u"kazoo"_s;
    case Dialect::Plain: return u"plain"_s;
    case Dialect::Generic: return u"generic"_s;
    }
    return {};
}

std::optional<Dialect> dialectFromName(QStringView name)
{
    for (const Dialect dialect : {Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain, Dialect::Generic}) {
        if (dialectName(dialect) == name)
            return dialect;
    }
    return std::nullopt;
}

QString modeName(const ParsedName &name)
{
    return name.kind == NameKind::Lease ? u"lease"_s : modeName(name.mode);
}

QString modeName(Mode mode)
{
    switch (mode) {
    case Mode::Exclusive: return u"exclusive"_s;
    case Mode::Shared: return u"shared"_s;
    }
    return {};
}

} // namespace lockscope::locks
