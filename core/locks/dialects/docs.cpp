// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

using namespace Qt::StringLiterals;

/// The recipes of the ZooKeeper documentation, as written by clients that follow them.
DialectRules docs()
{
    const auto name = [](TokenForm token, const QString &after, NameKind kind, Mode mode) {
        return NamePattern{{}, token, after, kind, mode};
    };
    DialectRules rules{u"docs"_s, Text::en("ZooKeeper documentation")};
    for (const TokenForm token : {TokenForm::Uuid, TokenForm::HexId}) {
        rules.names.push_back(name(token, u"-lock-"_s, NameKind::Mutex, Mode::Exclusive));
        rules.names.push_back(name(token, u"-read-"_s, NameKind::ReadWrite, Mode::Shared));
        rules.names.push_back(name(token, u"-write-"_s, NameKind::ReadWrite, Mode::Exclusive));
        rules.names.push_back(name(token, u"-lease-"_s, NameKind::Lease, Mode::Shared));
    }
    rules.revokeWord = "unlock"_ba;
    rules.semaphore = SemaphoreShape{u"/locks"_s, u"/leases"_s};
    return rules;
}

} // namespace lockscope::locks::dialects
