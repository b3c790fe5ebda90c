// SPDX-License-Identifier: Apache-2.0
#include "core/observe/httpanswer.h"
#include "core/observe/serverask.h"
#include "tests/support/await.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>

namespace lockscope::tst_serverquestions {

using namespace Qt::StringLiterals;
using test::await;

namespace {

/// Answers each request for a path as it is told to, and counts who calls.
class WebServer
{
public:
    using Answer = std::function<QByteArray(const QByteArray &path)>;

    explicit WebServer(Answer answer)
        : m_answer(std::move(answer))
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            ++m_calls;
            QTcpSocket *socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                const QByteArray request = socket->readAll();
                socket->write("HTTP/1.0 " + m_answer(request.split(' ').value(1)));
                socket->disconnectFromHost();
            });
        });
    }

    QString url(const QString &path = {}) const { return u"http://127.0.0.1:%1"_s.arg(m_server.serverPort()) + path; }
    int calls() const { return m_calls; }

private:
    Answer m_answer;
    QTcpServer m_server;
    int m_calls = 0;
};

/// A ClickHouse Keeper's client port, as its fixtures have it: it says nothing to a word that is not among \a allowed.
class KeeperPort
{
public:
    explicit KeeperPort(QStringList allowed)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, allowed] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket, allowed] {
                const QString word = QString::fromLatin1(socket->readAll());
                QFile fixture(QStringLiteral(SERVER_ANSWERS) + u"keeper/%1.txt"_s.arg(word));
                if (allowed.contains(word) && fixture.open(QIODevice::ReadOnly))
                    socket->write(fixture.readAll());
                socket->disconnectFromHost();
            });
        });
    }

    observe::ServerTarget target() const { return {u"127.0.0.1"_s, m_server.serverPort(), {}, Text::en("refused")}; }

private:
    QTcpServer m_server;
};

observe::ServerAnswers askedAll(const KeeperPort &port)
{
    observe::ServerAnswers answers;
    const auto questions = std::make_shared<observe::ServerQuestions>();
    await([](auto asked, auto target, auto *into) -> Task<> {
        *into = co_await observe::askServer(asked, target, observe::Scope::Whole);
    }(questions, port.target(), &answers));
    return answers;
}

/// Begins as it is told to, and then goes on saying the same for as long as somebody listens.
class EndlessPort
{
public:
    EndlessPort(const QByteArray &begin, const QByteArray &piece)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, begin, piece] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::bytesWritten, socket, [this, socket, piece](qint64 bytes) {
                m_sent += bytes;
                if (socket->bytesToWrite() == 0)
                    socket->write(piece);
            });
            QObject::connect(socket, &QTcpSocket::disconnected, &m_server, [this] { ++m_left; });
            socket->write(begin + piece);
        });
    }
    quint16 port() const { return m_server.serverPort(); }
    int left() const { return m_left; } ///< those who hung up
    qint64 sent() const { return m_sent; }

private:
    QTcpServer m_server;
    int m_left = 0;
    qint64 m_sent = 0;
};

QByteArray redirectTo(const QString &url)
{
    return "302 Found\r\nLocation: " + url.toUtf8() + "\r\n\r\n<html>Elsewhere</html>";
}

} // namespace

/// How a server is asked, by servers made for it.
class TestServerQuestions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRedirectElsewhereIsNotFollowed_data()
    {
        QTest::addColumn<QString>("to");
        QTest::newRow("another port") << QString();
        QTest::newRow("another host") << u"http://metadata.invalid/latest"_s;
        QTest::newRow("the same host by another name") << u"http://localhost:PORT/commands"_s;
        QTest::newRow("a file") << u"file:///etc/passwd"_s;
    }
    void aRedirectElsewhereIsNotFollowed()
    {
        QFETCH(QString, to);
        WebServer other([](const QByteArray &) { return QByteArray("200 OK\r\n\r\nsecret"); });
        WebServer first([&](const QByteArray &) {
            const QString port = first.url().section(u':', -1);
            return redirectTo(to.isEmpty() ? other.url(u"/commands"_s) : QString(to).replace("PORT"_L1, port));
        });
        observe::ServerQuestions questions;
        const auto answer = await(questions.admin(QUrl(first.url(u"/commands/monitor"_s))));
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::NotConnected);
        const QString why = answer.error().detail.english();
        QVERIFY2(why.startsWith("it redirects to "_L1) && why.endsWith("which is another server and is not asked"_L1),
                 qPrintable(why));
        QVERIFY2(!why.contains("latest"_L1) && !why.contains("passwd"_L1), qPrintable(why));
        QCOMPARE(first.calls(), 1);
        QCOMPARE(other.calls(), 0);
    }

    void anAnswerWithoutEndIsGivenUp()
    {
        const QByteArray much(64 * 1024, ' ');
        const QByteArray chunk = QByteArray::number(much.size(), 16) + "\r\n" + much + "\r\n";
        const EndlessPort admin("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunk);
        const EndlessPort words("Zookeeper version: 3.8.0\n", much);
        observe::ServerQuestions questions({std::chrono::minutes(5), 1024 * 1024});
        const Reply<QByteArray> answers[]{
            questions.admin(QUrl(u"http://127.0.0.1:%1/commands/dump"_s.arg(admin.port()))),
            questions.word(u"127.0.0.1"_s, words.port(), "dump")};
        for (const Reply<QByteArray> &reply : answers) {
            const auto answer = await(reply);
            QVERIFY(!answer);
            QCOMPARE(answer.error().detail.english(), u"its answer is larger than 1 MB"_s);
        }
        AWAIT_COMPARE(admin.left() + words.left(), 2);
        constexpr qint64 mostSent = 24 * 1024 * 1024; // with what the system's buffers take
        QVERIFY2(admin.sent() < mostSent && words.sent() < mostSent, qPrintable(QString::number(admin.sent())));
    }

    /// Bodies that end by their length, by chunks and by the end of the connection, behind interim answers or not.
    void anAnswerIsReadHoweverItIsCut_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("a length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\": 12}");
        QTest::newRow("chunks") << QByteArray(
            "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n5\r\n: 12}\r\n0\r\n\r\n");
        QTest::newRow("the end") << QByteArray("HTTP/1.0 200 OK\r\n\r\n{\"a\": 12}");
        QTest::newRow("an interim answer before")
            << QByteArray("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\": 12}");
    }
    void anAnswerIsReadHoweverItIsCut()
    {
        QFETCH(QByteArray, answer);
        using observe::HttpAnswer;
        for (qsizetype piece = 1; piece <= answer.size(); ++piece) {
            HttpAnswer coming(1'000);
            for (qsizetype at = 0; at < answer.size(); at += piece)
                (void)coming.take(answer.mid(at, piece));
            QCOMPARE(coming.end(), HttpAnswer::State::Whole);
            QCOMPARE(coming.body(), "{\"a\": 12}");
        }
        for (qsizetype length = 0; length < answer.size() - 9; ++length) { // cut off before its body
            HttpAnswer coming(1'000);
            (void)coming.take(answer.left(length));
            QCOMPARE(coming.end(), HttpAnswer::State::Wrong);
            QVERIFY(!coming.problem().isEmpty());
        }
    }

    void aHeaderWithoutEndIsGivenUp_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("piece");
        QTest::addColumn<QString>("why");
        const QString large = u"the header of its answer is larger than 64 KB"_s;
        QTest::newRow("lines") << QByteArray("HTTP/1.1 200 OK\r\n") << QByteArray("X-More: and more\r\n").repeated(100)
                               << large;
        QTest::newRow("one line") << QByteArray("HTTP/1.1 200 OK\r\nX-Long: ") << QByteArray(4096, 'x') << large;
        QTest::newRow("the first line") << QByteArray("HTTP/1.1 200 ") << QByteArray(4096, 'x') << large;
        QTest::newRow("interim answers") << QByteArray() << QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(100)
                                         << u"it goes on announcing its answer"_s;
        QTest::newRow("something else") << QByteArray() << QByteArray("imok\r\n")
                                        << u"it answers with something else than HTTP"_s;
    }
    /// And the server is not listened to any longer.
    void aHeaderWithoutEndIsGivenUp()
    {
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, piece);
        QFETCH(QString, why);
        const EndlessPort admin(begin, piece);
        observe::ServerQuestions questions({std::chrono::minutes(5), 1024 * 1024});
        const auto answer = await(questions.admin(QUrl(u"http://127.0.0.1:%1/commands/dump"_s.arg(admin.port()))));
        QVERIFY(!answer);
        QCOMPARE(answer.error().detail.english(), why);
        AWAIT_COMPARE(admin.left(), 1);
    }

    void aRedirectWithinTheServerIsFollowed()
    {
        WebServer server([](const QByteArray &path) {
            return path == "/commands/monitor/" ? QByteArray("200 OK\r\n\r\n{}")
                                                : redirectTo(QString::fromLatin1(path) + u'/');
        });
        observe::ServerQuestions questions;
        const auto answer = await(questions.admin(QUrl(server.url(u"/commands/monitor"_s))));
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail.english()));
        QCOMPARE(*answer, "{}");
    }

    void whomAnAdminServerAloneNamesIsNotCalled()
    {
        int called = 0;
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::Any));
        connect(&other, &QTcpServer::newConnection, &other, [&] {
            ++called;
            other.nextPendingConnection()->disconnectFromHost();
        });
        const QByteArray port = QByteArray::number(other.serverPort());
        const QByteArray view = "{'command': 'voting_view', 'current_config': {"
                                "'1': {'server_addresses': ['127.0.0.1:2888'], 'client_address': '127.0.0.1:1'},"
                                "'2': {'server_addresses': ['127.0.0.2:2888'], 'client_address': '127.0.0.2:PORT'},"
                                "'3': {'server_addresses': ['0.0.0.0:2888'], 'client_address': '0.0.0.0:PORT'}}}";
        WebServer admin([&](const QByteArray &path) {
            QByteArray told = path == "/commands/voting_view" ? view : "{'command': 'x', 'client_port': 1}";
            return "200 OK\r\n\r\n" + told.replace('\'', '"').replace("PORT", port);
        });
        const auto questions = std::make_shared<observe::ServerQuestions>();
        observe::FindSpec spec;
        spec.connectHosts = {{u"127.0.0.1"_s, 1}};
        spec.adminUrls = {admin.url()};
        observe::FoundServers found;
        QVERIFY(await([](auto asked, auto wanted, auto *into) -> Task<> {
            *into = co_await observe::findServers(asked, wanted);
            for (const observe::ServerTarget &target : into->targets)
                (void)co_await observe::askServer(asked, target, observe::Scope::Whole);
        }(questions, spec, &found)));
        QCOMPARE(called, 0);
        QCOMPARE(found.targets.size(), 1);
        QCOMPARE(found.configured, std::optional(3));
        QCOMPARE(found.notAsked, QStringList{u"127.0.0.2:"_s + QString::fromLatin1(port)});
        QVERIFY(admin.calls() > 1);
    }

    void aKeeperThatAllowsAllIsReadWhole()
    {
        const KeeperPort port({u"srvr"_s, u"mntr"_s, u"conf"_s, u"cons"_s, u"wchp"_s, u"dump"_s});
        const observe::ServerAnswers answers = askedAll(port);
        QVERIFY(answers.connections && answers.watchers && answers.ephemerals && answers.sessions);
        QVERIFY(answers.report.gaps.isEmpty());
    }

    void aKeeperThatSaysNothingToOneWordIsAskedTheOthers()
    {
        const KeeperPort port({u"srvr"_s, u"mntr"_s, u"conf"_s, u"cons"_s, u"dump"_s});
        const observe::ServerAnswers answers = askedAll(port);
        QVERIFY(answers.connections && !answers.watchers && answers.ephemerals && answers.sessions);
        QCOMPARE(answers.report.gaps.size(), 1);
        QVERIFY(answers.report.gaps.first().missing.english().contains("watches"_L1));
        QVERIFY(!answers.report.gaps.first().why.english().contains("AdminServer"_L1)); // it has none
        QCOMPARE(answers.report.gaps.first().setting.english(), u"keeper_server.four_letter_word_white_list=*"_s);
        QVERIFY(answers.report.problem.isEmpty());
    }

    void aServerThatRedirectsWithoutEndIsGivenUp()
    {
        WebServer server([](const QByteArray &path) { return redirectTo(QString::fromLatin1(path) + u'/'); });
        observe::ServerQuestions questions;
        const auto answer = await(questions.admin(QUrl(server.url(u"/commands"_s))));
        QVERIFY(!answer);
        QCOMPARE(answer.error().detail.english(), u"it redirects again and again"_s);
        QVERIFY2(server.calls() < 10, qPrintable(QString::number(server.calls())));
    }
};

} // namespace lockscope::tst_serverquestions

LOCKSCOPE_TEST(lockscope::tst_serverquestions::TestServerQuestions)
#include "tst_serverquestions.moc"
