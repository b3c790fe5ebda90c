// SPDX-License-Identifier: Apache-2.0
#include "core/lab/redislog.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/recipes/redisstore.h"

#include <QDir>

#include <algorithm>
#include <optional>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::ServerNode;

namespace {

constexpr qsizetype endsKept = 1000;
constexpr qsizetype valuesKept = 4; ///< of one client and key: more are not under way at once
constexpr qsizetype readAtOnce = 64 * 1024;

/// The line that begins at \a at, and moves \a at behind it; nothing if it is not complete.
std::optional<QByteArray> takeLine(const QByteArray &bytes, qsizetype &at)
{
    const qsizetype end = bytes.indexOf("\r\n", at);
    if (end < 0)
        return std::nullopt;
    const QByteArray line = bytes.mid(at, end - at);
    at = end + 2;
    return line;
}

/// "*2\r\n$3\r\nDEL\r\n$6\r\norders\r\n"; empty for a remark.
std::optional<QList<QByteArray>> takeCommand(const QByteArray &bytes, qsizetype &at)
{
    const auto head = takeLine(bytes, at);
    if (!head)
        return std::nullopt;
    QList<QByteArray> words;
    if (!head->startsWith('*'))
        return words;
    for (int left = head->mid(1).toInt(); left > 0; --left) {
        const auto size = takeLine(bytes, at);
        if (!size)
            return std::nullopt;
        const qsizetype length = size->mid(1).toLongLong();
        if (bytes.size() < at + length + 2)
            return std::nullopt;
        words += bytes.mid(at, length);
        at += length + 2;
    }
    return words;
}

/// Of SET: servers before 7 write PX and what is left of the time, newer ones PXAT and the time itself.
qint64 limitOf(const QList<QByteArray> &set)
{
    const auto at =
        std::find_if(set.begin(), set.end(), [](const QByteArray &word) { return word.toUpper() == "PXAT"; });
    return at == set.end() || std::next(at) == set.end() ? 0 : std::next(at)->toLongLong();
}

/// There are no directories: a list of one is as true as what it tells of its key.
NodeStat directoryAt(Zxid number)
{
    NodeStat stat;
    stat.pzxid = number;
    return stat;
}

} // namespace

std::vector<RedisWrite> RedisLogReader::read(QByteArray &bytes)
{
    std::vector<RedisWrite> writes;
    qsizetype whole = 0;
    for (qsizetype at = 0;;) {
        const auto words = takeCommand(bytes, at);
        if (!words)
            break;
        whole = at;
        const QByteArray name = words->value(0).toUpper();
        using Kind = RedisWrite::Kind;
        if (name == "SELECT")
            m_elsewhere = words->value(1) != "0";
        else if (m_elsewhere || words->size() < 2)
            continue;
        else if ((name == "SET" || name == "SETNX" || name == "GETSET") && words->size() >= 3)
            writes.push_back({Kind::Set, words->at(1), words->at(2), limitOf(words->mid(3))});
        else if (name == "PEXPIREAT" && words->size() >= 3)
            writes.push_back({Kind::Limit, words->at(1), {}, words->at(2).toLongLong()});
        else if (name == "DEL" || name == "UNLINK") {
            for (const QByteArray &key : words->mid(1))
                writes.push_back({Kind::End, key});
        }
    }
    bytes.remove(0, whole);
    return writes;
}

RedisLog::RedisLog(QString directory)
    : m_directory(std::move(directory))
{
}

bool RedisLog::open()
{
    if (m_file.isOpen())
        return true;
    const QDir parts(QDir(m_directory).filePath(u"appendonlydir"_s)); // since version 7
    const QStringList names = parts.entryList({u"*.incr.aof"_s}, QDir::Files, QDir::Time);
    m_file.setFileName(names.isEmpty() ? QDir(m_directory).filePath(u"appendonly.aof"_s)
                                       : parts.filePath(names.first()));
    return m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

void RedisLog::expect(const QString &key, const QByteArray &value, ClientId client, SessionId session)
{
    Expected &expected = m_expected[key.toUtf8()];
    expected.writers.insert(value, {client, session});
    QList<QByteArray> &own = expected.newest[client];
    own.removeOne(value); // of one that tries again
    own += value;
    if (own.size() > valuesKept)
        expected.writers.remove(own.takeFirst());
}

void RedisLog::catchUp(journal::EventSink &sink)
{
    if (!open())
        return;
    for (;;) {
        const QByteArray more = m_file.read(readAtOnce);
        if (more.isEmpty())
            return;
        m_unread += more;
        for (const RedisWrite &write : m_reader.read(m_unread))
            tell(write, sink);
    }
}

void RedisLog::tell(const RedisWrite &write, journal::EventSink &sink)
{
    const auto asked = m_expected.constFind(write.key);
    if (asked == m_expected.cend())
        return;
    const QString key = QString::fromUtf8(write.key);
    const QString path = recipes::pathOfKey(key);
    const auto known = m_lives.find(write.key);
    if (write.kind == RedisWrite::Kind::End) {
        if (known == m_lives.end())
            return;
        m_ended.append({key, known->number, ++m_ends});
        if (m_ended.size() > endsKept)
            m_ended.removeFirst();
        sink.write(ServerNode{{}, path, ServerNode::Life::Gone, known->number, {}});
        showGone(path, known->number, sink);
        m_lives.erase(known);
        return;
    }
    const bool isBirth = known == m_lives.end();
    if (isBirth && write.kind == RedisWrite::Kind::Limit)
        return; // it was there before anybody looked
    Life &life = isBirth ? m_lives[write.key] : *known;
    if (isBirth)
        life.number = Zxid{++m_births};
    if (write.kind == RedisWrite::Kind::Set)
        life.writer = asked->writers.value(write.value);
    life.untilMs = write.untilMs;
    sink.write(ServerNode{life.writer.client, path, isBirth ? ServerNode::Life::Born : ServerNode::Life::Seen,
                          life.number, life.writer.session, life.untilMs});
    if (write.kind == RedisWrite::Kind::Set)
        show(path, life.number, life.writer.session, write.value, sink);
}

/// As an observer would see a node of one lock: for a World.
void RedisLog::show(const QString &path, Zxid number, SessionId owner, const QByteArray &value,
                    journal::EventSink &sink)
{
    sink.write(journal::DirectoryListed{parentPath(path), directoryAt(number), {baseName(path)}, {}});
    NodeStat stat;
    stat.czxid = stat.mzxid = number;
    stat.ctimeMs = stat.mtimeMs = nowNs() / 1'000'000;
    stat.ephemeralOwner = owner;
    stat.dataLength = static_cast<qint32>(value.size());
    sink.write(journal::NodeResolved{path, stat, locks::ChildNode::Data::Read, value});
}

void RedisLog::showGone(const QString &path, Zxid number, journal::EventSink &sink)
{
    sink.write(journal::DirectoryListed{parentPath(path), directoryAt(number), {}, {baseName(path)}});
}

void RedisLog::endedBy(ClientId client, const QString &key, quint64 endsBefore, journal::EventSink &sink)
{
    const Ended *only = nullptr;
    for (const Ended &ended : std::as_const(m_ended)) {
        if (ended.key != key || ended.end <= endsBefore)
            continue;
        if (only)
            return;
        only = &ended;
    }
    if (only)
        sink.write(ServerNode{client, recipes::pathOfKey(key), ServerNode::Life::Gone, only->number, {}});
}

} // namespace lockscope::lab
