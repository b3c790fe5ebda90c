// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// WriteLock of ZooKeeper's own Java recipes; the decimal number is the session that made the node.
Grammar zookeeper_java()
{
    Grammar grammar{u"zookeeper-java"_s, u"ZooKeeper WriteLock"_s, u"ZooKeeper's Java WriteLock, or ZooKeeperNetEx"_s};
    grammar.names = {{u"x-"_s, TokenForm::DecimalSession, u"-"_s}};
    grammar.waits = nodeBefore;
    return grammar;
}

} // namespace lockscope::locks::grammars
