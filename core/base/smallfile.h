// SPDX-License-Identifier: Apache-2.0
// Files that people write by hand or keep beside: patterns, profiles, logins, passphrases, certificates. They are read
// whole, and are small. Never reads more than a limit of what is none of these, be it a device that has no end.
#pragma once

#include "core/base/error.h"

#include <QByteArray>

namespace lockscope {

/// What such a file may have at most.
constexpr qint64 mostOfSmallFile = 1024 * 1024;

/// The whole of a file, or of a pipe, which is not waited for without end; InvalidInput with a sentence that begins
/// with its name.
Result<QByteArray> readSmallFile(const QString &name);

} // namespace lockscope
