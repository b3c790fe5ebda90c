// SPDX-License-Identifier: Apache-2.0
#include "core/observe/audit.h"

#include "core/base/auditfile.h"
#include "core/base/clock.h"
#include "core/base/privatefile.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSysInfo>
#include <QUuid>

#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

QString whoIAm()
{
    const passwd *user = getpwuid(geteuid()); // $USER may say anything
    const QString name = user != nullptr ? QString::fromLocal8Bit(user->pw_name) : QString::number(geteuid());
    return name + u'@' + QSysInfo::machineHostName();
}

namespace {

/// A program that was killed while it wrote left a line without its end: what follows begins on the next one.
bool endsWithinALine(int file, off_t size)
{
    char last = '\n';
    return size > 0 && ::pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

/// The file is this program's alone until it is closed, so that what another one appends is never cut off with what did
/// not fit. False where another one keeps it for too long. A file system without locks is written as it is.
bool lockWithin(int file, std::chrono::milliseconds limit)
{
    constexpr auto askAgainAfter = std::chrono::milliseconds(5);
    for (const QDeadlineTimer deadline(limit); ::flock(file, LOCK_EX | LOCK_NB) != 0;) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return true;
        if (deadline.hasExpired())
            return false;
        std::this_thread::sleep_for(askAgainAfter);
    }
    return true;
}

/// Longer than a line takes, shorter than an interrupted command goes on: its outcome is known by then.
constexpr auto longestLock = std::chrono::seconds(1);

/// All of \a lines is on the disk, or nothing of it is in the file.
Result<Done> append(const QByteArray &lines)
{
    QFile file(auditFile());
    QDir().mkpath(QFileInfo(file).absolutePath());
    const auto refused = [&file](const auto &why) {
        return invalidInput(Text::en("The audit file %1 cannot be written: %2.").arg(file.fileName(), why));
    };
    if (!openPrivately(file, QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered))
        return refused(file.errorString());
    if (!lockWithin(file.handle(), longestLock))
        return refused(Text::en("another program keeps it locked"));
    struct stat before = {};
    if (::fstat(file.handle(), &before) != 0)
        return refused(qt_error_string(errno));
    QString why = writeAll(file, endsWithinALine(file.handle(), before.st_size) ? '\n' + lines : lines);
    if (why.isEmpty() && ::fsync(file.handle()) == 0)
        return Done();
    if (why.isEmpty())
        why = qt_error_string(errno);
    if (S_ISREG(before.st_mode))
        file.resize(before.st_size);
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
    const ReleaseLock &lock = plan.lockOf(target);
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

Result<Done> ReleaseAudit::writeOutcome(const ReleaseRecord &record) const
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
