// SPDX-License-Identifier: Apache-2.0
#include "core/journal/eventjson.h"

#include "eventgenerator.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace lockscope::tst_eventjson {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

namespace {

/// Through the bytes of a file, not only through QJsonObject.
Result<Event> throughBytes(const QJsonObject &json)
{
    return eventFromJson(QJsonDocument::fromJson(QJsonDocument(json).toJson(QJsonDocument::Compact)).object());
}

QJsonObject spawned()
{
    ClientSpawned what;
    what.id = ClientId{3};
    what.name = u"client-3"_s;
    what.lock = u"/a"_s;
    return toJson(Event{7, 1'795'233'600'123'456'789, what});
}

QString problemOf(const QJsonObject &json)
{
    const auto event = eventFromJson(json);
    return event ? QString() : event.error().sentence().english();
}

} // namespace

class TestEventJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsReadAgain()
    {
        QVERIFY(rc::check("for each kind", [] {
            for (size_t kind = 0; kind < test::knownKinds; ++kind) {
                const Event event{1, 2, test::payloadOfKind(kind)};
                const auto read = throughBytes(toJson(event));
                RC_ASSERT(read.has_value());
                RC_ASSERT(*read == event);
            }
        }));
    }

    void anInstantIsKeptToTheNanosecond()
    {
        const QJsonObject json = spawned();
        QCOMPARE(json["at"_L1].toString(), u"2026-11-21T04:00:00.123456Z"_s);
        QCOMPARE(json["at_ns"_L1].toInteger(), 1'795'233'600'123'456'789);
        QCOMPARE(throughBytes(json)->atNs, 1'795'233'600'123'456'789);
    }

    void anErrorIsKeptWhole()
    {
        const Error error{ErrorCode::NoAuth, u"delete"_s, u"/a/b"_s, Text::verbatim(u"digest"_s)};
        const QJsonObject json = toJson(Event{1, 0, DirectoryUnreadable{u"/a"_s, error}});
        QCOMPARE(json["error"_L1].toObject()["text"_L1].toString(), error.sentence().english());
        QCOMPARE(std::get<DirectoryUnreadable>(eventFromJson(json)->what).error, error);
    }

    void aKindThatNobodyKnowsIsKept()
    {
        const QJsonObject json{{u"n"_s, 4}, {u"at_ns"_s, 5}, {u"kind"_s, u"moon-phase"_s}, {u"phase"_s, 0.5}};
        const auto event = throughBytes(json);
        QVERIFY(event.has_value());
        QCOMPARE(event->number, 4u);
        QCOMPARE(kindName(event->what), u"moon-phase"_s);
        QCOMPARE(toJson(*event)["phase"_L1].toDouble(), 0.5);
        QVERIFY(describe(event->what).english().contains(u"moon-phase"_s));
    }

    void keysThatNobodyKnowsArePassedOver()
    {
        QJsonObject json = spawned();
        json["colour"_L1] = u"red"_s;
        QCOMPARE(std::get<ClientSpawned>(eventFromJson(json)->what).name, u"client-3"_s);
    }

    void whatDoesNotFitIsNamed_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("text") << u"name"_s << QJsonValue(3) << u"\"name\" should be text, not 3"_s;
        QTest::newRow("enum") << u"mode"_s << QJsonValue(u"both"_s)
                              << u"\"mode\" should be one of exclusive, shared, not \"both\""_s;
        QTest::newRow("fraction") << u"leases"_s << QJsonValue(1.5)
                                  << u"\"leases\" should be a whole number, not 1.5"_s;
        QTest::newRow("too great") << u"leases"_s << QJsonValue(qint64(1) << 40)
                                   << u"\"leases\" should be a whole number, not 1099511627776"_s;
        QTest::newRow("negative") << u"n"_s << QJsonValue(-1)
                                  << u"\"n\" should be a whole number, not negative, not -1"_s;
        QTest::newRow("no instant") << u"at_ns"_s << QJsonValue(-1)
                                    << u"\"at_ns\" should be an instant, in nanoseconds since 1970, not -1"_s;
        QTest::newRow("client") << u"client"_s << QJsonValue(u"A"_s)
                                << u"\"client\" should be the number of a client, not \"A\""_s;
        QTest::newRow("list") << u"paths"_s << QJsonValue(QJsonArray{1})
                              << u"\"paths\" should be a list of texts, not [1]"_s;
        QTest::newRow("long") << u"leases"_s << QJsonValue(QString(100, u'x'))
                              << u"\"leases\" should be a whole number, not \"%1…"_s.arg(QString(58, u'x'));
    }

    void whatDoesNotFitIsNamed()
    {
        QFETCH(QString, key);
        QFETCH(QJsonValue, value);
        QJsonObject json = spawned();
        json[key] = value;
        QTEST(problemOf(json), "sentence");
    }

    void aMissingKeyIsNamed()
    {
        const QJsonObject whole = toJson(Event{1, 0, DirectoryUnreadable{u"/a"_s, {}}});
        for (const QString &key : whole.keys()) {
            if (key == "at"_L1)
                continue; // for people
            QJsonObject json = whole;
            json.remove(key);
            QCOMPARE(problemOf(json), u"\"%1\" is missing"_s.arg(key));
        }
        QJsonObject inner = whole;
        inner["error"_L1] = QJsonObject{{u"code"_s, u"no-node"_s}};
        QCOMPARE(problemOf(inner), u"\"error.operation\" is missing"_s);
    }

    void aFieldThatCameLaterMayBeMissing()
    {
        ObservationChanged now{u"/"_s, Freshness::Stale, 1, 2, 3, 4, 5, true, true};
        QJsonObject json = toJson({1, 2, now});
        for (const auto key : {"reads_done"_L1, "paused"_L1, "incomplete"_L1}) {
            QVERIFY(json.contains(key));
            json.remove(key);
        }
        const auto read = eventFromJson(json);
        QVERIFY(read);
        now.readsDone = 0;
        now.paused = now.incomplete = false;
        QCOMPARE(std::get<ObservationChanged>(read->what), now);
        json["paused"_L1] = u"yes"_s;
        QVERIFY(!eventFromJson(json)); // but not anything else
    }

    void textsThatReturnAreSharedByThePool()
    {
        StringPool pool;
        const auto first = eventFromJson(spawned(), &pool);
        const auto second = eventFromJson(spawned(), &pool);
        QCOMPARE(std::get<ClientSpawned>(first->what).lock.constData(),
                 std::get<ClientSpawned>(second->what).lock.constData());
    }

    void aTextKeepsItsTemplateBesideTheEnglish()
    {
        const Notice told{{}, Text::counted("%1: %n nodes came", 2).arg(Text::en("the node"))};
        const QJsonObject json = toJson({1, 2, told});
        QCOMPARE(json["text"_L1].toString(), u"the node: 2 nodes came"_s);
        QCOMPARE(json["text_template"_L1].toObject(),
                 (QJsonObject{{u"id"_s, u"%1: %n nodes came"_s},
                              {u"count"_s, 2},
                              {u"arguments"_s, QJsonArray{QJsonObject{{u"id"_s, u"the node"_s}}}}}));
        QCOMPARE(std::get<Notice>(eventFromJson(json)->what), told);
        const QJsonObject verbatim = toJson({1, 2, Notice{{}, Text::verbatim(u"as it stands"_s)}});
        QVERIFY(!verbatim.contains("text_template"_L1));
    }

    void aTextOfAnEarlierRecordingStandsAsItIs()
    {
        QJsonObject json = toJson({1, 2, Notice{{}, Text::en("%1 is gone").arg(u"/a"_s)}});
        const auto textOf = [](const QJsonObject &of) { return std::get<Notice>(eventFromJson(of)->what).text; };
        QJsonObject changed = json;
        changed["text"_L1] = u"/a went"_s; // as a version said it whose template is another one
        QCOMPARE(textOf(changed), Text::verbatim(u"/a went"_s));
        json["text_template"_L1] = QJsonObject{{u"id"_s, 7}};
        QCOMPARE(problemOf(json), u"\"text_template\" should be a template and its arguments, not {\"id\":7}"_s);
        json.remove("text_template"_L1);
        QCOMPARE(textOf(json), Text::verbatim(u"/a is gone"_s));
    }
};

} // namespace lockscope::tst_eventjson

LOCKSCOPE_TEST(lockscope::tst_eventjson::TestEventJson)
#include "tst_eventjson.moc"
