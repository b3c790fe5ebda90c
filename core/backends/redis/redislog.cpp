// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redislog.h"

#include <QDir>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace lockscope::backends {

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

/// Since version 7 a list of files says in which order they belong together; before there was one.
QStringList filesIn(const QString &directory)
{
    const QDir parts(QDir(directory).filePath(u"appendonlydir"_s));
    QFile manifest(parts.filePath(u"appendonly.aof.manifest"_s));
    if (!manifest.open(QIODevice::ReadOnly)) {
        const QString only = QDir(directory).filePath(u"appendonly.aof"_s);
        return QFile::exists(only) ? QStringList{only} : QStringList();
    }
    QStringList files;
    for (const QByteArray &line : manifest.readAll().split('\n')) {
        const QList<QByteArray> words = line.split(' '); // file NAME seq N type b|i|h
        const auto type = words.indexOf("type");
        if (words.size() >= 2 && type > 0 && words.value(type + 1) != "h") // h: over, and kept for a while
            files += parts.filePath(QString::fromUtf8(words.at(1)));
    }
    return files;
}

} // namespace

std::vector<lab::KeyWrite> RedisLogReader::read(QByteArray &bytes)
{
    std::vector<lab::KeyWrite> writes;
    qsizetype whole = 0;
    for (qsizetype at = 0;;) {
        const auto words = takeCommand(bytes, at);
        if (!words)
            break;
        whole = at;
        const QByteArray name = words->value(0).toUpper();
        using Kind = lab::KeyWrite::Kind;
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

// ---- of several servers ----

RedisLog::RedisLog(const QStringList &directories)
{
    for (const QString &directory : directories) {
        m_servers.push_back(std::make_unique<Server>());
        m_servers.back()->directory = directory;
    }
}

void RedisLog::follow(int server, const QString &directory)
{
    Server &followed = *m_servers.at(static_cast<size_t>(server));
    followed.directory = directory;
    followed.beginsAgain = true;
}

void RedisLog::catchUp(journal::EventSink &sink)
{
    for (const auto &server : m_servers) {
        if (server->beginsAgain)
            beginAgain(*server, sink);
        readOn(*server, sink);
    }
}

void RedisLog::readOn(Server &server, journal::EventSink &sink)
{
    for (auto writes = nextWrites(server); !writes.empty(); writes = nextWrites(server)) {
        for (const lab::KeyWrite &write : writes) {
            apply(write, server.keys);
            compare(write.key, sink);
        }
    }
}

/// What it had and has still is no news, nor is what came and went meanwhile.
void RedisLog::beginAgain(Server &server, journal::EventSink &sink)
{
    server.files = filesIn(server.directory);
    server.file.close();
    server.unread.clear();
    server.reader = {};
    if (server.files.isEmpty())
        return;
    server.beginsAgain = false;
    if (std::exchange(server.isNew, false))
        return;
    const auto before = std::exchange(server.keys, {});
    for (auto writes = nextWrites(server); !writes.empty(); writes = nextWrites(server)) {
        for (const lab::KeyWrite &write : writes)
            apply(write, server.keys);
    }
    for (auto key = before.keyBegin(); key != before.keyEnd(); ++key)
        compare(*key, sink);
    for (auto key = server.keys.keyBegin(); key != server.keys.keyEnd(); ++key)
        compare(*key, sink);
}

std::vector<lab::KeyWrite> RedisLog::nextWrites(Server &server)
{
    for (;;) {
        if (!server.file.isOpen()) {
            if (server.files.isEmpty())
                return {};
            server.file.setFileName(server.files.takeFirst());
            if (!server.file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
                continue;
        }
        const QByteArray more = server.file.read(readAtOnce);
        if (more.isEmpty() && server.files.isEmpty())
            return {}; // the last one still grows
        if (more.isEmpty())
            server.file.close();
        server.unread += more;
        auto writes = server.reader.read(server.unread);
        if (!writes.empty())
            return writes;
    }
}

void RedisLog::apply(const lab::KeyWrite &write, QHash<QByteArray, Copy> &keys)
{
    switch (write.kind) {
    case lab::KeyWrite::Kind::Set: keys.insert(write.key, {write.value, write.untilMs}); break;
    case lab::KeyWrite::Kind::Limit:
        if (const auto held = keys.find(write.key); held != keys.end())
            held->untilMs = write.untilMs;
        break;
    case lab::KeyWrite::Kind::End: keys.remove(write.key); break;
    }
}

lab::KeyLog::Copy RedisLog::agreedOn(const QByteArray &key) const
{
    if (m_servers.size() == 1)
        return m_servers.front()->keys.value(key);
    const size_t needed = m_servers.size() / 2 + 1;
    QHash<QByteArray, QList<qint64>> limits; // by value
    for (const auto &server : m_servers) {
        if (const auto held = server->keys.constFind(key); held != server->keys.cend())
            limits[held->value] += held->untilMs;
    }
    for (auto each = limits.begin(); each != limits.end(); ++each) {
        if (static_cast<size_t>(each->size()) < needed)
            continue;
        std::sort(each->begin(), each->end(), std::greater()); // a later one is needed no more when so many have it
        return {each.key(), each->at(static_cast<qsizetype>(needed) - 1)};
    }
    return {};
}

void RedisLog::compare(const QByteArray &key, journal::EventSink &sink)
{
    if (m_servers.size() > 1) {
        QList<Copy> copies;
        for (const auto &server : m_servers)
            copies += server->keys.value(key);
        writeCopies(key, copies, sink);
    }
    const Copy now = agreedOn(key);
    const Copy before = m_agreed.value(key);
    if (now == before)
        return;
    if (now.value.isEmpty()) {
        m_agreed.remove(key);
        write({lab::KeyWrite::Kind::End, key}, sink);
        return;
    }
    m_agreed.insert(key, now);
    const bool isLimit = now.value == before.value;
    // From one value to another without an end between is a takeover: GETSET on one server alone. A majority for
    // another value is another life.
    if (!isLimit && !before.value.isEmpty() && m_servers.size() > 1)
        write({lab::KeyWrite::Kind::End, key}, sink);
    write({isLimit ? lab::KeyWrite::Kind::Limit : lab::KeyWrite::Kind::Set, key, now.value, now.untilMs}, sink);
}

} // namespace lockscope::backends
