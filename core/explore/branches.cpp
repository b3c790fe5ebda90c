// SPDX-License-Identifier: Apache-2.0
#include "core/explore/branches.h"

#include <algorithm>
#include <utility>

namespace lockscope::explore {

Branches::Branches(Setup setup)
    : m_setup(std::move(setup))
{
}

void Branches::take(size_t count, const Step &step)
{
    size_t at = m_end;
    for (size_t behind = m_steps.size(); behind > count; --behind)
        at = m_places[at].before;
    const auto &after = m_places[at].after;
    const auto known =
        std::find_if(after.begin(), after.end(), [&](size_t place) { return m_places[place].step == step; });
    size_t next = m_places.size();
    if (known != after.end()) {
        next = *known;
    } else {
        m_places[at].after.push_back(next);
        m_places.push_back({at, step});
    }
    m_places[at].lastShown = next;
    m_end = endBehind(next);
    m_steps = stepsTo(m_end);
}

void Branches::take(size_t count, const std::vector<Step> &steps)
{
    for (const Step &step : steps)
        take(count++, step);
}

std::vector<Branches::Branch> Branches::branches() const
{
    std::vector<Branch> all;
    for (size_t end = 0; end < m_places.size(); ++end) {
        if (!m_places[end].after.empty() || (end == 0 && m_places.size() > 1))
            continue;
        all.push_back({end, stepsTo(end).size(), m_places[end].name, end == m_end});
    }
    return all;
}

size_t Branches::endBehind(size_t end) const
{
    while (!m_places[end].after.empty())
        end = m_places[end].lastShown;
    return end;
}

void Branches::show(size_t end)
{
    m_end = end;
    m_steps = stepsTo(end);
    for (size_t place = end; place != 0; place = m_places[place].before)
        m_places[m_places[place].before].lastShown = place;
}

std::vector<Step> Branches::stepsTo(size_t place) const
{
    std::vector<Step> steps;
    for (; place != 0; place = m_places[place].before)
        steps.push_back(m_places[place].step);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

} // namespace lockscope::explore
