// SPDX-License-Identifier: Apache-2.0
#include "app/cli/prompt.h"

#include <QFile>

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace lockscope::cli {

std::optional<QByteArray> askSecret(const QString &question)
{
    if (::isatty(STDIN_FILENO) == 0)
        return std::nullopt;
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return std::nullopt;
    QFile file;
    termios before{};
    if (!file.open(terminal, QIODevice::ReadWrite | QIODevice::Unbuffered, QFileDevice::AutoCloseHandle)
        || ::tcgetattr(terminal, &before) != 0)
        return std::nullopt;
    termios silent = before;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    file.write(question.toLocal8Bit());
    ::tcsetattr(terminal, TCSAFLUSH, &silent);
    QByteArray line = file.readLine();
    ::tcsetattr(terminal, TCSAFLUSH, &before);
    file.write("\n");
    if (line.isEmpty())
        return std::nullopt;
    if (line.endsWith('\n'))
        line.chop(1);
    return line;
}

} // namespace lockscope::cli
