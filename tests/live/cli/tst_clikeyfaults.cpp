// SPDX-License-Identifier: Apache-2.0
// Every sound lock on Redis and in databases, fifty times under the faults that it claims to survive.
#include "core/lab/redisserver.h"
#include "core/lab/sqlserver.h"
#include "core/locks/recipecatalog.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/await.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lockscope::tst_clikeyfaults {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliKeyFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noFaultBreaksASoundLock_data();
    void noFaultBreaksASoundLock();

private:
    QTemporaryDir m_files;
    CliProgram m_cli;
    lab::RedisServer m_redis;
    lab::SqlServer m_mariaDb{lab::SqlServerSpec::fromEnvironment(sql::Kind::MariaDb)};
    lab::SqlServer m_postgreSql{lab::SqlServerSpec::fromEnvironment(sql::Kind::PostgreSql)};
    QHash<locks::Backend, QString> m_addresses;
};

void CliKeyFaultsTest::initTestCase()
{
    const auto redis = await(m_redis.start());
    const auto mariaDb = await(m_mariaDb.start());
    const auto postgreSql = await(m_postgreSql.start());
    QVERIFY(redis && mariaDb && postgreSql);
    m_addresses = {{locks::Backend::Redis, redis->toString()},
                   {locks::Backend::MariaDb, mariaDb->toString()},
                   {locks::Backend::PostgreSql, postgreSql->toString()},
                   {locks::Backend::Sqlite, u"sqlite:"_s + m_files.filePath(u"locks.sqlite"_s)}};
}

void CliKeyFaultsTest::noFaultBreaksASoundLock_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::addColumn<QString>("backend");
    for (const auto *catalog : {&locks::redisCatalog(), &locks::sqlCatalog()}) {
        for (const locks::RecipeInfo &info : *catalog) {
            for (const locks::Backend backend : info.isSound() ? info.backends : QList<locks::Backend>())
                QTest::addRow("%s, %s", qPrintable(info.name), qPrintable(locks::backendName(backend)))
                    << info.name << locks::backendName(backend);
        }
    }
}

void CliKeyFaultsTest::noFaultBreaksASoundLock()
{
    QFETCH(QString, recipe);
    QFETCH(QString, backend);
    for (int seed = 1; seed <= 50; ++seed) {
        // A time limit that no fault outlives: what does is what the lock says that it does not survive.
        QStringList options{u"run"_s,       u"--recipe"_s, recipe,      u"--backend"_s,        backend,
                            u"--clients"_s, u"4"_s,        u"--seed"_s, QString::number(seed), u"--rounds"_s,
                            u"4"_s,         u"--hold"_s,   u"0-3"_s,    u"--timeout"_s,        u"5000"_s,
                            u"--json"_s};
        options += {u"--acquire-timeout"_s, u"60000"_s, u"--at"_s,
                    backend + u'=' + m_addresses[*locks::backendFromName(backend)]};
        // The key of a client that crashes stays until its time limit, and no round would come to its end before.
        const bool goesWithConnection = backend != "redis"_L1;
        for (const char *fault : {"lose-reply@0.03", "lose-request@0.03", "lose-create-reply@0.02", "close@0.02",
                                  "delay@0.02:5", "partition@0.02:30", "pause@0.02:30", "crash@0.01"}) {
            if (goesWithConnection || !QByteArray(fault).startsWith("crash"))
                options += {u"--fault"_s, QString::fromLatin1(fault)};
        }
        const auto ran = m_cli.run(options);
        // Clean of what a server proves: who lost its connection, and the lock with it, believes to hold until it asks.
        QVERIFY2(ran.code == 0, ran.said());
        QVERIFY(ran.object()[u"acquired"_s].toInt() > 0);
    }
}

} // namespace lockscope::tst_clikeyfaults

LOCKSCOPE_TEST(lockscope::tst_clikeyfaults::CliKeyFaultsTest)

#include "tst_clikeyfaults.moc"
