// SPDX-License-Identifier: Apache-2.0
#include "core/locks/sequence.h"

#include <array>
#include <limits>

namespace lockscope::locks {

namespace {

constexpr qsizetype uuidLength = 36;
constexpr qsizetype hexIdLength = 32;
constexpr qsizetype hexSessionLength = 16;
constexpr qsizetype sequenceDigits = 10;

/// By character, a bit for each kind of number it may be part of. A lock of thousands is read at each change.
enum CharKind : unsigned char { LowerHex = 1, AnyHex = 2, Decimal = 4 };
constexpr std::array<unsigned char, 128> charKinds = [] {
    std::array<unsigned char, 128> made{};
    for (size_t c = '0'; c <= '9'; ++c)
        made[c] = LowerHex | AnyHex | Decimal;
    for (size_t c = 'a'; c <= 'f'; ++c)
        made[c] = LowerHex | AnyHex;
    for (size_t c = 'A'; c <= 'F'; ++c)
        made[c] = AnyHex;
    return made;
}();

bool is(QChar c, CharKind kind)
{
    return c.unicode() < charKinds.size() && (charKinds[c.unicode()] & kind) != 0;
}

bool isAll(QStringView text, CharKind kind)
{
    unsigned char all = kind;
    for (const QChar c : text)
        all &= c.unicode() < charKinds.size() ? charKinds[c.unicode()] : 0;
    return all != 0;
}

qint64 numberOf(QStringView digits)
{
    qint64 value = 0;
    for (const QChar c : digits)
        value = value * 10 + (c.unicode() - u'0');
    return value;
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

std::optional<QStringView> leading(QStringView text, qsizetype length, bool (*fits)(QStringView))
{
    if (text.size() < length || !fits(text.first(length)))
        return std::nullopt;
    return text.first(length);
}

/// No number begins with a zero in decimal, and %016llx of most session ids does: so the two forms do not overlap.
bool isHexSession(QStringView text)
{
    return isAll(text, LowerHex) && (text.front() == u'0' || !isAll(text, Decimal));
}

std::optional<QStringView> leadingDecimal(QStringView text)
{
    constexpr qsizetype longest = 20;
    qsizetype length = text.startsWith(u'-') ? 1 : 0;
    const qsizetype first = length;
    while (length < text.size() && is(text[length], Decimal))
        ++length;
    if (length == first || length > longest || (text[first] == u'0' && length > first + 1))
        return std::nullopt;
    return text.first(length);
}

} // namespace

bool isUuid(QStringView text)
{
    if (text.size() != uuidLength || text[8] != u'-' || text[13] != u'-' || text[18] != u'-' || text[23] != u'-')
        return false;
    return isAll(text.sliced(0, 8), AnyHex) && isAll(text.sliced(9, 4), AnyHex) && isAll(text.sliced(14, 4), AnyHex)
           && isAll(text.sliced(19, 4), AnyHex) && isAll(text.sliced(24), AnyHex);
}

bool isHexId(QStringView text)
{
    return text.size() == hexIdLength && isAll(text, LowerHex);
}

std::optional<QStringView> leadingToken(TokenForm form, QStringView text)
{
    switch (form) {
    case TokenForm::None: return text.first(0);
    case TokenForm::Uuid: return leading(text, uuidLength, isUuid);
    case TokenForm::HexId: return leading(text, hexIdLength, isHexId);
    case TokenForm::HexSession: return leading(text, hexSessionLength, isHexSession);
    case TokenForm::DecimalSession: return leadingDecimal(text);
    }
    return std::nullopt;
}

Splits splitName(QStringView name)
{
    Splits splits;
    while (splits.digits < name.size() && is(name[name.size() - 1 - splits.digits], Decimal))
        ++splits.digits;
    if (splits.digits < sequenceDigits - 1)
        return splits;
    splits.positive = splitPositive(name, splits.digits);
    splits.negative = splitNegative(name, splits.digits);
    return splits;
}

std::optional<Split> likelierSplit(QStringView name, const Splits &splits)
{
    // Ids that happen to end in ten digits are no queue: a UUID, a hex id, a longer number (a time in milliseconds).
    if (isUuid(name) || isHexId(name))
        return std::nullopt;
    const auto &[positive, negative, digits] = splits;
    // A minus sign after a letter is far more often a dash: "order-123456789" is an id.
    const bool signAfterSeparator =
        negative && !negative->prefix.isEmpty() && !negative->prefix.back().isLetterOrNumber();
    if (signAfterSeparator || (negative && !positive && digits == sequenceDigits))
        return negative;
    if (positive && digits == sequenceDigits)
        return positive;
    return std::nullopt;
}

} // namespace lockscope::locks
