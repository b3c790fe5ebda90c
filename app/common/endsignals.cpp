// SPDX-License-Identifier: Apache-2.0
#include "app/common/endsignals.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

namespace lockscope {

namespace {

/// The writing end of the pipe that carries signals into the event loop: a handler can do no more than write.
int signalPipe = -1;
volatile std::sig_atomic_t endWithinS = 0;

void onSignal(int)
{
    ::alarm(static_cast<unsigned>(endWithinS));
    for (const int signal : {SIGINT, SIGTERM}) // a second one does not want to wait, whichever it is
        ::signal(signal, SIG_DFL);
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(signalPipe, &byte, 1);
}

} // namespace

void onEndSignal(QObject *receiver, std::chrono::seconds limit, std::function<void()> whenAsked)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    signalPipe = ends[1];
    endWithinS = static_cast<std::sig_atomic_t>(limit.count());
    auto *notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, receiver);
    QObject::connect(notifier, &QSocketNotifier::activated, receiver,
                     [whenAsked = std::move(whenAsked), readEnd = ends[0]] {
                         char byte = 0;
                         while (::read(readEnd, &byte, 1) == 1) { }
                         whenAsked();
                     });
    struct sigaction action
    { };
    action.sa_handler = onSignal;
    for (const int signal : {SIGINT, SIGTERM})
        ::sigaction(signal, &action, nullptr);
}

} // namespace lockscope
