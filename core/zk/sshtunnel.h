// SPDX-License-Identifier: Apache-2.0
// Ways to servers through an SSH host: one process of the user's own OpenSSH, with its config, keys and agent, behind
// ports of our own (core/zk/ownports.h). It is started again when it ends, for as long as this tunnel is held.
//
// Never asks for a secret, never weakens how ssh looks at host keys, and never opens a way that another user of this
// machine could take. See docs/decisions/0012-ssh.md.
#pragma once

#include "core/base/error.h"
#include "core/base/guard.h"
#include "core/base/reply.h"
#include "core/zk/connectstring.h"
#include "core/zk/ownports.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::zk {

/// What is wrong with \a host ("bastion", "user@bastion:2222", "ssh://…") as a sentence; empty if nothing is.
Text sshHostProblem(const QString &host);

/// Lives on the thread that made it.
class SshTunnel : public QObject
{
    Q_OBJECT
public:
    /// Its owners share one ssh. Deleted later: a slot of its signals may drop the last reference.
    static std::shared_ptr<SshTunnel> make(const QString &host, std::chrono::milliseconds connectTimeout);
    ~SshTunnel() override;

    QString host() const { return m_host; }
    /// The port on 127.0.0.1 behind which the SSH host is asked for \a server, whose name is looked up there. It leads
    /// nowhere until ssh forwards it, after up() or reach().
    Result<HostPort> wayTo(const HostPort &server);
    /// Starts ssh where it does not run. Ends when it is through, or with what it said: then it is not started again
    /// unless it has been through before.
    Reply<Done> up();
    /// wayTo(), and ssh forwards it. Fails at once while ssh is not through.
    Reply<HostPort> reach(const HostPort &server);
    /// "127.0.0.1:43217" -> the server to which that leads.
    QHash<QString, QString> serverNames() const;

    /// Why there is no way just now, as a sentence; empty while there is one.
    Text trouble() const { return m_trouble; }
    /// What ssh said last of a server that the SSH host did not reach, as it is; empty where it said nothing.
    QString lastRefusal() const { return m_refusal; }

Q_SIGNALS:
    /// For the journal: ssh ended, or is through again, and what it said.
    void reported(const lockscope::Text &sentence, bool isTrouble);
    /// trouble() has changed.
    void changed();

private:
    SshTunnel(const QString &host, std::chrono::milliseconds connectTimeout);
    QString controlPath() const { return m_directory.filePath(QStringLiteral("control")); }
    QStringList forward(qsizetype way) const;
    void start();
    void hear();
    void onThrough();
    void onEnded(const Text &how);
    void answer(const Result<Done> &outcome);

    QString m_host;
    std::chrono::seconds m_connectTimeout;
    GuardedDirectory m_directory; ///< readable by this user only: its sockets are the ways' other ends
    struct Way
    {
        HostPort server;
        bool known = false; ///< to the ssh that runs
    };
    QList<Way> m_ways; ///< each goes by its index, as its port and its socket do
    QProcess m_ssh;
    QFileSystemWatcher m_appearing{this};
    QTimer m_again{this};
    std::chrono::milliseconds m_rest;
    QStringList m_said; ///< by ssh since it was started, or was through; the last lines
    QString m_refusal;
    Text m_trouble;
    bool m_through = false;
    bool m_wasThrough = false;
    std::vector<ReplyPromise<Done>> m_waiting;
    OwnPorts m_ports; ///< last: its connections use the rest
};

} // namespace lockscope::zk
