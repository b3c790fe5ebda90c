// SPDX-License-Identifier: Apache-2.0
#include "core/observe/adminreplies.h"
#include "core/observe/serverplaces.h"
#include "core/observe/serverprobe.h"
#include "core/observe/wordanswers.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QtTest>

namespace lockscope::tst_serverreplies {

using namespace lockscope::observe;
using namespace Qt::StringLiterals;

namespace {

QByteArray fixture(const QString &name)
{
    QFile file(QStringLiteral(SERVER_ANSWERS) + name);
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

/// With ' for ": moc loses its way in raw strings that have brackets and quotes.
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

using TakeReply = void (*)(const QJsonObject &reply, ServerAnswers &answers);
using TakeWords = void (*)(const QString &answer, ServerAnswers &answers);

ServerAnswers answersFrom(TakeReply take, const QJsonObject &reply)
{
    ServerAnswers answers;
    take(reply, answers);
    return answers;
}

ServerAnswers answersFrom(TakeWords take, const QString &answer)
{
    ServerAnswers answers;
    take(answer, answers);
    return answers;
}

void takeWords(const QString &cons, const QString &dump, const QString &wchp, ServerAnswers &answers)
{
    takeCons(cons, answers);
    takeDump(dump, answers);
    takeWchp(wchp, answers);
}

QSet<SessionId> sessionsOf(const ServerAnswers &answers)
{
    const auto keys = answers.sessions->keys();
    return {keys.cbegin(), keys.cend()};
}

} // namespace

class TestServerReplies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anErrorIsAnErrorAlthoughHttpSaysOk()
    {
        const auto unknown = readAdminReply(fixture(u"3.8/unknown.json"_s));
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().detail.english(), u"Unknown command: nosuch"_s);
        const auto notServing = readAdminReply(fixture(u"3.5/notserving.json"_s));
        QVERIFY(!notServing);
        QVERIFY(notServing.error().detail.english().contains(u"not currently serving requests"_s));
    }

    void whatIsNoAdminServerIsNotTakenForOne()
    {
        for (const char *body : {"", "<html>It works!</html>", "[]", "{\"status\": \"UP\"}", "{\"command\""}) {
            const auto reply = readAdminReply(body);
            QVERIFY2(!reply, body);
            QCOMPARE(reply.error().code, ErrorCode::NotZooKeeper);
        }
    }

    void idsOf64BitsKeepEveryBit()
    {
        ServerAnswers answers = answersFrom(takeDump, admin(u"3.5/leader-dump.json"_s));
        // 2⁵³ + 1 is the first that a double cannot hold.
        QVERIFY(answers.sessions->contains(sid(9007199254740993)));
        QVERIFY(answers.ephemerals->contains(sid(9007199254740993)));
        QVERIFY(answers.sessions->contains(sid(72057758056906752)));
        QCOMPARE(answers.sessions->size(), 3);
        takeWatches(admin(u"3.8/follower-watches.json"_s), answers);
        QCOMPARE(answers.watchers->value(u"/app/locks/a/x__lock__0000000002"_s),
                 QList<SessionId>{sid(0x1000026304b0000)});
    }

    void negativeIdsAreTheSameInJsonAndInText()
    {
        const SessionId negative{-72057041717100543};
        QVERIFY(answersFrom(takeDump, admin(u"3.5/leader-dump.json"_s)).sessions->contains(negative));
        QCOMPARE(negative.toHex(), u"0xff00008098e30001"_s);
        const QString dump = u"Session Sets (1):\n1 expire at Thu Mar 07 15:21:42 GMT 2019:\n\t0xff00008098e30001\n"_s;
        QVERIFY(answersFrom(takeDump, dump).sessions->contains(negative));
        QCOMPARE(answersFrom(takeConnections, admin(u"3.9/connections.json"_s)).connections->first().facts.id,
                 negative);
    }

    void connectionsAreTheSameInJsonAndInText()
    {
        for (const QString &role : {u"leader"_s, u"follower"_s}) {
            const auto byAdmin =
                answersFrom(takeConnections, admin(u"3.8/%1-connections.json"_s.arg(role))).connections;
            const auto byWord = answersFrom(takeCons, words(u"3.8/%1-cons.txt"_s.arg(role))).connections;
            QVERIFY(byAdmin && byWord);
            QCOMPARE(byAdmin->size(), 1);
            QCOMPARE(*byAdmin, *byWord);
        }
        const ReportedConnection one = answersFrom(takeCons, words(u"3.8/follower-cons.txt"_s)).connections->first();
        QCOMPARE(one.facts.id, sid(0x1000026304b0000));
        QCOMPARE(one.facts.client, u"127.0.0.1:43154"_s);
        QCOMPARE(one.facts.timeoutMs, std::optional(10000));
        QCOMPARE(one.facts.lastOperation, u"GETD"_s);
        QCOMPARE(one.facts.establishedMs, std::optional<qint64>(1795269194160));
        QCOMPARE(one.facts.lastLatencyMs, std::optional<qint64>(1));
        QCOMPARE(one.facts.maxLatencyMs, std::optional<qint64>(13));
        QCOMPARE(one.facts.outstandingRequests, std::optional<qint64>(0));
        QCOMPARE(one.answeredAtElapsedMs, std::optional<qint64>(2503997));
    }

    void aConnectionWithoutASessionIsNone()
    {
        QCOMPARE(answersFrom(takeConnections, admin(u"3.9/connections.json"_s)).connections->size(), 1);
        QCOMPARE(answersFrom(takeCons, words(u"3.4/leader-cons.txt"_s)).connections->size(), 2);
    }

    void aDateAsTextIsAnInstantToo()
    {
        const auto facts = answersFrom(takeConnections, admin(u"3.9/connections.json"_s)).connections->first().facts;
        QCOMPARE(facts.establishedMs, std::optional<qint64>(1709824800160));
        QCOMPARE(facts.client, u"[2001:db8:0:0:0:0:0:7]:52734"_s);
    }

    void watchesAreTheSameInJsonAndInText()
    {
        const auto byAdmin = answersFrom(takeWatches, admin(u"3.8/follower-watches.json"_s)).watchers;
        const auto byWord = answersFrom(takeWchp, words(u"3.8/follower-wchp.txt"_s)).watchers;
        QVERIFY(byAdmin && byWord);
        // The client watches the children of /app/locks/a too: no server tells that.
        QCOMPARE(byAdmin->keys(), QStringList{u"/app/locks/a/x__lock__0000000002"_s});
        QCOMPARE(*byAdmin, *byWord);
    }

    void dumpsAreTheSameInJsonAndInText()
    {
        const ServerAnswers byAdmin = answersFrom(takeDump, admin(u"3.8/leader-dump.json"_s));
        const ServerAnswers byWord = answersFrom(takeDump, words(u"3.8/leader-dump.txt"_s));
        QCOMPARE(*byAdmin.ephemerals, *byWord.ephemerals);
        QCOMPARE(byAdmin.ephemerals->size(), 3);
        QCOMPARE(sessionsOf(byAdmin), sessionsOf(byWord));
        QCOMPARE(byAdmin.sessions->size(), 3);
        // Elapsed milliseconds of the server, not the wall clock's.
        QCOMPARE(byAdmin.sessions->value(sid(144115352098701312)).expiresAtElapsedMs, std::optional<qint64>(2514000));
        QVERIFY(!byWord.sessions->value(sid(144115352098701312)).expiresAtElapsedMs);
    }

    void aFollowersDumpInJsonTellsNoSessions()
    {
        const ServerAnswers answers = answersFrom(takeDump, admin(u"3.8/follower-dump.json"_s));
        QVERIFY(!answers.sessions); // not told, which is not the same as none
        QCOMPARE(answers.ephemerals->size(), 3);
    }

    void aFollowersDumpInTextTellsThemAll()
    {
        const ServerAnswers answers = answersFrom(takeDump, words(u"3.8/follower-dump.txt"_s));
        QCOMPARE(answers.sessions->size(), 3);
        QCOMPARE(answers.sessions->value(sid(0x1000026304b0000)).timeoutMs, std::optional(10000));
        QCOMPARE(answers.ephemerals->size(), 3);
    }

    void figuresAreTheSameInJsonAndInText_data()
    {
        QTest::addColumn<QString>("role");
        QTest::newRow("leader") << u"leader"_s;
        QTest::newRow("follower") << u"follower"_s;
    }
    void figuresAreTheSameInJsonAndInText()
    {
        QFETCH(QString, role);
        const ServerAnswers byAdmin = answersFrom(takeMonitor, admin(u"3.8/%1-monitor.json"_s.arg(role)));
        ServerAnswers byWord = answersFrom(takeMntr, words(u"3.8/%1-mntr.txt"_s.arg(role)));
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

        ServerAnswers stats = answersFrom(takeServerStats, admin(u"3.8/follower-server_stats.json"_s));
        QCOMPARE(stats.report.zxid, Zxid{4294967305});
        QCOMPARE(stats.report.role, u"follower"_s);
        takeConfiguration(admin(u"3.8/configuration.json"_s), stats);
        const ServerAnswers conf = answersFrom(takeConf, words(u"3.8/follower-conf.txt"_s));
        QCOMPARE(stats.clientPort, std::optional(51893));
        QCOMPARE(conf.clientPort, stats.clientPort);
        QCOMPARE(stats.report.serverId, std::optional<qint64>(1));
        QCOMPARE(conf.report.serverId, stats.report.serverId);
        QCOMPARE(stats.tickMs, std::optional(200));
        QCOMPARE(conf.tickMs, stats.tickMs);
    }

    void olderLeadersCallTheirLearnersFollowers()
    {
        const ServerAnswers byAdmin = answersFrom(takeMonitor, admin(u"3.5/leader-monitor.json"_s));
        QCOMPARE(byAdmin.learners, std::optional(2));
        QVERIFY(!byAdmin.report.sessions); // not told before 3.6
        QCOMPARE(answersFrom(takeMntr, words(u"3.4/leader-mntr.txt"_s)).learners, std::optional(2));
    }

    void oldServersTellInTextAlone()
    {
        ServerAnswers answers = answersFrom(takeSrvr, words(u"3.4/leader-srvr.txt"_s));
        takeMntr(words(u"3.4/leader-mntr.txt"_s), answers);
        takeWords(words(u"3.4/leader-cons.txt"_s), words(u"3.4/leader-dump.txt"_s), words(u"3.4/leader-wchp.txt"_s),
                  answers);
        QCOMPARE(answers.report.version, u"3.4.14"_s);
        QCOMPARE(answers.report.role, u"leader"_s);
        QCOMPARE(answers.report.averageLatencyMs, std::optional(1.0));
        QCOMPARE(answers.sessions->size(), 2);
        QCOMPARE(answers.ephemerals->value(sid(0x1000026304b0000)),
                 (QStringList{u"/app/locks/a/x__lock__0000000000"_s, u"/app/locks/b/x__lock__0000000007"_s}));
        QCOMPARE(answers.watchers->value(u"/app/locks/a/x__lock__0000000000"_s),
                 QList<SessionId>{sid(0xff00026304b0001)});
        QCOMPARE(answers.connections->last().facts.outstandingRequests, std::optional<qint64>(2));
    }

    void aWordThatIsNotOnTheWhitelistIsSaidToBeSo()
    {
        const auto refused = readWordAnswer(fixture(u"3.5/whitelist.txt"_s));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NoAuth);
        QVERIFY(!readWordAnswer({}));
        QVERIFY(readWordAnswer("\n")); // no watches
    }

    void aServerWithoutQuorumIsSaidToBeSo()
    {
        const auto refused = readWordAnswer(fixture(u"3.5/notserving.txt"_s));
        QVERIFY(!refused);
        QVERIFY(refused.error().detail.english().contains(u"not currently serving requests"_s));
    }

    void theConfigurationNodeNamesEveryServer()
    {
        const QList<ServerPlace> expected{{1, u"zk1.example.org"_s, {}, 2181},
                                          {2, u"zk2.example.org"_s, u"10.0.0.2"_s, 2182},
                                          {3, u"2001:db8::3"_s, {}, 2181},
                                          {4, u"zk4.example.org"_s, {}, 2184}};
        QCOMPARE(configuredServers(fixture(u"3.6/configuration-node.txt"_s)), expected);
        QVERIFY(configuredServers({}).isEmpty()); // a standalone server's is empty
    }

    void aStaticConfigurationTellsNoClientPorts()
    {
        const QList<ServerPlace> expected{{1, u"10.0.0.1"_s, {}, 0}, {2, u"10.0.0.2"_s, {}, 0}};
        QCOMPARE(configuredServers("server.1=10.0.0.1:2888:3888:participant\nserver.2=10.0.0.2:2888:3888:participant\n"
                                   "version=0"),
                 expected);
    }

    void aVotingViewNamesTheVoters()
    {
        const QList<ServerPlace> expected{{{}, u"zk1.example.org"_s, {}, 2181},
                                          {{}, u"10.0.0.2"_s, u"10.0.0.2"_s, 2182}};
        QCOMPARE(votingView(admin(u"3.9/voting_view.json"_s)), expected);
        const QList<ServerPlace> own = votingView(admin(u"3.8/voting_view.json"_s));
        QCOMPARE(own.size(), 3); // 3.8 tells only the asked one's own client address
        QCOMPARE(own.first().clientPort, quint16(51893));
        QCOMPARE(own.last().clientPort, quint16(0));
    }

    void aKeeperIsNamed()
    {
        for (const bool withMntr : {false, true}) {
            ServerAnswers answers = answersFrom(takeSrvr, words(u"keeper/srvr.txt"_s));
            if (withMntr)
                takeMntr(words(u"keeper/mntr.txt"_s), answers);
            takeConf(words(u"keeper/conf.txt"_s), answers);
            QCOMPARE(answers.report.version, u"ClickHouse Keeper 24.8.4.13"_s);
            QVERIFY(journal::isClickHouseKeeper(answers.report));
            QCOMPARE(answers.report.role, u"leader"_s);
            QCOMPARE(answers.report.zxid, Zxid{0x1f});
            QCOMPARE(answers.report.nodes, std::optional<qint64>(14));
            QCOMPARE(answers.report.serverId, std::optional<qint64>(2));
            QCOMPARE(answers.clientPort, std::optional(9181));
        }
        const ServerAnswers byMntrAlone = answersFrom(takeMntr, words(u"keeper/mntr.txt"_s));
        QVERIFY(journal::isClickHouseKeeper(byMntrAlone.report));
        QCOMPARE(byMntrAlone.learners, std::optional(2));
        QVERIFY(!journal::isClickHouseKeeper(answersFrom(takeSrvr, words(u"3.8/leader-srvr.txt"_s)).report));
    }

    void aKeepersConnectionsAreRead()
    {
        const auto connections = answersFrom(takeCons, words(u"keeper/cons.txt"_s)).connections;
        QVERIFY(connections);
        QCOMPARE(connections->size(), 2); // this very question has the id -1
        const ReportedConnection one = connections->first();
        QCOMPARE(one.facts.id, sid(5));
        QCOMPARE(one.facts.client, u"10.0.0.7:52734"_s);
        QCOMPARE(one.facts.timeoutMs, std::optional(10000));
        QCOMPARE(one.facts.lastOperation, u"EXIS"_s);
        QCOMPARE(one.facts.establishedMs, std::optional<qint64>(1732700000200));
        QCOMPARE(one.facts.maxLatencyMs, std::optional<qint64>(4));
        // Heartbeats are not among the answers that it tells of: it was heard of this client since.
        QVERIFY(!one.answeredAtElapsedMs);
        QCOMPARE(connections->last().facts.client, u"[2001:db8::7]:52735"_s);
        QCOMPARE(connections->last().facts.lastOperation, u"GETC"_s);
    }

    void aKeepersOperationsAreZooKeepersWords_data()
    {
        QTest::addColumn<QString>("keepers");
        QTest::addColumn<QString>("word");
        for (const auto &[keepers, word] : {std::pair("List", "GETC"),
                                            {"SimpleList", "GETC"},
                                            {"FilteredList", "GETC"},
                                            {"Exists", "EXIS"},
                                            {"Heartbeat", "PING"},
                                            {"Get", "GETD"},
                                            {"Create", "CREA"},
                                            {"NA", "NA"},
                                            {"SomethingNew", "SomethingNew"},
                                            {"GETC", "GETC"}})
            QTest::newRow(keepers) << QString::fromLatin1(keepers) << QString::fromLatin1(word);
    }
    void aKeepersOperationsAreZooKeepersWords()
    {
        QFETCH(QString, keepers);
        const QString cons = u" 10.0.0.7:1(recved=1,sent=1,sid=0x0000000000000005,lop=%1,est=1,to=10000)\n"_s;
        QTEST(answersFrom(takeCons, cons.arg(keepers)).connections->first().facts.lastOperation, "word");
    }

    void aKeepersSessionsAndEphemeralsAreRead_data()
    {
        QTest::addColumn<QString>("dump");
        const QString dump = words(u"keeper/dump.txt"_s);
        QTest::newRow("paths after tabs") << dump;
        QTest::newRow("paths after spaces") << QString(dump).replace(u'\t', u' ');
    }
    void aKeepersSessionsAndEphemeralsAreRead()
    {
        QFETCH(QString, dump);
        const ServerAnswers answers = answersFrom(takeDump, dump);
        QVERIFY(answers.sessions && answers.ephemerals);
        QCOMPARE(sessionsOf(answers), (QSet<SessionId>{sid(4), sid(5), sid(6)}));
        const QHash<SessionId, QStringList> expected{
            {sid(5), {u"/locks/a/x__lock__0000000000"_s, u"/locks/b/x__lock__0000000003"_s}},
            {sid(6), {u"/locks/a/x__lock__0000000001"_s}}};
        QCOMPARE(*answers.ephemerals, expected);
    }

    void aKeepersWatchesAreRead()
    {
        const auto watchers = answersFrom(takeWchp, words(u"keeper/wchp.txt"_s)).watchers;
        QVERIFY(watchers);
        QCOMPARE(watchers->value(u"/locks/a/x__lock__0000000000"_s), QList<SessionId>{sid(6)});
    }

    void whatIsOfNoKnownFormIsNotTold_data()
    {
        QTest::addColumn<QByteArray>("answer");
        const auto row = [](const char *name, const QByteArray &answer) { QTest::newRow(name) << answer; };
        row("cons", "10.0.0.7:52734 session 5, last operation List\n10.0.0.8:52734 session 6, last operation Get\n");
        row("cons of another separator", " 10.0.0.7:52734 {recved: 1, sid: 5}\n");
        row("dump", "Session Sets (2):\n#5\n#6\nSessions with Ephemerals (1):\n#5 owns /locks/a\n");
        row("wchp", "path=/locks/a sessions=5,6\n");
        row("wchp whose ids are decimal", "/locks/a\n\t5\n\t6\n");
        row("wchc", "0x0000000000000005\n\t/locks/a\n"); // watches by session, where by path is asked for
        row("a page", "<html>\n<body>It works (well)!</body>\n</html>\n");
        row("connections",
            json("{'command': 'connections', 'error': null, 'connections': [{'id': 5, 'peer': '10.0.0.7:1'}]}"));
        row("dump in JSON", json("{'command': 'dump', 'error': null, 'session_id_to_ephemeral_paths': {'#5': ['/a']}, "
                                 "'expiry_time_to_session_ids': {'5000': ['#5']}}"));
        row("watches in JSON",
            json("{'command': 'watches', 'error': null, 'session_id_to_watched_paths': {'#5': ['/a']}}"));
    }
    void whatIsOfNoKnownFormIsNotTold()
    {
        QFETCH(QByteArray, answer);
        ServerAnswers answers;
        answers.report.role = u"standalone"_s;
        if (const auto reply = readAdminReply(answer)) {
            takeConnections(*reply, answers);
            takeDump(*reply, answers);
            takeWatches(*reply, answers);
        } else {
            const QString text = readWordAnswer(answer).value_or(QString());
            takeWords(text, text, text, answers);
        }
        QVERIFY(!answers.connections && !answers.sessions && !answers.ephemerals && !answers.watchers);
        const locks::Knowledge known = mergeServers({answers}, {}).knowledge;
        QVERIFY(!known.allConnections && !known.allSessions && !known.allWatches && !known.allEphemerals);
    }

    void whatIsReadInPartIsNotAll_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("cons");
        QTest::addColumn<QString>("dump");
        QTest::addColumn<QString>("wchp");
        QTest::addColumn<bool>("isAll");
        const QString cons = words(u"3.8/leader-cons.txt"_s);
        const QString dump = words(u"3.8/leader-dump.txt"_s);
        const QString wchp = words(u"3.8/leader-wchp.txt"_s);
        QTest::newRow("whole") << u"3.8.0"_s << cons << dump << wchp << true;
        QTest::newRow("an older one") << u"3.4.14"_s << words(u"3.4/leader-cons.txt"_s)
                                      << words(u"3.4/leader-dump.txt"_s) << words(u"3.4/leader-wchp.txt"_s) << true;
        QTest::newRow("a Keeper's") << QString() << words(u"keeper/cons.txt"_s) << words(u"keeper/dump.txt"_s)
                                    << words(u"keeper/wchp.txt"_s) << true;
        // Each line of it is whole.
        QTest::newRow("cut off behind a line")
            << u"3.8.0"_s << cons.left(cons.indexOf(u'\n') + 1)
            << QString(dump)
                   .remove(u"\t0x200002630860000\n"_s)
                   .remove(u"0x300002630ea0000:\n\t/app/locks/a/x__lock__0000000002\n"_s)
            << wchp.chopped(1) << false;
        QTest::newRow("a path without a session, a connection without the session that it has")
            << u"3.8.0"_s << u" /10.0.0.7:5[1](queued=0,recved=1,sent=1,lop=PING,to=10000)\n"_s + cons
            << dump.left(dump.indexOf(u"0x300002630ea0000:"_s)).remove(u"\t0x300002630ea0000\n"_s) << u"/l/x\n"_s + wchp
            << false;
        QTest::newRow("cut off") << QString() << cons.trimmed().chopped(5) << dump.trimmed().chopped(5)
                                 << wchp.trimmed().chopped(5) << false;
        QTest::newRow("with lines of another form")
            << QString() << cons + u" 10.0.0.7:52734 {sid: 5}\n"_s
            << u"Session Sets (2)/(2):\n#5\n"_s + dump + u"Sessions with Ephemerals (1):\nowner 5\n"_s
            << wchp + u"\t#5\n"_s << false;
        QTest::newRow("with sessions that are none")
            << QString() << cons + u" /10.0.0.7:5[1](queued=0,recved=1,sent=1,sid=0xzz,lop=PING)\n"_s
            << u"Session Sets (2)/(2):\n0xzz\n"_s + dump + u"Sessions with Ephemerals (1):\n0xzz:\n"_s
            << wchp + u"/l/x\n\t0xzz\n"_s << false;
        QTest::newRow("with a connection without its client")
            << QString() << cons + u" [1](queued=0,recved=1,sent=1,sid=0x5,lop=PING)\n"_s << dump.chopped(1)
            << wchp + u"x"_s << false;
    }
    void whatIsReadInPartIsNotAll()
    {
        QFETCH(const QString, version);
        QFETCH(const QString, cons);
        QFETCH(const QString, dump);
        QFETCH(const QString, wchp);
        QFETCH(const bool, isAll);
        ServerAnswers answers;
        answers.report.version = version;
        takeWords(cons, dump, wchp, answers);
        QVERIFY(answers.connections && answers.sessions && answers.watchers);
        QCOMPARE(!answers.connectionsCut, isAll);
        QCOMPARE(!answers.sessionsCut, isAll);
        QCOMPARE(!answers.ephemeralsCut, isAll);
        QCOMPARE(!answers.watchersCut, isAll);
    }

    /// What stands where a list should is not an empty one.
    void aListThatIsNoneIsNotEmpty_data()
    {
        QTest::addColumn<QByteArray>("value");
        for (const char *value : {"null", "\"x\"", "{}", "5", "[7]"})
            QTest::newRow(value) << QByteArray(value);
    }
    void aListThatIsNoneIsNotEmpty()
    {
        QFETCH(QByteArray, value);
        const auto reply = [&value](const QByteArray &body) {
            return readAdminReply(json(body).replace("LIST", value)).value_or(QJsonObject());
        };
        const ServerAnswers dump = answersFrom(
            takeDump,
            reply("{'command': 'dump', 'error': null, 'session_id_to_ephemeral_paths': {'5': ['/a'], '6': LIST}, "
                  "'expiry_time_to_session_ids': {'5000': [5], '6000': LIST}}"));
        const ServerAnswers watches = answersFrom(
            takeWatches,
            reply("{'command': 'watches', 'error': null, 'session_id_to_watched_paths': {'5': ['/a'], '6': LIST}}"));
        QVERIFY(dump.ephemeralsCut && watches.watchersCut);
        QCOMPARE(dump.sessionsCut, value != "[7]"); // there that is a session
    }

    void whatSaysThatThereIsNothingIsTold_data()
    {
        QTest::addColumn<QString>("cons");
        QTest::addColumn<QString>("dump");
        QTest::addColumn<QString>("wchp");
        QTest::newRow("ZooKeeper")
            << u" /127.0.0.1:36490[0](queued=0,recved=1,sent=0)\n\n"_s
            << u"SessionTracker dump:\nSession Sets (1)/(0):\n0 expire at Thu Mar 07 15:21:40 GMT 2019:\n"
               "ephemeral nodes dump:\nSessions with Ephemerals (0):\n\n"_s
            << u"\n"_s;
        QTest::newRow("ClickHouse Keeper")
            << u" 127.0.0.1:1(recved=1,sent=0,sid=0xffffffffffffffff,lop=NA,est=1,to=30000)\n"_s
            << u"Sessions dump (0):\nSessions with Ephemerals (0):\n"_s << u"\n"_s;
    }
    void whatSaysThatThereIsNothingIsTold()
    {
        QFETCH(QString, cons);
        QFETCH(QString, dump);
        QFETCH(QString, wchp);
        ServerAnswers answers;
        takeWords(cons, dump, wchp, answers);
        QVERIFY(answers.connections && answers.connections->isEmpty());
        QVERIFY(answers.sessions && answers.sessions->isEmpty());
        QVERIFY(answers.ephemerals && answers.ephemerals->isEmpty());
        QVERIFY(answers.watchers && answers.watchers->isEmpty());
    }

    /// A server counts the clients of both of its ports, and its words list those of the one that was asked.
    void clientsOfOnePortAreNotAll_data()
    {
        QTest::addColumn<QString>("conf");
        QTest::addColumn<int>("counted");
        QTest::addColumn<bool>("isAll");
        QTest::newRow("one port") << u"clientPort=2181\nserverId=1\n"_s << 1 << true;
        QTest::newRow("one port, and two have gone since") << u"clientPort=2181\nserverId=1\n"_s << 3 << true;
        QTest::newRow("the secure one alone") << u"secureClientPort=2281\nserverId=1\n"_s << 1 << true;
        QTest::newRow("two ports") << u"clientPort=2181\nsecureClientPort=2281\n"_s << 1 << false;
        QTest::newRow("not known, and all that it counts") << QString() << 1 << true;
        QTest::newRow("not known, and one is missing") << QString() << 2 << false;
    }
    void clientsOfOnePortAreNotAll()
    {
        QFETCH(QString, conf);
        QFETCH(int, counted);
        ServerAnswers answers;
        answers.report.connections = counted;
        takeConf(conf, answers);
        takeCons(u" /10.0.0.7:1[1](queued=0,recved=1,sent=1,sid=0x5,lop=PING)\n\n"_s, answers);
        QCOMPARE(answers.connections->size(), 1);
        QTEST(!answers.connectionsCut, "isAll");
        QCOMPARE(answers.areOfOnePort, conf.contains(u"clientPort=2181\nsecure"_s));
    }

    void anAdminServersListHasAllThatItCounts()
    {
        const auto counting = [](int counted, const QByteArray &more) {
            ServerAnswers answers;
            answers.clientPort = 2181;
            answers.secureClientPort = 2281;
            answers.report.connections = counted;
            const QByteArray reply = "{'command': 'connections', 'error': null, 'connections': "
                                     "[{'session_id': 5, 'remote_socket_address': '10.0.0.7:1'}]";
            takeConnections(*readAdminReply(json(reply + more + '}')), answers);
            return answers;
        };
        const QByteArray noneSecure = ", 'secure_connections': []";
        QVERIFY(!counting(1, noneSecure).connectionsCut);
        QVERIFY(counting(15, noneSecure).connectionsCut);
        QVERIFY(counting(1, {}).areOfOnePort && counting(1, {}).connectionsCut); // 3.5 leaves out the secure ones
    }

    void aPathHasNoNul()
    {
        const QString wchp = u"/l/x\n\t0x5\n/l/"_s + QChar(QChar::Null) + u"y\n\t0x6\n\n"_s;
        QVERIFY(answersFrom(takeWchp, wchp).watchersCut);
    }

    void whatIsCutOffDoesNoHarm()
    {
        for (const QString &name : {u"3.8/leader-dump.txt"_s, u"3.8/leader-cons.txt"_s, u"3.8/leader-wchp.txt"_s,
                                    u"3.4/leader-dump.txt"_s, u"3.8/leader-mntr.txt"_s, u"3.8/leader-srvr.txt"_s,
                                    u"keeper/cons.txt"_s, u"keeper/dump.txt"_s, u"keeper/wchp.txt"_s}) {
            const QString whole = QString::fromUtf8(fixture(name));
            for (qsizetype length = 0; length <= whole.size(); ++length) {
                ServerAnswers answers;
                for (const auto take : {&takeSrvr, &takeMntr, &takeConf, &takeCons, &takeWchp})
                    take(whole.left(length), answers);
                takeDump(whole.left(length), answers);
                for (const QStringList &paths : answers.ephemerals.value_or(QHash<SessionId, QStringList>()))
                    QVERIFY(!paths.isEmpty() && paths.first().startsWith(u'/'));
            }
        }
    }

    void whatNamesNoSessionIsNoSession()
    {
        ServerAnswers byAdmin;
        const auto dump = readAdminReply(
            json("{'command': 'dump', 'error': null, 'session_id_to_ephemeral_paths': {'14411D': ['/a'], '0': ['/b']}, "
                 "'expiry_time_to_session_ids': {'5': [0, 'x']}}"));
        const auto watches = readAdminReply(
            json("{'command': 'watches', 'error': null, 'session_id_to_watched_paths': {'1x': ['/a']}}"));
        takeDump(*dump, byAdmin);
        takeWatches(*watches, byAdmin);
        QVERIFY(!byAdmin.ephemerals && !byAdmin.sessions && !byAdmin.watchers); // nor is it told that there are none
        QVERIFY(!answersFrom(takeDump, u"Session Sets (1)/(2):\n2 expire at x:\n\t0x0\n\t0x3000ea0mp:\n"_s).sessions);
        QVERIFY(!answersFrom(takeWchp, u"/a\n\t0x0\n\t0xyz\n"_s).watchers);
    }
};

} // namespace lockscope::tst_serverreplies

LOCKSCOPE_TEST(lockscope::tst_serverreplies::TestServerReplies)
#include "tst_serverreplies.moc"
