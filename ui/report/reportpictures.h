// SPDX-License-Identifier: Apache-2.0
// The pictures of a report, as things stand at the cursor: a stage for each lock, the timeline around the instant, and
// the wait-for graph where somebody waits over several locks.
#pragma once

#include "core/report/incidentreport.h"

namespace lockscope::ui {

class LaneIndex;
class LiveWorld;

/// Stages of more locks than this are left out: a report is to be read.
inline constexpr qsizetype mostReportStages = 6;

/// Light and dark, as SVG. Of \a request the locks and the stretch of time are used.
QList<report::ReportPicture> reportPictures(LiveWorld *world, const LaneIndex &lanes,
                                            const report::IncidentRequest &request);

} // namespace lockscope::ui
