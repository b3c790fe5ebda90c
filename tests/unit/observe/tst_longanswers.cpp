// SPDX-License-Identifier: Apache-2.0
#include "core/observe/adminreplies.h"
#include "core/observe/serverask.h"
#include "core/observe/serverprobe.h"
#include "core/observe/wordanswers.h"
#include "tests/support/await.h"
#include "tests/support/testprogram.h"

#include <QEventLoop>
#include <QSemaphore>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

namespace lockscope::tst_longanswers {

using namespace lockscope::observe;
using namespace Qt::StringLiterals;
using test::await;

namespace {

constexpr int lines = testprogram::played(300'000);

constexpr int firstSession = 0x1000000;

/// A client port and an AdminServer in one: its answers by word and by command. What has none is refused.
class TalkingServer
{
public:
    explicit TalkingServer(QHash<QByteArray, QByteArray> answers)
        : m_answers(std::move(answers))
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                const QByteArray asked = socket->readAll();
                const bool isWeb = asked.startsWith("GET ");
                const QByteArray name = isWeb ? asked.split(' ').value(1).split('/').last() : asked;
                const QByteArray refusal =
                    isWeb ? "{'command': 'x', 'error': 'no'}" : "x is not executed because it is not in the whitelist.";
                socket->write((isWeb ? "HTTP/1.0 200 OK\r\n\r\n" : QByteArray())
                              + m_answers.value(name, QByteArray(refusal).replace('\'', '"')));
                socket->disconnectFromHost();
            });
        });
    }

    ServerTarget target() const
    {
        return {u"127.0.0.1"_s, m_server.serverPort(), u"http://127.0.0.1:%1"_s.arg(m_server.serverPort()), {}};
    }

private:
    QHash<QByteArray, QByteArray> m_answers;
    QTcpServer m_server;
};

QByteArray wchp(int watches)
{
    QByteArray answer = "/lock/node\n";
    for (int i = 0; i < watches; ++i)
        answer += "\t0x" + QByteArray::number(firstSession + i, 16) + '\n';
    return answer;
}

QByteArray cons(int clients)
{
    QByteArray answer;
    for (int i = 0; i < clients; ++i)
        answer += " /10.0.0.7:1[1](queued=0,recved=1,sid=0x" + QByteArray::number(firstSession + i, 16)
                  + ",lop=PING,to=10000)\n";
    return answer;
}

QByteArray dump(int sessions)
{
    QByteArray answer = "Session Sets (0):\n";
    for (int i = 0; i < sessions; ++i)
        answer += "\t0x" + QByteArray::number(firstSession + i, 16) + '\n';
    answer += "ephemeral nodes dump:\n0x1000000:\n";
    for (int i = 0; i < sessions; ++i)
        answer += "\t/lock/" + QByteArray::number(i) + '\n';
    return answer;
}

QByteArray watches(int sessions)
{
    QByteArray answer = "{'command': 'watches', 'session_id_to_watched_paths': {'1': []";
    for (int i = 0; i < sessions; ++i)
        answer += ", '" + QByteArray::number(firstSession + i) + "': ['/lock/node']";
    answer += "}}";
    return answer.replace('\'', '"');
}

QByteArray connections(int clients)
{
    QByteArray answer = "{'command': 'connections', 'connections': [{'session_id': 0}";
    for (int i = 0; i < clients; ++i)
        answer +=
            ", {'session_id': " + QByteArray::number(firstSession + i) + ", 'remote_socket_address': '10.0.0.7:1'}";
    answer += "]}";
    return answer.replace('\'', '"');
}

/// All that is asked for, in short.
QHash<QByteArray, QByteArray> shortAnswers()
{
    QHash<QByteArray, QByteArray> answers{
        {"configuration", "{'command': 'x', 'client_port': 1, 'server_id': 1}"},
        {"server_stats", "{'command': 'x', 'server_stats': {'server_state': 'standalone'}}"},
        {"monitor", "{'command': 'x', 'watch_count': 1}"},
        {"connections", "{'command': 'x', 'connections': []}"},
        {"dump", "{'command': 'x', 'session_id_to_ephemeral_paths': {}}"},
        {"watches", "{'command': 'x', 'session_id_to_watched_paths': {}}"}};
    for (QByteArray &answer : answers)
        answer.replace('\'', '"');
    return answers;
}

ServerAnswers answersTakenBy(void (*take)(const QString &, ServerAnswers &), const QByteArray &answer)
{
    ServerAnswers answers;
    answers.report.role = u"standalone"_s;
    take(QString::fromLatin1(answer), answers);
    return answers;
}

} // namespace

/// Hundreds of thousands of lines from one server.
class TestLongAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The thread that asks also keeps the sessions alive.
    void theEventLoopTakesTurnsWhileOneIsRead_data()
    {
        QTest::addColumn<QByteArray>("instead"); // of an AdminServer's command
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("cons") << QByteArray("connections") << QByteArray("cons") << cons(lines);
        QTest::newRow("wchp") << QByteArray("watches") << QByteArray("wchp") << wchp(lines);
        QTest::newRow("connections") << QByteArray() << QByteArray("connections") << connections(lines);
        QTest::newRow("watches") << QByteArray() << QByteArray("watches") << watches(lines);
    }
    void theEventLoopTakesTurnsWhileOneIsRead()
    {
        QFETCH(QByteArray, instead);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, answer);
        auto all = shortAnswers();
        all.remove(instead);
        all.insert(name, answer);
        const TalkingServer server(all);
        const auto questions = std::make_shared<ServerQuestions>();
        int turns = 0; // since the whole of it is here: nothing else is waited for then
        QTimer everyTurn;
        connect(&everyTurn, &QTimer::timeout, this, [&] { turns += questions->bytesReceived() >= answer.size(); });
        everyTurn.start(0);
        ServerAnswers answers;
        QEventLoop untilRead;
        QTimer::singleShot(test::patienceMs(), &untilRead, &QEventLoop::quit);
        [](auto asked, auto target, auto *into, auto *loop) -> Task<> {
            *into = co_await askServer(asked, target, Scope::Whole);
            loop->quit();
        }(questions, server.target(), &answers, &untilRead);
        untilRead.exec();
        QVERIFY(answers.connections && answers.watchers);
        QCOMPARE(answers.connections->size() + answers.watchers->value(u"/lock/node"_s).size(), lines);
        QVERIFY2(turns > 50, qPrintable(QString::number(turns)));
    }

    void whatIsUnderWayBesideTheThreadIsCancelled()
    {
        const auto questions = std::make_shared<ServerQuestions>();
        const auto maySay = std::make_shared<QSemaphore>();
        std::optional<Result<Done>> ended;
        questions->beside(10'000'000, [maySay] { maySay->acquire(); }).then([&](Result<Done> end) {
            ended = std::move(end);
        });
        QVERIFY(!ended);
        questions->cancelAll();
        QVERIFY(ended && !*ended);
        QCOMPARE(ended->error().code, ErrorCode::Cancelled);
        maySay->release();
    }

    void whatIsBeyondTheBoundIsSaidToBeCut()
    {
        const int more = mostReplyEntries + 1;
        const TalkingServer server({{"wchp", wchp(more)}, {"cons", cons(more)}, {"dump", dump(more)}});
        const auto questions = std::make_shared<ServerQuestions>();
        ServerAnswers answers;
        QVERIFY(await([](auto asked, auto target, auto *into) -> Task<> {
            *into = co_await askServer(asked, target, Scope::Whole);
        }(questions, server.target(), &answers)));
        QStringList gaps;
        for (const journal::ServerGap &gap : std::as_const(answers.report.gaps)) {
            if (gap.why.english()
                == u"not all of its answer could be read: it is cut off, of a form that is not known in parts, or of "
                   "more than 500000 entries"_s)
                gaps += gap.missing.english();
        }
        QCOMPARE(gaps, (QStringList{u"all of its clients"_s, u"all of its clients' watches"_s, u"all sessions"_s,
                                    u"all ephemeral nodes"_s}));
        QCOMPARE(answers.connections->size(), mostReplyEntries);
        QCOMPARE(answers.watchers->value(u"/lock/node"_s).size(), mostReplyEntries);
        QVERIFY(!answers.report.sessions);

        answers.report.role = u"standalone"_s; // alone, and so its answers would be all there is
        const locks::Knowledge knowledge = mergeServers({answers}, {}).knowledge;
        QVERIFY(!knowledge.allConnections && !knowledge.allWatches);
        QVERIFY(!knowledge.allSessions && !knowledge.allEphemerals);
        QVERIFY(mergeServers({answersTakenBy(takeWchp, wchp(mostReplyEntries))}, {}).knowledge.allWatches);
    }

    void whatAnAdminServerTellsBeyondTheBoundIsCut()
    {
        ServerAnswers answers;
        takeWatches(readAdminReply(watches(mostReplyEntries + 1)).value(), answers);
        takeConnections(readAdminReply(connections(mostReplyEntries + 1)).value(), answers);
        QVERIFY(answers.watchersCut && answers.connectionsCut);
        QCOMPARE(answers.connections->size(), mostReplyEntries);
    }
};

} // namespace lockscope::tst_longanswers

LOCKSCOPE_TEST(lockscope::tst_longanswers::TestLongAnswers)
#include "tst_longanswers.moc"
