// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

#include <QDateTime>

namespace lockscope::locks::dialects {

namespace {

/// The record outlives the hold: its data is the instant until which the lock is held.
std::optional<NodeLockReading> readShedLock(const QString &path, const ChildNode &node)
{
    if (node.stat->isEphemeral() || baseName(parentPath(path)) != "shedlock"_L1
        || node.access != ChildNode::Data::Read) {
        return std::nullopt;
    }
    const QDateTime until = QDateTime::fromString(QString::fromLatin1(node.data), Qt::ISODateWithMs);
    if (!until.isValid())
        return std::nullopt;
    NodeLockReading lock{LockKind::Mutex};
    lock.untilMs = until.toMSecsSinceEpoch();
    return lock;
}

} // namespace

/// ShedLock's ZooKeeper provider: persistent records that are taken by compare-and-set and end by the clock.
DialectRules shedlock()
{
    DialectRules rules{u"shedlock"_s, Text::verbatim(u"ShedLock"_s)};
    rules.readNode = readShedLock;
    rules.mayBePersistent = true;
    rules.habit = WaitHabit::Polls;
    return rules;
}

} // namespace lockscope::locks::dialects
