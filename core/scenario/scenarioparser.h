// SPDX-License-Identifier: Apache-2.0
// A scenario file's text into a Scenario, or into one sentence that names the line and the key of what is wrong.
// Pure: never reads a file, never asks a server, takes any bytes.
#pragma once

#include "core/base/error.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

inline constexpr qsizetype largestScenario = 4'000'000; ///< bytes

/// The error is InvalidInput, its detail "line 7: steps[2].client: there is no client "Z"; there are A, B and C".
Result<Scenario> parseScenario(const QByteArray &text);

} // namespace lockscope::lab
