// SPDX-License-Identifier: Apache-2.0
#include "core/locks/ownerfacts.h"

#include "tests/support/testprogram.h"

namespace lockscope::tst_ownerfacts {

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

namespace {

/// "host=10.0.0.7 port=8080"
QString said(const QByteArray &data)
{
    QStringList parts;
    for (const OwnerFact &fact : ownerFacts(data))
        parts += fact.key + u'=' + fact.value;
    return parts.join(u' ');
}

} // namespace

class TestOwnerFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dataOfKnownFormsAreRead_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("facts");
        QTest::newRow("nothing") << QByteArray() << QString();
        QTest::newRow("a word") << "client-0"_ba << QString();
        QTest::newRow("a number") << "7"_ba << QString();
        QTest::newRow("bytes") << "\x0a\x03ns1\xff:8020"_ba << QString();
        QTest::newRow("an address") << "nn1.example.org:8020"_ba << u"host=nn1.example.org port=8020"_s;
        QTest::newRow("IPv6") << "[fe80::1]:2181"_ba << u"host=fe80::1 port=2181"_s;
        QTest::newRow("an IP address (Curator)") << "10.0.0.7"_ba << u"host=10.0.0.7"_s;
        QTest::newRow("no port") << "a:70000"_ba << QString();
        QTest::newRow("a process (Java)") << "4711@worker-3"_ba << u"pid=4711 host=worker-3"_s;
        QTest::newRow("Hive")
            << "hive_20261127_7f:1764200000000:EXPLICIT:LOCK TABLE a:b EXCLUSIVE:10.1.2.3"_ba
            << u"query=hive_20261127_7f since=2025-11-26T23:33:20.000Z mode=EXPLICIT statement=LOCK TABLE a:b EXCLUSIVE host=10.1.2.3"_s;
        QTest::newRow("Hive before 2") << "q1:1764200000000:IMPLICIT:select 1"_ba
                                       << u"query=q1 since=2025-11-26T23:33:20.000Z mode=IMPLICIT statement=select 1"_s;
        QTest::newRow("JSON (Canal)") << R"({"active":true,"address":"10.20.144.22:11111"})"_ba
                                      << u"active=true address=10.20.144.22:11111 host=10.20.144.22 port=11111"_s;
        QTest::newRow("JSON (Kafka)") << R"({"brokerid":1001,"timestamp":"1764200000000","nested":{"a":1}})"_ba
                                      << u"brokerid=1001 timestamp=1764200000000"_s;
        QTest::newRow("a pod") << "orders-api-7d9c5b8f6d-x2b4q"_ba << u"pod=orders-api-7d9c5b8f6d-x2b4q"_s;
        QTest::newRow("a pod's port")
            << "orders-api-7d9c5b8f6d-x2b4q:9000"_ba
            << u"host=orders-api-7d9c5b8f6d-x2b4q port=9000 pod=orders-api-7d9c5b8f6d-x2b4q"_s;
        QTest::newRow("no pod") << "orders-api-with-a-name"_ba << QString();
        QTest::newRow("Hudi on YARN") << "table t by application_1589349837000_0001"_ba
                                      << u"application=application_1589349837000_0001"_s;
    }

    void dataOfKnownFormsAreRead()
    {
        QFETCH(const QByteArray, data);
        QTEST(said(data), "facts");
    }

    void veryMuchDataSayNothing()
    {
        QVERIFY(ownerFacts("{\"host\": \"a\", \"x\": \"" + QByteArray(100'000, 'y') + "\"}").isEmpty());
        QByteArray members;
        for (int i = 0; i < 100; ++i)
            members += "\"k" + QByteArray::number(i) + "\": 1,";
        QCOMPARE(ownerFacts('{' + members + "\"z\": 1}").size(), 20);
    }

    void aLinkIsFilledIn()
    {
        const OwnerFacts facts{{u"host"_s, u"a b&c=1"_s}, {u"pod"_s, u"p-1"_s}};
        QCOMPARE(linkOf(u"https://logs.example.org/{pod}?h={host}&l={lock}#{node}"_s, facts, u"/l"_s, u"/l/n-1"_s)
                     .toEncoded(),
                 "https://logs.example.org/p-1?h=a%20b%26c%3D1&l=%2Fl#%2Fl%2Fn-1"_ba);
        QCOMPARE(linkOf(u"https://example.org/"_s, {}, {}, {}).toEncoded(), "https://example.org/"_ba);
    }

    void aLinkWithAnUnknownPlaceIsNone()
    {
        QVERIFY(linkOf(u"https://example.org/{pod}"_s, {{u"host"_s, u"a"_s}}, u"/l"_s, u"/l/n"_s).isEmpty());
        QVERIFY(linkOf({}, {{u"host"_s, u"a"_s}}, u"/l"_s, u"/l/n"_s).isEmpty());
    }

    void whatIsNoLinkIsSaid()
    {
        for (const QString &link : {QString(), u"http://a/{host}"_s, u"https://{host}.example.org:9/x"_s})
            QCOMPARE(linkProblem(link).english(), QString());
        for (const QString &link :
             {u"{host}"_s, u"file:///etc/{host}"_s, u"javascript:alert(1)"_s, u"https://me:secret@a/"_s})
            QVERIFY2(!linkProblem(link).isEmpty(), qPrintable(link));
    }
};

} // namespace lockscope::tst_ownerfacts

LOCKSCOPE_TEST(lockscope::tst_ownerfacts::TestOwnerFacts)
#include "tst_ownerfacts.moc"
