// SPDX-License-Identifier: Apache-2.0
#include "core/observe/releaserecord.h"

#include "core/base/clock.h"
#include "core/base/duration.h"
#include "core/base/visible.h"
#include "core/observe/audit.h"

#include <algorithm>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

// ---- the record ----

namespace {

QString answerName(AskOutcome::Answer answer)
{
    switch (answer) {
    case AskOutcome::Answer::Released: return u"released"_s;
    case AskOutcome::Answer::Kept: return u"kept"_s;
    case AskOutcome::Answer::Stopped: return u"stopped"_s;
    case AskOutcome::Answer::NotAsked: return u"refused"_s;
    }
    return {};
}

} // namespace

ReleaseRecord ReleaseRecord::of(const ReleaseOutcome &outcome)
{
    const QString result = !outcome.error                    ? u"deleted"_s
                           : outcome.error->outcomeUnknown() ? u"unknown"_s
                                                             : u"refused"_s;
    return {Deed::Delete, result, outcome.error, outcome.window, outcome.windowReason, nowNs()};
}

ReleaseRecord ReleaseRecord::of(const AskOutcome &outcome)
{
    const bool unknown =
        outcome.answer == AskOutcome::Answer::NotAsked && outcome.error && outcome.error->outcomeUnknown();
    return {Deed::Ask, unknown ? u"unknown"_s : answerName(outcome.answer), outcome.error, Window::Closed, {}, nowNs()};
}

ReleaseRecord ReleaseRecord::refused(const Error &error)
{
    return {Deed::Delete, u"refused"_s, error, Window::Closed, {}, nowNs()};
}

// ---- the note ----

namespace {

constexpr size_t mostNamed = 20;

QString instant(qint64 ns)
{
    return toDateTime(ns).toUTC().toString(Qt::ISODateWithMs);
}

/// In backticks, whatever it holds.
QString code(const QString &text)
{
    QString line = visible(text);
    line.replace(u'`', u'\'');
    return u'`' + line + u'`';
}

Text dataOf(const locks::ChildNode &node)
{
    constexpr qsizetype longest = 80;
    switch (node.access) {
    case locks::ChildNode::Data::NoPermission: return Text::en("no permission to read it");
    case locks::ChildNode::Data::NotRead: return Text::en("not read");
    case locks::ChildNode::Data::Read: break;
    }
    if (node.data.isEmpty())
        return Text::en("none");
    const QString data = code(QString::fromUtf8(node.data.left(longest)));
    return Text::verbatim(node.data.size() > longest ? data + u" …"_s : data);
}

Text ownerOf(const ReleaseTarget &target)
{
    const OwnerEvidence &owner = target.owner;
    const QString session = target.stat.owner().toHex();
    switch (owner.life) {
    case OwnerEvidence::Life::NoSession: return Text::en("persistent, no session");
    case OwnerEvidence::Life::Over: return Text::en("session %1: no server knows it").arg(session);
    case OwnerEvidence::Life::Disconnected: return Text::en("session %1: open, connected to no server").arg(session);
    case OwnerEvidence::Life::Connected: {
        const Text text = owner.facts->server.isEmpty()
                              ? Text::en("session %1, connected from %2").arg(session, owner.facts->client)
                              : Text::en("session %1, connected from %2 to %3")
                                    .arg(session, owner.facts->client, owner.facts->server);
        return owner.facts->heardAgoMs ? Text::en("%1, heard of %2 before %3")
                                             .arg(text, roughSpan(std::chrono::milliseconds(*owner.facts->heardAgoMs)),
                                                  instant(owner.askedAtNs))
                                       : text;
    }
    case OwnerEvidence::Life::NotKnown: break;
    }
    return target.stat.isEphemeral()
               ? Text::en("session %1; its address and whether it is alive: not known").arg(session)
               : Text::en("persistent, no session");
}

Text whoHoldsNext(const ReleaseLock &lock, bool isRecord)
{
    if (const Text none = lock.whyNoneIsNext(isRecord); !none.isEmpty())
        return none;
    QList<Text> names;
    for (size_t i = 0; i < lock.next.size() && i < mostNamed; ++i)
        names << Text::verbatim(code(lock.queue.contenders[static_cast<size_t>(lock.next[i])].node.name));
    if (lock.next.size() > mostNamed)
        names << Text::counted("and %n more", static_cast<qint64>(lock.next.size() - mostNamed));
    return Text::listed(names);
}

Text outcomeOf(const ReleaseRecord &record)
{
    const Text text = Text::en("%1 by %2 at %3").arg(record.result, whoIAm(), instant(record.atNs));
    if (record.error)
        return Text::en("%1: %2").arg(text, record.error->sentence());
    return record.result == "deleted"_L1 && !record.windowReason.isEmpty()
               ? Text::en("%1. %2").arg(text, record.windowReason)
               : Text::en("%1.").arg(text);
}

Text planned(const ReleasePlan &plan, bool asked)
{
    if (asked)
        return Text::en("**Plan:** ask the holder to release (%1).").arg(code(QString::fromUtf8(plan.revokeWord)));
    if (!plan.isOne())
        return Text::counted("**Plan:** delete these %n nodes in one transaction, if each is still the same by path, "
                             "czxid and owner.",
                             static_cast<qint64>(plan.targets.size()));
    return plan.target().isRecord
               ? Text::en("**Plan:** delete this node, if it is still the same by path, czxid and the version of its "
                          "data.")
               : Text::en("**Plan:** delete this node, if it is still the same by path, czxid and owner.");
}

} // namespace

Text ReleaseLock::whyNoneIsNext(bool isRecord) const
{
    if (!isLineKnown())
        return queue.mayBeLine        ? Text::en("not known: no client is seen to wait for another")
               : queue.mayBeSeveral() ? Text::en("not known: the names may be those of several locks")
                                      : Text::en("not known: a part of the semaphore may not be read");
    if (queue.isNode)
        return isRecord ? Text::en("the client that asks for it first: its waiters leave no node")
                        : Text::en("the client that makes the node first: its waiters leave no node");
    if (!next.empty())
        return {};
    const auto isRemoved = [this](int index) { return std::ranges::find(removed, index) != removed.end(); };
    if (!queue.holders.empty() && std::ranges::none_of(queue.holders, isRemoved))
        return Text::en("no new holder: the holders stay as they are");
    return stillWaiting == 0 && std::ranges::all_of(queue.holders, isRemoved) ? Text::en("none: no client waits")
                                                                              : Text::en("no new holder");
}

Text incidentNote(const ReleasePlan &plan, const std::optional<ReleaseRecord> &record)
{
    QList<Text> lines;
    const bool asked = record && record->deed == ReleaseRecord::Deed::Ask;
    const QString ensemble = code(plan.ensemble);
    lines << (plan.production ? Text::en("## Lock release on %1 (production)").arg(ensemble)
                              : Text::en("## Lock release on %1").arg(ensemble))
          << Text() << Text::en("**Seen** at %1:").arg(instant(plan.readAtNs)) << Text();
    for (const ReleaseTarget &target : plan.targets) {
        const bool mayHold =
            plan.lockOf(target).queue.mayBeLine || plan.contenderOf(target).state == locks::ContenderState::Pending;
        lines << (target.holds ? Text::en("- %1 held its lock (czxid %2, made %3)")
                  : mayHold    ? Text::en("- %1: whether it held or waited is not known (czxid %2, made %3)")
                               : Text::en("- %1 waited (czxid %2, made %3)"))
                     .arg(code(target.path), target.stat.czxid.toHex(), instant(target.stat.ctimeMs * 1'000'000))
              << Text::en("  - owner: %1").arg(ownerOf(target)) << Text::en("  - data: %1").arg(dataOf(target.node));
    }
    for (const ReleaseLock &lock : plan.locks) {
        const locks::ContenderSummary all = lock.queue.contenders.summary();
        const Text waiting = lock.areWaitersKnown() ? Text::verbatim(QString::number(lock.queue.waitingCount()))
                                                    : Text::en("an unknown number");
        Text counts =
            Text::counted("- lock %1 (%2): %n contenders, %3 holding, %4 waiting",
                          static_cast<qint64>(all.count - all.foreign))
                .arg(code(lock.queue.path), locks::lockKindText(lock.queue.kind), lock.queue.holders.size(), waiting);
        if (const int pending = lock.queue.pendingCount(); pending > 0)
            counts = Text::counted("%1, of %n not known", pending).arg(counts);
        lines << counts;
        for (const locks::Finding &finding : lock.queue.findings)
            lines << Text::en("  - %1: %2").arg(finding.id, finding.text);
    }
    lines << Text() << planned(plan, asked);
    for (const ReleaseLock &lock : plan.locks)
        lines << Text::en("- then holds %1: %2").arg(code(lock.queue.path), whoHoldsNext(lock, plan.target().isRecord));
    if (!plan.forbidden.isEmpty())
        lines << Text::en("- warned: %1").arg(plan.forbidden);
    if (const QList<Text> warning = plan.warning(); !warning.isEmpty())
        lines << Text::en("- warned: %1").arg(Text::sentences(warning));
    lines << Text() << Text::en("**Outcome:** %1").arg(record ? outcomeOf(*record) : Text::en("nothing was done yet."))
          << Text();
    return Text::lines(lines);
}

} // namespace lockscope::observe
