// SPDX-License-Identifier: Apache-2.0
// What `run` is asked for, as a scenario: one from a file or by name, clients as the options describe them, or two
// recipes side by side.
#pragma once

#include "app/cli/options.h"

#include "core/scenario/scenario.h"

namespace lockscope::cli {

enum class Asked { Run, Scenario, Duel };

Asked whatIsAsked(const CommandLine &line);
void declareRunOptions(CommandLine &line);
/// With a seed.
Result<lab::Scenario> readScenario(const CommandLine &line);
/// "zookeeper, redis, … or postgresql"
QString backendList();

} // namespace lockscope::cli
