// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// WriteLock of ZooKeeper's own Java recipes; the decimal number is the session that made the node.
DialectRules zookeeper_java()
{
    DialectRules rules{u"zookeeper-java"_s, Text::verbatim(u"ZooKeeper WriteLock"_s),
                       Text::en("ZooKeeper's Java WriteLock, or ZooKeeperNetEx")};
    rules.names = {{u"x-"_s, TokenForm::DecimalSession, u"-"_s}};
    rules.waits = nodeBefore;
    return rules;
}

} // namespace lockscope::locks::dialects
