// SPDX-License-Identifier: Apache-2.0
#include "app/cli/releaseprint.h"

#include "app/cli/commands.h"
#include "core/base/clock.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using observe::OwnerEvidence;

namespace {

constexpr size_t mostNamed = 10;

void line(FILE *out, const QString &name, const QString &value)
{
    std::fprintf(out, "%s  %s\n", qPrintable(name.leftJustified(13)), qPrintable(value));
}

QString contenderText(const observe::ReleasePlan &plan, const locks::Contender &contender)
{
    QString text = contender.node.name;
    const SessionId session = contender.node.owner();
    if (session.isNull())
        return text;
    text += u" (session %1"_s.arg(session.toHex());
    if (const QString client = plan.sessions.value(session).client; !client.isEmpty())
        text += u", "_s + client;
    return text + u')';
}

QString lifeText(const observe::ReleaseTarget &target)
{
    const OwnerEvidence &owner = target.owner;
    switch (owner.life) {
    case OwnerEvidence::Life::Connected: {
        const QString heard =
            owner.facts->heardAgoMs
                ? u", heard of %1 before the servers were asked"_s.arg(durationText(*owner.facts->heardAgoMs))
                : QString();
        return u"connected from %1%2"_s.arg(owner.facts->client, heard);
    }
    case OwnerEvidence::Life::Disconnected: return u"its session is open, connected to no server"_s;
    case OwnerEvidence::Life::Over: return u"no server knows its session"_s;
    case OwnerEvidence::Life::Nobody: return u"nobody: the node is persistent"_s;
    case OwnerEvidence::Life::NotKnown: break;
    }
    return u"not known"_s;
}

void explainTarget(const observe::ReleasePlan &plan, const observe::ReleaseTarget &target, FILE *out)
{
    line(out, u"node"_s, target.path);
    line(out, u"state"_s, target.holds ? u"holds the lock"_s : u"waits"_s);
    line(out, u"session"_s,
         target.stat.isEphemeral() ? target.stat.owner().toHex()
                                   : u"none: the node is persistent and stays until it is deleted"_s);
    if (const auto until = plan.contenderOf(target).untilMs)
        line(out, u"until"_s, QDateTime::fromMSecsSinceEpoch(*until).toString(Qt::ISODateWithMs));
    if (target.stat.isEphemeral())
        line(out, u"owner"_s, lifeText(target));
    line(out, u"czxid"_s, target.stat.czxid.toHex());
    line(out, u"age"_s, durationText(target.ageMs(plan.readAtNs)));
    line(out, u"data"_s, target.node.data.isEmpty() ? u"-"_s : dataText(target.node, 200));
}

QString nextText(const observe::ReleasePlan &plan, const observe::ReleaseLock &lock)
{
    if (!lock.waitersKnown)
        return plan.target().isRecord ? u"whoever asks for it first; who waits for it leaves no node"_s
                                      : u"whoever makes the node first; who waits for it leaves no node"_s;
    QStringList next;
    for (size_t i = 0; i < lock.next.size() && i < mostNamed; ++i)
        next << contenderText(plan, lock.queue.contenders[static_cast<size_t>(lock.next[i])]);
    if (lock.next.size() > mostNamed)
        next << u"and %1 more"_s.arg(lock.next.size() - mostNamed);
    if (!next.isEmpty())
        return next.join(u", "_s);
    return lock.queue.holders.empty() || plan.holds() ? u"nobody"_s : u"nobody new"_s;
}

QString askText(const observe::ReleasePlan &plan)
{
    const auto listens = plan.target().owner.listens;
    return !listens   ? u"--revoke asks the holder; whether it listens is not known"_s
           : *listens ? u"--revoke asks the holder, which watches its own node"_s
                      : u"--revoke would ask the holder, but it does not watch its own node"_s;
}

} // namespace

void explain(const observe::ReleasePlan &plan, FILE *out)
{
    for (const observe::ReleaseTarget &target : plan.targets) {
        explainTarget(plan, target, out);
        if (!plan.isOne())
            std::fputs("\n", out);
    }
    for (const observe::ReleaseLock &lock : plan.locks) {
        if (plan.locks.size() > 1)
            line(out, u"lock"_s, lock.queue.path);
        line(out, u"then holds"_s, nextText(plan, lock));
        line(out, u"still waiting"_s, lock.waitersKnown ? QString::number(lock.stillWaiting) : u"not known"_s);
    }
    if (plan.canAsk())
        line(out, u"may be asked"_s, askText(plan));
    if (const QString warning = plan.warning(); !warning.isEmpty())
        line(out, u"warning"_s, warning);
}

QJsonObject releaseJson(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record)
{
    QJsonArray nodes;
    for (const observe::ReleaseTarget &target : plan.targets) {
        const auto &facts = target.owner.facts;
        nodes.append(
            QJsonObject{{u"node"_s, target.path},
                        {u"lock"_s, plan.locks[static_cast<size_t>(target.lock)].queue.path},
                        {u"czxid"_s, target.stat.czxid.toHex()},
                        {u"session"_s, target.stat.owner().toHex()},
                        {u"held"_s, target.holds},
                        {u"client"_s, facts && !facts->client.isEmpty() ? QJsonValue(facts->client) : QJsonValue()}});
    }
    QJsonArray next;
    int stillWaiting = 0;
    for (const observe::ReleaseLock &lock : plan.locks) {
        for (const int index : lock.next)
            next.append(lock.queue.contenders[static_cast<size_t>(index)].node.name);
        stillWaiting += lock.stillWaiting;
    }
    QJsonObject object = plan.isOne() ? nodes.first().toObject() : QJsonObject();
    object.insert(u"nodes"_s, nodes);
    object.insert(u"next"_s, next);
    object.insert(u"still_waiting"_s, stillWaiting);
    object.insert(u"result"_s, record.result);
    object.insert(u"window"_s, observe::windowName(record.window));
    object.insert(u"error"_s, record.error ? QJsonValue(record.error->sentence()) : QJsonValue());
    return object;
}

QString sentence(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record)
{
    if (record.result == "released"_L1)
        return u"The holder gave it back: %1 is gone."_s.arg(plan.target().path);
    if (record.result == "kept"_L1)
        return u"The holder did not answer in time: %1 is still there, and so is the word in it. Without --revoke it "
               u"is "
               "deleted."_s.arg(plan.target().path);
    if (record.result == "stopped"_L1)
        return u"The holder was asked; nobody waits for its answer. The word stays in the node."_s;
    const QString what = plan.isOne() ? plan.target().path : u"%1 nodes"_s.arg(plan.targets.size());
    return u"Deleted %1.%2"_s.arg(what, record.windowReason.isEmpty() ? QString() : u" "_s + record.windowReason);
}

} // namespace lockscope::cli
