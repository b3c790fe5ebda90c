// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

namespace lockscope::locks::dialects {

namespace {

/// A ZNRecord whose simple fields say whose the lock is and until when.
std::optional<NodeLockReading> readHelixLock(const QString &, const ChildNode &node)
{
    const QByteArray &data = node.data;
    if (node.stat->isEphemeral() || node.access != ChildNode::Data::Read || !data.contains("\"OWNER\""))
        return std::nullopt;
    const QJsonObject fields = QJsonDocument::fromJson(data).object()["simpleFields"_L1].toObject();
    if (!fields.contains("OWNER"_L1) || !fields.contains("TIMEOUT"_L1))
        return std::nullopt;
    NodeLockReading lock{LockKind::Mutex};
    lock.holder = fields["OWNER"_L1].toString();
    lock.isFree = lock.holder.isEmpty();
    bool isNumber = false;
    const qint64 until = fields["TIMEOUT"_L1].toVariant().toString().toLongLong(&isNumber);
    if (isNumber && until > 0 && until != std::numeric_limits<qint64>::max())
        lock.untilMs = until;
    return lock;
}

} // namespace

/// Apache Helix's distributed lock: a persistent record with owner, time-out and priority, watched for its data.
DialectRules helix()
{
    DialectRules rules{u"helix"_s, Text::verbatim(u"Helix"_s), Text::verbatim(u"Apache Helix"_s)};
    rules.readNode = readHelixLock;
    rules.mayBePersistent = true;
    return rules;
}

} // namespace lockscope::locks::dialects
