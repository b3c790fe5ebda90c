// SPDX-License-Identifier: Apache-2.0
// What is to be compared. A value.
#pragma once

#include "core/backends/backendspec.h"
#include "core/backends/connectspec.h"
#include "core/base/error.h"

#include <QList>
#include <QString>

#include <optional>

namespace lockscope::compare {

struct ComparisonSpec
{
    QList<locks::Backend> backends; ///< at least one
    QList<int> clients{1, 10, 50, 200};
    int rounds = 5; ///< of each client; more where there are few
    int turns = 3;
    QString recordings; ///< the directory of the faults' recordings, which is there
    // Servers of the user's own; a private one for each of the other kinds.
    QList<BackendSpec> servers = {};
    std::optional<ConnectSpec> ensemble = {};
    QString confirmation = {}; ///< what was typed; comparedLocks for an ensemble of production
};

/// The most clients at once: connections that a private database takes.
inline constexpr int mostClients = 200;

/// Why no private server of this kind can be started here, and what to install; nothing if one can.
std::optional<Error> missingServer(locks::Backend backend);

} // namespace lockscope::compare
