// SPDX-License-Identifier: Apache-2.0
// How one keyed list or queue becomes another: runs to remove, single moves, runs to insert. Never touches a model.
#pragma once

#include "core/locks/contender.h"

#include <QStringView>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// Rows [first, last], both inclusive.
struct RowRun
{
    int first = 0;
    int last = 0;

    int size() const { return last - first + 1; }
    bool operator==(const RowRun &) const = default;
};

/// Puts \a row, which comes after all that are in \a runs, into them.
void addRow(std::vector<RowRun> &runs, int row);
/// Runs of the rows for which \a flag is set, from the top.
std::vector<RowRun> runsWhere(const std::vector<bool> &flag);

/// The rows that must move so that \a keys is ascending, the fewest there are (all but a longest increasing
/// subsequence). Keys are distinct.
std::vector<int> rowsOutOfOrder(const std::vector<int> &keys);

/// For each of \a before its place in \a after, or -1 where it is gone, as long as the two differ by nothing but a few
/// removals and insertions: without looking at each name more than a few times. Nothing where one moved, or where too
/// much differs.
std::optional<std::vector<int>> placesInOrder(const std::vector<QStringView> &before,
                                              const std::vector<QStringView> &after);

/// What differs between two states of a queue whose rows are in order of service. Looks at what the two do not share
/// only. Never touches a model.
struct QueueChange
{
    std::vector<RowRun> removed;  ///< indices in the one before
    std::vector<RowRun> inserted; ///< indices in the one after
    /// The first and the last that stay and look another way or stand at another place: indices among all that stay;
    /// -1 where there is none.
    int firstChanged = -1;
    int lastChanged = -1;

    bool operator==(const QueueChange &) const = default;
};

/// Nothing where one moved, or where more differs than a few removals and insertions in one place.
std::optional<QueueChange> changeInOrder(const locks::ContenderList &before, const locks::ContenderList &after);

/// How many of \a count are rows while those of \a hidden are none.
int shownCount(const std::vector<RowRun> &hidden, int count);
/// The index that a row has while those of \a hidden, ascending, are no rows.
int shownIndex(const std::vector<RowRun> &hidden, int row);
/// The other way round; -1 for one of \a hidden.
int shownRow(const std::vector<RowRun> &hidden, int index);

} // namespace lockscope::ui
