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
    // Half way to what is known to be too little: a failure that comes by chance would else be followed one by one.
    for (int TrialSpec::*const count : {&TrialSpec::rounds, &TrialSpec::clients}) {
        const int tooFew = largestInVain(count);
        if (m_smallest.*count - tooFew > 1)
            with([count, tooFew](TrialSpec &spec) { spec.*count = (spec.*count + tooFew) / 2; });
    }
    for (qsizetype i = 0; i < m_smallest.faults.size(); ++i)
        with([i](TrialSpec &spec) { spec.faults.removeAt(i); });
}

/// All else as in the smallest that fails; 0: none was in vain.
int Shrinking::largestInVain(int TrialSpec::*count) const
{
    int largest = 0;
    for (const TrialSpec &tried : m_inVain) {
        TrialSpec smaller = m_smallest;
        smaller.*count = tried.*count;
        if (tried.*count < m_smallest.*count && isWithin(smaller, tried))
            largest = std::max(largest, tried.*count);
    }
    return largest;
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
        findCandidates();
    }
}

} // namespace lockscope::trial
