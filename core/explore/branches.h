// SPDX-License-Identifier: Apache-2.0
// The steps that were taken from one set-up, with others taken instead of them: a tree, and the branch in it that is
// shown. A value. Never plays a step and never judges whether one is possible: the play does.
#pragma once

#include "core/explore/schedule.h"

#include <vector>

namespace lockscope::explore {

class Branches
{
public:
    explicit Branches(Setup setup);

    const Setup &setup() const { return m_setup; }
    /// Of the branch that is shown, from the beginning to its end.
    const std::vector<Step> &steps() const { return m_steps; }

    /// Takes \a step after the first \a count steps of the branch: one that was taken there before shows its branch, as
    /// far as it was shown last; another begins a new one. The others stay.
    void take(size_t count, const Step &step);
    /// The same of several, in order.
    void take(size_t count, const std::vector<Step> &steps);

    struct Branch
    {
        size_t end = 0;   ///< what it is called here
        size_t steps = 0; ///< to its end
        QString name;     ///< given by hand; empty: none
        bool isShown = false;
    };
    /// All of them, the oldest first.
    std::vector<Branch> branches() const;
    /// Where the branch that ended there ends by now, as far as it was shown last.
    size_t endBehind(size_t end) const;
    void setName(size_t end, const QString &name) { m_places[end].name = name; }
    void show(size_t end);
    Schedule schedule(size_t end) const { return {m_setup, stepsTo(end)}; }

private:
    struct Place
    {
        size_t before = 0;
        Step step = {};
        std::vector<size_t> after = {};
        size_t lastShown = 0; ///< of those after it
        QString name = {};
    };
    std::vector<Step> stepsTo(size_t place) const;

    Setup m_setup;
    std::vector<Place> m_places{{}}; ///< the first is the beginning
    size_t m_end = 0;                ///< of the branch that is shown
    std::vector<Step> m_steps;
};

} // namespace lockscope::explore
