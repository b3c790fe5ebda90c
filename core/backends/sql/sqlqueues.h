// SPDX-License-Identifier: Apache-2.0
// Who waits for the locks of a database, by its own lock tables, clients of other programs too: MariaDB's tables of
// InnoDB and its list of processes, PostgreSQL's pg_locks. Of locks that simulated clients asked for. Never asks by
// itself, never writes to the database.
#pragma once

#include "core/journal/journal.h"
#include "core/sql/answers.h"

#include <QHash>
#include <QMap>

#include <array>

namespace lockscope::backends {

/// The number of a name's lock, which is what PostgreSQL locks. Of 64 bits: of some ten thousand names two share a
/// number of 32, and would be one lock.
inline constexpr QLatin1StringView postgreSqlNumber("hashtextextended(?, 0)");

class SqlQueues
{
public:
    enum class By { Row, Name };

    // ---- what clients ask for ----

    /// This connection, of the client with \a session, is about to ask for the lock \a name.
    void asks(qint64 connection, SessionId session, const QString &name, By by);
    /// What that client had and asked for is of no interest any more.
    void leaves(SessionId session);
    /// No client has asked for anything.
    bool isEmpty() const { return m_own.isEmpty(); }

    // ---- what the database answers ----

    /// To be asked one after the other on one connection, each answer to be handed to heard().
    std::array<sql::Request, 2> questions(sql::Kind kind);
    /// The answer to questions()[\a which]: after the second one writes what is different now.
    void heard(sql::Kind kind, size_t which, const Result<sql::Answer> &answer, journal::EventSink &sink);

private:
    struct Own
    {
        SessionId session;
        QString name;
        By by = By::Row;
    };
    struct Wait
    {
        QString name;
        qint64 number = 0;
        qint64 sinceMs = 0;
        QList<qint64> waitsFor;
    };

    void hearRows(const sql::Outcome &outcome);
    void hearNames(sql::Kind kind, const sql::Answer &answer);
    void hearProcesses(const sql::Answer &answer);
    void add(const QString &name, qint64 number, qint64 sinceMs, const QList<qint64> &waitsFor);
    void writeChanges(journal::EventSink &sink);
    QList<locks::LockConnection> connectionsOf(const QString &name) const;

    QHash<qint64, Own> m_own;  ///< by connection
    QStringList m_names;       ///< of locks by name that were asked about
    std::vector<Wait> m_waits; ///< of the reading under way
    QHash<qint64, QString> m_who;
    Text m_problem;
    QMap<QString, journal::QueueReported> m_reportedQueues; ///< the newest of each lock
    bool m_hasComplained = false;
};

} // namespace lockscope::backends
