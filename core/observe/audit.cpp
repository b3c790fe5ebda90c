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

namespace lockscope::observe {

using namespace Qt::StringLiterals;

QString auditFile()
{
    const QString given = qEnvironmentVariable("LOCKSCOPE_AUDIT_FILE");
    if (!given.isEmpty())
        return given;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/lockscope/audit.jsonl"_L1;
}

Result<Done> writeAudit(const ReleasePlan &plan, const std::optional<Error> &error, const QString &endpoint)
{
    QJsonArray next;
    for (const int index : plan.next)
        next.append(plan.queue.contenders[static_cast<size_t>(index)].node.name);
    const QString result = !error ? u"deleted"_s : error->outcomeUnknown() ? u"unknown"_s : u"refused"_s;
    QJsonObject line{
        {u"at"_s, toDateTime(nowNs()).toString(Qt::ISODateWithMs)},
        {u"user"_s, qEnvironmentVariable("USER")},
        {u"connect"_s, endpoint},
        {u"node"_s, plan.path},
        {u"czxid"_s, plan.stat.czxid.toHex()},
        {u"session"_s, plan.stat.ephemeralOwner.toHex()},
        {u"held"_s, plan.holds()},
        {u"next"_s, next},
        {u"result"_s, result},
    };
    if (error)
        line.insert(u"error"_s, error->sentence());

    QFile file(auditFile());
    QDir().mkpath(QFileInfo(file).absolutePath());
    const QByteArray bytes = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    if (!file.open(QIODevice::Append) || file.write(bytes) != bytes.size())
        return failure(ErrorCode::Other, u"Writing the audit file"_s, {},
                       file.fileName() + u": "_s + file.errorString());
    return Done();
}

} // namespace lockscope::observe
