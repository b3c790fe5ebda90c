// SPDX-License-Identifier: Apache-2.0
#include "ui/models/queuechange.h"

#include <QSet>

namespace lockscope::ui {

using locks::ContenderList;
using locks::ListChange;

namespace {

std::vector<QStringView> namesOf(const ContenderList &all, size_t first, size_t end)
{
    std::vector<QStringView> names;
    names.reserve(end - first);
    auto contender = all.begin() + std::ptrdiff_t(first);
    for (size_t index = first; index < end; ++index, ++contender)
        names.push_back(contender->node.name);
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
