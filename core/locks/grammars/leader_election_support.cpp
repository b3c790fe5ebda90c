// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// LeaderElectionSupport of ZooKeeper's own Java recipes; its nodes hold host names.
Grammar leader_election_support()
{
    Grammar grammar{u"leader-election-support"_s, u"LeaderElectionSupport"_s, u"ZooKeeper's LeaderElectionSupport"_s};
    grammar.names = {{{}, TokenForm::None, u"n_"_s, NameKind::Election}};
    grammar.waits = nodeBefore;
    return grammar;
}

} // namespace lockscope::locks::grammars
