// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofiles.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_scenarios {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QString herd = u"herd-against-predecessor"_s;

/// Two thousand clients on one thread, each of which lists a thousand names again and again: without full optimization,
/// and the more under a sanitizer, that holds the thread up for longer than its session lasts. A fifth of them makes
/// the same mistakes.
QByteArray herdScenario()
{
    QByteArray text = lab::shippedScenario(herd);
#ifndef NDEBUG
    text.replace("1000", "200");
#endif
    return text;
}

/// A scenario of A and B on a mutex.
QByteArray scenarioOf(const QByteArray &steps, const QByteArray &lock = "/test/two")
{
    QByteArray text = R"({"lockscope": 1, "title": "Two", "lock": "LOCK", "clients": [{"name": "A"}, {"name": "B"}],
"steps": STEPS})";
    return text.replace("LOCK", lock).replace("STEPS", steps);
}

QString told(const Result<lab::Verdict> &verdict)
{
    return verdict ? QString::fromUtf8(QJsonDocument(verdict->toJson()).toJson())
                   : verdict.error().sentence().english();
}

/// Of half of A's creates, those of the lock's directories among them, the answers are lost.
QByteArray withoutAnswers(const QByteArray &lock, int seed)
{
    QByteArray text = R"({"lockscope": 1, "title": "Unanswered", "seed": SEED, "lock": "LOCK",
        "clients": [{"name": "A", "hold": 0}], "faults": [{"fault": "lose-create-reply", "rate": 0.5}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "done": true}, "within": "60s"}]})";
    return text.replace("SEED", QByteArray::number(seed)).replace("LOCK", lock);
}

} // namespace

/// Each scenario that comes with the program comes out as it says, on a real server; and what does not, says where.
class ScenariosTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        const auto opened = m_engine.open(m_sandbox.connectString(), 4'000);
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
        m_others = std::make_unique<zk::Session>(zk::SessionSpec{m_sandbox.connectString()});
        m_others->open();
        QVERIFY(await(m_others->connected()));
    }
    void cleanupTestCase() { m_others.reset(); }

    void aShippedScenarioComesOutAsItSays_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : lab::shippedScenarios()) {
            if (name != herd)
                QTest::newRow(qPrintable(name)) << name;
        }
    }

    void aShippedScenarioComesOutAsItSays()
    {
        QFETCH(QString, name);
        const auto verdict = run(lab::shippedScenario(name));
        QVERIFY2(verdict, qPrintable(told(verdict)));
        QVERIFY2(verdict->isAsExpected(), qPrintable(told(verdict)));
        QVERIFY(!verdict->rows.isEmpty());
        QVERIFY2(!verdict->notLookedAt, qPrintable(verdict->notLookedAt.value_or(Error()).sentence().english()));
        if (name.startsWith(u"order-numbers"_s)) {
            QCOMPARE(verdict->stamps.size(), 200);
            const bool anyTwice = std::ranges::any_of(verdict->stamps, &lab::Stamp::isDuplicate);
            QCOMPARE(anyTwice, name == u"order-numbers-without-lock"_s);
        }
    }

    void theHerdComesOutAsItSays()
    {
        // However busy the machine is, no session of theirs may time out.
        servers::SandboxSpec patient;
        patient.tickTimeMs = 2'000;
        SandboxForTest sandbox(patient);
        QVERIFY2(sandbox.start(), sandbox.why());
        EngineFixture engine;
        QVERIFY(engine.open(sandbox.connectString(), 40'000));
        const auto verdict = run(engine, herdScenario());
        QVERIFY2(verdict && verdict->isAsExpected(), qPrintable(told(verdict)));
        QVERIFY2(!verdict->notLookedAt, qPrintable(verdict->notLookedAt.value_or(Error()).sentence().english()));
    }

    void aScenarioCanBeRunTwice()
    {
        for (int i = 0; i < 2; ++i) {
            const auto verdict = run(lab::shippedScenario(u"queue-of-five"_s));
            QVERIFY2(verdict && verdict->isAsExpected(), qPrintable(told(verdict)));
        }
        // What it made is gone, its directories too.
        QVERIFY(!isThere(*m_others, u"/lockscope/queue-of-five"_s));
    }

    void aDirectoryWhoseCreateWasNotAnsweredGoesToo()
    {
        for (int seed = 1; seed <= 10; ++seed) { // some of them strike a directory's
            const auto verdict = run(withoutAnswers("/unanswered/two", seed));
            QVERIFY2(verdict && !verdict->failed, qPrintable(told(verdict)));
            for (const QString &path : {u"/unanswered/two"_s, u"/unanswered"_s})
                QVERIFY2(!isThere(*m_others, path), qPrintable(u"%1, seed %2"_s.arg(path).arg(seed)));
        }
    }

    void aDirectoryThatWasThereBeforeStays()
    {
        QVERIFY(await(m_others->create(u"/before"_s, {}, NodeKind::Persistent)));
        const auto verdict = run(withoutAnswers("/before/two", 1));
        QVERIFY2(verdict && !verdict->failed, qPrintable(told(verdict)));
        QVERIFY(isThere(*m_others, u"/before"_s));
        QVERIFY(!isThere(*m_others, u"/before/two"_s));
    }

    void whatWasThereBeforeIsNeitherSetNorDeleted_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::newRow("a stamp") << QByteArray(R"({"lockscope": 1, "title": "Stamps", "lock": "/test/stamps",
        "recipe": "none", "stamp": "/victim", "clients": [{"name": "A"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}}]})");
        QTest::newRow("a stamp below it") << QByteArray(R"({"lockscope": 1, "title": "Stamps", "lock": "/test/stamps",
        "stamp": "/victim/below", "clients": [{"name": "A"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}}]})");
        QTest::newRow("create") << scenarioOf(R"([{"do": "create", "path": "/victim/below", "data": "1"}])", "/victim");
        QTest::newRow("delete") << scenarioOf(R"([{"do": "delete", "path": "/victim"}])", "/victim");
        // Its own lock with it: A's directory is there only since.
        QTest::newRow("delete, with an own one") << scenarioOf(R"([{"do": "acquire", "client": "A"},
        {"until": {"client": "A", "holds": true}}, {"do": "delete", "path": "/victim"}])",
                                                               "/victim");
    }

    void whatWasThereBeforeIsNeitherSetNorDeleted()
    {
        QFETCH(QByteArray, scenario);
        QVERIFY(await(m_others->create(u"/victim"_s, "important config", NodeKind::Persistent)));
        QVERIFY(await(m_others->create(u"/victim/below"_s, "more of it", NodeKind::Persistent)));
        const auto verdict = run(scenario);
        const QString why = verdict ? verdict->failed ? verdict->failed->error.sentence().english() : QString()
                                    : verdict.error().sentence().english();
        QVERIFY2(why.startsWith(u"/victim"_s) && why.contains(u"neither changed nor deleted"_s), qPrintable(why));
        const auto kept = await(m_others->get(u"/victim"_s));
        QVERIFY(kept);
        QCOMPARE(kept->data, QByteArray("important config"));
        QCOMPARE(kept->stat.version, 0);
        const auto below = await(m_others->get(u"/victim/below"_s));
        QVERIFY(below);
        QCOMPARE(below->data, QByteArray("more of it"));
        QVERIFY(await(m_others->remove(u"/victim/below"_s, -1)));
        QVERIFY(await(m_others->remove(u"/victim"_s, -1))); // nothing else was left in it
    }

    void whatItMadeItselfIsSetAndDeleted()
    {
        const auto verdict = run(scenarioOf(R"([{"do": "create", "path": "/test/own/a/b", "data": "1"},
        {"do": "create", "path": "/test/own/a/b", "data": "2"}, {"do": "create", "path": "/test/own/a"},
        {"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
        {"do": "delete", "path": "/test/own"}, {"until": {"path": "/test/own", "exists": false}}])",
                                            "/test/own"));
        QVERIFY2(verdict && !verdict->failed, qPrintable(told(verdict)));
    }

    /// The number is another one's when A comes to write: at a path of the same name.
    void whatTookItsPlaceMeanwhileStays()
    {
        const QString number = u"/test-number"_s;
        const auto scenario = lab::parseScenario(R"({"lockscope": 1, "title": "Stamps", "lock": "/stamps",
        "stamp": "/test-number", "clients": [{"name": "A"}],
        "steps": [{"until": {"path": "/stamps/go", "exists": true}}, {"do": "acquire", "client": "A"},
                  {"until": {"client": "A", "holds": true}}]})");
        QVERIFY(scenario);
        auto running = m_engine->runScenario(*scenario);
        AWAIT_VERIFY(await(m_others->exists(number)));
        QVERIFY(await(m_others->remove(number, -1)));
        QVERIFY(await(m_others->create(number, "41", NodeKind::Persistent)));
        QVERIFY(await(m_others->create(u"/stamps"_s, {}, NodeKind::Persistent)));
        QVERIFY(await(m_others->create(u"/stamps/go"_s, {}, NodeKind::Persistent)));
        const auto verdict = await(running);
        QVERIFY2(verdict && !verdict->failed, qPrintable(told(verdict)));
        QVERIFY(verdict->stamps.isEmpty());
        const auto kept = await(m_others->get(number));
        QVERIFY(kept); // nor is it taken away at the end
        QCOMPARE(kept->data, QByteArray("41"));
        QVERIFY(await(m_others->remove(number, -1)));
        QVERIFY(await(m_others->remove(u"/stamps/go"_s, -1)));
        QVERIFY(await(m_others->remove(u"/stamps"_s, -1)));
    }

    /// A process that died comes back and gives up behind its own old node, which the server takes away a moment later.
    void aNodeThatGoesWithItsSessionIsNoOrphan()
    {
        const auto verdict =
            run(R"({"lockscope": 1, "title": "Back again", "lock": "/test/process", "recipe": "process-lock",
        "clients": [{"name": "A", "threads": 3}], "steps": [
        {"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
        {"do": "crash", "client": "A"}, {"do": "acquire", "client": "A"}, {"until": {"client": "A", "waiting": true}},
        {"do": "release", "client": "A"}, {"until": {"client": "A", "state": "RELEASED"}}],
        "expect": {"acquired": 1, "violations": 0, "orphans": 0}})");
        QVERIFY2(verdict && verdict->isAsExpected(), qPrintable(told(verdict)));
        QCOMPARE(verdict->result.orphans, QStringList());
        QVERIFY(verdict->result.check.isClean());
    }

    void aStepThatDoesNotComeTrueEndsTheRun()
    {
        const auto verdict = run(scenarioOf(R"([{"do": "acquire", "client": "A"},
{"until": {"client": "A", "holds": true}},
{"do": "acquire", "client": "B"},
{"until": {"client": "B", "holds": true}, "within": "300ms"},
{"do": "release", "client": "A"}])"));
        QVERIFY2(verdict, qPrintable(told(verdict)));
        QVERIFY(verdict->failed);
        QCOMPARE(verdict->failed->index, 3);
        QCOMPARE(verdict->failed->line, 5);
        QVERIFY2(verdict->failed->error.sentence().english().startsWith(u"not so within 300 ms: B is FETCHING"_s),
                 qPrintable(verdict->failed->error.sentence().english()));
        QVERIFY(!verdict->isAsExpected());
    }

    /// B gives up after 2 s; slower than that, C would join a queue without it.
    void aPaceDoesNotChangeWhatAScenarioMeans()
    {
        auto scenario = lab::loadScenario(u"timeout-in-mid-queue"_s);
        QVERIFY(scenario);
        scenario->pace = std::chrono::milliseconds(1'100);
        const auto first = m_engine.events().size();
        const auto verdict = await(m_engine->runScenario(*scenario));
        QVERIFY2(verdict && verdict->isAsExpected(), qPrintable(told(verdict)));

        QMap<ClientId, QString> names;
        QStringList told; // who came to wait, and who gave up
        for (const journal::Event &event : m_engine.events().sliced(first)) {
            if (const auto *spawned = std::get_if<journal::ClientSpawned>(&event.what))
                names.insert(spawned->id, spawned->name);
            const auto *state = std::get_if<journal::ClientLockState>(&event.what);
            if (state && state->state == locks::LockState::Fetching && !state->node.isEmpty())
                told += names.value(state->id) + u" waits"_s;
            else if (state && state->error)
                told += names.value(state->id) + u" gives up"_s;
        }
        told.removeDuplicates();
        QVERIFY2(told.indexOf(u"B gives up"_s) > told.indexOf(u"C waits"_s) && told.contains(u"C waits"_s),
                 qPrintable(told.join(u", "_s)));
    }

    void aStepThatDoesNotFitEndsTheRun()
    {
        const auto verdict =
            run(scenarioOf(R"([{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
        {"do": "acquire", "client": "A"}])"));
        QVERIFY2(verdict, qPrintable(told(verdict)));
        QVERIFY(verdict->failed);
        QCOMPARE(verdict->failed->error.sentence().english(),
                 u"\"A\" is RETAINED, and mutex cannot be entered twice"_s);
    }

    void aStoppedScenarioClosesItsClients()
    {
        const auto scenario = lab::parseScenario(scenarioOf(R"([{"do": "acquire", "client": "*"},
        {"until": {"client": "*", "holds": true}, "within": "1h"}])"));
        QVERIFY(scenario);
        auto running = m_engine->runScenario(*scenario);
        AWAIT_COMPARE(m_engine.count(locks::LockState::Retained), 1);
        m_engine->stopScenario();
        const auto verdict = await(running);
        QVERIFY(verdict);
        QVERIFY(verdict->stopped && !verdict->isAsExpected());
        QCOMPARE(verdict->result.acquired, 1); // what came before is told
        QCOMPARE(m_engine.count(locks::LockState::Retained), 0);
    }

    void closingTheConnectionEndsAScenario()
    {
        EngineFixture own;
        QVERIFY(own.open(m_sandbox.connectString()));
        const auto scenario = lab::parseScenario(scenarioOf(R"([{"do": "acquire", "client": "*"},
        {"until": {"client": "*", "holds": true}, "within": "1h"}])",
                                                            "/test/closing"));
        QVERIFY(scenario);
        auto running = own->runScenario(*scenario);
        AWAIT_COMPARE(own.count(locks::LockState::Retained), 1);
        QVERIFY(await(own->close()));
        const auto verdict = await(running);
        QVERIFY(!verdict || verdict->stopped);
    }

    void aLockThatIsTakenIsSaidAndNothingIsStarted()
    {
        EngineFixture other;
        QVERIFY(other.open(m_sandbox.connectString()));
        QVERIFY(other.spawn(u"/test/taken"_s, 1));
        AWAIT_COMPARE(other.count(locks::LockState::Retained), 1);
        const auto verdict = run(scenarioOf(R"([{"do": "acquire", "client": "A"}])", "/test/taken"));
        QVERIFY(!verdict);
        QVERIFY2(verdict.error().sentence().english().startsWith(
                     u"The scenario needs /test/taken for itself, but there is /test/taken/"_s),
                 qPrintable(verdict.error().sentence().english()));
    }

private:
    Result<lab::Verdict> run(const QByteArray &text) { return run(m_engine, text); }

    static Result<lab::Verdict> run(EngineFixture &engine, const QByteArray &text)
    {
        const auto scenario = lab::parseScenario(text);
        if (!scenario)
            return tl::unexpected(scenario.error());
        // A busy machine may have kept our own session from its server for a moment: the next ping brings it back.
        if (!QTest::qWaitFor([&] { return engine.world().connection().state == ConnectionState::Connected; },
                             patienceMs()))
            qFatal("the connection did not come back");
        return await(engine->runScenario(*scenario));
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    EngineFixture m_engine;
};
} // namespace lockscope::tst_scenarios

LOCKSCOPE_TEST(lockscope::tst_scenarios::ScenariosTest)
#include "tst_scenarios.moc"
