// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// Python's kazoo: Lock, Election, ReadLock and WriteLock, Semaphore. Lock, Election and WriteLock share a name.
Grammar kazoo()
{
    Grammar grammar{u"kazoo"_s, u"kazoo"_s};
    grammar.names = {
        {{}, TokenForm::HexId, u"__lock__"_s, NameKind::Mutex, Mode::Exclusive},
        {{}, TokenForm::HexId, u"__rlock__"_s, NameKind::ReadWrite, Mode::Shared},
    };
    grammar.sorts = SortRule::Text;
    grammar.semaphore = SemaphoreShape{u"-__lock__"_s, {}};
    return grammar;
}

} // namespace lockscope::locks::grammars
