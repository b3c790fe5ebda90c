// SPDX-License-Identifier: Apache-2.0
// Locks that are the data of a persistent node (ShedLock, Helix) change hands by a write, and so does the size of a
// semaphore (kazoo): the watches on directories report nothing of it. So these nodes are looked at from time to time, a
// bounded number at once.
#pragma once

#include "core/base/ids.h"
#include "core/base/task.h"
#include "core/locks/contender.h"

#include <QMap>
#include <QObject>
#include <QTimer>

namespace lockscope::zk {
class Connection;
}

namespace lockscope::observe {

class RecordLooks : public QObject
{
    Q_OBJECT
public:
    /// \a connection outlives this.
    explicit RecordLooks(zk::Connection &connection, QObject *parent = nullptr);

    /// A node as it was read: a record, or what may become one, is looked at from now on; an ephemeral node no more.
    void note(const QString &path, const locks::ChildNode &node);
    /// A directory with leases, of which its data may say how many there are. \a newest: its newest change so far.
    void noteLeases(const QString &path, Zxid newest);
    /// Nothing is asked meanwhile.
    void setHeld(bool held) { m_held = held; }
    void stop();

Q_SIGNALS:
    /// Written since it was noted; emitted at each look until it is noted again.
    void changed(const QString &path);

private:
    struct Known
    {
        Zxid newest; ///< change
        bool hasLeases = false;
    };
    Task<> look();
    void lookAt(const QString &path, Known known);

    zk::Connection &m_connection;
    QMap<QString, Known> m_records;
    QString m_last; ///< that was looked at: the next look begins behind it
    QTimer m_next;
    bool m_held = false;
};

} // namespace lockscope::observe
