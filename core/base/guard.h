// SPDX-License-Identifier: Apache-2.0
// What makes processes and temporary directories go with this program, even when it is killed
// (docs/decisions/0002-sandbox-guard.md). Never touches a directory that the caller did not just make.
#pragma once

#include <QProcess>
#include <QString>

namespace lockscope {

/// Makes \a process, once started, die with the thread that starts it, and puts it into a session of its own: it has no
/// terminal, and when it stops on Ctrl+C is its owner's business. \a user: as whom it runs, which takes root; empty: as
/// this program.
void tieToThisThread(QProcess &process, const QString &user = {});

/// The same for a command that a user runs through this program: it keeps the terminal, and Ctrl+C reaches it too.
void endWithThisThread(QProcess &process);

/// A small shell that outlives this program, even if it is killed, just long enough to remove a temporary directory.
class DirectoryGuard
{
public:
    /// \a directory is one that the caller has just made.
    explicit DirectoryGuard(const QString &directory);
    /// Lets the directory be if it is gone already; else the guard tries once more to remove it.
    ~DirectoryGuard();

private:
    QString m_directory;
    QProcess m_shell;
};

} // namespace lockscope
