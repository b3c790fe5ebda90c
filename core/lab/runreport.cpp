// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runreport.h"

#include "core/base/lookup.h"
#include "core/lab/simclient.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

constexpr qsizetype mostUnchecked = 1'000; ///< where the event loop is never idle

/// Nearest rank.
qint64 percentileUs(const std::vector<qint64> &sortedNs, double share)
{
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(sortedNs.size())));
    return sortedNs[std::max<size_t>(rank, 1) - 1] / 1000;
}

QStringList orphansIn(const journal::CheckReport &check)
{
    using journal::Rule;
    QStringList nodes;
    for (const journal::Violation &left :
         check.of({Rule::ForgottenRelease, Rule::LeakedContender, Rule::OrphanedLease, Rule::PersistentNode}))
        nodes += left.nodes;
    nodes.sort();
    nodes.removeDuplicates();
    return nodes;
}

} // namespace

journal::ClientChange follow(RunClient &runner, const journal::Event &event)
{
    using namespace journal;
    const ClientChange turn = journal::follow(runner, event);
    const auto opensNewSession = [&] { return runner.comesBack && runner.hasAttemptsLeft(); };
    if (turn.stateReported) {
        if (!runner.node.isEmpty())
            runner.lastNode = runner.node;
        if (turn.asks) {
            runner.goesOn = true;
            runner.failure.reset();
        } else if (runner.error) {
            runner.failure = runner.error->code;
        }
        if (runner.state == LockState::Released && runner.error)
            runner.goesOn = goesOnAfter(*runner.error) || (runner.error->sessionIsOver() && opensNewSession());
    } else if (const auto *connection = std::get_if<ClientConnection>(&event.what)) {
        if (!connection->session.isNull())
            runner.sessions.insert(connection->session);
        if (connection->state == ConnectionState::Connected)
            runner.sessionInDoubt = false;
        if (lockscope::isOver(connection->state))
            runner.goesOn = opensNewSession();
    } else if (const auto *fault = std::get_if<ClientFault>(&event.what)) {
        runner.sessionInDoubt |= mayEndUnheard(fault->fault);
        // After any other fault it goes on, or an event of its session ends it.
        const bool ends = fault->fault == Fault::Crash || fault->fault == Fault::Close;
        if (ends) {
            runner.comesBack &= fault->atRandom;
            runner.goesOn = opensNewSession();
        }
    } else if (std::holds_alternative<ClientRemoved>(event.what)) {
        runner.goesOn = runner.comesBack = false;
    }
    return turn;
}

bool RunClient::isDone() const
{
    const bool rests = crashed || state == LockState::Released;
    return (!goesOn && (rests || isGone())) || (rests && !hasAttemptsLeft());
}

RunClient *RunReport::runner(ClientId id)
{
    return lookUp(m_runners, id);
}

void RunReport::add(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch)
        add(event);
}

journal::ClientChange RunReport::add(const journal::Event &event)
{
    using namespace journal;
    m_unchecked.append(event);
    if (m_unchecked.size() >= mostUnchecked)
        catchUp();
    if (const auto *spawned = std::get_if<ClientSpawned>(&event.what)) {
        RunClient &made = m_runners[spawned->id];
        made.comesBack = !m_request.faults.isEmpty();
        made.attemptsAsked = m_request.rounds == 0 ? std::numeric_limits<int>::max() : m_request.rounds;
    }
    RunClient *about = runner(clientOf(event.what));
    if (!about)
        return {};
    const ClientChange turn = follow(*about, event);
    m_herd.follow(event, *about, turn);
    if (turn.stateReported)
        on(turn, *about, event.atNs);
    else if (const auto *request = std::get_if<ClientRequest>(&event.what))
        ++m_requests[request->operation];
    else if (std::holds_alternative<ClientWatchFired>(event.what))
        ++m_watchEvents;
    else if (const auto *fault = std::get_if<ClientFault>(&event.what); fault && fault->fault == Fault::Crash)
        ++m_crashed;
    return turn;
}

void RunReport::catchUp()
{
    m_checker.add(std::exchange(m_unchecked, {}));
}

journal::CheckReport RunReport::check()
{
    catchUp();
    return m_checker.report(m_isSettled || isOver());
}

void RunReport::on(const journal::ClientChange &turn, const RunClient &runner, qint64 atNs)
{
    if (m_firstNs == 0)
        m_firstNs = atNs;
    m_lastNs = atNs;
    if (turn.served) {
        ++m_acquired;
        handedOver(runner, atNs);
    }
    if (turn.stopped && runner.state == LockState::Releasing)
        m_releasedNs[runner.spec.lock] = atNs;
    if (runner.state == LockState::Released && runner.error)
        failed(runner, *runner.error);
}

/// Only if it was waiting already when the lock was given back.
void RunReport::handedOver(const RunClient &to, qint64 atNs)
{
    const qint64 releasedNs = std::exchange(m_releasedNs[to.spec.lock], 0);
    if (releasedNs != 0 && to.asked.atNs < releasedNs)
        m_handoffsNs.push_back(atNs - releasedNs);
}

void RunReport::failed(const RunClient &runner, const Error &error)
{
    m_timedOut += runner.timedOut() ? 1 : 0;
    m_failed += runner.hasFailed() ? 1 : 0;
    if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::AcquireTimeout)
        return; // by hand, or as asked
    RunResult::Failures &kind = m_failures[errorCodeName(error.code)];
    if (++kind.count == 1) {
        kind.code = error.code;
        kind.client = runner.spec.name;
        kind.text = error.sentence();
    }
}

bool RunReport::isOver() const
{
    return std::ssize(m_runners) >= m_request.count
           && std::all_of(m_runners.begin(), m_runners.end(), [](const auto &entry) { return entry.second.isDone(); });
}

RunResult RunReport::result()
{
    RunResult result;
    result.recipe = locks::recipeName(m_request.recipe);
    result.dialect = locks::dialectName(m_request.dialect);
    result.backend = m_backend;
    result.clients = m_request.count;
    result.rounds = m_request.rounds;
    result.acquired = m_acquired;
    result.timedOut = m_timedOut;
    result.failed = m_failed;
    result.crashed = m_crashed;
    result.check = check();
    result.orphans = orphansIn(result.check);
    auto sorted = m_handoffsNs;
    std::sort(sorted.begin(), sorted.end());
    result.handoffs = std::ssize(sorted);
    if (!sorted.empty()) {
        result.handoffP50Us = percentileUs(sorted, 0.5);
        result.handoffP99Us = percentileUs(sorted, 0.99);
    }
    result.requests = m_requests;
    if (m_backend == locks::Backend::ZooKeeper) {
        for (const QString &operation : {u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s})
            result.requests.insert(operation, m_requests.value(operation));
    }
    result.watchEvents = m_watchEvents;
    const auto per = [](qint64 count, double by) {
        return by > 0 ? std::optional(static_cast<double>(count) / by) : std::nullopt;
    };
    const double seconds = static_cast<double>(m_lastNs - m_firstNs) / 1e9;
    const journal::HerdCount herd = m_herd.count();
    result.acquiredPerS = per(m_acquired, seconds);
    result.wakeUpsPerRelease = per(herd.wakeUps, static_cast<double>(herd.leavings));
    for (const auto &[name, failures] : m_failures)
        result.failures += failures;
    result.durationMs = qRound64(seconds * 1000);
    return result;
}

} // namespace lockscope::lab
