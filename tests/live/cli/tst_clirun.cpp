// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordingreader.h"
#include "core/history/world.h"
#include "core/locks/recipecatalog.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/livetest.h"

#include <signal.h>

namespace lockscope::tst_clirun {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QSet<QString> reportKeys{
    u"recipe"_s,         u"dialect"_s,         u"clients"_s,          u"rounds"_s,
    u"acquired"_s,       u"timed_out"_s,       u"failed"_s,           u"crashed"_s,
    u"violations"_s,     u"belief_overlaps"_s, u"order_violations"_s, u"handoff"_s,
    u"acquires_per_s"_s, u"requests"_s,        u"watch_events"_s,     u"watch_events_per_release"_s,
    u"orphans"_s,        u"errors"_s,          u"duration_ms"_s,      u"seed"_s,
    u"findings"_s};

} // namespace

/// `lockscope-cli run` and `sandbox`: what the programs that they start leave behind, and what they report.
class CliRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_session = connectTo(m_sandbox.connectString());
        QVERIFY(m_session);
        m_cli = CliProgram(m_sandbox.connectString());
    }

    void init() { m_lock = u"/run%1"_s.arg(++m_count); }
    void cleanup() { m_cli.tellIfFailed(); }

    void aReportHasExactlyTheKeysOfTheContract()
    {
        const CliResult result =
            m_cli.run("run --recipe mutex --clients 5 --rounds 3 --hold 0 --seed 17 --lock", m_lock, "--json");
        QVERIFY2(result.code == 0, result.said());
        const QJsonObject report = result.object();
        QCOMPARE(keysOf(report), reportKeys);
        QCOMPARE(report[u"seed"].toInt(), 17);
        QCOMPARE(report[u"recipe"].toString(), u"mutex"_s);
        QCOMPARE(report[u"dialect"].toString(), u"docs"_s);
        QCOMPARE(report[u"clients"].toInt(), 5);
        QCOMPARE(report[u"rounds"].toInt(), 3);
        QCOMPARE(report[u"acquired"].toInt(), 15);
        for (const auto none : {u"timed_out", u"failed", u"order_violations"})
            QCOMPARE(report[none], QJsonValue(0));
        for (const auto none : {u"violations", u"belief_overlaps", u"orphans", u"errors"})
            QCOMPARE(report[none], QJsonValue(QJsonArray()));
        const QJsonObject handoff = report[u"handoff"].toObject();
        QCOMPARE(keysOf(handoff), (QSet<QString>{u"count"_s, u"p50_us"_s, u"p99_us"_s}));
        QCOMPARE(handoff[u"count"].toInt(), 14);
        QVERIFY(handoff[u"p50_us"].toInt() > 0 && handoff[u"p99_us"].toInt() >= handoff[u"p50_us"].toInt());
        const QJsonObject requests = report[u"requests"].toObject();
        QCOMPARE(keysOf(requests), (QSet<QString>{u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s}));
        QVERIFY(requests[u"create"].toInt() >= 15); // and those that made the lock's own node
        QCOMPARE(requests[u"delete"].toInt(), 15);
        QVERIFY(report[u"acquires_per_s"].toDouble() > 0);
        QVERIFY(report[u"watch_events_per_release"].toDouble() <= 1);
        QVERIFY(report[u"duration_ms"].isDouble());
        QCOMPARE(childrenOf(*m_session, m_lock), QStringList());
    }

    void anAcquireTimeoutIsCountedAndLeavesNothing()
    {
        // Another client holds, for longer than these wait.
        QVERIFY(!makeNode(*m_session, m_lock).isEmpty());
        const QString holder = makeNode(*m_session, m_lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
        const CliResult result =
            m_cli.run("run --clients 3 --dialect plain --acquire-timeout 100ms --lock", m_lock, "--json");
        QCOMPARE(result.object()[u"timed_out"].toInt(), 3);
        QCOMPARE(result.object()[u"acquired"].toInt(), 0);
        QVERIFY(result.object()[u"handoff"][u"p50_us"].isNull());
        QCOMPARE(childrenOf(*m_session, m_lock), QStringList{holder.section(u'/', -1)});
    }

    void theTextReportNamesWhatMatters()
    {
        const CliResult result = m_cli.run("run --clients 3 --lock", m_lock);
        QVERIFY2(result.code == 0, result.said());
        for (const auto *word : {"3 acquired", "hand-over", "violations: 0", "orphans: 0"})
            QVERIFY2(result.out.contains(word), result.out.constData());
    }

    void aDuelReportsBothSidesAndTheDamage()
    {
        const auto run = [this](const char *more) {
            return m_cli.run("run --duel none mutex --clients 5 --rounds 4 --hold 5", more);
        };
        const CliResult result = run("--json");
        QVERIFY2(result.code == 1, result.said()); // numbers had been given out before
        const QJsonArray sides = result.object()[u"duel"].toArray();
        QCOMPARE(sides.size(), 2);
        for (const auto &side : sides) {
            QCOMPARE(side[u"acquired"].toInt(), 20);
            QCOMPARE(side[u"stamped"].toInt(), 20);
        }
        QCOMPARE(sides[0][u"recipe"].toString(), u"none"_s);
        QVERIFY(sides[0][u"duplicates"].toInt() > 0);
        QCOMPARE(sides[1][u"recipe"].toString(), u"mutex"_s);
        QCOMPARE(sides[1][u"duplicates"].toInt(), 0);
        QCOMPARE(sides[1][u"violations"].toArray(), QJsonArray());

        const CliResult again = run(""); // what the first one made is gone
        QVERIFY2(again.code == 1, again.said());
        for (const auto *line : {"given out before", "seed: ", "mutex: each of 20 numbers was given out once."})
            QVERIFY2(again.out.contains(line), again.said());
        QCOMPARE(childrenOf(*m_session, u"/lockscope"_s).contains(u"duel"_s), false);
        QCOMPARE(m_cli.run("run --duel queue-herd mutex --clients 4").unlike(0), QString());
    }

    void whatIsNoDuelIsAUsageError()
    {
        QCOMPARE(m_cli.run("run --duel mutex").unlike(2, "two different recipes"), QString());
        QCOMPARE(m_cli.run("run --duel mutex queue-herd --recipe mutex").unlike(2, "--recipe"), QString());
        QCOMPARE(m_cli.run("run mutex queue-herd").unlike(2, "--duel"), QString());
    }

    void eachRecipeHasALockOfItsOwn()
    {
        for (const QString &recipe : {u"mutex"_s, u"ephemeral"_s}) { // a directory for the one, a node for the other
            QCOMPARE(m_cli.run("run --recipe", recipe, "--clients 2").unlike(0), QString());
        }
        QVERIFY(childrenOf(*m_session, u"/lockscope"_s).contains(u"run-mutex"_s));
    }

    void aRunThatIsStoppedLeavesNoNodes()
    {
        const auto run = m_cli.start("run --clients 4 --hold 1h --lock", m_lock);
        AWAIT_COMPARE(childrenOf(*m_session, m_lock).size(), 4);
        QCOMPARE(terminate(*run), 1);
        QVERIFY(run->readAllStandardOutput().contains("1 acquired"));
        QVERIFY(run->readAllStandardError().contains("incomplete"));
        QCOMPARE(childrenOf(*m_session, m_lock), QStringList()); // at once: its sessions were closed
    }

    void aRunThatWaitsForOthersSaysSo()
    {
        const auto holds = m_cli.start("run --clients 1 --hold 1h --lock", m_lock);
        AWAIT_COMPARE(childrenOf(*m_session, m_lock).size(), 1);
        const auto waits = m_cli.start("run --clients 2 --lock", m_lock);
        QByteArray err;
        AWAIT_VERIFY((err += waits->readAllStandardError()).contains("no client has come to hold " + m_lock.toUtf8()));
        QCOMPARE(terminate(*waits), 1);
        const QString out = QString::fromUtf8(waits->readAllStandardOutput());
        const auto lasted = QRegularExpression(u"0 acquired, .* in (\\d+) ms"_s).match(out);
        QVERIFY2(lasted.captured(1).toInt() > 1'000, qPrintable(out)); // up to its end, not to the last queue node
        QCOMPARE(terminate(*holds), 1);
    }

    void aRunEndsWhenItsServerDoesNotComeBack()
    {
        SandboxForTest own;
        QVERIFY2(own.start(), own.why());
        const auto session = connectTo(own.connectString());
        const auto run =
            CliProgram(own.connectString()).start("run --clients 2 --hold 1h --lock", m_lock, "--timeout 1000");
        AWAIT_COMPARE(childrenOf(*session, m_lock).size(), 2);
        QCOMPARE(::kill(static_cast<pid_t>(own.info().servers.constFirst().pid), SIGKILL), 0);
        QCOMPARE(endOf(*run), 3);
        QVERIFY(run->readAllStandardError().contains("connection was lost"));
        // What it can tell it tells.
        const QByteArray report = run->readAllStandardOutput();
        QVERIFY2(report.contains("acquired") && report.contains("violations"), report.constData());
        QVERIFY2(report.contains("orphans: not known"), report.constData()); // no server could be asked
    }

    void aRunWithoutPermissionEndsWithFour()
    {
        const auto owner = connectTo(m_sandbox.connectString(), "alice:secret");
        QVERIFY(owner && !makeNode(*owner, m_lock).isEmpty());
        QVERIFY(await(owner->setAcl(m_lock, {{31, u"auth"_s, {}}})));
        const CliResult result = m_cli.run("run --clients 2 --seed 77 --lock", m_lock);
        QCOMPARE(result.code, 4);
        QVERIFY2((result.err + result.out).contains("CREATE"), result.said());
        QVERIFY2(result.out.contains("seed: 77"), result.said());
    }

    void everyRecipeRunsByItsName_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("dialect"); // empty: its first one
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            if (info.isSound())
                QTest::newRow(qPrintable(info.name)) << info.name << QString();
        }
        for (const auto dialect : {"docs", "kazoo", "plain"})
            QTest::addRow("readers and writers, %s", dialect) << u"readwrite"_s << QString::fromLatin1(dialect);
    }

    void everyRecipeRunsByItsName()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, dialect);
        QStringList arguments =
            words("run --recipe", recipe, "--clients 4 --rounds 3 --hold 0-3 --json --lock", m_lock);
        if (recipe == u"semaphore"_s)
            arguments += words("--leases 2");
        if (!dialect.isEmpty())
            arguments += words("--writers 0.5 --dialect", dialect);
        const CliResult result = m_cli.run(arguments);
        QVERIFY2(result.code == 0, (result.err + result.out).constData());
        const QJsonObject report = result.object();
        QCOMPARE(report[u"recipe"].toString(), recipe);
        if (!dialect.isEmpty())
            QCOMPARE(report[u"dialect"].toString(), dialect);
        QCOMPARE(report[u"acquired"].toInt(), 12);
        QCOMPARE(report[u"violations"], QJsonValue(QJsonArray()));
        QCOMPARE(report[u"orphans"], QJsonValue(QJsonArray()));
    }

    void faultsAtRandomLeaveTheLockSound()
    {
        const CliResult result = m_cli.run("run --clients 5 --rounds 4 --fault lose-reply@0.05 --fault "
                                           "pause@0.02:100ms --seed 5 --timeout 30000 --lock",
                                           m_lock, "--json");
        QVERIFY2(result.code == 0, (result.err + result.out).constData());
        QCOMPARE(result.object()[u"violations"], QJsonValue(QJsonArray()));
        QCOMPARE(childrenOf(*m_session, m_lock), QStringList());
    }

    void aReportIsPrintedThoughItsRecordingIsCutShort()
    {
        // A disk that is full, as a program sees it: its files may not grow beyond 1 KB.
        const QTemporaryDir directory;
        const QString file = directory.filePath(u"run.lockscope"_s);
        const CliResult result = m_cli.runInShell(
            u"ulimit -f 1; $CLI run --clients 5 --rounds 20 --hold 0 --lock %1 --record '%2' --json"_s.arg(m_lock,
                                                                                                           file));
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains(qPrintable(file)), result.said());
        QVERIFY2(result.err.contains("File too large"), result.said());
        QCOMPARE(result.object().value("acquired"_L1).toInt(), 100);
        QVERIFY(!result.object().contains("incomplete"_L1));
    }

    void aRunIsRecordedWithItsQueue()
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(u"run.lockscope"_s);
        QCOMPARE(m_cli.run("run --clients 3 --hold 500 --seed 3 --lock", m_lock, "--record", file).unlike(0),
                 QString());
        journal::World world;
        size_t longest = 0;
        int acquired = 0;
        const auto recording = journal::readRecording(file, [&](const journal::EventBatch &batch) {
            for (const journal::Event &event : batch) {
                world.apply({event});
                longest = std::max(longest, world.queue(m_lock).contenders.size());
                const auto *state = std::get_if<journal::ClientLockState>(&event.what);
                acquired += state && state->state == locks::LockState::Retained ? 1 : 0;
            }
        });
        QVERIFY2(recording, qPrintable(recording ? QString() : recording.error().sentence().english()));
        QCOMPARE(recording->header.seed, std::optional<quint64>(3));
        QCOMPARE(acquired, 3);
        QCOMPARE(longest, size_t(3));
        QCOMPARE(world.queue(m_lock).contenders.size(), size_t(0)); // as the server had it at the end
    }

    void aShippedScenarioRunsByItsName()
    {
        const CliResult text = m_cli.run("run queue-of-five");
        QVERIFY2(text.code == 0, (text.err + text.out).constData());
        for (const auto *words : {"A queue of five", "A asks for the lock", "order: A, B, C, D, E", "As expected.",
                                  "Five clients were served in the order in which they came"})
            QVERIFY2(text.out.contains(words), text.out.constData());
        const CliResult json = m_cli.run("run queue-of-five --json");
        QVERIFY2(json.code == 0, json.said());
        QCOMPARE(json.object()[u"ok"], QJsonValue(true));
        QCOMPARE(json.object()[u"scenario"].toString(), u"A queue of five"_s);
        QVERIFY(json.object()[u"failed_step"].isNull());
    }

    void aScenarioFileIsJudged()
    {
        const CliResult result = runScenario(R"({"lockscope": 1, "title": "Wrong", "lock": "/wrong",
        "clients": [{"name": "A"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}}],
        "expect": {"violations": {"least": 1}}})");
        QCOMPARE(result.unlike(1, {}, "violations: expected at least 1, found 0"), QString());
    }

    void aBrokenScenarioFileNamesLineAndKey()
    {
        const CliResult result = runScenario(R"({"lockscope": 1, "title": "t", "lock": "/l",
        "clients": [{"name": "A"}],
        "steps": [{"do": "acquire", "client": "Z"}]})");
        QCOMPARE(result.unlike(2, "line 3: steps[0].client: there is no client \"Z\"; there are A"), QString());
    }

    void aScenarioIsNotReplacedByItsRecording()
    {
        const QTemporaryDir files;
        const QString file = files.filePath(u"own.json"_s);
        QVERIFY(writeFile(file, "{}"));
        QCOMPARE(m_cli.run("run", file, "--record", file).unlike(2, "would replace the scenario"), QString());
        QCOMPARE(contentOf(file), "{}");
    }

    // ---- sandbox ----

    void aSandboxRunsACommandAndEndsWithItsCode()
    {
        const CliResult result = CliProgram().run("sandbox --exec sh -c", u"echo \"at $LOCKSCOPE_CONNECT\"; exit 7"_s);
        QCOMPARE(result.code, 7);
        QVERIFY2(result.out.startsWith("at 127.0.0.1:"), result.out.constData());
        const quint16 port = result.out.trimmed().split(':').last().toUShort();
        QVERIFY(port != 0 && !isListening(port));
    }

    void aSandboxSaysWhereItIsAndEndsWithSigterm()
    {
        const auto sandbox = CliProgram().start("sandbox");
        QByteArray out;
        QVERIFY2(writes(*sandbox, out, "log: "), out.constData());
        QVERIFY(out.startsWith("connect: 127.0.0.1:"));
        QVERIFY(out.contains("\nadmin: http://127.0.0.1:"));
        const quint16 port = out.split('\n').first().split(':').last().toUShort();
        QVERIFY(askPort(port, "ruok") == "imok");
        QCOMPARE(terminate(*sandbox), 0);
        QVERIFY(!isListening(port));
    }

    void theCommandOfASandboxThatIsKilledEndsToo()
    {
        const auto sandbox = CliProgram().start("sandbox --exec sh -c", u"echo \"pid $$.\"; exec sleep 100000"_s);
        QByteArray out;
        QVERIFY2(writes(*sandbox, out, "."), out.constData());
        const qint64 pid = out.mid(4, out.indexOf('.') - 4).toLongLong();
        QVERIFY2(pid > 0 && isAlive(pid), out.constData());
        QCOMPARE(::kill(static_cast<pid_t>(sandbox->processId()), SIGKILL), 0);
        const bool ended = QTest::qWaitFor([pid] { return !isAlive(pid); }, test::patienceMs());
        if (!ended)
            ::kill(static_cast<pid_t>(pid), SIGKILL);
        QVERIFY(ended);
    }

    void aSandboxWhoseCommandDoesNotExistSaysSo()
    {
        const QTemporaryDir dir;
        const QString absent = dir.filePath(u"absent"_s);
        QCOMPARE(CliProgram().run("sandbox --exec sh -c", u"kill -9 $$"_s).code, 128 + SIGKILL);
        QCOMPARE(CliProgram().run("sandbox --exec", absent).unlike(2, absent.toUtf8()), QString());
    }

    void aSandboxOnATakenPortSaysSo()
    {
        const QString port = QString::number(m_sandbox.port());
        QCOMPARE(CliProgram().run("sandbox --port", port).unlike(1, port.toLatin1()), QString());
    }

private:
    CliResult runScenario(const QByteArray &text) const
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(u"scenario.json"_s);
        return writeFile(file, text) ? m_cli.run("run", file) : CliResult();
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_session;
    CliProgram m_cli;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_clirun

LOCKSCOPE_TEST(lockscope::tst_clirun::CliRunTest)
#include "tst_clirun.moc"
