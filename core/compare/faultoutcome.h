// SPDX-License-Identifier: Apache-2.0
// The scenario that stages a fault for one lock, and what its recording proves. What is said of reliability comes from
// here and from nowhere else: the same recording always proves the same, and one without the fault shows nothing.
#pragma once

#include "core/compare/comparison.h"
#include "core/scenario/scenario.h"

namespace lockscope::compare {

/// After which a holder that does not answer is given up, where a lock or a session has such a limit.
inline constexpr int limitMs = 2000;

/// The directory above all locks of a comparison: each recipe has one of its own there, and one for each fault.
inline const QString comparedLocks = QStringLiteral("/lockscope/compare");

Result<lab::Scenario> faultScenario(const Subject &subject, FaultKind fault);
/// Of a recording of such a scenario. All but the name of its file.
Result<FaultOutcome> outcomeOf(const QString &recording, FaultKind fault);

/// Every client takes the lock so many times and gives it back at once.
Result<lab::Scenario> contentionScenario(const Subject &subject, int clients, int rounds);
/// Its step in which they begin to: before, all are connected.
inline constexpr int acquireStep = 1;

} // namespace lockscope::compare
