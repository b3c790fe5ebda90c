// SPDX-License-Identifier: Apache-2.0
#include "core/base/guard.h"

#include <QFileInfo>

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

#include <sys/prctl.h>
#include <sys/types.h>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

/// In the child, between fork and exec: async-signal-safe calls only.
void dieWith(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // it died before the line above
        ::_exit(1);
}

} // namespace

void endWithThisThread(QProcess &process)
{
    process.setChildProcessModifier([parent = ::getpid()] {
        dieWith(parent);
        ::signal(SIGXFSZ, SIG_DFL); // what this program ignores would be ignored by the command
    });
}

void tieToThisThread(QProcess &process, const QString &user)
{
    const pid_t parent = ::getpid();
    const passwd *known = user.isEmpty() ? nullptr : ::getpwnam(qPrintable(user));
    const auto other = known ? std::optional(std::pair(known->pw_uid, known->pw_gid)) : std::nullopt;
    process.setChildProcessModifier([parent, other] { // between fork and exec: async-signal-safe calls only
        // First: who changes its user is not tied to anybody any more.
        if (other && (::setgroups(0, nullptr) != 0 || ::setgid(other->second) != 0 || ::setuid(other->first) != 0))
            ::_exit(1);
        dieWith(parent);
        ::setsid();
    });
}

namespace {

/// Waits for a word on its input. The end of the input without it means that the program is gone: then removes $1,
/// again and again while a dying process may still write into it.
constexpr auto guardScript = R"(
trap '' HUP INT QUIT TERM
IFS= read -r word
[ "$word" = gone ] && exit 0
tries=0
while [ -e "$1" ] && [ "$tries" -lt 50 ]; do
    rm -rf -- "$1" || sleep 0.1
    tries=$((tries + 1))
done
)"_L1;

constexpr int patienceMs = 2000;

} // namespace

DirectoryGuard::DirectoryGuard(const QString &directory)
    : m_directory(directory)
{
    m_shell.setProgram(u"/bin/sh"_s);
    m_shell.setArguments({u"-c"_s, guardScript, u"lockscope-guard"_s, directory});
    m_shell.setWorkingDirectory(u"/"_s);
    m_shell.setStandardOutputFile(QProcess::nullDevice());
    m_shell.setStandardErrorFile(QProcess::nullDevice());
    m_shell.setChildProcessModifier([] { ::setsid(); }); // out of reach of what ends the program's terminal or group
    m_shell.start();
    m_shell.waitForStarted(patienceMs);
}

DirectoryGuard::~DirectoryGuard()
{
    if (m_shell.state() == QProcess::NotRunning)
        return;
    if (!QFileInfo::exists(m_directory))
        m_shell.write("gone\n");
    m_shell.closeWriteChannel();
    m_shell.waitForFinished(patienceMs);
}

} // namespace lockscope
