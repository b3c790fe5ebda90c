// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// zoo_lock.c of ZooKeeper's own C recipes; the sixteen hex digits are the session that made the node.
Grammar zookeeper_c()
{
    Grammar grammar{u"zookeeper-c"_s, u"ZooKeeper C recipe"_s};
    grammar.names = {{u"x-"_s, TokenForm::HexSession, u"-"_s}};
    grammar.waits = nodeBefore;
    grammar.sorts = SortRule::SignDropped;
    return grammar;
}

} // namespace lockscope::locks::grammars
