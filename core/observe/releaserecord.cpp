// SPDX-License-Identifier: Apache-2.0
#include "core/observe/releaserecord.h"

#include "core/base/clock.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QStringList>
#include <QSysInfo>
#include <QUuid>

#include <pwd.h>
#include <unistd.h>

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

QString whoIAm()
{
    const passwd *user = getpwuid(geteuid()); // $USER may say anything
    const QString name = user != nullptr ? QString::fromLocal8Bit(user->pw_name) : QString::number(geteuid());
    return name + u'@' + QSysInfo::machineHostName();
}

// ---- the audit file ----

namespace {

QJsonObject lineOf(const ReleasePlan &plan, const ReleaseTarget &target, const ReleaseRecord &record)
{
    const ReleaseLock &lock = plan.locks[static_cast<size_t>(target.lock)];
    QJsonArray next;
    for (const int index : lock.next)
        next.append(lock.queue.contenders[static_cast<size_t>(index)].node.name);
    QJsonObject line{
        {u"at"_s, toDateTime(record.atNs).toString(Qt::ISODateWithMs)},
        {u"who"_s, whoIAm()},
        {u"connect"_s, plan.ensemble},
        {u"production"_s, plan.production},
        {u"deed"_s, record.deed == ReleaseRecord::Deed::Ask ? u"ask"_s : u"delete"_s},
        {u"lock"_s, lock.queue.path},
        {u"node"_s, target.path},
        {u"czxid"_s, target.stat.czxid.toHex()},
        {u"session"_s, target.stat.owner().toHex()},
        {u"held"_s, target.holds},
        {u"next"_s, next},
        {u"result"_s, record.result},
        {u"window"_s, windowName(record.window)},
    };
    if (target.owner.facts && !target.owner.facts->client.isEmpty())
        line.insert(u"client"_s, target.owner.facts->client);
    if (record.error)
        line.insert(u"error"_s, record.error->sentence());
    return line;
}

} // namespace

QString auditFile()
{
    const QString given = qEnvironmentVariable("LOCKSCOPE_AUDIT_FILE");
    if (!given.isEmpty())
        return given;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/lockscope/audit.jsonl"_L1;
}

Result<Done> writeAudit(const ReleasePlan &plan, const ReleaseRecord &record)
{
    QByteArray bytes;
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    for (const ReleaseTarget &target : plan.targets) {
        QJsonObject line = lineOf(plan, target, record);
        if (!plan.isOne()) {
            line.insert(u"plan"_s, id);
            line.insert(u"of"_s, static_cast<int>(plan.targets.size()));
        }
        bytes += QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    }
    QFile file(auditFile());
    const bool isNew = !file.exists();
    QDir().mkpath(QFileInfo(file).absolutePath());
    if (!file.open(QIODevice::Append | QIODevice::Unbuffered) || file.write(bytes) != bytes.size())
        return failure(ErrorCode::Other, u"Writing the audit file"_s, {},
                       file.fileName() + u": "_s + file.errorString());
    if (isNew) // it names machines and people
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return Done();
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
    QString line = text.simplified();
    line.replace(u'`', u'\'');
    return u'`' + line + u'`';
}

QString dataOf(const locks::ChildNode &node)
{
    constexpr qsizetype longest = 80;
    switch (node.access) {
    case locks::ChildNode::Data::NoPermission: return u"no permission to read it"_s;
    case locks::ChildNode::Data::NotRead: return u"not read"_s;
    case locks::ChildNode::Data::Read: break;
    }
    if (node.data.isEmpty())
        return u"none"_s;
    return code(QString::fromUtf8(node.data.left(longest))) + (node.data.size() > longest ? u" …"_s : QString());
}

QString ownerOf(const ReleaseTarget &target)
{
    const OwnerEvidence &owner = target.owner;
    const QString session = target.stat.owner().toHex();
    switch (owner.life) {
    case OwnerEvidence::Life::Nobody: return u"persistent, no session"_s;
    case OwnerEvidence::Life::Over: return u"session %1: no server knows it"_s.arg(session);
    case OwnerEvidence::Life::Disconnected: return u"session %1: open, connected to no server"_s.arg(session);
    case OwnerEvidence::Life::Connected: {
        QString text = u"session %1, connected from %2"_s.arg(session, owner.facts->client);
        if (!owner.facts->server.isEmpty())
            text += u" to %1"_s.arg(owner.facts->server);
        if (owner.facts->heardAgoMs)
            text += u", heard of %1 ms before %2"_s.arg(*owner.facts->heardAgoMs).arg(instant(owner.askedAtNs));
        return text;
    }
    case OwnerEvidence::Life::NotKnown: break;
    }
    return target.stat.isEphemeral() ? u"session %1; its address and whether it is alive: not known"_s.arg(session)
                                     : u"persistent, no session"_s;
}

QString whoHoldsNext(const ReleaseLock &lock)
{
    if (!lock.waitersKnown)
        return u"not known: clients that wait for a plain lock leave no node"_s;
    QStringList names;
    for (size_t i = 0; i < lock.next.size() && i < mostNamed; ++i)
        names << code(lock.queue.contenders[static_cast<size_t>(lock.next[i])].node.name);
    if (lock.next.size() > mostNamed)
        names << u"and %1 more"_s.arg(lock.next.size() - mostNamed);
    return names.isEmpty() ? u"nobody new"_s : names.join(u", "_s);
}

QString outcomeOf(const ReleaseRecord &record)
{
    QString text = u"%1 by %2 at %3"_s.arg(record.result, whoIAm(), instant(record.atNs));
    if (record.error)
        text += u": "_s + record.error->sentence();
    if (record.result == "deleted"_L1 && !record.windowReason.isEmpty())
        text += u". "_s + record.windowReason;
    return text;
}

} // namespace

QString incidentNote(const ReleasePlan &plan, const std::optional<ReleaseRecord> &record)
{
    QStringList lines;
    const bool asked = record && record->deed == ReleaseRecord::Deed::Ask;
    lines << u"## Lock release on %1%2"_s.arg(code(plan.ensemble), plan.production ? u" (production)"_s : QString())
          << QString();
    lines << u"**Seen** at %1:"_s.arg(instant(plan.readAtNs)) << QString();
    for (const ReleaseTarget &target : plan.targets) {
        lines << u"- %1 %2 (czxid %3, made %4)"_s.arg(
            code(target.path), target.holds ? u"held its lock"_s : u"waited"_s, target.stat.czxid.toHex(),
            instant(target.stat.ctimeMs * 1'000'000));
        lines << u"  - owner: %1"_s.arg(ownerOf(target)) << u"  - data: %1"_s.arg(dataOf(target.node));
    }
    for (const ReleaseLock &lock : plan.locks) {
        lines << u"- lock %1 (%2): %3 contenders, %4 holding, %5 waiting"_s.arg(
            code(lock.queue.path), locks::lockKindName(lock.queue.kind), QString::number(lock.queue.contenders.size()),
            QString::number(lock.queue.holders.size()),
            lock.waitersKnown ? QString::number(lock.queue.waiting) : u"an unknown number"_s);
        for (const locks::Finding &finding : lock.queue.findings)
            lines << u"  - %1: %2"_s.arg(finding.id, finding.text);
    }
    lines << QString()
          << (asked ? u"**Plan:** ask the holder to release (%1)."_s.arg(code(QString::fromUtf8(plan.revokeWord)))
              : plan.isOne()
                  ? u"**Plan:** delete this node, if it is still the same by path, czxid and %1."_s.arg(
                      plan.target().isRecord ? u"the version of its data"_s : u"owner"_s)
                  : u"**Plan:** delete these %1 nodes in one transaction, if each is still the same by path, "
                    "czxid and owner."_s.arg(plan.targets.size()));
    for (const ReleaseLock &lock : plan.locks)
        lines << u"- then holds %1: %2"_s.arg(code(lock.queue.path), whoHoldsNext(lock));
    if (const QString warning = plan.warning(); !warning.isEmpty())
        lines << u"- warned: %1"_s.arg(warning);
    lines << QString() << u"**Outcome:** %1."_s.arg(record ? outcomeOf(*record) : u"nothing was done yet"_s)
          << QString();
    return lines.join(u'\n');
}

} // namespace lockscope::observe
