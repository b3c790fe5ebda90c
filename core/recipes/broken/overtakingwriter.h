// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: the writer that goes on as a reader takes a new number, at the end of the queue: the writer that
// waited sees nobody before it and enters beside the reader. As Curator's InterProcessReadWriteLock before 5.5
// (CURATOR-276, CURATOR-621). Never for real use.
#pragma once

#include "core/recipes/readwritecurator.h"

namespace lockscope::recipes {

class BrokenOvertakingWriter final : public ReadWriteCurator
{
public:
    BrokenOvertakingWriter(RecipeSpec spec, Store &store, StepObserver *observer);

private:
    Task<Result<Grant>> createReader(std::stop_token stop) override;

    OwnNode m_reader;
};

} // namespace lockscope::recipes
