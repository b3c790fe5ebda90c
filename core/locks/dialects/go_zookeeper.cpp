// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// go-zookeeper's Lock: Curator's protection with Go's shorter ids.
DialectRules go_zookeeper()
{
    DialectRules rules{u"go-zookeeper"_s, Text::verbatim(u"go-zookeeper"_s)};
    rules.names = {{u"_c_"_s, TokenForm::HexId, u"-lock-"_s}};
    rules.waits = nodeBefore;
    return rules;
}

} // namespace lockscope::locks::dialects
