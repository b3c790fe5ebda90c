// SPDX-License-Identifier: Apache-2.0
// What makes processes and temporary directories go with this program, even when it is killed
// (docs/decisions/0002-sandbox-guard.md). Never touches a directory that the caller did not just make.
#pragma once

#include <QProcess>
#include <QString>

namespace lockscope {

class GroupGuard;

/// Makes \a process, once started, die with the thread that starts it, and puts it into a session of its own: it has no
/// terminal, and when it stops on Ctrl+C is its owner's business. \a user: as whom it runs, which takes root; empty: as
/// this program. \a guard: knows its group before it can start anything; outlives the start.
void tieToThisThread(QProcess &process, const QString &user = {}, const GroupGuard *guard = nullptr);

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

/// A small shell that outlives this program, even if it is killed, just long enough to end process groups: of programs
/// that start others, which would go on.
class GroupGuard
{
public:
    GroupGuard();
    /// Ends those that were not left out.
    ~GroupGuard();

    /// In a child between fork and exec: its own group is on the list from now on.
    void addThisProcess() const;
    void leaveOut(qint64 group) const;

private:
    void say(char what, qint64 group) const;

    int m_words = -1; ///< to the shell; a pipe of ours, so that a child can write to it
    QProcess m_shell;
};

} // namespace lockscope
