// SPDX-License-Identifier: Apache-2.0
// n leases behind a mutex: the mutex lets in one at a time, who watches the leases until there is room and then leaves
// the mutex to the next. Fair, and a returned lease wakes one. Never keeps the mutex once it holds a lease.
// Included by recipe.cpp alone.
#pragma once

#include "core/base/path.h"
#include "core/recipes/mutex.h"

namespace lockscope::recipes {

/// Curator's InterProcessSemaphoreV2, docs and plain: the queue is P/locks, a lease is a sequential node in P/leases,
/// made before there is room for it; how many there may be is written nowhere. kazoo's Semaphore: the queue is
/// P-__lock__, a lease is a node in P without a number, made once there is room, and P's data say how many there may
/// be. Of one lease it is Curator's InterProcessSemaphoreMutex.
class Semaphore : public OwnNodeLock
{
public:
    Semaphore(RecipeSpec spec, Store &store, StepObserver *observer)
        : OwnNodeLock(at(locks::semaphorePaths(spec.dialect, spec.lock).leases, spec), locks::NameKind::Lease, store,
                      observer)
        , m_queue(at(locks::semaphorePaths(spec.dialect, spec.lock).queue, spec), store, observer)
    {
        m_spec.mode = locks::Mode::Shared;
    }

    Task<Result<Grant>> acquire(std::stop_token stop) final
    {
        if (m_held)
            co_return m_steps.holdsAlready(m_spec.lock);
        const bool isKazoo = m_spec.dialect == locks::Dialect::Kazoo;
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

private:
    Task<Result<Grant>> takeLeaseAsCurator(std::stop_token stop)
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

    Task<Result<Grant>> takeLeaseAsKazoo(std::stop_token stop)
    {
        m_own = {};
        const auto room = co_await waitForLeases(m_spec.leases - 1, stop);
        if (!room)
            co_return tl::unexpected(room.error());
        const QString path = joinPath(m_spec.lock, token());
        const auto created = co_await createNamed(path, stop);
        if (!created)
            co_return tl::unexpected(created.error());
        if (!*created)
            co_return failure(ErrorCode::NodeExists, QStringLiteral("acquire"), path);
        takePlace(**created);
        if (stop.stop_requested())
            co_return co_await withdraw(cancelled().value());
        co_return hold();
    }

    /// Ends while at most \a most leases are there. NoNode if our own was deleted by another.
    Task<Result<Done>> waitForLeases(qsizetype most, std::stop_token stop)
    {
        while (!stop.stop_requested()) {
            auto watched = co_await m_steps.watchChildren(m_spec.lock);
            if (!watched)
                co_return tl::unexpected(watched.error());
            const auto watch = watched->watch;
            const auto leases =
                std::exchange(watched->children.names, {}); // every child counts, as for Curator and kazoo
            const bool ownIsGone = !m_own.node.isEmpty() && !leases.contains(baseName(m_own.node));
            if (stop.stop_requested() || ownIsGone || leases.size() <= most) {
                watch->cancel();
                if (stop.stop_requested())
                    break;
                if (ownIsGone)
                    co_return failure(ErrorCode::NoNode, QStringLiteral("acquire"), m_own.node,
                                      Text::en("its lease was deleted"));
                co_return Done();
            }
            const auto fired = co_await m_steps.untilFired(watch, m_spec.lock, stop);
            if (!fired)
                co_return tl::unexpected(fired.error());
        }
        co_return cancelled();
    }

    /// kazoo: makes P, or compares how many leases it says.
    Task<Result<Done>> agreeOnLeases()
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
                        ErrorCode::InvalidInput, QStringLiteral("acquire"), m_spec.lock,
                        Text::en("%1 was made for %2 leases, not for %3: ask for as many, or delete it first.")
                            .arg(m_spec.lock, theirs, m_spec.leases));
                co_return Done();
            }
            if (content.error().code != ErrorCode::NoNode)
                co_return tl::unexpected(content.error());
            const auto made = co_await m_steps.makeDirectory(m_spec.dialect, m_spec.lock, ours);
            if (!made)
                co_return tl::unexpected(made.error());
        }
    }

    static RecipeSpec at(const QString &path, RecipeSpec spec)
    {
        spec.lock = path;
        return spec;
    }

    Mutex m_queue;
};

/// BROKEN ON PURPOSE: an acquire that gives up leaves its lease, which counts for as long as its session lives: in the
/// end none is left although no client holds one. As Curator's InterProcessSemaphoreV2 (CURATOR-315, CURATOR-462).
class BrokenOrphanedLease final : public Semaphore
{
public:
    using Semaphore::Semaphore;

private:
    Task<Result<Grant>> withdraw(Error why) override
    {
        co_return tl::unexpected(why); // sound: the lease is deleted first
    }
};

} // namespace lockscope::recipes
