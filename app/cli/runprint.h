// SPDX-License-Identifier: Apache-2.0
// What `run` tells people: steps as they are carried out, and what came of it. Never JSON.
#pragma once

#include "core/scenario/scenarioverdict.h"

namespace lockscope::cli {

/// The figures of the run JSON.
void printRun(const QJsonObject &report);
/// Each expectation beside what was found.
void printVerdict(const lab::Verdict &verdict);

} // namespace lockscope::cli
