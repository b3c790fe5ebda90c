// SPDX-License-Identifier: Apache-2.0
// What an ensemble counts of its own work, by the AdminServers of all of its servers: packets in and out.
#pragma once

#include "core/backends/servermeter.h"

#include <QStringList>

#include <memory>

namespace lockscope::backends {

/// \a pids: of private servers.
std::unique_ptr<ServerMeter> makeEnsembleMeter(QStringList adminUrls, QList<qint64> pids);

} // namespace lockscope::backends
