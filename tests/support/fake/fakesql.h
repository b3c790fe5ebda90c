// SPDX-License-Identifier: Apache-2.0
// A database in memory for many sessions, as core/recipes needs it: see fakeserver.h. A waiter for a lock of a
// connection is answered after a second.
#pragma once

#include "core/recipes/sqlstore.h"
#include "tests/support/fake/fakeserver.h"

#include <QHash>

#include <memory>
#include <vector>

namespace lockscope::fake {

class FakeSqlSession;

class FakeSql : public FakeServer
{
public:
    FakeSqlSession &newSession();

    bool has(const QString &name) const { return m_rows.contains(name); }
    QByteArray owner(const QString &name) const { return m_rows.value(name).owner; }
    bool isLocked(const QString &name) const { return m_locks.contains(name); }
    qint64 version(const QString &name) const { return m_versions.value(name).number; }

private:
    friend class FakeSqlSession;
    struct Row
    {
        QByteArray owner;
        qint64 untilMs = 0;
        qint64 token = 0;
    };
    struct Version
    {
        qint64 number = 0;
        QByteArray owner;
    };

    QHash<QString, Row> m_rows;
    QHash<QString, Version> m_versions;
    QHash<QString, const FakeSqlSession *> m_locks; ///< of a connection, by row or name
    std::vector<std::unique_ptr<FakeSqlSession>> m_sessions;
    qint64 m_tokens = 0;
};

class FakeSqlSession final : public FakeKeySession, public recipes::SqlStore
{
public:
    FakeSqlSession(FakeSql &server, qint64 id)
        : FakeKeySession(server, id)
        , m_server(server)
    {
    }

    SessionId session() const override { return id(); }
    Reply<SessionId> connected() override { return whenConnected(); }
    Reply<Token> insertRow(QString name, QByteArray owner, Milliseconds limit) override
    {
        return asked<Token>([=, this] { return m_server.has(name) ? Token() : taken(name, owner, limit); });
    }
    Reply<Token> takeOverRow(QString name, QByteArray owner, Milliseconds limit) override
    {
        return asked<Token>([=, this] {
            const qint64 until = m_server.m_rows.value(name).untilMs;
            return until > 0 && until < m_server.nowMs ? taken(name, owner, limit) : Token();
        });
    }
    Reply<Token> findRow(QString name, QByteArray owner) override
    {
        return asked<Token>([=, this] {
            if (m_server.has(name) && m_server.owner(name) == owner)
                return Token(Zxid{m_server.m_rows[name].token});
            return m_server.m_versions.value(name).owner == owner ? Token(Zxid{1}) : Token();
        });
    }
    Reply<bool> deleteRow(QString name, QByteArray owner) override
    {
        return asked<bool>(
            [=, this] { return m_server.has(name) && m_server.owner(name) == owner && m_server.m_rows.remove(name); });
    }
    Reply<qint64> readVersion(QString name) override
    {
        return asked<qint64>([=, this] { return m_server.version(name); });
    }
    Reply<bool> updateIfVersion(QString name, qint64 version, QByteArray owner) override
    {
        return asked<bool>([=, this] {
            if (m_server.version(name) != version)
                return false;
            m_server.m_versions[name] = {version + 1, owner};
            return true;
        });
    }
    Reply<Token> lockRow(QString name, QByteArray) override { return locked(name); }
    Reply<Done> takeConnection() override { return Result<Done>(Done()); }
    void giveConnectionBack() override { }
    Reply<Done> unlockRow(QString name, QByteArray) override { return unlocked(name); }
    Reply<Token> lockName(QString name, QByteArray) override { return locked(name); }
    Reply<Done> unlockName(QString name, QByteArray) override { return unlocked(name); }
    Reply<bool> isSameConnection() override
    {
        return asked<bool>([this] { return m_locksLost == 0; });
    }
    Reply<Done> after(Milliseconds time) override { return rest(time); }

private:
    Token taken(const QString &name, const QByteArray &owner, Milliseconds limit)
    {
        m_server.m_rows[name] = {owner, limit.count() > 0 ? m_server.nowMs + limit.count() : 0, ++m_server.m_tokens};
        return Token(Zxid{m_server.m_tokens});
    }
    Token lock(const QString &name)
    {
        if (m_server.isLocked(name))
            return {};
        m_server.m_locks[name] = this;
        m_locksLost = 0;
        return Token(Zxid{++m_server.m_tokens});
    }
    Reply<Token> locked(const QString &name)
    {
        const ReplyPromise<Token> promise;
        asked<Token>([=, this] { return lock(name); }).then([=, this](const Result<Token> &first) {
            if (!first || *first)
                return promise.complete(first);
            rest(std::chrono::seconds(1)).then([=, this](const Result<Done> &waited) {
                promise.complete(waited ? Result<Token>(lock(name)) : tl::unexpected(waited.error()));
            });
        });
        return Reply<Token>(promise);
    }
    Reply<Done> unlocked(const QString &name)
    {
        if (m_server.m_locks.value(name) != this)
            return Result<Done>(failure(ErrorCode::NotHeld));
        return asked<Done>([=, this] {
            m_server.m_locks.remove(name);
            return Done();
        });
    }
    void connectionGone() override
    {
        m_locksLost += static_cast<int>(m_server.m_locks.removeIf([this](const auto &each) { return *each == this; }));
    }

    FakeSql &m_server;
    int m_locksLost = 0;
};

inline FakeSqlSession &FakeSql::newSession()
{
    m_sessions.push_back(std::make_unique<FakeSqlSession>(*this, static_cast<qint64>(m_sessions.size()) + 1));
    return *m_sessions.back();
}

} // namespace lockscope::fake
