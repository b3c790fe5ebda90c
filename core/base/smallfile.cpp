// SPDX-License-Identifier: Apache-2.0
#include "core/base/smallfile.h"

#include "core/base/secret.h"

#include <QFile>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

namespace lockscope {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A pipe may be without a writer for so long.
constexpr std::chrono::milliseconds untilOpened = 2s;
/// A writer may write nothing for so long: it may be asking for a passphrase.
constexpr std::chrono::milliseconds untilWritten = 60s;

bool isPipe(const QString &name)
{
    struct stat found
    { };
    return ::stat(QFile::encodeName(name).constData(), &found) == 0 && S_ISFIFO(found.st_mode);
}

/// What comes next, which is nothing at its end; -1: see errno. It is opened without waiting for who writes.
qint64 readPipe(int pipe, char *into, qint64 most)
{
    for (;;) {
        const ssize_t read = ::read(pipe, into, static_cast<size_t>(most));
        if (read > 0 || (read < 0 && errno != EAGAIN))
            return read;
        pollfd waiting{pipe, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>((read == 0 ? untilOpened : untilWritten).count()));
        if (ready == 0)
            errno = ETIMEDOUT;
        if (ready <= 0)
            return -1;
        if (waiting.revents == POLLHUP)
            return 0;
    }
}

} // namespace

Result<QByteArray> readSmallFile(const QString &name)
{
    // Unbuffered: no copy of a secret stays in a buffer of Qt's.
    constexpr auto mode = QIODevice::ReadOnly | QIODevice::Unbuffered;
    QFile file(name);
    const int pipe = isPipe(name) ? ::open(QFile::encodeName(name).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    if (!(pipe >= 0 ? file.open(pipe, mode, QFileDevice::AutoCloseHandle) : file.open(mode)))
        return invalidInput(Text::en("%1 cannot be read: %2.").arg(name, file.errorString()));
    // One byte more than it may have; made in one piece, since bytes that grow leave copies behind.
    QByteArray content(mostOfSmallFile + 1, Qt::Uninitialized);
    qint64 size = 0;
    while (size < content.size()) {
        char *next = content.data() + size;
        const qint64 left = content.size() - size;
        const qint64 read = pipe >= 0 ? readPipe(pipe, next, left) : file.read(next, left);
        if (read < 0 && pipe >= 0 && errno == ETIMEDOUT)
            return invalidInput(Text::en("%1 cannot be read: it is a pipe, and nothing is written into it.").arg(name));
        if (read < 0)
            return invalidInput(
                Text::en("%1 cannot be read: %2.").arg(name, pipe >= 0 ? qt_error_string(errno) : file.errorString()));
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
