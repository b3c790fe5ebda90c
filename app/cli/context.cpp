// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context.h"

#include "app/cli/commands.h"
#include "app/cli/lostrequests.h"
#include "app/cli/options.h"
#include "app/common/endsignals.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSocketNotifier>
#include <QTimer>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

namespace lockscope::cli {

using namespace std::chrono_literals;

namespace {

/// As often as a connection may be lost and found again before that counts as lost. One that has lasted begins afresh:
/// for longer than it takes to find out that a server answers nothing.
constexpr int mostLosses = 6;
qint64 lastingMs(std::chrono::milliseconds sessionTimeout)
{
    return std::max<std::chrono::milliseconds>(10s, 3 * sessionTimeout).count();
}

/// However long a session timeout a server grants.
constexpr std::chrono::milliseconds longestPatience = 60s;

/// Something came of what is asked. A command that observes nothing says so by being connected.
bool isProgress(const journal::World &world, const journal::Changes &changes, int readsBefore)
{
    const journal::ObservationChanged &observation = world.observation();
    return observation.root.isEmpty() || observation.readsDone > readsBefore || !changes.directories.isEmpty()
           || !changes.clients.isEmpty() || observation.freshness == journal::Freshness::Live;
}

void keepWarnings(const journal::EventBatch &batch, QList<Text> &warnings)
{
    for (const journal::Event &event : batch) {
        const auto *notice = std::get_if<journal::Notice>(&event.what);
        const bool isNew = notice && notice->severity == locks::Finding::Severity::Warning;
        if (isNew && !warnings.contains(notice->text))
            warnings += notice->text;
    }
}

Text notAnswered()
{
    return Text::en("connections are made, but what is asked on them is not answered");
}

/// However short a session is: a machine may be busy.
constexpr std::chrono::milliseconds leastPatience = 2s;

/// From a signal to the end of the program, whatever its threads do meanwhile; for a command that has something to do
/// at its end so much again and again, while the engine's thread takes turns.
constexpr auto endWithin = 2s;
constexpr std::chrono::seconds longestEnd = 10s;
/// Between two looks at the engine's thread.
constexpr auto lookInterval = 500ms;

volatile std::sig_atomic_t exitCodeAtLast = static_cast<int>(ExitCode::Failed);

/// Nothing is left that could be waited for: what is printed is written line by line.
void onTimeOver(int)
{
    ::_exit(exitCodeAtLast);
}

} // namespace

Context::Context()
{
    connect(&engine, &Engine::batchReady, this, [this](const journal::EventBatch &batch) {
        keepWarnings(batch, warnings);
        const journal::Changes changes = world.apply(batch);
        Q_EMIT changed(batch, changes);
    });

    onEndSignal(this, endWithin, [this] { interrupted(); });
    struct sigaction action
    { };
    action.sa_handler = onTimeOver;
    ::sigaction(SIGALRM, &action, nullptr);
}

void Context::noteExitCode(int code)
{
    exitCodeAtLast = code;
}

/// Gives the end more time as long as the engine's thread takes turns: one that is stuck has nothing to report.
void Context::awaitEngine()
{
    QTimer::singleShot(lookInterval, this, [this] {
        engine.takeTurn().then(this, [this](const Result<Done> &) {
            if (m_sinceInterrupt.hasExpired(std::chrono::milliseconds(longestEnd).count()))
                return;
            ::alarm(static_cast<unsigned>(endWithin.count()));
            awaitEngine();
        });
    });
}

void Context::interrupted()
{
    if (m_interrupt) {
        m_sinceInterrupt.start();
        const bool isLong = m_ending == Ending::Long; // asked first: it may be over by what follows
        m_interrupt();
        if (isLong)
            awaitEngine();
    } else {
        QCoreApplication::exit(static_cast<int>(ExitCode::Failed)); // sessions are closed by the engine's end
    }
}

void Context::endWithReader()
{
    struct stat out
    { };
    if (::fstat(STDOUT_FILENO, &out) != 0 || !(S_ISFIFO(out.st_mode) || S_ISSOCK(out.st_mode)))
        return;
    // The other end of a pipe that closes is an exceptional condition of this one, also where nothing is written.
    auto *gone = new QSocketNotifier(STDOUT_FILENO, QSocketNotifier::Exception, this);
    connect(gone, &QSocketNotifier::activated, this, [this, gone] {
        gone->setEnabled(false);
        interrupted();
    });
}

void Context::endWhenLost(std::function<void(const Error &)> end, std::chrono::milliseconds atLeast,
                          std::optional<std::chrono::milliseconds> sessionTimeout)
{
    const auto endWith = [end = std::move(end)](const Error &error) {
        if (end)
            end(error);
        else
            failForGood(error);
    };
    m_patience = std::make_unique<QTimer>();
    QTimer *patience = m_patience.get();
    patience->setSingleShot(true);
    struct Losses
    {
        int inARow = 0;
        int readsDone = 0; ///< as the observer last said
        QElapsedTimer connected;
        LostRequests requests;
    };
    const auto losses = std::make_shared<Losses>();
    connect(patience, &QTimer::timeout, this, [this, endWith, losses] {
        const bool isLetIn = losses->inARow > 1 || world.connection().state == ConnectionState::Connected;
        endWith({ErrorCode::NoAnswer,
                 {},
                 {},
                 isLetIn                                ? notAnswered()
                 : !world.connection().detail.isEmpty() ? world.connection().detail
                                                        : Text::en("no server of it came back")});
    });
    connect(this, &Context::changed, patience,
            [this, patience, atLeast, sessionTimeout, endWith, losses](const auto &batch, const auto &changes) {
                const journal::ConnectionChanged &now = world.connection();
                const auto granted = std::min(std::chrono::milliseconds(now.sessionTimeoutMs), longestPatience);
                const auto timeout = sessionTimeout.value_or(granted);
                if (losses->requests.take(batch, std::max(2 * timeout, atLeast))) {
                    endWith({ErrorCode::NoAnswer,
                             {},
                             {},
                             Text::en("what is asked is not answered, and the connection is lost over it")});
                }
                if (now.state == ConnectionState::Connected && losses->inARow <= mostLosses
                    && isProgress(world, changes, losses->readsDone))
                    patience->stop();
                losses->readsDone = world.observation().readsDone;
                if (!changes.connection)
                    return;
                // An expired session is not the end of it: until another one is there, the connection is still lost. A
                // connection that comes and goes again and again is none.
                if (now.state == ConnectionState::Connected) {
                    losses->connected.start();
                } else if (now.state == ConnectionState::Suspended) {
                    const bool lasted = losses->connected.isValid() && losses->connected.hasExpired(lastingMs(timeout));
                    losses->inARow = lasted ? 1 : losses->inARow + 1;
                    if (patience->isActive())
                        return;
                    if (now.isToZooKeeper() || now.detail.isEmpty())
                        std::fputs("lockscope-cli: the connection is lost, trying again\n", stderr);
                    else
                        sayError(now.detail.english());
                    patience->start(std::max(timeout, atLeast));
                } else if (now.state == ConnectionState::Closed && !now.detail.isEmpty() && !now.session.isNull()) {
                    // Without a session it never got in: the command itself hears why.
                    endWith({ErrorCode::Closed, {}, {}, now.detail});
                } else if (now.state == ConnectionState::AuthFailed && !now.session.isNull()) {
                    endWith({ErrorCode::AuthFailed, QStringLiteral("login"), {}, {}});
                }
            });
}

void Context::endWithoutProgress(int sessionTimeoutMs)
{
    m_stall = std::make_unique<QTimer>();
    QTimer *stall = m_stall.get();
    stall->setSingleShot(true);
    stall->setInterval(std::max(2 * std::chrono::milliseconds(sessionTimeoutMs), leastPatience));
    connect(stall, &QTimer::timeout, this, [] { failForGood({ErrorCode::NoAnswer, {}, {}, notAnswered()}); });
    connect(this, &Context::changed, stall,
            [this, stall, readsBefore = 0](const auto &, const journal::Changes &changes) mutable {
                const int reads = world.observation().readsDone;
                if (!changes.directories.isEmpty() || reads > readsBefore)
                    stall->start();
                readsBefore = reads;
            });
    stall->start();
}

Task<> gatherEvidence(Context &context, bool quick)
{
    auto first = context.engine.probeServers();
    co_await first; // where none reports anything, that is in what is printed
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
