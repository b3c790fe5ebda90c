// SPDX-License-Identifier: Apache-2.0
// A scenario's own session on the ensemble: looks at the locks, makes and deletes the nodes that belong to no client,
// and finds and takes away what was left. Never touches a node that neither the scenario nor its clients made.
#pragma once

#include "core/base/task.h"
#include "core/locks/queue.h"
#include "core/locks/recipeid.h"
#include "core/recipes/store.h"

#include <QSet>
#include <QStringList>

namespace lockscope::lab {

class ScenarioNodes
{
public:
    /// \a store must outlive it, and every call under way.
    /// \a made: by the one before, whose session is over.
    ScenarioNodes(recipes::Store &store, locks::Backend backend, QStringList made = {})
        : m_store(store)
        , m_isOfKeys(backend != locks::Backend::ZooKeeper)
        , m_made(std::move(made))
    {
    }

    /// True if it is there, and belongs to \a owner where that is not null. A key belongs to nobody: it is there.
    Task<Result<bool>> exists(QString path, SessionId owner = {});
    /// A persistent node; with its parents where they are missing. One that is there keeps its children.
    Task<Result<Done>> make(QString path, QByteArray data);
    /// With all below it; fine if it is not there.
    Task<Result<Done>> removeTree(QString path);
    /// Only if it is there and empty.
    Task<Result<Done>> removeEmpty(QString path);
    /// Full paths of contenders at or below \a lock, of any client.
    Task<Result<QStringList>> contenders(QString lock);
    /// As core/locks reads it.
    Task<Result<locks::LockQueue>> queue(QString lock);
    struct Left
    {
        QString path;
        SessionId owner; ///< null: it does not go by itself
    };
    /// Which of \a paths are there, and what else of \a sessions is beside them or in \a directories.
    Task<Result<QList<Left>>> leftOf(QStringList paths, QStringList directories, QSet<SessionId> sessions);
    /// Nodes that make() made, in that order.
    const QStringList &made() const { return m_made; }

private:
    Task<Result<QList<Left>>> keysLeftOf(QStringList paths);

    recipes::Store &m_store;
    bool m_isOfKeys; ///< there are no directories: a lock is the key itself
    QStringList m_made;
};

} // namespace lockscope::lab
