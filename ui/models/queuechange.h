// SPDX-License-Identifier: Apache-2.0
// What differs between two states of a queue whose rows are in order of service. Looks at what the two do not share
// only. Never touches a model.
#pragma once

#include "core/locks/contender.h"
#include "ui/models/listdiff.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

struct QueueChange
{
    std::vector<RowRun> removed;  ///< indices in the one before
    std::vector<RowRun> inserted; ///< indices in the one after
    /// The first and the last that stay and look another way or stand at another place: indices among those that stay;
    /// -1 where there is none.
    int firstChanged = -1;
    int lastChanged = -1;

    bool operator==(const QueueChange &) const = default;
};

/// Nothing where somebody moved, or where more differs than a few removals and insertions in one place.
std::optional<QueueChange> changeInOrder(const locks::ContenderList &before, const locks::ContenderList &after);

/// How many of \a count are rows while those of \a hidden are none.
int shownCount(const std::vector<RowRun> &hidden, int count);
/// The index that a row has while those of \a hidden, ascending, are no rows.
int shownIndex(const std::vector<RowRun> &hidden, int row);
/// The other way round; -1 for one of \a hidden.
int shownRow(const std::vector<RowRun> &hidden, int index);

} // namespace lockscope::ui
