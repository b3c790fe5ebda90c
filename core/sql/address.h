// SPDX-License-Identifier: Apache-2.0
// Where a database is, as a value: sqlite:FILE, mysql://USER@HOST:PORT/DATABASE (MariaDB),
// postgresql://USER@HOST:PORT/DATABASE.
// Never holds a password: what is shown, recorded or typed on a command line has none.
#pragma once

#include "core/base/error.h"

#include <QString>

namespace lockscope::sql {

enum class Kind { Sqlite, MariaDb, PostgreSql };

struct Address
{
    Kind kind = Kind::Sqlite;
    QString file; ///< of SQLite
    QString user = {};
    QString host = {}; ///< name or address; IPv6 without brackets
    quint16 port = 0;
    QString database = {};
    /// A file of this program's own, which need not last: no other program opens it, and no commit waits for the disk.
    bool isPrivate = false;

    QString toString() const;
    bool operator==(const Address &) const = default;
};

/// "SQLite", "MariaDB", "PostgreSQL".
QString kindText(Kind kind);

/// InvalidInput with a sentence that never repeats a password.
Result<Address> parseAddress(const QString &text);

} // namespace lockscope::sql
