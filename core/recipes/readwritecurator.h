// SPDX-License-Identifier: Apache-2.0
// Curator's read/write lock: the queue of the documentation's, and from writer to reader without letting go.
#pragma once

#include "core/recipes/mutex.h"

namespace lockscope::recipes {

/// Curator's InterProcessReadWriteLock. A writer may go on as a reader: its new node takes the writer's own number, so
/// that no waiter can pass. Never the other way round.
class ReadWriteCurator : public QueueLock
{
public:
    ReadWriteCurator(RecipeSpec spec, Store &store, StepObserver *observer)
        : QueueLock(std::move(spec), locks::NameKind::ReadWrite, oldestWriterBefore, store, observer)
    {
    }

    /// The fencing token stays the writer's: waiters have older nodes than the new one.
    Task<Result<Grant>> downgrade(std::stop_token stop) override;
    /// Refused: a reader that waits for its own lock to be free waits for ever.
    Task<Result<Grant>> upgrade(std::stop_token stop) override;

protected:
    /// The node by which the holder goes on as a reader.
    virtual Task<Result<Grant>> createReader(std::stop_token stop);

private:
    bool reads() const;
};

} // namespace lockscope::recipes
