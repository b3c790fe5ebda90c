// SPDX-License-Identifier: Apache-2.0
// Counts what a run of simulated clients comes to, from the journal's events.
// The one place that judges whether a client of a run goes on. Never looks at a server: nodes left over are the ones
// that the checks prove.
#pragma once

#include "core/checks/check.h"
#include "core/history/client.h"
#include "core/history/herdmeter.h"
#include "core/lab/clientspec.h"
#include "core/lab/runresult.h"
#include "core/locks/recipecatalog.h"

#include <QSet>

#include <algorithm>
#include <map>
#include <vector>

namespace lockscope::lab {

/// One client of a run.
struct RunClient : journal::Client
{
    QSet<SessionId> sessions;
    QString lastNode;                 ///< the newest it had
    std::optional<ErrorCode> failure; ///< of its newest attempt
    int attemptsAsked = 0;            ///< until stopped: std::numeric_limits<int>::max()
    bool goesOn = true;               ///< false: its run has ended, be it before its rounds were over
    /// Under random faults: the end of its session is not the end of its rounds, unless it was asked for.
    bool comesBack = false;
    /// A fault may have ended its session without its knowing: no connection was made since.
    bool sessionInDoubt = false;

    bool hasAttemptsLeft() const { return attempts < attemptsAsked; }
    /// It will not begin another attempt by itself.
    bool isDone() const;
    /// Its newest attempt ended by itself and in vain.
    bool timedOut() const { return failure == ErrorCode::AcquireTimeout; }
    bool hasFailed() const { return failure && !timedOut() && failure != ErrorCode::Cancelled && !wasServed(); }
};

/// As journal::follow(), and judges whether the client will go on.
journal::ClientChange follow(RunClient &runner, const journal::Event &event);

class RunReport
{
public:
    /// \a backend: on which they run; nothing: the usual one of their recipe.
    explicit RunReport(SpawnRequest request, std::optional<locks::Backend> backend = {})
        : m_request(std::move(request))
        , m_backend(backend.value_or(locks::recipeInfo(m_request.recipe).backends.first()))
    {
    }

    /// Counts it; what it proves is checked by catchUp(). The turn it was for its client, if it is about one.
    journal::ClientChange add(const journal::Event &event);
    void add(const journal::EventBatch &batch);
    /// Checks what came since: most of the work for an event, for which no hand-over should wait. For when there is
    /// nothing else to do; all that reads the checks does it first.
    void catchUp();

    /// Null if no event spawned it.
    RunClient *runner(ClientId id);
    const std::map<ClientId, RunClient> &runners() const { return m_runners; }

    /// True once every client of the request has done its rounds, or will not go on.
    bool isOver() const;
    /// Whom the leavings woke.
    const journal::HerdMeter &herd() const { return m_herd; }
    /// What the exit code is about: anything that journal::Checker proves, but for overlaps of belief.
    bool hasViolations() { return !check().isClean(); }
    /// They were stopped at \a ns, having waited until then: so long the run was.
    void stoppedAt(qint64 ns) { m_lastNs = m_firstNs == 0 ? 0 : std::max(m_lastNs, ns); }
    /// None of them will do anything more: what is as it is now is judged as staying so.
    void settle() { m_isSettled = true; }
    /// Of the run so far.
    journal::CheckReport check();
    RunResult result();

private:
    void on(const journal::ClientChange &turn, const RunClient &runner, qint64 atNs);
    void handedOver(const RunClient &to, qint64 atNs);
    void failed(const RunClient &runner, const Error &error);

    SpawnRequest m_request;
    locks::Backend m_backend;
    journal::Checker m_checker;
    journal::HerdMeter m_herd;
    journal::EventBatch m_unchecked;
    std::map<ClientId, RunClient> m_runners;
    std::map<QString, qint64> m_releasedNs; ///< by lock: the newest release without a grant after it
    std::vector<qint64> m_handoffsNs;
    QMap<QString, qint64> m_requests;                  ///< by operation
    std::map<QString, RunResult::Failures> m_failures; ///< by the name of their error
    bool m_isSettled = false;
    qint64 m_acquired = 0;
    qint64 m_timedOut = 0;
    qint64 m_failed = 0;
    qint64 m_crashed = 0;
    qint64 m_watchEvents = 0;
    qint64 m_firstNs = 0;
    qint64 m_lastNs = 0;
};

} // namespace lockscope::lab
