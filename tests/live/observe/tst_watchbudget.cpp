// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/relay.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_watchbudget {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using journal::Freshness;

/// How many watches are held, by which sessions, and that they are given back.
class WatchBudgetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_others = openSession(m_sandbox.connectString());
        QVERIFY(m_others);
    }
    void cleanupTestCase() { m_others.reset(); }
    void init() { m_base = makeNode(*m_others, u"/t%1"_s.arg(++m_count)); }
    void cleanup() { QTRY_COMPARE_WITH_TIMEOUT(sessionsOnServer(), 1, awaitLimitMs); }

    void directoriesOverTheBudgetAreShownAndReported();
    void roomInTheBudgetIsUsedAgain();
    void nodesOverTheLimitAreNamedOnly();
    void watchesAreSpreadOverFurtherSessions();
    void watchesOnFurtherSessionsSurviveACut();
    void watchesOnFurtherSessionsSurviveExpiry();
    void anotherRootTakesBackTheWatchesOfTheOldOne();
    void theSameRootAgainIsLive();
    void aWatcherThatGoesInTheMiddleLeavesNoWatch();

private:
    /// dir0, dir1, … each with a contender.
    bool makeDirectories(int count)
    {
        for (int i = 0; i < count; ++i) {
            const QString path = makeNode(*m_others, directory(i));
            if (path.isEmpty() || makeNode(*m_others, path + u"/lock-"_s, NodeKind::EphemeralSequential).isEmpty())
                return false;
        }
        return true;
    }
    QString directory(int i) const { return u"%1/dir%2"_s.arg(m_base).arg(i); }
    int watchesOnServer() const // child watches count here, unlike in wchp
    {
        for (const QByteArray &line : askPort(m_sandbox.port(), "mntr").split('\n')) {
            if (line.startsWith("zk_watch_count\t"))
                return line.mid(15).toInt();
        }
        return -1;
    }
    int sessionsOnServer() const { return static_cast<int>(askPort(m_sandbox.port(), "cons").count("sid=0x")); }
    /// Each of the directories is live: one more contender in each is seen.
    bool allAreLive(const Observation &observation, int count)
    {
        for (int i = 0; i < count; ++i) {
            const qsizetype before = observation.queue(directory(i)).size();
            makeNode(*m_others, directory(i) + u"/lock-"_s, NodeKind::EphemeralSequential);
            if (!QTest::qWaitFor([&] { return observation.queue(directory(i)).size() == before + 1; }, awaitLimitMs))
                return false;
        }
        return true;
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    QString m_base;
    int m_count = 0;
};

void WatchBudgetTest::directoriesOverTheBudgetAreShownAndReported()
{
    QVERIFY(makeDirectories(10));
    observe::WatchLimits limits;
    limits.directories = 4;
    Observation observation(m_sandbox.connectString(), limits);
    QVERIFY(observation.watch(m_base));
    const auto &state = observation.world().observation();
    QCOMPARE(state.directoriesWatched, 4);
    QCOMPARE(state.watchBudget, 4);
    QCOMPARE(state.directoriesUnwatched, 7);
    QCOMPARE(watchesOnServer(), 4);
    QCOMPARE(difference(*m_others, observation.world(), m_base), QString()); // read all the same
    int live = 0;
    for (int i = 0; i < 10; ++i)
        live += observation.world().directory(directory(i))->watched ? 1 : 0;
    QCOMPARE(live, 3); // and the root
    makeNode(*m_others, m_base + u"/one-more"_s);
    QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesUnwatched, 8, awaitLimitMs);
    QCOMPARE(watchesOnServer(), 4);
}

void WatchBudgetTest::roomInTheBudgetIsUsedAgain()
{
    QVERIFY(makeDirectories(6));
    observe::WatchLimits limits;
    limits.directories = 4;
    Observation observation(m_sandbox.connectString(), limits);
    QVERIFY(observation.watch(m_base));
    QCOMPARE(observation.world().observation().directoriesUnwatched, 3);
    int removed = 0;
    for (int i = 0; i < 6 && removed < 3; ++i) {
        if (observation.world().directory(directory(i))->watched && ++removed)
            QVERIFY(removeTree(*m_others, directory(i)));
    }
    QCOMPARE(removed, 3);
    QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesWatched, 4, awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesUnwatched, 0, awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 4, awaitLimitMs); // the places are taken before the reads are through
}

void WatchBudgetTest::nodesOverTheLimitAreNamedOnly()
{
    for (int i = 0; i < 20; ++i)
        makeNode(*m_others, m_base + u"/lock-"_s, NodeKind::EphemeralSequential);
    observe::WatchLimits limits;
    limits.nodes = 12;
    Observation observation(m_sandbox.connectString(), limits);
    QVERIFY(observation.watch(m_base));
    const journal::Directory *seen = observation.world().directory(m_base);
    QCOMPARE(seen->children.size(), 20);
    QCOMPARE(
        std::count_if(seen->children.begin(), seen->children.end(), [](const auto &child) { return !!child.stat; }),
        12);
    QVERIFY(
        observation.child(m_base + u"/lock-0000000011"_s)->stat); // the first of the queue are the ones that are read
    QCOMPARE(observation.notices().size(), 1);
    QVERIFY(observation.notices().first().contains(u"more than 12 nodes"_s));

    // It counts what is there, not what has ever been: a busy lock is not given up after a while.
    limits.nodes = 25;
    Observation busy(m_sandbox.connectString(), limits);
    QVERIFY(busy.watch(m_base));
    for (int i = 0; i < 30; ++i) {
        const QString made = makeNode(*m_others, m_base + u"/lock-"_s, NodeKind::EphemeralSequential);
        QTRY_VERIFY_WITH_TIMEOUT(busy.child(made) && busy.child(made)->stat, awaitLimitMs);
        QVERIFY(await(m_others->remove(made, -1)));
        QTRY_VERIFY_WITH_TIMEOUT(!busy.child(made), awaitLimitMs);
    }
    QVERIFY(busy.notices().isEmpty());
}

void WatchBudgetTest::watchesAreSpreadOverFurtherSessions()
{
    constexpr int count = 30;
    QVERIFY(makeDirectories(count));
    observe::WatchLimits limits;
    limits.bytesPerSession = 120; // some ten of these paths
    const int sessionsBefore = sessionsOnServer();
    {
        Observation observation(m_sandbox.connectString(), limits);
        QVERIFY(observation.watch(m_base));
        QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesWatched, count + 1, awaitLimitMs);
        QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesUnwatched, 0, awaitLimitMs);
        QCOMPARE(watchesOnServer(), count + 1);
        QVERIFY(sessionsOnServer() >= sessionsBefore + 4);
        QVERIFY(observation.connection().session()->watchBytes() <= limits.bytesPerSession);
        QVERIFY(allAreLive(observation, count));
        QVERIFY(await(observation.watcher().close()));
        QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 0, awaitLimitMs);
        QCOMPARE(sessionsOnServer(), sessionsBefore + 1); // the further ones are closed, the main one is not ours
    }
}

void WatchBudgetTest::watchesOnFurtherSessionsSurviveACut()
{
    constexpr int count = 20;
    QVERIFY(makeDirectories(count));
    observe::WatchLimits limits;
    limits.bytesPerSession = 120;
    Relay relay(m_sandbox.port());
    Observation observation(relay.connectString(), limits);
    QVERIFY(observation.watch(m_base));
    QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesWatched, count + 1, awaitLimitMs);
    for (int round = 0; round < 3; ++round) {
        relay.cut();
        QTRY_COMPARE_WITH_TIMEOUT(observation.freshness(), Freshness::Stale, awaitLimitMs);
        makeNode(*m_others, directory(round) + u"/lock-"_s, NodeKind::EphemeralSequential);
        QTRY_VERIFY_WITH_TIMEOUT(observation.isSettled(), awaitLimitMs);
        QTRY_COMPARE_WITH_TIMEOUT(difference(*m_others, observation.world(), m_base), QString(), awaitLimitMs);
        QVERIFY(allAreLive(observation, count));
        QCOMPARE(watchesOnServer(), count + 1);
    }
}

void WatchBudgetTest::watchesOnFurtherSessionsSurviveExpiry()
{
    constexpr int count = 20;
    QVERIFY(makeDirectories(count));
    observe::WatchLimits limits;
    limits.bytesPerSession = 120;
    Relay relay(m_sandbox.port());
    Observation observation(relay.connectString(), limits, 400);
    QVERIFY(observation.watch(m_base));
    QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesWatched, count + 1, awaitLimitMs);
    relay.setPartitioned(true);
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 0, awaitLimitMs); // the server has ended all of its sessions
    makeNode(*m_others, directory(0) + u"/lock-"_s, NodeKind::EphemeralSequential);
    relay.cut();
    relay.setPartitioned(false);
    QTRY_VERIFY_WITH_TIMEOUT(observation.isSettled(), awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(observation.world().observation().directoriesWatched, count + 1, awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(difference(*m_others, observation.world(), m_base), QString(), awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), count + 1, awaitLimitMs);
    QVERIFY(allAreLive(observation, count));
}

void WatchBudgetTest::anotherRootTakesBackTheWatchesOfTheOldOne()
{
    QVERIFY(makeDirectories(10));
    Observation observation(m_sandbox.connectString());
    QVERIFY(observation.watch(m_base));
    QCOMPARE(watchesOnServer(), 11);
    QVERIFY(observation.watch(directory(3)));
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 1, awaitLimitMs);
    QCOMPARE(observation.connection().session()->watchCount(), 1);
    QCOMPARE(observation.world().directories().size(), size_t(1)); // what is not watched is not shown
    QVERIFY(observation.watch(m_base + u"/not-there"_s));
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 1, awaitLimitMs); // on the root that is waited for
    QVERIFY(observation.watch(directory(4)));
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 1, awaitLimitMs);
    QCOMPARE(observation.connection().session()->watchCount(), 1);
}

void WatchBudgetTest::theSameRootAgainIsLive()
{
    QVERIFY(makeDirectories(5));
    Observation observation(m_sandbox.connectString());
    for (int round = 0; round < 3; ++round) {
        QVERIFY(observation.watch(m_base));
        QCOMPARE(watchesOnServer(), 6);
        QVERIFY(allAreLive(observation, 5));
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
    }
}

void WatchBudgetTest::aWatcherThatGoesInTheMiddleLeavesNoWatch()
{
    QVERIFY(makeDirectories(100));
    Relay relay(m_sandbox.port());
    Observation observation(relay.connectString());
    QVERIFY(await(observation.connection().open()));
    int frames = 0;
    relay.setTap([&](bool, bool, const QByteArray &) { ++frames; });
    {
        observe::TreeWatcher watcher(observation.connection(), observation);
        std::optional<Result<Done>> ended;
        watcher.start(m_base).then([&](const Result<Done> &result) { ended = result; });
        QTRY_VERIFY_WITH_TIMEOUT(frames > 20, awaitLimitMs);
        QVERIFY(await(watcher.close()));
        QVERIFY(ended);
    }
    QVERIFY(await(observation.connection().session()->exists(u"/"_s))); // all that was under way has been answered
    QTRY_COMPARE_WITH_TIMEOUT(watchesOnServer(), 0, awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(observation.connection().session()->watchCount(), 0, awaitLimitMs); // it is told after
}

} // namespace lockscope::tst_watchbudget

LOCKSCOPE_TEST(lockscope::tst_watchbudget::WatchBudgetTest)
#include "tst_watchbudget.moc"
