// SPDX-License-Identifier: Apache-2.0
// What `release` prints: a plan for people, and what came of it for people and for scripts.
// Never decides anything.
#pragma once

#include "core/observe/releaserecord.h"

#include <QJsonObject>

#include <cstdio>

namespace lockscope::cli {

void explain(const observe::ReleasePlan &plan, FILE *out);
QJsonObject releaseJson(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record);
/// What came of it where nothing went wrong, as a line.
QString sentence(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record);

} // namespace lockscope::cli
