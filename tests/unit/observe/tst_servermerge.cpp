// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverask.h"
#include "core/observe/servermerge.h"
#include "core/observe/serverprobe.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_servermerge {

using namespace lockscope::observe;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr SessionId a{0x100000000000001};
constexpr SessionId b{0x200000000000002};

ServerAnswers server(const QString &address, const QString &role, qint64 id)
{
    ServerAnswers answers;
    answers.report.address = address;
    answers.report.role = role;
    answers.report.serverId = id;
    answers.report.watches = 0;
    answers.connections.emplace();
    answers.watchers.emplace();
    answers.ephemerals.emplace();
    return answers;
}

ReportedConnection connection(SessionId id, const QString &client, qint64 established, qint64 answeredAt)
{
    ReportedConnection told;
    told.facts.id = id;
    told.facts.client = client;
    told.facts.establishedMs = established;
    told.facts.timeoutMs = 10'000;
    told.answeredAtElapsedMs = answeredAt;
    return told;
}

/// A leader with two learners, all telling all.
QList<ServerAnswers> ensemble()
{
    QList<ServerAnswers> servers{server(u"zk1:2181"_s, u"follower"_s, 1), server(u"zk2:2181"_s, u"leader"_s, 2),
                                 server(u"zk3:2181"_s, u"follower"_s, 3)};
    servers[1].learners = 2;
    servers[1].sessions = QHash<SessionId, ReportedSession>{{a, {5'008'000, {}}}, {b, {5'012'000, {}}}};
    return servers;
}

/// As where only srvr is allowed.
QList<ServerAnswers> withoutIds(QList<ServerAnswers> servers)
{
    for (ServerAnswers &one : servers)
        one.report.serverId.reset();
    return servers;
}

locks::Knowledge merged(const QList<ServerAnswers> &servers, const MergeContext &context = {})
{
    return mergeServers(servers, context).knowledge;
}

} // namespace

class TestServerMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void watchesAndConnectionsOfAllServersArePutTogether()
    {
        auto servers = ensemble();
        servers[0].connections->append(connection(a, u"10.0.0.7:1"_s, 1, 1));
        servers[2].connections->append(connection(b, u"10.0.0.8:1"_s, 1, 1));
        servers[0].watchers->insert(u"/l/x"_s, {a});
        servers[2].watchers->insert(u"/l/x"_s, {b});
        servers[2].watchers->insert(u"/l/y"_s, {b});
        const auto knowledge = merged(servers);
        QCOMPARE(knowledge.watchers.value(u"/l/x"_s), (QList<SessionId>{a, b}));
        QCOMPARE(knowledge.watchers.value(u"/l/y"_s), QList<SessionId>{b});
        QCOMPARE(knowledge.sessions.value(a).server, u"zk1:2181"_s);
        QCOMPARE(knowledge.sessions.value(b).server, u"zk3:2181"_s);
        QCOMPARE(knowledge.sessions.value(b).client, u"10.0.0.8:1"_s);
        QVERIFY(knowledge.allWatches && knowledge.allConnections && knowledge.allSessions && knowledge.allEphemerals);
    }

    void aServerThatDoesNotTellItsWatchesLeavesThemPartial()
    {
        auto servers = ensemble();
        servers[2].watchers.reset();
        const auto knowledge = merged(servers);
        QVERIFY(!knowledge.allWatches);
        QVERIFY(knowledge.allConnections);
        QVERIFY(mergeServers(servers, {}).servers.first().gaps.isEmpty());
        servers.removeLast(); // nor is it whole when nobody knows the way to it
        QVERIFY(!merged(servers).allWatches);
        QVERIFY(!merged(servers).allConnections);
        QCOMPARE(mergeServers(servers, {}).servers.first().gaps.first().missing.english(),
                 u"another server of the ensemble"_s);
    }

    void aServerThatIsDownHoldsNoWatches()
    {
        auto servers = ensemble();
        servers[1].learners = 1;
        servers[2] = ServerAnswers();
        servers[2].report.address = u"zk3:2181"_s;
        QVERIFY(merged(servers, {.configured = 3}).allWatches);
    }

    /// Which the leader does not count (observerMasterPort).
    void observersThatFollowersFeedAreServersToo()
    {
        auto servers = ensemble();
        servers[0].ownObservers = 1;
        QVERIFY(!merged(servers).allWatches);
        QVERIFY(!merged(servers, {.configured = 3}).allConnections);
        servers.append(server(u"zk4:2181"_s, u"observer"_s, 4));
        QVERIFY(merged(servers).allWatches);
        servers = ensemble();
        servers[0].report.watches.reset(); // its figures were not read, nor then whether it feeds any
        QVERIFY(!merged(servers).allWatches);
    }

    void withoutALeaderTheConfigurationSaysHowManyThereAre()
    {
        auto servers = ensemble();
        servers.removeAt(1);
        QVERIFY(!merged(servers).allWatches); // nobody says how many there are
        QVERIFY(!merged(servers, {.configured = 3}).allWatches);
        QVERIFY(merged(servers, {.configured = 2}).allWatches);
        QVERIFY(merged({server(u"zk:2181"_s, u"standalone"_s, 0)}).allWatches);
    }

    void twoAddressesOfOneServerAreOneServer()
    {
        auto servers = ensemble();
        servers[2] = servers[0];
        servers[2].report.address = u"zk1.example.org:2181"_s;
        servers[0].watchers->insert(u"/l/x"_s, {a});
        servers[2].watchers->insert(u"/l/x"_s, {a});
        const auto knowledge = merged(servers);
        QCOMPARE(knowledge.watchers.value(u"/l/x"_s), QList<SessionId>{a});
        QVERIFY(!knowledge.allWatches); // the third was not asked
    }

    void withoutIdsConnectionsTellWhatIsOneServer()
    {
        auto servers = withoutIds(ensemble());
        servers[0].connections->append(connection(a, u"10.0.0.7:1"_s, 1, 1));
        servers[1].connections->append(connection(SessionId{3}, u"10.0.0.9:1"_s, 1, 1));
        servers[2].connections->append(connection(b, u"10.0.0.8:1"_s, 1, 1));
        // Of clients that may have come after the others were listed, each list could be the same server's.
        QVERIFY(!merged(servers).allConnections);
        for (int i = 0; i < 3; ++i)
            servers[i].connections->append(connection(SessionId{100 + i}, u"10.0.0.5:%1"_s.arg(i), 5, 5));
        QVERIFY(merged(servers).allConnections);
        servers[2].connectionsCut = true; // what it lists of the first may be missing
        QVERIFY(!merged(servers).allWatches);
        servers[2] = servers[0]; // the third was not asked
        servers[2].report.address = u"zk1.example.org:2181"_s;
        QVERIFY(!merged(servers).allConnections);
        QVERIFY(!merged(servers).allWatches);
        QCOMPARE(mergeServers(servers, {}).servers.first().gaps.first().missing.english(),
                 u"another server of the ensemble"_s);
    }

    void withoutIdsOnlyWhatIsProvenCounts()
    {
        auto servers = withoutIds(ensemble());
        servers[0].connections->append(connection(a, u"10.0.0.7:1"_s, 1, 1));
        servers[1].connections->append(connection(SessionId{3}, u"10.0.0.9:1"_s, 1, 1));
        QVERIFY(!merged(servers).allConnections); // a follower without a client could be either
        servers[2].connections->append(connection(a, u"10.0.0.7:2"_s, 2, 1)); // moved, or back at the one
        QVERIFY(!merged(servers).allConnections);
        QVERIFY(mergeServers(servers, {}).servers.first().gaps.isEmpty()); // nor is one said to be missing
    }

    void ofTwoThatLeadNeitherIsBelieved()
    {
        auto servers = ensemble();
        servers[2].report.role = u"leader"_s;
        servers[2].learners = 0; // it has lost the others
        servers[2].sessions = QHash<SessionId, ReportedSession>{{a, {}}};
        const auto probed = mergeServers(servers, {});
        QVERIFY(!probed.knowledge.allSessions && !probed.knowledge.allConnections && !probed.knowledge.allWatches);
        QVERIFY(probed.servers[0].gaps.isEmpty());
        QCOMPARE(probed.servers[1].gaps.first().missing.english(), u"which server leads"_s);
        QCOMPARE(probed.servers[2].gaps.first().why.english(),
                 u"zk2:2181 says so as well; one of them may have lost the others"_s);
    }

    void leadersThatMayBeTwoAreNotBelieved()
    {
        auto servers = withoutIds(ensemble());
        servers[2].report.role = u"leader"_s;
        servers[2].learners = 0;
        servers[2].connections.reset(); // nothing tells whether it is the other one under another address
        QVERIFY(!merged(servers).allConnections && !merged(servers).allSessions);
    }

    void whatAnswersBesideThemContradictsHowManyThereAre_data()
    {
        QTest::addColumn<QString>("role");
        QTest::addColumn<int>("learners");
        QTest::newRow("none that learns") << u"leader"_s << 0;
        QTest::newRow("one that stands alone") << u"standalone"_s << -1;
    }
    void whatAnswersBesideThemContradictsHowManyThereAre()
    {
        QFETCH(QString, role);
        QFETCH(int, learners);
        auto servers = ensemble();
        servers[1].report.role = role;
        servers[1].learners = learners < 0 ? std::nullopt : std::optional(learners);
        servers[2].connections.reset(); // it tells nothing of them
        QVERIFY(!merged(servers, {.configured = 3}).allConnections);
    }

    void namesThatOnlyTheServersKnowAreNoFurtherServers()
    {
        QList<ServerAnswers> servers = withoutIds(ensemble());
        servers[1].learners.reset();
        servers[0].isMember = servers[2].isMember = false; // not proven to be
        ServerAnswers unresolved = server(u"zoo2:2181"_s, {}, 0);
        unresolved.report.problem = Text::verbatim(u"there is no such host"_s);
        unresolved.isUnknownHere = true;
        unresolved.isMember = false;
        servers += unresolved;
        const auto addresses = [](const QList<ServerAnswers> &answers) {
            QStringList shown;
            for (const journal::ServerReport &report : mergeServers(answers, {.configured = 3}).servers)
                shown += report.gaps.isEmpty() ? report.address : report.address + u", and more"_s;
            return shown;
        };
        QCOMPARE(addresses(servers), (QStringList{u"zk1:2181"_s, u"zk2:2181"_s, u"zk3:2181"_s}));
        servers.removeAt(2); // then it may be the third
        QCOMPARE(addresses(servers), (QStringList{u"zk1:2181, and more"_s, u"zk2:2181"_s, u"zoo2:2181"_s}));
    }

    void theTopByteOfASessionIsNotItsServer()
    {
        auto servers = ensemble();
        servers[2].connections->append(connection(a, u"10.0.0.7:1"_s, 1, 1)); // a was created by server 1
        QCOMPARE(merged(servers).sessions.value(a).server, u"zk3:2181"_s);
        QCOMPARE(merged(ensemble()).sessions.value(a).server, QString());
    }

    void aSessionThatMovedIsWhereItConnectedLast()
    {
        for (const auto &[first, second] : {std::pair(100, 200), std::pair(200, 100)}) {
            auto servers = ensemble();
            servers[0].connections->append(connection(a, u"10.0.0.7:1"_s, first, 1));
            servers[2].connections->append(connection(a, u"10.0.0.7:2"_s, second, 1));
            const auto facts = merged(servers).sessions.value(a);
            QCOMPARE(facts.client, first > second ? u"10.0.0.7:1"_s : u"10.0.0.7:2"_s);
            QCOMPARE(facts.server, first > second ? u"zk1:2181"_s : u"zk3:2181"_s);
        }
    }

    void expiryIsCountedOnTheLeadersClock()
    {
        auto servers = ensemble();
        QVERIFY(!merged(servers).sessions.value(a).expiresInMs); // without a clock nothing is said of it
        QVERIFY(!merged(servers).sessions.value(a).heardAgoMs);
        servers[0].connections->append(connection(a, u"10.0.0.7:1"_s, 1, 90'000));
        servers[1].connections->append(connection(b, u"10.0.0.8:1"_s, 1, 4'999'000));
        const auto knowledge =
            merged(servers, {.elapsedNow = {{u"zk1:2181"_s, 91'500}, {u"zk2:2181"_s, 5'000'000}}}); // each has its own
        QCOMPARE(knowledge.sessions.value(a).expiresInMs, std::optional<qint64>(8'000));
        QCOMPARE(knowledge.sessions.value(b).expiresInMs, std::optional<qint64>(12'000));
        QCOMPARE(knowledge.sessions.value(a).heardAgoMs, std::optional<qint64>(1'500));
        QCOMPARE(knowledge.sessions.value(b).heardAgoMs, std::optional<qint64>(1'000));
    }

    void theLeadersClockIsKnownFromItsSessionsToo()
    {
        ServerAnswers leader = ensemble().at(1);
        QVERIFY(!elapsedAtLeast(leader));
        leader.connections->append(connection(a, u"10.0.0.7:1"_s, 1, 4'000'000));
        QCOMPARE(elapsedAtLeast(leader), std::optional<qint64>(4'000'000));
        leader.tickMs = 2'000; // its expiry at 5'008'000 was set, rounded up to a tick, 10 s after it was heard
        QCOMPARE(elapsedAtLeast(leader), std::optional<qint64>(4'996'000));
    }

    void aFollowersSilenceOnSessionsIsNotTheirEnd()
    {
        auto servers = ensemble();
        servers[1].sessions.reset();
        const auto knowledge = merged(servers);
        QVERIFY(!knowledge.allSessions);
        QVERIFY(knowledge.sessions.isEmpty());
        // In words it does tell them, but may be behind: who is not there need not be over.
        servers[0].sessions = QHash<SessionId, ReportedSession>{{a, {{}, 10'000}}};
        QVERIFY(!merged(servers).allSessions);
        QCOMPARE(merged(servers).sessions.value(a).timeoutMs, std::optional(10'000));
    }

    void ephemeralsAreTheLeadersWhereItTells()
    {
        auto servers = ensemble();
        servers[0].ephemerals->insert(a, {u"/l/old"_s}); // a follower may be behind
        servers[1].ephemerals->insert(a, {u"/l/new"_s});
        QCOMPARE(merged(servers).ephemerals.value(a), QStringList{u"/l/new"_s});
        servers[1].ephemerals.reset();
        QCOMPARE(merged(servers).ephemerals.value(a), QStringList{u"/l/old"_s});
        for (ServerAnswers &one : servers)
            one.ephemerals.reset();
        QVERIFY(!merged(servers).allEphemerals);
    }

    void pathsAreSeenBelowTheChroot()
    {
        auto servers = ensemble();
        servers[1].ephemerals->insert(a, {u"/app/l/x"_s, u"/other/y"_s, u"/application/z"_s});
        servers[1].ephemerals->insert(b, {u"/other/y"_s});
        servers[0].watchers->insert(u"/app"_s, {a});
        servers[0].watchers->insert(u"/app/l/x"_s, {b});
        servers[0].watchers->insert(u"/application/z"_s, {b});
        const auto knowledge = merged(servers, {.chroot = u"/app"_s});
        QCOMPARE(knowledge.ephemerals, (QHash<SessionId, QStringList>{{a, {u"/l/x"_s}}}));
        QCOMPARE(knowledge.watchers, (QHash<QString, QList<SessionId>>{{u"/"_s, {a}}, {u"/l/x"_s, {b}}}));
    }

    void serversAreFoundOnceHoweverTheyAreNamed()
    {
        const auto targets =
            serversToAsk({{u"zk1"_s, 2181}, {u"localhost"_s, 2182}},
                         {{1, u"ZK1"_s, {}, 2181}, {2, u"x"_s, u"127.0.0.1"_s, 2182}, {3, u"zk3"_s, {}, 2183}});
        QStringList addresses;
        for (const ServerTarget &target : targets)
            addresses += target.address();
        QCOMPARE(addresses, (QStringList{u"zk1:2181"_s, u"localhost:2182"_s, u"zk3:2183"_s}));
    }

    void aClientPortThatIsNotToldIsThatOfTheConnectString()
    {
        const auto targets = serversToAsk({{u"zk1"_s, 2199}}, {{1, u"zk1"_s, {}, 0}, {2, u"zk2"_s, {}, 0}});
        QCOMPARE(targets.size(), 2);
        QCOMPARE(targets.last().address(), u"zk2:2199"_s);
    }

    void anyAddressIsNotAsked()
    {
        const QStringList wildcards{u"0.0.0.0"_s, u"::"_s, u"0:0:0:0:0:0:0:0"_s, u"::0"_s, u"0"_s, u"::ffff:0.0.0.0"_s};
        for (const QString &host : wildcards) {
            QVERIFY2(isAnyAddress(host), qPrintable(host));
            QCOMPARE(serversToAsk({{u"zk1"_s, 2181}}, {{1, host, {}, 2182}, {2, u"zk1"_s, host, 2182}}).size(), 1);
        }
        for (const QString &host : {u"zk1"_s, u"127.0.0.1"_s, u"::1"_s, u"0.0.0.1"_s, QString()})
            QVERIFY2(!isAnyAddress(host), qPrintable(host));
    }

    void whomAnAdminServerAloneNamesIsSaidNotToBeAsked()
    {
        const MergeContext context{.configured = 3,
                                   .notAsked = {u"10.0.0.7:2181"_s, QString(300, u'x'), u"c:1"_s, u"d:1"_s}};
        const journal::ServerGap gap = mergeServers(ensemble(), context).servers.first().gaps.value(0);
        QCOMPARE(gap.missing.english(), u"4 further servers of the ensemble"_s);
        QCOMPARE(gap.why.english(),
                 u"an AdminServer alone names them, so they are not asked (10.0.0.7:2181, "_s + QString(60, u'x')
                     + u"…, c:1, …): name them in the connect string, or the URLs of their AdminServers"_s);
    }

    void anAdminServerIsNeverGivenToAnotherServer()
    {
        // Three servers on one host: the one AdminServer on the usual port is that of one of them.
        auto targets = serversToAsk({{u"127.0.0.1"_s, 2181}, {u"127.0.0.1"_s, 2182}}, {});
        assignAdmins(targets, {{u"http://127.0.0.1:8080"_s, u"127.0.0.1"_s, 2182, {}, {}}}, false);
        QCOMPARE(targets.size(), 2);
        QCOMPARE(targets.first().adminUrl, QString());
        QVERIFY2(targets.first().whyNoAdmin.english().contains(u"another server"_s),
                 qPrintable(targets.first().whyNoAdmin.english()));
        QCOMPARE(targets.last().adminUrl, u"http://127.0.0.1:8080"_s);
    }

    void anAdminServerByHandThatFitsNoneIsAServerOfItsOwn()
    {
        auto targets = serversToAsk({{u"zk1"_s, 2181}}, {});
        assignAdmins(targets,
                     {{u"http://zk9:8080"_s, u"zk9"_s, 2181, {}, {}},
                      {u"http://zk1:8081"_s, u"zk1"_s, {}, 2181, {}},
                      {u"http://gone:8080"_s, u"gone"_s, {}, {}, Text::verbatim(u"nothing listens there"_s)}},
                     true);
        QCOMPARE(targets.size(), 3);
        QCOMPARE(targets.at(0).adminUrl, u"http://zk1:8081"_s); // by its secure client port
        QCOMPARE(targets.at(1).address(), u"zk9:2181"_s);
        QCOMPARE(targets.at(2).adminUrl, u"http://gone:8080"_s); // asked again: it will say what is wrong
    }

    void dearRoundsAreRare()
    {
        QCOMPARE(restAfter(2000ms, 10ms, 10'000), 2000ms);
        QCOMPARE(restAfter(2000ms, 500ms, 10'000), 10'000ms);    // at most a twentieth of the time
        QCOMPARE(restAfter(2000ms, 10ms, 5'000'000), 100'000ms); // at most 50 kB a second
    }

    void anAdminServerByHandThatDoesNotAnswerIsThatOfItsHost()
    {
        auto targets = serversToAsk({{u"zk1"_s, 2181}}, {});
        assignAdmins(targets, {{u"http://zk1:9"_s, u"zk1"_s, {}, {}, Text::verbatim(u"nothing listens there"_s)}},
                     true);
        QCOMPARE(targets.size(), 1); // no second server comes of it
        QCOMPARE(targets.first().adminUrl, QString());
        QVERIFY(targets.first().isNamedInVain);
        QCOMPARE(targets.first().whyNoAdmin.english(), u"http://zk1:9: nothing listens there"_s);
    }

    void aReadingOfConnectionsHasNothingElse()
    {
        auto servers = ensemble();
        servers[0].connections->append(connection(a, u"10.0.0.7:1"_s, 1, 1));
        servers[0].watchers->insert(u"/l/x"_s, {a});
        const auto knowledge = merged(servers, {.scope = Scope::Connections});
        QVERIFY(knowledge.connectionsAlone && knowledge.allConnections);
        QVERIFY(!knowledge.allSessions && !knowledge.allWatches && !knowledge.allEphemerals);
        QCOMPARE(knowledge.sessions.keys(), QList<SessionId>{a});
        QVERIFY(knowledge.watchers.isEmpty());
    }

    void aReadingIsAsNewAsTheOldestServersConnections()
    {
        auto servers = ensemble();
        servers[0].report.zxid = Zxid{105};
        servers[1].report.zxid = Zxid{103};
        servers[2].report.zxid = Zxid{90};
        servers[2].connections.reset(); // it told none: nothing is overruled by what is newer than its word
        QCOMPARE(merged(servers).zxid, Zxid{103});
    }

    void aKeepersDeletesLeaveNoTraceInItsStats()
    {
        auto servers = ensemble();
        QVERIFY(merged(servers).deletesMovePzxid);
        servers[2].report.version = u"ClickHouse Keeper 24.8.4.13"_s;
        QVERIFY(!merged(servers).deletesMovePzxid);
        QVERIFY(!merged(servers, {.scope = Scope::Connections}).deletesMovePzxid);
    }
};

} // namespace lockscope::tst_servermerge

LOCKSCOPE_TEST(lockscope::tst_servermerge::TestServerMerge)
#include "tst_servermerge.moc"
