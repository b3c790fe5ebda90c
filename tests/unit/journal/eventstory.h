// SPDX-License-Identifier: Apache-2.0
// Journals in which one thing follows from another, as in life: locks with contenders that come, hold and go, clients
// that believe something of it, connections that are lost. For properties; the choices come from outside.
#pragma once

#include "core/journal/journal.h"

#include <QMap>

namespace lockscope::journal::test {

class EventStory
{
public:
    /// What \a choice makes of the next event: any number does.
    Event next(quint32 choice)
    {
        m_atNs += (choice % 7 == 0 ? 30'000'000 : 400'000) * qint64(choice % 11);
        return {++m_number, m_atNs, payload(choice)};
    }
    quint64 number() const { return m_number; }

private:
    static constexpr int locks = 3;
    static constexpr int clients = 6;

    static QString lock(quint32 choice) { return QStringLiteral("/locks/%1").arg(choice % locks); }
    static ClientId client(quint32 choice) { return {1 + choice % clients}; }

    Payload payload(quint32 choice)
    {
        const quint32 more = choice / 32;
        switch (choice % 32) {
        case 0:
            return ConnectionChanged{more % 5 == 0 ? ConnectionState::Suspended : ConnectionState::Connected,
                                     QStringLiteral("zk%1").arg(more % 40 == 0),
                                     {},
                                     SessionId{9},
                                     4000,
                                     {}};
        case 1:
            return ObservationChanged{
                QStringLiteral("/"), more % 6 == 0 ? Freshness::Stale : Freshness::Live, 3, 100, 0, 0};
        case 2: return NodeVanished{lock(more)};
        case 3:
        case 4: return spawn(more);
        case 5: return ClientRemoved{client(more)};
        case 6: return ClientFault{client(more), static_cast<Fault>(more / 7 % faultCount), 20, false};
        case 7: return ClientConnection{client(more), ConnectionState::Connected, SessionId{qint64(1 + more % 9)}};
        case 8: return Notice{locks::Finding::Severity::Note, Text::en("said %1").arg(more)};
        case 9: return ServerNode{client(more), lock(more), ServerNode::Life::Seen, Zxid{m_zxid}, {}};
        case 10: return DirectoryUnreadable{lock(more), Error{ErrorCode::NoAuth, {}, lock(more), {}}};
        case 11: return ClientReply{client(more), QStringLiteral("create"), lock(more), {}, 900, more, {}};
        case 12: return ClientStep{client(more), static_cast<locks::Step>(more % locks::stepCount), lock(more)};
        case 13: return ClientWatchSet{client(more), lock(more), false};
        case 14: return ClientWatchFired{client(more), WatchEvent::Deleted, lock(more)};
        case 15: return ClientRequest{client(more), QStringLiteral("get_children"), lock(more), more};
        case 16:
        case 17:
        case 18:
        case 19: return lockState(more);
        default: return tree(choice % 32, more);
        }
    }

    static Payload spawn(quint32 choice)
    {
        ClientSpawned spawned;
        spawned.id = client(choice);
        spawned.name = QStringLiteral("client-%1").arg(spawned.id.value);
        spawned.recipe = choice % 5 == 0 ? locks::RecipeId::Ephemeral : locks::RecipeId::Mutex;
        spawned.lock = choice % 5 == 0 ? QStringLiteral("/locks/plain") : lock(choice);
        return spawned;
    }
    Payload lockState(quint32 choice)
    {
        ClientLockState state;
        state.id = client(choice);
        state.state = static_cast<locks::LockState>(choice / 7 % (int(locks::LockState::Released) + 1));
        state.node = lock(choice) + QStringLiteral("/lock-0000000001");
        state.token = Zxid{m_zxid};
        state.round = int(choice % 100);
        return state;
    }
    Payload tree(quint32 kind, quint32 choice)
    {
        const QString path = choice % 9 == 0 ? QStringLiteral("/locks") : lock(choice);
        QMap<QString, NodeStat> &children = m_children[path];
        if (kind % 3 == 0 && !children.isEmpty()) {
            const QString name = children.keys().at(qsizetype(choice) % children.size());
            return NodeResolved{path + u'/' + name, children.value(name), locks::ChildNode::Data::Read,
                                QByteArray::number(choice), false};
        }
        DirectoryListed listed;
        listed.path = path;
        listed.watched = true;
        if (kind % 3 == 1 && !children.isEmpty()) {
            listed.removed += children.firstKey();
            children.remove(children.firstKey());
        } else {
            const QString name = path == QStringLiteral("/locks")
                                     ? QStringLiteral("plain")
                                     : QStringLiteral("lock-%1").arg(m_sequence++, 10, 10, QLatin1Char('0'));
            NodeStat stat;
            stat.czxid = Zxid{++m_zxid};
            stat.ephemeralOwner = SessionId{qint64(1 + choice % 9)};
            children.insert(name, stat);
            listed.added += name;
        }
        listed.stat.pzxid = Zxid{m_zxid};
        listed.stat.numChildren = qint32(children.size());
        return listed;
    }

    quint64 m_number = 0;
    qint64 m_atNs = 1'000'000'000;
    qint64 m_zxid = 0x100;
    int m_sequence = 0;
    QMap<QString, QMap<QString, NodeStat>> m_children;
};

} // namespace lockscope::journal::test
