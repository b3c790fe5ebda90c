// SPDX-License-Identifier: Apache-2.0
#include "core/observe/audit.h"

#include "core/base/clock.h"
#include "core/base/privatefile.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QSysInfo>
#include <QUuid>

#include <pwd.h>
#include <unistd.h>

#include <cerrno>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

QString whoIAm()
{
    const passwd *user = getpwuid(geteuid()); // $USER may say anything
    const QString name = user != nullptr ? QString::fromLocal8Bit(user->pw_name) : QString::number(geteuid());
    return name + u'@' + QSysInfo::machineHostName();
}

QString auditFile()
{
    const QString given = qEnvironmentVariable("LOCKSCOPE_AUDIT_FILE");
    if (!given.isEmpty())
        return given;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/lockscope/audit.jsonl"_L1;
}

namespace {

/// A program that was killed while it wrote left a line without its end: what follows begins on the next one.
bool endsWithinALine(QFile &file)
{
    return file.size() > 0 && file.seek(file.size() - 1) && file.read(1) != "\n";
}

/// All of \a lines is on the disk, or nothing of it is in the file.
Result<Done> append(const QByteArray &lines)
{
    QFile file(auditFile());
    QDir().mkpath(QFileInfo(file).absolutePath());
    const auto refused = [&file](const QString &why) {
        return invalidInput(Text::en("The audit file %1 cannot be written: %2.").arg(file.fileName(), why));
    };
    if (!openPrivately(file, QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered))
        return refused(file.errorString());
    const QByteArray bytes = endsWithinALine(file) ? '\n' + lines : lines;
    const qint64 before = file.size();
    QString why;
    if (!writeAll(file, bytes))
        why = file.errorString();
    else if (::fsync(file.handle()) != 0)
        why = qt_error_string(errno);
    else
        return Done();
    file.resize(before);
    return refused(why);
}

QByteArray compact(const QJsonObject &line)
{
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

QString deedName(ReleaseRecord::Deed deed)
{
    return deed == ReleaseRecord::Deed::Ask ? u"ask"_s : u"delete"_s;
}

QJsonObject lineOf(const ReleasePlan &plan, const ReleaseTarget &target, ReleaseRecord::Deed deed, qint64 atNs)
{
    const ReleaseLock &lock = plan.locks[static_cast<size_t>(target.lock)];
    QJsonArray next;
    for (const int index : lock.next)
        next.append(lock.queue.contenders[static_cast<size_t>(index)].node.name);
    QJsonObject line{
        {u"at"_s, toDateTime(atNs).toString(Qt::ISODateWithMs)},
        {u"who"_s, whoIAm()},
        {u"connect"_s, plan.ensemble},
        {u"production"_s, plan.production},
        {u"deed"_s, deedName(deed)},
        {u"lock"_s, lock.queue.path},
        {u"node"_s, target.path},
        {u"czxid"_s, target.stat.czxid.toHex()},
        {u"session"_s, target.stat.owner().toHex()},
        {u"held"_s, target.holds},
        {u"next"_s, next},
    };
    if (target.owner.facts && !target.owner.facts->client.isEmpty())
        line.insert(u"client"_s, target.owner.facts->client);
    return line;
}

} // namespace

ReleaseAudit::ReleaseAudit(const ReleasePlan &plan)
    : m_plan(plan)
    , m_id(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

Result<Done> ReleaseAudit::intend(ReleaseRecord::Deed deed) const
{
    QByteArray bytes;
    const qint64 now = nowNs();
    for (const ReleaseTarget &target : m_plan.targets) {
        QJsonObject line = lineOf(m_plan, target, deed, now);
        line.insert(u"plan"_s, m_id);
        line.insert(u"of"_s, static_cast<int>(m_plan.targets.size()));
        line.insert(u"result"_s, u"intended"_s);
        bytes += compact(line);
    }
    return append(bytes);
}

Result<Done> ReleaseAudit::tell(const ReleaseRecord &record) const
{
    QByteArray bytes;
    for (const ReleaseTarget &target : m_plan.targets) {
        QJsonObject line = lineOf(m_plan, target, record.deed, record.atNs);
        line.insert(u"plan"_s, m_id);
        line.insert(u"of"_s, static_cast<int>(m_plan.targets.size()));
        line.insert(u"result"_s, record.result);
        line.insert(u"window"_s, windowName(record.window));
        if (record.error)
            line.insert(u"error"_s, record.error->sentence().english());
        bytes += compact(line);
    }
    return append(bytes);
}

Result<Done> writeAudit(const LabRecord &record)
{
    QJsonObject line{
        {u"at"_s, toDateTime(nowNs()).toString(Qt::ISODateWithMs)},
        {u"who"_s, whoIAm()},
        {u"connect"_s, record.ensemble},
        {u"production"_s, true},
        {u"deed"_s, record.deed},
        {u"lock"_s, record.lock},
        {u"what"_s, record.what},
        {u"clients"_s, record.clients},
        {u"paths"_s, QJsonArray::fromStringList(record.paths)},
        {u"result"_s, record.error ? u"refused"_s : u"begun"_s},
    };
    if (record.error)
        line.insert(u"error"_s, record.error->sentence().english());
    return append(compact(line));
}

} // namespace lockscope::observe
