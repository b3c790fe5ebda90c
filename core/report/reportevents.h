// SPDX-License-Identifier: Apache-2.0
// The part of a report that lists what happened around its instant. Never more than was asked for.
#pragma once

#include "core/report/html.h"
#include "core/report/incidentreport.h"

namespace lockscope::report {

void addEvents(Html &html, const journal::World &world, const journal::Journal &journal,
               const IncidentRequest &request);

/// "2026-11-21 04:00:00.123"
QString utcText(qint64 ns);
/// "850 ms", "4.2 s", "3 m 12 s", "2 h 5 m": one digit more than it deserves helps nobody.
Text spanText(qint64 ns);

} // namespace lockscope::report
