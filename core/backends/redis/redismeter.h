// SPDX-License-Identifier: Apache-2.0
// What Redis counts of its own work: commands, connections, processor time. Of several servers the sum.
#pragma once

#include "core/backends/servermeter.h"
#include "core/base/secret.h"
#include "core/redis/address.h"

#include <memory>

namespace lockscope::backends {

/// Over connections of its own. Null where a server does not let us in.
Task<std::unique_ptr<ServerMeter>> openRedisMeter(QList<redis::Address> addresses, SecretText password, bool isPrivate);

} // namespace lockscope::backends
