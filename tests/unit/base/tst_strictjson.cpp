// SPDX-License-Identifier: Apache-2.0
#include "core/base/strictjson.h"
#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <limits>

namespace lockscope::tst_strictjson {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The strict reader itself; that each kind of file says what is wrong with it is tested beside its reader.
class StrictJsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKeyIsFoundOnItsLine()
    {
        const JsonLines found = locateLines("\n{ \"a\": [1,\n  {\"b\\u0063\": \"x\\\"}\",\n \"d\": {}}],\n\"a\": 2 }");
        QCOMPARE(found.lineOf(u""_s), 2);
        QCOMPARE(found.lineOf(u"a[0]"_s), 2);
        QCOMPARE(found.lineOf(u"a[1]"_s), 3);
        QCOMPARE(found.lineOf(u"a[1].bc"_s), 3);
        QCOMPARE(found.lineOf(u"a[1].d"_s), 4);
        QCOMPARE(found.lineOf(u"a[1].missing.too"_s), 3); // where it should be
        QCOMPARE(found.lineOf(u"a"_s), 5);
        QCOMPARE(found.repeated, QStringList{u"a"_s});
    }

    void aKeyThatStandsTwiceIsNotJustItsLastValue()
    {
        const auto read = JsonText::read("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}");
        QVERIFY(read);
        JsonComplaints complaints(read->lines);
        QCOMPARE(complaints.first().english(), u"line 3: a: stands there twice"_s);
    }

    void whatIsNoJsonIsSaidWithItsLine()
    {
        QVERIFY(JsonText::read("{\"a\": 1}"));
        QCOMPARE(JsonText::read("[\nb\nc]").error().detail.english(), u"line 2: this is no JSON: illegal number"_s);
        QCOMPARE(JsonText::read("[1,\n2\n").error().detail.english(), u"line 3: this is no JSON: unterminated array"_s);
        QCOMPARE(JsonText::read({}).error().code, ErrorCode::InvalidInput);
    }

    void arbitraryBytesNeverCrashIt()
    {
        QVERIFY(rc::check("any bytes are located, or not",
                          [](const std::string &bytes) { locateLines(QByteArray::fromStdString(bytes)); }));
        // Deeper than any stack.
        QVERIFY(locateLines(QByteArray(1'000'000, '[')).lines.size() < 10'000);
        QVERIFY(locateLines(QByteArray("{\"a\":").repeated(200'000)).lines.size() < 10'000);
    }

    /// Each element of a list far down would have the whole way to it.
    void aLongWayDownIsNotRememberedForEachElement()
    {
        constexpr int deep = 200;
        const QByteArray key = '"' + QByteArray(450, 'k') + "\": ";
        const QByteArray list = '[' + QByteArray("0,").repeated(2'000).chopped(1) + ']';
        const JsonLines found = locateLines(QByteArray("{" + key).repeated(deep) + list + QByteArray(deep, '}'));
        qsizetype letters = 0;
        for (auto path = found.lines.keyBegin(); path != found.lines.keyEnd(); ++path)
            letters += path->size();
        QVERIFY2(letters < 1'000'000, qPrintable(QString::number(letters)));
        QVERIFY(found.repeated.isEmpty());
        QCOMPARE(found.lineOf(QString(450, u'k')), 1);
    }

    void eachKindIsReadOrComplainedAbout()
    {
        const auto text = JsonText::read(R"({"text": "a", "flag": true, "number": 0.5, "whole": 9007199254740993,
 "time": "2s", "list": [1], "names": ["a", "b"], "none": null})");
        QVERIFY(text);
        JsonComplaints complaints(text->lines);
        JsonFields fields(text->top, {}, complaints);
        constexpr qint64 most = std::numeric_limits<qint64>::max();
        QCOMPARE(fields.text(u"text"_s), u"a"_s);
        QCOMPARE(fields.flag(u"flag"_s), true);
        QCOMPARE(fields.number(u"number"_s, 0, 1), 0.5);
        QCOMPARE(fields.wholeNumber<qint64>(u"whole"_s, 0, most), 9007199254740993); // to the last digit
        QCOMPARE(fields.duration(u"time"_s, 1ms), 2000ms);
        QCOMPARE(fields.list(u"list"_s)->size(), 1);
        QCOMPARE(fields.texts(u"names"_s), (QStringList{u"a"_s, u"b"_s}));
        QVERIFY(!fields.text(u"absent"_s));
        QVERIFY(complaints.isEmpty());

        QVERIFY(!fields.wholeNumber<qint64>(u"none"_s, 0, most));
        QCOMPARE(complaints.first().english(), u"line 2: none: wants a whole number of at least 0, not null"_s);
        QVERIFY(!fields.wholeNumber(u"number"_s, 0, 9));
        QCOMPARE(complaints.first().english(),
                 u"line 1: number: wants a whole number from 0 to 9, not 0.5"_s); // before the other
    }

    void aKeyThatIsNotAskedForIsComplainedAbout()
    {
        JsonComplaints complaints;
        JsonFields fields(QJsonObject{{u"a"_s, 1}, {u"b"_s, 2}}, u"top"_s, complaints);
        fields.value(u"a"_s);
        fields.end();
        QCOMPARE(complaints.first().english(), u"line 1: top.b: unknown key; known here are a"_s);
    }

    void theWordsAreThoseOfTheFile()
    {
        JsonWords words;
        words.complaint = Text::en("\"%2\" %3!");
        words.complaintOfAll = Text::en("%2!");
        words.object = Text::en("is no object");
        words.noSuch = Text::en("is %1, not %2");
        JsonComplaints complaints({}, words);
        JsonFields none(7, {}, complaints);
        QCOMPARE(complaints.first().english(), u"is no object!"_s);

        JsonComplaints others({}, words);
        JsonFields fields(QJsonObject{{u"a"_s, u"%2"_s}}, {}, others);
        QVERIFY(!fields.choice<int>(u"a"_s, [](QStringView) { return std::optional<int>(); }, {u"x"_s, u"y"_s}));
        QCOMPARE(others.first().english(), u"\"a\" is %2, not x and y!"_s); // what was found is never words
    }
};

} // namespace lockscope::tst_strictjson

LOCKSCOPE_TEST(lockscope::tst_strictjson::StrictJsonTest)
#include "tst_strictjson.moc"
