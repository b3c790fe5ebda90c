// SPDX-License-Identifier: Apache-2.0
#include "core/locks/findings.h"

#include "core/base/path.h"
#include "core/locks/advice.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"
#include "core/locks/thresholds.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <limits>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

using Severity = Finding::Severity;

constexpr Thresholds standardThresholds;

bool isKnown(const Contender &contender)
{
    return isContender(contender) && contender.parsed->dialect != Dialect::Generic;
}

/// A finding about the contenders for which \a isMeant holds; nothing where there are none.
template<typename Predicate>
std::optional<Finding> about(const LockQueue &queue, const QString &id, Severity severity, const QString &text,
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
    // Of a lock of unknown kind nobody can say which names belong to it.
    if (queue.dialect == Dialect::Generic || !queue.isLock())
        return std::nullopt;
    const QString text =
        u"Children that are no contenders of a %2 lock: %1. Some clients stumble over names that they cannot "
        "read."_s.arg(u"%1"_s, dialectName(queue.dialect));
    return about(queue, u"foreign-child"_s, Severity::Note, text, [&](const Contender &c) {
        return !isContender(c) && !rulesOf(queue.dialect).companions.contains(c.node.name);
    });
}

/// Names that say what they are; "seq-", "n_" and bare numbers are also what work queues write.
bool saysLock(const Contender &contender)
{
    static constexpr std::array words{"R-"_L1, "W-"_L1, "read-"_L1, "write-"_L1};
    const QString &name = contender.node.name;
    return !contender.parsed->token.isEmpty() || name.contains("lock"_L1, Qt::CaseInsensitive)
           || std::any_of(words.begin(), words.end(), [&](QLatin1StringView w) { return name.startsWith(w); });
}

std::optional<Finding> persistentContenders(const LockQueue &queue)
{
    const auto isEphemeral = [](const Contender &c) {
        return isContender(c) && c.node.stat && c.node.stat->isEphemeral();
    };
    const bool besideEphemeral = std::any_of(queue.contenders.begin(), queue.contenders.end(), isEphemeral);
    return about(
        queue, u"persistent-contender"_s, Severity::Warning,
        u"Persistent contenders: %1. They stay when their clients die, and then hold up all who come after them until "
        "somebody deletes them."_s,
        [&](const Contender &c) {
            return isKnown(c) && c.node.stat && !c.node.stat->isEphemeral() && (besideEphemeral || saysLock(c))
                   && !rulesOf(c.parsed->dialect).mayBePersistent;
        });
}

std::optional<Finding> mixedDialects(const LockQueue &queue)
{
    std::vector<bool> seen(dialectCount());
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
    const QString text =
        u"Clients of different kinds (%1) use this directory. They do not look at each other's nodes, so "
        "they do not exclude each other."_s.arg(names.join(", "_L1));
    auto finding = about(queue, u"mixed-dialects"_s, Severity::Warning, u"%1"_s,
                         [&queue](const Contender &c) { return isKnown(c) && c.parsed->dialect != queue.dialect; });
    if (finding)
        finding->text = text;
    return finding;
}

std::optional<Finding> orderDisagreement(const LockQueue &queue)
{
    // The order of service is czxid's (and a downgraded reader stands where its number says), so numbers must rise.
    std::vector<std::optional<quint32>> greatest(dialectCount());
    return about(
        queue, u"order-disagreement"_s, Severity::Warning,
        u"Contenders with a smaller number than one that was created before them: %1. Clients sort by number, so "
        "the order of service shown here (czxid) may not be theirs."_s,
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

/// The counter of the directory, and the numbers that are there.
std::optional<Finding> sequenceOverflow(const LockQueue &queue)
{
    constexpr qint64 greatest = std::numeric_limits<qint32>::max();
    const auto isStuck = [](const Contender &c) { return isContender(c) && c.parsed->sequence == greatest; };
    const auto isNegative = [](const Contender &c) {
        return isContender(c) && c.parsed->sequence < 0 && c.parsed->sequence != noSequence;
    };
    const QString id = u"sequence-overflow"_s;
    auto stuck = about(queue, id, Severity::Error,
                       u"Contenders with the number 2147483647: %1. The counter of the directory sticks there: later "
                       "ones share it or are refused, and clients cannot tell who came first."_s,
                       isStuck);
    if (stuck)
        return stuck;
    auto negative = about(queue, id, Severity::Warning,
                          u"Contenders with a negative number: %1. The counter of the directory has wrapped; most "
                          "clients sort such numbers wrongly."_s,
                          isNegative);
    if (negative)
        return negative;
    const qint64 next = queue.parentStat ? qint64(createsUnder(*queue.parentStat)) : 0;
    if (!queue.isLock() || next < greatest - standardThresholds.sequenceMargin)
        return std::nullopt;
    Finding finding = makeFinding(id, Severity::Warning,
                                  u"The next sequence number is %1; the counter ends at 2147483647, and then clients "
                                  "cannot tell any more who came first."_s.arg(next));
    addNode(finding, queue.path, {});
    return finding;
}

} // namespace

QList<Finding> findingsOf(const LockQueue &queue)
{
    QList<Finding> findings;
    for (auto find : {persistentContenders, mixedDialects, orderDisagreement, sequenceOverflow, foreignChildren}) {
        if (auto finding = find(queue))
            findings += *std::move(finding);
    }
    return findings;
}

} // namespace lockscope::locks
