// SPDX-License-Identifier: Apache-2.0
// One server of a sandbox: the Java and the jars that it runs, its configuration files, its process and its log. Never
// downloads anything, never outlives the thread that started it, and never decides what its end means.
#pragma once

#include "core/servers/sandbox.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QObject>
#include <QProcess>

#include <vector>

namespace lockscope::servers {

// ---- what it runs ----

struct ServerProgram
{
    QString java;          ///< absolute path
    QStringList classPath; ///< absolute paths
    bool hasAdminServer = true;
    QString origin; ///< for people: the jar or the directory that the server comes from
};

/// What to run, or a sentence that says what to install.
Result<ServerProgram> findServerProgram(const JavaPlaces &places);

// ---- its configuration ----

struct ServerPlan
{
    int number = 1;    ///< from 1; ZooKeeper's myid
    QString directory; ///< the server's own; it runs there, so that no path in its configuration needs escaping
    quint16 clientPort = 0;
    quint16 adminPort = 0;
    quint16 quorumPort = 0; ///< these two only if there are several servers
    quint16 electionPort = 0;
    QByteArray extraLines = {};   ///< at the end of its zoo.cfg
    int heapMb = 512;             ///< at most
    QStringList environment = {}; ///< "NAME=value", besides this program's own

    QString logFile() const { return directory + QStringLiteral("/server.log"); }
};

/// zoo.cfg of \a self. \a all has one entry for a standalone server, else the ensemble.
QByteArray zooCfg(const ServerPlan &self, const QList<ServerPlan> &all, int tickTimeMs, bool adminServer);

/// The line of a server's log that says best why it ended; empty for an empty log.
QString mostTellingLine(const QByteArray &log);
/// True if a server could not listen because another program does.
bool saysPortTaken(const QByteArray &log);

// ---- its process ----

class ServerProcess : public QObject
{
    Q_OBJECT
public:
    ServerProcess(ServerPlan plan, const ServerProgram &program, QObject *parent = nullptr);
    /// Kills the process if it still runs.
    ~ServerProcess() override;

    /// Starts after the files of writeFiles() are there.
    Result<void> writeFiles(const QList<ServerPlan> &all, int tickTimeMs);
    void start() { m_process.start(); }
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
    void ended(const lockscope::Text &how);
    /// It has ended after stop().
    void stopped();

private:
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);

    ServerPlan m_plan;
    ServerProgram m_program;
    QProcess m_process;
    std::vector<ReplyPromise<Done>> m_halting; ///< answered when it has ended
    bool m_paused = false;
};

} // namespace lockscope::servers
