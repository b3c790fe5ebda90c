// SPDX-License-Identifier: Apache-2.0
// What stands between the recipe of a simulated client and its session: stores that write each request into the
// journal, and throw the dice of random faults at each. Never change what they pass on.
#pragma once

#include "core/lab/keylog.h"
#include "core/lab/requestjournal.h"
#include "core/recipes/redisstore.h"
#include "core/recipes/sqlstore.h"

namespace lockscope::lab {

/// On a ZooKeeper session, or what another backend has of nodes. What goes wrong goes wrong in the session.
class JournalingStore final : public recipes::Store
{
public:
    using Stage = RequestJournal::Stage;

    /// \a store, \a sink and \a driver must outlive this and whatever is still awaited.
    /// \a callsBefore: of the same client, through its earlier sessions.
    JournalingStore(ClientId id, recipes::Store &store, journal::EventSink &sink, quint64 callsBefore = 0,
                    FaultDriver *driver = nullptr, Stage stage = {})
        : m_requests(id, sink, callsBefore, driver, std::move(stage))
        , m_store(store)
    {
    }

    RequestJournal &requests() { return m_requests; }
    quint64 calls() const { return m_requests.calls(); }

    SessionId session() const override { return m_store.session(); }
    quint32 tokenSeed() const override { return m_store.tokenSeed(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override;
    Reply<Children> children(QString path) override;
    Reply<recipes::Watched> watchExists(QString path) override;
    Reply<NodeStat> exists(QString path) override;
    Reply<NodeContent> get(QString path) override;
    Reply<recipes::WatchedContent> watchData(QString path) override;
    Reply<recipes::WatchedChildren> watchChildren(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override;
    Reply<Done> remove(QString path, int version) override;

private:
    RequestJournal m_requests;
    recipes::Store &m_store;
};

/// On a database; with its log, as below.
class JournalingSqlStore final : public recipes::SqlStore
{
public:
    /// All must outlive this and whatever is still awaited.
    JournalingSqlStore(RequestJournal &requests, recipes::SqlStore &store, KeyLog &log);

    SessionId session() const override { return m_store.session(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<Token> insertRow(QString name, QByteArray owner, Milliseconds limit) override;
    Reply<Token> takeOverRow(QString name, QByteArray owner, Milliseconds limit) override;
    Reply<Token> findRow(QString name, QByteArray owner) override;
    Reply<bool> deleteRow(QString name, QByteArray owner) override;
    Reply<qint64> readVersion(QString name) override;
    Reply<bool> updateIfVersion(QString name, qint64 version, QByteArray owner) override;
    Reply<Done> takeConnection() override { return m_store.takeConnection(); }
    void giveConnectionBack() override { m_store.giveConnectionBack(); }
    Reply<Token> lockRow(QString name, QByteArray owner) override;
    Reply<Done> unlockRow(QString name, QByteArray owner) override;
    Reply<Token> lockName(QString name, QByteArray owner) override;
    Reply<Done> unlockName(QString name, QByteArray owner) override;
    Reply<bool> isSameConnection() override { return m_store.isSameConnection(); }
    Reply<Done> after(Milliseconds time) override { return m_store.after(time); }

private:
    void willOwn(const QString &name, const QByteArray &owner);
    /// What a good answer of a delete or an unlock proves.
    auto ends(const QString &name);

    RequestJournal &m_requests;
    recipes::SqlStore &m_store;
    KeyLog &m_log;
};

/// On a Redis server; with its log, what that proves is written too, before the answer that follows from it.
class JournalingRedisStore final : public recipes::RedisStore
{
public:
    /// All must outlive this and whatever is still awaited. \a log: null where the server's is not to be read.
    JournalingRedisStore(RequestJournal &requests, recipes::RedisStore &store, KeyLog *log);

    SessionId session() const override { return m_store.session(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<bool> setIfAbsent(QString key, QByteArray value, std::optional<Milliseconds> limit) override;
    Reply<Value> get(QString key) override;
    Reply<Value> getSet(QString key, QByteArray value) override;
    Reply<bool> expire(QString key, Milliseconds limit) override;
    Reply<bool> remove(QString key) override;
    Reply<bool> removeIfEqual(QString key, QByteArray value, QString channel) override;
    Reply<bool> expireIfEqual(QString key, QByteArray value, Milliseconds limit) override;
    Reply<std::shared_ptr<recipes::Watch>> listen(QString channel, QString key) override;
    Reply<Done> after(Milliseconds time) override { return m_store.after(time); }
    qint64 clockMs() const override { return m_store.clockMs(); }

private:
    void willWrite(const QString &key, const QByteArray &value);

    RequestJournal &m_requests;
    recipes::RedisStore &m_store;
    KeyLog *m_log;
};

} // namespace lockscope::lab
