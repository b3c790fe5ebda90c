// SPDX-License-Identifier: Apache-2.0
// What a database server counts of its own work: statements of MariaDB, bytes of PostgreSQL's log.
#pragma once

#include "core/backends/servermeter.h"
#include "core/base/secret.h"
#include "core/sql/address.h"

#include <memory>

namespace lockscope::backends {

/// Over a connection of its own. Null where there is no server (SQLite), or where it does not let us in.
Task<std::unique_ptr<ServerMeter>> openSqlMeter(sql::Address address, SecretText password, bool isPrivate);

} // namespace lockscope::backends
