// SPDX-License-Identifier: Apache-2.0
// A trial as a small file: clients, rounds and what is done to them, to be tried once more. Which command, and on which
// lock, it does not say: the same is tried on other programs.
#pragma once

#include "core/trial/trialspec.h"

#include <QByteArray>

namespace lockscope::trial {

/// Without its order. {"lockscope": 1, "kind": "trial", "recipe", "leases", "clients", "rounds", "seed", "faults":
/// ["hold@create", …]}
QByteArray toJson(const TrialSpec &spec);
/// Of such a file, or of an order that `explore` wrote (core/trial/witness.h). Without a command and a lock. An error
/// whose sentence names the line and the key of what is wrong.
Result<TrialSpec> readTrial(const QByteArray &text);

} // namespace lockscope::trial
