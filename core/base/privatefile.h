// SPDX-License-Identifier: Apache-2.0
// Files that only their owner may read, since they hold data of znodes, names of machines and of people: recordings,
// notes, reports, exports. Never changes the permissions of a file that was there: its owner chose them.
#pragma once

#include <QFile>
#include <QSaveFile>

namespace lockscope {

constexpr QFileDevice::Permissions ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

/// As QFile::open(); a file that is made by it is its owner's alone.
inline bool openPrivately(QFile &file, QIODevice::OpenMode mode)
{
    return file.open(mode, ownerOnly);
}

/// The same for one that is written whole or not at all.
inline bool openPrivately(QSaveFile &file)
{
    const bool isNew = !QFile::exists(file.fileName());
    return file.open(QIODevice::WriteOnly) && (!isNew || file.setPermissions(ownerOnly));
}

} // namespace lockscope
