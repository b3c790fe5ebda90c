// SPDX-License-Identifier: Apache-2.0
#include "core/base/wholefile.h"

#include "core/base/auditfile.h"
#include "core/base/text.h"

#include <QFileInfo>

#include <cerrno>

#include <unistd.h>

namespace lockscope {

namespace {

/// A file system that knows no such thing promises nothing either way.
bool syncs(int file)
{
    return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
}

} // namespace

bool WholeFile::open(OpenMode mode)
{
    const QFileInfo present(fileName());
    lockscope::Text why = whyNotReplaced(present); // QIODevice has a Text of its own
    if (why.isEmpty() && present.exists() && !present.isFile())
        why = Text::en("it is no file");
    if (why.isEmpty())
        return QSaveFile::open(mode);
    setErrorString(why.shown());
    return false;
}

bool WholeFile::commit()
{
    if (m_isShort || !flushAll())
        return false;
    if (!syncs(handle())) {
        setErrorString(qt_error_string(errno));
        return false;
    }
    errno = 0;
    const bool isInPlace = QSaveFile::commit();
    if (!isInPlace && errno != 0) // Qt 6.4 does not report why a file could not be renamed
        setErrorString(qt_error_string(errno));
    return isInPlace;
}

qint64 WholeFile::writeData(const char *data, qint64 size)
{
    qint64 written = 0;
    while (!m_isShort && written < size) {
        qint64 count = QSaveFile::writeData(data + written, size - written);
        if (count <= 0 && flushAll()) // what was kept before it had not gone out as a whole
            count = QSaveFile::writeData(data + written, size - written);
        m_isShort = m_isShort || count <= 0;
        written += count;
    }
    return m_isShort ? -1 : written;
}

/// A flush that writes less than there is fails without an error; the next one has it, or the rest gets through.
bool WholeFile::flushAll()
{
    m_isShort = m_isShort || (!flush() && !flush());
    return !m_isShort;
}

} // namespace lockscope
