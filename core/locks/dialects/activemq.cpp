// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// The group of ActiveMQ's replicated LevelDB store, by fabric8: a "0" stands before the server's number. Which of the
/// brokers is the master their data say by an election of their own, not the order of their nodes.
DialectRules activemq()
{
    DialectRules rules{u"activemq"_s, Text::verbatim(u"ActiveMQ"_s), Text::en("ActiveMQ's replicated store, a group")};
    rules.names = {bareName(u"0"_s, NameKind::Queue)};
    rules.waits = standBesideOneAnother;
    rules.habit = WaitHabit::NeverWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
