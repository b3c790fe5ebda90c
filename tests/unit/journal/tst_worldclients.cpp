// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "worldfixture.h"

#include <QTest>

namespace lockscope::tst_worldclients {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;

namespace {

constexpr ClientId one{1};

ClientSpawned spawned(ClientId id)
{
    ClientSpawned event;
    event.id = id;
    event.name = u"client-%1"_s.arg(id.value);
    event.lock = u"/locks/a"_s;
    return event;
}

} // namespace

class TestWorldClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSpawnedClientIsFree()
    {
        WorldFixture f;
        QCOMPARE(f.happens(spawned(one)).clients, QSet<ClientId>{one});
        const Client *client = f.world.client(one);
        QVERIFY(client);
        QCOMPARE(client->spec.name, u"client-1"_s);
        QCOMPARE(client->state, locks::LockState::Free);
        QCOMPARE(client->stateSinceNs, f.world.atNs());
    }

    void aClientIsFoundByItsSession()
    {
        WorldFixture f;
        f.happens(spawned(one));
        QVERIFY(!f.world.clientOfSession(SessionId{0xa}));
        f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xa}});
        QCOMPARE(f.world.clientOfSession(SessionId{0xa}), f.world.client(one));
        QCOMPARE(f.world.client(one)->session, SessionId{0xa});
        QCOMPARE(f.world.client(one)->connection, ConnectionState::Connected);
        QVERIFY(!f.world.clientOfSession(SessionId{}));
    }

    void anExpiredSessionStillBelongsToItsClient()
    {
        WorldFixture f;
        f.happens(spawned(one));
        f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xa}});
        f.happens(ClientConnection{one, ConnectionState::Expired, {}});
        QCOMPARE(f.world.client(one)->session, SessionId{0xa});
        f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xb}});
        QCOMPARE(f.world.client(one)->session, SessionId{0xb});
        QCOMPARE(f.world.clientOfSession(SessionId{0xa}), f.world.client(one));
        QCOMPARE(f.world.clientOfSession(SessionId{0xb}), f.world.client(one));
    }

    void aStateIsKeptWithTheInstantSinceWhich()
    {
        WorldFixture f;
        f.happens(spawned(one));
        ClientLockState state{one, locks::LockState::Fetching, {}, {}, 0, {}};
        f.happens(state);
        const qint64 since = f.world.atNs();
        state.node = u"/locks/a/lock-0000000000"_s;
        f.happens(state); // the same state with more known of it
        QCOMPARE(f.world.client(one)->stateSinceNs, since);
        QCOMPARE(f.world.client(one)->node, state.node);
        state.state = locks::LockState::Retained;
        state.token = Zxid{7};
        state.round = 1;
        f.happens(state);
        QCOMPARE(f.world.client(one)->stateSinceNs, f.world.atNs());
        QCOMPARE(f.world.client(one)->token, Zxid{7});
        QCOMPARE(f.world.client(one)->round, 1);
        state.error = Error{ErrorCode::SessionExpired, {}, {}, {}};
        f.happens(state);
        QCOMPARE(f.world.client(one)->error->code, ErrorCode::SessionExpired);
    }

    void requestsAndWatchEventsAreCounted()
    {
        WorldFixture f;
        f.happens(spawned(one));
        f.happens(ClientRequest{one, u"create"_s, u"/locks/a/lock-"_s});
        f.happens(ClientRequest{one, u"get_children"_s, u"/locks/a"_s});
        QVERIFY(f.happens(ClientReply{one, u"create"_s, u"/locks/a/lock-"_s, {}, 1000}).isEmpty());
        f.happens(ClientWatchFired{one, WatchEvent::Deleted, u"/locks/a/lock-0000000000"_s});
        QCOMPARE(f.world.client(one)->requests, quint64(2));
        QCOMPARE(f.world.client(one)->watchEvents, quint64(1));
    }

    void aCrashLastsUntilTheClientIsBack()
    {
        WorldFixture f;
        f.happens(spawned(one));
        f.happens(ClientFault{one, Fault::Crash});
        QVERIFY(f.world.client(one)->crashed);
        f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xb}});
        QVERIFY(!f.world.client(one)->crashed);
    }

    void aRemovedClientIsGone()
    {
        WorldFixture f;
        f.happens(spawned(one));
        f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xa}});
        const Changes changes = f.happens(ClientRemoved{one});
        QCOMPARE(changes.clientsRemoved, QSet<ClientId>{one});
        QVERIFY(changes.clients.isEmpty());
        QVERIFY(!f.world.client(one));
        QVERIFY(!f.world.clientOfSession(SessionId{0xa}));
        // Come and gone within one batch.
        const Changes both =
            f.world.apply({f.writer.stamp(spawned(ClientId{2})), f.writer.stamp(ClientRemoved{ClientId{2}})});
        QVERIFY(both.clients.isEmpty());
        QCOMPARE(both.clientsRemoved, QSet<ClientId>{ClientId{2}});
    }

    void eventsOfARemovedClientAreIgnored()
    {
        WorldFixture f;
        QVERIFY(f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xa}}).isEmpty());
        QVERIFY(f.happens(ClientRequest{one, u"create"_s, u"/a"_s}).isEmpty());
        QVERIFY(f.happens(ClientRemoved{one}).isEmpty());
        QVERIFY(f.world.clients().empty());
    }

    void changesUnite()
    {
        Changes changes;
        QVERIFY(changes.isEmpty());
        Changes other;
        other.directories = {u"/a"_s};
        other.clients = {one};
        other.clientsRemoved = {ClientId{2}};
        other.connection = true;
        changes.unite(other);
        other = {};
        other.observation = true;
        changes.unite(other);
        QCOMPARE(changes.directories, QSet<QString>{u"/a"_s});
        QCOMPARE(changes.clients, QSet<ClientId>{one});
        QCOMPARE(changes.clientsRemoved, QSet<ClientId>{ClientId{2}});
        QVERIFY(changes.connection);
        QVERIFY(changes.observation);
    }
};

} // namespace lockscope::tst_worldclients

LOCKSCOPE_TEST(lockscope::tst_worldclients::TestWorldClients)
#include "tst_worldclients.moc"
