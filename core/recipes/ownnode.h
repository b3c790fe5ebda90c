// SPDX-License-Identifier: Apache-2.0
// A contender's own ephemeral node: made exactly once and deleted for certain, replies lost or not.
// Never leaves a second node of ours behind, and never deletes a node that is not ours.
#pragma once

#include "core/recipes/steps.h"

#include <vector>

namespace lockscope::recipes {

class OwnNode
{
public:
    OwnNode(RecipeSpec spec, locks::NameKind kind, Steps &steps);

    /// Makes the node, and the directory where it is missing. Cancelled if \a stop is requested before there is one.
    /// Its name has \a token; empty: a fresh one.
    Task<Result<Grant>> create(std::stop_token stop, QString token = {});
    /// Whether the reply to the last create() was lost, and the node was found in the directory.
    bool wasFoundAgain() const { return m_foundAgain; }
    /// Makes an ephemeral node of exactly this name. Nothing: somebody else has it.
    Task<Result<std::optional<Grant>>> createNamed(QString path, std::stop_token stop, Step step = Step::Enqueue);
    /// Deletes it. The value is false if somebody else had deleted it before.
    Task<Result<bool>> remove(Grant own, Step step);

private:
    /// Our session's nodes under the name we create, oldest first.
    Task<Result<std::vector<Grant>>> findOwn(QString prefix);
    /// After a create that was repeated: the oldest of our nodes stays, later twins are deleted.
    Task<Result<Grant>> keepOldest(QString prefix, Grant created);

    RecipeSpec m_spec;
    locks::NameKind m_kind;
    Steps &m_steps;
    bool m_foundAgain = false;
};

} // namespace lockscope::recipes
