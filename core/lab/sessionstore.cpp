// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sessionstore.h"

#include "core/base/task.h"

#include <QPointer>

namespace lockscope::lab {

namespace {

class SessionStoreWatch : public recipes::Watch
{
public:
    SessionStoreWatch(zk::Session &session, zk::SessionWatch watch)
        : m_session(&session)
        , m_watch(std::move(watch))
    {
    }

    Reply<WatchEvent> fired() override { return m_watch.fired(); }
    void cancel() override
    {
        if (m_session)
            m_session->cancel(m_watch);
    }

private:
    QPointer<zk::Session> m_session;
    zk::SessionWatch m_watch;
};

recipes::Watched joined(zk::WatchedStat answer, std::shared_ptr<recipes::Watch> watch)
{
    return {answer.stat, std::move(watch)};
}

recipes::WatchedContent joined(zk::WatchedContent answer, std::shared_ptr<recipes::Watch> watch)
{
    return {std::move(answer.content), std::move(watch)};
}

recipes::WatchedChildren joined(zk::WatchedChildren answer, std::shared_ptr<recipes::Watch> watch)
{
    return {std::move(answer.children), std::move(watch)};
}

/// Asks the session by \a ask, and answers in the recipes' terms.
template<typename T, typename Theirs>
Task<> setWatch(QPointer<zk::Session> session, Task<Result<Theirs>> (zk::Session::*ask)(QString), QString path,
                ReplyPromise<T> promise)
{
    auto asking = (session.data()->*ask)(path);
    auto watched = co_await asking;
    if (!watched)
        promise.complete(tl::unexpected(watched.error()));
    else if (!session)
        promise.complete(failure(ErrorCode::Closed, QStringLiteral("watch"), path));
    else {
        auto watch = std::make_shared<SessionStoreWatch>(*session, watched->watch);
        promise.complete(joined(std::move(*watched), std::move(watch)));
    }
}

} // namespace

Reply<CreatedNode> SessionStore::create(QString path, QByteArray data, NodeKind kind)
{
    return m_session.create(path, data, kind);
}

Reply<recipes::Watched> SessionStore::watchExists(QString path)
{
    const ReplyPromise<recipes::Watched> promise;
    setWatch(QPointer(&m_session), &zk::Session::watchExists, path, promise);
    return Reply<recipes::Watched>(promise);
}

Reply<recipes::WatchedContent> SessionStore::watchData(QString path)
{
    const ReplyPromise<recipes::WatchedContent> promise;
    setWatch(QPointer(&m_session), &zk::Session::watchData, path, promise);
    return Reply<recipes::WatchedContent>(promise);
}

Reply<recipes::WatchedChildren> SessionStore::watchChildren(QString path)
{
    const ReplyPromise<recipes::WatchedChildren> promise;
    setWatch(QPointer(&m_session), &zk::Session::watchChildren, path, promise);
    return Reply<recipes::WatchedChildren>(promise);
}

} // namespace lockscope::lab
