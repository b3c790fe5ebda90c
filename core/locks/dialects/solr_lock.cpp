// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// Solr's ZkDistributedLock.
DialectRules solr_lock()
{
    DialectRules rules{u"solr-lock"_s, Text::verbatim(u"Solr ZkDistributedLock"_s),
                       Text::verbatim(u"Solr's ZkDistributedLock"_s)};
    rules.names = {
        bareName(u"R_"_s, NameKind::ReadWrite, Mode::Shared),
        bareName(u"W_"_s, NameKind::ReadWrite, Mode::Exclusive),
    };
    return rules;
}

} // namespace lockscope::locks::dialects
