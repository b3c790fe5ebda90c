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
        const auto ran = run(words("--recipe", recipe, "--timeout 600000 --clients 30 --rounds 5"));
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

    void theRecordingOfAScenarioIsJudgedByTheSameRules_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QString>("rule");
        QTest::newRow("a dead holder's key stays") << u"redis-setnx"_s << u"persistent-node"_s;
        QTest::newRow("a crash between the two commands is for ever")
            << u"redis-setnx-expire"_s << u"persistent-node"_s;
        QTest::newRow("a pause past the limit") << u"redis-holder-pauses"_s << u"belief-overlap"_s;
        QTest::newRow("a late release deletes another's key") << u"redis-late-release"_s << u"foreign-release"_s;
    }

    /// What comes of each, and what it leaves, is in tst_backendscenarios.
    void theRecordingOfAScenarioIsJudgedByTheSameRules()
    {
        QFETCH(QString, scenario);
        QFETCH(QString, rule);
        const auto ran = run({scenario});
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        const QJsonObject checked = check();
        const QStringList rules = rulesOf(checked);
        const bool isAlone = rule != "foreign-release"_L1; // which lets another one in beside the holder
        QVERIFY2(rules.contains(rule) && (rules.size() == 1 || !isAlone), qPrintable(rules.join(u' ')));
        if (rule == "belief-overlap"_L1)
            QVERIFY(checked[u"clean"_s].toBool()); // one key has one value: no server could tell it
    }

    void onAServerOfOnesOwnNothingIsProved()
    {
        OwnServer own;
        QVERIFY(own.address);
        const auto ran = run(words("--recipe redis-set-px --clients 5 --rounds 3 --at", own.at()));
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"acquired"_s].toInt(), 15);
        QCOMPARE(ran.object()[u"unproved"_s].toInt(), 15);
        QCOMPARE(check()[u"unproved"_s].toInt(), 15);
        const auto text = m_cli.run("check", m_files.filePath(u"run.lockscope"_s));
        QVERIFY2(text.out.contains("not provable"), text.out.constData());
    }

    void whatIsLeftOnAServerIsNamed()
    {
        OwnServer own;
        QVERIFY(own.address);
        const auto ran = run(words("--at", own.at()), R"({"lockscope": 1, "title": "Left",
        "lock": "/orders", "recipe": "redis-setnx", "clients": [{"name": "A"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "crash", "client": "A"}],
        "expect": {"acquired": 1, "orphans": 1}})");
        QVERIFY2(ran.code == 0, qPrintable(QString::fromUtf8(ran.out + ran.err)));
        QCOMPARE(ran.object()[u"orphans"_s].toArray(), QJsonArray{u"/orders"_s});
        QCOMPARE(own.value("orders"), QByteArray()); // and taken away again: it was the scenario's
    }

    void aKeyOfAnotherProgramIsLeftAlone()
    {
        OwnServer own;
        QVERIFY(own.address);
        const auto session = await(redis::Session::open(*own.address, {}));
        QVERIFY(session && await((*session)->ask({"SET", "orders", "theirs"})));
        const QByteArray scenario = R"({"lockscope": 1, "title": "Left alone", "lock": "/orders",
            "recipe": "redis-setnx", "clients": [{"name": "A"}],
            "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                      {"do": "release", "client": "A"}, {"until": {"client": "A", "state": "RELEASED"}},
                      {"do": "wait", "for": "3s"}]})";
        QVERIFY(run(words("--at", own.at()), scenario).code != 0);
        QCOMPARE(own.value("orders"), "theirs"_ba);
        const auto getSet =
            run(words("--recipe redis-setnx-getset --lock /orders --clients 1 --acquire-timeout 1000 --at", own.at()));
        QCOMPARE(own.value("orders"), "theirs"_ba);
        QCOMPARE(getSet.object()[u"acquired"_s].toInt(), 0);

        // What another program takes between the client's release and the end of the scenario is that one's.
        QVERIFY(await((*session)->ask({"DEL", "orders"})));
        const QString file = m_files.filePath(u"left.json"_s);
        QVERIFY(writeFile(file, scenario));
        const auto running = m_cli.start("run", file, "--at", own.at());
        QByteArray steps;
        QVERIFY2(writes(*running, steps, "A lets go"), steps.constData());
        bool isTheirs = false;
        const auto takes = [&] {
            isTheirs = isTheirs || await((*session)->ask({"SETNX", "orders", "theirs"}))->integer == 1;
            return isTheirs;
        };
        AWAIT_VERIFY(takes());
        QCOMPARE(endOf(*running), 0);
        QCOMPARE(own.value("orders"), "theirs"_ba);
    }

    void anInterruptedRunLeavesNothing()
    {
        OwnServer own;
        QVERIFY(own.address);
        const auto running =
            m_cli.start("run --recipe redis-setnx --lock /orders --clients 3 --hold 600000 --at", own.at());
        AWAIT_VERIFY(own.value("orders").startsWith("client-"));
        terminate(*running);
        QCOMPARE(own.value("orders"), QByteArray());
    }

    void aConnectionThatIsCutOnceIsMadeAgain()
    {
        OwnServer own;
        QVERIFY(own.address);
        const auto running = m_cli.start(
            "run --recipe redis-set-px --lock /orders --clients 2 --rounds 1 --hold 2000 --timeout 600000 --at",
            own.at());
        AWAIT_VERIFY(own.value("orders").startsWith("client-"));
        auto session = await(redis::Session::open(*own.address, {}));
        QVERIFY(session && await((*session)->ask({"CLIENT", "KILL", "TYPE", "normal"})));
        QCOMPARE(endOf(*running), 0);
    }

    void theEndOfTheServerEndsTheRun()
    {
        OwnServer own;
        QVERIFY(own.address);
        const auto running = m_cli.start(
            "run --recipe redis-set-px --lock /orders --clients 3 --hold 600000 --timeout 600000 --at", own.at());
        AWAIT_VERIFY(own.value("orders").startsWith("client-"));
        QVERIFY(await(own.server.stop()));
        QCOMPARE(endOf(*running), 3);
    }

    void aServerThatIsNotThereIsNamed()
    {
        const QString nobody = u"redis=redis://127.0.0.1:%1"_s.arg(m_nobody.port());
        QCOMPARE(m_cli.run("run --recipe redis-set-px --at", nobody).unlike(3, "No Redis server"), QString());
    }

    void aWrongPasswordIsNamed()
    {
        auto spec = backends::RedisServerSpec::fromEnvironment();
        spec.password = u"open-sesame"_s;
        OwnServer own(spec);
        QVERIFY(own.address);
        const auto with = [&](const QByteArray &line) {
            const QString file = m_files.filePath(u"auth"_s);
            if (!writeFile(file, line))
                qFatal("no password could be written");
            return m_cli.run("run --recipe redis-set-px --at", own.at(), "--auth-file", file);
        };
        const auto wrong = with("redis:wrong");
        QCOMPARE(wrong.code, 4);
        QVERIFY2(!wrong.err.contains("wrong\""), wrong.said());
        QCOMPARE(with("redis:open-sesame").unlike(0), QString());
        QCOMPARE(with("digest:me:open-sesame").code, 2);
    }

private:
    /// A server that the program did not start.
    struct OwnServer
    {
        explicit OwnServer(backends::RedisServerSpec spec = backends::RedisServerSpec::fromEnvironment())
            : server(std::move(spec))
            , address(await(server.start()))
        {
        }
        QString at() const { return u"redis="_s + address->toString(); }
        QByteArray value(const QByteArray &key) const
        {
            const auto session = await(redis::Session::open(*address, {}));
            const auto value = session ? await((*session)->ask({"GET", key})) : tl::unexpected(session.error());
            return value ? value->text : QByteArray("no answer");
        }

        backends::RedisServer server;
        Result<redis::Address> address;
    };

    /// With a recording.
    CliResult run(const QStringList &options, const QByteArray &scenario = {})
    {
        return runRecorded(m_cli, m_files, options, scenario);
    }

    QJsonObject check() { return checkRecorded(m_cli, m_files); }

    QTemporaryDir m_files;
    CliProgram m_cli;
    const HeldPort m_nobody = heldPort();
};

} // namespace lockscope::tst_cliredis

LOCKSCOPE_TEST(lockscope::tst_cliredis::CliRedisTest)

#include "tst_cliredis.moc"
