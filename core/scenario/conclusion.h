// SPDX-License-Identifier: Apache-2.0
// What a run of a scenario came to, in one sentence: the one that a lecturer says at its end. From what was found, the
// gravest first; where all came as expected the scenario's own words for it, if it has some.
#pragma once

#include "core/base/text.h"

namespace lockscope::lab {

struct Scenario;
struct Verdict;
struct RunEnd;
class ScenarioFold;

struct Conclusion
{
    /// Of what happened, expected or not: a lecture on a lock that breaks goes as expected and is Wrong.
    enum class Weight { Sound, Notable, Wrong };

    Text text;
    Weight weight = Weight::Sound;
};

/// Once all of \a verdict but this is known.
Conclusion conclusionOf(const Scenario &scenario, const Verdict &verdict, const ScenarioFold &fold, const RunEnd &end);

} // namespace lockscope::lab
