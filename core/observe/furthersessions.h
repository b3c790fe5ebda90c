// SPDX-License-Identifier: Apache-2.0
// The sessions that a tree watcher has beside the main one: some that read, and some that hold watches.
// Never closes the main connection, never writes.
#pragma once

#include "core/zk/connection.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockscope::observe {

/// They share the reading of very many nodes: a server takes one request of a connection in each turn of its selector,
/// so that several are served faster than one. Open only while there is much to read; never hold a watch, never write,
/// and never answer with something older than what the main session has seen.
class ReadSessions : public QObject
{
    Q_OBJECT
public:
    /// At most \a count of them, 0: none; does not own \a main.
    ReadSessions(zk::Connection &main, int count, QObject *parent = nullptr);
    /// Without close() before: they are left to their timeout.
    ~ReadSessions() override;

    /// The session for the next of \a pending reads: the main one for few, else all in turns once there were many. Null
    /// only if there is no main one.
    zk::Session *next(int pending);
    /// The main session has seen something new: reads that come after are not older.
    void catchUp() { ++m_seen; }
    Task<> close();

private:
    struct Further
    {
        std::unique_ptr<zk::Session> session;
        quint64 caughtUpWith = 0; ///< of m_seen
    };

    void open();
    void closeIfIdle();
    std::vector<std::unique_ptr<zk::Session>> takeAll();

    zk::Connection &m_main;
    int m_count;
    std::vector<Further> m_further;
    size_t m_turn = 0;
    quint64 m_seen = 1;
    QTimer m_idle;
    bool m_used = false; ///< since the timer ran last
    bool m_closed = false;
};

/// They hold watches: the main one until its watches would no longer fit into the one packet that sets them again after
/// a reconnect, then further ones.
class WatchSessions : public QObject
{
    Q_OBJECT
public:
    WatchSessions(zk::Connection &main, qsizetype maxBytesPerSession = zk::Session::maxWatchBytes,
                  QObject *parent = nullptr);
    ~WatchSessions() override;

    /// A session with room for a watch on \a path; opens another one where needed. Null if that fails: no watch then.
    zk::Session *sessionFor(const QString &path);
    /// All sessions that hold watches are connected.
    bool allConnected() const;
    Task<> close();

Q_SIGNALS:
    /// One of the further sessions was lost, or came back; one that is replaced ends its watches with an error.
    void furtherChanged();
    /// A further session is ready to take watches.
    void roomMade();

private:
    bool hasRoom(const zk::Session *session, const QString &path) const;
    Task<> openFurther();

    zk::Connection &m_main;
    qsizetype m_maxBytes;
    std::vector<std::unique_ptr<zk::Connection>> m_further;
    std::unique_ptr<zk::Connection> m_opened; ///< while it connects
    bool m_opening = false;
    bool m_closed = false;
};

} // namespace lockscope::observe
