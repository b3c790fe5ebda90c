// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <algorithm>

namespace lockscope::locks::dialects {

namespace {

enum HiveRole : quint8 { Shared, SemiShared, Exclusive };

/// Readers hold together, with at most one semi-shared; a client that finds an earlier one in its way takes its node
/// back.
void hiveWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = noBlocker;
    int semiShared = noBlocker;
    int exclusive = noBlocker;
    for (const int index : mine) {
        int &blocker = blockedBy[static_cast<size_t>(index)];
        switch (static_cast<HiveRole>(slotsInOrder[static_cast<size_t>(index)].role)) {
        case Shared: blocker = exclusive; break;
        case SemiShared:
            blocker = std::max(semiShared, exclusive);
            semiShared = index;
            break;
        case Exclusive:
            blocker = last;
            exclusive = index;
            break;
        }
        last = index;
    }
}

/// Tables and partitions stand beside the locks of what has them.
bool isTable(const ChildNode &child)
{
    return child.stat && !child.stat->isEphemeral();
}

/// Its data is "query:milliseconds:mode:statement:address".
bool isByLockTable(const Contender &contender)
{
    return contender.node.access == ChildNode::Data::Read && contender.node.data.split(':').value(2) == "EXPLICIT";
}

} // namespace

/// Hive's ZooKeeperHiveLockManager. There is no waiting in line: the loser deletes its node and tries again later.
DialectRules hive()
{
    DialectRules rules{u"hive"_s, Text::verbatim(u"Hive"_s)};
    rules.names = {
        bareName(u"LOCK-SHARED-"_s, NameKind::ReadWrite, Mode::Shared, Shared),
        bareName(u"LOCK-EXCLUSIVE-"_s, NameKind::ReadWrite, Mode::Exclusive, Exclusive),
        bareName(u"LOCK-SEMI_SHARED-"_s, NameKind::ReadWrite, Mode::Shared, SemiShared),
    };
    rules.waits = hiveWaits;
    rules.habit = WaitHabit::Polls;
    rules.mayBePersistent = true; // locks that are kept alive
    rules.isCompanion = isTable;
    rules.kept = {isByLockTable, Text::en("Locks of LOCK TABLE statements: %1. Each stays until UNLOCK TABLE."),
                  Text::en("Ask for whom the table was locked, and unlock it in Hive: its data has the statement.")};
    return rules;
}

} // namespace lockscope::locks::dialects
