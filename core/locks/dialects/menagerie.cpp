// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

using namespace Qt::StringLiterals;

/// Menagerie: java.util.concurrent's locks over ZooKeeper.
DialectRules menagerie()
{
    const auto name = [](const QString &text, NameKind kind, Mode mode, bool unlikely = false) {
        return NamePattern{{}, TokenForm::None, text, kind, mode, 0, unlikely};
    };
    DialectRules rules{u"menagerie"_s, Text::verbatim(u"Menagerie"_s)};
    rules.names = {
        name(u"readLock-"_s, NameKind::ReadWrite, Mode::Shared),
        name(u"writeLock-"_s, NameKind::ReadWrite, Mode::Exclusive),
        name(u"permit-"_s, NameKind::Lease, Mode::Shared),
        name(u"lock-"_s, NameKind::Mutex, Mode::Exclusive, true),
    };
    rules.waits = firstLeaseHolds;
    return rules;
}

} // namespace lockscope::locks::dialects
