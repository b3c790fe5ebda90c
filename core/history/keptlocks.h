// SPDX-License-Identifier: Apache-2.0
// The locks whose history is kept when that of all others has to go, and what of the events concerns them.
// Never tells half of a lock: of these all is kept, of others no more than the directories on the way to these.
#pragma once

#include "core/journal/event.h"

#include <QHash>
#include <QSet>
#include <QStringList>

namespace lockscope::journal {

class World;

/// A value. Before narrowed() is asked, it must have seen all that narrowed() will be asked of.
class KeptLocks
{
public:
    explicit KeptLocks(const QSet<QString> &locks);

    /// The clients of these locks, and the sessions that have nodes in them.
    void see(const World &world);
    void see(const Payload &what);

    /// At, below or a part of one of the locks.
    bool isOfThem(const QString &path) const;
    /// The names in a directory that lead to one of the locks; null where it is not on the way to any.
    const QStringList *wayFrom(const QString &directory) const;
    bool isClient(ClientId id) const { return m_clients.contains(id); }

    /// What of an event concerns these locks; NotKept where nothing does. Of what was narrowed already: the same.
    Payload narrowed(Payload what) const;
    locks::Knowledge narrowed(locks::Knowledge knowledge) const;

private:
    bool concerns(const QString &path) const { return isOfThem(path) || m_ways.contains(path); }
    Payload narrowedList(DirectoryListed listed) const;

    QSet<QString> m_locks;              ///< and the directories of those that are semaphores
    QHash<QString, QStringList> m_ways; ///< names by directory
    QSet<ClientId> m_clients;
    QSet<SessionId> m_sessions;
};

} // namespace lockscope::journal
