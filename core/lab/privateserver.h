// SPDX-License-Identifier: Apache-2.0
// A server program that is started for this program alone: in a temporary directory, on a free loopback port, and gone
// with this thread and with all that it wrote, even if the program is killed. What kind of server it is, is said by
// those who derive from it. Never touches a server that it did not start.
#pragma once

#include "core/base/reply.h"
#include "core/lab/sandboxdirectory.h"

#include <QObject>
#include <QProcess>
#include <QStringList>

#include <chrono>
#include <memory>

namespace lockscope::lab {

class PrivateServer : public QObject
{
    Q_OBJECT
public:
    /// Kills it if it still runs.
    ~PrivateServer() override;

    /// Kills it: nothing of it is kept. Answers when it has ended; ended() is not sent for that.
    Reply<Done> stop();

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
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// A moment, before it is asked again whether it serves.
    Reply<Done> moment();
    void setServing() { m_serves = true; }
    /// What its log says last.
    Error endError() const;

private:
    QString m_name;
    std::unique_ptr<SandboxDirectory> m_directory; // before the process, so that it goes after it
    QProcess m_process;
    bool m_serves = false;
};

} // namespace lockscope::lab
