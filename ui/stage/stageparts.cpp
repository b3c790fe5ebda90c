// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stageparts.h"

#include "core/base/visible.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::ContenderState;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct StageCardText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::StageCardText)
};

constexpr int ghostOf(int zombie)
{
    return -1 - zombie;
}

} // namespace

/// A long queue is not gone through for its two ends: of neighbours among which none waits, as among very many readers
/// that hold, none is looked at.
StageParts partsOf(const locks::LockQueue &queue, int mostWaiters)
{
    StageParts parts;
    const auto holding = static_cast<int>(queue.holders.size());
    parts.holders.count = holding + static_cast<int>(queue.zombies.size());
    const Folding holders = Folding::of(parts.holders.count, StageMetrics::mostHolders);
    for (int card = 0; card < holders.cards(); ++card) {
        const int place = holders.indexOf(card);
        parts.holders.cards.push_back(place < holding ? queue.holders[static_cast<size_t>(place)]
                                                      : ghostOf(place - holding));
    }

    parts.waiters.count = queue.waiting; // the lease that its head has made is no contender of its own
    const Folding waiters = Folding::of(parts.waiters.count, mostWaiters);
    const auto isWaitedIn = [&queue](const locks::ContenderList::Stretch &stretch) {
        const auto first =
            std::lower_bound(queue.holders.begin(), queue.holders.end(), static_cast<int>(stretch.first));
        const auto end = std::lower_bound(first, queue.holders.end(), static_cast<int>(stretch.end));
        return stretch.summary->count - stretch.summary->foreign > static_cast<size_t>(end - first);
    };
    const auto waitersFrom = [&](bool isEnd, int count) {
        std::vector<int> cards;
        const size_t stretches = queue.contenders.stretchCount();
        for (size_t number = 0; number < stretches && std::ssize(cards) < count; ++number) {
            const auto stretch = queue.contenders.stretch(isEnd ? stretches - 1 - number : number);
            if (!isWaitedIn(stretch))
                continue;
            for (size_t i = stretch.first; i < stretch.end && std::ssize(cards) < count; ++i) {
                const size_t index = isEnd ? stretch.first + stretch.end - 1 - i : i;
                const locks::Contender &contender = queue.contenders[index];
                const bool waits =
                    contender.state == ContenderState::Waiting || contender.state == ContenderState::Pending;
                if (waits && !isPendingLease(contender))
                    cards.push_back(static_cast<int>(index));
            }
        }
        return cards;
    };
    parts.waiters.cards = waitersFrom(false, waiters.head);
    const std::vector<int> tail = waitersFrom(true, waiters.tail);
    parts.waiters.cards.insert(parts.waiters.cards.end(), tail.rbegin(), tail.rend());
    return parts;
}

const QString &nodeNameOf(const locks::LockQueue &queue, int index)
{
    return isGhost(index) ? queue.zombies[static_cast<size_t>(ghostOf(index))].node
                          : queue.contenders[static_cast<size_t>(index)].node.name;
}

namespace {

/// Of a contender.
StageCard cardOfRow(const QueueModel &model, int row, bool holds)
{
    const locks::Contender &contender = model.contenderAt(row);
    StageCard card;
    card.title = model.labelOfIndex(model.indexOfRow(row));
    const QString letter = letterOf(model.queue(), contender);
    card.letter = letter.isEmpty() ? QChar(u'M') : letter.front();
    if (const locks::SessionFacts *facts = model.factsAt(row))
        card.client = facts->client;
    QStringList node;
    if (const SessionId owner = contender.node.owner(); !owner.isNull())
        node += shortHex(owner.toHex());
    if (contender.parsed && contender.hasNode())
        node += u"#%1"_s.arg(contender.parsed->sequence, 7, 10, QChar(u'0'));
    card.node = contender.hasNode() ? node.join(u' ') : StageCardText::tr("no node");
    if (contender.connection != 0)
        card.node = StageCardText::tr("connection %1").arg(contender.connection);
    if (const locks::LockConnection *connection = model.connectionAt(row); connection && !contender.hasNode())
        card.client = connection->who;
    const auto &zombies = model.queue().zombies;
    if (holds && !zombies.empty() && contender.node.stat && !zombies.front().token.isNull()) // by which one is refused
        card.node = StageCardText::tr("token %1").arg(contender.node.stat->czxid.toHex());
    const journal::Client *process = model.world()->world().clientOfSession(contender.node.owner());
    if (process && process->spec.threads > 1) {
        card.threads = process->spec.threads;
        card.inside = process->holds() ? process->entries : 0;
    }
    switch (model.presenceAt(row)) {
    case QueueModel::Presence::Alive: card.form = holds ? StageCard::Form::Holding : StageCard::Form::Waiting; break;
    case QueueModel::Presence::Suspended: card.form = StageCard::Form::Suspended; break;
    case QueueModel::Presence::Expired:
    case QueueModel::Presence::Crashed: card.form = StageCard::Form::Over; break;
    }
    const qint64 since = model.sinceMs(row);
    const QString bound = model.sinceIsUpperBound(row) ? u"\u2264 "_s : QString();
    constexpr qint64 shortest = 50; // else it would be 0.0 s
    const QString duration = since < shortest ? QString() : bound + formatDuration(since);
    // As in the queue; the tool tip has the whole of it.
    const bool mayBeLost = holds && model.world()->world().lostWakeup(model.lockPath(), contender);
    if (mayBeLost)
        card.node = StageCardText::tr("or lost its wake-up");
    if (holds)
        card.state = mayBeLost                 ? StageCardText::tr("holds? %1").arg(duration).trimmed()
                     : model.isGivingBack(row) ? StageCardText::tr("gives it back")
                                               : StageCardText::tr("holds %1").arg(duration).trimmed();
    else if (card.form == StageCard::Form::Waiting && contender.state == locks::ContenderState::Waiting)
        card.state = StageCardText::tr("waits %1").arg(duration).trimmed();
    else if (card.state = model.index(row, QueueModel::State).data().toString(); !duration.isEmpty())
        card.state = u"%1 \u00b7 %2"_s.arg(card.state, duration); // "paused", "crashed", "pending", "member"
    const auto finding = model.findingAt(row);
    card.isWrong = finding && *finding != locks::Finding::Severity::Note;
    return card;
}

} // namespace

StageCard cardOf(const QueueModel &model, int index, bool holds)
{
    if (!isGhost(index))
        return cardOfRow(model, model.rowOfIndex(index), holds);
    const locks::ZombieHolder &zombie = model.queue().zombies[static_cast<size_t>(ghostOf(index))];
    StageCard card;
    card.title = zombie.name;
    card.letter = zombie.mode == locks::Mode::Shared ? u'R' : u'M';
    card.client = StageCardText::tr("its node is gone");
    card.node =
        zombie.token.isNull() ? StageCardText::tr("no token") : StageCardText::tr("token %1").arg(zombie.token.toHex());
    card.state = StageCardText::tr("believes it holds");
    card.form = StageCard::Form::Over;
    card.isWrong = true;
    return card;
}

std::vector<StageCopy> copiesOf(const QueueModel &model)
{
    const locks::LockQueue &queue = model.queue();
    const SessionId holder = queue.firstHolder() ? queue.firstHolder()->node.owner() : SessionId();
    const qint64 nowMs = model.world()->nowNs() / 1'000'000;
    std::vector<StageCopy> copies;
    for (const locks::KeyCopy &copy : queue.copies) {
        StageCopy shown;
        if (copy.isThere) {
            const journal::Client *client = model.world()->world().clientOfSession(copy.owner);
            shown.who = client ? visible(client->spec.name) : u"?"_s;
            shown.holds = !copy.owner.isNull() && copy.owner == holder;
            if (copy.untilMs > 0)
                shown.left = formatDuration(std::max<qint64>(0, copy.untilMs - nowMs));
        }
        copies.push_back(std::move(shown));
    }
    return copies;
}

} // namespace lockscope::ui
