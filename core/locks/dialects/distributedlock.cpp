// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// A client that has a lease says so in its node's data. Of the others the first watches the directory, the rest each
/// the one before it.
void holdersSaySo(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    nearestBlocker(slotsInOrder, mine, blockedBy);
    int holder = noBlocker;
    int waiter = noBlocker;
    for (const int index : mine) {
        const Slot &slot = slotsInOrder[static_cast<size_t>(index)];
        if (slot.kind != NameKind::Lease)
            continue;
        int &blocker = blockedBy[static_cast<size_t>(index)];
        const ChildNode &node = slot.contender->node;
        if (node.access != ChildNode::Data::Read) {
            blocker = notKnown;
        } else if (node.data == "ACQUIRED") {
            blocker = noBlocker;
            holder = holder < 0 ? index : holder;
        } else {
            // With no other before it, it is about to write that it holds.
            blocker = waiter >= 0 ? waiter : holder >= 0 ? holder : notKnown;
            waiter = index;
        }
    }
}

} // namespace

/// DistributedLock for .NET: lock, reader-writer lock, semaphore. All but the semaphore's names are others' as well.
DialectRules distributedlock()
{
    DialectRules rules{u"distributedlock"_s, Text::verbatim(u"DistributedLock"_s),
                       Text::en("DistributedLock for .NET")};
    rules.names = {
        bareName(u"semaphore-"_s, NameKind::Lease, Mode::Shared),
        bareName(u"lock-"_s, NameKind::Mutex, Mode::Exclusive, 0, true),
        bareName(u"read-"_s, NameKind::ReadWrite, Mode::Shared, 0, true),
        bareName(u"write-"_s, NameKind::ReadWrite, Mode::Exclusive, 0, true),
    };
    rules.waits = holdersSaySo;
    rules.sorts = SortRule::Circular;
    return rules;
}

} // namespace lockscope::locks::dialects
