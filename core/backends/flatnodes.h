// SPDX-License-Identifier: Apache-2.0
// Keys or rows of a server as nodes, for what scenarios and stamps do: is it there, read, write, delete. They have no
// children and no watch. Never what a lock is made of: that is the store of its recipe.
#pragma once

#include "core/recipes/store.h"

#include <functional>
#include <utility>

namespace lockscope::backends {

/// What an answer means: \a read(answer).
template<typename T, typename Answer, typename Read>
Reply<T> readAs(const Reply<Answer> &answered, Read read)
{
    const ReplyPromise<T> promise;
    answered.then([promise, read](const Result<Answer> &answer) {
        promise.complete(answer ? Result<T>(read(*answer)) : tl::unexpected(answer.error()));
    });
    return Reply<T>(promise);
}

/// \a Session: the store that recipes use, of the same connection.
template<typename Session, typename Request, typename Answer>
class FlatNodes : public recipes::Store
{
public:
    using Ask = std::function<Reply<Answer>(const Request &)>;

    /// \a session must outlive it; \a ask sends a request of that session.
    FlatNodes(Session &session, Ask ask)
        : m_session(session)
        , m_ask(std::move(ask))
    {
    }

    SessionId session() const override { return m_session.session(); }
    Reply<SessionId> connected() override { return m_session.connected(); }
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

protected:
    Reply<Answer> ask(const Request &request) const { return m_ask(request); }

private:
    template<typename T>
    static Reply<T> none(const QString &path)
    {
        return Result<T>(failure(ErrorCode::Unimplemented, QStringLiteral("watch"), path));
    }

    Session &m_session;
    Ask m_ask;
};

} // namespace lockscope::backends
