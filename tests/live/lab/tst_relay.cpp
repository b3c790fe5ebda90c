// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <optional>

namespace lockscope::tst_relay {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using test::await;

namespace {

using lab::RelayRules;
using Pass = RelayRules::Pass;

/// Whether it is the create of a node.
bool isCreate(const RelayRules::Passing &passing)
{
    const auto type = passing.frame.size() < 12 ? 0 : qFromBigEndian<qint32>(passing.frame.constData() + 8);
    return passing.fromClient && !passing.handshake && (type == 1 || type == 15);
}

/// Looks at each frame: whether it is the create, or else the reply to it. A relay copies its gate.
auto createOrItsReply(bool request)
{
    return [request, create = std::make_shared<std::optional<qint32>>()](const RelayRules::Passing &passing) {
        const auto number = passing.handshake ? 0 : qFromBigEndian<qint32>(passing.frame.constData() + 4);
        if (isCreate(passing)) {
            *create = number;
            return request;
        }
        return !request && !passing.fromClient && *create == number;
    };
}

void requestOrReply()
{
    QTest::addColumn<bool>("request");
    QTest::newRow("the request") << true;
    QTest::newRow("its reply") << false;
}

} // namespace

class RelayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_other = connect(m_sandbox.connectString());
        QVERIFY(m_other);
    }
    void cleanupTestCase() { m_other.reset(); }
    void init() { m_base = u"/r%1"_s.arg(++m_count); }

    void itListensOnLoopbackOnly()
    {
        lab::Relay relay(servers());
        QVERIFY(relay.isListening());
        QCOMPARE(relay.address().host, u"127.0.0.1"_s);
        const QByteArray port = QByteArray::number(relay.address().port, 16).toUpper().rightJustified(4, '0');
        const QByteArray lines = test::contentOf(u"/proc/net/tcp"_s);
        QVERIFY(lines.contains("0100007F:" + port + " 00000000:0000 0A"));
        QVERIFY(!lines.contains("00000000:" + port + " 00000000:0000 0A"));
    }

    void aPartitionKeepsBothEndsOpenAndBytesArriveAfterIt()
    {
        lab::Relay relay(servers());
        auto session = connect(relay.address().toString());
        QVERIFY(session);
        relay.setPartitioned(true);
        std::optional<Result<CreatedNode>> created;
        session->create(m_base, {}, NodeKind::Persistent).then([&](const Result<CreatedNode> &node) {
            created = node;
        });
        for (int i = 0; i < 20; ++i)
            QVERIFY(!isThere(m_base)); // many turns of this event loop
        QVERIFY(!created);
        QCOMPARE(session->state(), ConnectionState::Connected);
        QCOMPARE(relay.connections(), 1);
        relay.setPartitioned(false);
        AWAIT_VERIFY(created.has_value());
        QVERIFY(*created);
        QVERIFY(isThere(m_base));
    }

    void aClientThatHangsUpDuringAPartitionIsNotHeardAfterIt()
    {
        lab::Relay relay(servers());
        auto session = connect(relay.address().toString(), 2'000);
        QVERIFY(session && await(session->create(m_base, {}, NodeKind::Ephemeral)));
        relay.setPartitioned(true);
        session->create(m_base + u"late"_s, {}, NodeKind::Persistent).then([](const Result<CreatedNode> &) {});
        session->abandon();
        for (int i = 0; i < 20; ++i)
            QVERIFY(!isThere(m_base + u"late"_s));
        relay.setPartitioned(false);
        AWAIT_COMPARE(relay.connections(), 0);
        AWAIT_VERIFY(!isThere(m_base)); // long after
        QVERIFY(!isThere(m_base + u"late"_s));
    }

    void aServerThatHangsUpDuringAPartitionIsHeardAfterIt()
    {
        lab::Relay relay(servers());
        auto session = connect(relay.address().toString(), 30'000);
        QVERIFY(session && await(session->create(m_base, {}, NodeKind::Ephemeral)));
        relay.setPartitioned(true);
        QVERIFY(await(session->expire(m_sandbox.connectString(), 10s))); // the server closes the old connection
        for (int i = 0; i < 20; ++i)
            QVERIFY(!isThere(m_base));
        QCOMPARE(session->state(), ConnectionState::Connected);
        QCOMPARE(relay.connections(), 1);
        relay.setPartitioned(false);
        AWAIT_COMPARE(session->state(), ConnectionState::Expired);
    }

    void eachFrameIsDelayedAndTheOrderIsKept()
    {
        lab::Relay relay(servers());
        auto session = connect(relay.address().toString());
        QVERIFY(session);
        relay.setDelay(500ms); // one by one they would take longer than tests wait
        QElapsedTimer clock;
        clock.start();
        QList<int> order;
        constexpr int requests = 1'000;
        for (int i = 0; i < requests; ++i)
            session->exists(u"/"_s).then([&order, i](const Result<NodeStat> &stat) { order << (stat ? i : -1); });
        AWAIT_COMPARE(order.size(), requests);
        QVERIFY2(clock.elapsed() >= 1'000, qPrintable(QString::number(clock.elapsed()))); // there and back
        QVERIFY(std::is_sorted(order.begin(), order.end()));
        QVERIFY(!order.contains(-1));
        relay.setDelay(0ms);
        QVERIFY(await(session->exists(u"/"_s)));
    }

    void onlyTheReplyToTheNextCreateIsLost()
    {
        lab::Relay relay(servers());
        auto session = connect(relay.address().toString());
        QVERIFY(session);
        relay.loseNextCreateReply();
        QVERIFY(await(session->exists(u"/"_s)));
        QVERIFY(await(session->children(u"/"_s)));
        const auto created = await(session->create(m_base, {}, NodeKind::Persistent));
        QVERIFY(!created);
        QVERIFY(created.error().outcomeUnknown());
        QVERIFY(isThere(m_base)); // it had been carried out
        QVERIFY(await(session->connected()));
        QVERIFY(await(session->create(m_base + u"b"_s, {}, NodeKind::Container)));
        relay.loseNextCreateReply();
        QVERIFY(!await(session->create(m_base + u"c"_s, {}, NodeKind::Container)));
        QVERIFY(isThere(m_base + u"c"_s));
    }

    void onlyTheReplyToTheNextRequestIsLostAmongManyUnderWay()
    {
        lab::Relay relay(servers());
        auto session = connect(relay.address().toString());
        QVERIFY(session);
        QList<bool> answered;
        const auto ask = [&] {
            session->exists(u"/"_s).then([&](const Result<NodeStat> &stat) { answered << stat.has_value(); });
        };
        for (int i = 0; i < 30; ++i)
            ask();
        int seen = 0;
        relay.setTap([&](bool fromClient, bool, const QByteArray &) {
            if (fromClient && ++seen == 20)
                relay.loseNextReply();
        });
        AWAIT_COMPARE(answered.size(), 30);
        relay.setTap({});
        QCOMPARE(answered.indexOf(false), 19); // those before it came, it and those after it did not
        QVERIFY(await(session->connected()));
    }

    void aGateLosesTheVeryFrameThatItIsAskedOf_data() { requestOrReply(); }

    void aGateLosesTheVeryFrameThatItIsAskedOf()
    {
        QFETCH(bool, request);
        QList<int> ended;
        lab::Relay relay(servers()); // told of the end of the session's connection, too
        const auto session = connect(relay.address().toString());
        QVERIFY(session);
        relay.tellEnds([&](int connection) { ended += connection; });
        relay.setGate([isMeant = createOrItsReply(request)](const RelayRules::Passing &passing) {
            return isMeant(passing) ? Pass::Lose : Pass::On;
        });
        const auto made = await(session->create(m_base, {}, NodeKind::Persistent));
        QVERIFY(!made && made.error().code == ErrorCode::ConnectionLoss);
        QCOMPARE(ended, QList<int>{1});
        QCOMPARE(isThere(m_base), !request);
        relay.setGate({});
        AWAIT_COMPARE(session->state(), ConnectionState::Connected);
    }

    void aPartitionByTheGateKeepsTheVeryFrame()
    {
        int asked = 0;
        lab::Relay relay(servers());
        const auto session = connect(relay.address().toString());
        QVERIFY(session);
        relay.setGate([&](const RelayRules::Passing &passing) {
            if (isCreate(passing)) {
                ++asked;
                relay.setPartitioned(true);
            }
            return Pass::On;
        });
        auto making = session->create(m_base, {}, NodeKind::Persistent);
        AWAIT_VERIFY(relay.isPartitioned());
        QVERIFY(!isThere(m_base));
        relay.setPartitioned(false);
        QVERIFY(await(std::move(making)));
        QVERIFY(isThere(m_base));
        QCOMPARE(asked, 1); // once of each frame
    }

    void aFrameThatIsHeldWaitsAndSoDoThoseBehindIt_data() { requestOrReply(); }

    void aFrameThatIsHeldWaitsAndSoDoThoseBehindIt()
    {
        QFETCH(bool, request);
        int held = 0;
        lab::Relay relay(servers());
        const auto session = connect(relay.address().toString());
        QVERIFY(session);
        relay.setGate([&held, isMeant = createOrItsReply(request)](const RelayRules::Passing &passing) {
            const bool holds = isMeant(passing);
            held += holds ? 1 : 0;
            return holds ? Pass::Hold : Pass::On;
        });
        QCOMPARE(relay.serverOf(1), std::optional(0));
        auto making = session->create(m_base, {}, NodeKind::Persistent);
        auto looking = session->exists(m_base); // behind it
        AWAIT_COMPARE(held, 1);
        QCOMPARE(isThere(m_base), !request);
        relay.letPass(1, !request); // the other way has nothing that waits
        relay.letPass(2, request);  // no such connection
        QCOMPARE(isThere(m_base), !request);
        relay.letPass(1, request);
        QVERIFY(await(std::move(making)));
        QVERIFY(await(std::move(looking)));
        QVERIFY(isThere(m_base));
        QCOMPARE(held, 1); // once of each frame
        relay.cut();
        QVERIFY(!relay.serverOf(1));
    }

    /// One is dead; of the other, which stands still, the system takes connections, and nobody answers.
    void serversThatAreDeadOrKeepSilentArePassedOverForTheNextOne()
    {
        const test::HeldPort dead = test::heldPort();
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        lab::Relay relay({{u"127.0.0.1"_s, dead.port()}, {u"127.0.0.1"_s, silent.serverPort()}, servers().first()});
        auto session = connect(relay.address().toString(), 1'000);
        QVERIFY(session);
        QVERIFY(silent.hasPendingConnections());
        QVERIFY(await(session->exists(u"/"_s)));
    }

    void afterALostReplyTheClientComesToAnotherServer()
    {
        test::Relay other(m_sandbox.port());
        int connections = 0;
        other.setTap(
            [&](bool fromClient, bool handshake, const QByteArray &) { connections += fromClient && handshake; });
        lab::Relay relay({servers().first(), other.address()});
        auto session = connect(relay.address().toString());
        QVERIFY(session);
        QCOMPARE(connections, 0);
        relay.loseNextReply();
        QVERIFY(!await(session->create(m_base, {}, NodeKind::Persistent)));
        QVERIFY(await(session->connected()));
        QCOMPARE(connections, 1);
        QVERIFY(await(session->exists(m_base)));
    }

    void whoSpeaksNoZooKeeperIsCutOff()
    {
        lab::Relay relay(servers());
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), relay.address().port);
        AWAIT_COMPARE(relay.connections(), 1);
        socket.write("\xff\xff\xff\xffGET / HTTP/1.1\r\n\r\n");
        AWAIT_COMPARE(relay.connections(), 0);
        AWAIT_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    }

private:
    std::unique_ptr<zk::Session> connect(const QString &hosts, int timeoutMs = 30'000)
    {
        auto session = std::make_unique<zk::Session>(zk::SessionSpec{hosts, timeoutMs});
        session->open();
        return await(session->connected()) ? std::move(session) : nullptr;
    }
    QList<zk::HostPort> servers() const { return {{u"127.0.0.1"_s, m_sandbox.port()}}; }
    bool isThere(const QString &path) { return test::isThere(*m_other, path); }

    test::SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_other;
    QString m_base;
    int m_count = 0;
};
} // namespace lockscope::tst_relay

LOCKSCOPE_TEST(lockscope::tst_relay::RelayTest)
#include "tst_relay.moc"
