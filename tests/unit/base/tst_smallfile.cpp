// SPDX-License-Identifier: Apache-2.0
#include "core/base/smallfile.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

#include <thread>

namespace lockscope::tst_smallfile {

using namespace Qt::StringLiterals;

class TestSmallFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;

    QString fileOf(qint64 size)
    {
        const QString name = m_directory.filePath(QString::number(size));
        return test::writeFile(name, QByteArray(size, 'x')) ? name : QString();
    }

private Q_SLOTS:
    void upToALimitItIsReadWhole_data()
    {
        QTest::addColumn<qint64>("size");
        QTest::newRow("empty") << qint64(0);
        QTest::newRow("a byte") << qint64(1);
        QTest::newRow("just as much as may be") << mostOfSmallFile;
    }
    void upToALimitItIsReadWhole()
    {
        QFETCH(qint64, size);
        const auto content = readSmallFile(fileOf(size));
        QVERIFY2(content, content ? "" : qPrintable(content.error().detail.english()));
        QVERIFY(*content == QByteArray(size, 'x'));
    }

    void whatIsLargerIsNot_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("by a byte") << fileOf(mostOfSmallFile + 1);
        QTest::newRow("without end") << u"/dev/zero"_s;
    }
    void whatIsLargerIsNot()
    {
        QFETCH(QString, name);
        const auto content = readSmallFile(name);
        QVERIFY(!content);
        QCOMPARE(content.error().code, ErrorCode::InvalidInput);
        QCOMPARE(content.error().sentence().english(),
                 name + u" is larger than 1 MB and was not read: give the file that is meant."_s);
    }

    void aFileThatIsNotThereIsNamed()
    {
        const QString name = m_directory.filePath(u"absent"_s);
        const auto content = readSmallFile(name);
        QVERIFY(!content);
        QVERIFY(content.error().sentence().english().startsWith(name + u" cannot be read: "_s));
        QVERIFY(!readSmallFile(m_directory.path()));
    }

    void aPipeGivesWhatComesUntilItEnds()
    {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        QCOMPARE(::write(ends[1], "digest:", 7), 7);
        QCOMPARE(::write(ends[1], "alice", 5), 5);
        ::close(ends[1]);
        const auto content = readSmallFile(u"/dev/fd/%1"_s.arg(ends[0]));
        ::close(ends[0]);
        QVERIFY(content);
        QCOMPARE(*content, "digest:alice");
    }

    void aPipeThatNobodyWritesIntoIsNotWaitedFor()
    {
        const QString name = m_directory.filePath(u"pipe"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(name).constData(), 0600), 0);
        const auto content = readSmallFile(name);
        QVERIFY(!content);
        QCOMPARE(content.error().sentence().english(),
                 name + u" cannot be read: it is a pipe, and nothing is written into it."_s);
    }

    void whoWritesIntoAPipeMayBeSlow()
    {
        const QString name = m_directory.filePath(u"slow"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(name).constData(), 0600), 0);
        QFile writer(name);
        std::thread writing([&writer] { // opened as soon as somebody reads
            if (writer.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
                writer.write("digest:alice");
            writer.close();
        });
        const auto content = readSmallFile(name);
        writing.join();
        QVERIFY2(content, content ? "" : qPrintable(content.error().sentence().english()));
        QCOMPARE(*content, "digest:alice");
    }
};

} // namespace lockscope::tst_smallfile

LOCKSCOPE_TEST(lockscope::tst_smallfile::TestSmallFile)
#include "tst_smallfile.moc"
