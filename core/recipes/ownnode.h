// SPDX-License-Identifier: Apache-2.0
// A lock by one ephemeral node of the client's own, made exactly once and deleted for certain, whatever replies are
// lost: what the queue's locks, semaphores and the plain ephemeral node share. Steps are virtual for the ones that are
// broken on purpose (brokenqueuelocks.h), each of which takes one of them wrongly.
#pragma once

#include "core/recipes/steps.h"

namespace lockscope::recipes {

/// Never leaves a second node behind, and never deletes one that is not its own.
class OwnNodeLock : public Recipe
{
public:
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override;
    int entries() const override { return m_held ? 1 : 0; }

protected:
    OwnNodeLock(RecipeSpec spec, locks::NameKind kind, Store &store, StepObserver *observer)
        : m_spec(std::move(spec))
        , m_steps(store, observer)
        , m_kind(kind)
    {
    }

    /// Makes a numbered node, and the directory where it is missing. Cancelled if \a stop is requested before there is
    /// one.
    virtual Task<Result<Grant>> create(std::stop_token stop);
    /// What the name of the next node begins with, so that it can be found again.
    virtual QString token();
    virtual NodeKind nodeKind() const { return NodeKind::EphemeralSequential; }
    /// Our session's nodes under the name that we create, oldest first.
    virtual Task<Result<std::vector<Grant>>> findOwn(QString prefix);
    /// Not only for names without a token: a token's node may be that of our last session, which is dying.
    virtual bool isOurs(const NodeStat &stat) const { return stat.owner() == m_steps.store().session(); }
    /// Makes an ephemeral node of exactly this name, and the directory where it is missing. Nothing: another has it.
    /// Cancelled if \a stop is requested before that is known.
    Task<Result<std::optional<Grant>>> createNamed(QString path, std::stop_token stop, Step step = Step::Enqueue);
    /// From now on the place in the queue is \a own.
    void takePlace(const Grant &own)
    {
        m_own = own;
        m_steps.enqueued(own.node);
    }
    /// By that place.
    Grant hold()
    {
        m_held = m_own;
        return m_own;
    }
    /// Without the lock: deletes our node and answers \a why, or why that could not be done.
    virtual Task<Result<Grant>> withdraw(Error why);
    /// Deletes \a own. The value is false if another had deleted it before.
    Task<Result<bool>> remove(Grant own, Step step);
    /// What acquire answers after a stop request.
    tl::unexpected<Error> cancelled() const
    {
        return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_spec.lock);
    }

    RecipeSpec m_spec;
    Steps m_steps;
    Grant m_own; ///< the place in the queue
    std::optional<Grant> m_held;
    bool m_foundAgain = false; ///< the reply to the last create() was lost, and the node was found in the directory

private:
    /// After a create that was repeated and answered.
    Task<Result<Grant>> withoutTwins(QString prefix, Grant created);
    /// The oldest of our nodes stays, later twins are deleted.
    Task<Result<Grant>> keepOldest(std::vector<Grant> own);

    locks::NameKind m_kind;
    int m_tokens = 0; ///< that were made of the session's seed
};

} // namespace lockscope::recipes
