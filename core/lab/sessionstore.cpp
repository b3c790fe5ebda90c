// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sessionstore.h"

#include "core/base/task.h"

#include <QPointer>

namespace lockscope::lab {

namespace {

class SessionStoreWatch : public recipes::Watch
{
public:
    SessionStoreWatch(zk::Session &session, QString path, zk::SessionWatch watch)
        : m_session(&session)
        , m_path(std::move(path))
        , m_watch(std::move(watch))
    {
    }

    Reply<WatchEvent> fired() override { return m_watch.fired(); }
    void cancel() override
    {
        if (m_session)
            m_session->cancelWatches(m_path, zk::WatchKind::Node);
    }

private:
    QPointer<zk::Session> m_session;
    QString m_path;
    zk::SessionWatch m_watch;
};

Task<> setWatch(QPointer<zk::Session> session, QString path, ReplyPromise<recipes::Watched> promise)
{
    auto asking = session->watchExists(path);
    const auto watched = co_await asking;
    if (!watched)
        promise.complete(tl::unexpected(watched.error()));
    else if (!session)
        promise.complete(failure(ErrorCode::Closed, QStringLiteral("exists"), path));
    else
        promise.complete(
            recipes::Watched{watched->stat, std::make_shared<SessionStoreWatch>(*session, path, watched->watch)});
}

} // namespace

Reply<CreatedNode> SessionStore::create(QString path, QByteArray data, NodeKind kind)
{
    return m_session.create(path, data, kind);
}

Reply<recipes::Watched> SessionStore::watchExists(QString path)
{
    const ReplyPromise<recipes::Watched> promise;
    setWatch(&m_session, path, promise);
    return Reply<recipes::Watched>(promise);
}

} // namespace lockscope::lab
