// SPDX-License-Identifier: Apache-2.0
// The recipes' store over a real ZooKeeper session. Never owns the session, never retries: that is the recipe's matter.
#pragma once

#include "core/recipes/store.h"
#include "core/zk/session.h"

namespace lockscope::lab {

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

} // namespace lockscope::lab
