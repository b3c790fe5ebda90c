// SPDX-License-Identifier: Apache-2.0
// The files that core and the window write, each with what is there before, how it is written, and what the program
// reads of it afterwards. Never with what goes wrong meanwhile: that is the test's.
#pragma once

#include "core/base/error.h"

#include <QString>

#include <functional>
#include <vector>

namespace lockscope::test {

struct Writing
{
    const char *name;
    /// A stream has what came through before it broke; all others are replaced as a whole or not at all.
    bool isStream;
    /// Not said to be done before it is on the disk.
    bool isSynced;
    /// On a thread, which a copy of this process would not have.
    bool isOnThread;
    std::function<void(const QString &file)> makeOld;
    std::function<Result<Done>(const QString &file)> write;
    /// "old", "new", "part" (of a stream: a valid beginning of it), or what is wrong with it.
    std::function<QString(const QString &file)> read;
};

/// One that writes something else in place of what was there; \a write is told which of the two.
Writing replacing(const char *name, const std::function<Result<Done>(const QString &file, bool isNew)> &write,
                  std::function<QString(const QString &file)> read);

std::vector<Writing> coreWritings();
std::vector<Writing> windowWritings();

} // namespace lockscope::test
