// SPDX-License-Identifier: Apache-2.0
// One server process of a sandbox: its files, its Java, its log.
// Never outlives the thread that started it, and never decides by itself what its end means.
#pragma once

#include "core/base/reply.h"
#include "core/lab/sandboxconfig.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QProcess>

#include <vector>

namespace lockscope::lab {

class ServerProcess : public QObject
{
    Q_OBJECT
public:
    ServerProcess(ServerPlan plan, const ServerProgram &program, QObject *parent = nullptr);
    /// Kills the process if it still runs.
    ~ServerProcess() override;

    /// Starts after the files of writeFiles() are there.
    Result<void> writeFiles(const QList<ServerPlan> &all, int tickTimeMs);
    void start();
    /// Kills it; answers when it has ended. ended() is not sent for that.
    Reply<Done> halt();
    /// On the data that it had, with its log going on.
    void startAgain();
    /// Its process stands still, or goes on.
    void setPaused(bool paused);
    /// Asks it to end, or kills it if nothing of it is kept; stopped() is sent for that, ended() no more.
    void stop(bool politely);
    /// After stop(), when its patience is over.
    void kill() { m_process.kill(); }
    /// After stop(): blocks until \a deadline, or its end; then kills.
    void waitForEnd(QDeadlineTimer deadline);

    const ServerPlan &plan() const { return m_plan; }
    qint64 pid() const { return m_process.processId(); }
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    QByteArray logTail() const;

Q_SIGNALS:
    /// It ended, or could not be started, without having been asked to; \a how as in "exited with code 1".
    void ended(const QString &how);
    /// It has ended after stop().
    void stopped();

private:
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);

    ServerPlan m_plan;
    ServerProgram m_program;
    QProcess m_process;
    std::vector<ReplyPromise<Done>> m_halting; ///< told when it has ended
    bool m_paused = false;
};

} // namespace lockscope::lab
