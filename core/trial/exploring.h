// SPDX-License-Identifier: Apache-2.0
// Which orders of messages are tried: each run keeps back some of them until nothing else moves, all others pass as
// they come. First none, then each message that was seen alone, then two of them at once, and so on: most mistakes need
// few delays (delay-bounded scheduling, Emmi, Qadeer and Rakamarić 2011). Never runs one, and proves nothing where it
// finds nothing: programs and servers have other choices.
#pragma once

#include "core/trial/trialspec.h"

#include <random>
#include <set>
#include <vector>

namespace lockscope::trial {

class Exploring
{
public:
    /// \a delays: messages that one run keeps back, at most.
    Exploring(TrialSpec spec, int delays);

    /// The next run; nothing once all that is worth it was tried.
    std::optional<TrialSpec> next();
    /// Of what next() gave: the messages that passed.
    void tried(const QList<Moment> &moments);

    int runs() const { return m_runs; }

private:
    using Delays = std::vector<size_t>; ///< of the messages, in order

    std::optional<Delays> draw();

    TrialSpec m_spec;
    size_t m_most;
    std::mt19937 m_random;
    std::vector<Moment> m_messages; ///< that were seen, in the order in which they were first
    std::vector<size_t> m_alone;    ///< of them, still to be tried each by itself; the next one last
    std::set<Delays> m_tried;
    int m_runs = 0;
};

} // namespace lockscope::trial
