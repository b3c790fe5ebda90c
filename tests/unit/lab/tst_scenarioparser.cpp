// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "core/scenario/scenariofiles.h"
#include "tests/support/testprogram.h"

#include <QJsonDocument>

#include <rapidcheck.h>

#include <ctime>

namespace lockscope::tst_scenarioparser {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray good = R"({"lockscope": 1, "title": "The holder crashes", "lock": "/lockscope/demo", "recipe": "mutex",
 "clients": [{"name": "A"}, {"name": "B"}, {"name": "C"}],
 "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "state": "RETAINED"}},
           {"do": "acquire", "client": ["B", "C"]}, {"do": "crash", "client": "A"},
           {"until": {"client": "B", "state": "RETAINED"}, "within": "20s"}, {"do": "release", "client": "B"}],
 "expect": {"violations": 0, "order": ["A", "B", "C"]}})";

/// The sentence of the error; empty where there is none.
QString complaint(const QByteArray &text)
{
    const auto scenario = parseScenario(text);
    return scenario ? QString() : scenario.error().sentence().english();
}

/// As JSON, with ' for ": moc loses its way in raw strings that have brackets and quotes.
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

/// A scenario with a line for each of its parts: 2 more, 3 clients, 4 steps, 5 expect.
QByteArray scenarioOf(const QByteArray &clients, const QByteArray &steps, const QByteArray &expect = "{}",
                      const QByteArray &more = {})
{
    return json("{'lockscope': 1, 'title': 't', 'lock': '/l',\n" + more + "\n'clients': " + clients
                + ",\n'steps': " + steps + ",\n'expect': " + expect + "}");
}

const QByteArray twoClients = "[{'name': 'A'}, {'name': 'B'}]";
const QByteArray oneStep = "[{'do': 'acquire', 'client': 'A'}]";

} // namespace

class TestScenarioParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theExampleOfTheContractIsRead()
    {
        const auto scenario = parseScenario(good);
        QVERIFY2(scenario, qPrintable(complaint(good)));
        QCOMPARE(scenario->title, u"The holder crashes"_s);
        QCOMPARE(scenario->clientNames(), (QStringList{u"A"_s, u"B"_s, u"C"_s}));
        QCOMPARE(scenario->locks(), QStringList{u"/lockscope/demo"_s});
        QCOMPARE(scenario->directory(), u"/lockscope/demo"_s);
        QCOMPARE(scenario->steps.size(), 6);
        QCOMPARE(scenario->steps[2].line, 4);
        QCOMPARE(std::get<CommandAction>(scenario->steps[2].what).clients, (QStringList{u"B"_s, u"C"_s}));
        QCOMPARE(std::get<FaultAction>(scenario->steps[3].what).fault.fault, journal::Fault::Crash);
        QCOMPARE(scenario->steps[4].within, 20s);
        QCOMPARE(scenario->expect.size(), 2);
        QCOMPARE(std::get<CountExpected>(scenario->expect[0].what).range, (Range{0, 0}));
        QCOMPARE(std::get<OrderExpected>(scenario->expect[1].what).groups.size(), 3);
        for (const SpawnRequest &request : scenario->clients)
            QVERIFY(!validate(request));
    }

    void settingsAtTheTopAreEveryClients()
    {
        const auto scenario =
            parseScenario(scenarioOf("[{'name': 'A'}, {'name': 'B', 'mode': 'read', 'hold': '5ms'}]", oneStep, "{}",
                                     "'recipe': 'readwrite', 'dialect': 'kazoo', 'mode': 'write', "
                                     "'hold': ['10ms', '20ms'], 'acquire_timeout': '500ms',"));
        QVERIFY(scenario);
        const SpawnRequest &a = scenario->clients[0];
        const SpawnRequest &b = scenario->clients[1];
        QCOMPARE(a.recipe, locks::RecipeId::ReadWrite);
        QCOMPARE(b.dialect, locks::Dialect::Kazoo);
        QCOMPARE(a.writers, 1);
        QCOMPARE(b.writers, 0);
        QCOMPARE(a.hold.kind, HoldTime::Kind::Random);
        QCOMPARE(a.hold.max, 20ms);
        QCOMPARE(b.hold.kind, HoldTime::Kind::Fixed);
        QCOMPARE(*b.acquireTimeout, 500ms);
    }

    void itsDirectoryHasAllOfItsLocks()
    {
        SpawnRequest first;
        first.lock = u"/l/first"_s;
        SpawnRequest second = first;
        second.lock = u"/l/second"_s;
        Scenario scenario;
        scenario.clients = {first};
        QCOMPARE(scenario.directory(), u"/l/first"_s);
        scenario.clients = {first, second};
        QCOMPARE(scenario.directory(), u"/l"_s);
        first.recipe = locks::RecipeId::Ephemeral; // a mere node: its parent tells of it
        scenario.clients = {first};
        QCOMPARE(scenario.directory(), u"/l"_s);
    }

    void aGroupHasNumberedNames()
    {
        const auto scenario = parseScenario(
            scenarioOf("[{'name': 'client-', 'count': 1000}]", "[{'do': 'acquire', 'client': 'client-999'}]"));
        QVERIFY(scenario);
        QCOMPARE(scenario->clients.size(), 1);
        QCOMPARE(scenario->clients[0].count, 1000);
        QCOMPARE(scenario->clientNames().last(), u"client-999"_s);
    }

    void namesCanBePatterns()
    {
        const auto scenario = parseScenario(
            scenarioOf("[{'name': 'A'}, {'name': 'w', 'count': 3}]",
                       "[{'do': 'acquire', 'client': ['w*', 'A', 'w1']}, {'do': 'release', 'client': '*'}]"));
        QVERIFY(scenario);
        QCOMPARE(std::get<CommandAction>(scenario->steps[0].what).clients,
                 (QStringList{u"w0"_s, u"w1"_s, u"w2"_s, u"A"_s}));
        QCOMPARE(std::get<CommandAction>(scenario->steps[1].what).clients.size(), 4);
    }

    void aStepIsToldInASentence()
    {
        const auto scenario = parseScenario(good);
        QVERIFY(scenario);
        QCOMPARE(describe(scenario->steps[2]).english(), u"B and C ask for the lock"_s);
        QCOMPARE(describe(scenario->steps[4]).english(), u"until B holds"_s);
    }

    void eachBrokenRecipeHasAScenarioOfItsName()
    {
        for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
            const auto scenario = loadScenario(recipe.name);
            QCOMPARE(scenario.has_value(), !recipe.isSound());
            QVERIFY(!scenario || std::ranges::any_of(scenario->clients, [&](const SpawnRequest &request) {
                return request.recipe == recipe.id;
            }));
        }
    }

    void aClientStopsBeforeAStepAndGoesOn()
    {
        const auto scenario = parseScenario(scenarioOf(
            "[{'name': 'A'}]", "[{'do': 'stop', 'client': 'A', 'before': 'watch'}, {'do': 'go-on', 'client': 'A'}]"));
        QVERIFY(scenario);
        const auto stop = std::get<StopAction>(scenario->steps[0].what);
        QCOMPARE(stop.before, std::optional(locks::Step::Watch));
        QCOMPARE(stop.clients, QStringList{u"A"_s});
        QVERIFY(!std::get<StopAction>(scenario->steps[1].what).before);
        QCOMPARE(describe(scenario->steps[0]).english(), u"A will stop before the step watch"_s);
        QCOMPARE(describe(scenario->steps[1]).english(), u"A goes on"_s);
    }

    void countsCanBeRanges()
    {
        const auto scenario = parseScenario(scenarioOf(
            twoClients, oneStep, "{'duplicates': {'least': 1}, 'locks': {'/l': {'acquired': {'most': 5}}}}"));
        QVERIFY(scenario);
        QCOMPARE(rangeText(std::get<CountExpected>(scenario->expect[0].what).range).english(), u"at least 1"_s);
        QCOMPARE(scenario->expect[1].lock, u"/l"_s);
        QVERIFY(std::get<CountExpected>(scenario->expect[1].what).range.contains(5));
        QVERIFY(!std::get<CountExpected>(scenario->expect[1].what).range.contains(6));
    }

    void aCrashedClientThatAcquiresAgainCanBeWaitedFor()
    {
        const auto read =
            parseScenario(scenarioOf(twoClients, "[{'do': 'acquire', 'client': 'A'}, {'do': 'crash', 'client': 'A'}, "
                                                 "{'do': 'acquire', 'client': 'A'}, "
                                                 "{'until': {'client': 'A', 'holds': true}}]"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().sentence().english()));
        QCOMPARE(read->steps.size(), 4);
    }

    void whatIsWrongIsSaidWithLineAndKey_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QByteArray &text, const QByteArray &says) {
            QTest::newRow(name) << json(text) << QString::fromUtf8(says);
        };
        // ---- no JSON, no scenario ----
        const auto more = [&row](const char *name, const QByteArray &text, const QByteArray &says) {
            row(name, scenarioOf(twoClients, oneStep, "{}", text), "line 2: " + says);
        };
        row("nothing", "", "line 1: this is no JSON: illegal value");
        row("no JSON", "{\n'lockscope': 1,\n oops", "line 3: this is no JSON: unterminated object");
        row("cut off", good.left(200), "line 3: this is no JSON: unterminated string");
        row("a list", "[1]", "line 1: wants an object, { … }, not [1]");
        row("too big", QByteArray(5'000'000, ' '), "This is no scenario: it has more than 4 MB.");
        row("no version", "{'title': 't', 'lock': '/l', 'clients': [{'name': 'A'}]}",
            "line 1: lockscope: is missing: a scenario begins with \"lockscope\": 1");
        row("newer version", QByteArray(good).replace("\"lockscope\": 1", "\"lockscope\": 2"),
            "line 1: lockscope: this program reads version 1, not 2: it needs to be newer");
        row("no title", "{'lockscope': 1,\n'lock': '/l', 'clients': [{'name': 'A'}]}", "line 1: title: is missing");
        more("twice the same key", "'title': 'u',", "title: stands there twice");
        more("unknown key at the top", "'stpes': [],",
             "stpes: unknown key; known here are lockscope, title, about, conclusion, show, seed, servers, replica, "
             "backend, recipe, dialect, lock, mode, leases, paths, sorted, acquire_timeout, hold, limit, clock_ahead, "
             "rounds, entries, threads, pool, faults, stamp, resource, clients, duel, steps and expect");
        more("a duel of one", "'duel': ['/l'],", "duel: wants two locks of the scenario: [\"/a\", \"/b\"]");
        more("a duel of a lock with itself", "'duel': ['/l', '/l'],",
             "duel: wants two locks of the scenario: [\"/a\", \"/b\"]");
        more("a duel with a stranger", "'duel': ['/l', '/m'],", "duel: no client takes the lock /m");
        more("seed below zero", "'seed': -1,", "seed: wants a number from 0 to 4,294,967,295, not -1");
        row("no such server",
            "{'lockscope': 1, 'title': 'T', 'lock': '/a', 'backend': 'etcd', 'clients': [{'name': 'A'}]}",
            "line 1: backend: there is no \"etcd\"; there are zookeeper, redis, sqlite, mariadb and postgresql");
        // ---- clients ----
        const auto clients = [&row](const char *name, const QByteArray &list, const QByteArray &says) {
            row(name, scenarioOf('[' + list + ']', oneStep), "line 3: clients[" + says);
        };
        const auto client = [&clients](const char *name, const QByteArray &settings, const QByteArray &says) {
            clients(name, "{'name': 'A', " + settings + '}', "0]." + says);
        };
        row("no clients", "{'lockscope': 1, 'title': 't', 'lock': '/l', 'steps': []}",
            "line 1: clients: is missing: a scenario needs clients, as in [{\"name\": \"A\"}]");
        row("no lock", "{'lockscope': 1, 'title': 't', 'clients': [{'name': 'A'}]}",
            "line 1: clients[0].lock: is missing: say which lock, here or at the top");
        row("recipe of another server",
            "{'lockscope': 1, 'title': 'T', 'lock': '/a', 'backend': 'redis',"
            " 'clients': [{'name': 'A', 'recipe': 'mutex'}], 'steps': []}",
            "line 1: clients[0].recipe: mutex runs on zookeeper, and this scenario on redis");
        row("name twice", scenarioOf("[{'name': 'A'},\n{'name': 'A'}]", oneStep),
            "line 4: clients[1].name: there is a client \"A\" already");
        clients("client without a name", "{'count': 2}", "0].name: is missing");
        clients("client that is a text", "'A'", "0]: wants an object, { … }, not \"A\"");
        clients("name with a star", "{'name': 'A*'}", "0].name: \"A*\" is no name: use visible characters, and no *");
        clients("recipes of two servers", "{'name': 'A'}, {'name': 'B', 'recipe': 'redis-setnx'}",
                "1].recipe: redis-setnx runs on redis, and this scenario on zookeeper");
        client("no clients of a group", "'count': 0", "count: wants a whole number from 1 to 10,000, not 0");
        client("an absurd group", "'count': 1e300", "count: wants a whole number from 1 to 10,000, not 1e+300");
        client("unknown recipe", "'recipe': 'mutexx'", "recipe: there is no \"mutexx\"; there are mutex, reentrant, ");
        client("a limit without a key", "'limit': '1s'", "limit: mutex has no use for it");
        client("no recipe without a stamp", "'recipe': 'none'",
               "recipe: \"none\" is for clients that stamp numbers: say where, with \"stamp\"");
        client("a resource without a number", "'resource': 'open'",
               "resource: is of a number: say where it is, with \"stamp\"");
        client("no such resource", "'stamp': '/n', 'resource': 'shut'",
               "resource: there is no \"shut\"; there are open and fenced");
        client("no lock and no token", "'recipe': 'none', 'stamp': '/n', 'resource': 'fenced'",
               "resource: none has no fencing token that a resource could compare");
        client("unknown dialect", "'dialect': 'generic'",
               "dialect: there is no \"generic\"; there are docs, curator, kazoo and plain");
        client("dialect of another recipe", "'recipe': 'ephemeral', 'dialect': 'kazoo'",
               "dialect: ephemeral cannot write kazoo names; it can write plain");
        client("relative lock", "'lock': 'locks'", "lock: the path \"locks\" is not valid: it must begin with /");
        client("ZooKeeper's own path", "'lock': '/zookeeper/quota'",
               "lock: \"/zookeeper/quota\" is ZooKeeper's own: write a path like /lockscope/demo");
        client("readers of a mutex", "'mode': 'read'", "mode: mutex has no use for it");
        client("unknown mode", "'mode': 'shared'", "mode: there is no \"shared\"; there are read and write");
        client("negative time", "'acquire_timeout': -5", "acquire_timeout: wants a time from 1 ms to 24 days, not -5");
        client("no time", "'hold': 'soon'", "hold: \"soon\" is no duration: write \"500ms\", \"20s\" or \"5m\"");
        client("times the wrong way round", "'hold': ['20ms', '10ms']",
               "hold: the least time is above the greatest: exchange them");
        client("half a lease", "'recipe': 'semaphore', 'leases': 0.5",
               "leases: wants a whole number from 1 to 10,000, not 0.5");
        client("a lock of several that is none of ours", "'recipe': 'multi', 'paths': ['/a', '/zookeeper/quota']",
               "paths: \"/zookeeper/quota\" is ZooKeeper's own: write a path like /lockscope/demo");
        client("one lock of several", "'recipe': 'multi', 'paths': ['/a']", "paths: multi wants two locks or more");
        client("rate above one", "'faults': [{'fault': 'crash', 'rate': 2}]",
               "faults[0].rate: wants a number from 0 to 1, not 2");
        client("unknown fault", "'faults': [{'fault': 'meteor', 'rate': 0.1}]",
               "faults[0].fault: there is no \"meteor\"; there are crash, pause, resume, partition, heal, delay, "
               "lose-request, lose-reply, lose-create-reply, expire, close and jump-clock");
        // ---- steps ----
        const auto step = [&row](const char *name, const QByteArray &text, const QByteArray &says) {
            row(name, scenarioOf(twoClients, "[{" + text + "}]"), "line 4: steps[0]" + says);
        };
        row("no steps", scenarioOf(twoClients, "[]"),
            "line 4: steps: is missing: a scenario needs steps, as in [{\"do\": \"acquire\", \"client\": \"A\"}]");
        row("unknown client",
            scenarioOf(twoClients, "[{'do': 'acquire', 'client': 'A'},\n{'do': 'release',\n'client': 'Z'}]"),
            "line 6: steps[1].client: there is no client \"Z\"; there are A and B");
        step("unknown group", "'do': 'acquire', 'client': 'x-*'",
             ".client: there is no client \"x-*\"; there are A and B");
        step("unknown step", "'do': 'aquire', 'client': 'A'",
             ".do: there is no \"aquire\"; there are acquire, release, downgrade, upgrade, revoke, crash, pause, "
             "resume, partition, heal, delay, lose-request, lose-reply, lose-create-reply, expire, jump-clock, stop, "
             "go-on, close, remove, create, delete, wait, measure, kill-server, restart-server, pause-server, "
             "resume-server, detach-replica and promote-replica");
        step("a server without a number", "'do': 'kill-server', 'server': 'first'",
             ".server: wants a whole number from 0 to 9, not \"first\"");
        step("a clock that jumps nowhere", "'do': 'jump-clock', 'client': 'A'", ".by: is missing");
        step("unknown key of a step", "'do': 'acquire', 'client': 'A', 'clients': 'B'",
             ".clients: unknown key; known here are text, do and client");
        step("do and until", "'do': 'acquire', 'until': {}", ": a step has either \"do\" or \"until\"");
        step("unknown state", "'until': {'client': 'A', 'state': 'HELD'}",
             ".until.state: there is no \"HELD\"; there are FREE, FETCHING, RETAINED, RELEASING and RELEASED");
        step("nothing to wait for", "'until': {'client': 'A'}",
             ".until: says not what to wait for: one of state, connection, step, holds, waiting, node, done, entries "
             "and error");
        step("nobody to wait for", "'until': {'state': 'FREE'}",
             ".until: wants exactly one of client, lock, path and deadlock");
        step("within no time", "'until': {'client': 'A', 'state': 'FREE'}, 'within': '0s'",
             ".within: wants a time from 1 ms to 24 days, not \"0s\"");
        step("unknown lock", "'until': {'lock': '/m', 'holders': 1}", ".until.lock: there is no \"/m\"; there are /l");
        step("a node elsewhere", "'do': 'create', 'path': '/app/config'",
             ".path: \"/app/config\" is not under a lock of this scenario; its locks are /l");
        step("delay by what", "'do': 'delay', 'client': 'A'", ".by: is missing");
        // ---- steps that cannot be ----
        const auto second = [&row](const char *name, const QByteArray &first, const QByteArray &then,
                                   const QByteArray &says) {
            row(name,
                scenarioOf(twoClients,
                           "[{'do': '" + first + "', 'client': 'A'}, {'do': '" + then + "', 'client': 'A'}]"),
                "line 4: steps[1].client: \"A\" " + says);
        };
        row("acts after a crash",
            scenarioOf(twoClients, "[{'do': 'acquire', 'client': 'A'},\n{'do': 'crash', 'client': 'A'},\n"
                                   "{'do': 'release', 'client': 'A'}]"),
            "line 6: steps[2].client: \"A\" crashed in steps[1] and does nothing any more");
        row("waits for a dead one",
            scenarioOf(twoClients, "[{'do': 'acquire', 'client': 'A'}, {'do': 'crash', 'client': 'A'},\n"
                                   "{'until': {'client': 'A', 'state': 'RELEASED'}}]"),
            "line 5: steps[2].until.client: \"A\" crashed in steps[1] and reports nothing any more: wait for its node "
            "to be gone (\"node\": false)");
        step("releases what it never asked for", "'do': 'release', 'client': 'A'",
             ".client: \"A\" was never told to acquire");
        step("waits for what cannot come", "'until': {'client': 'B', 'holds': true}",
             ".until.client: \"B\" was never told to acquire");
        step("resumes who runs", "'do': 'resume', 'client': 'A'", ".client: \"A\" is not paused");
        step("heals who is well", "'do': 'heal', 'client': 'A'", ".client: \"A\" is neither cut off nor late");
        step("goes on with who runs", "'do': 'go-on', 'client': 'A'", ".client: \"A\" is not stopped");
        step("stops nowhere", "'do': 'stop', 'client': 'A'", ".before: is missing");
        step("revokes by mutex", "'do': 'revoke', 'client': 'A'",
             ".client: \"A\" runs mutex, which cannot ask for a lock");
        second("downgrades a mutex", "acquire", "downgrade", "runs mutex, which knows no readers");
        second("removed twice", "remove", "remove", "left in steps[0] and does nothing any more");
        // ---- expect ----
        const auto expected = [&row](const char *name, const QByteArray &text, const QByteArray &says) {
            row(name, scenarioOf(twoClients, oneStep, '{' + text + '}'), "line 5: expect." + says);
        };
        expected("unknown expectation", "'violation': 0",
                 "violation: unknown key; known here are violations, belief_overlaps, order_violations, acquired, "
                 "timed_out, failed, orphans, duplicates, stamped, refused, watch_events, watch_events_per_release, "
                 "requests_per_release, deadlocks, order, findings and locks");
        expected("less than none", "'violations': -1", "violations: wants a number from 0 to 1,000,000,000, not -1");
        expected("order of strangers", "'order': ['A', 'Q']", "order[1]: there is no client \"Q\"; there are A and B");
        expected("an empty range", "'acquired': {}", "acquired: wants a number, or {\"least\": …, \"most\": …}");
        expected("a range the wrong way round", "'acquired': {'least': 5, 'most': 1}",
                 "acquired: the least is above the most: exchange them");
        expected("a lock of nobody", "'locks': {'/m': {'acquired': 1}}", "locks./m: unknown key; known here are /l");
    }
    void whatIsWrongIsSaidWithLineAndKey()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const auto scenario = parseScenario(text);
        QVERIFY(!scenario);
        QCOMPARE(scenario.error().code, ErrorCode::InvalidInput);
        if (says.endsWith(u' ')) // a long list follows
            QVERIFY2(complaint(text).startsWith(says), qPrintable(complaint(text)));
        else
            QCOMPARE(complaint(text), says);
    }

    void manyMistakesAreRefusedAsSoonAsOne_data()
    {
        constexpr int many = testprogram::played(200'000);
        const auto repeated = [](const QByteArray &one) { return '[' + (one + ',').repeated(many).chopped(1) + ']'; };
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("clients") << scenarioOf(repeated("{'a': 1}"), oneStep);
        QTest::newRow("steps") << scenarioOf(twoClients, repeated("{'do': 'x'}"));
        QTest::newRow("names") << scenarioOf(twoClients, "[{'do': 'acquire', 'client': " + repeated("'Z'") + "}]");
        QTest::newRow("faults") << scenarioOf(twoClients, oneStep, "{}", "'faults': " + repeated("{'x': 1}") + ',');
        QByteArray keys;
        for (int i = 0; i < many; ++i)
            keys += "'k" + QByteArray::number(i) + "': 1,";
        QTest::newRow("keys") << scenarioOf(twoClients, oneStep, "{}", keys);
        // Each of ten thousand clients at each of a hundred steps.
        QTest::newRow("steps that cannot be")
            << scenarioOf("[{'name': 'A', 'count': 10000}]",
                          '[' + QByteArray("{'do': 'release', 'client': '*'},").repeated(100).chopped(1) + ']');
    }
    void manyMistakesAreRefusedAsSoonAsOne()
    {
        QFETCH(QByteArray, text);
        // Time of the processor, in one run, against what Qt takes to read a long document: neither depends on how busy
        // the machine is. A refusal takes up to 7 times as long; with a sentence of its own for each mistake it took
        // 100 times.
        const auto cost = [](const auto &work) {
            const std::clock_t before = std::clock();
            work();
            return static_cast<double>(std::clock() - before);
        };
        const QByteArray document =
            '[' + QByteArray("{\"a\": 1},").repeated(testprogram::played(200'000)).chopped(1) + ']';
        const double reading = cost([&document] { QVERIFY(!QJsonDocument::fromJson(document).isNull()); });
        const double refusing = cost([&text] { QVERIFY(!parseScenario(text)); });
        const double most = testprogram::isSanitized ? 150 : 30; // Qt is not sanitized
        QVERIFY2(refusing < most * reading, qPrintable(u"%1 times as long"_s.arg(refusing / reading)));
    }

    void arbitraryBytesNeverCrashIt()
    {
        QVERIFY(rc::check("any bytes end in a sentence", [](const std::string &bytes) {
            const QByteArray text = QByteArray::fromStdString(bytes);
            RC_ASSERT(!complaint(text).isEmpty());
        }));
        // Deeper than any stack.
        QVERIFY(complaint(QByteArray(1'000'000, '[')).contains(u"no JSON"_s));
    }

    void cutOrChangedScenariosNeverCrashIt()
    {
        QVERIFY(rc::check("a scenario with bytes exchanged is read, or said to be wrong", [] {
            QByteArray text = good;
            constexpr std::string_view bytes = "{}[]\",:0129-.eA*\\\nn";
            for (const auto &[at, byte] : *rc::gen::arbitrary<std::vector<std::pair<quint16, quint8>>>())
                text[at % text.size()] = bytes[byte % bytes.size()];
            const auto scenario = parseScenario(text);
            if (!scenario) {
                RC_ASSERT(!scenario.error().sentence().english().isEmpty());
            } else {
                for (const PlannedStep &step : scenario->steps)
                    RC_ASSERT(!describe(step).isEmpty());
            }
        }));
    }
};

} // namespace lockscope::tst_scenarioparser

LOCKSCOPE_TEST(lockscope::tst_scenarioparser::TestScenarioParser)
#include "tst_scenarioparser.moc"
