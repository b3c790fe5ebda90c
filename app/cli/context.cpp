// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace lockscope::cli {

namespace {

/// The writing end of the pipe that carries signals into the event loop: a handler can do no more than write.
int signalPipe = -1;

void onSignal(int)
{
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(signalPipe, &byte, 1);
}

} // namespace

Context::Context()
{
    connect(&engine, &Engine::batchReady, this, [this](const journal::EventBatch &batch) {
        const journal::Changes changes = world.apply(batch);
        Q_EMIT changed(batch, changes);
    });

    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // signals end the program the hard way
    signalPipe = ends[1];
    auto *notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, readEnd = ends[0]] {
        char byte = 0;
        while (::read(readEnd, &byte, 1) == 1) { }
        Q_EMIT interrupted();
    });
    struct sigaction action
    { };
    action.sa_handler = onSignal;
    for (const int signal : {SIGINT, SIGTERM})
        ::sigaction(signal, &action, nullptr);
}

} // namespace lockscope::cli
