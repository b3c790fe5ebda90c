// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverreplies.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QtTest>

namespace lockscope::tst_serverreplies {

using namespace lockscope::observe;
using namespace Qt::StringLiterals;

namespace {

QByteArray fixture(const QString &name)
{
    QFile file(QStringLiteral(FIXTURES) + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such fixture");
}

QJsonObject admin(const QString &name)
{
    return readAdminReply(fixture(name)).value_or(QJsonObject());
}

QString words(const QString &name)
{
    return readWordAnswer(fixture(name)).value_or(QString());
}

SessionId sid(quint64 value)
{
    return SessionId{static_cast<qint64>(value)};
}

/// The same session, told by connections in JSON and by cons.
void compareToldConnections(const ServerAnswers &byAdmin, const ServerAnswers &byWord)
{
    QVERIFY(byAdmin.connections && byWord.connections);
    QCOMPARE(byAdmin.connections->size(), 1);
    QCOMPARE(*byAdmin.connections, *byWord.connections);
}

} // namespace

class TestServerReplies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anErrorIsAnErrorAlthoughHttpSaysOk();
    void whatIsNoAdminServerIsNotTakenForOne();
    void idsOf64BitsKeepEveryBit();
    void negativeIdsAreTheSameInJsonAndInText();
    void connectionsAreTheSameInJsonAndInText();
    void aConnectionWithoutASessionIsNone();
    void aDateAsTextIsAnInstantToo();
    void watchesAreTheSameInJsonAndInText();
    void dumpsAreTheSameInJsonAndInText();
    void aFollowersDumpInJsonTellsNoSessions();
    void aFollowersDumpInTextTellsThemAll();
    void figuresAreTheSameInJsonAndInText_data();
    void figuresAreTheSameInJsonAndInText();
    void olderLeadersCallTheirLearnersFollowers();
    void oldServersTellInTextAlone();
    void aWordThatIsNotOnTheWhitelistIsSaidToBeSo();
    void aServerWithoutQuorumIsSaidToBeSo();
    void theConfigurationNodeNamesEveryServer();
    void aStaticConfigurationTellsNoClientPorts();
    void aVotingViewNamesTheVoters();
    void whatIsCutOffDoesNoHarm();
    void whatNamesNoSessionIsNoSession();
};

void TestServerReplies::anErrorIsAnErrorAlthoughHttpSaysOk()
{
    const auto unknown = readAdminReply(fixture(u"3.8/unknown.json"_s));
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().detail.english(), u"Unknown command: nosuch"_s);
    const auto notServing = readAdminReply(fixture(u"3.5/notserving.json"_s));
    QVERIFY(!notServing);
    QVERIFY(notServing.error().detail.english().contains(u"not currently serving requests"_s));
}

void TestServerReplies::whatIsNoAdminServerIsNotTakenForOne()
{
    for (const char *body : {"", "<html>It works!</html>", "[]", "{\"status\": \"UP\"}", "{\"command\""}) {
        const auto reply = readAdminReply(body);
        QVERIFY2(!reply, body);
        QCOMPARE(reply.error().code, ErrorCode::NotZooKeeper);
    }
}

void TestServerReplies::idsOf64BitsKeepEveryBit()
{
    ServerAnswers answers;
    takeDump(admin(u"3.5/leader-dump.json"_s), answers);
    // 2⁵³ + 1 is the first that a double cannot hold.
    QVERIFY(answers.sessions->contains(sid(9007199254740993)));
    QVERIFY(answers.ephemerals->contains(sid(9007199254740993)));
    QVERIFY(answers.sessions->contains(sid(72057758056906752)));
    QCOMPARE(answers.sessions->size(), 3);
    takeWatches(admin(u"3.8/follower-watches.json"_s), answers);
    QCOMPARE(answers.watchers->value(u"/app/locks/a/x__lock__0000000002"_s), QList<SessionId>{sid(0x1000026304b0000)});
}

void TestServerReplies::negativeIdsAreTheSameInJsonAndInText()
{
    ServerAnswers answers;
    takeDump(admin(u"3.5/leader-dump.json"_s), answers);
    const SessionId negative{-72057041717100543};
    QVERIFY(answers.sessions->contains(negative));
    QCOMPARE(negative.toHex(), u"0xff00008098e30001"_s);
    ServerAnswers byWord;
    takeDump(u"Session Sets (1):\n1 expire at Thu Mar 07 15:21:42 GMT 2019:\n\t0xff00008098e30001\n"_s, byWord);
    QVERIFY(byWord.sessions->contains(negative));
    takeConnections(admin(u"3.9/connections.json"_s), answers);
    QCOMPARE(answers.connections->first().facts.id, negative);
}

void TestServerReplies::connectionsAreTheSameInJsonAndInText()
{
    for (const QString &role : {u"leader"_s, u"follower"_s}) {
        ServerAnswers byAdmin;
        ServerAnswers byWord;
        takeConnections(admin(u"3.8/%1-connections.json"_s.arg(role)), byAdmin);
        takeCons(words(u"3.8/%1-cons.txt"_s.arg(role)), byWord);
        compareToldConnections(byAdmin, byWord);
    }
    ServerAnswers answers;
    takeCons(words(u"3.8/follower-cons.txt"_s), answers);
    const ToldConnection told = answers.connections->first();
    QCOMPARE(told.facts.id, sid(0x1000026304b0000));
    QCOMPARE(told.facts.client, u"127.0.0.1:43154"_s);
    QCOMPARE(told.facts.timeoutMs, std::optional(10000));
    QCOMPARE(told.facts.lastOperation, u"GETD"_s);
    QCOMPARE(told.facts.establishedMs, std::optional<qint64>(1795269194160));
    QCOMPARE(told.facts.lastLatencyMs, std::optional<qint64>(1));
    QCOMPARE(told.facts.maxLatencyMs, std::optional<qint64>(13));
    QCOMPARE(told.facts.outstandingRequests, std::optional<qint64>(0));
    QCOMPARE(told.answeredAtElapsedMs, std::optional<qint64>(2503997));
}

void TestServerReplies::aConnectionWithoutASessionIsNone()
{
    ServerAnswers answers;
    takeConnections(admin(u"3.9/connections.json"_s), answers);
    QCOMPARE(answers.connections->size(), 1);
    takeCons(words(u"3.4/leader-cons.txt"_s), answers);
    QCOMPARE(answers.connections->size(), 2);
}

void TestServerReplies::aDateAsTextIsAnInstantToo()
{
    ServerAnswers answers;
    takeConnections(admin(u"3.9/connections.json"_s), answers);
    QCOMPARE(answers.connections->first().facts.establishedMs, std::optional<qint64>(1709824800160));
    QCOMPARE(answers.connections->first().facts.client, u"[2001:db8:0:0:0:0:0:7]:52734"_s);
}

void TestServerReplies::watchesAreTheSameInJsonAndInText()
{
    ServerAnswers byAdmin;
    ServerAnswers byWord;
    takeWatches(admin(u"3.8/follower-watches.json"_s), byAdmin);
    takeWchp(words(u"3.8/follower-wchp.txt"_s), byWord);
    QVERIFY(byAdmin.watchers && byWord.watchers);
    // The client watches the children of /app/locks/a too: no server tells that.
    QCOMPARE(byAdmin.watchers->keys(), QStringList{u"/app/locks/a/x__lock__0000000002"_s});
    QCOMPARE(*byAdmin.watchers, *byWord.watchers);
}

void TestServerReplies::dumpsAreTheSameInJsonAndInText()
{
    ServerAnswers byAdmin;
    ServerAnswers byWord;
    takeDump(admin(u"3.8/leader-dump.json"_s), byAdmin);
    takeDump(words(u"3.8/leader-dump.txt"_s), byWord);
    QCOMPARE(*byAdmin.ephemerals, *byWord.ephemerals);
    QCOMPARE(byAdmin.ephemerals->size(), 3);
    const auto ids = [](const ServerAnswers &answers) {
        const auto keys = answers.sessions->keys();
        return QSet<SessionId>(keys.cbegin(), keys.cend());
    };
    QCOMPARE(ids(byAdmin), ids(byWord));
    QCOMPARE(byAdmin.sessions->size(), 3);
    // Elapsed milliseconds of the server, not the wall clock's.
    QCOMPARE(byAdmin.sessions->value(sid(144115352098701312)).expiresAtElapsedMs, std::optional<qint64>(2514000));
    QVERIFY(!byWord.sessions->value(sid(144115352098701312)).expiresAtElapsedMs);
}

void TestServerReplies::aFollowersDumpInJsonTellsNoSessions()
{
    ServerAnswers answers;
    takeDump(admin(u"3.8/follower-dump.json"_s), answers);
    QVERIFY(!answers.sessions); // not told, which is not the same as none
    QCOMPARE(answers.ephemerals->size(), 3);
}

void TestServerReplies::aFollowersDumpInTextTellsThemAll()
{
    ServerAnswers answers;
    takeDump(words(u"3.8/follower-dump.txt"_s), answers);
    QCOMPARE(answers.sessions->size(), 3);
    QCOMPARE(answers.sessions->value(sid(0x1000026304b0000)).timeoutMs, std::optional(10000));
    QCOMPARE(answers.ephemerals->size(), 3);
}

void TestServerReplies::figuresAreTheSameInJsonAndInText_data()
{
    QTest::addColumn<QString>("role");
    QTest::newRow("leader") << u"leader"_s;
    QTest::newRow("follower") << u"follower"_s;
}

void TestServerReplies::figuresAreTheSameInJsonAndInText()
{
    QFETCH(QString, role);
    ServerAnswers byAdmin;
    ServerAnswers byWord;
    takeMonitor(admin(u"3.8/%1-monitor.json"_s.arg(role)), byAdmin);
    takeMntr(words(u"3.8/%1-mntr.txt"_s.arg(role)), byWord);
    takeSrvr(words(u"3.8/%1-srvr.txt"_s.arg(role)), byWord);
    QCOMPARE(byAdmin.report.role, role);
    QCOMPARE(byWord.report.role, role);
    QCOMPARE(byAdmin.report.version, u"3.8.0"_s);
    QCOMPARE(byWord.report.version, u"3.8.0"_s);
    QCOMPARE(byAdmin.report.watches, byWord.report.watches);
    QCOMPARE(byAdmin.report.sessions, std::optional<qint64>(3));
    QCOMPARE(byWord.report.sessions, std::optional<qint64>(3));
    QCOMPARE(byAdmin.report.nodes, byWord.report.nodes);
    QCOMPARE(byAdmin.report.averageLatencyMs, byWord.report.averageLatencyMs);
    QCOMPARE(byWord.report.zxid, Zxid{0x100000009});
    QCOMPARE(byAdmin.learners, role == u"leader"_s ? std::optional(2) : std::nullopt);
    QCOMPARE(byWord.learners, byAdmin.learners);

    ServerAnswers stats;
    takeServerStats(admin(u"3.8/follower-server_stats.json"_s), stats);
    QCOMPARE(stats.report.zxid, Zxid{4294967305});
    QCOMPARE(stats.report.role, u"follower"_s);
    takeConfiguration(admin(u"3.8/configuration.json"_s), stats);
    ServerAnswers conf;
    takeConf(words(u"3.8/follower-conf.txt"_s), conf);
    QCOMPARE(stats.clientPort, std::optional(51893));
    QCOMPARE(conf.clientPort, stats.clientPort);
    QCOMPARE(stats.report.serverId, std::optional<qint64>(1));
    QCOMPARE(conf.report.serverId, stats.report.serverId);
    QCOMPARE(stats.tickMs, std::optional(200));
    QCOMPARE(conf.tickMs, stats.tickMs);
}

void TestServerReplies::olderLeadersCallTheirLearnersFollowers()
{
    ServerAnswers byAdmin;
    takeMonitor(admin(u"3.5/leader-monitor.json"_s), byAdmin);
    QCOMPARE(byAdmin.learners, std::optional(2));
    QVERIFY(!byAdmin.report.sessions); // not told before 3.6
    ServerAnswers byWord;
    takeMntr(words(u"3.4/leader-mntr.txt"_s), byWord);
    QCOMPARE(byWord.learners, std::optional(2));
}

void TestServerReplies::oldServersTellInTextAlone()
{
    ServerAnswers answers;
    takeSrvr(words(u"3.4/leader-srvr.txt"_s), answers);
    takeMntr(words(u"3.4/leader-mntr.txt"_s), answers);
    takeCons(words(u"3.4/leader-cons.txt"_s), answers);
    takeDump(words(u"3.4/leader-dump.txt"_s), answers);
    takeWchp(words(u"3.4/leader-wchp.txt"_s), answers);
    QCOMPARE(answers.report.version, u"3.4.14"_s);
    QCOMPARE(answers.report.role, u"leader"_s);
    QCOMPARE(answers.report.averageLatencyMs, std::optional(1.0));
    QCOMPARE(answers.sessions->size(), 2);
    QCOMPARE(answers.ephemerals->value(sid(0x1000026304b0000)),
             (QStringList{u"/app/locks/a/x__lock__0000000000"_s, u"/app/locks/b/x__lock__0000000007"_s}));
    QCOMPARE(answers.watchers->value(u"/app/locks/a/x__lock__0000000000"_s), QList<SessionId>{sid(0xff00026304b0001)});
    QCOMPARE(answers.connections->last().facts.outstandingRequests, std::optional<qint64>(2));
}

void TestServerReplies::aWordThatIsNotOnTheWhitelistIsSaidToBeSo()
{
    const auto refused = readWordAnswer(fixture(u"3.5/whitelist.txt"_s));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NoAuth);
    QVERIFY(!readWordAnswer({}));
    QVERIFY(readWordAnswer("\n")); // no watches
}

void TestServerReplies::aServerWithoutQuorumIsSaidToBeSo()
{
    const auto refused = readWordAnswer(fixture(u"3.5/notserving.txt"_s));
    QVERIFY(!refused);
    QVERIFY(refused.error().detail.english().contains(u"not currently serving requests"_s));
}

void TestServerReplies::theConfigurationNodeNamesEveryServer()
{
    const QList<ServerPlace> expected{{1, u"zk1.example.org"_s, {}, 2181},
                                      {2, u"zk2.example.org"_s, u"10.0.0.2"_s, 2182},
                                      {3, u"2001:db8::3"_s, {}, 2181},
                                      {4, u"zk4.example.org"_s, {}, 2184}};
    QCOMPARE(configuredServers(fixture(u"3.6/configuration-node.txt"_s)), expected);
    QVERIFY(configuredServers({}).isEmpty()); // a standalone server's is empty
}

void TestServerReplies::aStaticConfigurationTellsNoClientPorts()
{
    const QList<ServerPlace> expected{{1, u"10.0.0.1"_s, {}, 0}, {2, u"10.0.0.2"_s, {}, 0}};
    QCOMPARE(configuredServers("server.1=10.0.0.1:2888:3888:participant\nserver.2=10.0.0.2:2888:3888:participant\n"
                               "version=0"),
             expected);
}

void TestServerReplies::aVotingViewNamesTheVoters()
{
    const QList<ServerPlace> expected{{{}, u"zk1.example.org"_s, {}, 2181}, {{}, u"10.0.0.2"_s, u"10.0.0.2"_s, 2182}};
    QCOMPARE(votingView(admin(u"3.9/voting_view.json"_s)), expected);
    const QList<ServerPlace> own = votingView(admin(u"3.8/voting_view.json"_s));
    QCOMPARE(own.size(), 3); // 3.8 tells only the asked one's own client address
    QCOMPARE(own.first().clientPort, quint16(51893));
    QCOMPARE(own.last().clientPort, quint16(0));
}

void TestServerReplies::whatIsCutOffDoesNoHarm()
{
    for (const QString &name : {u"3.8/leader-dump.txt"_s, u"3.8/leader-cons.txt"_s, u"3.8/leader-wchp.txt"_s,
                                u"3.4/leader-dump.txt"_s, u"3.8/leader-mntr.txt"_s, u"3.8/leader-srvr.txt"_s}) {
        const QString whole = QString::fromUtf8(fixture(name));
        for (qsizetype length = 0; length <= whole.size(); ++length) {
            ServerAnswers answers;
            for (const auto take : {&takeSrvr, &takeMntr, &takeConf, &takeCons, &takeWchp})
                take(whole.left(length), answers);
            takeDump(whole.left(length), answers);
            QVERIFY(answers.watchers);
        }
    }
}

void TestServerReplies::whatNamesNoSessionIsNoSession()
{
    ServerAnswers byAdmin;
    takeDump(*readAdminReply(R"({"command": "dump", "error": null,
        "session_id_to_ephemeral_paths": {"14411D": ["/a"], "0": ["/b"]}, "expiry_time_to_session_ids": {"5": [0, "x"]}})"),
             byAdmin);
    takeWatches(
        *readAdminReply(R"({"command": "watches", "error": null, "session_id_to_watched_paths": {"1x": ["/a"]}})"),
        byAdmin);
    QVERIFY(byAdmin.ephemerals->isEmpty() && byAdmin.sessions->isEmpty() && byAdmin.watchers->isEmpty());

    ServerAnswers byWord;
    takeDump(u"Session Sets (1)/(2):\n2 expire at x:\n\t0x0\n\t0x3000ea0mp:\n"_s, byWord);
    takeWchp(u"/a\n\t0x0\n\t0xyz\n"_s, byWord);
    QVERIFY(byWord.sessions->isEmpty() && byWord.watchers->isEmpty());
}

} // namespace lockscope::tst_serverreplies

LOCKSCOPE_TEST(lockscope::tst_serverreplies::TestServerReplies)
#include "tst_serverreplies.moc"
