// SPDX-License-Identifier: Apache-2.0
// What a World remembers of earlier readings to find what is wrong with its locks. Used by World alone.
// Never asks a server: readings come with events, and so the same journal gives the same findings.
#pragma once

#include "core/base/memo.h"
#include "core/findings/evidence.h"
#include "core/findings/waitgraph.h"

#include <QHash>

#include <map>

namespace lockscope::findings {

class FindingMemory
{
public:
    void setThresholds(const locks::Thresholds &thresholds)
    {
        m_thresholds = thresholds;
        m_reading.known = {}; // so that the next one weighs every lock
    }
    const locks::Thresholds &thresholds() const { return m_thresholds; }

    /// A directory was listed. One that replaces another, in which contenders were, may become a finding.
    void listed(const QString &path, const NodeStat &stat, qint64 atNs);
    /// A lock as it is shown now.
    struct ReadQueue
    {
        const locks::LockQueue *queue = nullptr;
        bool isAsBefore = false; ///< as it was when the servers were asked before
    };
    /// The servers were asked. \a queues: of all locks, sorted by their paths. The indices of those of which something
    /// else is remembered now, or may be.
    std::vector<size_t> read(const std::vector<ReadQueue> &queues, const locks::Knowledge &knowledge,
                             const QSet<SessionId> &ours, qint64 atNs);
    /// A directory is gone. It is remembered for a while only if contenders were in it.
    void gone(const QString &path, qint64 atNs);
    /// A run begins: what one before has tidied away is no incident.
    void runStarted();
    void clear();
    /// How many locks and directories something is remembered of.
    qsizetype weight() const { return static_cast<qsizetype>(m_evidence.size()) + m_parents.size(); }

    /// What is wrong with it besides the findings by names and Stats alone.
    FindingsNow findingsNow(const locks::LockQueue &queue, qint64 atNs) const;
    /// Findings may prove other states than the queue's: findings::isStateProven().
    bool mayProveStates(const QString &lock) const;
    /// See findings::lostWakeup().
    std::optional<LostWakeup> lostWakeup(const QString &lock, const locks::Contender &contender) const;
    /// Symptoms that are not proven yet.
    bool isUnsettled() const;
    /// Circles that stand still.
    const std::vector<WaitCycle> &deadlocks() const { return m_deadlocks; }

    bool operator==(const FindingMemory &) const = default;

private:
    struct Parent
    {
        Zxid czxid = {};
        Zxid pzxid = {};          ///< when a child last came or went
        bool isContainer = false; ///< which servers delete themselves when it is empty
        qint64 crowdedAtNs = 0;   ///< when several children were last listed in it
        qint64 thinnedAtNs = 0;   ///< and when fewer were listed for the first time after that
        qint64 listedAtNs = 0;
        qint64 goneAtNs = 0; ///< 0: it is there
        Zxid remade = {};
        qint64 remadeAtNs = 0;
        bool mayBeTidied = false; ///< the older one was, by the last of its clients

        bool operator==(const Parent &) const = default;
    };
    static bool wentCrowded(const Parent &parent);
    static bool wentThinned(const Parent &parent, qint64 atNs);
    /// Of a semaphore of two directories: when one of its leases last came or went, as far as is known.
    Zxid leasesChanged(const locks::LockQueue &queue) const;

    locks::Thresholds m_thresholds;
    Memo<locks::ServerReading> m_reading; ///< the newest, with which all locks were weighed that are as before
    bool m_deletesMovePzxid = true;       ///< as the newest reading says
    std::map<QString, Evidence> m_evidence;
    QHash<QString, Parent> m_parents;
    QList<std::pair<qint64, QString>> m_gone; ///< parents of which something is remembered, in order
    DeadlockEvidence m_cycles;
    std::vector<WaitCycle> m_deadlocks;
};

} // namespace lockscope::findings
