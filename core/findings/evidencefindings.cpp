// SPDX-License-Identifier: Apache-2.0
// What is proven of a queue, as findings: their sentences, and from when on they are others.
#include "core/findings/evidence.h"

#include "core/base/clock.h"
#include "core/base/duration.h"
#include "core/base/lookup.h"
#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/unnamedleases.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lockscope::findings {

using namespace Qt::StringLiterals;
using namespace locks;

namespace {

using Severity = Finding::Severity;

/// For so long it is reported that a directory was made again.
constexpr qint64 remadeShownMs = 10 * 60'000;
constexpr qint64 aWeekMs = 7 * 24 * 3'600'000;

Text duration(qint64 ms)
{
    return roughSpan(std::chrono::milliseconds(ms));
}

struct Telling
{
    const char *id;
    Severity severity;
    Text text;        ///< with a place for the number
    Text advice = {}; ///< where it is another one than its id has
};

Finding findingOf(const Telling &telling)
{
    Finding finding = makeFinding(QString::fromLatin1(telling.id), telling.severity, telling.text);
    if (!telling.advice.isEmpty())
        finding.advice = telling.advice;
    return finding;
}

Telling tellingOf(Trouble trouble) // NOLINT(readability-function-size): a table
{
    switch (trouble) {
    case Trouble::SelfWatch:
        return {
            "self-watch", Severity::Error,
            Text::en("Contenders that watch their own node instead of the one before it: %1. They wait for themselves, "
                     "and all behind wait with them.")};
    case Trouble::MutualWait:
        return {"mutual-wait", Severity::Error,
                Text::en("Contenders that watch a later one, which waits for them: %1. Neither is ever served.")};
    case Trouble::WrongWatch:
        return {
            "wrong-watch", Severity::Warning,
            Text::en("Contenders that watch another node than the one they wait for: %1. They are woken too early, too "
                     "late or never.")};
    case Trouble::NameOrder:
        return {
            "order-disagreement", Severity::Error,
            Text::en(
                "Contenders that watch the node before them by name, which is not the one before them by number: %1. "
                "Clients that sort whole names let a late comer with a small name in while another one holds.")};
    case Trouble::LostWakeup:
        return {
            "lost-wakeup", Severity::Error,
            Text::en("Contenders that watch a node which is not there any more: %1. Nothing will wake them, and all "
                     "behind wait with them.")};
    case Trouble::NoWatch:
        return {
            "no-watch", Severity::Warning,
            Text::en("Waiters without a watch, where others of this queue have one: %1. Nothing will wake them: their "
                     "clients have given up without taking their node away, or believe that they hold.")};
    case Trouble::NoWatchNoRead:
        return {
            "no-watch", Severity::Warning,
            Text::en("Waiters without a watch on a node that not every client may read: %1. Nothing will wake them: "
                     "without READ permission on the node before its own a client can set no watch there, and its "
                     "acquire fails or waits for ever."),
            Text::en("Let all clients of the lock have one login, or an ACL that lets each read the nodes of the "
                     "others. Ask the client whether it still wants the lock; if not, release its node before it "
                     "comes first.")};
    case Trouble::Unwoken:
        return {
            "no-watch", Severity::Warning,
            Text::en("Contenders that were without a watch when their turn came: %1. Nothing has woken them: they hold "
                     "only if their clients look at the queue by themselves.")};
    case Trouble::NoWatchShared:
        return {
            "duplicate-contender", Severity::Warning,
            Text::en(
                "Contenders without a watch whose sessions have other contenders here: %1. They were left by a lost "
                "reply or by an acquire that gave up, and no client will release them.")};
    case Trouble::Twin:
        return {
            "duplicate-contender", Severity::Warning,
            Text::en(
                "Contenders with the same token as another one of their session: %1. One try has made both: a reply "
                "was lost and the node created again, so one of them is left over.")};
    case Trouble::LeakedWatch:
        return {
            "leaked-watch", Severity::Note,
            Text::en(
                "Watches on contenders by sessions that have no node here: %1. They may be left of clients that gave "
                "up.")};
    case Trouble::Herd:
        return {"herd", Severity::Warning, Text::en("Each release wakes %1 waiters; %2 wake for nothing.")};
    case Trouble::ReaderHerd:
        return {"herd", Severity::Note,
                Text::en("One release wakes %1 readers at once, as their rule says: the servers feel it with many."),
                Text::en("Nothing has to be done: they are served together. Where there are very many, several locks "
                         "for parts of the data wake fewer at once.")};
    case Trouble::NodeHerd:
        return {
            "herd", Severity::Note,
            Text::en("When this node goes, %1 sessions that watch it are woken at once: of those that wait for it one "
                     "is served, others only want to know."),
            Text::en("Nothing has to be done while they are few. A queue of sequential nodes wakes one at a time.")};
    case Trouble::Unconnected:
        return {"dead-session", Severity::Warning,
                Text::en("Contenders whose clients have lost their connection: %1. They are dead, cut off or paused; "
                         "their nodes disappear when their sessions expire.")};
    case Trouble::Outlived:
        return {"stale-ephemeral", Severity::Error,
                Text::en(
                    "Contenders whose sessions are over, as all servers say: %1. Servers should have deleted them with "
                    "their sessions; now nothing will.")};
    case Trouble::RefusedLease: break; // what comes before OrphanLease
    case Trouble::OrphanLease:
        return {
            "orphan-lease", Severity::Warning,
            Text::en(
                "Leases that were left by an acquire that gave up: %1. Their clients stood in line while all leases "
                "were out, and left the line without taking their own away; it counts as in use for as long as its "
                "session lives. (Or the number of leases was raised meanwhile: then it is in use.)")};
    case Trouble::LeasesOver:
        return {
            "orphan-lease", Severity::Warning,
            Text::en(
                "More leases are out than the semaphore says it has: %1. Some were made without a look at the others, "
                "or were left by clients that gave up.")};
    case Trouble::Standstill:
        return {"line-stands-still", Severity::Warning,
                Text::en("Contenders that stand first in line and take no lease, though one is free: %1. Their clients "
                         "have stopped, or have forgotten their nodes, and all behind wait with them.")};
    case Trouble::UnnamedLeases:
        return {"unnamed-leases", Severity::Note,
                Text::en("A semaphore whose nodes are named as those of a mutex (Curator's InterProcessSemaphore): as "
                         "watches showed, %1 hold at once."),
                Text::en("Nothing has to be done.")};
    case Trouble::MayHold:
        return {"may-hold", Severity::Note,
                Text::en("Contenders behind the first without a watch: %1. Of a mutex each would watch the one before "
                         "it; Curator's InterProcessSemaphore has the same names, and holds without a watch. Whether "
                         "they hold is not known."),
                Text::en("Ask the clients which recipe they run, before a node is released.")};
    case Trouble::BehindStranger:
        return {"blocked-by-child", Severity::Error,
                Text::en("Contenders that stand first and watch %3, which is no contender: %1. A client of an old "
                         "version (%2) waits for it: as long as it is there no client holds.")};
    }
    return {"", Severity::Note, {}};
}

/// How many of what its text is about one symptom stands for.
qsizetype countOf(const Symptom &symptom)
{
    const bool isHerd = symptom.trouble == Trouble::Herd || symptom.trouble == Trouble::ReaderHerd
                        || symptom.trouble == Trouble::NodeHerd;
    if (isHerd)
        return symptom.sessions.size();
    return symptom.trouble == Trouble::LeasesOver ? symptom.nodes.size() : 1;
}

/// With its number.
Text sentenceOf(Trouble trouble, qsizetype count)
{
    const Text text = tellingOf(trouble).text;
    return trouble == Trouble::Herd ? text.arg(count, count - 1) : text.arg(count);
}

class Teller
{
public:
    Teller(const Evidence &evidence, const LockQueue &queue, const Thresholds &thresholds, qint64 nowNs)
        : m_evidence(evidence)
        , m_queue(queue)
        , m_thresholds(thresholds)
        , m_nowNs(nowNs)
        , m_all(queue.contenders.summary())
    {
        QSet<NodeBirth> wanted;
        for (const Evidence::Seen &seen : evidence.seen)
            wanted << seen.what.contender << seen.what.other;
        if (wanted.isEmpty())
            return;
        for (const Contender &contender : queue.contenders) {
            if (contender.node.stat && wanted.contains(birthOf(contender)))
                m_there.insert(birthOf(contender));
        }
    }

    qint64 againNs() const
    {
        if (!m_evidence.seen.empty() || !m_evidence.remade.isNull())
            return m_nowNs;
        qint64 due = std::numeric_limits<qint64>::max();
        if (m_queue.kind == LockKind::Election || m_queue.waitingCount() == 0 || namesProveNothing(m_queue))
            return due;
        if (m_thresholds.longWaitMs > 0 && m_all.waitsTimed > 0)
            due = (m_all.firstTimedMs + m_thresholds.longWaitMs) * nsPerMs;
        for (const int index : m_queue.holders) {
            const Contender &holder = m_queue.contenders[static_cast<size_t>(index)];
            if (m_thresholds.staleHolderMs > 0 && holder.node.stat)
                due = std::min(due, m_nowNs + (m_thresholds.staleHolderMs - heldAtLeastMs(birthOf(holder))) * nsPerMs);
        }
        return std::max(due, m_nowNs);
    }

    QList<Finding> findings() const
    {
        QList<Finding> found = troubles();
        for (auto finding : {unnamedLeases(), parentRecreated(), staleHolders(), longWaits()}) {
            if (finding)
                found += *std::move(finding);
        }
        return found;
    }

private:
    QString pathOf(const QString &name) const { return m_queue.isNode ? m_queue.path : joinPath(m_queue.path, name); }
    bool isStillThere(const NodeBirth &birth) const { return birth.isNull() || m_there.contains(birth); }
    bool isReported(const Evidence::Seen &seen) const
    {
        if (seen.what.trouble == Trouble::UnnamedLeases)
            return false; // see unnamedLeases()
        if (!isProven(seen, m_thresholds) || !isStillThere(seen.what.contender))
            return false;
        if (!isStillThere(seen.what.other) && !(isOfNoWatch(seen.what.trouble) && isHolding(seen.what.contender)))
            return false;
        if (seen.what.certain)
            return true;
        // A watch that a holder left on a node that went is harmless, one that it waits for is not: time shows which.
        const bool isWait = seen.what.trouble == Trouble::LostWakeup || seen.what.trouble == Trouble::BehindStranger;
        if (!isWait || m_thresholds.longWaitMs <= 0)
            return false;
        return heldByMs(seen.what.contender) >= m_thresholds.longWaitMs;
    }
    bool isHolding(const NodeBirth &birth) const
    {
        return std::ranges::any_of(m_queue.holders, [&](int index) {
            const Contender &holder = m_queue.contenders[static_cast<size_t>(index)];
            return holder.node.stat && birthOf(holder) == birth;
        });
    }
    qint64 heldByMs(const NodeBirth &birth) const { return isHolding(birth) ? heldAtLeastMs(birth) : 0; }

    /// As far as is known: since it was first seen to hold, or since the last change of the directory.
    qint64 heldAtLeastMs(const NodeBirth &holder) const
    {
        const qint64 *seenSince = lookUp(m_evidence.holdingSinceNs, holder);
        const qint64 seenMs = seenSince ? std::max<qint64>(0, (m_nowNs - *seenSince) / nsPerMs) : 0;
        return std::max(seenMs, unchangedMs());
    }

    /// Since the youngest contender came, where none has left the directory since; 0 where that is not known.
    qint64 unchangedMs() const
    {
        const bool byOrder = m_queue.kind != LockKind::Semaphore; // of which another directory decides
        // The parent's pzxid is of the newest create or delete below it; where it is not, a contender may have left.
        const bool isKnown = byOrder && m_evidence.deletesMovePzxid && m_queue.parentStat && m_all.youngestMs > 0;
        if (!isKnown || m_queue.parentStat->pzxid != m_all.youngest)
            return 0;
        return m_nowNs / nsPerMs - m_all.youngestMs;
    }

    QList<Finding> troubles() const
    {
        QList<Finding> findings;
        std::map<Trouble, std::pair<Finding, qsizetype>> byTrouble;
        std::map<Trouble, qint64> expiry;
        std::map<Trouble, const Symptom *> returned;
        const Symptom *stranger = nullptr; // of the first that is behind one
        for (const Evidence::Seen &seen : m_evidence.seen) {
            if (!isReported(seen))
                continue;
            const bool isUnwoken =
                (seen.what.trouble == Trouble::NoWatch || seen.what.trouble == Trouble::NoWatchNoRead)
                && isHolding(seen.what.contender);
            const Trouble trouble = isUnwoken ? Trouble::Unwoken : seen.what.trouble;
            auto [entry, isNew] = byTrouble.try_emplace(trouble, findingOf(tellingOf(trouble)), 0);
            auto &[finding, count] = entry->second;
            count += countOf(seen.what);
            for (const QString &name : seen.what.nodes)
                addNode(finding, pathOf(name), {});
            for (const SessionId session : seen.what.sessions)
                addNode(finding, finding.nodes.value(0, m_queue.path), session);
            if (seen.what.trouble == Trouble::BehindStranger && !stranger)
                stranger = &seen.what;
            if (!seen.what.returned.isNull())
                returned.try_emplace(seen.what.trouble, &seen.what);
            if (seen.what.expiresInMs >= 0)
                expiry[seen.what.trouble] = std::max(expiry[seen.what.trouble], seen.what.expiresInMs);
        }
        for (auto &[trouble, entry] : byTrouble) {
            entry.first.text = sentenceOf(trouble, entry.second);
            if (trouble == Trouble::BehindStranger)
                nameStranger(entry.first, entry.second, *stranger);
            if (const auto latest = expiry.find(trouble); latest != expiry.end())
                entry.first.text = Text::en("%1 The last of them disappears in about %2.")
                                       .arg(entry.first.text, duration(latest->second));
            if (const auto back = returned.find(trouble); back != returned.end())
                entry.first.text =
                    Text::en("%1 The client may be back: %2, which names it as well, belongs to a session that is "
                             "connected, %3.")
                        .arg(entry.first.text, back->second->returnedAs, back->second->returned.toHex());
            findings += entry.first;
        }
        return findings;
    }

    /// Of heads that were not seen to ask for the child last, time alone does not show that they wait for it; but for
    /// so long that a holder would be stale, others wait in vain either way.
    void nameStranger(Finding &finding, qsizetype count, const Symptom &behind) const
    {
        const auto &strangers = rulesOf(m_queue.dialect).strangers;
        if (!strangers)
            return;
        if (!behind.certain) {
            const bool isStale = m_thresholds.staleHolderMs > 0 && m_queue.waitingCount() > 0
                                 && heldByMs(behind.contender) >= m_thresholds.staleHolderMs;
            finding.severity = isStale ? Severity::Error : Severity::Warning;
            finding.text =
                Text::en("Contenders that stand first and watch %3, which is no contender: %1. A client of an old "
                         "version (%2) waits for it, and then no client holds; another one holds, and only wants to "
                         "know of it.")
                    .arg(count);
        }
        finding.text = finding.text.arg(strangers->versions, behind.otherName);
    }

    std::optional<Finding> unnamedLeases() const
    {
        if (m_evidence.unnamedLeases == 0)
            return std::nullopt;
        Finding finding = findingOf(tellingOf(Trouble::UnnamedLeases));
        finding.text = sentenceOf(Trouble::UnnamedLeases, m_evidence.unnamedLeases);
        for (const Contender &contender : m_queue.contenders) {
            if (isContender(contender) && finding.nodes.size() < m_evidence.unnamedLeases)
                addNode(finding, pathOf(contender.node.name), contender.node.owner());
        }
        return finding;
    }

    std::optional<Finding> parentRecreated() const
    {
        const bool isThisOne =
            m_queue.parentStat && !m_evidence.remade.isNull() && m_queue.parentStat->czxid == m_evidence.remade;
        if (!isThisOne || m_nowNs - m_evidence.remadeAtNs > remadeShownMs * nsPerMs)
            return std::nullopt;
        Finding finding = makeFinding(u"parent-recreated"_s, Severity::Warning,
                                      Text::en("The directory was deleted and made again while contenders were in it: "
                                               "those have lost their places, sequence "
                                               "numbers start again, and a waiter may be left that nothing wakes."));
        addNode(finding, m_queue.path, {});
        return finding;
    }

    bool isBlocked(const Contender &head) const
    {
        return std::ranges::any_of(m_evidence.seen, [&](const Evidence::Seen &seen) {
            return seen.what.trouble == Trouble::BehindStranger && seen.what.contender == birthOf(head)
                   && isReported(seen);
        });
    }

    std::optional<Finding> staleHolders() const
    {
        const bool mayHoldForEver = m_queue.kind == LockKind::Election; // leaders lead
        if (m_thresholds.staleHolderMs <= 0 || m_queue.waitingCount() == 0 || mayHoldForEver
            || namesProveNothing(m_queue))
            return std::nullopt;
        Finding finding = makeFinding(u"stale-holder"_s, Severity::Warning, {});
        qint64 longestMs = 0;
        qint64 oldestMs = 0;
        for (const int index : m_queue.holders) {
            const Contender &holder = m_queue.contenders[static_cast<size_t>(index)];
            const qint64 heldMs = holder.node.stat ? heldAtLeastMs(birthOf(holder)) : 0;
            if (heldMs < m_thresholds.staleHolderMs || isBlocked(holder))
                continue;
            longestMs = std::max(longestMs, heldMs);
            oldestMs = std::max(oldestMs, m_nowNs / nsPerMs - holder.node.stat->ctimeMs);
            addNode(finding, pathOf(holder.node.name), holder.node.stat->owner());
        }
        if (finding.nodes.isEmpty())
            return std::nullopt;
        const Text least = duration(longestMs);
        const Text most = duration(std::max(longestMs, oldestMs)); // no longer than its node is there
        finding.text =
            Text::counted("Held for %1 while %n wait: the holder works long, is stuck, or has forgotten the lock.",
                          m_queue.waitingCount())
                .arg(least == most ? least : Text::en("%1 to %2").arg(least, most));
        if (m_queue.kind == LockKind::Mutex && unchangedMs() >= aWeekMs) {
            finding.severity = Severity::Note;
            finding.text = Text::en("%1 No contender has come or gone for a week: an election whose candidates write "
                                    "the names of a lock looks the same.")
                               .arg(finding.text);
        }
        if (!m_evidence.ledAlike.isEmpty()) {
            finding.severity = Severity::Note;
            finding.text = Text::en("%1 The same sessions stand in %2, behind the same one: candidates of an election "
                                    "for several offices look the same.")
                               .arg(finding.text, m_evidence.ledAlike);
        }
        if (const QString own = waiterOfItsOwn(finding.sessions); !own.isEmpty())
            finding.text = Text::en("%1 Its own session waits here, too (%2): threads share the session, or the node "
                                    "was left by an earlier try, and it waits for itself.")
                               .arg(finding.text, own);
        return finding;
    }

    /// The name of a waiter of one of these sessions; empty where there is none.
    QString waiterOfItsOwn(const QList<SessionId> &sessions) const
    {
        for (const SessionId session : sessions) {
            for (const size_t index : m_queue.contenders.ownedBy(session)) {
                const Contender &other = m_queue.contenders[index];
                if (!session.isNull() && other.state == ContenderState::Waiting)
                    return other.node.name;
            }
        }
        return {};
    }

    std::optional<Finding> longWaits() const
    {
        if (m_thresholds.longWaitMs <= 0 || m_queue.kind == LockKind::Election || namesProveNothing(m_queue))
            return std::nullopt;
        Finding finding = makeFinding(u"long-wait"_s, Severity::Note, {});
        const qint64 sinceMs = m_nowNs / nsPerMs - m_thresholds.longWaitMs; // or before
        qsizetype count = 0;
        qint64 oldestMs = std::numeric_limits<qint64>::max();
        const auto look = [&](const Contender &contender) {
            const bool known = contender.node.stat && contender.node.stat->ctimeMs > 0;
            if (contender.state != ContenderState::Waiting || !known || contender.node.stat->ctimeMs > sinceMs)
                return;
            oldestMs = std::min(oldestMs, contender.node.stat->ctimeMs);
            if (++count <= findingNodesLimit)
                addNode(finding, pathOf(contender.node.name), contender.node.stat->owner());
        };
        for (size_t number = 0; number < m_queue.contenders.stretchCount(); ++number) {
            const ContenderList::Stretch stretch = m_queue.contenders.stretch(number);
            const ContenderSummary &some = *stretch.summary;
            if (some.waitsTimed == 0 || some.firstTimedMs > sinceMs)
                continue;
            if (count >= findingNodesLimit && some.lastTimedMs <= sinceMs) { // all that is left is to count
                count += static_cast<qsizetype>(some.waitsTimed);
                oldestMs = std::min(oldestMs, some.firstTimedMs);
                continue;
            }
            const auto first = m_queue.contenders.begin() + static_cast<std::ptrdiff_t>(stretch.first);
            std::for_each(first, first + static_cast<std::ptrdiff_t>(stretch.end - stretch.first), look);
        }
        if (count == 0)
            return std::nullopt;
        finding.text = Text::en("Waiters of more than %1: %2. The longest has waited for %3.")
                           .arg(duration(m_thresholds.longWaitMs), count, duration(m_nowNs / nsPerMs - oldestMs));
        return finding;
    }

    const Evidence &m_evidence;
    const LockQueue &m_queue;
    const Thresholds &m_thresholds;
    qint64 m_nowNs;
    ContenderSummary m_all;
    QSet<NodeBirth> m_there; ///< of those of whom something was seen
};

} // namespace

bool isStateProven(const LockQueue &queue)
{
    return std::ranges::any_of(queue.findings, [](const Finding &finding) {
        return finding.id == "blocked-by-child"_L1 || finding.id == "unnamed-leases"_L1 || finding.id == "may-hold"_L1;
    });
}

LockQueue asProven(LockQueue queue)
{
    QSet<QString> pending;
    int leases = 0;
    for (const Finding &finding : std::as_const(queue.findings)) {
        if (finding.id == "blocked-by-child"_L1 || finding.id == "may-hold"_L1)
            pending.unite(QSet<QString>(finding.nodes.cbegin(), finding.nodes.cend()));
        else if (finding.id == "unnamed-leases"_L1)
            leases = static_cast<int>(finding.nodes.size());
    }
    if (leases > 0)
        queue = withUnnamedLeases(std::move(queue), leases);
    return withPending(std::move(queue), pending);
}

Finding herdOf(qsizetype count, bool areReaders)
{
    const Trouble trouble = areReaders ? Trouble::ReaderHerd : Trouble::Herd;
    Finding finding = findingOf(tellingOf(trouble));
    finding.text = sentenceOf(trouble, count);
    return finding;
}

FindingsNow findingsNow(const Evidence &evidence, const LockQueue &queue, const Thresholds &thresholds, qint64 nowNs)
{
    const bool isSemaphore = evidence.unnamedLeases > 0;
    const LockQueue semaphore = isSemaphore ? withUnnamedLeases(queue, evidence.unnamedLeases) : LockQueue();
    const Teller teller(evidence, isSemaphore ? semaphore : queue, thresholds, nowNs);
    return {teller.findings(), teller.againNs()};
}

} // namespace lockscope::findings
