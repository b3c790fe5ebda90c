// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/models/listdiff.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"

namespace lockscope::ui::tst_nodetext {

using namespace Qt::StringLiterals;

class TestNodeText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void utf8IsTextAndControlCharactersAreNot()
    {
        QCOMPARE(locks::asText("锁 lock\n"), u"锁 lock\n"_s);
        QVERIFY(!locks::asText(QByteArray("a\0b", 3)));
        QVERIFY(!locks::asText("\xff\xfe"));
        const QByteArray cut = QByteArray("锁").left(2);
        QVERIFY(!locks::asText(cut));
        QVERIFY(locks::asText("a" + cut, true)); // the rest was not read
    }

    void aHexDumpShowsOffsetsAndCharacters()
    {
        QCOMPARE(hexDump("lock\x01", 100).trimmed(),
                 u"000000  6c 6f 63 6b 01                                   lock·"_s);
        QCOMPARE(hexDump(QByteArray(64, 'x'), 32).count(u'\n'), 2);
    }

    void durationsAreShortAndNeverNegative_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("below a second") << qint64(400) << u"0.4 s"_s;
        QTest::newRow("seconds") << qint64(4'290) << u"4.2 s"_s;
        QTest::newRow("tens of seconds") << qint64(41'900) << u"41 s"_s;
        QTest::newRow("minutes") << qint64(192'000) << u"3 min 12 s"_s;
        QTest::newRow("hours") << qint64(11'520'000) << u"3 h 12 min"_s;
        QTest::newRow("days") << qint64(187'200'000) << u"2 d 4 h"_s;
        QTest::newRow("a server's clock ahead") << qint64(-5'000) << u"0.0 s"_s;
    }
    void durationsAreShortAndNeverNegative()
    {
        QFETCH(qint64, ms);
        QTEST(formatDuration(ms), "text");
    }

    void tokensOfNodeNamesAreShortenedAndNumbersKept()
    {
        QCOMPARE(shortNodeName(u"_c_6f1e0a2b-90ab-4cde-8f01-23456789abcd-lock-0000000041"_s),
                 u"_c_6f1e…-lock-0000000041"_s);
        QCOMPARE(shortNodeName(u"4f2b9e31c07d55114f2b9e31c07d5511__rlock__0000000107"_s),
                 u"4f2b…__rlock__0000000107"_s);
        QCOMPARE(shortNodeName(u"lock-0000000041"_s), u"lock-0000000041"_s);
    }

    void theFewestRowsMove()
    {
        QCOMPARE(rowsOutOfOrder({1, 2, 3}), std::vector<int>());
        QCOMPARE(rowsOutOfOrder({5, 1, 2, 3}), std::vector<int>{0});
        QCOMPARE(rowsOutOfOrder({1, 4, 2, 3}), std::vector<int>{1});
        QCOMPARE(runsWhere({true, true, false, true}), (std::vector<RowRun>{{0, 1}, {3, 3}}));
    }

    void everyTextReadsOnItsGroundInLightAndDark()
    {
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            const Theme &theme = themeFor(palette);
            for (const Role role : {Role::Neutral, Role::Holding, Role::Waiting, Role::Wrong, Role::Shared,
                                    Role::Suspended, Role::Accent}) {
                const RoleColors &colors = theme.role(role);
                QVERIFY2(contrastRatio(colors.text, theme.panel) >= 4.5, qPrintable(colors.text.name()));
                QVERIFY2(contrastRatio(colors.onFill, colors.fill) >= 4.5, qPrintable(colors.fill.name()));
            }
            for (const QColor &ground : {theme.panel, theme.card, theme.header, theme.selection, theme.hover}) {
                QVERIFY2(contrastRatio(theme.text, ground) >= 7, qPrintable(ground.name()));
                QVERIFY2(contrastRatio(theme.muted, ground) >= 4.5, qPrintable(ground.name()));
            }
        }
    }
};

} // namespace lockscope::ui::tst_nodetext

LOCKSCOPE_TEST(lockscope::ui::tst_nodetext::TestNodeText)
#include "tst_nodetext.moc"
