// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/mutex.h"

#include "core/base/path.h"

#include <algorithm>
#include <utility>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

// ---- acquire ----

Task<Result<Grant>> QueueLock::acquire(std::stop_token stop)
{
    if (m_held)
        co_return m_steps.holdsAlready(m_spec.lock);

    // A place in the queue: a node that the server numbers, and that goes with the session.
    const auto created = co_await create(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    takePlace(*created);

    while (!stop.stop_requested()) {
        // Who is there now?
        auto listed = co_await m_steps.children(m_spec.lock);
        if (!listed)
            co_return co_await withdraw(listed.error());
        if (stop.stop_requested())
            break;
        // Am I first? The list goes before the wait: a thousand waiters would keep a thousand lists.
        const auto blocker = blockerAmong(std::exchange(listed->names, {}));
        if (!blocker)
            co_return co_await withdraw(blocker.error());
        if (blocker->isEmpty())
            co_return hold();
        // If not: wait for the one before. That it went does not mean that it is our turn, since it may just have
        // given up. So list again.
        const auto gone = co_await waitUntilGone(*blocker, stop);
        if (!gone)
            co_return co_await withdraw(gone.error());
    }
    co_return co_await withdraw(cancelled().value());
}

Result<QString> QueueLock::blockerAmong(const NameList &names) const
{
    const QString own = baseName(m_own.node);
    // Of a long queue the mutex needs one name only, and not all of them in order.
    const Contenders upToMe =
        m_rule == nodeJustBefore ? lastTwoUpTo(names, m_spec.dialect, own) : contendersUpTo(names, m_spec.dialect, own);
    if (upToMe.empty() || upToMe.back().name != own)
        return failure(ErrorCode::NoNode, u"acquire"_s, m_own.node, Text::en("its place in the queue was deleted"));
    const Rival *blocker = m_rule(upToMe);
    return blocker ? joinPath(m_spec.lock, blocker->name.toString()) : QString();
}

Task<Result<Done>> QueueLock::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    if (!watched->stat) {
        watched->watch->cancel(); // went between the list and the watch: nothing will ever fire there
        co_return Done();
    }
    co_return co_await m_steps.untilFired(watched->watch, path, stop);
}

// ---- whom a client waits for ----

namespace {

bool isWriter(const Rival &rival)
{
    return rival.mode == locks::Mode::Exclusive;
}

} // namespace

/// Mutex: one client waits for one other, so that a release wakes one. A reader of the same dialect just before
/// excludes us as well.
const Rival *nodeJustBefore(const Contenders &upToMe)
{
    return upToMe.size() < 2 ? nullptr : &upToMe[upToMe.size() - 2];
}

/// Read/write: a writer waits for the node just before it. A reader waits for the nearest writer before it and minds no
/// other reader: those behind the same writer enter together.
const Rival *nearestWriterBefore(const Contenders &upToMe)
{
    if (isWriter(upToMe.back()))
        return nodeJustBefore(upToMe);
    const auto writer = std::find_if(upToMe.rbegin(), upToMe.rend(), isWriter);
    return writer == upToMe.rend() ? nullptr : &*writer;
}

/// Curator: readers wait for the *oldest* writer before them, and are woken once more for each writer after it.
const Rival *oldestWriterBefore(const Contenders &upToMe)
{
    if (isWriter(upToMe.back()))
        return nodeJustBefore(upToMe);
    const auto writer = std::find_if(upToMe.begin(), upToMe.end(), isWriter);
    return writer == upToMe.end() ? nullptr : &*writer;
}

/// As it is often written first: a reader enters if no writer is before it, and otherwise waits for the node just
/// before. Readers behind a writer therefore enter one after another, never together.
const Rival *naiveReadersToo(const Contenders &upToMe)
{
    return std::any_of(upToMe.begin(), upToMe.end(), isWriter) ? nodeJustBefore(upToMe) : nullptr;
}

} // namespace lockscope::recipes
