// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/live/observe/observation.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <QTcpServer>

namespace lockscope::tst_engineopen {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// Somebody listens there, and nobody answers.
class Silent : public QTcpServer
{
public:
    Silent() { listen(QHostAddress::LocalHost); }
    QString place() const { return u"127.0.0.1:%1"_s.arg(serverPort()); }
    ConnectSpec spec(int connectTimeoutMs = 10'000) const
    {
        ConnectSpec there;
        there.connectString = place();
        there.connectTimeoutMs = connectTimeoutMs;
        return there;
    }
};

} // namespace

/// Getting in, not getting in, getting in elsewhere, getting out.
class EngineOpenTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void aSessionIsOpenedAndClosed()
    {
        EngineFixture engine;
        const auto id = engine.open(m_sandbox.connectString());
        QVERIFY(id && !id->isNull());
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Connected);
        const auto &connection = engine.world().connection();
        QCOMPARE(connection.endpoint, m_sandbox.connectString());
        QCOMPARE(connection.server, m_sandbox.connectString());
        QCOMPARE(connection.session, *id);
        QCOMPARE(connection.sessionTimeoutMs, 10'000);
        QVERIFY(askPort(m_sandbox.port(), "dump").contains(id->toHex().toLatin1()));
        QVERIFY(await(engine->close()));
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Closed);
        QVERIFY(answersWithout(m_sandbox.port(), "dump", id->toHex().toLatin1()));
        QVERIFY(await(engine->close())); // once more does no harm
        QCOMPARE(engine.gaps(), 0);
    }

    /// One that awaits it goes on at once where it has ended already, and then looks at the World.
    void aFutureEndsBehindTheBatchesThatCameBefore()
    {
        EngineFixture engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        const auto observed = engine->observe(u"/"_s);
        const QDeadlineTimer limit(patienceMs());
        while (!observed.isResultReadyAt(0) && !limit.hasExpired()) // no event of this thread is delivered meanwhile
            QThread::yieldCurrentThread();
        QVERIFY(observed.isResultReadyAt(0));
        QVERIFY(!engine.world().directory(u"/"_s));
        QVERIFY(!observed.isFinished());
        QVERIFY(QTest::qWaitFor([&] { return observed.isFinished(); }, patienceMs()));
        QVERIFY(engine.world().directory(u"/"_s));
    }

    void aMalformedConnectStringIsRefusedAtOnce()
    {
        EngineFixture engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        const auto id = engine.open(u"zk1:port"_s);
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::MalformedConnectString);
        QVERIFY(id.error().sentence().english().contains(u"\"zk1:port\" has no port"_s));
        QVERIFY(await(engine->observe(u"/"_s))); // the connection before is still there
    }

    void whoDoesNotLetInIsNamedWithTheReason_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<int>("timeoutMs");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        const QString refusing = u"127.0.0.1:%1"_s.arg(m_nobody.port());
        QTest::newRow("an unknown host") << u"no-such-host.invalid:2181"_s << 30'000 << ErrorCode::UnknownHost
                                         << u"no-such-host.invalid"_s;
        QTest::newRow("a port that refuses")
            << refusing << 30'000 << ErrorCode::ConnectTimeout << refusing + u" refused the connection"_s;
        QTest::newRow("a port that keeps silent")
            << m_silent.place() << 1'000 << ErrorCode::ConnectTimeout << u"does not answer"_s;
    }

    void whoDoesNotLetInIsNamedWithTheReason()
    {
        QFETCH(QString, place);
        QFETCH(int, timeoutMs);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        EngineFixture engine;
        const auto id = engine.open(place, 10'000, timeoutMs);
        QVERIFY(!id);
        QCOMPARE(id.error().code, code);
        QVERIFY2(id.error().sentence().english().contains(says), qPrintable(id.error().sentence().english()));
        AWAIT_COMPARE(engine.world().connection().detail, id.error().sentence());
    }

    void aRefusedLoginIsSaidToBeRefused()
    {
        ConnectSpec spec;
        spec.connectString = m_sandbox.connectString();
        spec.authScheme = u"no-such-scheme"_s;
        spec.authCredential = "alice:secret";
        EngineFixture engine;
        const auto id = await(engine->open(spec));
        // The server may let the session in before it reads the login: then it is lost right after.
        if (!id)
            QCOMPARE(id.error().code, ErrorCode::AuthFailed);
        AWAIT_COMPARE(engine.world().connection().state, id ? ConnectionState::AuthFailed : ConnectionState::Closed);
        const auto watching = await(engine->observe(u"/"_s));
        QVERIFY(!watching);
        for (const journal::Event &event : engine.events())
            QVERIFY(!journal::describe(event.what).english().contains(u"secret"_s));
    }

    void theNewestOfSeveralOpensWins()
    {
        Relay relay(m_sandbox.port());
        const Silent silent; // the second must not be open before the engine hears of the third
        EngineFixture engine;
        for (int round = 0; round < 3; ++round) {
            QVERIFY(engine.open(m_sandbox.connectString())); // closing this one takes a round trip
            ConnectSpec spec = silent.spec();
            auto second = engine->open(spec);
            spec.connectString = relay.connectString();
            auto third = engine->open(spec);
            const auto secondId = await(second);
            const auto thirdId = await(third);
            QVERIFY(!secondId);
            QCOMPARE(secondId.error().code, ErrorCode::Cancelled);
            QVERIFY2(thirdId, thirdId ? "" : qPrintable(thirdId.error().sentence().english()));
            AWAIT_COMPARE(engine.world().connection().endpoint, relay.connectString());
            AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Connected);
            QCOMPARE(engine.world().connection().session, *thirdId);
        }
    }

    void closingCancelsAnOpenThatIsUnderWay()
    {
        const Silent silent;
        EngineFixture engine;
        auto opening = engine->open(silent.spec(600'000));
        AWAIT_VERIFY(silent.hasPendingConnections());
        QVERIFY(await(engine->close()));
        const auto id = await(opening);
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::Cancelled);
    }

    void openingReplacesAConnectionWithAllThatUsedIt()
    {
        EngineFixture engine;
        const auto first = engine.open(m_sandbox.connectString());
        QVERIFY(first);
        QVERIFY(await(engine->observe(u"/"_s)));
        const auto clients = engine.spawn(u"/replaced"_s, 5);
        QVERIFY(clients);
        AWAIT_COMPARE(engine.count(locks::LockState::Retained), 1);
        const auto second = engine.open(m_sandbox.connectString() + u"/replaced"_s);
        QVERIFY(second && *second != *first);
        AWAIT_VERIFY(engine.world().clients().empty());
        QVERIFY(answersWithout(m_sandbox.port(), "dump", first->toHex().toLatin1()));
        QVERIFY(await(engine->observe(u"/"_s)));
        QVERIFY(engine.world().directory(u"/"_s)->children.isEmpty()); // no node of the clients was left
        QCOMPARE(engine.gaps(), 0);
    }

    void everyCommandWithoutAConnectionEndsWithAnError()
    {
        EngineFixture engine;
        const auto check = [&] {
            QVERIFY(!await(engine->observe(u"/"_s)));
            QVERIFY(!await(engine->readNode(u"/"_s)));
            QVERIFY(!await(engine->planRelease(u"/a/lock-0000000000"_s)));
            QVERIFY(!engine.spawn(u"/a"_s, 1));
            observe::ReleasePlan plan;
            plan.targets.push_back({u"/a/lock-0000000000"_s, {}, {}});
            QVERIFY(await(engine->carryOut(plan)).error);
            QVERIFY(await(engine->askHolder(plan, std::chrono::seconds(1))).error);
            engine->stopAsking();
            engine->command({ClientId{1}}, lab::ClientCommand::Release);
            engine->refresh(u"/"_s);
        };
        check(); // never opened
        QVERIFY(!engine.open(u"no-such-host.invalid:2181"_s));
        check(); // not got in
        QVERIFY(engine.open(m_sandbox.connectString()));
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Connected);
        QCOMPARE(engine.world().connection().detail, Text()); // of the one that failed
        QVERIFY(await(engine->close()));
        check(); // closed
    }

    void observingWhileConnectingEndsWithTheConnecting()
    {
        const Silent silent;
        EngineFixture engine;
        ConnectSpec spec = silent.spec(500);
        auto opening = engine->open(spec);
        AWAIT_VERIFY(silent.hasPendingConnections());
        auto observing = engine->observe(u"/"_s);
        QVERIFY(!await(opening));
        QVERIFY(!await(observing));

        spec.connectString = m_sandbox.connectString();
        opening = engine->open(spec);
        observing = engine->observe(u"/"_s);
        QVERIFY(await(opening));
    }

    void aScenarioWhileHostNamesAreLookedUpIsRefused()
    {
        QSemaphore lookUp;
        QThreadPool &pool = *QThreadPool::globalInstance(); // names are looked up there
        const int threads = pool.maxThreadCount();
        pool.setMaxThreadCount(1);
        pool.start([&lookUp] { lookUp.acquire(); });

        EngineFixture engine;
        ConnectSpec spec;
        spec.connectString = u"localhost:%1"_s.arg(m_sandbox.port());
        auto opening = engine->open(spec);
        const auto verdict = await(engine->runScenario({}));
        QVERIFY(!verdict);
        QCOMPARE(verdict.error().code, ErrorCode::NotConnected);

        lookUp.release();
        pool.setMaxThreadCount(threads);
        QVERIFY(await(opening));
    }

    void badPathsAreRefused()
    {
        EngineFixture engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        for (const QString &path : {u""_s, u"a"_s, u"/a/"_s, u"/a//b"_s, u"/../a"_s}) {
            const auto watching = await(engine->observe(path));
            QVERIFY(!watching);
            QCOMPARE(watching.error().code, ErrorCode::InvalidInput);
            QVERIFY(watching.error().sentence().english().contains(u"\"%1\""_s.arg(path)));
            QVERIFY(!await(engine->readNode(path)));
            QVERIFY(!await(engine->planRelease(path)));
            QVERIFY(!engine.spawn(path, 1));
        }
        QVERIFY(await(engine->observe(u"/"_s))); // all goes on
    }

    void aServerLostInTheMiddleIsShownAndFoundAgain()
    {
        Relay relay(m_sandbox.port());
        EngineFixture engine;
        QVERIFY(engine.open(relay.connectString(), 10'000, 5'000));
        QVERIFY(await(engine->observe(u"/"_s)));
        relay.setRefusing(true);
        relay.cut();
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Suspended);
        AWAIT_COMPARE(engine.world().observation().freshness, journal::Freshness::Stale);
        const auto spawned = engine.spawn(u"/lost"_s, 3);
        QVERIFY(!spawned);
        QVERIFY(!await(engine->readNode(u"/"_s)));
        relay.setRefusing(false);
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Connected);
        AWAIT_COMPARE(engine.world().observation().freshness, journal::Freshness::Live);
        QVERIFY(engine.spawn(u"/lost"_s, 3));
        AWAIT_COMPARE(engine.world().queue(u"/lost"_s).contenders.size(), size_t(3));
    }

private:
    SandboxForTest m_sandbox;
    const Silent m_silent;
    const HeldPort m_nobody = heldPort();
};

} // namespace lockscope::tst_engineopen

LOCKSCOPE_TEST(lockscope::tst_engineopen::EngineOpenTest)
#include "tst_engineopen.moc"
