// SPDX-License-Identifier: Apache-2.0
// Scenarios from files and the ones that come with the program, by name. Never runs one.
#pragma once

#include "core/base/error.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

/// Names of those that come with the program ("queue-of-five"), in the order in which people should meet them.
QStringList shippedScenarios();

/// The text of a shipped one; empty if there is none of this name.
QByteArray shippedScenario(const QString &name);

/// A file's path, or a shipped one's name. A complaint about what is in it begins with the path or the name.
Result<Scenario> loadScenario(const QString &pathOrName);

} // namespace lockscope::lab
