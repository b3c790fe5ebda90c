// SPDX-License-Identifier: Apache-2.0
// A server program that is started for this program alone: in a temporary directory, on a free loopback port, and gone
// with this thread and with all that it wrote, even if the program is killed. What kind of server it is, is said by
// subclasses. Never touches a server that it did not start.
#pragma once

#include "core/base/guard.h"
#include "core/base/reply.h"
#include "core/base/servercommand.h"
#include "core/base/task.h"
#include "core/servers/sandboxdirectory.h"

#include <QList>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

#include <chrono>
#include <csignal>
#include <memory>

namespace lockscope::servers {

class PrivateServer : public QObject
{
    Q_OBJECT
public:
    /// Kills it if it still runs.
    ~PrivateServer() override;

    /// Kills it. Answers when it has ended; ended() is not sent for that. Its files go with this object.
    Reply<Done> stop();
    /// Ends when that is so: for a restart, when it serves again. What this kind of server cannot do is refused.
    virtual Task<Result<Done>> command(ServerCommand command);

    qint64 pid() const { return m_process.processId(); }
    /// Empty before it was started.
    QString directory() const { return m_directory ? m_directory->path() : QString(); }

Q_SIGNALS:
    /// It ended without stop() after it had served.
    void ended(const lockscope::Error &error);

protected:
    /// \a name: for people, as in "Redis".
    PrivateServer(QString name, QObject *parent);

    Result<Done> makeDirectory();
    Result<Done> writeFile(const QString &name, const QByteArray &content) const;
    /// In its directory, with a log there. \a user: as whom, where this program runs as root; empty: as this one.
    void launch(const QString &program, const QStringList &arguments, const QString &user = {});
    /// What its programs leave behind goes with its directory.
    QProcessEnvironment environment() const;
    /// Asks it whether it serves.
    virtual Task<Result<Done>> greet() = 0;
    /// Ends when it serves, or with why it will not. \a notYet: the code of what greet() says until it does.
    Task<Result<Done>> untilServing(ErrorCode notYet, std::chrono::milliseconds limit);
    /// The signal by which it ends as if it had crashed, children too.
    void setCrashSignal(int signal) { m_crashSignal = signal; }
    tl::unexpected<Error> cannot(ServerCommand command) const;

private:
    void pause();
    void resume();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// What its log says last.
    Error endError() const;

    QString m_name;
    int m_crashSignal = SIGKILL;
    ErrorCode m_notYet = ErrorCode::Other;
    std::chrono::milliseconds m_startLimit{0};
    std::unique_ptr<SandboxDirectory> m_directory; // before the process, so that it goes after it
    QProcess m_process;
    QList<qint64> m_pausedChildren;
    std::unique_ptr<GroupGuard>
        m_pausedGuard; ///< while it is paused: a child that stands still does not notice that its server ended
    bool m_serves = false;
};

} // namespace lockscope::servers
