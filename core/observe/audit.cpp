// SPDX-License-Identifier: Apache-2.0
#include "core/observe/audit.h"

#include "core/base/clock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUuid>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

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

} // namespace lockscope::observe
