// SPDX-License-Identifier: Apache-2.0
// One event as one JSON object: the export of the Journal panel. Zxids and sessions are hex strings.
// Never read back by this program as it stands: a format for other programs.
#pragma once

#include "core/journal/event.h"

#include <QJsonObject>

namespace lockscope::journal {

/// {"n": 12, "at": "2026-11-21T04:00:00.123456Z", "kind": "node-resolved", …the payload's fields}
QJsonObject toJson(const Event &event);

} // namespace lockscope::journal
