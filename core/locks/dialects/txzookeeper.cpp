// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// Python's txzookeeper. Its one name is what many write, so it is never more than one of those it could be.
DialectRules txzookeeper()
{
    DialectRules rules{u"txzookeeper"_s, Text::verbatim(u"txzookeeper"_s)};
    rules.names = {bareName(u"lock-"_s, NameKind::Mutex, Mode::Exclusive, 0, true)};
    rules.waits = nodeBefore;
    rules.sorts = SortRule::Text;
    return rules;
}

} // namespace lockscope::locks::dialects
