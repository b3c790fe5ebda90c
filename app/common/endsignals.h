// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM as events of the main thread's loop. One receiver in a program.
#pragma once

#include <chrono>
#include <functional>

class QObject;

namespace lockscope {

/// Calls \a whenAsked at the first SIGINT or SIGTERM, on the event loop of \a receiver. From then on SIGALRM comes
/// after \a limit, and a second signal ends the program at once. Without a pipe to be had signals end it as ever.
void onEndSignal(QObject *receiver, std::chrono::seconds limit, std::function<void()> whenAsked);

} // namespace lockscope
