// SPDX-License-Identifier: Apache-2.0
#include "core/trial/shrinking.h"

#include <algorithm>
#include <utility>

namespace lockscope::trial {

namespace {

bool isWithin(const TrialSpec &small, const TrialSpec &large)
{
    return small.clients <= large.clients && small.rounds <= large.rounds
           && std::ranges::all_of(small.faults,
                                  [&large](const TrialFault &fault) { return large.faults.contains(fault); });
}

} // namespace

Shrinking::Shrinking(TrialSpec failed)
    : m_smallest(std::move(failed))
{
    findCandidates();
}

void Shrinking::findCandidates()
{
    m_candidates.clear();
    m_seeds = 0;
    const auto with = [this](auto change) {
        TrialSpec candidate = m_smallest;
        change(candidate);
        const bool isInVain =
            candidate.faultOfNobody() || std::ranges::any_of(m_inVain, [&candidate](const TrialSpec &tried) {
                return isWithin(candidate, tried);
            });
        if (!isInVain)
            m_candidates.push_back(std::move(candidate));
    };
    // One less where a half is too little; half where that will do.
    if (m_smallest.rounds > 2)
        with([](TrialSpec &spec) { --spec.rounds; });
    if (m_smallest.clients > 2)
        with([](TrialSpec &spec) { --spec.clients; });
    if (m_smallest.rounds > 1)
        with([](TrialSpec &spec) { spec.rounds /= 2; });
    if (m_smallest.clients > 1)
        with([](TrialSpec &spec) { spec.clients /= 2; });
    for (qsizetype i = 0; i < m_smallest.faults.size(); ++i)
        with([i](TrialSpec &spec) { spec.faults.removeAt(i); });
}

std::optional<TrialSpec> Shrinking::next()
{
    if (m_candidates.empty() || m_runs >= mostRuns)
        return std::nullopt;
    TrialSpec candidate = m_candidates.back();
    candidate.seed += static_cast<quint64>(m_seeds);
    return candidate;
}

void Shrinking::tried(bool failedAlike)
{
    if (m_candidates.empty())
        return;
    ++m_runs;
    if (failedAlike) {
        const auto seeds = static_cast<quint64>(m_seeds);
        m_smallest = std::move(m_candidates.back());
        m_smallest.seed += seeds;
        findCandidates();
    } else if (++m_seeds == seedsEach) {
        m_inVain.push_back(std::move(m_candidates.back()));
        m_candidates.pop_back();
        m_seeds = 0;
    }
}

} // namespace lockscope::trial
