// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redisserver.h"
#include "core/backends/redis/redissessions.h"
#include "core/redis/session.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <csignal>

#include <sys/types.h>

namespace lockscope::tst_connection {

using namespace lockscope::redis;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::await;
using test::codeOf;
using test::patienceMs;

/// Holds a port; what it says to whoever connects is the test's matter.
class Stranger
{
public:
    explicit Stranger(const QByteArray &greeting, bool hangsUp = false)
    {
        m_server.listen(QHostAddress(QHostAddress::LocalHost));
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, greeting, hangsUp] {
            auto *socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::bytesWritten, &m_server, [this](qint64 bytes) { m_taken += bytes; });
            socket->write(greeting);
            if (hangsUp)
                socket->disconnectFromHost();
        });
    }
    Address address() const { return {{}, u"127.0.0.1"_s, m_server.serverPort(), 0}; }
    /// Bytes of what it says.
    qint64 taken() const { return m_taken; }

private:
    QTcpServer m_server;
    qint64 m_taken = 0;
};

class RedisSessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto started = await(m_server.start());
        QVERIFY2(started, qPrintable(started ? QString() : started.error().sentence().english()));
        m_address = *started;
    }

    void aCommandIsAnswered()
    {
        const auto session = enter();
        QVERIFY2(session->version().contains(u'.'), qPrintable(session->version()));
        QVERIFY(await(session->ask({"SET", "a", "1", "NX", "PX", "60000"}))->isOk());
        QVERIFY(await(session->ask({"SET", "a", "2", "NX", "PX", "60000"}))->isNil());
        const auto both = await(session->ask({"EVAL", "return {redis.call('get', KEYS[1]), 7}", "1", "a"}));
        QVERIFY(both);
        QCOMPARE(both->elements.size(), 2);
        QCOMPARE(both->elements[0].text, "1"_ba);
        QCOMPARE(both->elements[1].integer, 7);
    }

    void answersComeInTheOrderOfTheirCommands()
    {
        const auto session = enter();
        await(session->ask({"DEL", "n"}));
        QList<qint64> came;
        for (int i = 0; i < 1000; ++i)
            session->ask({"INCR", "n"}).then([&came](const Result<Value> &value) {
                came += value ? value->integer : -1;
            });
        AWAIT_COMPARE(came.size(), 1000);
        for (int i = 0; i < came.size(); ++i)
            QCOMPARE(came[i], i + 1);
    }

    void bytesAreKeptAsTheyAre()
    {
        const auto session = enter();
        const QByteArray bytes("a\0b\r\n%s\xff", 8);
        QVERIFY(await(session->ask({"SET", bytes, bytes}))->isOk());
        QCOMPARE(await(session->ask({"GET", bytes}))->text, bytes);
    }

    void aRefusalIsAnErrorAndTheSessionGoesOn()
    {
        const auto session = enter();
        QCOMPARE(codeOf(await(session->ask({"SET", "a", "1", "SIDEWAYS"}))), ErrorCode::RedisFailed);
        QVERIFY(await(session->ask({"PING"})));
    }

    void aListenerIsTold()
    {
        const auto listener = enter();
        const auto speaker = enter();
        const QSignalSpy told(listener.get(), &Session::messageReceived);
        QVERIFY(await(listener->subscribe("released")));
        QCOMPARE(await(speaker->ask({"PUBLISH", "released", "orders"}))->integer, 1);
        AWAIT_COMPARE(told.size(), 1);
        QCOMPARE(told[0][1].toByteArray(), "orders"_ba);
    }

    void aCrashAnswersAllThatIsAsked()
    {
        const auto session = enter();
        const QSignalSpy lost(session.get(), &Session::lost);
        QList<ErrorCode> codes;
        for (int i = 0; i < 3; ++i)
            session->ask({"PING"}).then([&codes](const Result<Value> &value) { codes += value.error().code; });
        session->crash();
        QCOMPARE(codes, QList<ErrorCode>(3, ErrorCode::Closed));
        QCOMPARE(codeOf(await(session->ask({"PING"}))), ErrorCode::Closed);
        QCOMPARE(lost.size(), 0);
    }

    void aSessionMayEndInsideAnAnswer()
    {
        auto session = enter();
        session->ask({"PING"}).then([&session](const Result<Value> &) { session.reset(); });
        AWAIT_VERIFY(!session);
    }

    void aServerThatStandsStillMeetsTheTimeOut()
    {
        const auto session = enter({5000ms, 50ms});
        ::kill(static_cast<pid_t>(m_server.pid()), SIGSTOP);
        const auto answer = await(session->ask({"PING"}));
        ::kill(static_cast<pid_t>(m_server.pid()), SIGCONT);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::OperationTimeout);
        QVERIFY(answer.error().outcomeUnknown());
    }

    void theEndOfTheServerIsToldOnce()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto session = await(Session::open(*address, {}));
        QVERIFY(session);
        const QSignalSpy lost(session->get(), &Session::lost);
        const QSignalSpy ended(&server, &backends::RedisServer::ended);
        ::kill(static_cast<pid_t>(server.pid()), SIGKILL);
        AWAIT_COMPARE(lost.size(), 1);
        AWAIT_COMPARE(ended.size(), 1);
        QCOMPARE(codeOf(await((*session)->ask({"PING"}))), ErrorCode::NotConnected);
        QCOMPARE(lost.size(), 1);
    }

    void aPasswordThatDoesNotFitIsNamed()
    {
        auto spec = backends::RedisServerSpec::fromEnvironment();
        spec.password = u"open-sesame"_s;
        backends::RedisServer server(spec);
        const auto address = await(server.start());
        QVERIFY(address);
        QCOMPARE(codeOf(await(Session::open(*address, u"wrong"_s))), ErrorCode::AuthFailed);
        QCOMPARE(codeOf(await(Session::open(*address, {}))), ErrorCode::AuthFailed);
        QCOMPARE(codeOf(await(Session::open(m_address, u"for-nothing"_s))), ErrorCode::AuthFailed); // it wants none
    }

    void aUserWithoutAPasswordGetsIn()
    {
        const auto session = enter();
        QVERIFY(await(session->ask({"ACL", "SETUSER", "ann", "on", "nopass", "~*", "+@all"})));
        Address ofAnn = m_address;
        ofAnn.user = u"ann"_s;
        const auto hers = await(Session::open(ofAnn, {}));
        QVERIFY(hers);
        QCOMPARE(await((*hers)->ask({"ACL", "WHOAMI"}))->text, "ann"_ba);
    }

    void aPortWithoutAServerIsNamed()
    {
        const test::HeldPort nobody = test::heldPort();
        const auto session = await(Session::open({{}, u"127.0.0.1"_s, nobody.port(), 0}, {}));
        QVERIFY(!session);
        QCOMPARE(session.error().code, ErrorCode::RedisFailed);
        const QString sentence = session.error().sentence().english();
        QVERIFY2(sentence.contains(u"refused"_s), qPrintable(sentence));
    }

    void aServerOfAnotherKindIsNamed_data()
    {
        QTest::addColumn<QByteArray>("greeting");
        QTest::addColumn<bool>("hangsUp");
        QTest::addColumn<ErrorCode>("code");

        QTest::newRow("it speaks another protocol")
            << "HTTP/1.1 400 Bad Request\r\n\r\n"_ba << false << ErrorCode::NotRedis;
        QTest::newRow("it hangs up") << QByteArray() << true << ErrorCode::NotRedis;
        QTest::newRow("it says nothing") << QByteArray() << false << ErrorCode::RedisFailed; // it may be one
        QTest::newRow("it says yes to whatever") << "+OK\r\n"_ba << false << ErrorCode::NotRedis;
    }

    void aServerOfAnotherKindIsNamed()
    {
        QFETCH(QByteArray, greeting);
        QFETCH(bool, hangsUp);
        QFETCH(ErrorCode, code);
        const Stranger stranger(greeting, hangsUp);
        const auto session = await(Session::open(stranger.address(), {}, {3000ms, 3000ms}));
        QVERIFY(!session);
        QCOMPARE(session.error().code, code);
    }

    void anAnswerWithoutEndIsNotReadOn()
    {
        constexpr qsizetype all = 64 * 1024 * 1024;
        const Stranger stranger("$2000000000\r\n" + QByteArray(all, 'x'));
        const auto session = await(Session::open(stranger.address(), {}, {3000ms, 3000ms}));
        QVERIFY(!session);
        QVERIFY2(stranger.taken() < all / 2, qPrintable(QString::number(stranger.taken())));
    }

    void whatNoRedisSaysEndsTheConnection_data()
    {
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("two answers to one command") << "$-1\r\n$-1\r\n"_ba;
        QTest::newRow("the beginning of another answer") << "$-1\r\n$"_ba;
        QTest::newRow("an array without end") << "*1000000000\r\n"_ba;
        QTest::newRow("a message without a channel") << "*1\r\n$7\r\nmessage\r\n"_ba;
        QTest::newRow("a message that is a number") << "*3\r\n:1\r\n$1\r\nc\r\n:1\r\n"_ba;
        QTest::newRow("the end of a subscription") << "*3\r\n$11\r\nunsubscribe\r\n$1\r\nc\r\n$1\r\nx\r\n"_ba;
    }

    void whatNoRedisSaysEndsTheConnection()
    {
        QFETCH(QByteArray, says);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket, &says] {
                const QByteArray request = socket->readAll();
                const QByteArray info = "redis_version:7.0.15\r\n";
                socket->write(request.contains("PING")     ? "+PONG\r\n"_ba
                              : request.contains("CLIENT") ? ":7\r\n"_ba
                              : request.contains("INFO")
                                  ? '$' + QByteArray::number(info.size()) + "\r\n" + info + "\r\n"
                                  : says);
            });
        });
        const auto opened = await(redis::Session::open({{}, u"127.0.0.1"_s, server.serverPort(), 0}, {}));
        QVERIFY2(opened, opened ? "" : qPrintable(opened.error().sentence().english()));
        QSignalSpy lost(opened->get(), &redis::Session::lost);
        if (says.startsWith("*3") || says.startsWith("*1\r"))
            std::ignore = (*opened)->subscribe("c");
        else
            std::ignore = (*opened)->ask({"GET", "a"});
        AWAIT_COMPARE(lost.count(), 1);
        QVERIFY(lost.first().first().value<lockscope::Error>().detail.english().startsWith(u"it answered"_s)
                || lost.first().first().value<lockscope::Error>().detail.english().startsWith(u"what it said"_s));
        QVERIFY(!(*opened)->isConnected());
    }

    /// It answers as a Redis of 2011 does, and hears of no command that writes.
    void aServerThatIsTooOldIsNamed()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QByteArray heard;
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket, &heard] {
                const QByteArray request = socket->readAll();
                heard += request;
                const QByteArray info = "# Server\r\nredis_version:2.4.18\r\n";
                if (request.contains("PING"))
                    socket->write("+PONG\r\n");
                else
                    socket->write('$' + QByteArray::number(info.size()) + "\r\n" + info + "\r\n");
            });
        });
        const auto opened = await(redis::Session::open({{}, u"127.0.0.1"_s, server.serverPort(), 0}, {}));
        QVERIFY(!opened);
        const QString told = opened.error().sentence().english();
        QVERIFY2(told.contains(u"is Redis 2.4.18"_s) && told.contains(u"Nothing was written"_s), qPrintable(told));
        QVERIFY2(!heard.contains("SET") && !heard.contains("CLIENT"), heard.constData());
    }

    void aMissingProgramIsNamedWithItsInstallCommand()
    {
        backends::RedisServer server(backends::RedisServerSpec{});
        const auto started = await(server.start());
        QVERIFY(!started);
        const QString sentence = started.error().sentence().english();
        QVERIFY2(sentence.contains(u"apt install redis-server"_s), qPrintable(sentence));
    }

    void theServerAndItsDirectoryGoWithTheirOwner()
    {
        auto server = std::make_unique<backends::RedisServer>();
        const auto address = await(server->start());
        QVERIFY(address);
        const qint64 pid = server->pid();
        const QString directory = server->directory();
        QVERIFY(test::isAlive(pid) && QFileInfo::exists(directory));
        server.reset();
        QVERIFY(!test::isAlive(pid));
        QVERIFY(!QFileInfo::exists(directory));
    }

    /// A recipe that asks again as soon as it is connected would else ask for ever, and its thread with it.
    void aClientThatIsToldOfALossIsNotConnectedAnyMore()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto places = std::make_shared<backends::RedisPlaces>(backends::RedisPlaces{{*address}});
        backends::RedisSessionFactory factory(places, {}, nullptr);
        const auto opened = await(factory.open(lab::Route::Direct, std::nullopt));
        QVERIFY(opened);
        lab::ClientSession &client = **opened;
        ::kill(static_cast<pid_t>(server.pid()), SIGSTOP); // so that the question is still under way when it dies
        std::vector<ConnectionState> atTheAnswer;
        for (int i = 0; i < 2; ++i) {
            client.redis().front()->get(u"a"_s).then([&](const Result<recipes::RedisStore::Value> &value) {
                if (!value && value.error().connectionWasLost())
                    atTheAnswer.push_back(client.state());
            });
        }
        QVERIFY(await(server.stop()));
        AWAIT_COMPARE(atTheAnswer.size(), size_t(2));
        QCOMPARE(atTheAnswer, std::vector(2, ConnectionState::Suspended));
        await(client.close());
    }

private:
    /// Without a server there is no test.
    std::unique_ptr<Session> enter(Timeouts timeouts = {})
    {
        auto session = await(Session::open(m_address, {}, timeouts));
        if (!session)
            qFatal("%s", qPrintable(session.error().sentence().english()));
        return *std::move(session);
    }

    backends::RedisServer m_server;
    Address m_address;
};

} // namespace lockscope::tst_connection

LOCKSCOPE_TEST(lockscope::tst_connection::RedisSessionTest)

#include "tst_connection.moc"
