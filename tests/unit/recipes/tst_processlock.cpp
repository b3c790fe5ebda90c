// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/recipes/process.h"

#include "core/base/path.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/gatekeeper.h"

namespace lockscope::tst_processlock {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::LockState;
using locks::Mode;
using locks::RecipeId;
using recipes::ProcessState;
using recipes::Step;

namespace {

recipes::RecipeSpec threeThreads(Mode mode = Mode::Exclusive)
{
    auto made = spec(locks::Dialect::Docs, mode);
    made.threads = 3;
    return made;
}

} // namespace

class TestProcessLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstThreadFetchesAndTheOthersShare()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Process process(ensemble, spec());
        QVERIFY(process.isIn(LockState::Free, 0));
        const auto one = process.acquire(1);
        const auto two = process.acquire(2);
        QVERIFY(!one->outcome && !two->outcome);
        QVERIFY(process.isIn(LockState::Fetching, 2));
        ensemble.run();
        const auto requests = process.session.requests();
        const auto three = process.acquire(3);
        QVERIFY(one->granted() && two->granted() && three->granted());
        QCOMPARE(process.session.requests(), requests);
        QVERIFY(process.isIn(LockState::Retained, 3));
        QCOMPARE(process.nodes().size(), 1);
        QCOMPARE(one->outcome->value(), three->outcome->value());
        QCOMPARE(two->outcome->value().token, ensemble.stat(two->outcome->value().node)->czxid);
    }

    void onlyTheLastThreadGivesItBack()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        process.acquire(1);
        process.acquireNow(2);
        QVERIFY(process.release(1)->value().has_value());
        QVERIFY(process.isIn(LockState::Retained, 1));
        QCOMPARE(process.release(1)->value().error().code, ErrorCode::NotHeld);
        ensemble.run();
        QCOMPARE(process.nodes().size(), 1);
        const auto last = process.release(2);
        QVERIFY(!*last);
        QVERIFY(process.isIn(LockState::Releasing, 0));
        ensemble.run();
        QVERIFY((*last)->has_value());
        QVERIFY(process.isIn(LockState::Released, 0));
        QVERIFY(process.nodes().isEmpty());
    }

    void aThreadEntersAgainWithoutTraffic()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        process.acquireNow(7);
        const auto requests = process.session.requests();
        const auto again = process.acquire(7);
        QVERIFY(again->granted());
        QCOMPARE(process.lock.depth(7), 2);
        QVERIFY(process.isIn(LockState::Retained, 1));
        process.release(7);
        QVERIFY(process.isIn(LockState::Retained, 1));
        QCOMPARE(process.session.requests(), requests);
        process.release(7);
        ensemble.run();
        QVERIFY(process.nodes().isEmpty());
    }

    void aThreadThatAsksTwiceBeforeItIsServedIsCountedOnce()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        const auto one = process.acquire(7);
        const auto two = process.acquire(7);
        QVERIFY(process.isIn(LockState::Fetching, 1));
        one->giveUp();
        QCOMPARE(one->error(), ErrorCode::Cancelled);
        QVERIFY(process.isIn(LockState::Fetching, 1));
        const auto three = process.acquireNow(7);
        QVERIFY(two->granted() && three->granted());
        QCOMPARE(process.lock.depth(7), 2);
        QVERIFY(process.isIn(LockState::Retained, 1));
    }

    void whoComesWhileReleasingWaitsAndThenFetchesAnew()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        const auto first = process.acquireNow(1);
        process.release(1);
        const auto second = process.acquire(2);
        const auto third = process.acquire(1);
        QVERIFY(process.isIn(LockState::Releasing, 2));
        QVERIFY(!second->outcome);
        ensemble.run();
        QVERIFY(second->granted() && third->granted());
        QVERIFY(process.isIn(LockState::Retained, 2));
        QVERIFY(second->outcome->value().token > first->outcome->value().token);
        QCOMPARE(process.nodes().size(), 1);
    }

    void aFetchThatFailsIsToldToEveryThread()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        process.session.refuse(u"create"_s, ErrorCode::NoAuth);
        const auto one = process.acquire(1);
        const auto two = process.acquireNow(2);
        QCOMPARE(one->error(), ErrorCode::NoAuth);
        QCOMPARE(two->error(), ErrorCode::NoAuth);
        QVERIFY(process.isIn(LockState::Released, 0));
        QCOMPARE(process.release(1)->value().error().code, ErrorCode::NotHeld);
    }

    void aFetchThatFailsTakesItsNodeBackInReleasing()
    {
        // Another holds, so that the process waits; its watch cannot be set: FETCHING → RELEASING → RELEASED.
        fake::FakeEnsemble ensemble;
        Holder holder(ensemble);
        Gatekeeper steps;
        std::shared_ptr<Ask> late;
        Process process(ensemble, spec(), &steps);
        steps.onStep = [&](Step step) {
            if (step != Step::Withdraw)
                return;
            QVERIFY(process.state().state == LockState::Releasing);
            late = process.acquire(2);
        };
        process.session.refuse(u"exists"_s, ErrorCode::NoAuth);
        const auto ask = process.acquire(1);
        while (!late)
            QVERIFY(ensemble.step());
        steps.onStep = {};
        QVERIFY(process.isIn(LockState::Releasing, 1));
        QVERIFY(!ask->outcome && !late->outcome);
        while (!ask->outcome)
            QVERIFY(ensemble.step());
        QCOMPARE(ask->error(), ErrorCode::NoAuth);
        QVERIFY(!late->outcome); // it has a fetch of its own
        QVERIFY(process.isIn(LockState::Fetching, 1));
        ensemble.run();
        QCOMPARE(late->error(), ErrorCode::NoAuth);
        QCOMPARE(process.nodes(), QStringList{baseName(holder.node())});
        QVERIFY(process.isIn(LockState::Released, 0));
    }

    void aReleaseThatFailsIsToldToEveryWaiter()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        process.acquireNow(1);
        process.session.refuse(u"delete"_s, ErrorCode::NoAuth);
        const auto released = process.release(1);
        const auto two = process.acquire(2);
        const auto three = process.acquireNow(3);
        QCOMPARE((*released)->error().code, ErrorCode::NoAuth);
        QCOMPARE(two->error(), ErrorCode::NoAuth);
        QCOMPARE(three->error(), ErrorCode::NoAuth);
        QVERIFY(process.isIn(LockState::Released, 0));
    }

    void aReleaseOfANodeThatSomebodyDeletedSaysSo()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        const auto held = process.acquireNow(1);
        ensemble.erase(held->outcome->value().node);
        const auto released = process.release(1);
        const auto next = process.acquireNow(2);
        QCOMPARE((*released)->error().code, ErrorCode::NotHeld);
        QVERIFY(next->granted()); // nothing of ours stands in its way
    }

    void aThreadThatGivesUpLeavesTheOthersWaiting()
    {
        fake::FakeEnsemble ensemble;
        Holder holder(ensemble);
        Process process(ensemble, spec());
        const auto one = process.acquire(1);
        const auto two = process.acquireNow(2);
        one->giveUp();
        QCOMPARE(one->error(), ErrorCode::Cancelled);
        QVERIFY(process.isIn(LockState::Fetching, 1));
        holder.releaseNow();
        QVERIFY(two->granted());
        QVERIFY(process.isIn(LockState::Retained, 1));
    }

    void theLastThreadThatGivesUpTakesTheNodeBackFirst_data()
    {
        QTest::addColumn<QString>("lost");
        for (const QString &lost : {u""_s, u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s})
            QTest::addRow("lost %s", qPrintable(lost)) << lost;
    }

    void theLastThreadThatGivesUpTakesTheNodeBackFirst()
    {
        QFETCH(QString, lost);
        for (int stopAfter = 0;; ++stopAfter) {
            fake::FakeEnsemble ensemble;
            Holder holder(ensemble);
            Process process(ensemble, spec());
            if (!lost.isEmpty())
                process.session.lose(Loss::Reply, lost);
            const auto one = process.acquire(1);
            const auto two = process.acquire(2);
            const bool more = ensemble.steps(stopAfter);
            one->giveUp();
            two->giveUp();
            QVERIFY(!two->outcome || process.nodes().size() == 1);
            ensemble.run();
            QCOMPARE(one->error(), ErrorCode::Cancelled);
            QCOMPARE(two->error(), ErrorCode::Cancelled);
            QVERIFY(process.isIn(LockState::Released, 0));
            QCOMPARE(process.nodes(), QStringList{baseName(holder.node())});
            QCOMPARE(ensemble.watchCount(), 0);
            if (!more)
                break;
        }
    }

    void whoComesAfterAllGaveUpGetsAFetchOfItsOwn()
    {
        fake::FakeEnsemble ensemble;
        Holder holder(ensemble);
        Process process(ensemble, spec());
        const auto one = process.acquireNow(1);
        one->giveUp();
        QVERIFY(process.isIn(LockState::Releasing, 0));
        const auto two = process.acquire(2);
        holder.releaseNow();
        QCOMPARE(one->error(), ErrorCode::Cancelled);
        QVERIFY(two->granted());
    }

    void whoGivesUpWhileReleasingIsToldAtOnce()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        process.acquireNow(1);
        process.release(1);
        const auto two = process.acquire(2);
        two->giveUp();
        QCOMPARE(two->error(), ErrorCode::Cancelled);
        QVERIFY(process.isIn(LockState::Releasing, 0));
        ensemble.run();
        QVERIFY(process.isIn(LockState::Released, 0));
        QVERIFY(process.nodes().isEmpty());
    }

    void aStopBeforeTheBeginningSendsNothing()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        Ask ask;
        ask.stop.request_stop();
        auto task = process.lock.acquire(1, ask.stop.get_token());
        QVERIFY(task.isReady());
        QVERIFY(process.session.requests().empty());
        QVERIFY(process.isIn(LockState::Free, 0));
    }

    void aTwinThatIsTakenBackIsNoFailure()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Gatekeeper steps;
        bool isTakenBack = false;
        Process process(ensemble, spec(), &steps);
        steps.onStep = [&](Step step) {
            isTakenBack = isTakenBack || (step == Step::Withdraw && process.state().state == LockState::Fetching);
        };
        process.session.lose(Loss::Reply, u"create"_s);
        process.session.lagOnce();
        const auto ask = process.acquireNow(1);
        QVERIFY(isTakenBack);
        QVERIFY(ask->granted());
        QCOMPARE(process.nodes().size(), 1);
    }

    void aSessionThatExpiresInAnyStateIsToldToEveryThread()
    {
        for (int expireAfter = 0;; ++expireAfter) {
            fake::FakeEnsemble ensemble;
            Holder holder(ensemble);
            Process process(ensemble, spec());
            const auto one = process.acquire(1);
            const auto two = process.acquire(2);
            const bool more = ensemble.steps(expireAfter);
            process.session.expire();
            const auto three = process.acquireNow(3);
            for (const auto &ask : {one, two, three})
                QCOMPARE(ask->error(), ErrorCode::SessionExpired);
            QVERIFY(process.isIn(LockState::Released, 0));
            QCOMPARE(process.nodes(), QStringList{baseName(holder.node())});
            if (!more)
                break;
        }
    }

    void aSessionThatExpiresWhileReleasingFailsTheRelease()
    {
        fake::FakeEnsemble ensemble;
        Process process(ensemble, spec());
        process.acquireNow(1);
        process.session.expire();
        const auto released = process.release(1);
        const auto waiting = process.acquire(2);
        process.lock.sessionLost(); // it releases already: nothing more is to be done
        ensemble.run();
        QCOMPARE((*released)->error().code, ErrorCode::SessionExpired);
        QCOMPARE(waiting->error(), ErrorCode::SessionExpired);
        QVERIFY(process.isIn(LockState::Released, 0));
    }

    // The recipe of clients: each of its threads enters.

    void allThreadsEnterByOneNode()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, threeThreads(), RecipeId::ProcessLock);
        QCOMPARE(a.recipe->entries(), 0);
        QVERIFY(a.acquireNow());
        QCOMPARE(a.recipe->entries(), 3);
        QCOMPARE(a.granted->value().token, ensemble.stat(a.node())->czxid);
        for (const int left : {2, 1, 0}) {
            QCOMPARE(a.nodesIn(lockPath), 1);
            QVERIFY(a.releaseNow());
            QCOMPARE(a.recipe->entries(), left);
        }
        QVERIFY(ensemble.children(lockPath).isEmpty());
        a.release();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
    }

    void processesExcludeOneAnother()
    {
        fake::FakeEnsemble ensemble;
        Actor writer(ensemble, threeThreads(), RecipeId::ProcessLock);
        Actor reader(ensemble, threeThreads(Mode::Shared), RecipeId::ProcessLock);
        Actor other(ensemble, threeThreads(Mode::Shared), RecipeId::ProcessLock);
        acquireInTurn({&writer, &reader, &other});
        QVERIFY(writer.holds() && reader.waits() && other.waits());
        while (writer.recipe->entries() > 0)
            writer.releaseNow();
        QVERIFY(reader.holds() && other.holds());
    }

    void aToldLossEndsEveryThreadsHold()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, threeThreads(), RecipeId::ProcessLock);
        a.acquireNow();
        a.session.expire();
        ensemble.run();
        a.recipe->sessionLost();
        QCOMPARE(a.recipe->entries(), 0);
        a.release();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
        a.acquireNow();
        QCOMPARE(a.acquireError(), ErrorCode::SessionExpired);
    }

    void noOrderOfEventsBreaksTheRules_data()
    {
        QTest::addColumn<double>("lossRate");
        QTest::newRow("calm") << 0.;
        QTest::newRow("losses") << 0.02;
    }

    void noOrderOfEventsBreaksTheRules()
    {
        QFETCH(double, lossRate);
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const QString fault = play(seed, lossRate);
            QVERIFY2(fault.isEmpty(), qPrintable(u"seed %1: %2"_s.arg(seed).arg(fault)));
        }
    }

private:
    /// One thread of one process and its latest acquire; null: it is outside.
    struct Thread
    {
        Process *process;
        recipes::ThreadId id;
        std::shared_ptr<Ask> ask;
        bool holds() const { return ask && ask->granted(); }
    };

    /// Three processes of three threads come, give up and leave as a seed decides. What went wrong; empty if nothing.
    static QString play(unsigned seed, double lossRate)
    {
        std::mt19937 random(seed);
        const auto chance = [&](double rate) { return std::uniform_real_distribution<>(0, 1)(random) < rate; };
        fake::FakeEnsemble ensemble;
        ensemble.shuffle(seed);
        std::vector<std::unique_ptr<Process>> processes;
        std::vector<Thread> threads;
        for (int i = 0; i < 3; ++i) {
            processes.push_back(std::make_unique<Process>(ensemble, spec()));
            for (recipes::ThreadId id = 0; id < 3; ++id)
                threads.push_back({processes.back().get(), id, {}});
        }
        int grants = 0;
        for (int turn = 0; turn < 1000; ++turn) {
            const bool goesOn = turn < 600; // afterwards nobody comes any more
            ensemble.step();
            if (chance(lossRate)) {
                static const std::array operations{u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s};
                processes[random() % 3]->session.lose(chance(0.5) ? Loss::Reply : Loss::Request,
                                                      operations[random() % 4]);
            }
            Thread &thread = threads[random() % threads.size()];
            if (!thread.ask && goesOn && chance(0.3)) {
                thread.ask = thread.process->acquire(thread.id);
            } else if (thread.holds() && (chance(0.3) || !goesOn)) {
                ++grants;
                thread.ask.reset();
                thread.process->release(thread.id);
            } else if (thread.ask && !thread.ask->outcome && chance(0.05)) {
                thread.ask->giveUp();
            } else if (thread.ask && thread.ask->outcome && !thread.holds()) {
                if (thread.ask->error() != ErrorCode::Cancelled)
                    return thread.ask->outcome->error().sentence().english();
                thread.ask.reset();
            }
            const QString fault = judge(processes, threads);
            if (!fault.isEmpty())
                return fault;
        }
        for (Thread &thread : threads) { // the rest, one by one
            ensemble.run();
            if (thread.ask && !thread.ask->outcome)
                return u"thread %1 waits for ever"_s.arg(thread.id);
            for (Thread &other : threads) {
                if (other.holds())
                    other.process->release(other.id);
                if (other.ask && other.ask->outcome)
                    other.ask.reset();
            }
        }
        ensemble.run();
        if (grants == 0)
            return u"nobody was ever served"_s;
        return ensemble.children(lockPath).isEmpty() ? QString() : u"nodes left behind"_s;
    }

    static QString judge(const std::vector<std::unique_ptr<Process>> &processes, const std::vector<Thread> &threads)
    {
        int retained = 0;
        for (const auto &process : processes) {
            const ProcessState state = process->state();
            const auto holding = std::count_if(threads.begin(), threads.end(), [&](const Thread &thread) {
                return thread.process == process.get() && thread.holds();
            });
            if (state.state == LockState::Retained) {
                ++retained;
                if (holding != static_cast<std::ptrdiff_t>(state.threads))
                    return u"%1 threads hold, %2 are counted"_s.arg(holding).arg(state.threads);
            } else if (holding > 0) {
                return u"a thread holds in %1"_s.arg(locks::lockStateName(state.state));
            }
        }
        return retained > 1 ? u"two processes hold"_s : QString();
    }
};

} // namespace lockscope::tst_processlock

LOCKSCOPE_TEST(lockscope::tst_processlock::TestProcessLock)
#include "tst_processlock.moc"
