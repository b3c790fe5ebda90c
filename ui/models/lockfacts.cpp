// SPDX-License-Identifier: Apache-2.0
#include "ui/models/lockfacts.h"

#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <QCoreApplication>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostFindings = 4; ///< in words
constexpr qsizetype longestHolder = 18;

/// What lupdate looks for, and the translation is looked up by.
struct LockFactsText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::LockFactsText)
};

void readContenders(const journal::World &world, const locks::LockQueue &queue, LockFacts &facts)
{
    const auto older = [](qint64 &oldest, const locks::Contender &contender) {
        if (contender.node.stat && (oldest == 0 || contender.node.stat->ctimeMs < oldest))
            oldest = contender.node.stat->ctimeMs;
    };
    // Leases share, too: their holders are no readers.
    facts.holdersShare = queue.kind != locks::LockKind::Semaphore && !queue.holders.empty();
    for (const int index : queue.holders) {
        const locks::Contender &holder = queue.contenders[size_t(index)];
        older(facts.oldestHoldCtimeMs, holder);
        facts.holdersShare = facts.holdersShare && holder.parsed && holder.parsed->kind != locks::NameKind::Lease
                             && holder.parsed->mode == locks::Mode::Shared;
        if (queue.holders.size() == 1) {
            facts.holder = contenderName(world, holder);
            facts.holderNode = holder.node.name;
            facts.holderSession = holder.node.owner();
        }
    }
    facts.oldestWaitCtimeMs = queue.oldestWaitMs().value_or(0);
}

} // namespace

LockFacts readFacts(const journal::World &world, const locks::LockQueue &queue)
{
    LockFacts facts;
    facts.kind = queue.kind;
    facts.dialect = queue.dialect;
    facts.holders = int(queue.holders.size());
    facts.waiting = queue.waitingCount();
    facts.pending = queue.pendingCount();
    facts.holderUnknown = queue.isHolderUnknown();
    facts.waitersUnknown = queue.lineUnread;
    facts.members = queue.isGroup() ? int(queue.contenders.size() - queue.contenders.summary().foreign) : 0;
    facts.isLoneNode = facts.members > 0 && queue.isNode;
    readContenders(world, queue, facts);
    for (const locks::Finding &finding : queue.findings) {
        facts.worst = std::max(facts.worst.value_or(finding.severity), finding.severity);
        facts.troubles += finding.severity == locks::Finding::Severity::Note ? 0 : 1;
        if (facts.findings.size() < mostFindings)
            facts.findings += finding.text.shown();
    }
    return facts;
}

QString letterOf(const LockFacts &facts)
{
    return lockLetter(facts.kind, facts.holders > 0 && !facts.holdersShare);
}

QString summaryOf(const LockFacts &facts, qint64 nowMs, bool named)
{
    if (facts.isFree())
        return LockFactsText::tr("free");
    if (facts.isLoneNode)
        return LockFactsText::tr("an ephemeral node");
    const bool hasQueue = facts.waiting > 0 || facts.pending > 0 || facts.waitersUnknown;
    if (facts.holders == 0 && !hasQueue)
        return LockFactsText::tr("%n members", nullptr, facts.members);
    const auto since = [nowMs](qint64 ctimeMs) { return formatDuration(nowMs - ctimeMs); };
    const QString holder =
        facts.holder.size() <= longestHolder ? facts.holder : facts.holder.left(longestHolder - 1) + u'…';
    const bool hasName = named && !holder.isEmpty();
    if (!hasQueue && !facts.holdersShare) {
        if (facts.holders > 1)
            return LockFactsText::tr("%n holders", nullptr, int(facts.holders));
        const QString held = facts.heldSinceMs != 0 ? LockFactsText::tr("held %1").arg(since(facts.heldSinceMs))
                             : facts.oldestHoldCtimeMs == 0
                                 ? LockFactsText::tr("held")
                                 : LockFactsText::tr("held ≤ %1").arg(since(facts.oldestHoldCtimeMs));
        return hasName ? holder + u" · "_s + held : held;
    }
    QStringList parts{facts.holderUnknown  ? LockFactsText::tr("holder not known")
                      : facts.holders == 0 ? LockFactsText::tr("free")
                      : facts.holdersShare ? LockFactsText::tr("%n readers", nullptr, int(facts.holders))
                      : hasName            ? holder
                      : facts.holders == 1 ? LockFactsText::tr("held")
                                           : LockFactsText::tr("%n holders", nullptr, int(facts.holders))};
    if (facts.waitersUnknown)
        parts += LockFactsText::tr("waiters not known");
    else if (facts.waiting > 0)
        parts += LockFactsText::tr("%1 waiting").arg(facts.waiting);
    if (facts.pending > 0 && !facts.waitersUnknown)
        parts += LockFactsText::tr("%n pending", nullptr, int(facts.pending));
    if (facts.waiting > 0 && facts.oldestWaitCtimeMs != 0)
        parts += since(facts.oldestWaitCtimeMs);
    return parts.join(u" · "_s);
}

} // namespace lockscope::ui
