// SPDX-License-Identifier: Apache-2.0
// Rows of a database's table of locks as nodes, for what scenarios and stamps do: is it there, read, write, delete.
// A row has no children and no watch. One without an owner, or with a version that is counted, is no node: it is not
// there.
// Never what a lock is made of: that is recipes::SqlStore.
#pragma once

#include "core/recipes/sqlstore.h"
#include "core/sql/answers.h"

#include <functional>
#include <utility>

namespace lockscope::backends {

/// What an answer means: \a read(answer).
template<typename T, typename Read>
Reply<T> readSql(const Reply<sql::Answer> &answered, Read read)
{
    const ReplyPromise<T> promise;
    answered.then([promise, read](const Result<sql::Answer> &answer) {
        promise.complete(answer ? Result<T>(read(*answer)) : tl::unexpected(answer.error()));
    });
    return Reply<T>(promise);
}

class RowNodes final : public recipes::Store
{
public:
    using Ask = std::function<Reply<sql::Answer>(const sql::Request &)>;

    /// \a session must outlive it; \a ask sends a request of that session.
    RowNodes(recipes::SqlStore &session, Ask ask)
        : m_session(session)
        , m_ask(std::move(ask))
    {
    }

    SessionId session() const override { return m_session.session(); }
    Reply<SessionId> connected() override { return m_session.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind) override;
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
    Reply<NodeStat> exists(QString path) override;
    Reply<NodeContent> get(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override;
    Reply<Done> remove(QString path, int version) override;

private:
    template<typename T>
    static Reply<T> none(const QString &path)
    {
        return Result<T>(failure(ErrorCode::Unimplemented, QStringLiteral("watch"), path));
    }
    /// \a text has the row's name as its last value.
    Reply<sql::Answer> asked(const char *operation, const QString &text, QVariantList values, const QString &path);

    recipes::SqlStore &m_session;
    Ask m_ask;
};

} // namespace lockscope::backends
