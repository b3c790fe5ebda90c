// SPDX-License-Identifier: Apache-2.0
// What a plan warns about before it is carried out, with the evidence. Pure; never reads the clock.
#include "core/base/duration.h"
#include "core/locks/dialectregistry.h"
#include "core/observe/release.h"

#include <QDateTime>
#include <QSet>

#include <chrono>
#include <vector>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

QList<Text> recordWarning(const ReleasePlan &plan, const ReleaseTarget &target)
{
    const Text stop = Text::en("Deleting the record does not stop its holder.");
    const auto &until = plan.contenderOf(target).untilMs;
    if (!until)
        return {stop, Text::en("No session stands behind a record, so nothing shows whether the holder is alive; it "
                               "may go on as long as it likes. From then on two processes may work at once.")};
    return {stop, Text::en("No session stands behind a record, so nothing shows whether the holder is alive; it may go "
                           "on until %1. From then on two processes may work at once.")
                      .arg(QDateTime::fromMSecsSinceEpoch(*until).toString(u"yyyy-MM-dd HH:mm:ss"_s))};
}

/// Empty where no session stands behind the node.
Text evidenceSentence(const ReleaseTarget &target)
{
    const QString session = target.stat.owner().toHex();
    const auto &facts = target.owner.facts;
    switch (target.owner.life) {
    case OwnerEvidence::Life::Connected:
        if (locks::isQuiet(*facts))
            return Text::en("Its session %1 is connected from %2, and was last heard of %3 before the servers were "
                            "asked, of a timeout of %4: its owner stands still or is cut off, and the servers end it "
                            "if nothing is heard.")
                .arg(session, facts->client, roughSpan(std::chrono::milliseconds(*facts->heardAgoMs)),
                     roughSpan(std::chrono::milliseconds(*facts->timeoutMs)));
        return facts->heardAgoMs
                   ? Text::en("Its session %1 is alive: connected from %2, last heard of %3 before the servers were "
                              "asked.")
                         .arg(session, facts->client, roughSpan(std::chrono::milliseconds(*facts->heardAgoMs)))
                   : Text::en("Its session %1 is alive: connected from %2.").arg(session, facts->client);
    case OwnerEvidence::Life::Disconnected:
        return facts && facts->expiresInMs
                   ? Text::en("Its session %1 is open, and no server had a connection of it when asked: its owner is "
                              "cut off, dead, or on its way to another server; the servers end it in %2 if nothing is "
                              "heard.")
                         .arg(session, roughSpan(std::chrono::milliseconds(*facts->expiresInMs)))
                   : Text::en("Its session %1 is open, and no server had a connection of it when asked: its owner is "
                              "cut off, dead, or on its way to another server.")
                         .arg(session);
    case OwnerEvidence::Life::Over:
        return Text::en("No server knows its session %1 any more: the node should be gone by itself.").arg(session);
    case OwnerEvidence::Life::NoSession: return {};
    case OwnerEvidence::Life::NotKnown: break;
    }
    return Text::en("Its session %1 was open when this was read; whether its owner is alive is not known.")
        .arg(session);
}

} // namespace

QList<Text> ReleasePlan::warning() const
{
    std::vector<const ReleaseTarget *> holders;
    const ReleaseTarget *doubtful = nullptr; // that may hold
    const ReleaseTarget *member = nullptr;   // of a group
    for (const ReleaseTarget &target : targets) {
        const ReleaseLock &lock = lockOf(target);
        const locks::ContenderState state = contenderOf(target).state;
        const bool mayHold = state == locks::ContenderState::Pending
                                 ? !lock.queue.leader
                                 : state == locks::ContenderState::Member && !lock.isLineKnown();
        if (target.holds && (target.stat.isEphemeral() || target.isRecord))
            holders.push_back(&target);
        else if (target.stat.isEphemeral() && mayHold)
            doubtful = &target;
        else if (target.stat.isEphemeral() && state == locks::ContenderState::Member)
            member = &target;
    }
    if (holders.empty() && !doubtful && !member)
        return {};
    if (holders.empty()) {
        QList<Text> sentences{Text::en("Deleting the node does not stop its owner.")};
        if (const Text evidence = evidenceSentence(doubtful ? *doubtful : *member); isOne() && !evidence.isEmpty())
            sentences << evidence;
        sentences << (doubtful
                          ? Text::en("Whether it holds a lock is not known: if it does, it may go on believing so, and "
                                     "two processes may work at once from then on.")
                          : Text::en("It is a member of a group, and no lock is known here: others may take its owner "
                                     "for gone, and it may not register again by itself."));
        return sentences;
    }
    const ReleaseTarget &holder = *holders.front();
    if (holders.size() == 1 && holder.isRecord)
        return recordWarning(*this, holder);
    if (holders.size() > 1) {
        QSet<SessionId> owning;
        qsizetype records = 0; // each counted as an owner: a record names no session
        for (const ReleaseTarget *each : holders) {
            if (each->isRecord)
                ++records;
            else
                owning.insert(each->stat.owner());
        }
        return {
            Text::counted("Deleting the nodes does not stop their %n owners.", records + owning.size()),
            Text::en("Owners that are alive go on believing that they hold their locks: from then on several processes "
                     "may work at once, unless what they write to checks the fencing token (the node's czxid).")};
    }
    QList<Text> sentences{Text::en("Deleting the node does not stop its owner.")};
    if (const Text evidence = evidenceSentence(holder); !evidence.isEmpty())
        sentences << evidence;
    if (!holder.owner.watchedChild.isEmpty())
        sentences << Text::en("Its client watches %1, which is no contender: one of an old version (%2) waits for it, "
                              "and does not hold.")
                         .arg(holder.owner.watchedChild, locks::rulesOf(lock().queue.dialect).strangers->versions);
    sentences << Text::en("It may go on believing that it holds the lock: from then on two processes may work at once, "
                          "unless what they write to checks the fencing token (%1).")
                     .arg(holder.stat.czxid.toHex());
    return sentences;
}

} // namespace lockscope::observe
