// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queuejson.h"

#include "queuetext.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::tst_queuejson {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

const QDateTime asOf = QDateTime::fromString(u"2026-11-21T04:00:00.123Z"_s, Qt::ISODateWithMs);

QJsonObject contenderWith(const QByteArray &data, bool truncated = false)
{
    ChildNode child;
    child.name = u"lock-0000000000"_s;
    child.access = ChildNode::Data::Read;
    child.data = data;
    child.truncated = truncated;
    return toJson(readQueue(u"/lock"_s, {}, {child}), asOf, {})["contenders"_L1].toArray().first().toObject();
}

} // namespace

class TestQueueJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLockIsWrittenAsTheContractSays()
    {
        std::vector<ChildNode> children =
            childrenFrom(u"3f2504e04f8941d39a0c0305e82c3301__lock__0000000000 7 1000009f7cb0000\n"
                         "3f2504e04f8941d39a0c0305e82c3302__lock__0000000001 8 1000009f7cb0001\n"_s);
        children[0].access = ChildNode::Data::Read;
        children[0].data = "client-0";
        children[0].stat->ctimeMs = asOf.toMSecsSinceEpoch() - 5120;
        NodeStat parent;
        parent.pzxid.value = 0x1e;
        const QJsonObject lock = toJson(readQueue(u"/locks/orders"_s, parent, children), asOf, Zxid{0x1f});
        const QJsonObject expected = QJsonDocument::fromJson(R"({
        "path": "/locks/orders", "kind": "mutex", "dialect": "kazoo", "title": "kazoo",
        "as_of": {"zxid": "0x1f", "time": "2026-11-21T04:00:00.123Z", "pzxid": "0x1e"},
        "holders": ["3f2504e04f8941d39a0c0305e82c3301__lock__0000000000"], "waiting": 1, "pending": 0, "findings": [],
        "contenders": [
          {"node": "3f2504e04f8941d39a0c0305e82c3301__lock__0000000000", "sequence": 0, "mode": "exclusive",
           "state": "holding", "czxid": "0x7", "created": "2026-11-21T03:59:55.003Z", "age_ms": 5120,
           "data": "client-0", "ephemeral": true, "session": "0x1000009f7cb0000", "client": null, "server": null,
           "waits_for": [], "watches": null, "frees_by_itself": null, "frees_in_ms": null}]})")
                                         .object();
        QJsonObject first = lock;
        first["contenders"_L1] = QJsonArray{lock["contenders"_L1].toArray().first()};
        QCOMPARE(first, expected);
        const QJsonObject second = lock["contenders"_L1].toArray().at(1).toObject();
        QCOMPARE(second["state"_L1].toString(), u"waiting"_s);
        QCOMPARE(second["waits_for"_L1].toArray(), expected["holders"_L1].toArray());
    }

    void whoeverWaitsForALockOfOneNodeIsNotKnown()
    {
        ChildNode record{u"nightly"_s, NodeStat(), ChildNode::Data::Read, "2120-01-01T00:00:00.000Z"};
        const LockQueue queue = readNodeLock(u"/shedlock/nightly"_s, record, asOf.toMSecsSinceEpoch());
        const QJsonObject lock = toJson(queue, asOf, {});
        QCOMPARE(lock["holders"_L1].toArray().size(), 1);
        QVERIFY(lock["waiting"_L1].isNull());
    }

    void whatIsNotKnownIsNull()
    {
        const QJsonObject lock = toJson(queueFrom(u"lock-0000000001 10 0\nlock-0000000002 ?\nother ?\n"_s), asOf, {});
        QVERIFY(lock["as_of"_L1]["zxid"_L1].isNull());
        QVERIFY(lock["as_of"_L1]["pzxid"_L1].isNull());
        const QJsonArray contenders = lock["contenders"_L1].toArray();
        QCOMPARE(contenders.at(0)["ephemeral"_L1], QJsonValue(false));
        QVERIFY(contenders.at(0)["session"_L1].isNull());
        QCOMPARE(contenders.at(1)["state"_L1].toString(), u"pending"_s);
        for (const auto key : {"czxid"_L1, "created"_L1, "age_ms"_L1, "ephemeral"_L1, "session"_L1, "data"_L1,
                               "client"_L1, "server"_L1, "watches"_L1}) {
            QVERIFY2(contenders.at(1).toObject().contains(key), key.data());
            QVERIFY2(contenders.at(1)[key].isNull(), key.data());
        }
        QCOMPARE(contenders.at(2)["state"_L1].toString(), u"foreign"_s);
        QVERIFY(contenders.at(2)["sequence"_L1].isNull());
        QVERIFY(contenders.at(2)["mode"_L1].isNull());
    }

    void whatServersToldIsFilledIn()
    {
        const LockQueue queue = readQueue(u"/l"_s, {}, childrenFrom(u"lock-0000000000 7 a\nlock-0000000001 8 b\n"_s));
        Knowledge knowledge;
        knowledge.sessions.insert(SessionId{0xb}, {SessionId{0xb}, u"10.0.0.7:52734"_s, u"zk1:2181"_s});
        knowledge.watchers = {{u"/l/lock-0000000000"_s, {SessionId{0xb}}}, {u"/elsewhere"_s, {SessionId{0xb}}}};
        const auto contender = [&](int index) {
            return toJson(queue, asOf, {}, knowledge, watchesBySession(knowledge))["contenders"_L1][index].toObject();
        };
        QCOMPARE(contender(1)["client"_L1].toString(), u"10.0.0.7:52734"_s);
        QCOMPARE(contender(1)["server"_L1].toString(), u"zk1:2181"_s);
        QCOMPARE(contender(1)["watches"_L1].toArray(), QJsonArray{u"/l/lock-0000000000"_s});
        // Of the other no server told anything, and not all were heard: that is not the same as no watch.
        QVERIFY(contender(0)["client"_L1].isNull());
        QVERIFY(contender(0)["watches"_L1].isNull());
        knowledge.allWatches = true;
        QCOMPARE(contender(0)["watches"_L1].toArray(), QJsonArray());
        QVERIFY(contender(0)["watches"_L1].isArray());
    }

    void whoHasALeaseIsNoReader()
    {
        const QJsonObject lock = toJson(queueFrom(u"lease-0000000001 10 a\nlease-0000000002 11 b\n"_s), asOf, {});
        QCOMPARE(lock["kind"_L1].toString(), u"semaphore"_s);
        const QJsonArray contenders = lock["contenders"_L1].toArray();
        QCOMPARE(contenders.size(), 2);
        for (const QJsonValue &contender : contenders) {
            QCOMPARE(contender["mode"_L1].toString(), u"lease"_s);
            QCOMPARE(contender["state"_L1].toString(), u"holding"_s);
        }
    }

    void anEmptyLockHasNoDialect()
    {
        const QJsonObject lock = toJson(queueFrom({}), asOf, {});
        QVERIFY(lock.contains("dialect"_L1));
        QVERIFY(lock["dialect"_L1].isNull());
        QCOMPARE(lock["kind"_L1].toString(), u"queue"_s);
        QCOMPARE(lock["holders"_L1].toArray(), QJsonArray());
        QVERIFY(toJson(queueFrom(u"latch-0000000001 1 a\n"_s), asOf, {})["dialect"_L1].isNull());
    }

    void whatDataSayOfTheirOwnerStandsBesideThem()
    {
        QCOMPARE(contenderWith("worker-3:9000")["owner"_L1].toObject(),
                 (QJsonObject{{u"host"_s, u"worker-3"_s}, {u"port"_s, u"9000"_s}}));
        QVERIFY(!contenderWith("worker-3").contains("owner"_L1));
        QVERIFY(!contenderWith("worker-3:90", true).contains("owner"_L1)); // more of it may follow
    }

    void dataIsTextOrBase64()
    {
        QCOMPARE(contenderWith("10.0.0.1")["data"_L1].toString(), u"10.0.0.1"_s);
        QCOMPARE(contenderWith("订单")["data"_L1].toString(), u"订单"_s);
        QCOMPARE(contenderWith("")["data"_L1], QJsonValue(u""_s));
        QVERIFY(!contenderWith("10.0.0.1").contains("data_base64"_L1));
        const QJsonObject binary = contenderWith(QByteArray("\xff\xfe\x00", 3));
        QVERIFY(!binary.contains("data"_L1));
        QCOMPARE(binary["data_base64"_L1].toString(), u"//4A"_s);
        QVERIFY(contenderWith("half \xe8\xae")["data_base64"_L1].isString());
    }

    void aCutCharacterDoesNotMakeTextBinary()
    {
        const QJsonObject cut = contenderWith("half \xe8\xae", true);
        QCOMPARE(cut["data"_L1].toString(), u"half "_s);
        QCOMPARE(cut["data_truncated"_L1], QJsonValue(true));
        QVERIFY(contenderWith("\xff\xff\xff\xff\xff", true)["data_base64"_L1].isString());
    }

    void anAgeIsNeverNegative()
    {
        auto children = childrenFrom(u"lock-0000000001 10 a\n"_s);
        children[0].stat->ctimeMs = asOf.toMSecsSinceEpoch() + 60'000; // a server whose clock is ahead
        const QJsonObject lock = toJson(readQueue(u"/lock"_s, {}, children), asOf, {});
        QCOMPARE(lock["contenders"_L1].toArray().first()["age_ms"_L1], QJsonValue(0));
    }

    void findingsCarryTheirEvidence()
    {
        const QJsonObject lock =
            toJson(queueFrom(u"lock-0000000001 10 a\n3f2504e0-4f89-41d3-9a0c-0305e82c3301-lock-0000000002 11 b\n"_s),
                   asOf, {});
        const QJsonObject finding = lock["findings"_L1].toArray().first().toObject();
        QCOMPARE(finding["id"_L1].toString(), u"mixed-dialects"_s);
        QCOMPARE(finding["severity"_L1].toString(), u"warning"_s);
        QCOMPARE(finding["nodes"_L1].toArray(), QJsonArray{u"/lock/lock-0000000001"_s});
        QCOMPARE(finding["sessions"_L1].toArray(), QJsonArray{u"0xa"_s});
        QVERIFY(!finding["text"_L1].toString().isEmpty());
    }
};

} // namespace lockscope::tst_queuejson

LOCKSCOPE_TEST(lockscope::tst_queuejson::TestQueueJson)
#include "tst_queuejson.moc"
