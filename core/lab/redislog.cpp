// SPDX-License-Identifier: Apache-2.0
#include "core/lab/redislog.h"

#include <QDir>

#include <algorithm>
#include <optional>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

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

} // namespace

std::vector<KeyWrite> RedisLogReader::read(QByteArray &bytes)
{
    std::vector<KeyWrite> writes;
    qsizetype whole = 0;
    for (qsizetype at = 0;;) {
        const auto words = takeCommand(bytes, at);
        if (!words)
            break;
        whole = at;
        const QByteArray name = words->value(0).toUpper();
        using Kind = KeyWrite::Kind;
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

void RedisLog::catchUp(journal::EventSink &sink)
{
    if (!open())
        return;
    for (;;) {
        const QByteArray more = m_file.read(readAtOnce);
        if (more.isEmpty())
            return;
        m_unread += more;
        for (const KeyWrite &write : m_reader.read(m_unread))
            tell(write, sink);
    }
}

} // namespace lockscope::lab
