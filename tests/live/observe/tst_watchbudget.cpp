// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <algorithm>

namespace lockscope::tst_watchbudget {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Freshness;

/// How many watches are held, by which sessions, and that they are given back.
class WatchBudgetTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }
    void init() { m_base = make(u"/t%1"_s.arg(++m_count)); }
    void cleanup() { AWAIT_COMPARE(sessionsOnServer(), 1); }

    void directoriesOverTheBudgetAreShownAndReported()
    {
        QVERIFY(makeDirectories(10));
        Watched observation(m_sandbox.connectString(), m_base, {.directories = 4});
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
        make(m_base + u"/one-more"_s);
        AWAIT_COMPARE(observation.world().observation().directoriesUnwatched, 8);
        QCOMPARE(watchesOnServer(), 4);
    }

    void whatIsTooDeepIsNotReadAndSaidOnce()
    {
        QString path = m_base;
        for (int level = 0; level < 6; ++level) {
            path += u"/d"_s;
            QVERIFY(!make(path).isEmpty());
            QVERIFY(!make(path + u"/e"_s).isEmpty());
        }
        Watched observation(m_sandbox.connectString(), m_base, {.levels = 3});
        const journal::World &world = observation.world();
        QVERIFY(world.directory(m_base + u"/d/d/d"_s) != nullptr);
        QVERIFY(world.directory(m_base + u"/d/d/d/d"_s) == nullptr);
        QCOMPARE(observation.notices().filter(u"more than 3 levels below the root"_s).size(), 1);
    }

    void whatIsNotWatchedIsReadInTurn()
    {
        QVERIFY(makeDirectories(10));
        QVERIFY(!make(m_base + u"/group"_s).isEmpty());
        Watched observation(m_sandbox.connectString(), m_base, {.directories = 1, .turn = 500ms}); // the base
        QCOMPARE(observation.world().observation().directoriesUnwatched, 11);
        QVERIFY(allAreLive(observation, 10));
        // Nor does a lock stay unknown that is made where nobody watches, or shown that is gone there.
        const QString late = make(m_base + u"/group/late"_s);
        QVERIFY(!queueUp(late).isEmpty());
        AWAIT_COMPARE(observation.queue(late).size(), 1);
        QVERIFY(removeTree(*m_others, late));
        AWAIT_VERIFY(!observation.world().directory(late));
        // The turns are no work that anybody waits for, and no news where nothing has changed.
        AWAIT_VERIFY(observation.isSettled());
        const int listings = observation.listings(directory(0));
        const quint64 events = observation.world().eventNumber();
        const qint64 requests = requestsOnServer();
        AWAIT_VERIFY(requestsOnServer() > requests + 30); // two turns at least
        QCOMPARE(observation.listings(directory(0)), listings);
        QCOMPARE(observation.world().eventNumber(), events);
        QCOMPARE(watchesOnServer(), 1);
    }

    void leavesOverTheBudgetAreKnownByTheirStatAlone()
    {
        for (int i = 0; i < 30; ++i)
            QVERIFY(!make(u"%1/leaf%2"_s.arg(m_base).arg(i)).isEmpty());
        Observation observation(m_sandbox.connectString(), {.directories = 1}); // the base
        const qint64 before = requestsOnServer();
        QVERIFY(observation.watch(m_base));
        QVERIFY(requestsOnServer() - before < 50); // one each, and not a list besides
        QCOMPARE(observation.world().directories().size(), size_t(1));
        QCOMPARE(observation.world().observation().directoriesUnwatched, 30);
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
        // One that goes is one less; one that gets a lock is seen, and read again by hand it is watched.
        QVERIFY(await(m_others->remove(m_base + u"/leaf7"_s, -1)));
        AWAIT_COMPARE(observation.world().observation().directoriesUnwatched, 29);
        QVERIFY(!queueUp(m_base + u"/leaf8"_s).isEmpty());
        AWAIT_COMPARE(observation.queue(m_base + u"/leaf8"_s).size(), 1);
        QVERIFY(!queueUp(m_base + u"/leaf9"_s).isEmpty());
        observation.watcher().refresh(m_base + u"/leaf9"_s);
        AWAIT_COMPARE(observation.queue(m_base + u"/leaf9"_s).size(), 1);
        AWAIT_COMPARE(observation.world().observation().directoriesUnwatched,
                      29); // but for what is read again just now
    }

    /// What changes while it is read is read again, and again: that is no part of the reading.
    void aBusyTreeIsReadToItsEnd()
    {
        constexpr int locks = 60;
        QVERIFY(makeDirectories(locks));
        Relay relay(m_sandbox.port());
        relay.setDelay(20ms);
        int turn = 0;
        QTimer churn;
        connect(&churn, &QTimer::timeout, this, [&] { // some lock changes all the time
            const QString path = directory(++turn % locks) + u"/lock-"_s;
            m_others->create(path, {}, NodeKind::EphemeralSequential).then([this](const Result<CreatedNode> &made) {
                if (made)
                    std::ignore = m_others->remove(made->path, -1);
            });
        });
        churn.start(2);
        Watched observation(relay.connectString(), m_base);
        QCOMPARE(observation.freshness(), Freshness::Live);
        for (int i = 0; i < locks; ++i)
            QVERIFY(observation.listings(directory(i)) > 0);
        relay.setPartitioned(true);
        AWAIT_COMPARE(observation.freshness(), Freshness::Stale);
        relay.setPartitioned(false);
        AWAIT_COMPARE(observation.freshness(), Freshness::Live); // all is read once more
        churn.stop();
        AWAIT_COMPARE(difference(*m_others, observation.world(), m_base), QString());
    }

    void whatServersTellOfIsReadAtOnce()
    {
        QVERIFY(makeDirectories(2));
        const QString leaf = make(m_base + u"/leaf"_s);
        const QString group = make(m_base + u"/group"_s);
        // Of directories the base alone.
        Watched observation(m_sandbox.connectString(), m_base, {.directories = 1, .turn = 1h, .othersPerSecond = 0});
        const QString late = make(group + u"/late"_s);
        QStringList nodes;
        for (const QString &lock : {leaf, directory(1), late})
            nodes += queueUp(lock);
        const int listingsBefore = observation.listings(directory(0));
        const QStringList known{joinPath(directory(0), observation.queue(directory(0)).value(0))};
        observation.watcher().lookFor({{m_others->id(), nodes + known + QStringList{u"/elsewhere/node"_s}}});
        AWAIT_COMPARE(observation.queue(leaf).size(), 1);
        AWAIT_COMPARE(observation.queue(directory(1)).size(), 2);
        AWAIT_COMPARE(observation.queue(late).size(), 1);
        AWAIT_VERIFY(observation.isSettled());
        QCOMPARE(observation.listings(directory(0)), listingsBefore); // nothing new was told of it
        QVERIFY(!observation.world().directory(u"/elsewhere"_s));
    }

    void whatServersTellOfIsReadBeforeTheRest()
    {
        QVERIFY(makeDirectories(20));
        const QString deep = make(make(directory(19) + u"/a"_s) + u"/b"_s);
        const QString node = queueUp(deep);
        Watched observation(m_sandbox.connectString(), deep); // so that it is connected
        QTimer::singleShot(0, this, [&] { observation.watcher().lookFor({{m_others->id(), {node}}}); });
        QVERIFY(observation.watch(m_base));
        QVERIFY(observation.newestListing(deep) < observation.newestListing(directory(0)));
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
    }

    void watchesGoToLocksBeforeLeaves()
    {
        for (int i = 0; i < 30; ++i)
            QVERIFY(!make(u"%1/a-leaf%2"_s.arg(m_base).arg(i)).isEmpty());
        Watched observation(m_sandbox.connectString(), m_base, {.directories = 8});
        QCOMPARE(watchesOnServer(), 8); // the base and seven leaves
        QVERIFY(makeDirectories(6));
        const auto isWatched = [&](const QString &path) {
            const journal::Directory *seen = observation.world().directory(path);
            return seen && seen->watched;
        };
        for (int i = 0; i < 6; ++i)
            AWAIT_VERIFY(isWatched(directory(i)));
        QVERIFY(isWatched(m_base)); // it tells of further ones
        QVERIFY(allAreLive(observation, 6));
        AWAIT_COMPARE(watchesOnServer(), 8);
        // What is shown as watched is what is watched.
        int shown = 0;
        for (const auto &[path, seen] : observation.world().directories())
            shown += seen.watched ? 1 : 0;
        QCOMPARE(shown, 8);
        // A lock that has been empty since yields to one that is not.
        for (int i = 0; i < 6; ++i) {
            for (const QString &name : observation.queue(directory(i)))
                QVERIFY(await(m_others->remove(joinPath(directory(i), name), -1)));
        }
        AWAIT_VERIFY(observation.queue(directory(5)).isEmpty());
        QVERIFY(!make(m_base + u"/later"_s).isEmpty());
        QVERIFY(!queueUp(m_base + u"/later"_s).isEmpty());
        AWAIT_VERIFY(isWatched(m_base + u"/later"_s));
    }

    /// Where answers take long, what changes is listed at a pace: its place is not given meanwhile to what was found in
    /// it.
    void aWatchThatFiredKeepsItsPlace()
    {
        Relay relay(m_sandbox.port());
        Watched observation(relay.connectString(), m_base, {.directories = 1});
        relay.setDelay(40ms);
        for (int i = 0; i < 12; ++i) {
            QVERIFY(!make(directory(i)).isEmpty() && !queueUp(directory(i)).isEmpty());
            AWAIT_VERIFY(observation.world().directory(directory(i)));
        }
        relay.setDelay(0ms);
        AWAIT_VERIFY(observation.isSettled());
        QVERIFY(observation.world().directory(m_base)->watched);
        AWAIT_COMPARE(watchesOnServer(), 1);
    }

    void theChosenLockIsWatchedWhateverElseIsNot()
    {
        QVERIFY(makeDirectories(6));
        Watched observation(m_sandbox.connectString(), m_base, {.directories = 3, .turn = 1h});
        for (int i = 0; i < 6; ++i) {
            const QString chosen = directory(i);
            observation.watcher().refresh(chosen);
            AWAIT_VERIFY(observation.world().directory(chosen)->watched && observation.isSettled());
            const qsizetype before = observation.queue(chosen).size();
            queueUp(chosen);
            AWAIT_COMPARE(observation.queue(chosen).size(), before + 1);
            AWAIT_COMPARE(watchesOnServer(), 3);
            QVERIFY(observation.world().directory(m_base)->watched);
        }
    }

    void roomInTheBudgetIsUsedAgain()
    {
        QVERIFY(makeDirectories(6));
        Watched observation(m_sandbox.connectString(), m_base, {.directories = 4});
        QCOMPARE(observation.world().observation().directoriesUnwatched, 3);
        int removed = 0;
        for (int i = 0; i < 6 && removed < 3; ++i) {
            if (observation.world().directory(directory(i))->watched && ++removed)
                QVERIFY(removeTree(*m_others, directory(i)));
        }
        QCOMPARE(removed, 3);
        AWAIT_COMPARE(observation.world().observation().directoriesWatched, 4);
        AWAIT_COMPARE(observation.world().observation().directoriesUnwatched, 0);
        AWAIT_COMPARE(watchesOnServer(), 4); // the places are taken before the reads are through
    }

    void nodesOverTheLimitAreNamedOnly()
    {
        for (int i = 0; i < 20; ++i)
            queueUp(m_base);
        Watched observation(m_sandbox.connectString(), m_base, {.nodes = 12});
        const journal::Directory *seen = observation.world().directory(m_base);
        QCOMPARE(seen->children.size(), 20);
        const auto children = seen->children.all();
        QCOMPARE(std::ranges::count_if(children, [](const auto &child) { return !!child.stat; }), 12);
        QVERIFY(observation.child(m_base + u"/lock-0000000011"_s)
                    ->stat); // the first of the queue are the ones that are read
        QCOMPARE(observation.notices().size(), 1);
        QVERIFY(observation.notices().first().contains(u"more than 12 nodes"_s));

        // It counts what is there, not what has ever been: a busy lock is not given up after a while.
        Watched busy(m_sandbox.connectString(), m_base, {.nodes = 25});
        for (int i = 0; i < 30; ++i) {
            const QString made = queueUp(m_base);
            AWAIT_VERIFY(busy.child(made) && busy.child(made)->stat);
            QVERIFY(await(m_others->remove(made, -1)));
            AWAIT_VERIFY(!busy.child(made));
        }
        QVERIFY(busy.notices().isEmpty());
    }

    void watchesAreSpreadOverFurtherSessions()
    {
        constexpr int count = 30;
        QVERIFY(makeDirectories(count));
        const observe::WatchLimits limits{.bytesPerSession = 120}; // some ten of these paths
        const int sessionsBefore = sessionsOnServer();
        {
            Watched observation(m_sandbox.connectString(), m_base, limits);
            AWAIT_COMPARE(observation.world().observation().directoriesWatched, count + 1);
            AWAIT_COMPARE(observation.world().observation().directoriesUnwatched, 0);
            AWAIT_COMPARE(watchesOnServer(), count + 1);
            QVERIFY(sessionsOnServer() >= sessionsBefore + 4);
            QVERIFY(observation.connection().session()->watchBytes() <= limits.bytesPerSession);
            QVERIFY(allAreLive(observation, count));
            QVERIFY(await(observation.watcher().close()));
            AWAIT_COMPARE(watchesOnServer(), 0);
            QCOMPARE(sessionsOnServer(), sessionsBefore + 1); // the further ones are closed, the main one is not ours
        }
    }

    void watchesOnFurtherSessionsSurviveACut()
    {
        constexpr int count = 20;
        QVERIFY(makeDirectories(count));
        const observe::WatchLimits limits{.bytesPerSession = 120};
        Relay relay(m_sandbox.port());
        Watched observation(relay.connectString(), m_base, limits);
        AWAIT_COMPARE(observation.world().observation().directoriesWatched, count + 1);
        for (int round = 0; round < 3; ++round) {
            const int losses = observation.losses();
            relay.cut();
            AWAIT_VERIFY(observation.losses() > losses);
            queueUp(directory(round));
            AWAIT_VERIFY(observation.isSettled());
            AWAIT_COMPARE(difference(*m_others, observation.world(), m_base), QString());
            QVERIFY(allAreLive(observation, count));
            QCOMPARE(watchesOnServer(), count + 1);
        }
    }

    void watchesOnFurtherSessionsSurviveExpiry()
    {
        constexpr int count = 20;
        QVERIFY(makeDirectories(count));
        const observe::WatchLimits limits{.bytesPerSession = 120};
        Relay relay(m_sandbox.port());
        Watched observation(relay.connectString(), m_base, limits, 2'000);
        AWAIT_COMPARE(observation.world().observation().directoriesWatched, count + 1);
        relay.setPartitioned(true);
        AWAIT_COMPARE(watchesOnServer(), 0); // the server has ended all of its sessions
        queueUp(directory(0));
        relay.cut();
        relay.setPartitioned(false);
        AWAIT_VERIFY(observation.isSettled());
        AWAIT_COMPARE(observation.world().observation().directoriesWatched, count + 1);
        AWAIT_COMPARE(difference(*m_others, observation.world(), m_base), QString());
        AWAIT_COMPARE(watchesOnServer(), count + 1);
        QVERIFY(allAreLive(observation, count));
    }

    void anotherRootTakesBackTheWatchesOfTheOldOne()
    {
        QVERIFY(makeDirectories(10));
        Watched observation(m_sandbox.connectString(), m_base);
        QCOMPARE(watchesOnServer(), 11);
        QVERIFY(observation.watch(directory(3)));
        AWAIT_COMPARE(watchesOnServer(), 1);
        QCOMPARE(observation.connection().session()->watchCount(), 1);
        QCOMPARE(observation.world().directories().size(), size_t(1)); // what is not watched is not shown
        QVERIFY(observation.watch(m_base + u"/not-there"_s));
        AWAIT_COMPARE(watchesOnServer(), 1); // on the root that is waited for
        QVERIFY(observation.watch(directory(4)));
        AWAIT_COMPARE(watchesOnServer(), 1);
        QCOMPARE(observation.connection().session()->watchCount(), 1);
    }

    void theSameRootAgainIsLive()
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

    void aWatcherThatGoesInTheMiddleLeavesNoWatch()
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
            AWAIT_VERIFY(frames > 20);
            QVERIFY(await(watcher.close()));
            QVERIFY(ended);
        }
        QVERIFY(await(observation.connection().session()->exists(u"/"_s))); // all that was under way has been answered
        AWAIT_COMPARE(watchesOnServer(), 0);
        AWAIT_COMPARE(observation.connection().session()->watchCount(), 0); // it is told after
    }

private:
    int watchesOnServer() const // child watches count here, unlike in wchp
    {
        for (const QByteArray &line : askPort(m_sandbox.port(), "mntr").split('\n')) {
            if (line.startsWith("zk_watch_count\t"))
                return line.mid(15).toInt();
        }
        return -1;
    }
    /// Of all sessions, and those of the four-letter words themselves are none.
    qint64 requestsOnServer() const
    {
        qint64 sum = 0;
        for (const QByteArray &line : askPort(m_sandbox.port(), "cons").split('\n')) {
            const qsizetype at = line.indexOf("recved=");
            if (at >= 0)
                sum += line.mid(at + 7, line.indexOf(',', at) - at - 7).toLongLong();
        }
        return sum;
    }
    /// Each of the directories is live: one more contender in each is seen.
    bool allAreLive(const Observation &observation, int count)
    {
        for (int i = 0; i < count; ++i) {
            const qsizetype before = observation.queue(directory(i)).size();
            queueUp(directory(i));
            if (!QTest::qWaitFor([&] { return observation.queue(directory(i)).size() == before + 1; }, patienceMs()))
                return false;
        }
        return true;
    }
};

} // namespace lockscope::tst_watchbudget

LOCKSCOPE_TEST(lockscope::tst_watchbudget::WatchBudgetTest)
#include "tst_watchbudget.moc"
