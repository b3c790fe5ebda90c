// SPDX-License-Identifier: Apache-2.0
// A Redis in memory for many sessions, as core/recipes needs it: see fakeserver.h.
#pragma once

#include "core/recipes/redisstore.h"
#include "tests/support/fake/fakeserver.h"

#include <QHash>

#include <memory>
#include <vector>

namespace lockscope::fake {

class FakeRedisSession;

class FakeRedis : public FakeServer
{
public:
    FakeRedisSession &newSession();

    bool has(const QString &key)
    {
        const auto found = m_keys.find(key);
        if (found != m_keys.end() && found->untilMs != 0 && found->untilMs <= nowMs)
            m_keys.erase(found);
        return m_keys.contains(key);
    }
    QByteArray value(const QString &key) { return has(key) ? m_keys[key].value : QByteArray(); }
    bool hasLimit(const QString &key) { return has(key) && m_keys[key].untilMs != 0; }

private:
    friend class FakeRedisSession;
    struct Key
    {
        QByteArray value;
        qint64 untilMs = 0;
    };

    void tell(const QString &channel);

    QHash<QString, Key> m_keys;
    std::vector<std::unique_ptr<FakeRedisSession>> m_sessions;
};

class FakeRedisSession final : public FakeKeySession, public recipes::RedisStore
{
public:
    FakeRedisSession(FakeRedis &server, qint64 id)
        : FakeKeySession(server, id)
        , m_server(server)
    {
    }

    qint64 clockAheadMs = 0;

    SessionId session() const override { return id(); }
    Reply<SessionId> connected() override { return whenConnected(); }
    Reply<bool> setIfAbsent(QString key, QByteArray value, std::optional<Milliseconds> limit) override
    {
        return asked<bool>([=, this] {
            if (m_server.has(key))
                return false;
            m_server.m_keys[key] = {value, limit ? m_server.nowMs + limit->count() : 0};
            return true;
        });
    }
    Reply<Value> get(QString key) override
    {
        return asked<Value>([=, this] { return m_server.has(key) ? Value(m_server.value(key)) : Value(); });
    }
    Reply<Value> getSet(QString key, QByteArray value) override
    {
        return asked<Value>([=, this] {
            const Value before = m_server.has(key) ? Value(m_server.value(key)) : Value();
            m_server.m_keys[key] = {value, 0};
            return before;
        });
    }
    Reply<bool> expire(QString key, Milliseconds limit) override
    {
        return asked<bool>([=, this] { return limited(key, limit); });
    }
    Reply<bool> remove(QString key) override
    {
        return asked<bool>([=, this] { return m_server.has(key) && m_server.m_keys.remove(key); });
    }
    Reply<bool> removeIfEqual(QString key, QByteArray value, QString channel) override
    {
        return asked<bool>([=, this] {
            if (m_server.value(key) != value)
                return false;
            m_server.m_keys.remove(key);
            if (!channel.isEmpty())
                m_server.tell(channel);
            return true;
        });
    }
    Reply<bool> expireIfEqual(QString key, QByteArray value, Milliseconds limit) override
    {
        return asked<bool>([=, this] { return m_server.value(key) == value && limited(key, limit); });
    }
    Reply<std::shared_ptr<recipes::Watch>> listen(QString channel, QString) override
    {
        return asked<std::shared_ptr<recipes::Watch>>([=, this] {
            const auto watch = std::make_shared<FakeWatch>();
            m_listening.push_back({channel, watch});
            endsWith([watch] { watch->over.complete(failure(ErrorCode::Closed)); });
            return std::shared_ptr<recipes::Watch>(watch);
        });
    }
    Reply<Done> after(Milliseconds time) override { return rest(time); }
    qint64 clockMs() const override { return m_server.nowMs + clockAheadMs; }

private:
    friend class FakeRedis;
    struct FakeWatch final : recipes::Watch
    {
        Reply<WatchEvent> fired() override { return Reply<WatchEvent>(over); }
        void cancel() override { over.complete(failure(ErrorCode::Cancelled)); }
        ReplyPromise<WatchEvent> over;
    };
    struct Listening
    {
        QString channel;
        std::shared_ptr<FakeWatch> watch;
    };

    bool limited(const QString &key, Milliseconds limit)
    {
        if (!m_server.has(key))
            return false;
        m_server.m_keys[key].untilMs = m_server.nowMs + limit.count();
        return true;
    }

    FakeRedis &m_server;
    std::vector<Listening> m_listening;
};

inline FakeRedisSession &FakeRedis::newSession()
{
    m_sessions.push_back(std::make_unique<FakeRedisSession>(*this, static_cast<qint64>(m_sessions.size()) + 1));
    return *m_sessions.back();
}

inline void FakeRedis::tell(const QString &channel)
{
    for (const auto &session : m_sessions) {
        for (const auto &listening : std::exchange(session->m_listening, {})) {
            if (listening.channel == channel)
                later([watch = listening.watch] { watch->over.complete(WatchEvent::Deleted); });
            else
                session->m_listening.push_back(listening);
        }
    }
}

} // namespace lockscope::fake
