// SPDX-License-Identifier: Apache-2.0
// What holds for every sequence of events on the packed word, tried on random ones and by real threads.
#include "core/recipes/processstate.h"
#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <thread>
#include <vector>

namespace lockscope::tst_processstate {

using locks::LockState;
using recipes::next;
using recipes::ProcessEvent;
using recipes::ProcessState;

namespace {

constexpr std::array allStates{LockState::Free, LockState::Fetching, LockState::Retained, LockState::Releasing,
                               LockState::Released};
constexpr std::array allEvents{ProcessEvent::ThreadComes,   ProcessEvent::ThreadGoes, ProcessEvent::Fetched,
                               ProcessEvent::FetchFailed,   ProcessEvent::Lost,       ProcessEvent::Deleted,
                               ProcessEvent::ReleaseFailed, ProcessEvent::FetchAgain};

rc::Gen<ProcessState> anyState()
{
    return rc::gen::build<ProcessState>(
        rc::gen::set(&ProcessState::state, rc::gen::elementOf(allStates)),
        rc::gen::set(&ProcessState::threads, rc::gen::inRange<quint32>(0, recipes::maxThreads + 1)));
}

bool mayFollow(LockState before, LockState after)
{
    switch (before) {
    case LockState::Free: return after == LockState::Fetching;
    case LockState::Fetching: return after == LockState::Retained || after == LockState::Releasing;
    case LockState::Retained: return after == LockState::Releasing;
    case LockState::Releasing: return after == LockState::Released;
    case LockState::Released: return after == LockState::Fetching;
    }
    return false;
}

bool check(void (*property)())
{
    return rc::check(property);
}

} // namespace

class TestProcessState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWordKeepsStateAndCount()
    {
        QVERIFY(check([] {
            const ProcessState state = *anyState();
            RC_ASSERT(recipes::unpack(recipes::pack(state)) == state);
        }));
    }

    void noEventLeavesTheCircle()
    {
        QVERIFY(check([] {
            const ProcessState before = *anyState();
            const auto after = next(before, *rc::gen::elementOf(allEvents));
            if (after) {
                RC_ASSERT(after->threads <= recipes::maxThreads);
                RC_ASSERT(after->state == before.state || mayFollow(before.state, after->state));
            }
        }));
    }

    void fromFreeOnTheCountAgreesWithTheState()
    {
        QVERIFY(check([] {
            const auto events = *rc::gen::container<std::vector<ProcessEvent>>(rc::gen::elementOf(allEvents));
            ProcessState now;
            for (const ProcessEvent event : events) {
                now = next(now, event).value_or(now);
                const bool taken = now.state == LockState::Fetching || now.state == LockState::Retained;
                RC_ASSERT(!taken || now.threads > 0);
                RC_ASSERT(now.state != LockState::Free || now.threads == 0);
            }
        }));
    }

    void whoeverComesAndGoesIsCountedOnce()
    {
        // Threads come, share and go in any order: the count is theirs, and fetches and releases alternate.
        QVERIFY(check([] {
            const auto comes = *rc::gen::container<std::vector<bool>>(rc::gen::arbitrary<bool>());
            ProcessState now;
            quint32 inside = 0;
            int fetches = 0, releases = 0;
            for (const bool come : comes) {
                if (come) {
                    fetches += now.state == LockState::Free || now.state == LockState::Released ? 1 : 0;
                    now = *next(now, ProcessEvent::ThreadComes);
                    now = next(now, ProcessEvent::Fetched).value_or(now);
                    ++inside;
                } else if (inside > 0) {
                    now = *next(now, ProcessEvent::ThreadGoes);
                    --inside;
                    if (now.state == LockState::Releasing) {
                        ++releases;
                        now = *next(now, ProcessEvent::Deleted);
                    }
                }
                RC_ASSERT(now.threads == inside);
                RC_ASSERT(fetches - releases == (inside > 0 ? 1 : 0));
            }
        }));
    }

    void aFullCountTakesNobodyElse()
    {
        for (const LockState state : allStates)
            QVERIFY(!next({state, recipes::maxThreads}, ProcessEvent::ThreadComes));
        QCOMPARE(next({LockState::Retained, recipes::maxThreads}, ProcessEvent::ThreadGoes)->threads,
                 recipes::maxThreads - 1);
    }

    void exactlyOneOfManyThreadsFetchesAndReleases()
    {
        constexpr int threads = 4, rounds = 2000;
        recipes::ProcessWord word;
        std::atomic<int> held = 0;
        std::atomic<int> faults = 0;
        const auto fetched = [&] {
            if (held.fetch_add(1) != 0)
                ++faults; // two fetched it without a release between
            word.change(ProcessEvent::Fetched);
        };
        const auto thread = [&] {
            for (int round = 0; round < rounds; ++round) {
                if (word.change(ProcessEvent::ThreadComes)->leadsInto(LockState::Fetching))
                    fetched();
                while (word.load().state != LockState::Retained)
                    std::this_thread::yield();
                if (held.load() != 1)
                    ++faults;
                if (!word.change(ProcessEvent::ThreadGoes)->leadsInto(LockState::Releasing))
                    continue;
                held.fetch_sub(1);
                word.change(ProcessEvent::Deleted);
                if (word.change(ProcessEvent::FetchAgain))
                    fetched();
            }
        };
        std::vector<std::thread> running;
        for (int i = 0; i < threads; ++i)
            running.emplace_back(thread);
        for (std::thread &one : running)
            one.join();
        QCOMPARE(faults.load(), 0);
        QCOMPARE(held.load(), 0);
        QCOMPARE(word.load(), (ProcessState{LockState::Released, 0}));
    }
};

} // namespace lockscope::tst_processstate

LOCKSCOPE_TEST(lockscope::tst_processstate::TestProcessState)
#include "tst_processstate.moc"
