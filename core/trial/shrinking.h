// SPDX-License-Identifier: Apache-2.0
// From a trial that failed to the smallest that fails alike: fewer faults, clients and rounds, one thing at a time.
// Which client comes first is the machine's choice, so that each is tried with some seeds before it is taken to hold.
// Never runs one.
#pragma once

#include "core/trial/trialspec.h"

#include <vector>

namespace lockscope::trial {

class Shrinking
{
public:
    static constexpr int seedsEach = 3;
    static constexpr int mostRuns = 60;

    explicit Shrinking(TrialSpec failed);

    /// The next to be tried; nothing where no smaller one is left, or enough were tried.
    std::optional<TrialSpec> next();
    /// Of what next() gave.
    void tried(bool failedAlike);

    const TrialSpec &smallest() const { return m_smallest; }
    int runs() const { return m_runs; }

private:
    void findCandidates();
    int largestInVain(int TrialSpec::*count) const;

    TrialSpec m_smallest;
    std::vector<TrialSpec> m_candidates; ///< the boldest last
    std::vector<TrialSpec> m_inVain;     ///< did not fail alike, and what is smaller still will not
    int m_seeds = 0;                     ///< with which the last of them was tried
    int m_runs = 0;
};

} // namespace lockscope::trial
