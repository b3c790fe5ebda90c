// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// The data says which it is: "READ:…" waits for the nearest "WRITE:…" before it, that one for all before it.
void fateWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = noBlocker;
    int writer = noBlocker;
    for (const int index : mine) {
        const bool reads = slotsInOrder[static_cast<size_t>(index)].contender->node.data.startsWith("READ");
        blockedBy[static_cast<size_t>(index)] = reads ? writer : last;
        if (!reads)
            writer = index;
        last = index;
    }
}

} // namespace

/// The table locks of Accumulo's fault-tolerant operations (FATE): they outlive the servers that carry these out.
DialectRules accumulo_fate()
{
    DialectRules rules{u"accumulo-fate"_s, Text::verbatim(u"Accumulo FATE"_s), Text::en("Accumulo's table locks")};
    rules.names = {bareName(u"flock#"_s, NameKind::Mutex)};
    rules.waits = fateWaits;
    rules.habit = WaitHabit::Polls;
    rules.mayBePersistent = true;
    return rules;
}

} // namespace lockscope::locks::dialects
