// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_limits {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSaidLeavesThemAsTheyAre()
    {
        const LimitsRead read = limitsFromText({});
        QVERIFY(!read.problem);
        QCOMPARE(read.limits, Limits());
    }

    void whatIsSaidIsTaken()
    {
        const LimitsRead read = limitsFromText(u"closing=10s, start=2m"_s);
        QVERIFY(!read.problem);
        Limits expected;
        expected.closing = 10s;
        expected.start = 2min;
        QCOMPARE(read.limits, expected);
    }

    void whatSaysNothingIsToldAndLeftOut_data()
    {
        QTest::addColumn<QString>("part");
        for (const char *part :
             {"closing", "opening=1s", "closing=soon", "closing=0", "closing=25h", "=1s", "closing=-1s"})
            QTest::newRow(part) << QString::fromLatin1(part);
    }
    void whatSaysNothingIsToldAndLeftOut()
    {
        QFETCH(QString, part);
        const LimitsRead read = limitsFromText(part + u",answer=7s"_s);
        QVERIFY(read.problem.has_value());
        QVERIFY2(read.problem->english().contains(u'"' + part + u'"'), qPrintable(read.problem->english()));
        Limits expected;
        expected.answer = 7s;
        QCOMPARE(read.limits, expected);
    }
};

} // namespace lockscope::tst_limits

LOCKSCOPE_TEST(lockscope::tst_limits::TestLimits)
#include "tst_limits.moc"
