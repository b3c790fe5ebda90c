// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

namespace {

/// A lease is an id and no more: what makes the directory a semaphore is its queue beside it, or its size in its data.
bool isLease(const LockSource &source, const ChildNode &child, QStringView)
{
    bool isNumber = false;
    const int size = source.data ? source.data->trimmed().toInt(&isNumber) : 0;
    return isHexId(child.name) && (source.hasQueueBeside || (isNumber && size > 0));
}

} // namespace

/// Python's kazoo: Lock, Election, ReadLock and WriteLock, Semaphore. Lock, Election and WriteLock share a name.
Grammar kazoo()
{
    Grammar grammar{u"kazoo"_s, u"kazoo"_s};
    grammar.names = {
        {{}, TokenForm::HexId, u"__lock__"_s, NameKind::Mutex, Mode::Exclusive},
        {{}, TokenForm::HexId, u"__rlock__"_s, NameKind::ReadWrite, Mode::Shared},
    };
    grammar.claims = isLease;
    grammar.claimsUnnumbered = true;
    grammar.claimed = {{}, TokenForm::None, {}, NameKind::Lease, Mode::Shared};
    grammar.sorts = SortRule::Text;
    grammar.semaphore = SemaphoreShape{u"-__lock__"_s, {}};
    return grammar;
}

} // namespace lockscope::locks::grammars
