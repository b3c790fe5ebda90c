// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

enum TableRole : quint8 { Leader, OwnLock };

/// Of the leaders the oldest is one; where it is of a version that knows several (20.6 to 21.11), so is each like it.
/// An abandonable lock and the block it guards are each a lock of their own.
void clickhouseWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    const auto knowsSeveral = [](const Slot &slot) {
        return slot.contender->node.data.endsWith(" (multiple leaders Ok)");
    };
    const Slot *first = nullptr;
    int last = noBlocker;
    for (const int index : mine) {
        const Slot &slot = slotsInOrder[static_cast<size_t>(index)];
        if (slot.role == Leader && !first)
            first = &slot;
        const bool leads = slot.role != Leader || (knowsSeveral(*first) && knowsSeveral(slot));
        blockedBy[static_cast<size_t>(index)] = leads ? noBlocker : last;
        last = slot.role == Leader ? index : last;
    }
}

} // namespace

/// ClickHouse: the leaders of a replicated table, and its abandonable locks. No client waits for another.
DialectRules clickhouse()
{
    DialectRules rules{u"clickhouse"_s, Text::verbatim(u"ClickHouse"_s)};
    rules.names = {
        bareName(u"leader_election-"_s, NameKind::Election, Mode::Exclusive, Leader),
        bareName(u"abandonable_lock-"_s, NameKind::Queue, Mode::Exclusive, OwnLock),
        bareName(u"block-"_s, NameKind::Queue, Mode::Exclusive, OwnLock),
    };
    rules.waits = clickhouseWaits;
    rules.habit = WaitHabit::NeverWaits;
    rules.mayBePersistent = true; // blocks outlive the locks that they point to
    return rules;
}

} // namespace lockscope::locks::dialects
