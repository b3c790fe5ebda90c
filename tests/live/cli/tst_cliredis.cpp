// SPDX-License-Identifier: Apache-2.0
// Locks on Redis from the command line: each run is on a real server, and its recording is judged again.
#include "core/backends/redis/redisserver.h"
#include "core/locks/recipecatalog.h"
#include "core/redis/session.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"

#include <QTcpServer>

#include <signal.h>

namespace lockscope::tst_cliredis {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliRedisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_cli.tellIfFailed(); }

    void oneHoldsAtATimeUnderLoad_data()
    {
        QTest::addColumn<QString>("recipe");
        for (const locks::RecipeInfo &info : locks::redisCatalog())
            QTest::newRow(qPrintable(info.name)) << info.name;
    }

    void oneHoldsAtATimeUnderLoad()
    {
        QFETCH(QString, recipe);
        // A long limit: no machine is so slow that it runs out.
        const auto ran =
            run({u"--recipe"_s, recipe, u"--timeout"_s, u"600000"_s, u"--clients"_s, u"30"_s, u"--rounds"_s, u"5"_s});
        QVERIFY2(ran.code == 0, ran.said());
        const QJsonObject report = ran.object();
        QCOMPARE(report[u"recipe"_s].toString(), recipe);
        QCOMPARE(report[u"backend"_s].toString(), u"redis"_s);
        QCOMPARE(report[u"acquired"_s].toInt(), 150);
        QCOMPARE(report[u"unproved"_s].toInt(-1), 0);
        QCOMPARE(report[u"belief_overlaps"_s].toArray().size(), 0);
        const QJsonObject checked = check();
        QVERIFY(checked[u"clean"_s].toBool());
        QCOMPARE(checked[u"grants"_s].toInt(), 150);
        QCOMPARE(rulesOf(checked), QStringList());
        QVERIFY(!checked.contains(u"unproved"_s));
    }

    void nobodyEverGetsTheKeyOfADeadHolder()
    {
        const auto ran = run({}, R"({"lockscope": 1, "title": "The holder of SETNX dies", "lock": "/orders",
        "recipe": "redis-setnx", "acquire_timeout": "1s", "clients": [{"name": "A"}, {"name": "B"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "crash", "client": "A"}, {"do": "acquire", "client": "B"},
                  {"until": {"client": "B", "error": "acquire-timeout"}}],
        "expect": {"acquired": 1}})");
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        QCOMPARE(ran.object()[u"orphans"_s].toArray(), QJsonArray{u"/orders"_s});
        const QJsonObject checked = check();
        QCOMPARE(rulesOf(checked), QStringList{u"persistent-node"_s});
    }

    void aCrashBetweenTheTwoCommandsIsForEver()
    {
        const auto ran = run({}, R"({"lockscope": 1, "title": "A crash between SETNX and EXPIRE", "lock": "/orders",
        "recipe": "redis-setnx-expire", "acquire_timeout": "1s", "clients": [{"name": "A"}, {"name": "B"}],
        "steps": [{"do": "stop", "client": "A", "before": "limit"}, {"do": "acquire", "client": "A"},
                  {"until": {"client": "A", "step": "limit"}}, {"do": "crash", "client": "A"},
                  {"do": "acquire", "client": "B"}, {"until": {"client": "B", "error": "acquire-timeout"}}],
        "expect": {"acquired": 0}})");
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        QCOMPARE(rulesOf(check()), QStringList{u"persistent-node"_s});
    }

    void aPausePastTheLimitIsSeen()
    {
        const auto ran = run({u"--timeout"_s, u"300"_s}, R"({"lockscope": 1, "title": "A pause past the limit",
        "lock": "/orders", "recipe": "redis-set-px", "clients": [{"name": "A"}, {"name": "B"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "pause", "client": "A"}, {"do": "acquire", "client": "B"},
                  {"until": {"client": "B", "holds": true}}, {"do": "resume", "client": "A"},
                  {"do": "release", "client": "A"}, {"until": {"client": "A", "error": "not-held"}}],
        "expect": {"acquired": 2, "belief_overlaps": 1, "violations": 0}})");
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        const QJsonObject checked = check();
        QCOMPARE(rulesOf(checked), QStringList{u"belief-overlap"_s});
        QVERIFY(checked[u"clean"_s].toBool()); // one key has one value: no server could tell it
    }

    void aLateReleaseDeletesAnothersKey()
    {
        const auto ran = run({}, R"({"lockscope": 1, "title": "A late DEL", "lock": "/orders",
        "recipe": "redis-setnx-expire", "clients": [{"name": "A", "limit": "300ms"}, {"name": "B", "limit": "10m"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "acquire", "client": "B"}, {"until": {"client": "B", "holds": true}},
                  {"do": "release", "client": "A"}, {"until": {"client": "A", "state": "RELEASED"}}],
        "expect": {"acquired": 2}})");
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        const QStringList rules = rulesOf(check());
        QVERIFY2(rules.contains(u"foreign-release"_s), qPrintable(rules.join(u' ')));
    }

    void orderNumbersAreGivenOutOnce()
    {
        const QByteArray scenario = R"({"lockscope": 1, "title": "Order numbers", "lock": "/orders",
        "stamp": "/orders-number", "recipe": "redis-set-px-renewed", "rounds": 5, "hold": 0,
        "clients": [{"name": "C", "count": 10}],
        "steps": [{"do": "acquire", "client": "C*"}, {"until": {"client": "C*", "done": true}, "within": "100s"}],
        "expect": {"acquired": 50, "duplicates": 0}})";
        const auto ran = run({u"--timeout"_s, u"600000"_s}, scenario);
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
    }

    void onAServerOfOnesOwnNothingIsProved()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto ran = run({u"--recipe"_s, u"redis-set-px"_s, u"--clients"_s, u"5"_s, u"--rounds"_s, u"3"_s,
                              u"--at"_s, u"redis="_s + address->toString()});
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"acquired"_s].toInt(), 15);
        QCOMPARE(ran.object()[u"unproved"_s].toInt(), 15);
        QCOMPARE(check()[u"unproved"_s].toInt(), 15);
        const auto text = m_cli.run({u"check"_s, m_files.filePath(u"run.lockscope"_s)});
        QVERIFY2(text.out.contains("not provable"), text.out.constData());
    }

    void whatIsLeftOnAServerIsNamed()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto ran = run({u"--at"_s, u"redis="_s + address->toString()}, R"({"lockscope": 1, "title": "Left",
        "lock": "/orders", "recipe": "redis-setnx", "clients": [{"name": "A"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "crash", "client": "A"}],
        "expect": {"acquired": 1, "orphans": 1}})");
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        QCOMPARE(ran.object()[u"orphans"_s].toArray(), QJsonArray{u"/orders"_s});
        QCOMPARE(valueOf(*address, "orders"), QByteArray()); // and taken away again: it was the scenario's
    }

    void aKeyOfAnotherProgramIsLeftAlone()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto session = await(redis::Session::open(*address, {}));
        QVERIFY(session && await((*session)->ask({"SET", "orders", "theirs"})));
        const QByteArray scenario = R"({"lockscope": 1, "title": "Left alone", "lock": "/orders",
            "recipe": "redis-setnx", "clients": [{"name": "A"}],
            "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                      {"do": "release", "client": "A"}, {"until": {"client": "A", "state": "RELEASED"}},
                      {"do": "wait", "for": "3s"}]})";
        const QString at = u"redis="_s + address->toString();
        QVERIFY(run({u"--at"_s, at}, scenario).code != 0);
        QCOMPARE(valueOf(*address, "orders"), "theirs"_ba);
        const auto getSet = run({u"--recipe"_s, u"redis-setnx-getset"_s, u"--lock"_s, u"/orders"_s, u"--clients"_s,
                                 u"1"_s, u"--acquire-timeout"_s, u"1000"_s, u"--at"_s, at});
        QCOMPARE(valueOf(*address, "orders"), "theirs"_ba);
        QCOMPARE(getSet.object()[u"acquired"_s].toInt(), 0);

        // What another program takes between the client's release and the end of the scenario is that one's.
        QVERIFY(await((*session)->ask({"DEL", "orders"})));
        QFile file(m_files.filePath(u"left.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(scenario) == scenario.size());
        file.close();
        const auto running = m_cli.start({u"run"_s, file.fileName(), u"--at"_s, at});
        QByteArray steps;
        QVERIFY2(writes(*running, steps, "A lets go"), steps.constData());
        bool isTheirs = false;
        const auto takes = [&] {
            isTheirs = isTheirs || await((*session)->ask({"SETNX", "orders", "theirs"}))->integer == 1;
            return isTheirs;
        };
        AWAIT_VERIFY(takes());
        QCOMPARE(endOf(*running), 0);
        QCOMPARE(valueOf(*address, "orders"), "theirs"_ba);
    }

    void anInterruptedRunLeavesNothing()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto running =
            m_cli.start({u"run"_s, u"--recipe"_s, u"redis-setnx"_s, u"--lock"_s, u"/orders"_s, u"--clients"_s, u"3"_s,
                         u"--hold"_s, u"600000"_s, u"--at"_s, u"redis="_s + address->toString()});
        AWAIT_VERIFY(valueOf(*address, "orders").startsWith("client-"));
        terminate(*running);
        QCOMPARE(valueOf(*address, "orders"), QByteArray());
    }

    void aConnectionThatIsCutOnceIsMadeAgain()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto running = m_cli.start({u"run"_s, u"--recipe"_s, u"redis-set-px"_s, u"--lock"_s, u"/orders"_s,
                                          u"--clients"_s, u"2"_s, u"--rounds"_s, u"1"_s, u"--hold"_s, u"2000"_s,
                                          u"--timeout"_s, u"600000"_s, u"--at"_s, u"redis="_s + address->toString()});
        AWAIT_VERIFY(valueOf(*address, "orders").startsWith("client-"));
        auto session = await(redis::Session::open(*address, {}));
        QVERIFY(session && await((*session)->ask({"CLIENT", "KILL", "TYPE", "normal"})));
        QCOMPARE(endOf(*running), 0);
    }

    void theEndOfTheServerEndsTheRun()
    {
        backends::RedisServer server;
        const auto address = await(server.start());
        QVERIFY(address);
        const auto running = m_cli.start({u"run"_s, u"--recipe"_s, u"redis-set-px"_s, u"--lock"_s, u"/orders"_s,
                                          u"--clients"_s, u"3"_s, u"--hold"_s, u"600000"_s, u"--timeout"_s, u"600000"_s,
                                          u"--at"_s, u"redis="_s + address->toString()});
        AWAIT_VERIFY(valueOf(*address, "orders").startsWith("client-"));
        QVERIFY(await(server.stop()));
        QCOMPARE(endOf(*running), 3);
    }

    void badInputIsASentence_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<int>("code");

        const auto at = [](const QString &url) {
            return QStringList{u"--recipe"_s, u"redis-set-px"_s, u"--at"_s, url};
        };
        QTest::newRow("no server") << at(u"redis=redis://127.0.0.1:%1"_s.arg(m_nobody.port())) << "No Redis server"_ba
                                   << 3;
        QTest::newRow("no address") << at(u"redis=nowhere"_s) << "redis://HOST:PORT"_ba << 2;
        QTest::newRow("no backend") << at(u"redis://127.0.0.1"_s) << "BACKEND=URL"_ba << 2;
        QTest::newRow("a password in it")
            << at(u"redis=redis://u:secret@127.0.0.1"_s) << "password does not belong"_ba << 2;
        QTest::newRow("another backend than the recipe's")
            << QStringList{u"--recipe"_s, u"redis-set-px"_s, u"--backend"_s, u"zookeeper"_s} << "runs on Redis"_ba << 2;
        QTest::newRow("another recipe than the backend's")
            << QStringList{u"--recipe"_s, u"mutex"_s, u"--backend"_s, u"redis"_s} << "runs on ZooKeeper"_ba << 2;
        QTest::newRow("no such backend") << QStringList{u"--backend"_s, u"etcd"_s} << "mariadb or postgresql"_ba << 2;
        QTest::newRow("a fault that there is not")
            << QStringList{u"--recipe"_s, u"redis-set-px"_s, u"--fault"_s, u"expire@0.1"_s} << "no sessions"_ba << 2;
    }

    void badInputIsASentence()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        QFETCH(int, code);
        verifyRunRefused(m_cli, options, says, code);
    }

    void aWrongPasswordIsNamed()
    {
        auto spec = backends::RedisServerSpec::fromEnvironment();
        spec.password = u"open-sesame"_s;
        backends::RedisServer server(spec);
        const auto address = await(server.start());
        QVERIFY(address);
        const auto with = [&](const QByteArray &line) {
            const QString file = m_files.filePath(u"auth"_s);
            if (!writeFile(file, line))
                qFatal("no password could be written");
            return m_cli.run({u"run"_s, u"--recipe"_s, u"redis-set-px"_s, u"--at"_s, u"redis="_s + address->toString(),
                              u"--auth-file"_s, file});
        };
        const auto wrong = with("redis:wrong");
        QCOMPARE(wrong.code, 4);
        QVERIFY2(!wrong.err.contains("wrong\""), wrong.said());
        const auto right = with("redis:open-sesame");
        QVERIFY2(right.code == 0, right.said());
        QCOMPARE(with("digest:me:open-sesame").code, 2);
    }

private:
    /// With a recording.
    CliResult run(const QStringList &options, const QByteArray &scenario = {})
    {
        return runRecorded(m_cli, m_files, options, scenario);
    }

    QJsonObject check() { return checkRecorded(m_cli, m_files); }

    QByteArray valueOf(const redis::Address &address, const QByteArray &key)
    {
        const auto session = await(redis::Session::open(address, {}));
        const auto value = session ? await((*session)->ask({"GET", key})) : tl::unexpected(session.error());
        return value ? value->text : QByteArray("no answer");
    }

    QTemporaryDir m_files;
    CliProgram m_cli;
    const HeldPort m_nobody = heldPort();
};

} // namespace lockscope::tst_cliredis

LOCKSCOPE_TEST(lockscope::tst_cliredis::CliRedisTest)

#include "tst_cliredis.moc"
