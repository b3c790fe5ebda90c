// SPDX-License-Identifier: Apache-2.0
#include "core/base/duration.h"
#include "core/base/text.h"

#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTranslator>

namespace lockscope::tst_text {

using namespace Qt::StringLiterals;

namespace {

/// A language in which every text of lockscope::Text stands in brackets; a count says itself.
class Brackets : public QTranslator
{
public:
    Brackets() { QCoreApplication::installTranslator(this); }

    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int n) const override
    {
        if (qstrcmp(context, "lockscope::Text") != 0 || qstrcmp(source, "not known") == 0)
            return {};
        return u"⟦%1⟧"_s.arg(QString::fromUtf8(source)) + (n >= 0 ? u"#%n"_s : QString());
    }
};

} // namespace

class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsItsPlacesInOnePass()
    {
        const Text text = Text::en("%1 waits for %2 and %1").arg(u"%2"_s, u"b"_s);
        QCOMPARE(text.english(), u"%2 waits for b and %2"_s);
        QCOMPARE(Text::en("100 % of %3").arg(1).english(), u"100 % of %3"_s);
    }

    void takesNumbersAndTexts()
    {
        const Text inner = Text::en("session %1").arg(u"0x1"_s);
        QCOMPARE(Text::en("%1 of %2: %3").arg(1, qint64(5'000'000'000), inner).english(),
                 u"1 of 5000000000: session 0x1"_s);
    }

    void isShownInTheReadersLanguageAndKeptInEnglish()
    {
        const Brackets brackets;
        const Text text = Text::en("held by %1 (%2)").arg(Text::en("nobody"), Text::verbatim(u"as it stands"_s));
        QCOMPARE(text.shown(), u"⟦held by ⟦nobody⟧ (as it stands)⟧"_s);
        QCOMPARE(text.english(), u"held by nobody (as it stands)"_s);
        QCOMPARE(Text::en("not known").shown(), u"not known"_s);
    }

    void countsInEnglishAlsoWhileAnotherLanguageIsShown()
    {
        QCOMPARE(Text::counted("%n nodes came", 1).shown(), u"1 node came"_s);
        const Brackets brackets;
        QCOMPARE(Text::counted("%n nodes came", 1).english(), u"1 node came"_s);
        QCOMPARE(Text::counted("%n nodes came", 2).english(), u"2 nodes came"_s);
        QCOMPARE(Text::counted("%n nodes came", 0).english(), u"0 nodes came"_s);
        QCOMPARE(Text::counted("%n nodes came", 3).shown(), u"⟦3 nodes came⟧#3"_s);
    }

    void aFilesTextActsOnNothing()
    {
        QCOMPARE(Text::ofFile(u"a bell \a and \u202E"_s).shown(), u"a bell \\x07 and \\u202E"_s);
        QCOMPARE(Text::ofFile(QString(u"cut"_s) + QChar(0) + u"off"_s).shown(), u"cut\\x00off"_s);
    }

    void isEmptyWithoutWords()
    {
        QVERIFY(Text().isEmpty());
        QVERIFY(Text::verbatim({}).isEmpty());
        QVERIFY(Text::ofFile({}).isEmpty());
        QCOMPARE(Text().shown(), QString());
        QVERIFY(!Text::en("a").isEmpty());
        QCOMPARE(Text::verbatim({}), Text());
    }

    void equalsWhatSaysTheSameInEveryLanguage()
    {
        QCOMPARE(Text::en("%1 waits").arg(u"A"_s), Text::en("%1 waits").arg(u"A"_s));
        QVERIFY(!(Text::en("%1 waits").arg(u"A"_s) == Text::en("%1 waits").arg(u"B"_s)));
        QVERIFY(!(Text::en("A waits") == Text::verbatim(u"A waits"_s)));
        QVERIFY(!(Text::en("A waits") == Text()));
    }

    void listsParts()
    {
        QCOMPARE(Text::enumerated({}), Text());
        QCOMPARE(Text::enumerated({u"A"_s}).english(), u"A"_s);
        QCOMPARE(Text::enumerated({u"A"_s, u"B"_s, u"C"_s}).english(), u"A, B and C"_s);
        QCOMPARE(Text::listed({Text::en("A"), Text::en("B"), Text::en("C")}).english(), u"A, B, C"_s);
        QVERIFY(Text::listed({}).isEmpty());
    }

    void comesBackFromJson()
    {
        const Text text =
            Text::counted("%n nodes came", 1)
                .arg(7, qint64(-3), u"%1"_s, Text::en("session %1").arg(u"0x1"_s), Text::verbatim(u"v"_s));
        const auto json = text.templateJson();
        QVERIFY(json.has_value());
        const auto back = Text::fromTemplateJson(*json);
        QVERIFY(back.has_value());
        QCOMPARE(back->english(), text.english());
        QCOMPARE(back->templateJson(), json);
        QVERIFY(!Text::verbatim(u"as it stands"_s).templateJson());
        QVERIFY(!Text().templateJson());
    }

    void aTextInManyTextsComesBackInEnglish()
    {
        Text text = Text::en("innermost");
        for (int i = 0; i < 20; ++i)
            text = Text::en("in %1").arg(text);
        const auto back = Text::fromTemplateJson(*text.templateJson());
        QVERIFY(back.has_value());
        QCOMPARE(back->english(), text.english());
    }

    void refusesJsonThatNoTextWrote_data()
    {
        QTest::addColumn<QJsonObject>("json");
        QTest::newRow("no id") << QJsonObject{{u"arguments"_s, QJsonArray()}};
        QTest::newRow("an empty id") << QJsonObject{{u"id"_s, QString()}};
        QTest::newRow("an id that is no text") << QJsonObject{{u"id"_s, 1}};
        QTest::newRow("a long id") << QJsonObject{{u"id"_s, QString(5'000, u'x')}};
        QTest::newRow("arguments that are no list") << QJsonObject{{u"id"_s, u"x"_s}, {u"arguments"_s, u"y"_s}};
        QTest::newRow("a fraction") << QJsonObject{{u"id"_s, u"x"_s}, {u"arguments"_s, QJsonArray{0.5}}};
        QTest::newRow("a huge number") << QJsonObject{{u"id"_s, u"x"_s}, {u"arguments"_s, QJsonArray{1e300}}};
        QTest::newRow("null") << QJsonObject{{u"id"_s, u"x"_s}, {u"arguments"_s, QJsonArray{QJsonValue()}}};
        QTest::newRow("too many") << QJsonObject{{u"id"_s, u"x"_s},
                                                 {u"arguments"_s, QJsonArray{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}};
        QTest::newRow("a negative count") << QJsonObject{{u"id"_s, u"%n"_s}, {u"count"_s, -2}};
        QTest::newRow("a count that is no number") << QJsonObject{{u"id"_s, u"%n"_s}, {u"count"_s, u"2"_s}};
        QTest::newRow("no text in it") << QJsonObject{{u"id"_s, u"x"_s}, {u"arguments"_s, QJsonArray{QJsonObject()}}};
        QJsonObject deep{{u"id"_s, u"%1"_s}};
        for (int i = 0; i < 20; ++i)
            deep = QJsonObject{{u"id"_s, u"%1"_s}, {u"arguments"_s, QJsonArray{deep}}};
        QTest::newRow("too deep") << deep;
    }
    void refusesJsonThatNoTextWrote()
    {
        QFETCH(const QJsonObject, json);
        QVERIFY(!Text::fromTemplateJson(json).has_value());
    }

    void staysShortWhateverAFileSays()
    {
        QJsonObject json{{u"id"_s, u"%1"_s.repeated(2'000)}, {u"arguments"_s, QJsonArray{u"word "_s.repeated(50)}}};
        for (int i = 0; i < 6; ++i)
            json = QJsonObject{{u"id"_s, u"%1"_s.repeated(2'000)}, {u"arguments"_s, QJsonArray{json}}};
        const auto text = Text::fromTemplateJson(json);
        QVERIFY(text.has_value());
        QVERIFY(text->english().size() < 2'000'000);
    }

    void aSentenceThatItsTemplateDoesNotSayStandsAsItIs()
    {
        const Text known = Text::en("%1 waits").arg(u"A"_s);
        QCOMPARE(Text::stored(u"A waits"_s, known), known);
        QCOMPARE(Text::stored(u"B waits"_s, known), Text::verbatim(u"B waits"_s));
        QCOMPARE(Text::stored(u"B waits"_s, std::nullopt), Text::verbatim(u"B waits"_s));
    }

    void aSpanIsToldInWordsThatFitIt()
    {
        const auto roughText = [](std::chrono::milliseconds span) { return roughSpan(span).english(); };
        QCOMPARE(roughText(std::chrono::milliseconds(470)), u"0.4 s"_s);
        QCOMPARE(roughText(std::chrono::milliseconds(7'000)), u"7 s"_s);
        QCOMPARE(roughText(std::chrono::milliseconds(38'900)), u"38 s"_s);
        QCOMPARE(roughText(std::chrono::milliseconds(228'371)), u"3 min"_s);
        QCOMPARE(roughText(std::chrono::minutes(192)), u"3 h 12 min"_s);
    }
};

} // namespace lockscope::tst_text

LOCKSCOPE_TEST(lockscope::tst_text::TestText)
#include "tst_text.moc"
