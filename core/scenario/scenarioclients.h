// SPDX-License-Identifier: Apache-2.0
// Reads who takes part in a scenario: the "clients" of its file, with the settings that the top level gives all of
// them. Part of core/scenario/scenarioparser.cpp; never reads steps.
#pragma once

#include "core/scenario/jsonfields.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

/// The clients of the file whose top level is \a top.
QList<SpawnRequest> readClients(JsonFields &top);

/// "A", "client-*", "*", or a list of such, as names; complains about what fits nobody.
ClientNames readNames(JsonFields &fields, const QString &key, const ClientNames &all);

} // namespace lockscope::lab
