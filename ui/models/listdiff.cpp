// SPDX-License-Identifier: Apache-2.0
#include "ui/models/listdiff.h"

#include <algorithm>
#include <cstddef>

namespace lockscope::ui {

std::vector<RowRun> runsWhere(const std::vector<bool> &flag)
{
    std::vector<RowRun> runs;
    const int size = static_cast<int>(flag.size());
    for (int row = 0; row < size; ++row) {
        if (!flag[size_t(row)])
            continue;
        if (!runs.empty() && runs.back().last == row - 1)
            runs.back().last = row;
        else
            runs.push_back({row, row});
    }
    return runs;
}

std::vector<int> rowsOutOfOrder(const std::vector<int> &keys)
{
    if (std::is_sorted(keys.begin(), keys.end()))
        return {};
    // Patience: ends[k] is the row that ends the best increasing subsequence of length k + 1.
    std::vector<int> ends;
    std::vector<int> previous(keys.size(), -1);
    for (size_t row = 0; row < keys.size(); ++row) {
        const auto at = std::lower_bound(ends.begin(), ends.end(), keys[row],
                                         [&keys](int end, int key) { return keys[size_t(end)] < key; });
        if (at != ends.begin())
            previous[row] = *(at - 1);
        if (at == ends.end())
            ends.push_back(int(row));
        else
            *at = int(row);
    }
    std::vector<bool> kept(keys.size(), false);
    for (int row = ends.back(); row >= 0; row = previous[size_t(row)])
        kept[size_t(row)] = true;
    std::vector<int> out;
    for (size_t row = 0; row < keys.size(); ++row) {
        if (!kept[row])
            out.push_back(int(row));
    }
    return out;
}

} // namespace lockscope::ui
