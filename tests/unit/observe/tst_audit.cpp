// SPDX-License-Identifier: Apache-2.0
// The audit file among programs that write it at the same time. What goes wrong with the disk is in tst_filefaults.
#include "core/observe/audit.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/file.h>

namespace lockscope::observe::tst_audit {

using namespace Qt::StringLiterals;

class TestAudit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// One that is in the midst of a line would cut it off together with ours, if its disk is full.
    void noLineIsWrittenWhileAnotherProgramWrites()
    {
        const QTemporaryDir directory;
        QFile other(directory.filePath(u"audit.jsonl"_s));
        QVERIFY(other.open(QIODevice::ReadWrite));
        QCOMPARE(::flock(other.handle(), LOCK_EX), 0);
        qputenv("LOCKSCOPE_AUDIT_FILE", QFile::encodeName(other.fileName()));
        const LabRecord record{u"127.0.0.1:2181"_s, u"spawn"_s, u"/l"_s, u"mutex"_s, 3};
        const auto refused = writeAudit(record);
        QVERIFY(!refused);
        QVERIFY2(refused.error().sentence().english().endsWith(u"another program keeps it locked."_s),
                 qPrintable(refused.error().sentence().english()));
        QCOMPARE(other.size(), 0);
        QCOMPARE(::flock(other.handle(), LOCK_UN), 0);
        QVERIFY(writeAudit(record));
        QVERIFY(other.readAll().endsWith("}\n"));
    }
};

} // namespace lockscope::observe::tst_audit

LOCKSCOPE_TEST(lockscope::observe::tst_audit::TestAudit)
#include "tst_audit.moc"
