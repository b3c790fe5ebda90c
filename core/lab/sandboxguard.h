// SPDX-License-Identifier: Apache-2.0
// What makes a sandbox go with this program even if it is killed: servers that the kernel ends with it, and a small
// shell that outlives it just long enough to remove the sandbox's temporary directory.
// Never removes a directory that was not made for this sandbox. See docs/decisions/0002-sandbox-guard.md.
#pragma once

#include <QProcess>
#include <QString>

namespace lockscope::lab {

/// Makes \a process, once started, die with the thread that starts it, and keeps the terminal's Ctrl+C from it: when
/// it stops is the sandbox's business.
void tieToThisThread(QProcess &process);

class DirectoryGuard
{
public:
    /// \a directory is one that the caller has just made.
    explicit DirectoryGuard(const QString &directory);
    /// Lets the directory be if it is gone already; else the guard tries once more to remove it.
    ~DirectoryGuard();

    bool isWatching() const { return m_shell.state() == QProcess::Running; }
    qint64 pid() const { return m_shell.processId(); }

private:
    QString m_directory;
    QProcess m_shell;
};

} // namespace lockscope::lab
