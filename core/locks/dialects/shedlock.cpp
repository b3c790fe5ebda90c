// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

#include <QDateTime>

namespace lockscope::locks::dialects {

using namespace Qt::StringLiterals;

namespace {

/// The record outlives the hold: its data is the instant until which the lock is held.
std::optional<NodeLockReading> readShedLock(const NodeSight &sight)
{
    if (sight.node.stat->isEphemeral() || baseName(parentPath(sight.path)) != "shedlock"_L1
        || sight.node.access != ChildNode::Data::Read) {
        return std::nullopt;
    }
    const QDateTime until = QDateTime::fromString(QString::fromLatin1(sight.node.data), Qt::ISODateWithMs);
    if (!until.isValid())
        return std::nullopt;
    NodeLockReading lock{LockKind::Mutex, NameKind::Lease};
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
