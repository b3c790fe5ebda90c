// SPDX-License-Identifier: Apache-2.0
// A file that is replaced as a whole, by one that is on the disk, or stays as it was.
// Never takes a write for done that the disk cut short: QSaveFile of Qt 6.4 then replaces the file by what came
// through.
#pragma once

#include <QSaveFile>

namespace lockscope {

class WholeFile : public QSaveFile
{
public:
    explicit WholeFile(const QString &name)
        : QSaveFile(name)
    {
    }

    /// What is there and no file (a device, a pipe) is refused: it would be replaced by one.
    bool open(OpenMode mode) override;
    /// False, with errorString(), if anything that was written is not on the disk; the file is as it was then.
    bool commit();

protected:
    qint64 writeData(const char *data, qint64 size) override;

private:
    bool flushAll();

    bool m_isShort = false; ///< something of it could not be written
};

} // namespace lockscope
