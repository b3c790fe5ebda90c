// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <algorithm>

namespace lockscope::locks::dialects {

namespace {

/// A lease is an id and no more: what makes the directory a semaphore is its queue beside it, or its size in its data.
bool isLease(const LockSource &source, const ChildNode &child, QStringView)
{
    return isHexId(child.name) && (source.hasQueueBeside || leasesIn(source.data));
}

/// Before its filter a contender sorted all children by what follows "__lock__" in their names: of a name without it by
/// what is left from its eighth character on.
bool sortsBefore(const Contender &contender, QStringView stranger)
{
    constexpr qsizetype skipped = 7;
    return contender.parsed->sequence != noSequence
           && stranger.mid(std::min(skipped, stranger.size())).compare(sequenceText(contender.parsed->sequence)) < 0;
}

} // namespace

/// Python's kazoo: Lock, Election, ReadLock and WriteLock, Semaphore. Lock, Election and WriteLock share a name.
DialectRules kazoo()
{
    DialectRules rules{u"kazoo"_s, Text::verbatim(u"kazoo"_s)};
    rules.names = {
        {{}, TokenForm::HexId, u"__lock__"_s, NameKind::Mutex, Mode::Exclusive},
        {{}, TokenForm::HexId, u"__rlock__"_s, NameKind::ReadWrite, Mode::Shared},
    };
    rules.claims = isLease;
    rules.claimsUnnumbered = true;
    rules.claimed = {{}, TokenForm::None, {}, NameKind::Lease, Mode::Shared};
    rules.sorts = SortRule::Text;
    rules.leavesDirectory = true;
    rules.strangers = {sortsBefore, Text::en("kazoo before 2.8")};
    rules.semaphore = SemaphoreShape{u"-__lock__"_s, {}};
    return rules;
}

} // namespace lockscope::locks::dialects
