// SPDX-License-Identifier: Apache-2.0
#include "core/observe/release.h"

#include "core/base/path.h"

#include <QPointer>

#include <algorithm>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// A waiter that came to hold its lock after it was looked at: taking it away is another thing than was planned.
std::optional<Error> whoHoldsByNow(const ReleasePlan &plan, const ReleasePlan &fresh)
{
    for (const ReleaseTarget &target : plan.targets) {
        const auto now = std::find_if(fresh.targets.begin(), fresh.targets.end(), [&](const ReleaseTarget &other) {
            return other.identity() == target.identity();
        });
        if (now != fresh.targets.end() && now->holds && !target.holds)
            return Error{ErrorCode::InvalidInput,
                         {},
                         target.path,
                         u"%1 has come to hold its lock since you looked: nothing was deleted."_s.arg(target.path)};
    }
    return std::nullopt;
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

Task<ReleaseOutcome> carryOut(zk::Session &given, ReleasePlan plan)
{
    const QPointer<zk::Session> session(&given);
    ReleaseOutcome outcome;
    // A holder stays what it is; who waited may hold by now.
    const bool waits = std::any_of(plan.targets.begin(), plan.targets.end(),
                                   [](const ReleaseTarget &target) { return !target.holds; });
    if (waits) {
        auto looking = replan(*session, plan);
        auto now = co_await looking;
        if (now) {
            outcome.error = whoHoldsByNow(plan, *now);
            if (outcome.error) {
                outcome.fresh = std::move(now);
                co_return outcome;
            }
        }
        if (!session) {
            outcome.error = Error{ErrorCode::Closed, u"delete"_s, plan.target().path, {}};
            co_return outcome;
        }
    }
    auto deleting = writeGuarded(*session, {identities(plan), std::nullopt, plan.mayBeOpen});
    const GuardedOutcome deleted = co_await deleting;
    outcome.error = deleted.error;
    outcome.window = deleted.window;
    outcome.windowReason = deleted.windowReason;
    outcome.attempts = deleted.attempts;
    if (outcome.error && session && isWorthShowingAgain(plan, *outcome.error, outcome.window)) {
        auto looking = replan(*session, plan);
        outcome.fresh = co_await looking;
        if (outcome.fresh && outcome.window == Window::Open && outcome.error->code == ErrorCode::InvalidInput)
            outcome.fresh->mayBeOpen = true; // whoever confirms this one has been told
    }
    co_return outcome;
}

} // namespace lockscope::observe
