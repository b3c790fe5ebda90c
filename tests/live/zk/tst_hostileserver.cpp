// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"
#include "tests/support/changingrelay.h"
#include "tests/support/lettingin.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_hostileserver {

using namespace Qt::StringLiterals;
using namespace test;

namespace {

/// Only the answers to requests of this type are changed.
ChangingRelay::Change changing(qint32 type, std::function<QByteArray(QByteArray)> change)
{
    return [type, change](const Asked &asked, const QByteArray &frame) {
        return asked.type == type ? change(frame) : frame;
    };
}

constexpr qint32 loginXid = -4;
constexpr qint32 loginRefused = -115;

qint32 xidOf(const QByteArray &request)
{
    return qFromBigEndian<qint32>(request.constData());
}

/// Answers nothing but the first request, which it answers well, and the login with a refusal in the same breath.
void refuseLogin(const LettingIn::Connection &connection, const QByteArray &request)
{
    static constexpr qsizetype statBytes = 68;
    if (xidOf(request) == loginXid)
        return;
    const QByteArray good = request.first(4) + wire(qint64(1)) + wire(qint32(0)) + QByteArray(statBytes, '\1');
    const QByteArray refusal = wire(loginXid) + wire(qint64(1)) + wire(loginRefused);
    connection.socket->write(wire(qint32(good.size())) + good + wire(qint32(refusal.size())) + refusal);
}

zk::SessionSpec withLogin(const QString &hosts)
{
    zk::SessionSpec spec{hosts};
    spec.authScheme = u"digest"_s;
    spec.authCredential = QByteArray("a:b");
    return spec;
}

} // namespace

/// Whatever a server, or someone between it and us, sends: a session goes on or ends with a reason, and nothing
/// crashes.
class HostileServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        zk::Session session({m_sandbox.connectString()});
        session.open();
        QVERIFY(await(session.connected()));
        QVERIFY(await(session.create(u"/locks"_s, "owner", NodeKind::Persistent)));
        for (int i = 0; i < 3; ++i)
            QVERIFY(await(session.create(u"/locks/lock-"_s, {}, NodeKind::PersistentSequential)));
        QVERIFY(await(session.close()));
        m_relay = std::make_unique<ChangingRelay>(m_sandbox.port());
    }

    void aRecordThatIsCutOffEndsTheSession()
    {
        m_relay->setChange(
            changing(Asked::Create2, [](const QByteArray &frame) { return framed(frame.left(frame.size() - 5)); }));
        const auto session = connected();
        QVERIFY(session);
        const auto answer = await(session->create(u"/locks/new-"_s, {}, NodeKind::EphemeralSequential));
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::MalformedReply);
        QVERIFY(answer.error().outcomeUnknown());
        QCOMPARE(session->state(), ConnectionState::Closed);
        const QString why = session->whyOver().sentence().english();
        QVERIFY2(why.contains(u"zk1:2181: a reply ends before what it announces"_s), qPrintable(why));
        // What is asked later was not sent.
        const auto later = await(session->exists(u"/"_s));
        QVERIFY(!later);
        QCOMPARE(later.error().code, ErrorCode::Closed);
    }

    void aWatchEventThatIsCutOffEndsTheSession()
    {
        m_relay->setChange(changing(Asked::Event, [](const QByteArray &frame) { return framed(frame.left(30)); }));
        const auto session = connected();
        QVERIFY(session);
        const auto watched = await(session->watchChildren(u"/locks"_s));
        QVERIFY(watched);
        zk::Session other({m_sandbox.connectString()});
        other.open();
        QVERIFY(await(other.connected()));
        QVERIFY(await(other.create(u"/locks/other-"_s, {}, NodeKind::EphemeralSequential)));
        const auto fired = await(watched->watch.fired());
        QVERIFY(!fired);
        QCOMPARE(fired.error().code, ErrorCode::MalformedReply);
        QVERIFY(await(other.close()));
    }

    void aRequestThatIsNotAnsweredIsGivenUp()
    {
        // The library sends no ping while a request waits, and so takes the connection for lost.
        m_relay->setChange(changing(Asked::Exists, [](const QByteArray &) { return QByteArray(); }));
        zk::SessionSpec spec{m_relay->connectString()};
        spec.timeoutMs = 1'000;
        zk::Session session(spec);
        session.open();
        QVERIFY(await(session.connected()));
        const auto answer = await(session.exists(u"/locks"_s));
        QVERIFY(!answer);
        QVERIFY(answer.error().connectionWasLost() && answer.error().outcomeUnknown());
        m_relay->setChange({});
        AWAIT_COMPARE(session.state(), ConnectionState::Connected);
        QVERIFY(await(session.exists(u"/locks"_s)));
        QVERIFY(await(session.close()));
    }

    void aServerThatHangsUpForEverIsNotAskedWithoutRest()
    {
        // It gives a session, then sends something that is no frame's beginning and says no more.
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        int greeted = 0;
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            while (QTcpSocket *client = server.nextPendingConnection()) {
                connect(client, &QTcpSocket::readyRead, client, [client, &greeted] {
                    QByteArray answer(41, '\0');
                    qToBigEndian(qint32(37), answer.data());
                    qToBigEndian(qint32(100), answer.data() + 8); // a short timeout: the library would hardly rest
                    qToBigEndian(qint64(0x100), answer.data() + 12);
                    qToBigEndian(qint32(16), answer.data() + 20);
                    client->write(answer);
                    ++greeted;
                    client->disconnectFromHost();
                });
            }
        });
        zk::Session session({u"127.0.0.1:%1"_s.arg(server.serverPort())});
        QElapsedTimer clock;
        clock.start();
        session.open();
        AWAIT_VERIFY(greeted >= 25);
        QVERIFY2(clock.elapsed() >= 1'000, qPrintable(QString::number(clock.elapsed())));
        session.abandon();
    }

    void whatWasUnderWayIsNotKnown()
    {
        m_relay->setChange(changing(Asked::Exists, [](const QByteArray &) { return "\0\0\0\1"_ba; }));
        const auto session = connected();
        QVERIFY(session);
        auto first = session->exists(u"/locks"_s);
        auto second = session->create(u"/locks/mine-"_s, {}, NodeKind::EphemeralSequential);
        QVERIFY(!await(first));
        const auto created = await(second);
        QVERIFY(!created);
        QVERIFY(created.error().outcomeUnknown());
        QVERIFY(created.error().sessionIsOver());
    }

    void whatCannotBeSentIsNotAnsweredWithinTheCall()
    {
        zk::Session session({m_sandbox.connectString()});
        bool isAnswered = false;
        const auto note = [&isAnswered](const auto &) { isAnswered = true; };
        session.exists(u"/"_s).then(note);
        session.multi({}).then(note);
        session.connected().then(note);
        QVERIFY(!isAnswered);
        QCOMPARE(codeOf(await(session.exists(u"/"_s))), ErrorCode::Closed);
        QVERIFY(isAnswered);
    }

    void aRefusedLoginIsKnownBeforeWhatItFails()
    {
        LettingIn server;
        server.onRequest = refuseLogin;
        std::vector<ConnectionState> told; // these outlive the session, whose end is told too
        std::vector<ConnectionState> seen; // by those who are answered, in their order
        std::vector<bool> good;
        zk::Session session(withLogin(server.place()));
        connect(&session, &zk::Session::stateChanged, &session,
                [&told](ConnectionState state) { told.push_back(state); });
        session.open();
        QVERIFY(await(session.connected()));
        for (int i = 0; i < 3; ++i) {
            session.exists(u"/"_s).then([&](const Result<NodeStat> &answer) {
                good.push_back(answer.has_value());
                seen.push_back(answer ? session.state() : told.back());
            });
        }
        AWAIT_COMPARE(seen.size(), 3u);
        QCOMPARE(good, (std::vector<bool>{true, false, false}));
        QCOMPARE(seen, std::vector<ConnectionState>(3, ConnectionState::AuthFailed));
        QCOMPARE(session.whyOver().code, ErrorCode::AuthFailed);
    }

    void whoAsksAgainAtEachRefusalIsAnsweredInTurns()
    {
        LettingIn server;
        server.onRequest = refuseLogin;
        constexpr int enough = 20;
        int asked = 0;
        int depth = 0;
        int deepest = 0;
        std::function<void()> ask; // outlives the session, whose end answers too
        zk::Session session(withLogin(server.place()));
        session.open();
        QVERIFY(await(session.connected()));
        ask = [&] {
            session.exists(u"/"_s).then([&](const Result<NodeStat> &) {
                deepest = std::max(deepest, ++depth);
                if (++asked < enough)
                    ask();
                --depth;
            });
        };
        ask();
        AWAIT_COMPARE(asked, enough);
        QCOMPARE(deepest, 1);
    }

    void aReadOnlyServerIsPassedOver()
    {
        LettingIn readOnly;
        readOnly.isReadOnly = true;
        zk::SessionSpec alone{readOnly.place()};
        alone.serverNames.insert(readOnly.place(), u"zk1:2181"_s);
        zk::Session session(alone);
        session.open();
        AWAIT_VERIFY(readOnly.connections() >= 2); // it is asked again, at its leisure
        QCOMPARE(session.state(), ConnectionState::Connecting);
        QCOMPARE(session.readOnlyServer(), u"zk1:2181"_s);
        session.abandon();

        zk::Session both({readOnly.place() + u',' + m_sandbox.connectString()});
        both.open();
        QVERIFY(await(both.connected()));
        QCOMPARE(both.server(), m_sandbox.connectString());
        QVERIFY(both.readOnlyServer().isEmpty());
        QVERIFY(await(both.close()));
    }

    void anyBytesAtAll_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 60; ++seed)
            QTest::addRow("%d", seed) << seed;
    }

    /// Bytes of answers changed, taken out and put in, by chance; with their frame's length right again or not.
    void anyBytesAtAll()
    {
        QFETCH(int, seed);
        auto random = std::make_shared<QRandomGenerator>(quint32(seed));
        m_relay->setChange([random](const Asked &asked, const QByteArray &frame) {
            if (random->bounded(4) != 0 || (asked.type == Asked::Handshake && random->bounded(4) != 0))
                return frame;
            QByteArray changed = frame;
            const auto somewhere = [&] { return random->bounded(int(changed.size())); };
            switch (random->bounded(4)) {
            case 0: changed.truncate(std::max(4, somewhere())); break;
            case 1:
                changed.insert(std::max(4, somewhere()),
                               QByteArray(random->bounded(1, 40), char(random->bounded(256))));
                break;
            default:
                for (int i = random->bounded(1, 4); i > 0; --i)
                    changed[somewhere()] = char(random->bounded(256));
                return changed;
            }
            return random->bounded(2) == 0 ? framed(changed) : changed;
        });
        zk::SessionSpec spec{m_relay->connectString()};
        spec.timeoutMs = 2'000;
        zk::Session session(spec);
        session.open();
        if (await(session.connected()))
            QVERIFY(await(askForEverything(session, u"/locks/any-%1"_s.arg(seed))));
        QVERIFY(await(session.close()));
    }

private:
    std::unique_ptr<zk::Session> connected()
    {
        zk::SessionSpec spec{m_relay->connectString()};
        spec.serverNames.insert(m_relay->connectString(), u"zk1:2181"_s);
        auto session = std::make_unique<zk::Session>(spec);
        session->open();
        return await(session->connected()) ? std::move(session) : nullptr;
    }

    /// All that a session can be asked for, one after the other; errors are answers.
    static Task<> askForEverything(zk::Session &session, QString base)
    {
        co_await session.exists(u"/locks"_s);
        co_await session.watchChildren(u"/locks"_s);
        co_await session.get(u"/locks"_s);
        co_await session.children(u"/locks"_s);
        co_await session.acl(u"/locks"_s);
        co_await session.create(base, "data", NodeKind::Persistent);
        co_await session.watchData(base);
        co_await session.set(base, "more", -1);
        std::vector<zk::WriteOp> parts{zk::WriteOp::set(base, "again"), zk::WriteOp::create(base + u"/child"_s),
                                       zk::WriteOp::remove(base + u"/child"_s)};
        co_await session.multi(std::move(parts));
        co_await session.sync(u"/locks"_s);
        co_await session.remove(base, -1);
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<ChangingRelay> m_relay;
};
} // namespace lockscope::tst_hostileserver

LOCKSCOPE_TEST(lockscope::tst_hostileserver::HostileServerTest)
#include "tst_hostileserver.moc"
