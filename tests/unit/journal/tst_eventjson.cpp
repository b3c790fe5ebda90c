// SPDX-License-Identifier: Apache-2.0
// What events say, and that their JSON keeps all of them.
#include "core/journal/eventjson.h"

#include "eventgenerator.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTest>

namespace lockscope::tst_eventjson {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

namespace {

NodeResolved resolvedNode()
{
    NodeResolved event{u"/a/lock-0000000000"_s, {}, locks::ChildNode::Data::Read, "me", false};
    event.stat.czxid.value = 0x7;
    event.stat.ephemeralOwner.value = 0xa;
    return event;
}

ServersProbed serversProbed()
{
    ServersProbed event;
    event.servers = {ServerReport{.address = u"a:2181"_s, .adminAnswers = true}, ServerReport{.address = u"b:2181"_s}};
    event.knowledge.sessions.insert(SessionId{0xa}, {SessionId{0xa}, u"10.0.0.7:52734"_s, u"a:2181"_s});
    event.knowledge.watchers = {{u"/a"_s, {SessionId{0xa}}}, {u"/b"_s, {SessionId{0xa}}}};
    return event;
}

/// One of each kind.
QList<Payload> allKinds()
{
    const ClientId id{3};
    const Error error{ErrorCode::NoAuth, u"get_children"_s, u"/a"_s, {}};
    return {ConnectionChanged{ConnectionState::Connected, u"zk:2181"_s, u"127.0.0.1:2181"_s, SessionId{0xa}, 4000, {}},
            ObservationChanged{u"/a"_s, Freshness::Live, 2, 100, 0, 0},
            DirectoryListed{u"/a"_s, {}, {u"x"_s}, {u"y"_s, u"z"_s}, 38, true},
            DirectoryUnreadable{u"/a"_s, error},
            resolvedNode(),
            NodeVanished{u"/a"_s},
            ClientSpawned{id, u"client-3"_s, locks::RecipeId::ReadWrite, locks::Dialect::Kazoo, locks::Mode::Shared,
                          u"/a"_s},
            ClientConnection{id, ConnectionState::Suspended, {}},
            ClientLockState{id, locks::LockState::Retained, u"/a/lock-0000000000"_s, Zxid{0x7}, 1, {}},
            ClientStep{id, locks::Step::Wait, u"/a/lock-0000000000"_s},
            ClientRequest{id, u"create"_s, u"/a/lock-"_s},
            ClientReply{id, u"create"_s, u"/a/lock-"_s, {}, 1'250'000},
            ClientWatchSet{id, u"/a"_s, true},
            ClientWatchFired{id, WatchEvent::Deleted, u"/a/lock-0000000000"_s},
            ClientWatchEnded{id, u"/a/lock-0000000000"_s},
            ServerNode{id, u"/a/lock-0000000000"_s, ServerNode::Life::Born, Zxid{0x7}, SessionId{0xa}},
            ClientStamp{id, u"/orders"_s, 17},
            ClientFault{id, Fault::Crash},
            ClientRemoved{id},
            RunStarted{u"The holder crashes"_s, 7, "{}", {u"/a"_s, u"/b"_s}},
            ScenarioStep{0, Text::verbatim(u"A acquires"_s)},
            ReleaseForced{u"/a/lock-0000000000"_s, Zxid{0x7}, SessionId{0xa}, {}, u"ann@ops"_s},
            Notice{locks::Finding::Severity::Warning, Text::verbatim(u"Something to know."_s)},
            serversProbed(),
            QueueReported{u"/orders"_s, {{31, {}, u"root@localhost"_s, true, 1'250, {11}}, {11, SessionId{0xb}}}, {}},
            KeyCopiesReported{u"/orders"_s, {{true, SessionId{0xb}, 9'000}, {}}},
            ServerCommanded{1, ServerCommand::Kill, true},
            UnknownEvent{u"moon-phase"_s, R"({"kind": "moon-phase"})"}};
}

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
    void everyKindHasItsOwnNameAndASentence()
    {
        QSet<QString> names;
        QSet<QString> sentences;
        for (const Payload &what : allKinds()) {
            names.insert(kindName(what));
            const QString sentence = describe(what).english();
            QVERIFY2(!sentence.isEmpty() && !sentence.contains(u'%') && !sentence.contains(u'\n'),
                     qPrintable(sentence));
            sentences.insert(sentence);
        }
        QCOMPARE(names.size(), static_cast<qsizetype>(std::variant_size_v<Payload>));
        QCOMPARE(sentences.size(), names.size());
    }

    void sentencesSayWhatHappened_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const Payload &what, const QString &expected) {
            QTest::newRow(name) << describe(what).english() << expected;
        };
        row("connected", allKinds().at(0), u"Connected to 127.0.0.1:2181 (session 0xa)"_s);
        row("live", allKinds().at(1), u"/a is live: 2 directories watched"_s);
        row("over the budget", ObservationChanged{u"/"_s, Freshness::Live, 1, 1, 5, 0},
            u"/ is live: 1 directory watched, 5 not: the budget is 1 watch"_s);
        row("listed", allKinds().at(2), u"/a: x came, 2 nodes went, 38 nodes came and went unseen"_s);
        row("listed without news", DirectoryListed{u"/a"_s, {}, {}, {}, 0, true}, u"/a: no change, 0 children"_s);
        row("resolved", resolvedNode(), u"/a/lock-0000000000 belongs to session 0xa, czxid 0x7"_s);
        row("spawned", allKinds().at(6), u"client-3 was spawned: readwrite (kazoo, shared) on /a"_s);
        row("state", allKinds().at(8), u"Client 3 is RETAINED with /a/lock-0000000000, token 0x7"_s);
        row("reply", allKinds().at(11), u"Client 3 has its answer to create /a/lock- after 1.3 ms"_s);
        row("watch", allKinds().at(13), u"Client 3 got a watch event: /a/lock-0000000000 was deleted"_s);
        row("refused", ClientStamp{ClientId{3}, u"/n"_s, 5, Zxid{7}, true},
            u"Client 3 was refused the number 5 at /n: a client with a greater fencing token than 0x7 wrote before"_s);
        row("server", ServerCommanded{1, ServerCommand::Kill, true}, u"The lab: server 1 is killed, drawn at random"_s);
        row("release", allKinds().at(21),
            u"Forced release: /a/lock-0000000000 (czxid 0x7, session 0xa) was deleted by ann@ops"_s);
        row("servers", serversProbed(),
            u"Asked the servers: 1 of 2 told of 1 session and of 2 watched paths, not all is known"_s);
        row("a placeholder in a name stays", DirectoryListed{u"/%1"_s, {}, {u"%2"_s}, {}, 0, true}, u"/%1: %2 came"_s);
    }

    void sentencesSayWhatHappened()
    {
        QFETCH(QString, sentence);
        QTEST(sentence, "expected");
    }

    void anEventKnowsItsPathAndItsClient()
    {
        const auto kinds = allKinds();
        QCOMPARE(pathOf(kinds.at(0)), QString());
        QCOMPARE(pathOf(kinds.at(1)), u"/a"_s);
        QCOMPARE(pathOf(kinds.at(4)), u"/a/lock-0000000000"_s);
        QCOMPARE(pathOf(kinds.at(6)), u"/a"_s);
        QCOMPARE(pathOf(kinds.at(8)), u"/a/lock-0000000000"_s);
        QCOMPARE(pathOf(kinds.at(21)), u"/a/lock-0000000000"_s);
        QCOMPARE(pathOf(kinds.at(22)), QString());
        for (int i = 0; i < kinds.size(); ++i)
            QCOMPARE(clientOf(kinds.at(i)), i >= 6 && i <= 18 ? ClientId{3} : ClientId{});
    }

    void anEventIsOneJsonObject()
    {
        const QJsonObject json = toJson(Event{12, 1'795'233'600'123'456'789, NodeVanished{u"/a"_s}});
        QCOMPARE(json, (QJsonObject{{u"n"_s, 12},
                                    {u"at"_s, u"2026-11-21T04:00:00.123456Z"_s},
                                    {u"at_ns"_s, qint64(1'795'233'600'123'456'789)},
                                    {u"kind"_s, u"node-vanished"_s},
                                    {u"path"_s, u"/a"_s}}));
        for (const Payload &what : allKinds())
            QCOMPARE(toJson(Event{1, 0, what})["kind"_L1].toString(), kindName(what));
    }

    void aNodeInJsonHasAllItsBytes()
    {
        NodeResolved event = resolvedNode();
        event.data = QByteArray("\x00\xff", 2);
        QJsonObject json = toJson(Event{1, 0, event});
        QCOMPARE(json["data_base64"_L1].toString(), u"AP8="_s);
        QCOMPARE(json["stat"_L1]["czxid"_L1].toString(), u"0x7"_s);
        QCOMPARE(json["stat"_L1]["ephemeral_owner"_L1].toString(), u"0xa"_s);
        event.access = locks::ChildNode::Data::NoPermission;
        json = toJson(Event{1, 0, event});
        QVERIFY(json["data_base64"_L1].isNull());
        QCOMPARE(json["access"_L1].toString(), u"no-permission"_s);
    }

    void anErrorInJsonHasCodeAndSentence()
    {
        const Error error{ErrorCode::NoAuth, u"get_children"_s, u"/a"_s, {}};
        const QJsonObject json = toJson(Event{1, 0, DirectoryUnreadable{u"/a"_s, error}});
        QCOMPARE(json["error"_L1]["code"_L1].toString(), u"no-auth"_s);
        QCOMPARE(json["error"_L1]["text"_L1].toString(), error.sentence().english());
        QVERIFY(error.sentence().english().contains(u"READ permission on /a"));
        QVERIFY(toJson(Event{1, 0, allKinds().at(8)})["error"_L1].isNull());
    }

    void everyKindIsReadAgain()
    {
        QVERIFY(rc::check("for each kind", [] {
            for (size_t kind = 0; kind < journal::test::knownKinds; ++kind) {
                const Event event{1, journal::test::anyInstant(), journal::test::payloadOfKind(kind)};
                const auto read = throughBytes(toJson(event));
                RC_ASSERT(read.has_value());
                RC_ASSERT(*read == event);
            }
        }));
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
        const auto row = [](const char *name, const char *key, const QJsonValue &value, const QString &sentence) {
            QTest::newRow(name) << QString::fromLatin1(key) << value << sentence;
        };
        row("text", "name", 3, u"\"name\" should be text, not 3"_s);
        row("enum", "mode", u"both"_s, u"\"mode\" should be one of exclusive, shared, not \"both\""_s);
        row("fraction", "leases", 1.5, u"\"leases\" should be a whole number, not 1.5"_s);
        row("too great", "leases", qint64(1) << 40, u"\"leases\" should be a whole number, not 1099511627776"_s);
        row("negative", "n", -1, u"\"n\" should be a whole number, not negative, not -1"_s);
        row("no instant", "at_ns", -1, u"\"at_ns\" should be an instant, in nanoseconds since 1970, not -1"_s);
        row("client", "client", u"A"_s, u"\"client\" should be the number of a client, not \"A\""_s);
        row("list", "paths", QJsonArray{1}, u"\"paths\" should be a list of texts, not [1]"_s);
        row("long", "leases", QString(100, u'x'),
            u"\"leases\" should be a whole number, not \"%1…"_s.arg(QString(58, u'x')));
    }

    void whatDoesNotFitIsNamed()
    {
        QFETCH(QString, key);
        QFETCH(QJsonValue, value);
        QJsonObject json = spawned();
        json[key] = value;
        QTEST(problemOf(json), "sentence");
    }

    /// What the tree is made of leads nowhere else.
    void namesAndPathsAreThoseOfNodes()
    {
        const auto problem = [](const Payload &what) { return problemOf(toJson(Event{1, 0, what})); };
        const auto listed = [&problem](const QString &path, const QStringList &added, const QStringList &removed = {}) {
            return problem(DirectoryListed{path, {}, added, removed});
        };
        for (const QString &name : {u""_s, u"/"_s, u"/locks/a"_s, u"a/b"_s, u"."_s, u".."_s}) {
            QCOMPARE(listed(u"/a"_s, {u"b"_s, name}), u"\"%1\" is no name of a node"_s.arg(name));
            QCOMPARE(listed(u"/a"_s, {}, {name}), u"\"%1\" is no name of a node"_s.arg(name));
        }
        for (const QString &path : {u""_s, u"a"_s, u"//"_s, u"/a/"_s, u"/a//b"_s, u"/a/../b"_s}) {
            QCOMPARE(problem(NodeVanished{path}), u"\"%1\" is no path of a node"_s.arg(path));
            QCOMPARE(listed(path, {}), u"\"%1\" is no path of a node"_s.arg(path));
        }
        QCOMPARE(listed(u"/"_s, {u"..."_s}), QString());
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
