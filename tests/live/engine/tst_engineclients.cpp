// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

namespace lockscope::tst_engineclients {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using lab::ClientCommand;
using locks::LockState;

/// Simulated clients through the engine: real sessions on a real server.
class EngineClientsTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }

    void init()
    {
        m_lock = u"/t%1"_s.arg(++m_count);
        m_engine = std::make_unique<EngineFixture>();
        EngineFixture &engine = *m_engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        QVERIFY(test::await(engine->observe(m_lock)));
    }

    void cleanup()
    {
        QVERIFY(test::await((*m_engine)->close()));
        AWAIT_VERIFY(childrenOf(m_lock) <= 0); // a crashed one's goes with its session
        m_engine.reset();
    }

    void theFirstHoldsAndAReleaseServesTheNext()
    {
        EngineFixture &engine = *m_engine;
        const auto ids = engine.spawn(m_lock, 5);
        QVERIFY(ids && ids->size() == 5);
        AWAIT_COMPARE(engine.world().queue(m_lock).contenders.size(), size_t(5));
        AWAIT_VERIFY(!engine.queueOf(m_lock).contains(ClientId{})); // every owner is known
        const QList<ClientId> order = engine.queueOf(m_lock);
        for (const ClientId id : order) {
            AWAIT_COMPARE(engine.state(id), LockState::Retained);
            QCOMPARE(engine.count(LockState::Retained), 1);
            QVERIFY(!engine.client(id).token.isNull());
            engine->command({id}, ClientCommand::Release);
            AWAIT_COMPARE(engine.state(id), LockState::Released);
        }
        AWAIT_COMPARE(engine.world().queue(m_lock).contenders.size(), size_t(0));
    }

    void allOrNoneAreStarted()
    {
        EngineFixture &engine = *m_engine;
        QVERIFY(!engine.spawn(m_lock, 0));
        QVERIFY(!engine.spawn(u"/"_s, 1));
        QVERIFY(engine.world().clients().empty());

        Relay relay(m_sandbox.port());
        QVERIFY(engine.open(relay.connectString(), 10'000, 2'000));
        int accepted = 0;
        relay.setTap([&](bool fromClient, bool handshake, const QByteArray &) {
            if (fromClient && handshake && ++accepted == 7)
                relay.setPartitioned(true);
        });
        const auto ids = engine.spawn(m_lock, 20);
        QVERIFY(!ids);
        QVERIFY(!ids.error().sentence().english().isEmpty());
        QVERIFY(engine.world().clients().empty());
        relay.setTap({});
        relay.setPartitioned(false);
        relay.cut();
        // Once the loss has been noticed and repaired.
        bool spawned = false; // qWaitFor() may ask once more after a yes
        QVERIFY(QTest::qWaitFor(
            [&] {
                spawned = spawned || engine.spawn(m_lock, 2).has_value();
                return spawned;
            },
            patienceMs()));
        QCOMPARE(engine.world().clients().size(), size_t(2));
    }

    void anObserveOnlyConnectionStartsNone()
    {
        EngineFixture &engine = *m_engine;
        QVERIFY(engine.open(m_sandbox.connectString(), 10'000, 30'000, true));
        const auto ids = engine.spawn(m_lock, 1);
        QVERIFY(!ids);
        QCOMPARE(ids.error().code, ErrorCode::ObserveOnly);
        QCOMPARE(childrenOf(m_lock), -1); // not even the lock was made
    }

    void aNodeDeletedByHandIsNoticed()
    {
        EngineFixture &engine = *m_engine;
        const auto ids = engine.spawn(m_lock, 2);
        QVERIFY(ids);
        AWAIT_COMPARE(engine.count(LockState::Retained), 1);
        AWAIT_COMPARE(engine.world().queue(m_lock).contenders.size(), size_t(2));
        const ClientId holder = engine.state(ids->first()) == LockState::Retained ? ids->first() : ids->last();
        QVERIFY(test::await(m_others->remove(engine.client(holder).node, -1)));
        AWAIT_COMPARE(engine.count(LockState::Retained), 2); // one of them is wrong
        engine->command({holder}, ClientCommand::Release);
        AWAIT_COMPARE(engine.state(holder), LockState::Released);
        QVERIFY(engine.client(holder).error); // and is told
    }

    void eventsAreNumberedWithoutGapsAndComeInBatches()
    {
        EngineFixture &engine = *m_engine;
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.count = 20;
        request.rounds = 10;
        request.hold = {lab::HoldTime::Kind::Fixed, {}, {}};
        const int before = engine.batches();
        QElapsedTimer clock;
        clock.start();
        QVERIFY(test::await(engine->spawn(request)));
        AWAIT_COMPARE(engine.count(LockState::Released), 20);
        const qint64 frames = clock.elapsed() / 16;
        QVERIFY(engine.events().size() > 1'000);
        QVERIFY2(engine.batches() - before <= frames + 5,
                 qPrintable(u"%1 batches in %2 frames"_s.arg(engine.batches() - before).arg(frames)));
        QCOMPARE(engine.gaps(), 0);
        qint64 last = 0;
        for (const journal::Event &event : engine.events()) {
            QVERIFY(event.atNs >= last);
            last = event.atNs;
        }
    }

    /// The journal goes on over the next connection.
    void noClientHasTheIdOfOneBeforeIt()
    {
        QList<ClientId> ids;
        for (int connection = 0; connection < 3; ++connection) {
            QVERIFY(m_engine->open(m_sandbox.connectString()));
            const auto spawned = m_engine->spawn(m_lock, 2);
            QVERIFY(spawned);
            ids += *spawned;
        }
        QCOMPARE(ids.size(), 6);
        QCOMPARE(
            QSet<quint32>({ids[0].value, ids[1].value, ids[2].value, ids[3].value, ids[4].value, ids[5].value}).size(),
            6);
        for (int number = 0; number < 2; ++number) // gone with the first connection, and not back with the next
            QVERIFY(!m_engine->world().client(ids.at(number)));
    }

private:
    int childrenOf(const QString &path)
    {
        const auto children = test::unlessMissing(test::await(m_others->children(path)));
        return children ? static_cast<int>(children->names.size()) : -1;
    }

    std::unique_ptr<EngineFixture> m_engine;
    QString m_lock;
};

} // namespace lockscope::tst_engineclients

LOCKSCOPE_TEST(lockscope::tst_engineclients::EngineClientsTest)
#include "tst_engineclients.moc"
