// SPDX-License-Identifier: Apache-2.0
// The few operations on a database that lock recipes need, so that a recipe reads like the article that explains it and
// runs on a real server as well as on a fake. A lock is the row of its name in one table. A recipe never knows which
// database it is, and never sees faults or counting.
#pragma once

#include "core/base/ids.h"
#include "core/base/reply.h"
#include "core/recipes/store.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace lockscope::recipes {

class SqlStore
{
public:
    /// A number that grows with each lock that is taken, so that it can fence. Nothing: it was not taken.
    using Token = std::optional<Zxid>;
    using Milliseconds = std::chrono::milliseconds;

    virtual ~SqlStore() = default;

    virtual SessionId session() const = 0;
    /// Answers when the session is connected; an error once it is over.
    virtual Reply<SessionId> connected() = 0;

    /// INSERT. Nothing: the row is there already. \a limit: after which any client may take the row over; 0: never.
    virtual Reply<Token> insertRow(QString name, QByteArray owner, Milliseconds limit) = 0;
    /// UPDATE … WHERE its time is over, by the server's clock.
    virtual Reply<Token> takeOverRow(QString name, QByteArray owner, Milliseconds limit) = 0;
    /// SELECT … WHERE owner = \a owner.
    virtual Reply<Token> findRow(QString name, QByteArray owner) = 0;
    /// DELETE … WHERE owner = \a owner. False: there is no such row.
    virtual Reply<bool> deleteRow(QString name, QByteArray owner) = 0;

    /// SELECT version; the row is made if it is missing.
    virtual Reply<qint64> readVersion(QString name) = 0;
    /// UPDATE … SET version = version + 1 WHERE version = \a version. False: another was first.
    virtual Reply<bool> updateIfVersion(QString name, qint64 version, QByteArray owner) = 0;

    // Locks that belong to the connection, which is taken first: of a pool, when one is free. Taking one waits a second
    // at most; then it answers nothing, and its place among the waiters is lost.

    /// For what follows, until giveConnectionBack(); one of its own a client has always.
    virtual Reply<Done> takeConnection() = 0;
    virtual void giveConnectionBack() = 0;
    /// BEGIN; SELECT … FOR UPDATE.
    virtual Reply<Token> lockRow(QString name, QByteArray owner) = 0;
    /// COMMIT. NotHeld: the connection that held it is not there any more.
    virtual Reply<Done> unlockRow(QString name, QByteArray owner) = 0;
    /// GET_LOCK, or pg_advisory_lock.
    virtual Reply<Token> lockName(QString name, QByteArray owner) = 0;
    /// RELEASE_LOCK, or pg_advisory_unlock. NotHeld: as above.
    virtual Reply<Done> unlockName(QString name, QByteArray owner) = 0;
    /// The connection that took the lock is still there, as far as the server answers on it.
    virtual Reply<bool> isSameConnection() = 0;

    /// Answers after this time, or when the session is over.
    virtual Reply<Done> after(Milliseconds time) = 0;
};

} // namespace lockscope::recipes
