// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/deadlockworld.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/graph/graphlayout.h"
#include "ui/models/text.h"

namespace lockscope::ui::tst_waitscene {

using namespace Qt::StringLiterals;

namespace {

struct Fixture
{
    LiveWorld world;
    WorldScript script{&world};
    locks::Knowledge knowledge;

    Fixture() { script.observe(journal::Freshness::Live); }

    std::vector<const locks::LockQueue *> queues() const
    {
        std::vector<const locks::LockQueue *> out;
        for (const QString &path : world.world().lockPaths())
            out.push_back(&world.world().queue(path));
        return out;
    }
    WaitScene scene() const
    {
        const auto label = [](const locks::Contender &contender) { return locks::nameInData(contender.node); };
        const auto isWatching = [this](const locks::Contender &waiter, const QString &node) {
            return knowledge.watchers.value(node).contains(waiter.node.owner());
        };
        const auto standing = [](const locks::Contender &) { return QString(); };
        return makeScene(queues(), findings::waitCycles(world.world().waitGraph()), {label, isWatching, standing});
    }
    QString node(const QString &lock, int index) const
    {
        const locks::LockQueue &queue = world.world().queue(lock);
        return queue.pathOf(queue.contenders[size_t(index)]);
    }
};

const SceneEdge *edgeOf(const WaitScene &scene, int session, const QString &lock)
{
    for (const SceneEdge &edge : scene.edges) {
        if (scene.sessions[size_t(edge.session)].session == staged(session)
            && scene.locks[size_t(edge.lock)].path == lock)
            return &edge;
    }
    return nullptr;
}

/// Many sessions in many locks at random: the shapes that nobody thinks of.
WaitScene randomScene(quint32 seed)
{
    QRandomGenerator random(seed);
    Fixture f;
    const int locks = 1 + int(random.bounded(14));
    for (int lock = 0; lock < locks; ++lock) {
        QList<int> sessions;
        const int count = 1 + int(random.bounded(9));
        for (int i = 0; i < count; ++i)
            sessions += 1 + int(random.bounded(24));
        stageLock(f.script, u"/r/lock%1"_s.arg(lock), sessions);
    }
    f.script.flush();
    return f.scene();
}

} // namespace

class TestWaitScene : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aHolderBehindManyWaitersIsShown()
    {
        const QString lock = u"/mixed"_s;
        Fixture f;
        stageLock(f.script, lock, {1, 2, 3, 4, 5, 6, 7});
        f.script.come(lock, u"lock-0000000099"_s, staged(30)); // a client of another kind looks past them
        f.script.flush();
        QCOMPARE(f.world.world().queue(lock).holders.size(), size_t(2));
        const SceneEdge *edge = edgeOf(f.scene(), 30, lock);
        QVERIFY(edge);
    }

    void aDeadlockIsACycleInItsOrderAndWhoOnlyWaitsBehindItIsNotInIt()
    {
        Fixture f;
        stageDeadlock(f.script);
        const WaitScene scene = f.scene();
        QCOMPARE(scene.cycles.size(), size_t(1));
        const SceneCycle &cycle = scene.cycles.front();
        QList<SessionId> sessions;
        QStringList locks;
        for (size_t i = 0; i < cycle.sessions.size(); ++i) {
            sessions += scene.sessions[size_t(cycle.sessions[i])].session;
            locks += scene.locks[size_t(cycle.locks[i])].path;
        }
        QCOMPARE(sessions, (QList<SessionId>{staged(1), staged(2), staged(3)}));
        QCOMPARE(locks, (QStringList{u"/pay/ledger"_s, u"/pay/rates"_s, u"/pay/accounts"_s}));
        QCOMPARE(edgeOf(scene, 1, u"/pay/ledger"_s)->order, 1);
        QCOMPARE(edgeOf(scene, 2, u"/pay/rates"_s)->order, 2);
        QCOMPARE(edgeOf(scene, 3, u"/pay/accounts"_s)->order, 3);
        QVERIFY(edgeOf(scene, 1, u"/pay/accounts"_s)->inCycle); // what it holds is part of it
        QVERIFY(cycle.text.contains(u"job-1 waits in /pay/ledger for job-2"_s));
        const int behind = scene.indexOfSession(staged(9).toHex());
        QVERIFY(behind >= 0);
        QVERIFY(!scene.sessions[size_t(behind)].inCycle);
        QVERIFY(!edgeOf(scene, 9, u"/pay/rates"_s)->inCycle);
    }

    void aChainIsNoDeadlock()
    {
        Fixture f;
        stageChain(f.script, 0);
        const WaitScene scene = f.scene();
        QVERIFY(scene.cycles.empty());
        QCOMPARE(scene.sessions.size(), size_t(3));
        QVERIFY(edgeOf(scene, 21, u"/chain/one"_s)->holds);
        QVERIFY(!edgeOf(scene, 21, u"/chain/two"_s)->holds);
        QCOMPARE(edgeOf(scene, 21, u"/chain/two"_s)->place, 2);
    }

    void aLongQueueIsFoldedAndCounted()
    {
        Fixture f;
        stageChain(f.script, 340);
        const WaitScene scene = f.scene();
        const SceneLock &lock = scene.locks[size_t(scene.indexOfLock(u"/chain/two"_s))];
        QCOMPARE(lock.waiting, 341);
        int drawn = 0;
        for (const SceneEdge &edge : scene.edges)
            drawn += scene.locks[size_t(edge.lock)].path == lock.path && !edge.holds ? 1 : 0;
        QCOMPARE(drawn, firstSceneWaiters);
        QCOMPARE(lock.hiddenWaiters, 341 - drawn);
        QVERIFY(edgeOf(scene, 21, u"/chain/two"_s)); // of two locks: never folded away
    }

    void aSessionOfTwoLocksIsDrawnHoweverFarBackItWaits()
    {
        Fixture f;
        QList<int> queue;
        for (int i = 0; i < 50; ++i)
            queue += 100 + i;
        queue += 7;
        stageLock(f.script, u"/a"_s, queue);
        stageLock(f.script, u"/b"_s, {7});
        f.script.flush();
        const WaitScene scene = f.scene();
        QVERIFY(edgeOf(scene, 7, u"/a"_s));
        QCOMPARE(edgeOf(scene, 7, u"/a"_s)->place, 51);
        QVERIFY(scene.indexOfLock(u"/b"_s) >= 0); // although nobody waits there
    }

    void whereNobodyWaitsThereIsNothing()
    {
        Fixture f;
        stageLock(f.script, u"/a"_s, {1});
        stageLock(f.script, u"/b"_s, {2});
        f.script.flush();
        QVERIFY(f.scene().isEmpty());
    }

    void locksBeyondTheLimitAreCounted()
    {
        Fixture f;
        for (int i = 0; i < mostSceneLocks + 5; ++i)
            stageLock(f.script, u"/many/%1"_s.arg(i), {1000 + 2 * i, 1001 + 2 * i});
        stageDeadlock(f.script);
        const WaitScene scene = f.scene();
        QCOMPARE(int(scene.locks.size()), mostSceneLocks);
        QCOMPARE(scene.hiddenLocks, 8);
        QVERIFY(scene.indexOfLock(u"/pay/rates"_s) >= 0); // a deadlock is never what is left out
    }

    void aWaitIsReportedOnlyWhereAServerToldOfTheWatchInItsWay()
    {
        Fixture f;
        stageDeadlock(f.script);
        QVERIFY(!edgeOf(f.scene(), 1, u"/pay/ledger"_s)->reported);
        f.knowledge.watchers.insert(f.node(u"/pay/ledger"_s, 0), {staged(1)});
        f.knowledge.watchers.insert(f.node(u"/pay/rates"_s, 0), {staged(9)}); // not the one in 9's way
        QVERIFY(edgeOf(f.scene(), 1, u"/pay/ledger"_s)->reported);
        QVERIFY(!edgeOf(f.scene(), 9, u"/pay/rates"_s)->reported);
    }

    /// As the queue has it: a client of our own tells of its watches itself.
    void aWaitOfASimulatedClientIsReportedByItself()
    {
        Fixture f;
        for (quint32 id = 1; id <= 3; ++id) {
            const QString name = u"lock-000000000%1"_s.arg(id);
            spawn(f.script, id, u"/a"_s);
            f.script.come(u"/a"_s, name, SessionId{0x1000 + id});
            setState(f.script, id, id == 1 ? locks::LockState::Retained : locks::LockState::Fetching, u"/a/"_s + name);
        }
        f.script.write(journal::ClientWatchSet{ClientId{2}, u"/a"_s, true}); // every change in the directory
        f.script.flush();
        const auto reported = [&f] {
            QList<bool> waits;
            for (const SceneEdge &edge : sceneOf(f.world.world()).edges)
                waits += edge.holds || edge.reported;
            return waits;
        };
        QCOMPARE(reported(), (QList<bool>{true, true, false}));
        f.script.write(journal::ClientWatchSet{ClientId{3}, u"/a/lock-0000000002"_s, false}).flush();
        QCOMPARE(reported(), (QList<bool>{true, true, true}));
    }

    void allWhoHoldStandWhereWaitingPointsTo()
    {
        WaitScene scene;
        scene.locks.resize(1);
        scene.sessions.resize(5);
        for (int session = 0; session < 5; ++session) {
            const bool holds = session == 1 || session == 3;
            (holds ? scene.sessions[size_t(session)].holds : scene.sessions[size_t(session)].waits) = 1;
            SceneEdge &edge = scene.edges.emplace_back();
            edge.session = session;
            edge.holds = holds;
        }
        const GraphLayout layout = layOut(scene);
        for (size_t session = 0; session < 5; ++session)
            QCOMPARE(layout.sessions[session].left() > layout.locks[0].right(), scene.sessions[session].holds > 0);
    }

    void nothingOverlapsAndEveryEdgeJoinsNeighbours()
    {
        for (quint32 seed = 1; seed <= quint32(testprogram::played(150)); ++seed) {
            const WaitScene scene = randomScene(seed);
            const GraphMetrics metrics;
            const GraphLayout layout = layOut(scene, metrics);
            std::vector<QRectF> boxes = layout.sessions;
            boxes.insert(boxes.end(), layout.locks.begin(), layout.locks.end());
            for (size_t a = 0; a < boxes.size(); ++a) {
                QVERIFY(layout.bounds.contains(boxes[a]));
                for (size_t b = a + 1; b < boxes.size(); ++b)
                    QVERIFY2(!boxes[a].adjusted(-4, -4, 4, 4).intersects(boxes[b].adjusted(-4, -4, 4, 4)),
                             qPrintable(u"seed %1: %2 and %3"_s.arg(seed).arg(a).arg(b)));
            }
            for (size_t i = 0; i < scene.edges.size(); ++i) {
                const QRectF session = layout.sessions[size_t(scene.edges[i].session)];
                const QRectF lock = layout.locks[size_t(scene.edges[i].lock)];
                const qreal between = std::max(session.left(), lock.left()) - std::min(session.right(), lock.right());
                QVERIFY(std::abs(between - metrics.columnGap) < 0.01);
                const QPointF from = layout.edges[i].pointAtPercent(0);
                const QPointF to = layout.edges[i].pointAtPercent(1);
                const QRectF &source = scene.edges[i].holds ? lock : session;
                const QRectF &target = scene.edges[i].holds ? session : lock;
                QVERIFY(source.adjusted(-1, -1, 1, 1).contains(from) && target.adjusted(-1, -1, 1, 1).contains(to));
            }
        }
    }

    void theSameSceneIsLaidOutTheSame()
    {
        for (quint32 seed = 1; seed <= 20; ++seed)
            QCOMPARE(layOut(randomScene(seed)), layOut(randomScene(seed)));
    }

    void aDeadlockOfTwoIsADiamond()
    {
        Fixture f;
        stageLock(f.script, u"/a"_s, {1, 2});
        stageLock(f.script, u"/b"_s, {2, 1});
        f.script.flush();
        const GraphLayout layout = layOut(f.scene());
        QCOMPARE(layout.locks[0].center().x(), layout.locks[1].center().x());
        QCOMPARE(layout.sessions[0].center().y(), layout.sessions[1].center().y());
        QVERIFY(layout.sessions[0].right() < layout.locks[0].left());
        QVERIFY(layout.locks[0].right() < layout.sessions[1].left());
    }

    void rowsMoveNoMoreThanTheyMust()
    {
        QCOMPARE(spread({0, 100, 200}, {40, 40, 40}, 10), (std::vector<qreal>{0, 100, 200}));
        QCOMPARE(spread({50, 50, 50}, {40, 40, 40}, 10), (std::vector<qreal>{0, 50, 100}));
        QVERIFY(spread({}, {}, 10).empty());
    }
};

} // namespace lockscope::ui::tst_waitscene

LOCKSCOPE_TEST(lockscope::ui::tst_waitscene::TestWaitScene)
#include "tst_waitscene.moc"
