// SPDX-License-Identifier: Apache-2.0
// The sentence at the end of a scenario: the gravest of what happened, expected or not.
#include "core/scenario/scenariofiles.h"
#include "core/scenario/scenariofold.h"
#include "core/scenario/scenarioverdict.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_conclusion {

using namespace lockscope::lab;
using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using locks::LockState;
using Weight = Conclusion::Weight;

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

} // namespace

class TestConclusion : public QObject
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

} // namespace lockscope::tst_conclusion

LOCKSCOPE_TEST(lockscope::tst_conclusion::TestConclusion)
#include "tst_conclusion.moc"
