// SPDX-License-Identifier: Apache-2.0
#include "core/base/guard.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iterator>
#include <optional>
#include <utility>

#include <sys/prctl.h>
#include <sys/stat.h>
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

void tieToThisThread(QProcess &process, const QString &user, const GroupGuard *guard)
{
    const pid_t parent = ::getpid();
    const passwd *known = user.isEmpty() ? nullptr : ::getpwnam(qPrintable(user));
    const auto other = known ? std::optional(std::pair(known->pw_uid, known->pw_gid)) : std::nullopt;
    process.setChildProcessModifier([parent, other, guard] { // between fork and exec: async-signal-safe calls only
        // First: who changes its user is not tied to anybody any more.
        if (other && (::setgroups(0, nullptr) != 0 || ::setgid(other->second) != 0 || ::setuid(other->first) != 0))
            ::_exit(1);
        dieWith(parent);
        ::setsid();
        if (guard)
            guard->addThisProcess();
    });
}

namespace {

/// Waits for a word on its input. The end of the input without it means that the program is gone: then removes $1,
/// again and again while a dying process may still write into it: children of one that was killed hear of it late.
constexpr auto guardScript = R"(
trap '' HUP INT QUIT TERM
IFS= read -r word
[ "$word" = gone ] && exit 0
tries=0
while [ -e "$1" ] && [ "$tries" -lt 600 ]; do
    rm -rf -- "$1" || sleep 0.1
    tries=$((tries + 1))
done
)"_L1;

constexpr int patienceMs = 2000;

/// Out of reach of what ends the program's terminal or group. \a input: its standard input; below 0: a pipe of
/// QProcess.
void startShell(QProcess &shell, const QString &script, const QStringList &arguments, int input = -1)
{
    shell.setProgram(u"/bin/sh"_s);
    shell.setArguments(QStringList{u"-c"_s, script, u"lockscope-guard"_s} + arguments);
    shell.setWorkingDirectory(u"/"_s);
    shell.setStandardOutputFile(QProcess::nullDevice());
    shell.setStandardErrorFile(QProcess::nullDevice());
    shell.setChildProcessModifier([input] {
        ::setsid();
        if (input >= 0)
            ::dup2(input, STDIN_FILENO);
    });
    shell.start();
    shell.waitForStarted(patienceMs);
}

/// Keeps a list by its input, "+N" and "-N"; at the end of the input whatever is on it is ended.
constexpr auto groupScript = R"(
trap '' HUP INT QUIT TERM
groups=' '
while IFS= read -r word; do
    case $word in
    +*) groups="$groups${word#+} " ;;
    -*) n=${word#-}; case $groups in *" $n "*) groups="${groups%% $n *} ${groups#* $n }" ;; esac ;;
    esac
done
for group in $groups; do
    kill -s KILL -- "-$group"
done
)"_L1;

} // namespace

namespace {

/// No other process has it, nor can guess it.
QString newName(const QString &prefix)
{
    constexpr auto letters = "abcdefghijklmnopqrstuvwxyz0123456789"_L1;
    QString name = prefix;
    for (int i = 0; i < 12; ++i)
        name += letters[QRandomGenerator::system()->bounded(static_cast<int>(letters.size()))];
    return name;
}

} // namespace

GuardedDirectory::GuardedDirectory(const QString &prefix)
    : m_path(QDir::tempPath() + u'/' + newName(prefix))
{
    startShell(m_shell, guardScript, {m_path}); // first: a kill at any later moment finds it there
    if (::mkdir(QFile::encodeName(m_path).constData(), S_IRWXU) == 0)
        return;
    m_problem = qt_error_string(errno);
    m_shell.write("gone\n"); // whatever is there is not ours
    m_shell.closeWriteChannel();
}

GuardedDirectory::~GuardedDirectory()
{
    if (isValid())
        QDir(m_path).removeRecursively();
    if (m_shell.state() == QProcess::NotRunning)
        return;
    if (isValid() && !QFileInfo::exists(m_path))
        m_shell.write("gone\n");
    m_shell.closeWriteChannel();
    m_shell.waitForFinished(patienceMs);
}

GroupGuard::GroupGuard()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return; // of too few descriptors it is said before anything is started
    m_words = ends[1];
    startShell(m_shell, groupScript, {}, ends[0]);
    ::close(ends[0]);
}

GroupGuard::~GroupGuard()
{
    if (m_words < 0)
        return;
    ::close(m_words);
    m_shell.waitForFinished(patienceMs);
}

void GroupGuard::addThisProcess() const
{
    say('+', ::getpid());
}

void GroupGuard::add(qint64 group) const
{
    say('+', group);
}

void GroupGuard::leaveOut(qint64 group) const
{
    say('-', group);
}

/// Async-signal-safe calls only. A line is written whole or not at all.
void GroupGuard::say(char what, qint64 group) const
{
    char line[32];
    char *at = std::end(line);
    *--at = '\n';
    for (; group > 0; group /= 10)
        *--at = static_cast<char>('0' + group % 10);
    *--at = what;
    const auto before = ::signal(SIGPIPE, SIG_IGN); // the shell may be gone
    [[maybe_unused]] const auto written = ::write(m_words, at, static_cast<size_t>(std::end(line) - at));
    ::signal(SIGPIPE, before);
}

} // namespace lockscope
