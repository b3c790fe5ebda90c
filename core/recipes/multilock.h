// SPDX-License-Identifier: Apache-2.0
// Several mutexes as one, as Curator's InterProcessMultiLock: taken one after another, all or none held.
// Never keeps some of them: if one fails, those that were taken are given back, the latest first.
#pragma once

#include "core/recipes/queuemutex.h"

#include <vector>

namespace lockscope::recipes {

/// Sorted by path, two of them can never wait for each other; in orders of their own (RecipeSpec::sorted false) they
/// can, for ever.
///
/// Of its several nodes the grant names the first that was taken. Its token is that node's czxid, the smallest of them:
/// it grows from holder to holder among those that take the same locks in the same order. Locks that overlap but
/// differ have no common token; a resource behind one of them must be fenced with that lock's own node.
class MultiLock : public Recipe
{
public:
    MultiLock(RecipeSpec spec, Store &store, StepObserver *observer);

    Task<Result<Grant>> acquire(std::stop_token stop) final;
    /// Gives all back even if one cannot be; the error is the first one's.
    Task<Result<Done>> release() final;
    /// True only if all of them are.
    Task<Result<bool>> isStillHeld() final;
    int entries() const final { return m_held ? 1 : 0; }

private:
    struct Part
    {
        QString path;
        std::unique_ptr<Recipe> lock;
    };

    Task<Result<Grant>> take(Recipe *lock, QString path, std::stop_token stop);
    Task<Result<Done>> giveBack();

    QString m_path;
    Steps m_steps;
    std::vector<Part> m_parts; ///< in the order in which they are taken
    bool m_held = false;
};

} // namespace lockscope::recipes
