// SPDX-License-Identifier: Apache-2.0
// The two halves of a scenario's file: who takes part ("clients", with the settings that the top level gives all of
// them), and what happens and should come of it ("steps", "expect"). Part of core/scenario/scenariofiles.cpp, which
// also looks whether the steps can be carried out in their order.
#pragma once

#include "core/base/strictjson.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

/// The clients of the file whose top level is \a top.
QList<SpawnRequest> readClients(JsonFields &top);
/// "A", "client-*", "*", or a list of such, as names; complains about what fits none of \a all.
ClientNames readNames(JsonFields &fields, const QString &key, const ClientNames &all);

QList<PlannedStep> readSteps(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths);
QList<Expectation> readExpectations(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths);

} // namespace lockscope::lab
