// SPDX-License-Identifier: Apache-2.0
// Trials of another program's clients, one after the other on one ensemble: a single one, ever smaller ones while they
// fail, or ever other orders until one does. Never prints a verdict.
#pragma once

#include "app/cli/context.h"
#include "app/cli/runrecording.h"

#include "core/trial/trialverdict.h"

#include <memory>
#include <optional>

namespace lockscope::cli {

/// One run, and what is to be said of it.
struct Tried
{
    trial::TrialSpec spec;
    std::unique_ptr<trial::TrialVerdict> verdict;
    std::optional<Error> notRecorded = {};
    int shrunkIn = 0; ///< runs; 0: it was not shrunk

    /// Something is wrong, and not that it was ended too early to say.
    bool isWrong() const;
};

/// How orders were looked for, and with what came of it.
struct Explored
{
    Tried last;             ///< the one that was wrong, else any
    trial::TrialSpec found; ///< its
    int runs = 0;
    int again = 0;       ///< runs of the order that was wrong
    int wrongAgain = 0;  ///< of these, wrong alike
    bool isWhole = true; ///< nothing was left to try within the bound
};

/// \a recording: ends with the run; null for none.
Task<Result<Tried>> tryOnce(Context *context, trial::TrialSpec spec, RunRecording *recording);
/// The smallest that is wrong alike.
Task<Result<Tried>> shrink(Context *context, Tried failed);
/// Runs with other orders of messages, of which each delays so many at most, until one is wrong or the spec's limit,
/// which is for all of them together, is over. Then it repeats the one that was wrong.
Task<Result<Explored>> explore(Context *context, trial::TrialSpec spec, int delays);

} // namespace lockscope::cli
