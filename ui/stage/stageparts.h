// SPDX-License-Identifier: Apache-2.0
// Of whom the stage has a card, and what each card says: read from a queue and its model. Never knows where a card is.
#pragma once

#include "core/locks/queue.h"
#include "ui/stage/stagecard.h"
#include "ui/stage/stagedrawing.h"

#include <vector>

namespace lockscope::ui {

class QueueModel;

struct StagePart
{
    int count = 0; ///< folded ones, too
    /// Of contenders that have one, in order of service: indices in the queue. Below 0: of its zombies.
    std::vector<int> cards;
};

struct StageParts
{
    StagePart holders;
    StagePart waiters;
};

/// At most \a mostWaiters waiters have a card; the others are folded.
StageParts partsOf(const locks::LockQueue &queue, int mostWaiters);

/// A card of one that only believes to hold is of no contender.
constexpr bool isGhost(int index)
{
    return index < 0;
}
/// Of the node.
const QString &nodeNameOf(const locks::LockQueue &queue, int index);
/// What it says; how large it is, and whether it is marked, is the view's.
StageCard cardOf(const QueueModel &model, int index, bool holds);

/// What each of several servers has of the lock's key, at the instant that is shown.
std::vector<StageCopy> copiesOf(const QueueModel &model);

} // namespace lockscope::ui
