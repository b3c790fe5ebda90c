// SPDX-License-Identifier: Apache-2.0
// Several mutexes as one, as Curator's InterProcessMultiLock: taken one after another, all or none held.
// Never keeps some of them: if one fails, those that were taken are given back, the latest first.
#pragma once

#include "core/recipes/queuelocks.h"

#include <vector>

namespace lockscope::recipes {

/// Sorted by path, two of them can never wait for each other. As given, two that were given opposite orders each hold
/// what the other waits for: so it is with Curator's, which never sorts, and BROKEN ON PURPOSE in
/// broken-unsorted-multi.
///
/// Of its several nodes the grant names the first that was taken. Its token is that node's czxid, the smallest of them:
/// it grows from holder to holder among those that take the same locks in the same order. Locks that overlap but
/// differ have no common token; a resource behind one of them must be fenced with that lock's own node.
class MultiLock final : public Recipe
{
public:
    MultiLock(RecipeSpec spec, Store &store, StepObserver *observer);

    Task<Result<Grant>> acquire(std::stop_token stop) override;
    /// Gives all back even if one cannot be; the error is the first one's.
    Task<Result<Done>> release() override;
    /// True only if all of them are.
    Task<Result<bool>> isStillHeld() override;
    int entries() const override { return m_held ? 1 : 0; }

private:
    struct Part
    {
        QString path;
        std::unique_ptr<Mutex> lock;
    };

    /// Gives back what was taken and answers \a why, or why that could not be done.
    Task<Result<Grant>> giveUp(Error why);
    Task<Result<Done>> giveBack();

    QString m_path;
    Steps m_steps;
    std::vector<Part> m_parts; ///< in the order in which they are taken
    bool m_held = false;
};

} // namespace lockscope::recipes
