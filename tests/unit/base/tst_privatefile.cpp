// SPDX-License-Identifier: Apache-2.0
#include "core/base/privatefile.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <sys/stat.h>

namespace lockscope::tst_privatefile {

using namespace Qt::StringLiterals;

class TestPrivateFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    mode_t m_before = 0;

    static uint modeOf(const QString &file)
    {
        struct stat is
        { };
        return ::stat(QFile::encodeName(file).constData(), &is) == 0 ? is.st_mode & 0777 : 0;
    }

    static bool write(const QString &name, bool whole)
    {
        if (whole) {
            WholeFile file(name);
            return openPrivately(file) && file.write("new") == 3 && file.commit();
        }
        QFile file(name);
        return openPrivately(file, QIODevice::WriteOnly) && file.write("new") == 3;
    }

private Q_SLOTS:
    void initTestCase() { m_before = ::umask(0); } // who says no more than that lets everybody read
    void cleanupTestCase() { ::umask(m_before); }

    void aNewOneIsItsOwnersAlone_data()
    {
        QTest::addColumn<bool>("whole");
        QTest::newRow("written bit by bit") << false;
        QTest::newRow("written whole or not at all") << true;
    }
    void aNewOneIsItsOwnersAlone()
    {
        QFETCH(bool, whole);
        const QString name = m_directory.filePath(whole ? u"new-whole"_s : u"new"_s);
        QVERIFY(write(name, whole));
        QCOMPARE(modeOf(name), 0600u);
    }

    void oneThatWasThereStaysAsItsOwnerChose_data() { aNewOneIsItsOwnersAlone_data(); }
    void oneThatWasThereStaysAsItsOwnerChose()
    {
        QFETCH(bool, whole);
        const QString name = m_directory.filePath(whole ? u"old-whole"_s : u"old"_s);
        QVERIFY(test::writeFile(name, {}));
        QCOMPARE(::chmod(QFile::encodeName(name).constData(), 0640), 0);
        QVERIFY(write(name, whole));
        QCOMPARE(modeOf(name), 0640u);
    }

    void aPipeThatNobodyReadsIsNotWaitedFor()
    {
        const QString name = m_directory.filePath(u"unread"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(name).constData(), 0600), 0);
        QFile stream(name);
        QCOMPARE(openStream(stream), u"nothing reads from it"_s);
        const int reader = ::open(QFile::encodeName(name).constData(), O_RDONLY | O_NONBLOCK);
        QCOMPARE(openStream(stream), QString());
        QCOMPARE(stream.write("told"), 4);
        char bytes[8];
        QCOMPARE(::read(reader, bytes, sizeof bytes), 4);
        ::close(reader);
    }

    void aPipeIsNotReplacedByAFile()
    {
        const QString name = m_directory.filePath(u"pipe"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(name).constData(), 0600), 0);
        WholeFile file(name);
        QVERIFY(!openPrivately(file));
        QCOMPARE(file.errorString(), u"it is no file"_s);
        QVERIFY(!QFileInfo(name).isFile());
    }
};

} // namespace lockscope::tst_privatefile

LOCKSCOPE_TEST(lockscope::tst_privatefile::TestPrivateFile)
#include "tst_privatefile.moc"
