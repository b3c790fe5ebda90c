// SPDX-License-Identifier: Apache-2.0
// The children of a lock directory as one contender of it sees them: its rivals, in its dialect's order.
// Pure values; names that are no contender's in this dialect are left out, so no contender waits for them.
#pragma once

#include "core/base/namelist.h"
#include "core/locks/dialect.h"

#include <vector>

namespace lockscope::recipes {

struct Rival
{
    QStringView name; ///< bare; in the listing that was read
    qint64 sequence = 0;
    locks::Mode mode = locks::Mode::Exclusive;

    bool operator==(const Rival &) const = default;
};

/// In order of service, as clients of the dialect sort them.
using Contenders = std::vector<Rival>;

/// Reads a listing with the eyes of a client of \a dialect. \a names must outlive what it returns.
Contenders contendersAmong(const NameList &names, locks::Dialect dialect);
/// The same without rivals after \a own, which are never in its way: \a own is the last, or it is not there. Cheap for
/// a client at the head of a long queue, which is where each hand-over ends.
Contenders contendersUpTo(const NameList &names, locks::Dialect dialect, QStringView own);

/// The end of what contendersUpTo() returns: whom \a own stands right behind, and \a own. Reads the name of the former
/// and few others, however long the queue is.
Contenders lastTwoUpTo(const NameList &names, locks::Dialect dialect, QStringView own);

/// The index of the contender with this bare name, or -1.
int indexOf(const Contenders &contenders, QStringView name);

} // namespace lockscope::recipes
