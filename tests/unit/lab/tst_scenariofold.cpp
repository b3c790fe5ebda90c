// SPDX-License-Identifier: Apache-2.0
// What a scenario has come to: what is proved, what is left, and the sentence at its end.
#include "core/scenario/scenariofiles.h"
#include "core/scenario/scenariofold.h"
#include "core/scenario/scenarioverdict.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>

namespace lockscope::tst_scenariofold {

using namespace lockscope::lab;
using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using locks::LockState;
using Weight = Conclusion::Weight;

const QString key = u"/orders"_s;

namespace {

Scenario twoClients()
{
    return *parseScenario(R"({"lockscope": 1, "title": "Two", "lock": "/l", "recipe": "mutex",
        "clients": [{"name": "A"}, {"name": "B"}], "steps": [{"do": "acquire", "client": "A"}]})");
}

Violation violation(Rule rule, const QString &text = {})
{
    Violation found;
    found.rule = rule;
    found.lock = u"/l"_s;
    found.clients = {u"A"_s, u"B"_s};
    found.text = Text::verbatim(text);
    return found;
}

/// A client of a process lock that comes back after each end of its session, and its node.
class Story
{
public:
    Story()
        : m_fold(*parseScenario(R"({"lockscope": 1, "title": "Faults", "lock": "/l", "recipe": "process-lock",
              "clients": [{"name": "A", "threads": 3, "faults": [{"fault": "crash", "rate": 0.1}]}],
              "steps": [{"do": "acquire", "client": "A"}]})"))
    {
        tell(ClientSpawned{a, u"A"_s, locks::RecipeId::ProcessLock, locks::Dialect::Docs, locks::Mode::Exclusive,
                           u"/l"_s});
        connects(1);
        becomes(LockState::Fetching);
        tell(ServerNode{a, node(1), ServerNode::Life::Born, Zxid{5}, SessionId{1}});
        becomes(LockState::Retained);
    }

    void tell(const Payload &what) { m_fold.add(what); }
    void befalls(Fault fault) { tell(ClientFault{a, fault, 0, true}); }
    void connects(qint64 session) { tell(ClientConnection{a, ConnectionState::Connected, SessionId{session}}); }
    void becomes(LockState state) { tell(ClientLockState{a, state, {}, {}, 1, {}}); }
    static QString node(int number) { return u"/l/write-000000000%1"_s.arg(number); }

    /// "/l/write-0000000001", with a "?" where it may go with its session.
    QStringList left() const
    {
        QStringList texts;
        for (const LeftNode &left : leftByLiving(m_fold))
            texts << (left.mayGo ? left.path + u'?' : left.path);
        return texts;
    }

    const ClientId a{1};

private:
    ScenarioFold m_fold;
};

} // namespace

class TestScenarioFold : public QObject
{
    Q_OBJECT

    Scenario m_scenario = twoClients();
    Verdict m_verdict;
    RunEnd m_end;

    Conclusion concluded() const { return conclusionOf(m_scenario, m_verdict, ScenarioFold(m_scenario), m_end); }

private Q_SLOTS:
    void init()
    {
        m_scenario = twoClients();
        m_verdict = {};
        m_verdict.result.acquired = 2;
        m_end = {};
    }

    /// The log tells that B's key is gone, then of C's, and only then is A answered that it deleted one: whose it was
    /// is known by the log's first word alone.
    void whatAServersLogTellsOfNobodyIsJudgedToo()
    {
        const auto scenario = parseScenario(R"({"lockscope": 1, "title": "A late DEL", "lock": "/orders",
        "recipe": "redis-setnx-expire", "clients": [{"name": "A"}, {"name": "B"}, {"name": "C"}],
        "steps": [{"do": "acquire", "client": "A"}], "expect": {"acquired": 3}})");
        QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().sentence().english()));
        ScenarioFold fold(*scenario);
        const auto born = [&](ClientId id, qint64 number) {
            fold.add(ServerNode{id, key, ServerNode::Life::Born, Zxid{number}, SessionId{number}, 1});
        };
        const auto gone = [&](qint64 number, ClientId by = {}) {
            fold.add(ServerNode{by, key, ServerNode::Life::Gone, Zxid{number}, {}});
        };
        const ClientId a{1}, b{2}, c{3};
        for (const auto &[id, name] : {std::pair(a, u"A"_s), {b, u"B"_s}, {c, u"C"_s}}) {
            fold.add(ClientSpawned{id, name, locks::RecipeId::RedisSetNxExpire, locks::Dialect::Plain,
                                   locks::Mode::Exclusive, key});
            fold.add(ClientConnection{id, ConnectionState::Connected, SessionId{qint64(id.value)}});
            fold.add(ClientLockState{id, LockState::Fetching, {}, {}, 0, {}});
        }
        const auto holds = [&](ClientId id) { fold.add(ClientLockState{id, LockState::Retained, key, {}, 1, {}, 1}); };
        born(a, 1);
        holds(a);
        gone(1); // its time was over
        born(b, 2);
        holds(b);
        fold.add(ClientLockState{a, LockState::Releasing, key, {}, 1, {}});
        fold.add(ClientRequest{a, u"del"_s, key, 1});
        gone(2);
        born(c, 3);
        fold.add(ClientReply{a, u"del"_s, key, {}, 1000, 1, {}});
        gone(2, a);
        const QJsonArray violations = lab::toJson(fold.report().result())[u"violations"_s].toArray();
        QCOMPARE(violations.size(), 1);
        QCOMPARE(violations.first()[u"rule"_s].toString(), u"foreign-release"_s);
    }

    /// The server ends it when its timeout is over, and takes its nodes away.
    void ofAnEarlierSessionNothingIsLeft()
    {
        Story story;
        story.befalls(Fault::Crash);
        QCOMPARE(story.left(), QStringList());
        story.tell(ClientConnection{story.a, ConnectionState::Closed, {}});
        story.connects(2);
        QCOMPARE(story.left(), QStringList());
        story.becomes(LockState::Fetching);
        story.tell(ServerNode{story.a, Story::node(2), ServerNode::Life::Born, Zxid{6}, SessionId{2}});
        story.becomes(LockState::Released);
        QCOMPARE(story.left(), QStringList{Story::node(2)});
    }

    void whoseSessionMayBeOverMayHaveLeftNothing()
    {
        Story story;
        story.becomes(LockState::Released);
        QCOMPARE(story.left(), QStringList{Story::node(1)});
        for (const Fault fault : {Fault::Resume, Fault::Heal, Fault::Expire, Fault::Delay}) {
            story.befalls(fault);
            QCOMPARE(story.left(), QStringList{Story::node(1) + u'?'});
            story.tell(ClientConnection{story.a, ConnectionState::Suspended, SessionId{1}});
            QCOMPARE(story.left(), QStringList());
            story.connects(1);
            QCOMPARE(story.left(), QStringList{Story::node(1)});
        }
    }

    void whoStandsStillOrIsCutOffHasLeftNothing()
    {
        for (const auto &[begins, ends] :
             {std::pair(Fault::Pause, Fault::Resume), std::pair(Fault::Partition, Fault::Heal)}) {
            Story story;
            story.becomes(LockState::Released);
            story.befalls(begins);
            QCOMPARE(story.left(), QStringList());
            story.befalls(ends);
            QCOMPARE(story.left(), QStringList{Story::node(1) + u'?'});
        }
    }

    // ---- the sentence at the end: the gravest of what happened, expected or not ----

    void theGravestIsSaid()
    {
        QCOMPARE(concluded().text.english(), u"2 acquisitions were served, and no rule was broken."_s);
        QCOMPARE(concluded().weight, Weight::Sound);
        m_verdict.result.timedOut = 1;
        QCOMPARE(concluded().text.english(), u"1 acquisition timed out."_s);
        QCOMPARE(concluded().weight, Weight::Notable);
        m_verdict.result.check.add(violation(Rule::LostWakeup, u"B waits for nothing."_s));
        QCOMPARE(concluded().text.english(), u"B waits for nothing."_s);
        m_verdict.result.check.add(violation(Rule::BeliefOverlap));
        m_verdict.longestOverlap = std::chrono::milliseconds(2'150);
        QCOMPARE(concluded().text.english(), u"A and B believed at once that they held the lock, for 2.1 s."_s);
        m_verdict.result.check.add(violation(Rule::FencingToken, u"B's token is too small."_s));
        QCOMPARE(concluded().text.english(), u"B's token is too small."_s); // which does not say that both held at once
        m_verdict.result.check.add(violation(Rule::MutualExclusion));
        QCOMPARE(concluded().text.english(), u"A and B held the lock at once, for 2.1 s."_s);
        m_end.deadlocks = 1;
        QVERIFY(concluded().text.english().startsWith("Deadlock"_L1));
        QCOMPARE(concluded().weight, Weight::Wrong);
    }

    void theScenariosOwnWordsAreForWhatCameAsExpected()
    {
        m_scenario.conclusion = u"B gave up."_s;
        m_verdict.result.timedOut = 1;
        QCOMPARE(concluded().text.english(), u"B gave up."_s);
        QCOMPARE(concluded().weight, Weight::Notable);
        m_verdict.rows = {
            {u"timed_out"_s, Text::verbatim(u"time-outs"_s), Text::verbatim(u"0"_s), Text::verbatim(u"1"_s), false}};
        QCOMPARE(concluded().text.english(), u"Not as expected: time-outs should be 0 and came to 1."_s);
        QCOMPARE(concluded().weight, Weight::Wrong);
    }

    void eachShippedScenarioHasASentence()
    {
        for (const locks::Backend backend :
             {locks::Backend::ZooKeeper, locks::Backend::Redis, locks::Backend::Sqlite}) {
            const QStringList names = shippedScenarios(backend);
            QVERIFY(!names.isEmpty());
            for (const QString &name : names)
                QVERIFY2(loadScenario(name)->conclusion.endsWith(u'.'), qPrintable(name));
        }
    }

    void anOverlapLastsUntilOneOfTwoHoldsNoMore()
    {
        ScenarioFold fold(m_scenario);
        const auto tells = [&fold](quint32 id, LockState state) {
            fold.add(ClientLockState{ClientId{id}, state, u"/l/lock-000000000%1"_s.arg(id), {}, 1, {}, 1});
        };
        for (const quint32 id : {1u, 2u}) {
            ClientSpawned spawned;
            spawned.id = ClientId{id};
            spawned.name = id == 1 ? u"A"_s : u"B"_s;
            spawned.lock = u"/l"_s;
            fold.add(spawned);
            tells(id, LockState::Fetching);
        }
        tells(1, LockState::Retained);
        QCOMPARE(fold.longestOverlap().count(), 0);
        tells(2, LockState::Retained);
        AWAIT_VERIFY(fold.longestOverlap().count() > 2); // as long as both believe it
        tells(1, LockState::Releasing);
        const auto longest = fold.longestOverlap();
        tells(2, LockState::Releasing);
        QCOMPARE(fold.longestOverlap(), longest);
    }
};

} // namespace lockscope::tst_scenariofold

LOCKSCOPE_TEST(lockscope::tst_scenariofold::TestScenarioFold)
#include "tst_scenariofold.moc"
