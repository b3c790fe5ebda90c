// SPDX-License-Identifier: Apache-2.0
#include "core/base/guard.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace {

/// The process ends by SIGKILL right after it has made a directory, before it can do anything else.
bool diesOfMkdir = false;

} // namespace

/// In place of the C library's, in all of this program.
extern "C" int mkdir(const char *path, mode_t mode) noexcept
{
    const auto made = ::syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (diesOfMkdir)
        ::kill(::getpid(), SIGKILL);
    return static_cast<int>(made);
}

namespace lockscope::tst_guard {

using namespace Qt::StringLiterals;

namespace {

/// A process whose parent is gone is another's to wait for: a zombie has ended, too.
bool runs(const QByteArray &pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(QString::fromLatin1(pid)));
    if (!stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray line = stat.readAll();
    return line.mid(line.lastIndexOf(')') + 2, 1) != "Z";
}

} // namespace

class TestGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// This program has not even heard yet that the process was started.
    void whatAProcessStartsAtOnceGoesWithTheGuard()
    {
        QTemporaryDir folder;
        const QString pids = folder.filePath(u"pids"_s);
        QProcess process;
        QByteArrayList started;
        {
            GroupGuard guard;
            process.setProgram(u"/bin/sh"_s);
            process.setArguments({u"-c"_s, u"sleep 1000 & echo $$ $! > %1.new; mv %1.new %1; wait"_s.arg(pids)});
            tieToThisThread(process, {}, &guard);
            process.start();
            while (!QFile::exists(pids)) // no event of the process is looked at meanwhile
                QTest::qSleep(1);
            QFile file(pids);
            QVERIFY(file.open(QIODevice::ReadOnly));
            started = file.readAll().simplified().split(' ');
            QCOMPARE(started.size(), 2);
            QVERIFY(runs(started[0]) && runs(started[1]));
        }
        for (const QByteArray &pid : started)
            AWAIT_VERIFY(!runs(pid));
        AWAIT_COMPARE(process.state(), QProcess::NotRunning);
    }

    void aDirectoryGoesWithAProgramThatIsKilledAsItMakesIt()
    {
        const QTemporaryDir temporary;
        const QByteArray before = qgetenv("TMPDIR");
        const auto putBack =
            qScopeGuard([&before] { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
        qputenv("TMPDIR", temporary.path().toLocal8Bit());
        const pid_t child = ::fork();
        if (child == 0) {
            diesOfMkdir = true;
            const GuardedDirectory directory(u"lockscope-test-"_s);
            ::_exit(1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        AWAIT_COMPARE(QDir(temporary.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }

    void aDirectoryIsItsOwnersAlone()
    {
        QString path;
        {
            const GuardedDirectory directory(u"lockscope-test-"_s);
            QVERIFY2(directory.isValid(), qPrintable(directory.errorString()));
            path = directory.path();
            QVERIFY(!(QFile::permissions(path)
                      & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther)));
        }
        QVERIFY(!QFile::exists(path));
    }

    void whatIsLeftOutStays()
    {
        QProcess process;
        {
            GroupGuard guard;
            process.setProgram(u"/bin/sleep"_s);
            process.setArguments({u"1000"_s});
            tieToThisThread(process, {}, &guard);
            process.start();
            QVERIFY(process.waitForStarted());
            guard.leaveOut(process.processId());
        }
        QCOMPARE(process.state(), QProcess::Running);
        QVERIFY(runs(QByteArray::number(process.processId())));
        process.kill();
        QVERIFY(process.waitForFinished());
    }
};

} // namespace lockscope::tst_guard

LOCKSCOPE_TEST(lockscope::tst_guard::TestGuard)
#include "tst_guard.moc"
