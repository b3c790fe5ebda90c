// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingmemory.h"

#include "core/base/clock.h"
#include "core/base/lookup.h"
#include "core/base/path.h"
#include "core/locks/dialectregistry.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lockscope::findings {

namespace {

/// Contenders that were seen no longer ago than this were in the directory when it went.
constexpr qint64 crowdedMs = 1'000;
constexpr qint64 goneKeptMs = 10 * 60'000;
constexpr qsizetype mostGone = 1'000;

/// Locks with a waiter that has a node in another one too: only those can be in a circle.
std::vector<const locks::LockQueue *> entangled(std::vector<const locks::LockQueue *> queues)
{
    std::unordered_map<qint64, const locks::LockQueue *> first; ///< by session
    QSet<const locks::LockQueue *> found;
    for (const locks::LockQueue *queue : queues) {
        for (const locks::Contender &contender : queue->contenders) {
            if (!contender.node.stat || !contender.node.stat->isEphemeral())
                continue;
            const auto *elsewhere = first.try_emplace(contender.node.stat->owner().value, queue).first->second;
            if (elsewhere != queue)
                found << elsewhere << queue;
        }
    }
    std::erase_if(queues, [&](const locks::LockQueue *queue) { return !found.contains(queue); });
    return queues;
}

} // namespace

void FindingMemory::clear()
{
    m_evidence.clear();
    m_parents.clear();
    m_gone.clear();
    m_cycles = {};
    m_deadlocks.clear();
    m_reading.known = {};
    m_deletesMovePzxid = true;
}

void FindingMemory::listed(const QString &path, const NodeStat &stat, qint64 atNs)
{
    Parent &parent = m_parents[path];
    const bool another = !parent.czxid.isNull() && parent.czxid != stat.czxid;
    const qint64 wentAtNs = parent.goneAtNs != 0 ? parent.goneAtNs : atNs;
    if (another && (wentCrowded(parent) || wentThinned(parent, wentAtNs))) {
        parent.remade = stat.czxid;
        parent.remadeAtNs = atNs;
        parent.mayBeTidied = !wentCrowded(parent);
    }
    if (another)
        parent.crowdedAtNs = parent.thinnedAtNs = 0;
    parent.czxid = stat.czxid;
    parent.pzxid = stat.pzxid;
    parent.isContainer = !stat.ephemeralOwner.isNull() && !stat.isEphemeral();
    parent.listedAtNs = atNs;
    parent.goneAtNs = 0;
    if (stat.numChildren > 1) {
        parent.crowdedAtNs = atNs;
        parent.thinnedAtNs = 0;
    } else if (parent.crowdedAtNs > 0 && parent.thinnedAtNs == 0) {
        parent.thinnedAtNs = atNs;
    }
}

/// Servers delete an empty container themselves: of none is its going remarkable.
bool FindingMemory::wentCrowded(const Parent &parent)
{
    return !parent.isContainer && parent.crowdedAtNs > 0
           && parent.listedAtNs - parent.crowdedAtNs <= crowdedMs * nsPerMs;
}

/// Its contenders had begun to go when it was listed last: one after another deletes its node and then the directory,
/// which looks as a deletion of all at once does.
bool FindingMemory::wentThinned(const Parent &parent, qint64 atNs)
{
    return !parent.isContainer && parent.thinnedAtNs > 0 && atNs - parent.thinnedAtNs <= crowdedMs * nsPerMs;
}

void FindingMemory::gone(const QString &path, qint64 atNs)
{
    const auto parent = m_parents.find(path);
    if (parent == m_parents.end() || parent->goneAtNs != 0)
        return;
    if (!wentCrowded(*parent) && !wentThinned(*parent, atNs)) {
        m_parents.erase(parent);
        return;
    }
    parent->goneAtNs = atNs;
    m_gone.append({atNs, path});
    while (m_gone.size() > mostGone || atNs - m_gone.first().first > goneKeptMs * nsPerMs) {
        const auto [goneAtNs, oldest] = m_gone.takeFirst();
        if (m_parents.value(oldest).goneAtNs == goneAtNs) // it has not come again meanwhile
            m_parents.remove(oldest);
    }
}

void FindingMemory::runStarted()
{
    for (const auto &[goneAtNs, path] : std::as_const(m_gone)) {
        if (m_parents.value(path).goneAtNs != 0)
            m_parents.remove(path);
    }
    m_gone.clear();
}

std::vector<size_t> FindingMemory::read(const std::vector<ReadQueue> &queues, const locks::Knowledge &knowledge,
                                        const QSet<SessionId> &ours, qint64 atNs)
{
    const locks::ServerReading before = std::exchange(m_reading.known, locks::arranged(knowledge, ours));
    const locks::ServerReading &now = m_reading.known;
    m_deletesMovePzxid = knowledge.deletesMovePzxid;
    std::vector<size_t> weighed;
    // Without groups, whose members wait for no other, and elections: a candidate goes on with its work while it
    // stands.
    std::vector<const locks::LockQueue *> surely;
    auto known = m_evidence.begin();
    for (size_t i = 0; i < queues.size(); ++i) {
        const auto &[queue, isAsBefore] = queues[i];
        while (known != m_evidence.end() && known->first < queue->path)
            known = m_evidence.erase(known);
        const bool isKnown = known != m_evidence.end() && known->first == queue->path;
        if (!isKnown)
            known = m_evidence.emplace_hint(known, queue->path, Evidence());
        Evidence &evidence = known->second;
        ++known;
        // With nothing odd about it, weighed again it would be what it is.
        const bool isSame = isKnown && isAsBefore && evidence.seen.empty() && locks::tellTheSame(before, now, *queue);
        if (!isSame) {
            evidence.leasesChanged = leasesChanged(*queue);
            evidence = weigh(std::move(evidence), *queue, now, m_thresholds);
            weighed.push_back(i);
        }
        if (queue->kind != locks::LockKind::Election && isSurelyLock(*queue, evidence))
            surely.push_back(queue);
    }
    m_evidence.erase(known, m_evidence.end());
    if (weighed.empty() && m_cycles.seen.empty())
        return weighed; // nor would a circle be found where none was
    const auto circles = waitCycles(waitGraph(entangled(std::move(surely)), now));
    m_cycles = weigh(std::move(m_cycles), circles, atNs);
    m_deadlocks = provenDeadlocks(m_cycles, m_thresholds);
    return weighed;
}

Zxid FindingMemory::leasesChanged(const locks::LockQueue &queue) const
{
    if (!queue.hasLineOfItsOwn || queue.contenders.empty())
        return {};
    const QString lease = joinPath(queue.path, queue.contenders.front().node.name); // leases come first
    return m_parents.value(parentPath(lease)).pzxid;
}

bool FindingMemory::isUnsettled() const
{
    const auto isOpen = [this](const Evidence::Seen &seen) {
        // A head that watches a stranger becomes a finding by time, where it has held for long: that is soon known.
        const bool mayBeReported = seen.what.certain || seen.what.trouble == Trouble::BehindStranger;
        return mayBeReported && !isProven(seen, m_thresholds);
    };
    return m_cycles.seen.size() > m_deadlocks.size() || std::ranges::any_of(m_evidence, [&](const auto &entry) {
               return std::ranges::any_of(entry.second.seen, isOpen);
           });
}

std::optional<LostWakeup> FindingMemory::lostWakeup(const QString &lock, const locks::Contender &contender) const
{
    const Evidence *known = lookUp(m_evidence, lock);
    return known ? findings::lostWakeup(*known, contender, m_thresholds) : std::nullopt;
}

bool FindingMemory::mayProveStates(const QString &lock) const
{
    const Evidence *known = lookUp(m_evidence, lock);
    return known && (known->unnamedLeases > 0 || std::ranges::any_of(known->seen, [](const Evidence::Seen &seen) {
                         return seen.what.trouble == Trouble::BehindStranger || seen.what.trouble == Trouble::MayHold;
                     }));
}

FindingsNow FindingMemory::findingsNow(const locks::LockQueue &queue, qint64 atNs) const
{
    const Evidence *known = lookUp(m_evidence, queue.path);
    Evidence evidence = known ? *known : Evidence();
    if (!known) // it came after the servers were asked
        evidence.deletesMovePzxid = m_deletesMovePzxid;
    const Parent *parent = lookUp(m_parents, queue.path);
    if (parent && (!parent->mayBeTidied || locks::rulesOf(queue.dialect).leavesDirectory)) {
        evidence.remade = parent->remade;
        evidence.remadeAtNs = parent->remadeAtNs;
    }
    FindingsNow now = findings::findingsNow(evidence, queue, m_thresholds, atNs);
    for (const WaitCycle &circle : m_deadlocks) {
        const auto isOfIt = [&](const WaitCycleStep &step) {
            return step.lock == queue.path && std::ranges::any_of(queue.contenders, [&](const auto &contender) {
                       return contender.node.stat && contender.node.stat->czxid == step.waiterCzxid
                              && queue.pathOf(contender) == step.waiter;
                   });
        };
        if (std::ranges::any_of(circle.steps, isOfIt))
            now.findings.prepend(findingOf(circle));
    }
    return now;
}

} // namespace lockscope::findings
