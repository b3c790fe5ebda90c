// SPDX-License-Identifier: Apache-2.0
#include "core/history/childnodes.h"

#include "core/base/varint.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lockscope::journal {

namespace {

using locks::ChildNode;

// A slot is empty, or of one that went, or has where its child begins, plus two. Open addressing, in steps of one.
constexpr quint32 emptySlot = 0;
constexpr quint32 goneSlot = 1;
constexpr quint32 firstEntry = 2;

constexpr qsizetype leastSlots = 8;

/// What of a child is written; the first byte of it.
constexpr int accessShift = 5; ///< in that byte, two bits

enum Written : quint8 {
    WideName = 1, ///< not of Latin-1 alone
    HasStat = 2,
    HasOwner = 4,
    WasChanged = 8, ///< its Stat is more than that of a node as it was created
    IsTruncated = 16,
};

struct Reader
{
    const char *at;

    quint64 number() { return takeVarint(at); }
    qint64 whole() { return static_cast<qint64>(number()); }
    qint32 small() { return static_cast<qint32>(static_cast<quint32>(number())); }
    QString name(quint8 written)
    {
        const auto size = static_cast<qsizetype>(number());
        QString name;
        if (written & WideName) {
            name.resize(size);
            std::memcpy(name.data(), at, static_cast<size_t>(size) * sizeof(char16_t));
            at += size * qsizetype(sizeof(char16_t));
        } else {
            name = QString::fromLatin1(at, size);
            at += size;
        }
        return name;
    }
};

/// Created so, and never written nor given a child since.
bool isAsCreated(const ChildNode &child)
{
    NodeStat plain;
    plain.czxid = plain.mzxid = plain.pzxid = child.stat->czxid;
    plain.ctimeMs = plain.mtimeMs = child.stat->ctimeMs;
    plain.ephemeralOwner = child.stat->ephemeralOwner;
    plain.dataLength = static_cast<qint32>(child.data.size());
    return *child.stat == plain;
}

void write(QByteArray &out, const ChildNode &child)
{
    const bool isWide =
        std::any_of(child.name.cbegin(), child.name.cend(), [](QChar letter) { return letter.unicode() > 0xff; });
    const bool wasChanged = child.stat && !isAsCreated(child);
    const bool hasOwner = child.stat && !child.stat->ephemeralOwner.isNull();
    out.append(static_cast<char>((isWide ? WideName : 0) | (child.stat ? HasStat : 0) | (hasOwner ? HasOwner : 0)
                                 | (wasChanged ? WasChanged : 0) | (child.truncated ? IsTruncated : 0)
                                 | (static_cast<int>(child.access) << accessShift)));
    putVarint(out, static_cast<quint64>(child.name.size()));
    if (isWide)
        out.append(reinterpret_cast<const char *>(child.name.utf16()), child.name.size() * qsizetype(sizeof(char16_t)));
    else
        out.append(child.name.toLatin1());
    if (child.stat) {
        const NodeStat &stat = *child.stat;
        const auto put = [&out](qint64 value) { putVarint(out, static_cast<quint64>(value)); };
        const auto putSmall = [&out](qint32 value) { putVarint(out, static_cast<quint32>(value)); };
        put(stat.czxid.value);
        put(stat.ctimeMs);
        if (hasOwner)
            put(stat.ephemeralOwner.value);
        if (wasChanged) {
            for (const qint64 value : {stat.mzxid.value, stat.pzxid.value, stat.mtimeMs})
                put(value);
            for (const qint32 value : {stat.version, stat.cversion, stat.aversion, stat.dataLength, stat.numChildren})
                putSmall(value);
        }
    }
    putVarint(out, static_cast<quint64>(child.data.size()));
    out.append(child.data);
}

ChildNode read(const char *at, qsizetype *length = nullptr)
{
    Reader in{at};
    ChildNode child;
    const auto written = static_cast<quint8>(*in.at++);
    child.access = static_cast<ChildNode::Data>(written >> accessShift);
    child.truncated = (written & IsTruncated) != 0;
    child.name = in.name(written);
    if (written & HasStat) {
        NodeStat &stat = child.stat.emplace();
        stat.czxid = stat.mzxid = stat.pzxid = Zxid{in.whole()};
        stat.ctimeMs = stat.mtimeMs = in.whole();
        if (written & HasOwner)
            stat.ephemeralOwner = SessionId{in.whole()};
        if (written & WasChanged) {
            stat.mzxid = Zxid{in.whole()};
            stat.pzxid = Zxid{in.whole()};
            stat.mtimeMs = in.whole();
            for (qint32 *value : {&stat.version, &stat.cversion, &stat.aversion, &stat.dataLength, &stat.numChildren})
                *value = in.small();
        }
    }
    const auto size = static_cast<qsizetype>(in.number());
    child.data = QByteArray(in.at, size);
    if (child.stat && !(written & WasChanged))
        child.stat->dataLength = static_cast<qint32>(size);
    if (length)
        *length = in.at + size - at;
    return child;
}

QString nameAt(const char *at)
{
    Reader in{at + 1};
    return in.name(static_cast<quint8>(*at));
}

bool hasName(const char *at, QStringView name)
{
    if (static_cast<quint8>(*at) & WideName)
        return nameAt(at) == name;
    Reader in{at + 1};
    const auto size = static_cast<qsizetype>(in.number());
    return QLatin1StringView(in.at, size) == name;
}

} // namespace

qsizetype ChildNodes::slotOf(QStringView name) const
{
    if (!m_data || m_data->slots.isEmpty())
        return -1;
    const QList<quint32> &slots = m_data->slots;
    const auto mask = static_cast<size_t>(slots.size()) - 1;
    for (size_t slot = qHash(name) & mask;; slot = (slot + 1) & mask) {
        const quint32 entry = slots[static_cast<qsizetype>(slot)];
        if (entry == emptySlot)
            return -1;
        if (entry != goneSlot && hasName(m_data->bytes.constData() + (entry - firstEntry), name))
            return static_cast<qsizetype>(slot);
    }
}

bool ChildNodes::contains(QStringView name) const
{
    return slotOf(name) >= 0;
}

std::optional<ChildNode> ChildNodes::find(QStringView name) const
{
    const qsizetype slot = slotOf(name);
    if (slot < 0)
        return std::nullopt;
    return read(m_data->bytes.constData() + (m_data->slots[slot] - firstEntry));
}

bool ChildNodes::any(const std::function<bool(const ChildNode &)> &is) const
{
    return m_data && std::ranges::any_of(m_data->slots, [&](quint32 entry) {
               return entry >= firstEntry && is(read(m_data->bytes.constData() + (entry - firstEntry)));
           });
}

std::vector<ChildNode> ChildNodes::all() const
{
    std::vector<ChildNode> children;
    children.reserve(static_cast<size_t>(size()));
    any([&children](const ChildNode &child) {
        children.push_back(child);
        return false;
    });
    return children;
}

QStringList ChildNodes::names() const
{
    QStringList names;
    names.reserve(size());
    if (!m_data)
        return names;
    for (const quint32 entry : m_data->slots) {
        if (entry >= firstEntry)
            names += nameAt(m_data->bytes.constData() + (entry - firstEntry));
    }
    return names;
}

void ChildNodes::enter(Data &data, size_t hash, quint32 entry)
{
    const auto mask = static_cast<size_t>(data.slots.size()) - 1;
    size_t slot = hash & mask;
    while (data.slots.at(static_cast<qsizetype>(slot)) != emptySlot)
        slot = (slot + 1) & mask;
    data.slots[static_cast<qsizetype>(slot)] = entry;
    ++data.used;
    ++data.count;
}

void ChildNodes::tidy(qsizetype room)
{
    const Data &old = *std::as_const(m_data);
    auto *fresh = new Data;
    qsizetype size = leastSlots;
    while (size * 3 < (old.count + 1) * 4)
        size *= 2;
    fresh->slots.fill(emptySlot, size);
    const qsizetype live = old.bytes.size() - old.lost;
    fresh->bytes.reserve(live + live / 8 + room);
    for (const quint32 entry : old.slots) {
        if (entry < firstEntry)
            continue;
        const char *at = old.bytes.constData() + (entry - firstEntry);
        qsizetype length = 0;
        const ChildNode child = read(at, &length);
        enter(*fresh, qHash(QStringView(child.name)), static_cast<quint32>(fresh->bytes.size()) + firstEntry);
        fresh->bytes.append(at, length);
    }
    m_data = fresh;
}

void ChildNodes::put(const ChildNode &child)
{
    remove(child.name);
    if (!m_data)
        m_data = new Data;
    QByteArray written;
    write(written, child);
    const auto isFull = [](const Data &data) {
        return (data.used + 1) * 4 > data.slots.size() * 3 || data.lost * 4 > data.bytes.size();
    };
    if (isFull(*std::as_const(m_data)))
        tidy(written.size());
    Data &data = *m_data;
    // Not doubled: there may be ten thousand such directories, and most never grow again.
    if (data.bytes.capacity() - data.bytes.size() < written.size())
        data.bytes.reserve(data.bytes.size() + data.bytes.size() / 8 + written.size());
    enter(data, qHash(QStringView(child.name)), static_cast<quint32>(data.bytes.size()) + firstEntry);
    data.bytes.append(written);
}

bool ChildNodes::remove(QStringView name)
{
    const qsizetype slot = slotOf(name);
    if (slot < 0)
        return false;
    Data &data = *m_data;
    qsizetype length = 0;
    read(data.bytes.constData() + (data.slots.at(slot) - firstEntry), &length);
    data.slots[slot] = goneSlot;
    data.lost += length;
    if (--data.count == 0)
        m_data.reset();
    return true;
}

bool ChildNodes::operator==(const ChildNodes &other) const
{
    if (m_data == other.m_data)
        return true;
    if (size() != other.size())
        return false;
    return !any([&other](const ChildNode &child) { return other.find(child.name) != child; });
}

} // namespace lockscope::journal
