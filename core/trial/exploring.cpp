// SPDX-License-Identifier: Apache-2.0
#include "core/trial/exploring.h"

#include <algorithm>

namespace lockscope::trial {

Exploring::Exploring(TrialSpec spec, int delays)
    : m_spec(std::move(spec))
    , m_most(static_cast<size_t>(delays))
    , m_random(static_cast<std::mt19937::result_type>(m_spec.seed))
{
}

std::optional<TrialSpec> Exploring::next()
{
    TrialSpec run = m_spec;
    if (m_runs == 0)
        return run;
    const auto delays = draw();
    if (!delays)
        return std::nullopt;
    m_tried.insert(*delays);
    for (const size_t message : *delays)
        run.faults += TrialFault{Hold(), m_messages[message]};
    return run;
}

/// The messages of the next run; nothing where none is left, or hardly any: then the same come up again and again.
std::optional<Exploring::Delays> Exploring::draw()
{
    if (m_most >= 1 && !m_alone.empty()) {
        const size_t alone = m_alone.back();
        m_alone.pop_back();
        return Delays{alone};
    }
    constexpr int attempts = 1'000;
    const size_t most = std::min(m_most, m_messages.size());
    for (size_t count = 2; count <= most; ++count) {
        for (int attempt = 0; attempt < attempts; ++attempt) {
            std::set<size_t> chosen;
            while (chosen.size() < count)
                chosen.insert(m_random() % m_messages.size());
            const Delays delays(chosen.begin(), chosen.end());
            if (!m_tried.contains(delays))
                return delays;
        }
    }
    return std::nullopt;
}

void Exploring::tried(const QList<Moment> &moments)
{
    ++m_runs;
    std::vector<size_t> fresh;
    for (const Moment &moment : moments) {
        if (std::ranges::find(m_messages, moment) == m_messages.end()) {
            fresh.push_back(m_messages.size());
            m_messages.push_back(moment);
        }
    }
    m_alone.insert(m_alone.end(), fresh.begin(), fresh.end());
    // Not std::shuffle: that may differ from one library to the next.
    for (size_t i = m_alone.size(); i > 1; --i)
        std::swap(m_alone[i - 1], m_alone[m_random() % i]);
}

} // namespace lockscope::trial
