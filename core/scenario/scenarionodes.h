// SPDX-License-Identifier: Apache-2.0
// A scenario's own session on the ensemble: looks at the locks, makes and deletes the nodes that belong to no client,
// and finds and takes away what was left. Never sets or deletes a node that neither the scenario nor its clients made:
// a node is known by its path and its birth.
#pragma once

#include "core/base/task.h"
#include "core/locks/queue.h"
#include "core/recipes/store.h"

#include <QHash>
#include <QSet>
#include <QStringList>

#include <functional>
#include <optional>

namespace lockscope::lab {

class ScenarioNodes
{
public:
    /// Whether one of the scenario's clients made the node that is there.
    using IsOfClients = std::function<bool(const QString &path, const NodeStat &stat)>;
    /// What was made, with its birth; a key has none.
    using Made = QHash<QString, Zxid>;
    /// Of servers that have keys or rows: their values say whose they are, and one is removed only with its value.
    struct Keys
    {
        std::function<bool(const QByteArray &value)> areOfClients;
        std::function<Reply<bool>(const QString &path, const QByteArray &value)> remove;
    };

    /// \a store must outlive it, and every call under way.
    /// \a made: by the one before, whose session is over.
    ScenarioNodes(recipes::Store &store, std::optional<Keys> keys, IsOfClients isOfClients, Made made = {})
        : m_store(store)
        , m_keys(std::move(keys))
        , m_isOfClients(std::move(isOfClients))
        , m_made(std::move(made))
    {
    }

    /// True if it is there, and belongs to \a owner where that is not null. A key has no owner: that is not looked at.
    Task<Result<bool>> exists(QString path, SessionId owner = {});
    /// A persistent node; with its parents where they are missing. One that is there keeps its children, and gets \a
    /// data if it is an own one; else it is an error, unless there are none to write.
    Task<Result<Done>> make(QString path, QByteArray data);
    /// With all below it; fine if it is not there. An error, and all stays, where anything of it is not an own node.
    Task<Result<Done>> removeTree(QString path);
    /// Only if it is there, an own one, and empty.
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
    /// Nodes that make() made.
    const Made &made() const { return m_made; }

private:
    Task<Result<QList<Left>>> keysLeftOf(QStringList paths);
    /// The value of a key that one of the clients set; nothing where it is not there.
    Task<Result<std::optional<QByteArray>>> ownValue(QString path);
    bool isOwn(const QString &path, const NodeStat &stat) const;
    Task<Result<Done>> change(QString path, QByteArray data);
    /// Fine if it is not there.
    Task<Result<Done>> removeOwn(QString path);
    /// What is at and below \a path, parents first.
    Task<Result<QStringList>> ownTree(QString path);

    recipes::Store &m_store;
    std::optional<Keys> m_keys; ///< where there are no directories: a lock is the key itself
    IsOfClients m_isOfClients;
    Made m_made;
};

} // namespace lockscope::lab
