// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariorunner.h"

#include "core/base/duration.h"
#include "core/recipes/steps.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

bool needsServer(const Condition &condition)
{
    if (const auto *clients = std::get_if<ClientCondition>(&condition))
        return clients->node.has_value();
    if (const auto *lock = std::get_if<LockCondition>(&condition))
        return !lock->finding.isEmpty();
    return true;
}

} // namespace

Task<Result<Done>> ScenarioRunner::waitFor(Condition condition, std::chrono::milliseconds within)
{
    const QDeadlineTimer deadline(within);
    for (;;) {
        const auto truth = co_await isTrue(condition);
        if (truth && *truth)
            co_return Done();
        if (!truth && !truth.error().connectionWasLost())
            co_return tl::unexpected(truth.error());
        if (m_stopped)
            co_return failure(ErrorCode::Cancelled, u"run"_s);
        const std::chrono::milliseconds left(deadline.remainingTime());
        if (left.count() <= 0) {
            const QString found = m_fold->found(condition);
            co_return failure(
                ErrorCode::ScenarioFailed, {}, {},
                u"not so within %1%2"_s.arg(durationToText(within), found.isEmpty() ? found : u": "_s + found));
        }
        auto change =
            nextChange(needsServer(condition) ? std::min<std::chrono::milliseconds>(left, askAgainAfter) : left);
        co_await change;
    }
}

Task<Result<bool>> ScenarioRunner::isTrue(Condition condition)
{
    if (const auto *clients = std::get_if<ClientCondition>(&condition)) {
        if (!m_fold->isTrue(*clients))
            co_return false;
        if (!clients->node)
            co_return true;
        const auto truth = co_await isTrueOnServer(*clients);
        co_return truth;
    }
    if (const auto *lock = std::get_if<LockCondition>(&condition)) {
        if (!m_fold->isTrue(*lock))
            co_return false;
        if (lock->finding.isEmpty())
            co_return true;
        const auto queue = co_await m_ground->queue(lock->lock);
        if (!queue)
            co_return tl::unexpected(queue.error());
        co_return std::any_of(queue->findings.begin(), queue->findings.end(),
                              [&](const locks::Finding &finding) { return finding.id == lock->finding; });
    }
    if (const auto *node = std::get_if<NodeCondition>(&condition)) {
        const auto there = co_await m_ground->exists(node->path);
        if (!there)
            co_return there;
        co_return *there == node->exists;
    }
    Evidence evidence;
    co_await look(&evidence);
    co_return (evidence.deadlocks > 0) == std::get<DeadlockCondition>(condition).there;
}

Task<Result<bool>> ScenarioRunner::isTrueOnServer(ClientCondition condition)
{
    for (const QString &name : std::as_const(condition.clients)) {
        const Actor *actor = m_fold->actor(name);
        bool there = false;
        const auto sessions = actor->sessions;
        const QString node = actor->node;
        for (const SessionId session : sessions) {
            if (node.isEmpty())
                break;
            const auto found = co_await m_ground->existsOf(node, session);
            if (!found)
                co_return found;
            there |= *found;
        }
        if (there != *condition.node)
            co_return false;
    }
    co_return true;
}

} // namespace lockscope::lab
