// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// LeaderElectionSupport of ZooKeeper's own Java recipes; its nodes hold host names.
DialectRules leader_election_support()
{
    DialectRules rules{u"leader-election-support"_s, Text::verbatim(u"LeaderElectionSupport"_s),
                       Text::verbatim(u"ZooKeeper's LeaderElectionSupport"_s)};
    rules.names = {bareName(u"n_"_s, NameKind::Election)};
    rules.waits = nodeBefore;
    rules.hasCommonNames = true;
    return rules;
}

} // namespace lockscope::locks::dialects
