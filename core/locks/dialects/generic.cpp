// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// Anything else that ends in a sequence number: one line, in which each waits for the one before, unless the names are
/// those of several locks.
DialectRules generic()
{
    DialectRules rules{u"generic"_s, Text::en("unknown"), Text::en("a queue of unknown kind")};
    rules.waits = nodeBeforeOfOneName;
    return rules;
}

} // namespace lockscope::locks::dialects
