// SPDX-License-Identifier: Apache-2.0
// An instant to the microsecond, for races: a timer counts in milliseconds, so the rest is spent in turns of the event
// loop. Never for waiting until something has happened.
#pragma once

#include "core/base/reply.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace lockscope::test {

/// Answers once \a after has passed, from the event loop; at once where that is nothing.
inline Reply<Done> instantAfter(std::chrono::microseconds after)
{
    if (after.count() <= 0)
        return Reply<Done>(Done());
    const ReplyPromise<Done> due;
    const auto at = std::chrono::steady_clock::now() + after;
    auto *turn = new QTimer;
    QObject::connect(turn, &QTimer::timeout, turn, [turn, at, due] {
        if (std::chrono::steady_clock::now() < at)
            return;
        turn->deleteLater();
        turn->stop();
        due.complete(Done());
    });
    turn->start(0);
    return Reply<Done>(due);
}

} // namespace lockscope::test
