// SPDX-License-Identifier: Apache-2.0
#include "ui/models/listdiff.h"

#include <QSet>

#include <algorithm>
#include <cstddef>

namespace lockscope::ui {

using locks::ContenderList;
using locks::ListChange;

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

namespace {

std::vector<QStringView> namesOf(const ContenderList &all, size_t first, size_t end)
{
    std::vector<QStringView> names;
    names.reserve(end - first);
    auto contender = all.begin() + std::ptrdiff_t(first);
    for (size_t index = first; index < end; ++index, ++contender)
        names.emplace_back(contender->node.name);
    return names;
}

/// Collects the change from the front to the back.
class Comparison
{
public:
    Comparison(const ContenderList &before, const ContenderList &after)
        : m_before(before)
        , m_after(after)
    {
    }

    std::optional<QueueChange> run()
    {
        size_t done = 0; // of the one before
        std::ptrdiff_t shift = 0;
        for (const ListChange &part : changesBetween(m_before, m_after)) {
            stay(part.first - done, shift != 0);
            if (!compare(part))
                return std::nullopt;
            done = part.end;
            shift = std::ptrdiff_t(part.otherEnd) - std::ptrdiff_t(part.end);
        }
        stay(m_before.size() - done, shift != 0);
        return m_gone.intersects(m_come) ? std::nullopt : std::optional(std::move(m_change));
    }

private:
    /// The next \a count are there before and after.
    void stay(size_t count, bool changed)
    {
        if (changed && count > 0) {
            m_change.firstChanged = m_change.firstChanged < 0 ? int(m_staying) : m_change.firstChanged;
            m_change.lastChanged = int(m_staying + count) - 1;
        }
        m_staying += count;
    }

    bool compare(const ListChange &part)
    {
        const std::vector<QStringView> old = namesOf(m_before, part.first, part.end);
        const std::vector<QStringView> now = namesOf(m_after, part.otherFirst, part.otherEnd);
        const auto places = placesInOrder(old, now);
        if (!places)
            return false;
        size_t next = 0; // of now
        const auto comeUpTo = [&](size_t end) {
            for (; next < end; ++next) {
                addRow(m_change.inserted, int(part.otherFirst + next));
                m_come.insert(now[next]);
            }
        };
        for (size_t i = 0; i < old.size(); ++i) {
            const size_t index = part.first + i;
            if ((*places)[i] < 0) {
                addRow(m_change.removed, int(index));
                m_gone.insert(old[i]);
                continue;
            }
            comeUpTo(size_t((*places)[i]));
            const size_t to = part.otherFirst + next++;
            stay(1, index != to || m_before[index] != m_after[to]);
        }
        comeUpTo(now.size());
        return true;
    }

    const ContenderList &m_before;
    const ContenderList &m_after;
    QueueChange m_change;
    QSet<QStringView> m_gone; ///< who comes again in another part has moved
    QSet<QStringView> m_come;
    size_t m_staying = 0; ///< so far
};

} // namespace

std::optional<QueueChange> changeInOrder(const ContenderList &before, const ContenderList &after)
{
    return Comparison(before, after).run();
}

int shownCount(const std::vector<RowRun> &hidden, int count)
{
    for (const RowRun &run : hidden)
        count -= run.size();
    return count;
}

int shownIndex(const std::vector<RowRun> &hidden, int row)
{
    for (const RowRun &run : hidden) {
        if (row < run.first)
            break;
        row += run.size();
    }
    return row;
}

int shownRow(const std::vector<RowRun> &hidden, int index)
{
    int before = 0;
    for (const RowRun &run : hidden) {
        if (index < run.first)
            break;
        if (index <= run.last)
            return -1;
        before += run.size();
    }
    return index - before;
}

} // namespace lockscope::ui
