// SPDX-License-Identifier: Apache-2.0
// Each call that writes a file of ours fails in turn, falls short, or is the last one of the process: what was there
// stays or is replaced as a whole, a stream keeps what came through, and whoever asked is told.

#include "tests/support/filefaults.h"
#include "tests/support/testprogram.h"
#include "tests/unit/files/writings.h"

#include <QDir>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace lockscope::tst_filefaults {

using namespace Qt::StringLiterals;
using test::FileFaults;
using test::Writing;

namespace {

const std::vector<Writing> &allWritings()
{
    static const std::vector<Writing> all = [] {
        std::vector<Writing> writings = test::coreWritings();
#ifdef QT_WIDGETS_LIB
        for (const Writing &writing : test::windowWritings())
            writings.push_back(writing);
#endif
        return writings;
    }();
    return all;
}

} // namespace

class TestFileFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_faults = std::make_unique<FileFaults>();
        m_faults->useHere(m_directory->path());
    }

    void cleanup() { m_faults.reset(); }

    void eachCallFailsInTurn_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("act");
        QTest::addColumn<int>("error");
        const std::pair<int, const char *> errors[] = {{ENOSPC, "ENOSPC"}, {EIO, "EIO"}, {EACCES, "EACCES"}};
        const std::pair<int, const char *> acts[] = {{FAULTYFILES_FAIL, "from one call on"},
                                                     {FAULTYFILES_FAIL_ONE, "one call"},
                                                     {FAULTYFILES_CUT, "after a short write"}};
        int number = 0;
        for (int which = 0; which < static_cast<int>(allWritings().size()); ++which) {
            for (const auto &[error, errorName] : errors) {
                for (const auto &[act, actName] : acts) {
                    if (!testprogram::isPlayed(number++))
                        continue;
                    QTest::addRow("%s: %s %s", allWritings()[static_cast<size_t>(which)].name, errorName, actName)
                        << which << act << error;
                }
            }
        }
    }
    void eachCallFailsInTurn()
    {
        QFETCH(int, act);
        QFETCH(int, error);
        // A short write is one; of what goes wrong after it, all is.
        const uint64_t kinds = act == FAULTYFILES_CUT ? FAULTYFILES_WRITE : FAULTYFILES_ALL;
        uint64_t call = 0;
        for (bool isHit = true; isHit;) {
            makeOld();
            m_faults->set(static_cast<uint64_t>(act), ++call, error, kinds);
            const auto written = writing().write(file());
            isHit = m_faults->hits() > 0;
            // Nothing failed after a short write; or another way was found past a single failure.
            const bool mayBeWhole = act == FAULTYFILES_FAIL_ONE || (act == FAULTYFILES_CUT && m_faults->hits() < 2);
            m_faults->count();
            const QString found = writing().read(file());
            const QByteArray where = QByteArray::number(call) + ": " + found.toUtf8()
                                     + (written ? "" : "; " + written.error().sentence().english().toUtf8());
            if (!isHit || (written && mayBeWhole)) {
                QVERIFY2(written && found == "new"_L1, where.constData());
                continue;
            }
            QVERIFY2(!written, ("nobody was told, call " + where).constData());
            QVERIFY2(found == "old"_L1 || found == "new"_L1 || (writing().isStream && found == "part"_L1),
                     where.constData());
            QVERIFY2(where.contains(qt_error_string(error).toUtf8()) || where.contains("look whether there is room"),
                     where.constData());
        }
        QVERIFY(call > 1);
    }

    void aSyncThatFailsIsTold_data() { eachWriting(); }
    /// A disk that fails when it is to keep what it took: only then are these told of.
    void aSyncThatFailsIsTold()
    {
        if (!writing().isSynced)
            QSKIP("it is not waited for until it is on the disk");
        makeOld();
        m_faults->set(FAULTYFILES_FAIL, 1, EIO, FAULTYFILES_SYNC);
        const auto written = writing().write(file());
        m_faults->count();
        QVERIFY(!written);
        QCOMPARE(writing().read(file()), u"old"_s);
    }

    void aShortWriteIsGoneOnWith_data() { eachWriting(); }
    void aShortWriteIsGoneOnWith()
    {
        uint64_t call = 0;
        for (bool isHit = true; isHit;) {
            makeOld();
            m_faults->set(FAULTYFILES_CUT, ++call, 0, FAULTYFILES_WRITE);
            const auto written = writing().write(file());
            isHit = m_faults->hits() > 0;
            QVERIFY2(written, qPrintable(written ? QString() : written.error().sentence().english()));
            QCOMPARE(writing().read(file()), u"new"_s);
        }
        QVERIFY(call > 1);
    }

    void killedAtAnyCall_data() { eachWriting(); }
    void killedAtAnyCall()
    {
        if (writing().isOnThread)
            QSKIP("it is written on a thread, which a copy of this process would not have");
        QString found;
        uint64_t call = 0;
        for (bool isKilled = true; isKilled;) {
            makeOld();
            m_faults->set(FAULTYFILES_KILL, ++call, 0);
            isKilled = killed();
            QVERIFY2(isWhatAKillLeaves(&found), qPrintable(u"call %1: %2"_s.arg(call).arg(found)));
            // What it left of its own behind holds nobody up; a lock that it had not come to sign for half a minute
            // only.
            if (QFile lock(file() + ".lock"_L1); lock.open(QIODevice::ReadWrite))
                lock.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-60), QFileDevice::FileModificationTime);
            const auto again = writing().write(file());
            QVERIFY2(again, qPrintable(again ? QString() : again.error().sentence().english()));
        }
        QVERIFY(call > 3);
        QCOMPARE(found, u"new"_s);
    }

    void killedAtAnyByte_data() { eachWriting(); }
    void killedAtAnyByte()
    {
        if (writing().isOnThread)
            QSKIP("it is written on a thread, which a copy of this process would not have");
        // A copy of this process for each byte; of a sanitized one half a second.
        const uint64_t stride = testprogram::isSanitized ? 23 : testprogram::isWhole() ? 1 : 7;
        QString found;
        uint64_t byte = 1;
        for (bool isKilled = true; isKilled; byte += stride) {
            makeOld();
            m_faults->set(FAULTYFILES_KILL_AT, byte, 0);
            isKilled = killed();
            QVERIFY2(isWhatAKillLeaves(&found), qPrintable(u"byte %1: %2"_s.arg(byte).arg(found)));
        }
        QVERIFY(byte > 50);
        QCOMPARE(found, u"new"_s);
    }

private:
    static void eachWriting()
    {
        QTest::addColumn<int>("which");
        for (int which = 0; which < static_cast<int>(allWritings().size()); ++which)
            QTest::newRow(allWritings()[static_cast<size_t>(which)].name) << which;
    }

    const Writing &writing() const
    {
        return allWritings()[static_cast<size_t>(*static_cast<int *>(QTest::qData("which", qMetaTypeId<int>())))];
    }

    QString file() const { return m_directory->filePath(u"file"_s); }
    /// The old one is there, and nothing else.
    void makeOld()
    {
        m_faults->count();
        const QDir directory(m_directory->path());
        const auto entries = directory.entryList(QDir::Files | QDir::Hidden);
        for (const QString &name : entries)
            QFile::remove(directory.filePath(name));
        writing().makeOld(file());
    }

    /// What a process leaves that writes the new one and is killed as the faults say; false if it was not.
    bool killed()
    {
        const pid_t child = ::fork();
        if (child == 0) {
            const auto written = writing().write(file());
            ::_exit(written ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        m_faults->count();
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    }

    bool isWhatAKillLeaves(QString *found) const
    {
        *found = writing().read(file());
        return *found == "old"_L1 || *found == "new"_L1 || (writing().isStream && *found == "part"_L1);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<FileFaults> m_faults;
};

} // namespace lockscope::tst_filefaults

LOCKSCOPE_TEST(lockscope::tst_filefaults::TestFileFaults)
#include "tst_filefaults.moc"
