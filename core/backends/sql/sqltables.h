// SPDX-License-Identifier: Apache-2.0
// The tables lockscope_locks and lockscope_log in a database, which several programs may use at once: a row of
// lockscope_locks says of each that it does. Tables that one of them made are dropped by the last one.
#pragma once

#include "core/base/task.h"
#include "core/sql/session.h"

namespace lockscope::backends {

/// The database's clock, in milliseconds since 1970, as an expression.
QString clockOf(sql::Kind kind);

// Rows of lockscope_locks that are there although no client holds: no lock has such a name, and so they are in the way
// of none whose row is the lock itself.
/// The one that a lock of a connection locks.
inline const QString lockedRow = QStringLiteral("/row ");
/// The one with the version of a lock by version.
inline const QString versionRow = QStringLiteral("/version ");

class SqlTables
{
public:
    SqlTables();

    /// Makes them where they are missing; once more after a connection was lost. Fails where there are tables of these
    /// names with other columns.
    Task<Result<Done>> enter(sql::Session *session);
    /// They are still in use. To be asked at least once a minute, or other programs may drop them.
    sql::Request renewal(sql::Kind kind) const;
    /// Drops them if they were made by Lockscope and no other program uses them.
    Task<Result<Done>> leave(sql::Session *session);
    /// As far as is known it is this program that is to drop them.
    bool areOurs() const { return m_areOurs; }

private:
    Task<Result<Done>> enterAlone(sql::Session *session);
    Task<Result<Done>> leaveAlone(sql::Session *session);

    QString m_row; ///< the name of that which says that this program uses them
    bool m_areOurs = false;
};

} // namespace lockscope::backends
