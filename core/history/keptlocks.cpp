// SPDX-License-Identifier: Apache-2.0
#include "core/history/keptlocks.h"

#include "core/base/path.h"
#include "core/history/world.h"
#include "core/locks/dialectregistry.h"

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

KeptLocks::KeptLocks(const QSet<QString> &locks)
    : m_locks(locks)
{
    for (const QString &lock : locks) {
        for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes())
            m_locks << lock + shape.queue << lock + shape.leases;
        if (const QString leader = locks::dialectRegistry().leaderNodeOf(lock); !leader.isEmpty())
            m_locks << parentPath(leader);
    }
    for (const QString &lock : std::as_const(m_locks)) {
        for (QString path = lock; path.size() > 1; path = parentPath(path)) {
            QStringList &names = m_ways[parentPath(path)];
            if (const QString name = baseName(path); !names.contains(name))
                names += name;
        }
    }
}

bool KeptLocks::isOfThem(const QString &path) const
{
    for (QString at = path; at.size() > 1; at = parentPath(at)) {
        if (m_locks.contains(at))
            return true;
    }
    return false;
}

const QStringList *KeptLocks::wayFrom(const QString &directory) const
{
    return lookUp(m_ways, directory);
}

// ---- who has to do with them ----

void KeptLocks::see(const World &world)
{
    for (const auto &[path, directory] : world.directories()) {
        if (!concerns(path))
            continue;
        for (const locks::ChildNode &child :
             isOfThem(path) ? directory.children.all() : std::vector<locks::ChildNode>())
            m_sessions << child.owner();
        if (directory.itself)
            m_sessions << directory.itself->owner();
    }
    for (const auto &[id, client] : world.clients()) {
        see(client.spec);
        if (isClient(id))
            m_sessions << client.session;
    }
}

void KeptLocks::see(const Payload &what)
{
    if (const auto *spawned = std::get_if<ClientSpawned>(&what)) {
        const QStringList locks = locksOf(*spawned);
        if (std::ranges::any_of(locks, [this](const QString &lock) { return isOfThem(lock); }))
            m_clients << spawned->id;
    } else if (const auto *connection = std::get_if<ClientConnection>(&what)) {
        if (isClient(connection->id))
            m_sessions << connection->session;
    } else if (const auto *resolved = std::get_if<NodeResolved>(&what)) {
        if (isOfThem(resolved->path))
            m_sessions << resolved->stat.owner();
    } else if (const auto *node = std::get_if<ServerNode>(&what)) {
        if (isOfThem(node->path))
            m_sessions << node->owner;
    }
}

// ---- what concerns them ----

Payload KeptLocks::narrowedList(DirectoryListed listed) const
{
    if (isOfThem(listed.path))
        return listed;
    const QStringList *way = wayFrom(listed.path);
    if (!way)
        return NotKept();
    const auto isOffTheWay = [way](const QString &name) { return !way->contains(name); };
    const bool areAll = listed.added.size() == listed.stat.numChildren;
    listed.added.removeIf(isOffTheWay);
    listed.removed.removeIf(isOffTheWay);
    if (areAll) // so that it still takes away what is not in it
        listed.stat.numChildren = static_cast<qint32>(listed.added.size());
    return listed;
}

Payload KeptLocks::narrowed(Payload what) const
{
    if (auto *listed = std::get_if<DirectoryListed>(&what))
        return narrowedList(std::move(*listed));
    if (auto *probed = std::get_if<ServersProbed>(&what)) {
        probed->knowledge = narrowed(std::move(probed->knowledge));
        return what;
    }
    if (auto *observation = std::get_if<ObservationChanged>(&what)) {
        observation->narrowed = true;
        return what;
    }
    const ClientId client = clientOf(what);
    const bool isOfClient = isClient(client);
    const bool isOfNode = std::visit(
        [this]<typename T>(const T &event) {
            if constexpr (requires { event.root; })
                return true;
            else if constexpr (requires { event.path; })
                return concerns(event.path);
            else if constexpr (requires { event.node; })
                return concerns(event.node);
            else
                return !requires
                {
                    event.id;
                };
        },
        what);
    return (client.isNull() ? isOfNode : isOfClient) ? what : Payload(NotKept());
}

locks::Knowledge KeptLocks::narrowed(locks::Knowledge knowledge) const
{
    QSet<SessionId> sessions = m_sessions;
    knowledge.watchers.removeIf([&](std::pair<const QString &, QList<SessionId> &> watched) {
        if (!concerns(watched.first))
            return true;
        for (const SessionId session : std::as_const(watched.second))
            sessions << session;
        return false;
    });
    const auto isOfOthers = [&](const auto &entry) { return !sessions.contains(entry.first); };
    knowledge.ephemerals.removeIf([&](std::pair<const SessionId &, QStringList &> entry) { return isOfOthers(entry); });
    knowledge.sessions.removeIf(
        [&](std::pair<const SessionId &, locks::SessionFacts &> entry) { return isOfOthers(entry); });
    return knowledge;
}

} // namespace lockscope::journal
