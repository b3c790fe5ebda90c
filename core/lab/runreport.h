// SPDX-License-Identifier: Apache-2.0
// What a run of simulated clients came to, counted from the journal's events: the run JSON of docs/cli.md.
// Never looks at a server; the nodes left over are told by the caller, who looked after the run.
#pragma once

#include "core/checks/check.h"
#include "core/history/client.h"
#include "core/lab/clientspec.h"

#include <QJsonObject>

#include <map>
#include <vector>

namespace lockscope::lab {

class RunReport
{
public:
    explicit RunReport(SpawnRequest request)
        : m_request(std::move(request))
    {
    }

    void add(const journal::Event &event);
    void add(const journal::EventBatch &batch);
    /// Nodes of the run's sessions that were still there after it: full paths.
    void setOrphans(QStringList nodes) { m_orphans = std::move(nodes); }

    /// True once every client of the request has done its rounds, or will not go on.
    bool isOver() const;
    /// What the exit code is about: anything that journal::Checker proves, but for overlaps of belief.
    bool hasViolations() const { return !check().isClean(); }
    /// Of the run so far.
    journal::CheckReport check() const { return m_checker.report(isOver()); }
    QJsonObject toJson() const;

private:
    struct Runner : journal::Client
    {
        bool goesOn = true;
    };
    struct ErrorKind
    {
        int count = 0;
        QString client; ///< the first
        QString text;
    };

    void count(const journal::Event &event);
    void on(const journal::ClientTurn &turn, Runner &runner, qint64 atNs);
    void handedOver(const Runner &to, qint64 atNs);
    void failed(Runner &runner, const Error &error);
    /// After the end of its session: under random faults the lab opens a new one for the rounds that are left.
    bool opensNewSession(const Runner &runner) const;
    QJsonObject handoffJson() const;
    QStringList orphans(const journal::CheckReport &check) const;

    SpawnRequest m_request;
    journal::Checker m_checker;
    std::map<ClientId, Runner> m_runners;
    std::map<QString, qint64> m_releasedNs; ///< by lock: the newest release that nobody has followed yet
    std::vector<qint64> m_handoffsNs;
    std::map<QString, qint64> m_requests;
    std::map<QString, ErrorKind> m_errors;
    QStringList m_orphans;
    qint64 m_acquired = 0;
    qint64 m_timedOut = 0;
    qint64 m_failed = 0;
    qint64 m_releases = 0;
    qint64 m_watchEvents = 0;
    qint64 m_firstNs = 0;
    qint64 m_lastNs = 0;
};

} // namespace lockscope::lab
