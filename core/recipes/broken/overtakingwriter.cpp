// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/overtakingwriter.h"

namespace lockscope::recipes {

namespace {

RecipeSpec shared(RecipeSpec spec)
{
    spec.mode = locks::Mode::Shared;
    return spec;
}

} // namespace

BrokenOvertakingWriter::BrokenOvertakingWriter(RecipeSpec spec, Store &store, StepObserver *observer)
    : ReadWriteCurator(spec, store, observer)
    , m_reader(shared(spec), locks::NameKind::ReadWrite, m_steps)
{
}

Task<Result<Grant>> BrokenOvertakingWriter::createReader(std::stop_token stop)
{
    auto created = co_await m_reader.create(stop); // sound: by the writer's own number
    co_return std::move(created);
}

} // namespace lockscope::recipes
