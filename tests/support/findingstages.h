// SPDX-License-Identifier: Apache-2.0
// Every way in which locks are known to go wrong that can be staged, each as what to do to a real server and what has
// to be found of it. What servers cannot show by its nature is said to be so, with the rule that finds it in a
// recording. Never a verdict: tests and the benchmark ask.
#pragma once

#include "tests/support/findingbed.h"

#include <QStringList>

#include <vector>

namespace lockscope::test {

struct FindingStage
{
    QString mode;         ///< as in the list of known failures
    QStringList findings; ///< any of these is right; empty: servers do not show it
    QString instead = {}; ///< where nothing is found from outside: what tells of it
    /// Stages it in the lock at or below the path; false with error() of the bed where that failed.
    std::function<bool(FindingBed &, const QString &lock)> stage = {};
    locks::Thresholds thresholds = {};
};

const std::vector<FindingStage> &findingStages();

} // namespace lockscope::test
