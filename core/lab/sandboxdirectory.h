// SPDX-License-Identifier: Apache-2.0
// The directory of a sandbox: a temporary one that goes with it, or one of the user's that stays.
// Never deletes anything in a directory of the user's, and never starts in one that is not empty or an earlier sandbox.
#pragma once

#include "core/base/error.h"

#include <QLockFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::lab {

/// A small shell that outlives this program, even if it is killed, just long enough to remove the temporary directory.
/// See docs/decisions/0002-sandbox-guard.md.
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

class SandboxDirectory
{
public:
    /// \a wanted is empty for a temporary one. An earlier sandbox's directory is used again with what is in it, if
    /// that had as many \a servers and is not running.
    static Result<std::unique_ptr<SandboxDirectory>> open(const QString &wanted, int servers);
    ~SandboxDirectory();

    QString path() const { return m_path; }
    bool isKept() const { return !m_temporary; }

private:
    SandboxDirectory() = default;
    static Result<std::unique_ptr<SandboxDirectory>> makeTemporary();

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<DirectoryGuard> m_guard; // its destructor comes after the next one's
    std::unique_ptr<QTemporaryDir> m_temporary;
};

} // namespace lockscope::lab
