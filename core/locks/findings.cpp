// SPDX-License-Identifier: Apache-2.0
#include "core/locks/findings.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <limits>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

struct Advice
{
    QLatin1StringView id;
    Text text;
};

const QList<Advice> advices{
    {"herd"_L1, Text::en("Use a recipe in which each waiter watches only the node before it; until then keep few "
                         "clients on one lock.")},
    {"zombie-holder"_L1,
     Text::en("Let what the lock protects refuse the smaller fencing token. A client has to look at its session "
              "before it goes on after a pause, and must not act when it may be over.")},
    {"lost-wakeup"_L1,
     Text::en("Restart the client, or release its node: it finds its place lost and starts again. Its library "
              "has to look whether the node is still there when it sets the watch.")},
    {"self-watch"_L1, Text::en("Restart the client, or release its node. Its library takes its own node for the "
                               "one before it, as after a lost reply to a create: look for a newer version.")},
    {"wrong-watch"_L1, Text::en("Look which recipe the client runs: it may enter too early or be woken for "
                                "nothing. All clients of one lock have to follow the same rule.")},
    {"mutual-wait"_L1, Text::en("Release the waiter that came later: the other one is then served. A contender "
                                "may wait only for earlier ones: look for a newer version of the client.")},
    {"no-watch"_L1, Text::en("Ask the client whether it still wants the lock. If not, release its node before it "
                             "comes to the head, where the lock would never be given back.")},
    {"duplicate-contender"_L1,
     Text::en("Release the node that no client uses: once it is at the head, it blocks all others for as long as its "
              "session lives. A client has to look for its node after a lost reply, before it creates another.")},
    {"dead-session"_L1, Text::en("Wait until the session expires: the node then goes by itself. Released "
                                 "earlier, the client may come back and go on as if it held.")},
    {"orphan-lease"_L1, Text::en("Ask the clients that own these leases whether they still hold them; release the "
                                 "leases that none of them knows of.")},
    {"line-stands-still"_L1,
     Text::en("Look at the client of the first in line. If it does not wait any more, release its "
              "node: the next in line then takes a lease.")},
    {"blocked-by-child"_L1,
     Text::en("Move the other nodes to a path of their own, or the lock; until then delete the child only if nothing "
              "needs it. A newer version of the client passes over such children.")},
    {"leaked-nodes"_L1, Text::en("Ask its client whether it needs them all. They go with its session, and until then "
                                 "each listing carries them.")},
    {"leaked-watch"_L1, Text::en("Nothing has to be done now. A client that gives up should take its watch back: "
                                 "it wakes for nothing, and watches pile up at the server.")},
    {"persistent-contender"_L1, Text::en("Make sure that the client is gone or has given up, then release the "
                                         "node. Clients should create ephemeral nodes.")},
    {"mixed-dialects"_L1, Text::en("Give each kind of client its own lock path, or let all use the same library.")},
    {"no-leader"_L1, Text::en("Look at the log of the client that stands first: it has still to take over, or has "
                              "failed to. Where that lasts, restart it; the next in line then takes its turn.")},
    {"foreign-child"_L1, Text::en("Find out who made it; if nothing needs it there, delete it.")},
    {"order-disagreement"_L1,
     Text::en(
         "Trust the order by czxid. Look for the clients that sort in another way: two of them may hold at once.")},
    {"parent-recreated"_L1,
     Text::en("Do not delete the directory of a lock in use: release single nodes. Restart clients that still "
              "wait, and take czxids, not sequence numbers, as fencing tokens.")},
    {"sequence-overflow"_L1, Text::en("Stop the clients of this lock for a moment and let its directory be "
                                      "deleted and made again, or move them to a new path.")},
    {"stale-holder"_L1,
     Text::en("Ask the holder what it does. If its process is stuck or has forgotten the lock, restart it; "
              "release its node only when it cannot touch what the lock protects.")},
    {"long-wait"_L1, Text::en("Look at who holds the lock and at what stands before these waiters.")},
    {"deadlock"_L1, Text::en("Release one node of one of them: the others are then served. Clients that take "
                             "several locks have to take them all in the same order.")},
    {"stale-ephemeral"_L1,
     Text::en("Release the node: no client is left that could. Servers with ZOOKEEPER-3144 or ZOOKEEPER-4837 "
              "should be updated; restart the server that still shows it.")},
};

// ---- what names and Stats show ----

using Severity = Finding::Severity;

constexpr Thresholds standardThresholds;

bool isKnown(const Contender &contender)
{
    return isContender(contender) && contender.parsed->dialect != Dialect::Generic;
}

/// A finding about the contenders for which \a isMeant holds; nothing where there are none.
template<typename Predicate>
std::optional<Finding> about(const LockQueue &queue, const QString &id, Severity severity, const Text &text,
                             Predicate isMeant)
{
    Finding finding = makeFinding(id, severity, {});
    int count = 0;
    for (const Contender &contender : queue.contenders) {
        if (!isMeant(contender) || ++count > findingNodesLimit)
            continue;
        finding.nodes += joinPath(queue.path, contender.node.name);
        const SessionId owner = contender.node.owner();
        if (!owner.isNull() && !finding.sessions.contains(owner))
            finding.sessions += owner;
    }
    finding.text = text.arg(count);
    return count > 0 ? std::optional(finding) : std::nullopt;
}

std::optional<Finding> foreignChildren(const LockQueue &queue)
{
    // Of a lock of unknown kind it cannot be said which names belong to it.
    if (queue.dialect == Dialect::Generic || !queue.isLock())
        return std::nullopt;
    auto finding = about(
        queue, u"foreign-child"_s, Severity::Note,
        Text::en("Children that are no contenders of a %2 lock: %1. Some clients stumble over names that they cannot "
                 "read."),
        [&](const Contender &c) {
            const auto isCompanion = rulesOf(queue.dialect).isCompanion;
            return !isContender(c) && !(isCompanion && isCompanion(c.node));
        });
    if (finding)
        finding->text = finding->text.arg(dialectName(queue.dialect));
    return finding;
}

std::optional<Finding> persistentContenders(const LockQueue &queue)
{
    const auto isEphemeral = [](const Contender &c) {
        return isContender(c) && c.node.stat && c.node.stat->isEphemeral();
    };
    const bool besideEphemeral = std::any_of(queue.contenders.begin(), queue.contenders.end(), isEphemeral);
    return about(queue, u"persistent-contender"_s, Severity::Warning,
                 Text::en("Persistent contenders: %1. They stay when their clients die, and then hold up all who come "
                          "after them until they are deleted: by hand, or by the server at the end of a time to live, "
                          "which it does not show."),
                 [&](const Contender &c) {
                     return isKnown(c) && c.node.stat && !c.node.stat->isEphemeral()
                            && (besideEphemeral || isLease(c)
                                || (saysLock(c.node.name, c.parsed->token, queue.path)
                                    && !isOnlyMode(c.node.name, c.parsed->token, queue.path)))
                            && !rulesOf(c.parsed->dialect).mayBePersistent;
                 });
}

/// Contenders that are persistent by design, and stay.
std::optional<Finding> keptContenders(const LockQueue &queue)
{
    const auto &kept = rulesOf(queue.dialect).kept;
    if (!kept)
        return std::nullopt;
    auto finding = about(queue, u"persistent-contender"_s, Severity::Note, kept->text, [&](const Contender &c) {
        return isKnown(c) && c.node.stat && !c.node.stat->isEphemeral() && kept->isKept(c);
    });
    if (finding)
        finding->advice = kept->advice;
    return finding;
}

/// Of a group: a client that makes a node at each try, and deletes none.
std::optional<Finding> leakedNodes(const LockQueue &queue)
{
    if (!queue.isGroup() || queue.dialect != Dialect::Generic)
        return std::nullopt;
    QHash<SessionId, int> nodes;
    for (const Contender &contender : queue.contenders) {
        if (const SessionId owner = contender.node.owner(); isContender(contender) && !owner.isNull())
            ++nodes[owner];
    }
    const auto most = std::ranges::max_element(nodes);
    if (most == nodes.end() || *most < manyOfOneSession)
        return std::nullopt;
    return about(queue, u"leaked-nodes"_s, Severity::Note,
                 Text::en("Nodes of one session: %1. None waits for another here: a client that makes one at each try "
                          "and deletes none leaves such a row."),
                 [owner = most.key()](const Contender &c) { return isContender(c) && c.node.owner() == owner; });
}

std::optional<Finding> mixedDialects(const LockQueue &queue)
{
    std::vector<bool> seen(dialectRegistry().all().size());
    for (const Contender &contender : queue.contenders) {
        if (isKnown(contender))
            seen[static_cast<size_t>(contender.parsed->dialect)] = true;
    }
    QStringList names;
    for (size_t i = 0; i < seen.size(); ++i) {
        if (seen[i])
            names += dialectName(static_cast<Dialect>(i));
    }
    if (names.size() < 2)
        return std::nullopt;
    const Text text =
        Text::en("Clients of different kinds (%1) use this directory. They do not look at each other's nodes, so "
                 "they do not exclude each other.")
            .arg(names.join(", "_L1));
    auto finding = about(queue, u"mixed-dialects"_s, Severity::Warning, {},
                         [&queue](const Contender &c) { return isKnown(c) && c.parsed->dialect != queue.dialect; });
    if (finding)
        finding->text = text;
    return finding;
}

std::optional<Finding> orderDisagreement(const LockQueue &queue)
{
    // The order of service is czxid's (and a downgraded reader stands where its number says), so numbers must rise.
    std::vector<std::optional<quint32>> greatest(dialectRegistry().all().size());
    return about(
        queue, u"order-disagreement"_s, Severity::Warning,
        Text::en(
            "Contenders with a smaller number than one that was created before them: %1. Clients sort by number, so "
            "the order of service shown here (czxid) may not be theirs."),
        [&greatest](const Contender &c) {
            if (!isKnown(c) || !c.node.stat || !c.node.stat->isEphemeral())
                return false;
            std::optional<quint32> &most = greatest[static_cast<size_t>(c.parsed->dialect)];
            const quint32 sequence = circular(c.parsed->sequence);
            const bool behind = most && isBefore(sequence, *most);
            if (!behind)
                most = sequence;
            return behind;
        });
}

std::optional<Finding> severalAreFirst(const LockQueue &queue)
{
    if (queue.kind == LockKind::Semaphore)
        return std::nullopt;
    const std::vector<int> first = severalFirst(queue.contenders, queue.dialect);
    return about(queue, u"sequence-overflow"_s, Severity::Error,
                 Text::en("Contenders that each found none before them: %1. The counter of the directory has wrapped, "
                          "and their clients sort the numbers after it wrongly: all of these may hold at once."),
                 [&, place = -1](const Contender &) mutable { return std::ranges::binary_search(first, ++place); });
}

/// The counter of the directory, and the numbers that are there.
std::optional<Finding> sequenceOverflow(const LockQueue &queue)
{
    constexpr qint64 greatest = std::numeric_limits<qint32>::max();
    const auto isStuck = [](const Contender &c) { return isContender(c) && c.parsed->sequence == greatest; };
    const auto isNegative = [](const Contender &c) {
        return isContender(c) && c.parsed->sequence < 0 && c.parsed->sequence != noSequence;
    };
    const QString id = u"sequence-overflow"_s;
    auto stuck =
        about(queue, id, Severity::Error,
              Text::en("Contenders with the number 2147483647: %1. The counter of the directory sticks there: later "
                       "ones share it or are refused, and clients cannot tell who came first."),
              isStuck);
    if (auto several = severalAreFirst(queue))
        return several;
    auto negative =
        about(queue, id, Severity::Warning,
              Text::en("Contenders with a negative number: %1. The counter of the directory has wrapped; most "
                       "clients sort such numbers wrongly."),
              isNegative);
    if (negative) // then it has not stuck
        return negative;
    if (stuck)
        return stuck;
    const qint64 next = queue.parentStat ? qint64(createsUnder(*queue.parentStat)) : 0;
    if (!queue.isLock() || next < greatest - standardThresholds.sequenceMargin)
        return std::nullopt;
    Finding finding =
        makeFinding(id, Severity::Warning,
                    Text::en("The next sequence number is %1; the counter ends at 2147483647, and then clients "
                             "cannot tell any more who came first.")
                        .arg(next));
    addNode(finding, queue.path, {});
    return finding;
}

} // namespace

bool namesProveNothing(const LockQueue &queue)
{
    if (queue.contenders.empty() || !isContender(queue.contenders.front()))
        return true;
    return namesProveNothing(queue, queue.contenders.front());
}

bool namesProveNothing(const LockQueue &queue, const Contender &first)
{
    const bool isEphemeral = first.node.stat && first.node.stat->isEphemeral();
    const bool isMutex =
        queue.kind == LockKind::Mutex || queue.kind == LockKind::Queue || queue.kind == LockKind::Group;
    return (queue.dialect == Dialect::Generic && !isEphemeral)
           || (first.node.stat && !isEphemeral && isOnlyMode(first.node.name, first.parsed->token, queue.path))
           || isOnlyNumbered(queue.dialect, isMutex, first.node.name, first.parsed->token, queue.path);
}

Text adviceFor(QStringView id)
{
    for (const Advice &advice : advices) {
        if (advice.id == id)
            return advice.text;
    }
    return {};
}

QStringList findingIds()
{
    QStringList ids;
    for (const Advice &advice : advices)
        ids << advice.id;
    return ids;
}

Finding makeFinding(const QString &id, Finding::Severity severity, const Text &text)
{
    return {id, severity, {}, {}, text, adviceFor(id)};
}

void addNode(Finding &finding, const QString &path, SessionId session)
{
    if (finding.nodes.size() < findingNodesLimit && !finding.nodes.contains(path))
        finding.nodes += path;
    if (!session.isNull() && finding.sessions.size() < findingNodesLimit && !finding.sessions.contains(session))
        finding.sessions += session;
}

Text severityText(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note: return Text::en("note");
    case Finding::Severity::Warning: return Text::en("warning");
    case Finding::Severity::Error: return Text::en("error");
    }
    return {};
}

QString severityName(Finding::Severity severity)
{
    return severityText(severity).english();
}

/// An election whose leader makes a node elsewhere, and whose first candidate has none there.
std::optional<Finding> noLeader(const LockQueue &queue)
{
    if (!queue.leader || queue.contenders.empty() || !queue.holders.empty())
        return std::nullopt;
    const Contender &first = queue.contenders.front();
    if (!isContender(first) || !first.node.stat)
        return std::nullopt;
    const SessionId session = queue.leader->session;
    Finding finding = makeFinding(
        u"no-leader"_s, Severity::Note,
        session.isNull()
            ? Text::en(
                  "No client leads: %1 stands first, and %2, which its client makes when it takes over, is not there.")
                  .arg(first.node.name, queue.leader->path)
            : Text::en("Who leads is not known: %1 stands first, and %2, which its client makes when it takes over, is "
                       "of another session, %3.")
                  .arg(first.node.name, queue.leader->path, session.toHex()));
    finding.nodes += queue.pathOf(first);
    finding.sessions += first.node.owner();
    return finding;
}

QList<Finding> findingsOf(const LockQueue &queue)
{
    QList<Finding> findings;
    for (auto find : {noLeader, persistentContenders, keptContenders, leakedNodes, mixedDialects, orderDisagreement,
                      sequenceOverflow, foreignChildren}) {
        if (auto finding = find(queue))
            findings += *std::move(finding);
    }
    return findings;
}

} // namespace lockscope::locks
