// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// "taken/entry-100-0000000007": the entry of this name, held by the session that made the node.
bool isTaken(const LockSource &source, const ChildNode &, QStringView prefix)
{
    constexpr qsizetype length = 10; // "entry-", three digits of its priority, '-'
    return baseName(source.path) == "taken"_L1 && prefix.size() == length && prefix.startsWith("entry-"_L1)
           && prefix.endsWith(u'-');
}

} // namespace

/// kazoo's LockingQueue: each node of "taken" is a hold of its own, on the entry of its name.
DialectRules kazoo_queue()
{
    DialectRules rules{u"kazoo-queue"_s, Text::en("kazoo LockingQueue"),
                       Text::en("kazoo's LockingQueue: entries that are taken")};
    rules.claims = isTaken;
    rules.claimed = {{}, TokenForm::None, {}, NameKind::Queue, Mode::Exclusive};
    rules.waits = neverWaits;
    rules.habit = WaitHabit::NeverWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
