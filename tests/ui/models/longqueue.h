// SPDX-License-Identifier: Apache-2.0
// A lock with a long line in a LiveWorld, and how many contenders are looked at meanwhile: counted, not timed.
#pragma once

#include "tests/bench/madeupqueue.h"
#include "tests/support/testprogram.h"
#include "ui/selection/selection.h"

namespace lockscope::ui {

using bench::MadeUpQueue;

inline constexpr int contenders = testprogram::played(10'000);
inline constexpr int handOvers = 20;
/// Far fewer than there are, and enough for the few blocks that one is looked for in.
inline constexpr quint64 mostLooks = contenders / 4;
inline constexpr int chosen = contenders / 10 * 7; ///< its number

template<typename Work>
quint64 looksOf(Work work)
{
#ifdef NDEBUG
    work();
    return 0;
#else
    const quint64 before = locks::contendersLookedAt;
    work();
    return locks::contendersLookedAt - before;
#endif
}

struct Line
{
    explicit Line(int length = contenders)
        : queue(&world, length)
    {
    }

    LiveWorld world;
    MadeUpQueue queue;
    Selection selection{&world};
    int gone = 0;

    /// Nothing reads the queue but what is tested: how it was read and followed is not counted.
    void handOver()
    {
        queue.handOver();
        ++gone;
        (void)world.world().queue(MadeUpQueue::lock());
    }
    void choose() { selection.choose(MadeUpQueue::lock(), {MadeUpQueue::pathOf(chosen)}); }
    void addClient(quint32 id, int number)
    {
        journal::ClientSpawned spawned;
        spawned.id = ClientId{id};
        spawned.name = QStringLiteral("client-%1").arg(id);
        spawned.lock = MadeUpQueue::lock();
        queue.also(spawned);
        journal::ClientLockState state;
        state.id = ClientId{id};
        state.state = locks::LockState::Fetching;
        state.node = MadeUpQueue::pathOf(number);
        queue.also(state);
    }
};

} // namespace lockscope::ui
