// SPDX-License-Identifier: Apache-2.0
#include "core/history/findingmemory.h"

#include "core/base/clock.h"
#include "core/base/path.h"

#include <algorithm>
#include <unordered_map>

namespace lockscope::journal {

namespace {

/// Contenders that were seen no longer ago than this were in the directory when it went.
constexpr qint64 crowdedMs = 1'000;
constexpr qint64 goneKeptMs = 10 * 60'000;
constexpr qsizetype mostGone = 1'000;

bool isContainer(const NodeStat &stat)
{
    return !stat.ephemeralOwner.isNull() && !stat.isEphemeral();
}

/// Locks with a waiter that has a node in another one too: only those can be in a circle.
std::vector<const locks::LockQueue *> entangled(const std::vector<const locks::LockQueue *> &queues)
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
    std::vector<const locks::LockQueue *> kept;
    std::copy_if(queues.begin(), queues.end(), std::back_inserter(kept),
                 [&](const locks::LockQueue *queue) { return found.contains(queue); });
    return kept;
}

} // namespace

void FindingMemory::clear()
{
    m_evidence.clear();
    m_parents.clear();
    m_gone.clear();
    m_cycles = {};
    m_deadlocks.clear();
}

void FindingMemory::listed(const QString &path, const NodeStat &stat, qint64 atNs)
{
    Parent &parent = m_parents[path];
    const bool another = !parent.czxid.isNull() && parent.czxid != stat.czxid;
    if (another && wentCrowded(parent)) {
        parent.remade = stat.czxid;
        parent.remadeAtNs = atNs;
    }
    if (another)
        parent.crowdedAtNs = 0;
    parent.czxid = stat.czxid;
    parent.pzxid = stat.pzxid;
    parent.isContainer = isContainer(stat);
    parent.listedAtNs = atNs;
    parent.goneAtNs = 0;
    if (stat.numChildren > 1)
        parent.crowdedAtNs = atNs;
}

/// Servers delete an empty container themselves: of none is its going remarkable.
bool FindingMemory::wentCrowded(const Parent &parent)
{
    return !parent.isContainer && parent.crowdedAtNs > 0
           && parent.listedAtNs - parent.crowdedAtNs <= crowdedMs * nsPerMs;
}

void FindingMemory::gone(const QString &path, qint64 atNs)
{
    const auto parent = m_parents.find(path);
    if (parent == m_parents.end() || parent->goneAtNs != 0)
        return;
    if (!wentCrowded(*parent)) {
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

void FindingMemory::read(const std::vector<const locks::LockQueue *> &queues, const locks::Knowledge &knowledge,
                         const QSet<SessionId> &ours, qint64 atNs)
{
    const locks::ServerReading reading = locks::arranged(knowledge, ours);
    std::map<QString, locks::Evidence> after;
    for (const locks::LockQueue *queue : queues) {
        auto known = m_evidence.extract(queue->path);
        locks::Evidence before = known ? std::move(known.mapped()) : locks::Evidence();
        before.leasesChanged = leasesChanged(*queue);
        after.emplace(queue->path, locks::weigh(std::move(before), *queue, reading, m_thresholds));
    }
    m_evidence = std::move(after);
    m_cycles = locks::weigh(std::move(m_cycles), locks::waitCycles(locks::waitGraph(entangled(queues), reading)), atNs);
    m_deadlocks = locks::provenDeadlocks(m_cycles, m_thresholds);
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
    const auto isOpen = [this](const locks::Evidence::Seen &seen) {
        return seen.what.certain && !locks::isProven(seen, m_thresholds);
    };
    return m_cycles.seen.size() > m_deadlocks.size()
           || std::any_of(m_evidence.begin(), m_evidence.end(), [&](const auto &entry) {
                  return std::any_of(entry.second.seen.begin(), entry.second.seen.end(), isOpen);
              });
}

QList<locks::Finding> FindingMemory::findingsOf(const locks::LockQueue &queue, qint64 atNs) const
{
    const auto known = m_evidence.find(queue.path);
    locks::Evidence evidence = known == m_evidence.end() ? locks::Evidence() : known->second;
    const auto parent = m_parents.constFind(queue.path);
    if (parent != m_parents.cend()) {
        evidence.remade = parent->remade;
        evidence.remadeAtNs = parent->remadeAtNs;
    }
    QList<locks::Finding> findings = locks::findingsFrom(evidence, queue, m_thresholds, atNs);
    for (const locks::WaitCycle &circle : m_deadlocks) {
        const bool isInIt =
            std::any_of(circle.steps.begin(), circle.steps.end(), [&](const locks::WaitCycleStep &step) {
                return step.lock == queue.path
                       && std::any_of(queue.contenders.begin(), queue.contenders.end(), [&](const auto &contender) {
                              return contender.node.stat && contender.node.stat->czxid == step.waiterCzxid
                                     && queue.pathOf(contender) == step.waiter;
                          });
            });
        if (isInIt)
            findings.prepend(locks::findingOf(circle));
    }
    return findings;
}

} // namespace lockscope::journal
