// SPDX-License-Identifier: Apache-2.0
// The queue that all locks of sequential nodes share: list, wait for one other node to go, list again.
// Never decides who blocks whom: that is the whole difference between the recipes built on it.
#pragma once

#include "core/recipes/contenders.h"
#include "core/recipes/nodelock.h"

namespace lockscope::recipes {

class SequentialLock : public NodeLock
{
protected:
    using NodeLock::NodeLock;

    /// Those whom waitsFor() has to know, in order, with \a own as the last: all up to it, unless a recipe needs fewer.
    /// Without \a own where it is not among \a names, which must outlive what this returns.
    virtual Contenders lineUpTo(const NameList &names, const QString &own) const;
    /// The index of the contender whose node must go before the one at \a me, the last, is served; -1: it is served
    /// now.
    virtual int waitsFor(const Contenders &contenders, int me) const = 0;

    Task<Result<Done>> waitForTurn(std::stop_token stop) override;
    /// Ends when the node at \a path has gone, or earlier: the list tells what is true then.
    virtual Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop);
    /// The path of the node that must go before ours is served; empty: none. NoNode: ours is not among them.
    virtual Result<QString> blockerAmong(const NameList &names) const;
};

} // namespace lockscope::recipes
