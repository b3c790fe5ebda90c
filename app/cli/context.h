// SPDX-License-Identifier: Apache-2.0
// What every command works with: the engine, and the World that its events are folded into, on the main thread.
// Never prints; that is the command's matter.
#pragma once

#include "core/base/task.h"
#include "core/engine/engine.h"
#include "core/history/world.h"

#include <QCoroFuture>
#include <QObject>

#include <QTimer>

#include <functional>
#include <memory>

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

    /// What the first SIGINT or SIGTERM does, instead of ending the program with Failed. A second one kills it.
    void onInterrupt(std::function<void()> end) { m_interrupt = std::move(end); }
    /// For commands that want one answer: a connection that is lost, and from which nothing has come a session timeout
    /// later, ends the program. \a end is told why, for commands that wait for something of their own; else the program
    /// ends at once. Until the next call of it, or of goOnForEver().
    void endWhenLost(std::function<void(const Error &)> end = {},
                     std::chrono::milliseconds atLeast = std::chrono::seconds(1));
    void goOnForEver() { m_patience.reset(); }

    /// For commands that print for as long as there is a reader: its end is told as an interrupt is.
    void endWithReader();

Q_SIGNALS:
    /// After the world has taken the batch in.
    void changed(const lockscope::journal::EventBatch &batch, const lockscope::journal::Changes &changes);

private:
    void interrupted();

    std::function<void()> m_interrupt;
    std::unique_ptr<QTimer> m_patience; ///< what ends the program when the connection is lost hangs on it
};

/// Readings of the servers for a command that wants one answer: once, and again while something odd is neither proven
/// nor gone, never longer than a few times Thresholds::settleMs. \a quick: once.
Task<> gatherEvidence(Context &context, bool quick);

} // namespace lockscope::cli
