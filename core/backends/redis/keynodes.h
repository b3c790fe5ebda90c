// SPDX-License-Identifier: Apache-2.0
// Keys of a Redis server as nodes, for what scenarios and stamps do: is it there, read, write, delete. A key has no
// version, no children and no watch. Never what a lock is made of: that is recipes::RedisStore.
#pragma once

#include "core/recipes/redisstore.h"
#include "core/redis/answers.h"

#include <functional>
#include <utility>

namespace lockscope::backends {

/// What an answer means: \a read(answer).
template<typename T, typename Read>
Reply<T> readAs(const Reply<redis::Value> &answered, Read read)
{
    const ReplyPromise<T> promise;
    answered.then([promise, read](const Result<redis::Value> &answer) {
        promise.complete(answer ? Result<T>(read(*answer)) : tl::unexpected(answer.error()));
    });
    return Reply<T>(promise);
}

class KeyNodes final : public recipes::Store
{
public:
    using Ask = std::function<Reply<redis::Value>(const redis::Command &)>;

    /// \a session must outlive it; \a ask sends a command of that session.
    KeyNodes(recipes::RedisStore &session, Ask ask)
        : m_session(session)
        , m_ask(std::move(ask))
    {
    }

    SessionId session() const override { return m_session.session(); }
    Reply<SessionId> connected() override { return m_session.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind) override
    {
        return readAs<CreatedNode>(m_ask({"SETNX", recipes::keyOf(path).toUtf8(), data}),
                                   [path](const redis::Value &answer) -> Result<CreatedNode> {
                                       if (answer.integer == 0)
                                           return failure(ErrorCode::NodeExists, QStringLiteral("create"), path);
                                       return CreatedNode{path, {}};
                                   });
    }
    Reply<Children> children(QString path) override
    {
        return Result<Children>(failure(ErrorCode::NoNode, QStringLiteral("get_children"), path));
    }
    Reply<recipes::Watched> watchExists(QString path) override { return none<recipes::Watched>(path); }
    Reply<recipes::WatchedContent> watchData(QString path) override { return none<recipes::WatchedContent>(path); }
    Reply<recipes::WatchedChildren> watchChildren(QString path) override
    {
        return none<recipes::WatchedChildren>(path);
    }
    Reply<NodeStat> exists(QString path) override
    {
        return readAs<NodeStat>(m_ask({"PTTL", recipes::keyOf(path).toUtf8()}),
                                [path, id = m_session.session()](const redis::Value &answer) -> Result<NodeStat> {
                                    if (answer.integer == -2)
                                        return failure(ErrorCode::NoNode, QStringLiteral("exists"), path);
                                    NodeStat stat;
                                    if (answer.integer >= 0) // it goes by itself
                                        stat.ephemeralOwner = id;
                                    return stat;
                                });
    }
    Reply<NodeContent> get(QString path) override
    {
        return readAs<NodeContent>(m_ask({"GET", recipes::keyOf(path).toUtf8()}),
                                   [path](const redis::Value &answer) -> Result<NodeContent> {
                                       if (answer.isNil())
                                           return failure(ErrorCode::NoNode, QStringLiteral("get"), path);
                                       return NodeContent{answer.text, {}};
                                   });
    }
    Reply<NodeStat> set(QString path, QByteArray data, int) override
    {
        return readAs<NodeStat>(m_ask({"SET", recipes::keyOf(path).toUtf8(), data}),
                                [](const redis::Value &) { return NodeStat(); });
    }
    Reply<Done> remove(QString path, int) override
    {
        return readAs<Done>(m_ask({"DEL", recipes::keyOf(path).toUtf8()}),
                            [path](const redis::Value &answer) -> Result<Done> {
                                if (answer.integer == 0)
                                    return failure(ErrorCode::NoNode, QStringLiteral("delete"), path);
                                return Done();
                            });
    }

private:
    template<typename T>
    static Reply<T> none(const QString &path)
    {
        return Result<T>(failure(ErrorCode::Unimplemented, QStringLiteral("watch"), path));
    }

    recipes::RedisStore &m_session;
    Ask m_ask;
};

} // namespace lockscope::backends
