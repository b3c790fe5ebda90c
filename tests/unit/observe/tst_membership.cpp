// SPDX-License-Identifier: Apache-2.0
#include "core/observe/membership.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_membership {

using namespace lockscope::observe;
using namespace Qt::StringLiterals;

namespace {

constexpr SessionId ours{0x100000000000001};
constexpr SessionId theirs{0x200000000000002};

ServerAnswers server(const QString &address, const QString &role, std::optional<qint64> id = {})
{
    ServerAnswers answers;
    answers.report.address = address;
    answers.report.role = role;
    answers.report.serverId = id;
    answers.report.wordsAnswer = true;
    answers.report.zxid = Zxid{(7LL << 32) + 100};
    answers.watchers.emplace();
    return answers;
}

ServerAnswers connectedTo(ServerAnswers answers, SessionId session)
{
    ReportedConnection reported;
    reported.facts.id = session;
    answers.connections = QList<ReportedConnection>{reported};
    return answers;
}

Belonging known()
{
    return {{ours}, u"127.0.0.1:2181"_s, {1, 2, 3}, 2};
}

bool counts(const ServerAnswers &server)
{
    return server.isMember && server.watchers.has_value();
}

} // namespace

class TestMembership : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theServerOfOurSessionIsOne()
    {
        const auto members = withoutStrangers({server(u"localhost:2181"_s, u"leader"_s)}, known());
        QVERIFY(counts(members[0]) && members[0].report.gaps.isEmpty());
    }

    void soIsTheOneThatListsOurSessionWhateverItsAddress()
    {
        const auto members = withoutStrangers({connectedTo(server(u"zk1:2181"_s, u"follower"_s), ours)}, known());
        QVERIFY(counts(members[0]));
    }

    void whoListsASessionOfAProvenOneIsOneToo()
    {
        ServerAnswers leader = server(u"localhost:2181"_s, u"leader"_s);
        leader.ephemerals = QHash<SessionId, QStringList>{{theirs, {u"/locks/a-0000000001"_s}}};
        const auto follower = connectedTo(server(u"zk2:2181"_s, u"follower"_s), theirs);
        const auto members = withoutStrangers({follower, leader}, known()); // in whatever order
        QVERIFY(counts(members[0]) && counts(members[1]));
    }

    /// Keepers count their sessions from 1: another ensemble's has the same ids.
    void aKeepersSessionsProveNothing()
    {
        ServerAnswers leader = connectedTo(server(u"localhost:2181"_s, u"leader"_s), theirs);
        ServerAnswers other = connectedTo(server(u"zk2:2181"_s, u"follower"_s, 2), theirs);
        leader.report.version = other.report.version = u"ClickHouse Keeper 24.8.4.13"_s;
        const auto members = withoutStrangers({leader, other}, known());
        QVERIFY(counts(members[0]) && !counts(members[1]));
        QCOMPARE(members[1].report.gaps.size(), 1);
        QVERIFY(members[1].report.gaps.first().setting.isEmpty()); // ZooKeeper's makes no difference there
    }

    void soIsAConfiguredIdInTheSameEpoch_data()
    {
        QTest::addColumn<qint64>("id");
        QTest::addColumn<qint64>("epoch");
        QTest::addColumn<bool>("is");
        QTest::newRow("both") << 2LL << 7LL << true;
        QTest::newRow("another epoch") << 2LL << 6LL << false;
        QTest::newRow("an id that is not configured") << 4LL << 7LL << false;
    }
    void soIsAConfiguredIdInTheSameEpoch()
    {
        QFETCH(qint64, id);
        QFETCH(qint64, epoch);
        QFETCH(bool, is);
        ServerAnswers other = server(u"zk2:2181"_s, u"follower"_s, id);
        other.report.zxid = Zxid{(epoch << 32) + 90};
        const auto members = withoutStrangers({server(u"localhost:2181"_s, u"leader"_s), other}, known());
        QCOMPARE(counts(members[1]), is);
        QCOMPARE(members[1].report.gaps.isEmpty(), is);
        QVERIFY(members[1].report.problem.isEmpty()); // not proven is no contradiction
    }

    void aServerThatDoesNotListTheConnectionToItHasNotToldAll()
    {
        const ServerAnswers ourServer = server(u"localhost:2181"_s, u"leader"_s);
        const auto members = withoutStrangers({connectedTo(ourServer, theirs)}, known());
        QVERIFY(counts(members[0]) && members[0].connectionsCut && members[0].watchersCut);
        QCOMPARE(members[0].report.gaps.size(), 1);
        const auto all = withoutStrangers({connectedTo(connectedTo(ourServer, theirs), ours)}, known());
        QVERIFY(!all[0].connectionsCut && all[0].report.gaps.isEmpty());
    }

    /// Whatever else proves that the server is ours: who is not in it is not over.
    void aListOfSessionsWithoutOursIsNotAll()
    {
        ServerAnswers leader = connectedTo(server(u"localhost:2181"_s, u"leader"_s), ours);
        leader.sessions = QHash<SessionId, ReportedSession>{{theirs, {}}};
        leader.ephemerals.emplace();
        const auto members = withoutStrangers({leader}, known());
        QVERIFY(counts(members[0]) && members[0].sessionsCut && members[0].ephemeralsCut);
        QCOMPARE(members[0].report.gaps.size(), 1);
        leader.sessions->insert(ours, {});
        QVERIFY(!withoutStrangers({leader}, known())[0].sessionsCut);
    }

    void aServerByItselfOnAMembersAddressIsAStranger()
    {
        ServerAnswers stranger = connectedTo(server(u"zk2:2181"_s, u"standalone"_s, 2), theirs);
        stranger.sessions.emplace();
        const auto members = withoutStrangers({server(u"localhost:2181"_s, u"leader"_s), stranger}, known());
        QVERIFY(counts(members[0]));
        QVERIFY(!members[1].isMember && !members[1].connections && !members[1].sessions && !members[1].watchers);
        QVERIFY2(members[1].report.problem.english().contains(u"none of this ensemble"_s),
                 qPrintable(members[1].report.problem.english()));
        QVERIFY(members[1].report.isStranger && !members[0].report.isStranger);
        QCOMPARE(members[1].report.role, u"standalone"_s); // it is shown, and does not count
    }

    void besideAServerByItselfAnotherOneIsAStranger_data()
    {
        QTest::addColumn<QString>("role");
        QTest::addColumn<qint64>("session"); // in its list; 0: it tells no list
        QTest::addColumn<QString>("problem");
        QTest::newRow("by itself, too") << u"standalone"_s << theirs.value << u"none of this ensemble"_s;
        QTest::newRow("of an ensemble") << u"follower"_s << theirs.value << u"of another ensemble"_s;
        QTest::newRow("which tells no connections") << u"standalone"_s << qint64(0) << QString();
        QTest::newRow("the same by another address") << u"standalone"_s << ours.value << QString();
    }
    void besideAServerByItselfAnotherOneIsAStranger()
    {
        QFETCH(QString, role);
        QFETCH(qint64, session);
        QFETCH(QString, problem);
        Belonging two = known();
        two.configuredIds.clear();
        ServerAnswers other = server(u"zk2:2181"_s, role);
        if (session != 0)
            other = connectedTo(other, SessionId{session});
        const ServerAnswers own = connectedTo(server(u"localhost:2181"_s, u"standalone"_s), ours);
        const auto members = withoutStrangers({own, other}, two);
        QVERIFY(counts(members[0]));
        QCOMPARE(counts(members[1]), session == ours.value);
        const QString said = members[1].report.problem.english();
        QVERIFY2(problem.isEmpty() ? said.isEmpty() : said.contains(problem), qPrintable(said));
        QCOMPARE(members[1].report.isStranger, !problem.isEmpty());
    }

    void theOnlyServerThatThereIsNeedsNoProof()
    {
        Belonging alone = known();
        alone.named = 1;
        alone.configuredIds.clear();
        QVERIFY(counts(withoutStrangers({server(u"zk.example:2181"_s, u"standalone"_s)}, alone)[0]));
        alone.connectedTo.clear(); // nobody knows to whom the next connection will be
        QVERIFY(!counts(withoutStrangers({server(u"zk.example:2181"_s, u"standalone"_s)}, alone)[0]));
    }

    void anotherAddressOfThisMachineIsAnotherPlace()
    {
        QVERIFY(!counts(withoutStrangers({server(u"127.0.0.2:2181"_s, u"follower"_s)}, known())[0]));
    }

    void whoTellsNothingIsNotSaidToBeAnybody()
    {
        ServerAnswers silent = server(u"zk2:2181"_s, {});
        silent.report.wordsAnswer = false;
        const auto members = withoutStrangers({silent}, known());
        QVERIFY(members[0].report.gaps.isEmpty() && members[0].report.problem.isEmpty());
    }
};

} // namespace lockscope::tst_membership

LOCKSCOPE_TEST(lockscope::tst_membership::TestMembership)
#include "tst_membership.moc"
