// SPDX-License-Identifier: Apache-2.0
// The options of `run` that describe simulated clients, into the scenario that lets them loose: all acquire, and it
// ends when their rounds are over. Never connects.
#pragma once

#include "app/cli/options.h"

#include "core/scenario/scenario.h"

namespace lockscope::cli {

void declareRunOptions(CommandLine &line);

/// InvalidInput with a sentence that names the option.
Result<lab::Scenario> scenarioFromOptions(const CommandLine &line);

/// Options that a scenario file has no use for, of those that were given.
QStringList optionsBesideScenario(const CommandLine &line);

} // namespace lockscope::cli
