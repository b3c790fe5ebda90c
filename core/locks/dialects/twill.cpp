// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// Twill's ReentrantDistributedLock.
DialectRules twill()
{
    DialectRules rules{u"twill"_s, Text::verbatim(u"Twill"_s)};
    rules.names = {{{}, TokenForm::Uuid, u"-"_s}};
    rules.waits = nodeBefore;
    rules.hasCommonNames = true;
    return rules;
}

} // namespace lockscope::locks::dialects
