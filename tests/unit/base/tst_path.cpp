// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_path {

using namespace Qt::StringLiterals;

class TestPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void validPathsHaveNoProblem()
    {
        for (const auto &path : {u"/"_s, u"/a"_s, u"/a/b-0000000001"_s, u"/a.b/..c"_s, u"/订单"_s})
            QVERIFY2(!pathProblem(path), qPrintable(path));
    }

    void aProblemIsTold_data()
    {
        QTest::addColumn<QString>("path");
        for (const auto &path : {u""_s, u"a"_s, u"/a/"_s, u"/a//b"_s, u"/a/./b"_s, u"/a/.."_s})
            QTest::newRow(path.isEmpty() ? "nothing" : qPrintable(path)) << path;
        QTest::newRow("a NUL") << u"/a"_s + QChar(u'\0');
    }
    void aProblemIsTold()
    {
        QFETCH(QString, path);
        const auto problem = pathProblem(path);
        QVERIFY(problem && !problem->isEmpty());
    }

    void pathsComeApartAndTogether()
    {
        QCOMPARE(joinPath(u"/"_s, u"a"), u"/a"_s);
        QCOMPARE(joinPath(u"/a"_s, u"b"), u"/a/b"_s);
        QCOMPARE(joinPath(u"/a"_s, u"b/c"_s), u"/a/b/c"_s);
        QCOMPARE(joinPath(u"/a"_s, u"/d/e"_s), u"/d/e"_s);
        QCOMPARE(parentPath(u"/a/b"_s), u"/a"_s);
        QCOMPARE(parentPath(u"/a"_s), u"/"_s);
        QCOMPARE(parentPath(u"/"_s), QString());
        QCOMPARE(baseName(u"/a/b"_s), u"b"_s);
        QCOMPARE(baseName(u"/"_s), QString());
    }

    void neighboursAreNotBelow()
    {
        QVERIFY(isAtOrBelow(u"/a"_s, u"/a"_s));
        QVERIFY(isAtOrBelow(u"/a/b"_s, u"/a"_s));
        QVERIFY(isAtOrBelow(u"/a"_s, u"/"_s));
        QVERIFY(!isAtOrBelow(u"/ab"_s, u"/a"_s));
        QVERIFY(!isAtOrBelow(u"/"_s, u"/a"_s));
    }

    void theCommonAncestorIsTheDeepestOne()
    {
        QCOMPARE(commonAncestor(u"/a/b"_s, u"/a/c/d"_s), u"/a"_s);
        QCOMPARE(commonAncestor(u"/a/b"_s, u"/a/b"_s), u"/a/b"_s);
        QCOMPARE(commonAncestor(u"/a"_s, u"/a/b"_s), u"/a"_s);
        QCOMPARE(commonAncestor(u"/a/bc"_s, u"/a/b"_s), u"/a"_s);
        QCOMPARE(commonAncestor(u"/ab"_s, u"/a"_s), u"/"_s);
        QCOMPARE(commonAncestor(u"-a"_s, u"-b"_s), QString()); // no paths, as long as somebody types
        QCOMPARE(commonAncestor(u"/a"_s, u"b"_s), QString(u"/"_s));
    }
};

} // namespace lockscope::tst_path

LOCKSCOPE_TEST(lockscope::tst_path::TestPath)
#include "tst_path.moc"
