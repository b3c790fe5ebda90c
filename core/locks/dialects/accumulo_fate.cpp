// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

Mode fateMode(const ChildNode &child)
{
    return child.data.startsWith("READ:") ? Mode::Shared : Mode::Exclusive;
}

} // namespace

/// The table locks of Accumulo's fault-tolerant operations (FATE): they outlive the servers that carry these out.
DialectRules accumulo_fate()
{
    DialectRules rules{u"accumulo-fate"_s, Text::verbatim(u"Accumulo FATE"_s), Text::en("Accumulo's table locks")};
    rules.names = {bareName(u"flock#"_s, NameKind::ReadWrite)};
    rules.modeOf = fateMode;
    rules.habit = WaitHabit::Polls;
    rules.mayBePersistent = true;
    return rules;
}

} // namespace lockscope::locks::dialects
