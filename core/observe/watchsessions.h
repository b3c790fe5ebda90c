// SPDX-License-Identifier: Apache-2.0
// Sessions that hold watches: the main one until its watches would no longer fit into the one packet that sets them
// again after a reconnect, then further ones. Never closes the main connection.
#pragma once

#include "core/zk/connection.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope::observe {

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
    int sessionCount() const { return 1 + static_cast<int>(m_further.size()); }
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
