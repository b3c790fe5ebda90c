// SPDX-License-Identifier: Apache-2.0
// Readings of the servers for commands that want one answer: as many as it takes to know what a first one only hints
// at. Never longer than a few times Thresholds::settleMs; a lock without anything odd takes one.
#pragma once

#include "app/cli/context.h"
#include "app/cli/options.h"

namespace lockscope::cli {

/// The options --stale-after and --long-wait, and for commands that want one answer --quick.
void addFindingOptions(CommandLine &line, bool quick);
/// The thresholds that they ask for, else the profile's, else the standard ones.
Result<locks::Thresholds> thresholdsFrom(const CommandLine &line);

/// Asks the servers once, and again while something odd is neither proven nor gone. \a quick: once.
Task<> gatherEvidence(Context &context, bool quick);

} // namespace lockscope::cli
