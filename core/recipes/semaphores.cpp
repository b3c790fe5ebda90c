// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/semaphores.h"

#include "core/base/path.h"
#include "core/recipes/singlenode.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;
using locks::Dialect;

namespace {

RecipeSpec at(const QString &path, RecipeSpec spec)
{
    spec.lock = path;
    return spec;
}

} // namespace

Semaphore::Semaphore(RecipeSpec spec, Store &store, StepObserver *observer)
    : OwnNodeLock(at(locks::semaphorePaths(spec.dialect, spec.lock).leases, spec), locks::NameKind::Lease, store,
                  observer)
    , m_queue(at(locks::semaphorePaths(spec.dialect, spec.lock).queue, spec), store, observer)
{
    m_spec.mode = locks::Mode::Shared;
}

Task<Result<Grant>> Semaphore::acquire(std::stop_token stop)
{
    if (m_held)
        co_return m_steps.holdsAlready(m_spec.lock);
    const bool isKazoo = m_spec.dialect == Dialect::Kazoo;
    if (isKazoo && !stop.stop_requested()) {
        const auto agreed = co_await agreeOnLeases();
        if (!agreed)
            co_return tl::unexpected(agreed.error());
    }
    const auto queued = co_await m_queue.acquire(stop); // one at a time looks for a lease, so that none overtakes
    if (!queued)
        co_return tl::unexpected(queued.error());
    auto taking = isKazoo ? takeLeaseAsKazoo(stop) : takeLeaseAsCurator(stop);
    auto lease = co_await taking;
    const auto left = co_await m_queue.release();
    // A client that deleted our place in the queue did no more than we were about to.
    const bool hasLeft = left || left.error().code == ErrorCode::NotHeld;
    if (hasLeft && !(lease && stop.stop_requested()))
        co_return std::move(lease);
    const Error why = hasLeft ? cancelled().value() : left.error();
    if (lease && !why.sessionIsOver()) {
        const auto returned = co_await release();
        if (!returned && returned.error().code != ErrorCode::NotHeld)
            co_return tl::unexpected(returned.error());
    }
    m_held.reset();
    co_return tl::unexpected(why);
}

Task<Result<Grant>> Semaphore::takeLeaseAsCurator(std::stop_token stop)
{
    const auto created = co_await create(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    takePlace(*created);
    const auto room = co_await waitForLeases(m_spec.leases, stop);
    if (!room)
        co_return co_await withdraw(room.error());
    co_return hold();
}

Task<Result<Grant>> Semaphore::takeLeaseAsKazoo(std::stop_token stop)
{
    m_own = {};
    const auto room = co_await waitForLeases(m_spec.leases - 1, stop);
    if (!room)
        co_return tl::unexpected(room.error());
    const QString path = joinPath(m_spec.lock, token());
    const auto created = co_await createNamed(m_steps, m_spec, path, stop);
    if (!created)
        co_return tl::unexpected(created.error());
    if (!*created)
        co_return failure(ErrorCode::NodeExists, u"acquire"_s, path);
    takePlace(**created);
    if (stop.stop_requested())
        co_return co_await withdraw(cancelled().value());
    co_return hold();
}

Task<Result<Done>> Semaphore::waitForLeases(qsizetype most, std::stop_token stop)
{
    while (!stop.stop_requested()) {
        auto watched = co_await m_steps.watchChildren(m_spec.lock);
        if (!watched)
            co_return tl::unexpected(watched.error());
        const auto watch = watched->watch;
        const auto leases = std::exchange(watched->children.names, {}); // every child counts, as for Curator and kazoo
        const bool ownIsGone = !m_own.node.isEmpty() && !leases.contains(baseName(m_own.node));
        if (stop.stop_requested() || ownIsGone || leases.size() <= most) {
            watch->cancel();
            if (stop.stop_requested())
                break;
            if (ownIsGone)
                co_return failure(ErrorCode::NoNode, u"acquire"_s, m_own.node, Text::en("its lease was deleted"));
            co_return Done();
        }
        const auto fired = co_await m_steps.untilFired(watch, m_spec.lock, stop);
        if (!fired)
            co_return tl::unexpected(fired.error());
    }
    co_return cancelled();
}

Task<Result<Done>> Semaphore::agreeOnLeases()
{
    const QByteArray ours = QByteArray::number(m_spec.leases);
    for (;;) {
        const auto content = co_await m_steps.get(m_spec.lock);
        if (content) {
            bool isNumber = false;
            const int theirs = content->data.trimmed().toInt(&isNumber);
            // Data that are no number mean something else to others: kazoo passes over them too.
            if (isNumber && theirs != m_spec.leases)
                co_return failure(
                    ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock,
                    Text::en("%1 was made for %2 leases, not for %3: ask for as many, or delete it first.")
                        .arg(m_spec.lock)
                        .arg(theirs)
                        .arg(m_spec.leases));
            co_return Done();
        }
        if (content.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(content.error());
        const auto made = co_await m_steps.makeDirectory(m_spec.dialect, m_spec.lock, ours);
        if (!made)
            co_return tl::unexpected(made.error());
    }
}

} // namespace lockscope::recipes
