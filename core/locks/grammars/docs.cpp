// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// The recipes of the ZooKeeper documentation, as written by whoever follows them.
Grammar docs()
{
    const auto name = [](TokenForm token, const QString &after, NameKind kind, Mode mode) {
        return NamePattern{{}, token, after, kind, mode};
    };
    Grammar grammar{u"docs"_s, u"ZooKeeper documentation"_s};
    for (const TokenForm token : {TokenForm::Uuid, TokenForm::HexId}) {
        grammar.names.push_back(name(token, u"-lock-"_s, NameKind::Mutex, Mode::Exclusive));
        grammar.names.push_back(name(token, u"-read-"_s, NameKind::ReadWrite, Mode::Shared));
        grammar.names.push_back(name(token, u"-write-"_s, NameKind::ReadWrite, Mode::Exclusive));
        grammar.names.push_back(name(token, u"-lease-"_s, NameKind::Lease, Mode::Shared));
    }
    grammar.revokeWord = "unlock"_ba;
    grammar.semaphore = SemaphoreShape{u"/locks"_s, u"/leases"_s};
    return grammar;
}

} // namespace lockscope::locks::grammars
