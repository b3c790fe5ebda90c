// SPDX-License-Identifier: Apache-2.0
// From an order that `explore` found for one of our recipes in the model to a trial of another program's clients on
// real servers: the same creates, lists, watches, events, losses and crashes come one after the other, as far as that
// program takes the same way. Never runs either.
#pragma once

#include "core/explore/schedule.h"
#include "core/trial/trialspec.h"

namespace lockscope::trial {

/// Without a command and a lock. An error where the schedule is not possible in the model, or has a step that cannot be
/// done to another program.
Result<TrialSpec> trialOf(const explore::Schedule &schedule);

} // namespace lockscope::trial
