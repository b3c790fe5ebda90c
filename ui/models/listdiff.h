// SPDX-License-Identifier: Apache-2.0
// How one keyed list becomes another: runs to remove, single moves, runs to insert. Never touches a model.
#pragma once

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

/// For each of \a before its place in \a after, or -1 where it is gone, as long as nothing but a few removals and
/// insertions tells the two apart: without looking at each name more than a few times. Nothing where somebody moved, or
/// where too much differs.
std::optional<std::vector<int>> placesInOrder(const std::vector<QStringView> &before,
                                              const std::vector<QStringView> &after);

} // namespace lockscope::ui
