// SPDX-License-Identifier: Apache-2.0
#include "core/base/sessiontext.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_sessiontext {

using namespace Qt::StringLiterals;

class TestSessionText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSessionIsReadAsPeopleWriteIt_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("hex"); // empty: no session's number
        QTest::newRow("as servers print it") << u"0x1000009f7cb0000"_s << u"0x1000009f7cb0000"_s;
        QTest::newRow("in capitals") << u"0X1000009F7CB0000"_s << u"0x1000009f7cb0000"_s;
        QTest::newRow("in decimal") << u"72057594037927936"_s << u"0x100000000000000"_s;
        QTest::newRow("of a server above 127") << u"-6917529027641081856"_s << u"0xa000000000000000"_s;
        QTest::newRow("the least") << u"-9223372036854775808"_s << u"0x8000000000000000"_s;
        QTest::newRow("the greatest") << u"9223372036854775807"_s << u"0x7fffffffffffffff"_s;
        QTest::newRow("of a server above 127, in hex") << u"0xa000000000000000"_s << u"0xa000000000000000"_s;
        for (const char *none : {"", "0", "0x0", "0x", "-", "--5", "+5", " 5", "5 ", "-0x5", "0x-5", "0x 5", "1e5",
                                 "abc", "/72057594037927936", "9223372036854775808", "0x10000000000000000"})
            QTest::newRow(qPrintable(u"none: \"%1\""_s.arg(QLatin1String(none))))
                << QString::fromLatin1(none) << QString();
    }
    void aSessionIsReadAsPeopleWriteIt()
    {
        QFETCH(QString, text);
        QFETCH(QString, hex);
        const auto session = sessionFromText(text);
        QCOMPARE(session ? session->toHex() : QString(), hex);
    }
};

} // namespace lockscope::tst_sessiontext

LOCKSCOPE_TEST(lockscope::tst_sessiontext::TestSessionText)
#include "tst_sessiontext.moc"
