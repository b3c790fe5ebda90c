// SPDX-License-Identifier: Apache-2.0
#include "core/redis/address.h"
#include "core/redis/answers.h"
#include "tests/support/testprogram.h"
#include "tests/unit/addresses.h"

#include <QtTest>

namespace lockscope::tst_rediswords {

using namespace lockscope::redis;
using namespace Qt::StringLiterals;

/// Addresses that people write, and what a server refuses, in words.
class RedisWordsTest : public QObject
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

    void aRefusalSaysWhatToDoAndWhatTheServerSaid_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("advice");
        const auto row = [](const QByteArray &answer, ErrorCode code, const QString &advice) {
            QTest::newRow(answer.constData()) << answer << code << advice;
        };
        row("NOAUTH Authentication required.", ErrorCode::AuthFailed, u"password"_s);
        row("WRONGPASS invalid username-password pair or user is disabled.", ErrorCode::AuthFailed, u"password"_s);
        row("ERR invalid password", ErrorCode::AuthFailed, u"password"_s);
        row("LOADING Redis is loading the dataset in memory", ErrorCode::RedisFailed, u"try again"_s);
        row("READONLY You can't write against a read only replica.", ErrorCode::RedisFailed, u"its master"_s);
        row("NOPERM this user has no permissions to run the 'set' command", ErrorCode::RedisFailed, u"ACL SETUSER"_s);
        row("MOVED 3999 127.0.0.1:6381", ErrorCode::RedisFailed, u"cluster"_s);
        row("OOM command not allowed when used memory > 'maxmemory'.", ErrorCode::RedisFailed, u"no writes"_s);
        row("WRONGTYPE Operation against a key holding the wrong kind of value", ErrorCode::RedisFailed,
            u"another key"_s);
        row("ERR syntax error", ErrorCode::RedisFailed, u"2.6.12"_s);
        row("ERR unknown command 'eval'", ErrorCode::RedisFailed, u"2.6.12"_s);
        row("ERR Error running script (call to f_1): oops", ErrorCode::RedisFailed, u"script"_s);
        row("ERR oops script: 1, on @user_script:1.", ErrorCode::RedisFailed, u"script"_s);
        row("ERR something new", ErrorCode::RedisFailed, u"refused set"_s);
    }
    void aRefusalSaysWhatToDoAndWhatTheServerSaid()
    {
        QFETCH(QByteArray, answer);
        QFETCH(ErrorCode, code);
        QFETCH(QString, advice);
        const Error error = refusal({"SET", "orders", "token"}, answer);
        QCOMPARE(error.code, code);
        QCOMPARE(error.operation, u"set"_s);
        QVERIFY(!error.outcomeUnknown());
        const QString sentence = error.sentence().english();
        QVERIFY2(sentence.contains(advice), qPrintable(sentence));
        QVERIFY2(sentence.contains(QString::fromUtf8(answer)), qPrintable(sentence));
    }

    void aPasswordThatTheServerRepeatsIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("no such command") << QByteArray(
            "ERR unknown command 'AUTH', with args beginning with: 'bob' 'S3cretRe");
        QTest::newRow("anything") << QByteArray("ERR what is bob:S3cretRedis?");
    }
    void aPasswordThatTheServerRepeatsIsLeftOut()
    {
        QFETCH(QByteArray, answer);
        const QString sentence = refusal({"AUTH", "bob", "S3cretRedis"}, answer).sentence().english();
        QVERIFY2(!sentence.contains(u"S3cret"_s), qPrintable(sentence));
        QVERIFY2(sentence.contains(QString::fromUtf8(answer.left(9))), qPrintable(sentence));
    }
};

} // namespace lockscope::tst_rediswords

LOCKSCOPE_TEST(lockscope::tst_rediswords::RedisWordsTest)

#include "tst_rediswords.moc"
