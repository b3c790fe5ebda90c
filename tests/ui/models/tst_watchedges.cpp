// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/models/worldscript.h"
#include "tests/ui/uitest.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/models/watchedges.h"

namespace lockscope::ui::tst_watchedges {

using namespace Qt::StringLiterals;

using Kind = QueueEdge::Kind;

namespace {

QString node(int number)
{
    return u"lock-%1"_s.arg(number, 10, 10, QLatin1Char('0'));
}

/// A mutex /l of four: 1 holds, 2, 3 and 4 wait, each for the one before it.
struct Fixture
{
    LiveWorld world;
    WorldScript script{&world};
    locks::Knowledge knowledge;

    Fixture()
    {
        script.observe(journal::Freshness::Live);
        script.list(u"/l"_s, {node(1), node(2), node(3), node(4)});
        for (int i = 1; i <= 4; ++i)
            script.resolve(u"/l"_s, node(i), SessionId{i});
        script.flush();
    }
    locks::LockQueue queue() const { return world.world().queue(u"/l"_s); }
    void watch(int target, int session) { knowledge.watchers[u"/l/"_s + node(target)] += SessionId{session}; }
    std::vector<QueueEdge> edges(const locks::LockQueue &of) const
    {
        return queueEdges(of, watchersOf(u"/l"_s, knowledge));
    }
    std::vector<QueueEdge> edges() const { return edges(queue()); }
    /// The servers told this.
    void tell()
    {
        journal::ServersProbed probed;
        knowledge.askedAtNs = knowledge.answeredAtNs = script.nowNs;
        probed.knowledge = knowledge;
        script.write(probed);
        script.flush();
    }
};

} // namespace

class TestWatchEdges : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void withoutAnyServersWordAllEdgesAreOnlyExpected()
    {
        Fixture f;
        const std::vector<QueueEdge> expected{
            {1, 0, Kind::Expected, false}, {2, 1, Kind::Expected, false}, {3, 2, Kind::Expected, false}};
        QCOMPARE(f.edges(), expected);
    }

    void aWatchThatAServerToldOfIsReportedAndTheOthersStayExpected()
    {
        Fixture f;
        f.watch(1, 2);
        const auto edges = f.edges();
        QCOMPARE(edges.size(), size_t(3));
        QCOMPARE(edges[0], (QueueEdge{1, 0, Kind::Reported, true}));
        QCOMPARE(edges[1].kind, Kind::Expected);
    }

    void aWatchThatNothingCallsForIsDrawnButNotCalledWrongWithoutAFinding()
    {
        Fixture f;
        f.watch(1, 4);
        const auto edges = f.edges();
        QCOMPARE(edges.size(), size_t(4));
        QCOMPARE(edges[2], (QueueEdge{3, 0, Kind::Reported, true}));
        QCOMPARE(edges[3], (QueueEdge{3, 2, Kind::Expected, false}));
    }

    void aFindingMakesItWrong()
    {
        Fixture f;
        f.watch(1, 4);
        f.watch(2, 3);
        locks::LockQueue queue = f.queue();
        locks::Finding finding;
        finding.id = u"wrong-watch"_s;
        finding.severity = locks::Finding::Severity::Warning;
        finding.nodes = {u"/l/"_s + node(4)};
        queue.findings = {finding};
        const auto edges = f.edges(queue);
        QCOMPARE(edges[2], (QueueEdge{3, 0, Kind::Wrong, true}));
        QCOMPARE(edges[1], (QueueEdge{2, 1, Kind::Reported, true}));      // of another contender: as it should be
        queue.findings.first().severity = locks::Finding::Severity::Note; // a statement of fact, no fault
        QCOMPARE(f.edges(queue)[2].kind, Kind::Reported);
    }

    void aWaitWithinADeadlockIsWrongWhetherReportedOrNot()
    {
        Fixture f;
        locks::LockQueue queue = f.queue();
        locks::Finding finding;
        finding.id = u"deadlock"_s;
        finding.severity = locks::Finding::Severity::Error;
        finding.nodes = {u"/l/"_s + node(1), u"/l/"_s + node(2), u"/other/x-0000000001"_s};
        queue.findings = {finding};
        const auto edges = f.edges(queue);
        QCOMPARE(edges[0], (QueueEdge{1, 0, Kind::Wrong, false}));
        QCOMPARE(edges[1].kind, Kind::Expected);
    }

    void aSessionWithTwoContendersWatchesFromTheOneThatTheRuleCallsUpon()
    {
        Fixture f;
        f.script.list(u"/l"_s, {node(5)});
        f.script.resolve(u"/l"_s, node(5), SessionId{2});
        f.script.flush();
        f.watch(1, 2);
        for (const QueueEdge &edge : f.edges())
            QCOMPARE(edge.reported, edge.from == 1);
    }

    void aWatchOnItsOwnNodeIsAnEdgeToItself()
    {
        Fixture f;
        f.watch(1, 1); // a holder that can be asked for its lock
        f.watch(3, 3);
        locks::LockQueue queue = f.queue();
        locks::Finding finding;
        finding.id = u"self-watch"_s;
        finding.severity = locks::Finding::Severity::Error;
        finding.nodes = {u"/l/"_s + node(3)};
        queue.findings = {finding};
        const std::vector<QueueEdge> expected{{0, 0, Kind::Reported, true},
                                              {1, 0, Kind::Expected, false},
                                              {2, 1, Kind::Expected, false},
                                              {2, 2, Kind::Wrong, true},
                                              {3, 2, Kind::Expected, false}};
        QCOMPARE(f.edges(queue), expected);
        QVERIFY(f.edges(queue)[3].isToItself() && !f.edges(queue)[2].isToItself());

        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        f.tell();
        const auto tip = [&](int row) { return model.index(row, QueueModel::Edges).data(Qt::ToolTipRole).toString(); };
        QCOMPARE(tip(0), u"Watches its own node, as a client does that can be asked for its lock: a server told"_s);
        QVERIFY(tip(2).contains(u"Watches its own node: a server told"_s));
    }

    void aSessionWithAnotherContenderBehindIsNotSaidToWatchItself()
    {
        Fixture f;
        f.script.list(u"/l"_s, {node(5)});
        f.script.resolve(u"/l"_s, node(5), SessionId{1});
        f.script.flush();
        f.watch(1, 1);
        const auto edges = f.edges();
        QVERIFY(std::none_of(edges.begin(), edges.end(), [](const QueueEdge &edge) { return edge.isToItself(); }));
        QCOMPARE(edges[edges.size() - 2], (QueueEdge{4, 0, Kind::Reported, true}));
    }

    void watchesOfOtherLocksAndBelowAreNotThisLocks()
    {
        Fixture f;
        f.knowledge.watchers[u"/lx/"_s + node(1)] = {SessionId{2}};
        f.knowledge.watchers[u"/l/"_s + node(1) + u"/deeper"_s] = {SessionId{2}};
        for (const QueueEdge &edge : f.edges())
            QVERIFY(!edge.reported);
        f.watch(3, 4);
        QVERIFY(f.edges()[2].reported);
        QCOMPARE(watchersOf(u"/"_s, locks::Knowledge{.watchers = {{u"/a"_s, {SessionId{1}}}}}).keys(),
                 QList<QString>{u"a"_s});
    }

    void theModelFollowsTheServersWord()
    {
        Fixture f;
        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        const auto tip = [&](int row, int column) { return model.index(row, column).data(Qt::ToolTipRole).toString(); };
        QCOMPARE(tip(1, QueueModel::Edges), u"Expected to watch "_s + node(1));
        QCOMPARE(model.index(1, QueueModel::Client).data().toString(), u"—"_s);
        QVERIFY(tip(1, QueueModel::Client).contains(u"No server was asked"_s));
        const quint64 before = model.revision();
        f.watch(1, 2);
        f.knowledge.sessions.insert(SessionId{2}, {.id = SessionId{2}, .client = u"10.0.4.30:41022"_s});
        f.tell();
        QVERIFY(model.revision() != before);
        QCOMPARE(model.edges().all()[0].kind, Kind::Reported);
        QCOMPARE(tip(1, QueueModel::Edges), u"Watches %1: a server told"_s.arg(node(1)));
        QCOMPARE(model.index(1, QueueModel::Client).data().toString(), u"10.0.4.30:41022"_s);
    }

    void aSessionWithoutAnyConnectionIsSuspendedOnlyIfAllServersTold()
    {
        Fixture f;
        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        f.knowledge.sessions.insert(SessionId{3}, {.id = SessionId{3}});
        f.tell();
        QCOMPARE(model.index(2, QueueModel::Client).data().toString(), u"—"_s);
        QCOMPARE(model.presenceAt(2), QueueModel::Presence::Alive);
        f.knowledge.allConnections = true;
        f.tell();
        QCOMPARE(model.index(2, QueueModel::Client).data().toString(), u"no connection"_s);
        QCOMPARE(model.presenceAt(2), QueueModel::Presence::Suspended);
        QCOMPARE(model.index(2, QueueModel::State).data().toString(), u"suspended"_s);
        QCOMPARE(model.presenceAt(1), QueueModel::Presence::Alive); // of whom nothing was told
        f.knowledge.zxid = Zxid{1};                                 // its node came after that
        f.tell();
        QCOMPARE(model.presenceAt(2), QueueModel::Presence::Alive);
    }

    void aHeadThatWatchesASiblingThatIsGoneIsNotSimplyCalledAHolder()
    {
        Fixture f;
        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        QCOMPARE(model.index(0, QueueModel::State).data().toString(), u"holding"_s);
        f.watch(0, 1);
        f.knowledge.sessions.insert(SessionId{1}, {.id = SessionId{1}, .lastOperation = u"PING"_s});
        for (int reading = 0; reading < 3; ++reading) {
            f.script.pass(1'500);
            f.tell();
        }
        const QModelIndex state = model.index(0, QueueModel::State);
        QCOMPARE(state.data().toString(), u"holds, or lost its wake-up"_s);
        QVERIFY2(state.data(Qt::ToolTipRole).toString().contains(node(0)),
                 qPrintable(state.data(Qt::ToolTipRole).toString()));
    }
};

} // namespace lockscope::ui::tst_watchedges

LOCKSCOPE_TEST(lockscope::ui::tst_watchedges::TestWatchEdges)
#include "tst_watchedges.moc"
