// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/steps.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Task<Result<Done>> Steps::untilFired(std::shared_ptr<Watch> watch, QString path, std::stop_token stop)
{
    const auto passed = co_await reach(Step::Wait, path);
    if (!passed) {
        watch->cancel();
        co_return tl::unexpected(passed.error());
    }
    // cancel() may resume this coroutine, and so destroy the callback, before it returns: it runs on a copy of its own.
    const std::stop_callback onStop(stop, [watch] {
        const auto kept = watch;
        kept->cancel();
    });
    const auto fired = co_await watch->fired();
    if (!fired && !stop.stop_requested())
        co_return tl::unexpected(fired.error());
    co_return Done();
}

Task<Result<Attempt>> Steps::create(locks::Dialect dialect, QString path, QByteArray data, NodeKind kind)
{
    const auto created = co_await m_store.create(path, data, kind);
    if (created)
        co_return Attempt{Grant{created->path, created->stat.czxid}};
    if (created.error().code == ErrorCode::NoNode) {
        const auto made = co_await makeDirectory(dialect, parentPath(path));
        if (!made)
            co_return tl::unexpected(made.error());
        co_return Attempt();
    }
    const auto lost = co_await mayHaveBeenDone(created.error());
    if (!lost)
        co_return tl::unexpected(lost.error());
    co_return Attempt{{}, *lost};
}

Task<Result<bool>> Steps::mayHaveBeenDone(Error error)
{
    if (!error.connectionWasLost())
        co_return tl::unexpected(error);
    const auto session = co_await m_store.connected();
    if (!session)
        co_return tl::unexpected(session.error());
    co_return error.outcomeUnknown();
}

Task<Result<Done>> Steps::makeDirectory(locks::Dialect dialect, QString path, QByteArray data)
{
    const auto passed = co_await reach(Step::MakeDirectory, path);
    if (!passed)
        co_return tl::unexpected(passed.error());
    auto made = co_await createDirectoryNode(dialect, path, data);
    const QString parent = parentPath(path);
    if (!made && made.error().code == ErrorCode::NoNode && parent.size() > 1) {
        const auto parentMade = co_await makeDirectory(dialect, parent);
        if (!parentMade)
            co_return tl::unexpected(parentMade.error());
        made = co_await createDirectoryNode(dialect, path, data);
    }
    co_return std::move(made);
}

Task<Result<Done>> Steps::createDirectoryNode(locks::Dialect dialect, QString path, QByteArray data)
{
    // Curator makes its directories, parents too, as containers, which the server removes once they are empty again.
    auto kind = dialect == locks::Dialect::Curator ? NodeKind::Container : NodeKind::Persistent;
    for (;;) {
        const auto created = co_await m_store.create(path, data, kind);
        if (created || created.error().code == ErrorCode::NodeExists)
            co_return Done();
        if (created.error().code == ErrorCode::Unimplemented && kind == NodeKind::Container) {
            kind = NodeKind::Persistent; // a server before 3.5
            continue;
        }
        const auto lost = co_await mayHaveBeenDone(created.error());
        if (!lost)
            co_return tl::unexpected(lost.error());
    }
}

Result<Done> Steps::sessionIsAlive() const
{
    const auto session = m_store.connected();
    if (!session.await_ready())
        return Done(); // the connection is lost, the session may live on
    return session.await_resume().map([](SessionId) { return Done(); });
}

tl::unexpected<Error> Steps::holdsAlready(const QString &lock) const
{
    const auto alive = sessionIsAlive();
    if (!alive)
        return tl::unexpected(alive.error());
    return failure(ErrorCode::InvalidInput, u"acquire"_s, lock, Text::en("It holds the lock already."));
}

} // namespace lockscope::recipes
