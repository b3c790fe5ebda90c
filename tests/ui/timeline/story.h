// SPDX-License-Identifier: Apache-2.0
// Journals for the timeline's tests, told in a few words. Times are milliseconds after an instant of long ago.
#pragma once

#include "core/ledger/ledger.h"
#include "ui/timeline/lanes.h"

namespace lockscope::ui::story {

/// What \a index is after these events, from the first one of a journal on.
template<typename Events>
LaneIndex lanesOf(const Events &events, LaneIndex index = LaneIndex())
{
    journal::World world;
    journal::Ledger ledger;
    for (const journal::Event &event : events) {
        ledger.append(event, world);
        index.append(event, ledger);
    }
    return index;
}

class Story
{
public:
    static constexpr qint64 begin = 1'790'000'000'000'000'000;

    Story() { tell(0, journal::ObservationChanged{QStringLiteral("/"), journal::Freshness::Live}); }

    static qint64 at(qint64 ms) { return begin + ms * 1'000'000; }

    void tell(qint64 ms, journal::Payload what) { m_events.append({++m_number, at(ms), std::move(what)}); }

    void spawn(quint32 id, const QString &name, const QString &lock = QStringLiteral("/l"),
               locks::RecipeId recipe = locks::RecipeId::Mutex)
    {
        journal::ClientSpawned spawned;
        spawned.id = {id};
        spawned.name = name;
        spawned.recipe = recipe;
        spawned.lock = lock;
        tell(0, spawned);
        tell(0, journal::ClientConnection{{id}, ConnectionState::Connected, sessionOf(id)});
    }
    void state(qint64 ms, quint32 id, locks::LockState state)
    {
        journal::ClientLockState event;
        event.id = {id};
        event.state = state;
        tell(ms, event);
    }
    /// The server has a node of this client at /l, with that number and czxid.
    void born(qint64 ms, quint32 id, int number)
    {
        tell(ms,
             journal::ServerNode{{id}, nodeOf(number), journal::ServerNode::Life::Born, {100 + number}, sessionOf(id)});
    }
    void gone(qint64 ms, quint32 id, int number)
    {
        tell(ms, journal::ServerNode{{id}, nodeOf(number), journal::ServerNode::Life::Gone, {}, {}});
    }

    /// As an observer lists a directory; \a all: how many children it has then.
    void list(qint64 ms, const QString &path, const QStringList &added, const QStringList &removed = {}, int all = 0)
    {
        journal::DirectoryListed listed;
        listed.path = path;
        listed.added = added;
        listed.removed = removed;
        listed.stat.numChildren = all;
        tell(ms, listed);
    }
    void resolve(qint64 ms, const QString &path, qint64 czxid, qint64 owner)
    {
        journal::NodeResolved node;
        node.path = path;
        node.stat.czxid = {czxid};
        node.stat.ephemeralOwner = {owner};
        tell(ms, node);
    }

    static SessionId sessionOf(quint32 id) { return {0x1000 + static_cast<qint64>(id)}; }
    static QString nodeOf(int number) { return QStringLiteral("/l/lock-%1").arg(number, 10, 10, QChar(u'0')); }
    const journal::EventBatch &events() const { return m_events; }

private:
    journal::EventBatch m_events;
    quint64 m_number = 0;
};

} // namespace lockscope::ui::story
