// SPDX-License-Identifier: Apache-2.0
// A mutex whose holder can be asked to give it back, as Curator's Revocable: others write a word into its node's data,
// and the holder, who watches these data, is told. Never taken away: the holder decides.
#pragma once

#include "core/recipes/queuelocks.h"

namespace lockscope::recipes {

class RevocableMutex final : public Mutex
{
public:
    using Mutex::Mutex;

    /// The holder is told once that it is asked, also if that was before it held. If it may not read its own node it
    /// holds all the same, and cannot be asked.
    Task<Result<Grant>> acquire(std::stop_token stop) override;
    Task<Result<Done>> release() override;
    /// Asks the node at the head of the queue, of any client. NotHeld if there is none.
    Task<Result<Done>> requestRevocation(std::stop_token stop) override;

private:
    /// Runs beside the holder, from the grant until its node is gone or released.
    Task<> listen(QString node);
    Task<> stopListening();
    /// Writes the word into the data of the holder's node.
    Task<Result<Done>> ask(QString holder);

    std::shared_ptr<Watch> m_watch; ///< on our own data, while it is set
    std::optional<ReplyPromise<Done>> m_listening;
    bool m_leaving = false;
};

/// What asks for the lock back in a node's data: Curator's word, or the one of ZooKeeper's documentation.
QByteArray revocationWord(locks::Dialect dialect);

} // namespace lockscope::recipes
