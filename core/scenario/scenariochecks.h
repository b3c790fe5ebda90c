// SPDX-License-Identifier: Apache-2.0
// Whether the steps of a scenario can be carried out one after another: nobody acts after a crash, nobody resumes who
// was not paused. Part of core/scenario/scenarioparser.cpp; never guesses what a run will bring, only what it cannot.
#pragma once

#include "core/scenario/jsonfields.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

void checkSteps(const Scenario &scenario, Complaints &complaints);

} // namespace lockscope::lab
