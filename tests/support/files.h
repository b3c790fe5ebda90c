// SPDX-License-Identifier: Apache-2.0
// Files that a test reads or makes, each in one go.
#pragma once

#include <QFile>

namespace lockscope::test {

/// All that is in it; nothing where it cannot be read.
inline QByteArray contentOf(const QString &fileName)
{
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// False where it cannot be written in whole.
inline bool writeFile(const QString &fileName, const QByteArray &content)
{
    QFile file(fileName);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

} // namespace lockscope::test
