// SPDX-License-Identifier: Apache-2.0
// Waiting in coroutines: for a condition, up to a limit, with the event loop going on. Never blocks.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"

#include <QElapsedTimer>
#include <QTimer>

#include <chrono>
#include <functional>

namespace lockscope::chaos {

inline Reply<Done> delay(std::chrono::milliseconds time)
{
    const ReplyPromise<Done> over;
    QTimer::singleShot(time, [over] { over.complete(Done()); });
    return Reply<Done>(over);
}

/// False where it does not hold by then. Gets a name before it is awaited: GCC 12 destroys a function object twice that
/// is made within the await.
inline Task<bool> until(std::function<bool()> condition, std::chrono::milliseconds limit)
{
    constexpr auto interval = std::chrono::milliseconds(10);
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (clock.elapsed() > limit.count())
            co_return false;
        co_await delay(interval);
    }
    co_return true;
}

} // namespace lockscope::chaos
