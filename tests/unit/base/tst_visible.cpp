// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/base/visible.h"

#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <rapidcheck.h>

namespace lockscope::tst_visible {

using namespace Qt::StringLiterals;

class TestVisible : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatATerminalWouldActOn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << u"lock-0000000001"_s << u"lock-0000000001"_s;
        QTest::newRow("letters") << u"Schloß 锁 قفل é 🔒"_s << u"Schloß 锁 قفل é 🔒"_s;
        QTest::newRow("escape") << u"a\x1b[31mb"_s << u"a\\x1B[31mb"_s;
        QTest::newRow("bell") << u"\a"_s << u"\\x07"_s;
        QTest::newRow("lines") << u"a\nb\rc\td"_s << u"a\\nb\\rc\\td"_s;
        QTest::newRow("null") << u"a"_s + QChar(0) + u"b"_s << u"a\\x00b"_s;
        QTest::newRow("delete") << u"\x7f"_s << u"\\x7F"_s;
        QTest::newRow("C1") << u"\u009b2J"_s << u"\\x9B2J"_s;
        QTest::newRow("right to left") << u"a\u202etxt"_s << u"a\\u202Etxt"_s;
        QTest::newRow("isolates") << u"\u2066\u2069\u200e\u061c"_s << u"\\u2066\\u2069\\u200E\\u061C"_s;
        QTest::newRow("separators") << u"\u2028\u2029"_s << u"\\u2028\\u2029"_s;
        QTest::newRow("invisible") << u"a\u200bb\ufeff\u00ad"_s << u"a\\u200Bb\\uFEFF\\xAD"_s;
        QTest::newRow("tag") << QString::fromUcs4(U"\U000E0041") << u"\\U000E0041"_s;
        QTest::newRow("half a character") << u"a"_s + QChar(0xD800) + u"b"_s << u"a\\uD800b"_s;
    }
    void whatATerminalWouldActOn()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(visible(text), shown);
        QCOMPARE(visible(visible(text)), shown); // what is shown is shown as it is
        QCOMPARE(visibleLines(text), QString(shown).replace("\\n"_L1, "\n"_L1));
    }

    void whatIsLeftOutIsCounted()
    {
        const QString long1 = u"x"_s.repeated(longestShown);
        QCOMPARE(visible(long1), long1);
        QCOMPARE(visible(long1 + u"yz"_s), long1 + u"…(+2)"_s);
        QCOMPARE(visible(u"abcdef"_s, 4), u"abcd…(+2)"_s);
        QCOMPARE(visible(u"\n\n\n"_s, 1), u"\\n…(+2)"_s);
    }

    void whatIsLaidOutHasAnEnd()
    {
        const QString million = u"x"_s.repeated(1'000'000);
        QCOMPARE(laidOutLines(million), u"x"_s.repeated(longestLaidOut) + u"…(+990000)"_s);
        QCOMPARE(laidOutLines(u"a\nb"_s), u"a\nb"_s);
        QCOMPARE(shortened(u"abc"_s, 3), u"abc"_s);
        QCOMPARE(shortened(u"a\nbc"_s, 3), u"a\nb…(+1)"_s);
        // A file's own text is no longer, whoever asks.
        QCOMPARE(Text::ofFile(million).shown(), u"x"_s.repeated(longestShown) + u"…(+999000)"_s);
    }

    void aPasswordIsLeftOut_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("none") << u"/locks/a:b at 127.0.0.1:2181, owner@host"_s
                              << u"/locks/a:b at 127.0.0.1:2181, owner@host"_s;
        QTest::newRow("of a URL") << u"not \"postgresql=postgresql://u:PW@h/d\"; here"_s
                                  << u"not \"postgresql=postgresql://u:…@h/d\"; here"_s;
        QTest::newRow("with signs in it") << u"redis://:p@s/s:w@h:6379"_s << u"redis://:…@h:6379"_s;
        QTest::newRow("of an address") << u"alice:hunter2@zk1"_s << u"alice:…@zk1"_s;
        QTest::newRow("of a login") << u"digest:alice:hunter2 is"_s << u"digest:alice:… is"_s;
        QTest::newRow("of a query") << u"mysql://h/d?user=u&password=PW&x=1"_s
                                    << u"mysql://h/d?user=u&password=…&x=1"_s;
    }
    void aPasswordIsLeftOut()
    {
        QFETCH(QString, text);
        QTEST(withoutSecrets(text), "shown");
    }

    /// Of any text at all, nothing unsafe is left, and JSON says the same as before.
    void anyText()
    {
        const bool ok = rc::check([](const std::vector<char16_t> &units) {
            const QString text = QString::fromUtf16(units.data(), qsizetype(units.size()));
            const QString shown = visible(text, text.size());
            for (qsizetype i = 0; i < shown.size(); ++i) {
                const auto category = shown[i].category();
                RC_ASSERT(category != QChar::Other_Control && category != QChar::Other_Format);
                RC_ASSERT(category != QChar::Separator_Line && category != QChar::Separator_Paragraph);
                if (shown[i].isHighSurrogate())
                    RC_ASSERT(i + 1 < shown.size() && shown[i + 1].isLowSurrogate());
            }
            const QString whole = QString::fromUtf8(text.toUtf8()); // halves are no text to JSON
            const QByteArray json = QJsonDocument(QJsonArray{whole}).toJson();
            const QByteArray safe = visibleJson(json);
            RC_ASSERT(QJsonDocument::fromJson(safe).array().at(0).toString() == whole);
            for (const QChar c : QString::fromUtf8(safe))
                RC_ASSERT(c == u'\n' || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format));
        });
        QVERIFY(ok);
    }

    void sentencesShowWhatStandsInTheirPlaces()
    {
        const QString evil = u"lock\x1b[2J\n\u202e"_s;
        QCOMPARE(Text::en("%1 is here").arg(evil).english(), u"lock\\x1B[2J\\n\\u202E is here"_s);
        QCOMPARE(Text::en("%1 is here").arg(evil).shown(), u"lock\\x1B[2J\\n\\u202E is here"_s);
        QCOMPARE(Text::verbatim(evil).shown(), u"lock\\x1B[2J\n\\u202E"_s);
        QCOMPARE(Text::verbatim(evil).english(), evil); // JSON keeps it
        QCOMPARE(Text::en("%1").arg(Text::verbatim(evil)).english(), u"lock\\x1B[2J\\n\\u202E"_s);
        // What a program reads is the name itself.
        const auto json = Text::en("%1 is here").arg(evil).templateJson();
        QVERIFY(json);
        QCOMPARE(json->value("arguments"_L1).toArray().at(0).toString(), evil);
        QVERIFY(Text::en("%1").arg(u"x"_s.repeated(10'000)).english().endsWith(u"…(+6000)"_s));
    }
};

} // namespace lockscope::tst_visible

LOCKSCOPE_TEST(lockscope::tst_visible::TestVisible)
#include "tst_visible.moc"
