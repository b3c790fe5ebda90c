// SPDX-License-Identifier: Apache-2.0
// What makes processes and temporary directories go with this program, even when it is killed
// (docs/decisions/0002-sandbox-guard.md). Never removes a directory that it did not make.
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

/// A directory for what is temporary, this user's alone. It goes with this object, and with the program even if that is
/// killed: a small shell outlives it just long enough to remove the directory, and is there before it.
class GuardedDirectory
{
public:
    /// In the system's temporary directory; its name begins with \a prefix.
    explicit GuardedDirectory(const QString &prefix);
    ~GuardedDirectory();

    bool isValid() const { return m_problem.isEmpty(); }
    QString path() const { return m_path; }
    QString filePath(const QString &name) const { return m_path + u'/' + name; }
    /// Why it could not be made.
    QString errorString() const { return m_problem; }

private:
    QString m_path;
    QString m_problem;
    QProcess m_shell;
};

/// A small shell that outlives this program, even if it is killed, just long enough to end process groups: of programs
/// that start others, which would go on.
class GroupGuard
{
public:
    GroupGuard();
    /// Ends the groups that were not left out.
    ~GroupGuard();

    /// In a child between fork and exec: its own group is on the list from now on.
    void addThisProcess() const;
    void add(qint64 group) const;
    void leaveOut(qint64 group) const;

private:
    void say(char what, qint64 group) const;

    int m_words = -1; ///< to the shell; a pipe of ours, so that a child can write to it
    QProcess m_shell;
};

} // namespace lockscope
