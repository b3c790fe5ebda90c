// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// The recipes of the ZooKeeper documentation, as written by clients that follow them.
DialectRules docs()
{
    DialectRules rules{u"docs"_s, Text::en("ZooKeeper documentation")};
    for (const TokenForm token : {TokenForm::Uuid, TokenForm::HexId}) {
        rules.names.push_back({{}, token, u"-lock-"_s, NameKind::Mutex, Mode::Exclusive});
        rules.names.push_back({{}, token, u"-read-"_s, NameKind::ReadWrite, Mode::Shared});
        rules.names.push_back({{}, token, u"-write-"_s, NameKind::ReadWrite, Mode::Exclusive});
        rules.names.push_back({{}, token, u"-lease-"_s, NameKind::Lease, Mode::Shared});
    }
    rules.revokeWord = "unlock"_ba;
    rules.semaphore = SemaphoreShape{u"/locks"_s, u"/leases"_s};
    return rules;
}

} // namespace lockscope::locks::dialects
