// SPDX-License-Identifier: Apache-2.0
// Simulated clients' sessions on the ensemble that the program is connected to: real ones, one for each client, with a
// relay where a network fault needs one. Never shares the connection's own session: a client's end must not be the
// observer's.
#pragma once

#include "core/lab/clientsession.h"
#include "core/zk/connection.h"
#include "core/zk/session.h"

#include <QPointer>

namespace lockscope::backends {

/// The recipes' store over a real session. Never owns the session, never retries: that is the recipe's matter.
class SessionStore : public recipes::Store
{
public:
    /// \a session must outlive the store.
    explicit SessionStore(zk::Session &session)
        : m_session(session)
    {
    }

    SessionId session() const override { return m_session.id(); }
    Reply<SessionId> connected() override { return m_session.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override;
    Reply<Children> children(QString path) override { return m_session.children(path); }
    Reply<recipes::Watched> watchExists(QString path) override;
    Reply<NodeStat> exists(QString path) override { return m_session.exists(path); }
    Reply<NodeContent> get(QString path) override { return m_session.get(path); }
    Reply<recipes::WatchedContent> watchData(QString path) override;
    Reply<recipes::WatchedChildren> watchChildren(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override
    {
        return m_session.set(path, data, version);
    }
    Reply<Done> remove(QString path, int version) override { return m_session.remove(path, version); }

private:
    zk::Session &m_session;
};

class ZkSessionFactory : public lab::SessionFactory
{
public:
    explicit ZkSessionFactory(zk::Connection &connection)
        : m_connection(&connection)
    {
    }

    Task<Result<std::unique_ptr<lab::ClientSession>>> open(lab::Route route,
                                                           std::optional<std::chrono::milliseconds> timeout) override;
    /// With TLS, and through an SSH host, two more each: both sides of its way through the relay.
    int descriptorsEach() const override
    {
        return m_connection ? 1 + (m_connection->spec().relay ? 2 : 0) + (m_connection->spec().tunnel ? 2 : 0) : 1;
    }

private:
    QPointer<zk::Connection> m_connection;
};

} // namespace lockscope::backends
