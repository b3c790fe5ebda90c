// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// Menagerie: java.util.concurrent's locks over ZooKeeper.
DialectRules menagerie()
{
    DialectRules rules{u"menagerie"_s, Text::verbatim(u"Menagerie"_s)};
    rules.names = {
        bareName(u"readLock-"_s, NameKind::ReadWrite, Mode::Shared),
        bareName(u"writeLock-"_s, NameKind::ReadWrite, Mode::Exclusive),
        bareName(u"permit-"_s, NameKind::Lease, Mode::Shared),
        bareName(u"lock-"_s, NameKind::Mutex, Mode::Exclusive, 0, true),
    };
    rules.waits = firstLeaseHolds;
    return rules;
}

} // namespace lockscope::locks::dialects
