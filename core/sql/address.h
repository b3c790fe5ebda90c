// SPDX-License-Identifier: Apache-2.0
// Where a database is, as a value: sqlite:FILE, mysql://USER@HOST:PORT/DATABASE (MariaDB),
// postgresql://USER@HOST:PORT/DATABASE.
// Never holds a password: what is shown, recorded or typed on a command line has none.
#pragma once

#include "core/base/error.h"

#include <QString>

#include <optional>
#include <utility>

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
    /// Of SQLite, once it was connected to: device and inode of the file. Another one that stands there is left alone.
    std::optional<std::pair<quint64, quint64>> fileIdentity = {};

    QString toString() const;
    bool operator==(const Address &) const = default;
};

/// Device and inode of what stands at \a file; nothing if nothing does.
std::optional<std::pair<quint64, quint64>> identityOf(const QString &file);
/// Why a file that was connected to is no longer the one at its path; nothing where it is, or was not connected to. A
/// deleted file goes on serving the connections that have it open: only its path shows that it is gone.
std::optional<Error> otherFile(const Address &address);

/// "SQLite", "MariaDB", "PostgreSQL".
QString kindText(Kind kind);

/// InvalidInput with a sentence that never repeats a password.
Result<Address> parseAddress(const QString &text);

} // namespace lockscope::sql
