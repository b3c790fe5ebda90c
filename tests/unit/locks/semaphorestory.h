// SPDX-License-Identifier: Apache-2.0
// A semaphore of two directories, as Curator's clients use it, and what servers tell of it (serversstory.h).
#pragma once

#include "tests/unit/findings/serversstory.h"

namespace lockscope::test {

class SemaphoreStory : public ServersStory
{
public:
    explicit SemaphoreStory(const QString &lock = QStringLiteral("/s"))
        : ServersStory(lock)
    {
        m_leases.path = joinPath(path, QStringLiteral("leases"));
        m_line.path = joinPath(path, QStringLiteral("locks"));
    }

    /// A place in the line, behind the last one, which is watched; its full path.
    QString queueUp(qint64 session)
    {
        const QString before = m_line.children.empty() ? QString() : m_line.children.back().name;
        const QString name = add(m_line, QStringLiteral("lock"), session);
        if (!before.isEmpty())
            watch(session, joinPath(m_line.path, before));
        return name;
    }
    /// A lease of the session; its full path. Whoever has made it has not yet looked whether there is room.
    QString makeLease(qint64 session)
    {
        const QString made = add(m_leases, QStringLiteral("lease"), session);
        live(session, QStringLiteral("CREA"));
        return made;
    }
    /// All at once: a client that finds room.
    QString hold(qint64 session)
    {
        const QString place = queueUp(session);
        const QString lease = makeLease(session);
        live(session);
        remove(place);
        return lease;
    }
    /// First in line with a lease for which there is no room, which it has seen.
    std::pair<QString, QString> waitAtTheHead(qint64 session)
    {
        const QString place = queueUp(session);
        const QString lease = makeLease(session);
        live(session);
        return {place, lease};
    }
    /// The node is deleted; watches on it fire.
    void remove(const QString &node)
    {
        for (LockSource::Part *part : {&m_leases, &m_line}) {
            const auto isIt = [&](const ChildNode &child) { return joinPath(part->path, child.name) == node; };
            if (std::erase_if(part->children, isIt) > 0 && part == &m_leases)
                evidence.leasesChanged.value = ++m_zxid;
        }
        knowledge.watchers.remove(node);
    }
    void watch(qint64 session, const QString &node) { knowledge.watchers[node] << SessionId{session}; }

    LockQueue queue() const override
    {
        LockSource source;
        source.path = path;
        source.queue = m_line;
        source.leases = m_leases;
        return readQueue(std::move(source));
    }

private:
    QString add(LockSource::Part &part, const QString &word, qint64 session)
    {
        ++m_created;
        const QString name = QString::asprintf("_c_3f2504e0-4f89-41d3-9a0c-%012d-", m_created) + word
                             + QString::asprintf("-%010d", m_created);
        part.children.push_back(locks::test::childNamed(name, ++m_zxid, session));
        part.children.back().stat->ctimeMs = nowMs;
        if (&part == &m_leases)
            evidence.leasesChanged.value = m_zxid;
        live(session);
        return joinPath(part.path, name);
    }

    LockSource::Part m_leases;
    LockSource::Part m_line;
    qint64 m_zxid = 100;
    int m_created = 0;
};

} // namespace lockscope::test
