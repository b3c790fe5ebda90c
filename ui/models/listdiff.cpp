// SPDX-License-Identifier: Apache-2.0
#include "ui/models/listdiff.h"

#include <algorithm>
#include <cstddef>

namespace lockscope::ui {

void addRow(std::vector<RowRun> &runs, int row)
{
    if (!runs.empty() && runs.back().last == row - 1)
        runs.back().last = row;
    else
        runs.push_back({row, row});
}

std::vector<RowRun> runsWhere(const std::vector<bool> &flag)
{
    std::vector<RowRun> runs;
    const int size = static_cast<int>(flag.size());
    for (int row = 0; row < size; ++row) {
        if (flag[size_t(row)])
            addRow(runs, row);
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

std::optional<std::vector<int>> placesInOrder(const std::vector<QStringView> &before,
                                              const std::vector<QStringView> &after)
{
    constexpr size_t most = 64; // removals and insertions, and how far ahead is looked for the next that fits
    std::vector<int> places(before.size(), -1);
    std::vector<QStringView> removed;
    std::vector<QStringView> inserted;
    const auto ahead = [](const std::vector<QStringView> &names, size_t from, QStringView wanted) {
        const size_t end = std::min(names.size(), from + most);
        size_t at = from;
        while (at < end && names[at] != wanted)
            ++at;
        return at < end ? at - from : most;
    };
    size_t row = 0;
    size_t place = 0;
    while (row < before.size() && place < after.size()) {
        if (before[row] == after[place]) {
            places[row++] = int(place++);
            continue;
        }
        const size_t removals = ahead(before, row, after[place]);
        const size_t insertions = ahead(after, place, before[row]);
        if (removals <= insertions)
            removed.push_back(before[row++]);
        if (insertions <= removals)
            inserted.push_back(after[place++]);
        if (removed.size() + inserted.size() > most)
            return std::nullopt;
    }
    if (before.size() - row + after.size() - place + removed.size() + inserted.size() > most)
        return std::nullopt;
    removed.insert(removed.end(), before.begin() + std::ptrdiff_t(row), before.end());
    inserted.insert(inserted.end(), after.begin() + std::ptrdiff_t(place), after.end());
    const bool moved = std::any_of(removed.begin(), removed.end(), [&](QStringView name) {
        return std::find(inserted.begin(), inserted.end(), name) != inserted.end();
    });
    return moved ? std::nullopt : std::optional(std::move(places));
}

} // namespace lockscope::ui
