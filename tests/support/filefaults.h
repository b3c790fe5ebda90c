// SPDX-License-Identifier: Apache-2.0
// What goes wrong with the files of one directory: for this program or its children, said by a table that both see.
// Never touches files elsewhere; needs tests/support/faultyfiles.c in front of libc.
#pragma once

#include "tests/support/faultyfiles.h"

#include <QStringList>
#include <QTemporaryFile>

namespace lockscope::test {

class FileFaults
{
public:
    enum class Child {
        Foreign, ///< such as a Java: built without sanitizers
        Ours,    ///< built as this program: what a sanitizer needs has to be loaded before anything else
    };

    FileFaults();
    ~FileFaults();

    /// What a child's environment needs so that its files in \a directory are meant; a relative one as the child sees
    /// it.
    QStringList environment(const QString &directory, Child child) const;
    /// This program's own files in \a directory are meant, until this is destroyed; the program is linked with the
    /// calls.
    void useHere(const QString &directory);

    /// Nothing goes wrong; calls of these kinds are counted, from 0 again.
    void count(uint64_t kinds = FAULTYFILES_ALL);
    /// What FAULTYFILES_… says, of calls that are counted from 0 again.
    void set(uint64_t act, uint64_t first, int error, uint64_t kinds = FAULTYFILES_ALL);

    uint64_t calls() const;
    uint64_t bytes() const;
    /// Calls that something was done to.
    uint64_t hits() const;

private:
    QTemporaryFile m_file;
    FaultyFiles *m_table = nullptr;
};

} // namespace lockscope::test
