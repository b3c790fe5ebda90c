// SPDX-License-Identifier: Apache-2.0
// The two rungs of the ladder: the holder is asked for its lock in its dialect's own word and given time, or the nodes
// are deleted.
#include "core/observe/release.h"

#include "core/base/clock.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <memory>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

// ---- asking ----

namespace {

using Answer = AskOutcome::Answer;

/// What ends the waiting: the watch, the time, or a caller that does not want to wait any more.
enum class Woken { Watch, Time, Stop };

/// Completes when one of them happens. Timer and stop callback live no longer than this.
class Patience
{
public:
    // The stop may be asked for from inside anything: the waiting ends from the event loop.
    Patience(std::chrono::milliseconds limit, std::stop_token stop)
        : m_stopping(std::move(stop), [this] { QTimer::singleShot(0, &m_context, [this] { end(Woken::Stop); }); })
    {
        QTimer::singleShot(limit, &m_context, [this] { end(Woken::Time); });
    }

    /// Ends with the first of: this watch, the time, the stop.
    Reply<Woken> next(const zk::SessionWatch &watch)
    {
        m_wake = ReplyPromise<Woken>();
        watch.fired().then([wake = m_wake](const Result<WatchEvent> &event) {
            wake.complete(event ? Result<Woken>(Woken::Watch) : tl::unexpected(event.error()));
        });
        const Reply<Woken> reply(m_wake);
        if (m_over)
            m_wake.complete(*m_over);
        return reply;
    }

private:
    void end(Woken why)
    {
        m_over = why;
        m_wake.complete(why);
    }

    QObject m_context;
    ReplyPromise<Woken> m_wake;
    std::optional<Woken> m_over;
    std::stop_callback<std::function<void()>> m_stopping;
};

/// Until the node is gone, or another one stands in its place.
Task<AskOutcome> awaitRelease(QPointer<zk::Session> session, NodeIdentity node, std::chrono::milliseconds limit,
                              std::stop_token stop)
{
    const qint64 since = nowNs();
    const auto ended = [since](Answer answer, std::optional<Error> error = {}) {
        return AskOutcome{answer, std::move(error), {}, (nowNs() - since) / 1'000'000};
    };
    const auto patience = std::make_unique<Patience>(limit, stop);
    for (;;) {
        if (!session)
            co_return ended(Answer::Stopped, Error{ErrorCode::Closed, u"exists"_s, node.path, {}});
        const auto watched = co_await session->watchExists(node.path);
        if (!watched)
            co_return ended(Answer::Stopped, watched.error());
        const bool gone = !watched->stat || !node.isSame(*watched->stat);
        std::optional<Woken> woken;
        std::optional<Error> error;
        if (!gone) {
            const auto answer = co_await patience->next(watched->watch);
            if (answer)
                woken = *answer;
            else
                error = answer.error();
        }
        if (session)
            session->cancel(watched->watch);
        if (gone)
            co_return ended(Answer::Released);
        if (error)
            co_return ended(Answer::Stopped, error);
        if (*woken == Woken::Time)
            co_return ended(Answer::Kept);
        if (*woken == Woken::Stop)
            co_return ended(Answer::Stopped);
    }
}

/// Nothing where there is none, or it cannot be read.
Task<std::optional<ReleasePlan>> planOfNow(zk::Session &session, ReleasePlan plan)
{
    auto fresh = co_await replan(session, std::move(plan));
    co_return fresh ? std::optional(std::move(*fresh)) : std::nullopt;
}

} // namespace

Task<AskOutcome> askHolder(zk::Session &given, ReleasePlan plan, std::chrono::milliseconds limit, std::stop_token stop,
                           GuardsMade onGuards)
{
    const QPointer<zk::Session> session(&given);
    if (!plan.canAsk())
        co_return AskOutcome{Answer::NotAsked,
                             Error{ErrorCode::InvalidInput,
                                   {},
                                   plan.target().path,
                                   Text::en("%1 cannot be asked for: its clients know no word for it, or it "
                                            "does not hold its lock.")
                                       .arg(plan.target().path)}};
    auto asking =
        writeGuarded(*session, {{plan.target().identity()}, plan.revokeWord, plan.mayBeOpen, std::move(onGuards)});
    const GuardedOutcome asked = co_await asking;
    if (asked.error) {
        AskOutcome outcome{Answer::NotAsked, asked.error};
        if (session && asked.error->code == ErrorCode::IdentityChanged) {
            outcome.fresh = co_await planOfNow(*session, plan);
        }
        co_return outcome;
    }
    co_return co_await awaitRelease(session, plan.target().identity(), limit, stop);
}

// ---- deleting ----

namespace {

/// So often may what a waiter waits for go between the look at its lock and the transaction.
constexpr int mostLooks = 10;

const ReleaseTarget *sameIn(const ReleasePlan &fresh, const ReleaseTarget &target)
{
    const auto now = std::find_if(fresh.targets.begin(), fresh.targets.end(),
                                  [&](const ReleaseTarget &other) { return other.identity() == target.identity(); });
    return now == fresh.targets.end() ? nullptr : &*now;
}

bool isWaiting(const ReleasePlan &plan, const ReleaseTarget &target)
{
    return plan.contenderOf(target).state == locks::ContenderState::Waiting;
}

/// A waiter that came to hold its lock after it was looked at, or may have: taking it away is another thing than was
/// planned.
std::optional<Error> whoMayHoldByNow(const ReleasePlan &plan, const ReleasePlan &fresh)
{
    const auto refused = [](const ReleaseTarget &target, const Text &sentence) {
        return Error{ErrorCode::InvalidInput, {}, target.path, sentence.arg(target.path)};
    };
    for (const ReleaseTarget &target : plan.targets) {
        const ReleaseTarget *now = target.holds ? nullptr : sameIn(fresh, target);
        if (now && now->holds)
            return refused(target, Text::en("%1 has come to hold its lock since you looked: nothing was deleted."));
        if (now && isWaiting(plan, target) && !isWaiting(fresh, *now))
            return refused(target, Text::en("Whether %1 still waits is not known any more: nothing was deleted."));
    }
    return std::nullopt;
}

/// The lock could not be looked at again.
Error unreadError(const ReleasePlan &plan, const Error &error)
{
    if (error.outcomeUnknown()) // of a look: nothing was to be carried out yet
        return {ErrorCode::NotConnected, u"delete"_s, plan.target().path, error.detail};
    if (error.isNoAnswer())
        return error;
    return {ErrorCode::InvalidInput,
            {},
            plan.target().path,
            Text::en("Whether %1 has come to hold its lock could not be read: nothing was deleted. %2")
                .arg(plan.target().path, error.sentence())};
}

/// What the waiters among the targets wait for must still be there when they are deleted.
void keepBehind(const ReleasePlan &plan, GuardedWrite &write)
{
    for (const ReleaseTarget &target : plan.targets) {
        const locks::LockQueue &queue = plan.lockOf(target).queue;
        for (const int index : isWaiting(plan, target) ? queue.waitsFor(target.index) : locks::IndexList()) {
            const locks::Contender &blocker = queue.contenders[static_cast<size_t>(index)];
            if (!blocker.node.stat)
                continue;
            const QString path = queue.pathOf(blocker);
            if (blocker.node.access == locks::ChildNode::Data::NoPermission)
                write.whyUnchecked = Text::en("If %1 came to hold its lock between two requests, that would not be "
                                              "noticed: %2 may not be read.")
                                         .arg(target.path, path);
            else
                write.behind.push_back({path, blocker.node.stat->czxid, blocker.node.stat->ephemeralOwner});
        }
    }
}

std::vector<NodeIdentity> identities(const ReleasePlan &plan)
{
    std::vector<NodeIdentity> nodes;
    for (const ReleaseTarget &target : plan.targets)
        nodes.push_back(target.identity());
    return nodes;
}

bool isWorthShowingAgain(const ReleasePlan &plan, const Error &error, Window window)
{
    return error.code == ErrorCode::IdentityChanged || (error.code == ErrorCode::NoNode && !plan.isOne())
           || (window == Window::Open && !plan.mayBeOpen);
}

} // namespace

Task<ReleaseOutcome> carryOut(zk::Session &given, ReleasePlan plan, GuardsMade onGuards)
{
    const QPointer<zk::Session> session(&given);
    ReleaseOutcome outcome;
    // A holder stays what it is; who waited may hold by now.
    const bool waits = std::any_of(plan.targets.begin(), plan.targets.end(),
                                   [](const ReleaseTarget &target) { return !target.holds; });
    for (int look = 1; look <= mostLooks; ++look) {
        outcome = {};
        GuardedWrite write{identities(plan), std::nullopt, plan.mayBeOpen, onGuards};
        if (waits) {
            auto now = co_await replan(*session, plan);
            if (!now && now.error().code != ErrorCode::NoNode) {
                outcome.error = unreadError(plan, now.error());
                co_return outcome;
            }
            outcome.error = now ? whoMayHoldByNow(plan, *now) : std::nullopt;
            if (outcome.error) {
                outcome.fresh = std::move(*now);
                co_return outcome;
            }
            if (now)
                keepBehind(*now, write);
            if (!session) {
                outcome.error = Error{ErrorCode::Closed, u"delete"_s, plan.target().path, {}};
                co_return outcome;
            }
        }
        auto deleting = writeGuarded(*session, std::move(write));
        static_cast<GuardedOutcome &>(outcome) = co_await deleting;
        if (!outcome.isBehindGone || !session)
            break;
        outcome.error = Error{
            ErrorCode::InvalidInput,
            {},
            plan.target().path,
            Text::en("What %1 waits for went again and again while it was looked at: nothing was deleted. Try again.")
                .arg(plan.target().path)};
    }
    if (outcome.error && session && isWorthShowingAgain(plan, *outcome.error, outcome.window)) {
        outcome.fresh = co_await planOfNow(*session, plan);
        if (outcome.fresh && outcome.window == Window::Open && outcome.error->code == ErrorCode::InvalidInput)
            outcome.fresh->mayBeOpen = true; // the user who confirms this one has been warned
    }
    co_return outcome;
}

} // namespace lockscope::observe
