// SPDX-License-Identifier: Apache-2.0
// The directory of a sandbox: a temporary one that goes with it, or one of the user's that stays.
// Never deletes anything in a directory of the user's, and never starts in one that is not empty or an earlier sandbox.
#pragma once

#include "core/base/error.h"
#include "core/base/guard.h"

#include <QLockFile>
#include <QString>

#include <memory>

namespace lockscope::servers {

class SandboxDirectory
{
public:
    /// \a wanted is empty for a temporary one. An earlier sandbox's directory is used again with what is in it, if
    /// that had as many \a servers and is not running.
    static Result<std::unique_ptr<SandboxDirectory>> open(const QString &wanted, int servers);

    QString path() const { return m_path; }
    bool isKept() const { return !m_temporary; }

private:
    SandboxDirectory() = default;
    static Result<std::unique_ptr<SandboxDirectory>> makeTemporary();

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<GuardedDirectory> m_temporary;
};

} // namespace lockscope::servers
