// SPDX-License-Identifier: Apache-2.0
// Reads what happens in a scenario and what should come of it: the "steps" and "expect" of its file.
// Part of core/scenario/scenarioparser.cpp; whether the steps can be done in their order is
// core/scenario/scenariochecks.h's.
#pragma once

#include "core/scenario/jsonfields.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

QList<PlannedStep> readSteps(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths);
QList<Expectation> readExpectations(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths);

} // namespace lockscope::lab
