// SPDX-License-Identifier: Apache-2.0
// Writes events as the observer and the lab would, and hands them to a LiveWorld in batches.
// Calls can be chained.
#pragma once

#include "ui/world/liveworld.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace lockscope::ui {

/// As servers number what follows a prefix.
inline QString sequenceName(const QString &prefix, int number)
{
    return prefix + QStringLiteral("%1").arg(number, 10, 10, QLatin1Char('0'));
}

/// "lock-0000000007".
inline QString lockName(int number)
{
    return sequenceName(QStringLiteral("lock-"), number);
}

class WorldScript
{
public:
    explicit WorldScript(LiveWorld *world)
        : m_world(world)
    {
    }

    qint64 nowNs = 1'763'700'000'000'000'000;
    qint64 nowMs() const { return nowNs / 1'000'000; }
    void pass(qint64 ms)
    {
        nowNs += ms * 1'000'000;
        m_world->tick();
    }

    WorldScript &observe(journal::Freshness freshness, const QString &root = QStringLiteral("/"))
    {
        journal::ObservationChanged observation;
        observation.root = root;
        observation.freshness = freshness;
        observation.directoriesWatched = int(m_children.size());
        observation.watchBudget = 10'000;
        return write(observation);
    }

    /// The directory as listed now: \a added come, \a removed go.
    WorldScript &list(const QString &path, const QList<QString> &added, const QList<QString> &removed = {})
    {
        QSet<QString> &children = m_children[path];
        children.subtract(QSet<QString>(removed.begin(), removed.end()));
        children.unite(QSet<QString>(added.begin(), added.end()));
        journal::DirectoryListed listed;
        listed.path = path;
        listed.stat.czxid = Zxid{1};
        listed.stat.pzxid = Zxid{m_zxid};
        listed.stat.numChildren = qint32(children.size());
        listed.added = added;
        listed.removed = removed;
        return write(listed);
    }

    WorldScript &resolve(const QString &directory, const QString &name, SessionId owner, const QByteArray &data = {},
                         qint64 ageMs = 0, Zxid czxid = {})
    {
        journal::NodeResolved resolved;
        resolved.path = directory + u'/' + name;
        resolved.stat.czxid = czxid.isNull() ? Zxid{++m_zxid} : czxid;
        resolved.stat.mzxid = resolved.stat.czxid;
        resolved.stat.ctimeMs = nowMs() - ageMs;
        resolved.stat.mtimeMs = resolved.stat.ctimeMs;
        resolved.stat.ephemeralOwner = owner;
        resolved.stat.dataLength = qint32(data.size());
        resolved.access = locks::ChildNode::Data::Read;
        resolved.data = data;
        m_children[directory] += name;
        m_zxid = std::max(m_zxid, resolved.stat.czxid.value); // a later listing knows of it
        return write(resolved);
    }

    /// A node comes to its directory, and its Stat is read.
    WorldScript &come(const QString &directory, const QString &name, SessionId owner, const QByteArray &data = {},
                      qint64 ageMs = 0, Zxid czxid = {})
    {
        return list(directory, {name}).resolve(directory, name, owner, data, ageMs, czxid);
    }

    WorldScript &vanish(const QString &path)
    {
        m_children.remove(path);
        return write(journal::NodeVanished{path});
    }

    /// Who reads has no permission to list it.
    WorldScript &deny(const QString &path)
    {
        return write(journal::DirectoryUnreadable{path, Error{ErrorCode::NoAuth, QStringLiteral("list"), path, {}}});
    }

    WorldScript &write(journal::Payload what)
    {
        m_batch.append({++m_number, nowNs, std::move(what)});
        return *this;
    }

    /// Servers that were asked just now; what they told is the caller's.
    journal::ServersProbed probed() const
    {
        journal::ServersProbed probed;
        probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = nowNs;
        return probed;
    }

    /// What was written since the last time reaches the world, as one batch.
    void flush()
    {
        const journal::EventBatch batch = std::exchange(m_batch, {});
        m_world->apply(batch);
    }

private:
    LiveWorld *m_world;
    journal::EventBatch m_batch;
    quint64 m_number = 0;
    qint64 m_zxid = 0x1f00;
    QHash<QString, QSet<QString>> m_children; ///< of each directory, as far as it was told of
};

} // namespace lockscope::ui
