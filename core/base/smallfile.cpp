// SPDX-License-Identifier: Apache-2.0
#include "core/base/smallfile.h"

#include "core/base/secret.h"

#include <QFile>

namespace lockscope {

Result<QByteArray> readSmallFile(const QString &name)
{
    // Unbuffered: no copy of a secret stays in a buffer of Qt's.
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return invalidInput(Text::en("%1 cannot be read: %2.").arg(name, file.errorString()));
    // One byte more than it may have; made in one piece, since bytes that grow leave copies behind.
    QByteArray content(mostOfSmallFile + 1, Qt::Uninitialized);
    qint64 size = 0;
    while (size < content.size()) {
        const qint64 read = file.read(content.data() + size, content.size() - size); // a pipe gives what it has
        if (read < 0)
            return invalidInput(Text::en("%1 cannot be read: %2.").arg(name, file.errorString()));
        if (read == 0)
            break;
        size += read;
    }
    if (size > mostOfSmallFile)
        return invalidInput(Text::en("%1 is larger than %2 MB and was not read: give the file that is meant.")
                                .arg(name, mostOfSmallFile / (1024 * 1024)));
    const QByteArray whole = content.left(size); // a copy of its own size: callers keep it
    content.truncate(size);
    wipe(content);
    return whole;
}

} // namespace lockscope
