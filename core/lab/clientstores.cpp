// SPDX-License-Identifier: Apache-2.0
#include "core/lab/clientstores.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

// ---- ZooKeeper ----

namespace {

constexpr auto watchOf = [](auto &watched) -> std::shared_ptr<recipes::Watch> & { return watched.watch; };

} // namespace

Reply<CreatedNode> JournalingStore::create(QString path, QByteArray data, NodeKind kind)
{
    return m_requests.counted<CreatedNode>(
        u"create"_s, path, [&] { return m_store.create(path, data, kind); },
        [id = m_requests.client(), &sink = m_requests.sink()](const CreatedNode &made) {
            sink.write(journal::ServerNode{id, made.path, journal::ServerNode::Life::Born, made.stat.czxid,
                                           made.stat.owner()});
        });
}

Reply<Children> JournalingStore::children(QString path)
{
    return m_requests.counted<Children>(u"get_children"_s, path, [&] { return m_store.children(path); });
}

Reply<recipes::Watched> JournalingStore::watchExists(QString path)
{
    return m_requests.countedWatch<recipes::Watched>(
        u"exists"_s, path, false, [&] { return m_store.watchExists(path); }, watchOf);
}

Reply<recipes::WatchedContent> JournalingStore::watchData(QString path)
{
    return m_requests.countedWatch<recipes::WatchedContent>(
        u"get"_s, path, false, [&] { return m_store.watchData(path); }, watchOf);
}

Reply<recipes::WatchedChildren> JournalingStore::watchChildren(QString path)
{
    return m_requests.countedWatch<recipes::WatchedChildren>(
        u"get_children"_s, path, true, [&] { return m_store.watchChildren(path); }, watchOf);
}

Reply<NodeStat> JournalingStore::exists(QString path)
{
    return m_requests.counted<NodeStat>(
        u"exists"_s, path, [&] { return m_store.exists(path); },
        [id = m_requests.client(), &sink = m_requests.sink(), path](const NodeStat &stat) {
            sink.write(journal::ServerNode{id, path, journal::ServerNode::Life::Seen, stat.czxid, stat.owner()});
        });
}

Reply<NodeContent> JournalingStore::get(QString path)
{
    return m_requests.counted<NodeContent>(u"get"_s, path, [&] { return m_store.get(path); });
}

Reply<NodeStat> JournalingStore::set(QString path, QByteArray data, int version)
{
    return m_requests.counted<NodeStat>(u"set"_s, path, [&] { return m_store.set(path, data, version); });
}

Reply<Done> JournalingStore::remove(QString path, int version)
{
    return m_requests.counted<Done>(
        u"delete"_s, path, [&] { return m_store.remove(path, version); },
        [id = m_requests.client(), &sink = m_requests.sink(), path](const Done &) {
            sink.write(journal::ServerNode{id, path, journal::ServerNode::Life::Gone, {}, {}});
        });
}

// ---- Redis ----

JournalingRedisStore::JournalingRedisStore(RequestJournal &requests, recipes::RedisStore &store, KeyLog *log)
    : m_requests(requests)
    , m_store(store)
    , m_log(log)
{
    if (log)
        requests.beforeReplies([log, &sink = requests.sink()] { log->catchUp(sink); });
}

void JournalingRedisStore::willWrite(const QString &key, const QByteArray &value)
{
    if (m_log)
        m_log->expect(key, value, m_requests.client(), m_store.session());
}

Reply<bool> JournalingRedisStore::setIfAbsent(QString key, QByteArray value, std::optional<Milliseconds> limit)
{
    willWrite(key, value);
    return m_requests.counted<bool>(limit ? u"set"_s : u"setnx"_s, recipes::pathOfKey(key),
                                    [&] { return m_store.setIfAbsent(key, value, limit); });
}

Reply<recipes::RedisStore::Value> JournalingRedisStore::get(QString key)
{
    return m_requests.counted<Value>(u"get"_s, recipes::pathOfKey(key), [&] { return m_store.get(key); });
}

Reply<recipes::RedisStore::Value> JournalingRedisStore::getSet(QString key, QByteArray value)
{
    willWrite(key, value);
    return m_requests.counted<Value>(u"getset"_s, recipes::pathOfKey(key), [&] { return m_store.getSet(key, value); });
}

Reply<bool> JournalingRedisStore::expire(QString key, Milliseconds limit)
{
    return m_requests.counted<bool>(u"pexpire"_s, recipes::pathOfKey(key), [&] { return m_store.expire(key, limit); });
}

Reply<bool> JournalingRedisStore::remove(QString key)
{
    const quint64 endsBefore = m_log ? m_log->ends() : 0;
    return m_requests.counted<bool>(
        u"del"_s, recipes::pathOfKey(key), [&] { return m_store.remove(key); },
        [log = m_log, key, endsBefore, id = m_requests.client(), &sink = m_requests.sink()](bool removed) {
            if (log && removed)
                log->endedBy(id, key, endsBefore, sink);
        });
}

Reply<bool> JournalingRedisStore::removeIfEqual(QString key, QByteArray value, QString channel)
{
    return m_requests.counted<bool>(u"eval"_s, recipes::pathOfKey(key),
                                    [&] { return m_store.removeIfEqual(key, value, channel); });
}

Reply<bool> JournalingRedisStore::expireIfEqual(QString key, QByteArray value, Milliseconds limit)
{
    return m_requests.counted<bool>(u"eval"_s, recipes::pathOfKey(key),
                                    [&] { return m_store.expireIfEqual(key, value, limit); });
}

Reply<std::shared_ptr<recipes::Watch>> JournalingRedisStore::listen(QString channel, QString key)
{
    return m_requests.countedWatch<std::shared_ptr<recipes::Watch>>(
        u"subscribe"_s, recipes::pathOfKey(key), false, [&] { return m_store.listen(channel, key); },
        [](auto &watch) -> std::shared_ptr<recipes::Watch> & { return watch; });
}

// ---- databases ----

JournalingSqlStore::JournalingSqlStore(RequestJournal &requests, recipes::SqlStore &store, KeyLog &log)
    : m_requests(requests)
    , m_store(store)
    , m_log(log)
{
    requests.beforeReplies([&log, &sink = requests.sink()] { log.catchUp(sink); });
}

void JournalingSqlStore::willOwn(const QString &name, const QByteArray &owner)
{
    m_log.expect(name, owner, m_requests.client(), m_store.session());
}

auto JournalingSqlStore::ends(const QString &name)
{
    return [&log = m_log, name, endsBefore = m_log.ends(), id = m_requests.client(), &sink = m_requests.sink()] {
        log.endedBy(id, name, endsBefore, sink);
    };
}

Reply<recipes::SqlStore::Token> JournalingSqlStore::insertRow(QString name, QByteArray owner, Milliseconds limit)
{
    willOwn(name, owner);
    return m_requests.counted<Token>(u"insert"_s, recipes::pathOfKey(name),
                                     [&] { return m_store.insertRow(name, owner, limit); });
}

Reply<recipes::SqlStore::Token> JournalingSqlStore::takeOverRow(QString name, QByteArray owner, Milliseconds limit)
{
    willOwn(name, owner);
    return m_requests.counted<Token>(u"update"_s, recipes::pathOfKey(name),
                                     [&] { return m_store.takeOverRow(name, owner, limit); });
}

Reply<recipes::SqlStore::Token> JournalingSqlStore::findRow(QString name, QByteArray owner)
{
    return m_requests.counted<Token>(u"select"_s, recipes::pathOfKey(name),
                                     [&] { return m_store.findRow(name, owner); });
}

Reply<bool> JournalingSqlStore::deleteRow(QString name, QByteArray owner)
{
    return m_requests.counted<bool>(
        u"delete"_s, recipes::pathOfKey(name), [&] { return m_store.deleteRow(name, owner); },
        [ended = ends(name)](bool removed) {
            if (removed)
                ended();
        });
}

Reply<qint64> JournalingSqlStore::readVersion(QString name)
{
    return m_requests.counted<qint64>(u"select"_s, recipes::pathOfKey(name), [&] { return m_store.readVersion(name); });
}

Reply<bool> JournalingSqlStore::updateIfVersion(QString name, qint64 version, QByteArray owner)
{
    return m_requests.counted<bool>(u"update"_s, recipes::pathOfKey(name),
                                    [&] { return m_store.updateIfVersion(name, version, owner); });
}

Reply<recipes::SqlStore::Token> JournalingSqlStore::lockRow(QString name, QByteArray owner)
{
    willOwn(name, owner);
    return m_requests.counted<Token>(u"lock"_s, recipes::pathOfKey(name), [&] { return m_store.lockRow(name, owner); });
}

Reply<Done> JournalingSqlStore::unlockRow(QString name, QByteArray owner)
{
    return m_requests.counted<Done>(
        u"unlock"_s, recipes::pathOfKey(name), [&] { return m_store.unlockRow(name, owner); },
        [ended = ends(name)](const Done &) { ended(); });
}

Reply<recipes::SqlStore::Token> JournalingSqlStore::lockName(QString name, QByteArray owner)
{
    willOwn(name, owner);
    return m_requests.counted<Token>(u"lock"_s, recipes::pathOfKey(name),
                                     [&] { return m_store.lockName(name, owner); });
}

Reply<Done> JournalingSqlStore::unlockName(QString name, QByteArray owner)
{
    return m_requests.counted<Done>(
        u"unlock"_s, recipes::pathOfKey(name), [&] { return m_store.unlockName(name, owner); },
        [ended = ends(name)](const Done &) { ended(); });
}

} // namespace lockscope::lab
