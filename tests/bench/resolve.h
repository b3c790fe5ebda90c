// SPDX-License-Identifier: Apache-2.0
// One reading of a lock by the engine, timed on the main thread. The part with widgets is built with the GUI only.
#pragma once

#include "core/engine/engine.h"
#include "tests/bench/bench.h"
#include "tests/bench/peerprocess.h"

#include <optional>

namespace lockscope::bench {

Result<Done> openEngine(Engine &engine, const Options &options);
/// The process makes options.contenders of them, and keeps them until it ends.
Result<Done> holdContenders(PeerProcess &process, const Options &options, const QString &lock);

struct ReadingTimes
{
    double resolvedMs = 0;             ///< the last owner is in the World
    std::optional<double> firstRowsMs; ///< a paint event that showed rows has been carried out
};

/// observe() until every one of \a count owners is in a fresh World.
Result<ReadingTimes> readIntoWorld(Engine &engine, const QString &lock, int count);
/// The same with the window's models and the Queue panel, offscreen.
Result<ReadingTimes> readIntoPanel(Engine &engine, const QString &lock, int count);

/// Counts what a batch says of \a lock; times are counted from \a startedNs.
struct Progress
{
    QString lock;
    int count = 0;
    qint64 startedNs = 0;
    int resolved = 0;
    ReadingTimes times = {};

    void add(const journal::EventBatch &batch);
    bool isDone() const { return resolved >= count; }
    double sinceMs() const;
};

/// observe() until \a isDone, with each batch folded by \a fold, or as long as patience lasts.
Result<ReadingTimes> readInto(Engine &engine, Progress &progress,
                              const std::function<void(const journal::EventBatch &)> &fold,
                              const std::function<bool()> &isDone);

} // namespace lockscope::bench
