// SPDX-License-Identifier: Apache-2.0
#include "core/redis/answers.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_redisanswers {

using namespace lockscope::redis;
using namespace Qt::StringLiterals;

class RedisAnswersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
};

} // namespace lockscope::tst_redisanswers

LOCKSCOPE_TEST(lockscope::tst_redisanswers::RedisAnswersTest)

#include "tst_redisanswers.moc"
