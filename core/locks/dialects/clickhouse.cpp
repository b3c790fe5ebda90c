// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <utility>

namespace lockscope::locks::dialects {

namespace {

enum TableRole : quint8 { Leader, OwnLock };

/// Of the leaders the oldest is one; an abandonable lock and the block it guards are each a lock of their own.
void clickhouseWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = noBlocker;
    for (const int index : mine) {
        const bool leader = slotsInOrder[static_cast<size_t>(index)].role == Leader;
        blockedBy[static_cast<size_t>(index)] = leader ? std::exchange(last, index) : noBlocker;
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
