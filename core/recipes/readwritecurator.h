// SPDX-License-Identifier: Apache-2.0
// Curator's read/write lock: readers watch the *oldest* writer, a writer the node just before it. A writer may go on as
// a reader: its new node takes the writer's own number, so that nobody who waits can pass. Never the other way round.
#pragma once

#include "core/recipes/sequentiallock.h"

namespace lockscope::recipes {

class ReadWriteCurator : public SequentialLock
{
public:
    ReadWriteCurator(RecipeSpec spec, Store &store, StepObserver *observer);

    Task<Result<Grant>> acquire(std::stop_token stop) override;
    /// The fencing token stays the writer's: those who wait have older nodes than the new one.
    Task<Result<Grant>> downgrade(std::stop_token stop) override;
    /// Refused: a reader that waits for its own lock to be free waits for ever.
    Task<Result<Grant>> upgrade(std::stop_token stop) override;

protected:
    /// The node by which the holder of m_held goes on as a reader.
    virtual Task<Result<Grant>> createReader(std::stop_token stop);

private:
    int waitsFor(const Contenders &contenders, int me) const override;

    bool m_reads = false; ///< what is held
};

} // namespace lockscope::recipes
