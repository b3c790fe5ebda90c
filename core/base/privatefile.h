// SPDX-License-Identifier: Apache-2.0
// Files that only their owner may read, since they hold data of znodes, names of machines and of people: recordings,
// notes, reports, exports. Never changes the permissions of a file that was there: its owner chose them.
#pragma once

#include "core/base/text.h"
#include "core/base/wholefile.h"

#include <QFile>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace lockscope {

constexpr QFileDevice::Permissions ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

/// As QFile::open(); a file that is made by it is its owner's alone.
inline bool openPrivately(QFile &file, QIODevice::OpenMode mode)
{
    return file.open(mode, ownerOnly);
}

/// Opens a pipe or a device for writing. Empty, or why not: a pipe without a reader is an error, and not waited for.
inline QString openStream(QFile &stream)
{
    const QByteArray name = QFile::encodeName(stream.fileName());
    const int opened = ::open(name.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0)
        return errno == ENXIO ? Text::en("nothing reads from it").shown() : qt_error_string(errno);
    ::fcntl(opened, F_SETFL, ::fcntl(opened, F_GETFL) & ~O_NONBLOCK); // a slow reader is waited for
    const bool isOpen = stream.open(opened, QIODevice::WriteOnly | QIODevice::Unbuffered, QFileDevice::AutoCloseHandle);
    return isOpen ? QString() : stream.errorString();
}

/// The same for one that is written whole or not at all.
inline bool openPrivately(WholeFile &file)
{
    const bool isNew = !QFile::exists(file.fileName());
    return file.open(QIODevice::WriteOnly) && (!isNew || file.setPermissions(ownerOnly));
}

/// Replaces the file, or makes it. Empty, or why it could not be done: what was there is then as it was.
inline QString writePrivately(const QString &fileName, const QByteArray &bytes)
{
    WholeFile file(fileName);
    return openPrivately(file) && file.write(bytes) == bytes.size() && file.commit() ? QString() : file.errorString();
}

/// Of a file that is not buffered: goes on after a short write, so that a disk without room says so itself. Empty, or
/// why no more could be written. Not by QFile::write(), which forgets the reason where a part of it was written.
inline QString writeAll(const QFile &file, const QByteArray &bytes)
{
    for (qsizetype written = 0; written < bytes.size();) {
        const ssize_t count =
            ::write(file.handle(), bytes.constData() + written, static_cast<size_t>(bytes.size() - written));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return qt_error_string(count < 0 ? errno : ENOSPC);
        written += count;
    }
    return {};
}

} // namespace lockscope
