// SPDX-License-Identifier: Apache-2.0
// A mutex whose holder can be asked to give it back, as Curator's Revocable: others write a word into its node's data,
// and the holder, who watches these data, is told. Never taken away: the holder decides.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class RevocableMutex final : public Recipe
{
public:
    RevocableMutex(RecipeSpec spec, Store &store, StepObserver *observer);

    /// The holder is told once that somebody asks, also if that was before it held. If it may not read its own node it
    /// holds all the same, and cannot be asked.
    Task<Result<Grant>> acquire(std::stop_token stop) override;
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override { return m_lock.isStillHeld(); }
    int entries() const override { return m_lock.entries(); }

    /// Asks the node at the head of the queue, whoever owns it. NotHeld if there is none.
    Task<Result<Done>> requestRevocation(std::stop_token stop) override;

private:
    /// Runs beside the holder, from the grant until its node is gone or released.
    Task<> listen(QString node);
    Task<> stopListening();
    /// Writes the word into the data of the holder's node.
    Task<Result<Done>> ask(QString holder);

    RecipeSpec m_spec;
    Steps m_steps;
    QueueMutex m_lock;
    std::shared_ptr<Watch> m_watch; ///< on our own data, while it is set
    std::optional<ReplyPromise<Done>> m_listening;
    bool m_leaving = false;
};

/// What asks for the lock back in a node's data: Curator's word, or the one of ZooKeeper's documentation.
QByteArray revocationWord(locks::Dialect dialect);

} // namespace lockscope::recipes
