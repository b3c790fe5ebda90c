// SPDX-License-Identifier: Apache-2.0
#include "core/redis/address.h"
#include "tests/support/testprogram.h"
#include "tests/unit/addresses.h"

#include <QtTest>

namespace lockscope::tst_redisaddress {

using namespace lockscope::redis;
using namespace Qt::StringLiterals;

class RedisAddressTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressIsReadAndWrittenTheSameWay_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");

        QTest::newRow("whole") << u"redis://ann@cache:6380/3"_s << u"redis://ann@cache:6380/3"_s;
        QTest::newRow("the usual port") << u"redis://cache"_s << u"redis://cache:6379"_s;
        QTest::newRow("the first database") << u" redis://cache:1/0 "_s << u"redis://cache:1"_s;
        QTest::newRow("a slash") << u"redis://cache:1/"_s << u"redis://cache:1"_s;
        QTest::newRow("IPv6") << u"redis://[::1]:1"_s << u"redis://[::1]:1"_s;
    }
    void anAddressIsReadAndWrittenTheSameWay()
    {
        QFETCH(QString, text);
        QFETCH(QString, written);
        test::checkWritten(parseAddress, text, written);
    }

    void eachMistakeIsNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");

        QTest::newRow("nothing") << QString() << u"redis://HOST:PORT"_s;
        QTest::newRow("no scheme") << u"cache:6379"_s << u"redis://HOST:PORT"_s;
        QTest::newRow("another scheme") << u"zk://cache:6379"_s << u"redis://HOST:PORT"_s;
        QTest::newRow("no host") << u"redis://:6379"_s << u"redis://HOST:PORT"_s;
        QTest::newRow("no number for a port") << u"redis://cache:port"_s << u"redis://HOST:PORT"_s;
        QTest::newRow("port 0") << u"redis://cache:0"_s << u"1 to 65535"_s;
        QTest::newRow("a query") << u"redis://cache?db=1"_s << u"redis://HOST:PORT"_s;
        QTest::newRow("no number for a database") << u"redis://cache/orders"_s << u"orders"_s;
        QTest::newRow("TLS") << u"rediss://cache:6379"_s << u"TLS"_s;
    }
    void eachMistakeIsNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        test::checkMistake(parseAddress, text, said);
    }

    void aPasswordIsNotRepeated()
    {
        const auto address = parseAddress(u"redis://ann:hunter2@cache:6379"_s);
        QVERIFY(!address);
        const QString sentence = address.error().sentence().english();
        QVERIFY2(sentence.contains(u"password"_s) && !sentence.contains(u"hunter2"_s), qPrintable(sentence));
    }
};

} // namespace lockscope::tst_redisaddress

LOCKSCOPE_TEST(lockscope::tst_redisaddress::RedisAddressTest)

#include "tst_redisaddress.moc"
