// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// BookKeeper's auditor election.
DialectRules bookkeeper()
{
    DialectRules rules{u"bookkeeper"_s, Text::verbatim(u"BookKeeper"_s), Text::en("BookKeeper's auditor election")};
    rules.names = {bareName(u"V_"_s, NameKind::Election)};
    rules.waits = nodeBefore;
    rules.hasCommonNames = true;
    return rules;
}

} // namespace lockscope::locks::dialects
