// SPDX-License-Identifier: Apache-2.0
// What every command works with: the engine, and the World that its events are folded into, on the main thread.
// Never prints; that is the command's matter.
#pragma once

#include "core/base/task.h"
#include "core/engine/engine.h"
#include "core/history/world.h"

#include <QCoroFuture>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::cli {

/// Servers that a run itself kills or restarts are back by then, however slow the machine is.
constexpr std::chrono::seconds ownServersReturn{60};

class Context : public QObject
{
    Q_OBJECT
public:
    Context();

    Engine engine;
    journal::World world;
    QList<Text> warnings; ///< of the journal so far, each once

    /// Long: there is a report to write, or processes to stop.
    enum class Ending { Quick, Long };
    /// What the first SIGINT or SIGTERM does, instead of ending the program with Failed. A second one kills it, and so
    /// do two seconds in which the command has not ended; at a long end ten, as long as the engine goes on.
    void onInterrupt(std::function<void()> end, Ending ending = Ending::Quick)
    {
        m_interrupt = std::move(end);
        m_ending = ending;
    }
    /// The exit code is known: whatever the engine still does at its end, a signal changes nothing in it.
    static void noteExitCode(int code);
    /// For commands that want one answer: a connection that is lost, and from which nothing has come a session timeout
    /// later, ends the program; by default that is the one that was granted, at most a minute. \a end gets the reason,
    /// for commands that wait for something of their own; else the program ends at once. So does what a
    /// simulated client asks again and again, if for twice that long it loses its connection each time; \a end may then
    /// be called more than once. Until the next call of it, or of goOnForEver().
    void endWhenLost(std::function<void(const Error &)> end, std::chrono::milliseconds atLeast,
                     std::optional<std::chrono::milliseconds> sessionTimeout = {});
    /// \a sessionTimeoutMs: as asked for, whatever is granted.
    void endWhenLost(int sessionTimeoutMs)
    {
        endWhenLost({}, std::chrono::seconds(1), std::chrono::milliseconds(sessionTimeoutMs));
    }
    void goOnForEver()
    {
        m_patience.reset();
        m_stall.reset();
    }
    /// For commands that want one answer, while they read: where for twice the session timeout that was asked for
    /// nothing comes, though the connection stands, the program ends. Until readingIsOver(), or goOnForEver().
    void endWithoutProgress(int sessionTimeoutMs);
    void readingIsOver() { m_stall.reset(); }

    /// For commands that print for as long as there is a reader: its end counts as an interrupt.
    void endWithReader();

    /// \a promise is completed with \a end's result, unless something else has completed it before.
    void completeWith(QFuture<Result<Done>> end, const ReplyPromise<Done> &promise)
    {
        end.then(this, [promise](const Result<Done> &result) { promise.complete(result); });
    }

Q_SIGNALS:
    /// After the world has taken the batch in.
    void changed(const lockscope::journal::EventBatch &batch, const lockscope::journal::Changes &changes);

private:
    void interrupted();
    void awaitEngine();

    std::function<void()> m_interrupt;
    Ending m_ending = Ending::Quick;
    QElapsedTimer m_sinceInterrupt;
    std::unique_ptr<QTimer> m_stall;
    std::unique_ptr<QTimer> m_patience; ///< what ends the program when the connection is lost hangs on it
};

/// Readings of the servers for a command that wants one answer: once, and again while something odd is neither proven
/// nor gone, never longer than a few times Thresholds::settleMs. \a quick: once.
Task<> gatherEvidence(Context &context, bool quick);

} // namespace lockscope::cli
