// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// zoo_lock.c of ZooKeeper's own C recipes; the sixteen hex digits are the session that made the node.
DialectRules zookeeper_c()
{
    DialectRules rules{u"zookeeper-c"_s, Text::verbatim(u"ZooKeeper C recipe"_s)};
    rules.names = {{u"x-"_s, TokenForm::HexSession, u"-"_s}};
    rules.waits = nodeBefore;
    rules.sorts = SortRule::SignDropped;
    return rules;
}

} // namespace lockscope::locks::dialects
