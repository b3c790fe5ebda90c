// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context.h"

#include "app/cli/options.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSocketNotifier>
#include <QTimer>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>

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
        interrupted();
    });
    struct sigaction action
    { };
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // a second signal does not want to wait
    for (const int signal : {SIGINT, SIGTERM})
        ::sigaction(signal, &action, nullptr);
}

void Context::interrupted()
{
    if (m_interrupt)
        m_interrupt();
    else
        QCoreApplication::exit(static_cast<int>(ExitCode::Failed)); // sessions are closed by the engine's end
}

void Context::endWhenLost(std::function<void(const Error &)> end, std::chrono::milliseconds atLeast)
{
    auto *patience = new QTimer(this);
    patience->setSingleShot(true);
    connect(patience, &QTimer::timeout, this, [end = std::move(end)] {
        const Error lost{
            ErrorCode::ConnectionLoss, {}, {}, Text::verbatim(QStringLiteral("no server of it came back"))};
        if (end)
            end(lost);
        else
            QCoreApplication::exit(static_cast<int>(fail(lost)));
    });
    connect(this, &Context::changed, patience,
            [this, patience, atLeast](const auto &, const journal::Changes &changes) {
                if (!changes.connection)
                    return;
                // An expired session is not the end of it: until another one is there, the connection is still lost.
                const journal::ConnectionChanged &now = world.connection();
                if (now.state == ConnectionState::Connected) {
                    patience->stop();
                } else if (now.state == ConnectionState::Suspended && !patience->isActive()) {
                    std::fputs("lockscope-cli: the connection is lost, trying again\n", stderr);
                    patience->start(std::max(std::chrono::milliseconds(now.sessionTimeoutMs), atLeast));
                }
            });
}

Task<> gatherEvidence(Context &context, bool quick)
{
    auto first = context.engine.probeServers();
    co_await first; // where none tells anything, that is in what is printed
    const qint64 settleMs = context.world.thresholds().settleMs;
    QElapsedTimer clock;
    clock.start();
    while (!quick && context.world.isUnsettled() && clock.elapsed() < 3 * settleMs) {
        const ReplyPromise<Done> rest;
        QTimer::singleShot(std::max<qint64>(settleMs / 2, 100), &context, [rest] { rest.complete(Done()); });
        Reply<Done> resting(rest);
        co_await resting;
        auto again = context.engine.probeServers();
        co_await again;
    }
}

} // namespace lockscope::cli

#include "moc_context.cpp"
