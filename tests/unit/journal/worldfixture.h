// SPDX-License-Identifier: Apache-2.0
// A world fed by one writer, and short ways to write the observer's events.
// Never more than the events themselves: what they do is the world's.
#pragma once

#include "core/history/world.h"
#include "core/journal/journal.h"

#include <QStringList>

namespace lockscope::journal::test {

struct WorldFixture
{
    EventWriter writer;
    World world;
    qint64 aheadNs = 0; ///< of the clock

    Changes happens(Payload what)
    {
        Event event = writer.stamp(std::move(what));
        event.atNs += aheadNs;
        return world.apply({event});
    }

    DirectoryListed listing(const QString &path, const QStringList &added, const QStringList &removed = {}) const
    {
        DirectoryListed event{path, {}, added, removed};
        const Directory *known = world.directory(path);
        const auto before = known ? known->children.size() : 0;
        event.stat.numChildren = static_cast<int>(before + added.size() - removed.size());
        return event;
    }
    Changes listed(const QString &path, const QStringList &added, const QStringList &removed = {}, int children = -1)
    {
        DirectoryListed event = listing(path, added, removed);
        if (children >= 0)
            event.stat.numChildren = children;
        return happens(event);
    }

    static NodeResolved read(const QString &path, qint64 czxid, qint64 owner = 1)
    {
        NodeResolved event{path, {}, locks::ChildNode::Data::Read, {}};
        event.stat.czxid.value = czxid;
        event.stat.ephemeralOwner.value = owner;
        return event;
    }
    Changes resolved(const QString &path, qint64 czxid, qint64 owner = 1) { return happens(read(path, czxid, owner)); }

    QStringList directories() const
    {
        QStringList paths;
        for (const auto &[path, directory] : world.directories())
            paths += path;
        return paths;
    }

    QStringList holders(const QString &path) const
    {
        QStringList names;
        const locks::LockQueue &queue = world.queue(path);
        for (const int index : queue.holders)
            names += queue.contenders[static_cast<size_t>(index)].node.name;
        return names;
    }
};

} // namespace lockscope::journal::test
