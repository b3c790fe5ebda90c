// SPDX-License-Identifier: Apache-2.0
// What is broken is found with a short witness, what is sound is clean, and the reduced search comes to all that the
// whole one comes to.
#include "core/checks/check.h"
#include "core/explore/schedule.h"
#include "core/explore/search.h"
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"

#include <QSet>
#include <QTest>

namespace lockscope::tst_explore_search {

using namespace Qt::StringLiterals;
using namespace explore;
using locks::RecipeId;

namespace {

constexpr int executionsEach = testprogram::played(50); // of a set-up: of all of them together some five thousand
constexpr size_t longestWitness = 25;

QString resultText(const SearchResult &result)
{
    QString text = u"%1 executions, %2 cut, %3 steps, complete: %4, %5 ms"_s.arg(result.executions)
                       .arg(result.cut)
                       .arg(result.steps)
                       .arg(result.complete)
                       .arg(result.took.count());
    if (result.found) {
        text += u"\n%1: %2"_s.arg(result.found->wrong.kind, result.found->wrong.text.english());
        for (const Step &step : result.found->steps)
            text += u"\n  "_s + stepWord(step);
    }
    return text;
}

/// What an execution came to, but for the order of what does not depend on one another: what each client went through,
/// and the tree.
QString outcomeOf(Play &play)
{
    QMap<quint32, QString> clients;
    for (const journal::Event &event : play.events()) {
        if (const auto *state = std::get_if<journal::ClientLockState>(&event.what))
            clients[state->id.value] += u" %1 %2 %3"_s.arg(locks::lockStateName(state->state), state->node)
                                            .arg(state->error ? int(state->error->code) : -1);
        else if (const auto *reply = std::get_if<journal::ClientReply>(&event.what))
            clients[reply->id.value] +=
                u" %1 %2"_s.arg(reply->operation).arg(reply->error ? int(reply->error->code) : -1);
        else if (const auto *fired = std::get_if<journal::ClientWatchFired>(&event.what))
            clients[fired->id.value] += u" fired"_s;
    }
    QStringList parts = clients.values();
    for (const QString &path : play.ensemble().tree().paths())
        parts += path;
    return parts.join(u'\n');
}

QSet<QString> outcomes(SearchSpec spec, SearchResult *result)
{
    QSet<QString> all;
    spec.walks = 0;
    spec.atEnd = [&all](Play &play) { all.insert(outcomeOf(play)); };
    *result = search(spec);
    return all;
}

} // namespace

class TestSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsBrokenIsFound_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            if (!info.isSound())
                QTest::newRow(qPrintable(info.name)) << info.id;
        }
    }
    void whatIsBrokenIsFound()
    {
        QFETCH(RecipeId, recipe);
        const SearchSpec spec{brokenSetup(recipe)};
        const SearchResult result = search(spec);
        QVERIFY2(result.found, qPrintable(resultText(result)));
        QVERIFY(!result.complete);
        const Found &found = *result.found;
        QVERIFY2(found.steps.size() <= longestWitness, qPrintable(resultText(result)));
        for (size_t i = 0; i < found.steps.size(); ++i) {
            std::vector<Step> fewer = found.steps;
            fewer.erase(fewer.begin() + std::ptrdiff_t(i));
            const auto wrong = wrongAfter(spec.setup, fewer);
            QVERIFY2(!wrong || wrong->kind != found.wrong.kind, qPrintable(resultText(result)));
        }
        // It is the same after a way through a file.
        const auto schedule = readSchedule(toJson(Schedule{spec.setup, found.steps}));
        QVERIFY2(schedule, qPrintable(schedule ? QString() : schedule.error().sentence().english()));
        Play play(schedule->setup);
        const auto carried = carryOut(*schedule, play);
        QVERIFY2(carried, qPrintable(carried ? QString() : carried.error().sentence().english()));
        QCOMPARE(play.wrong().value_or(Wrong()).kind, found.wrong.kind);
        // Its recording, with what an observer saw, proves it.
        const auto events = eventsOf(*schedule);
        QVERIFY(events);
        journal::Checker checker;
        checker.add(*events);
        QStringList proved;
        for (const journal::Violation &violation : checker.report().violations)
            proved += journal::ruleName(violation.rule);
        QVERIFY2(proved.contains(found.wrong.kind) || (found.wrong.kind == u"waits-for-ever"_s && !proved.isEmpty()),
                 qPrintable(resultText(result) + u"\nproved: "_s + proved.join(u' ')));
    }

    void whatIsSoundIsClean_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<int>("fault");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            if (!info.isSound())
                continue;
            QTest::newRow(qPrintable(info.name)) << info.id << -1;
            for (int fault = 0; fault < int(faultCount); ++fault)
                QTest::addRow("%s %s", qPrintable(info.name), qPrintable(faultName(Fault(fault)))) << info.id << fault;
        }
    }
    void whatIsSoundIsClean()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(int, fault);
        SearchSpec spec{setupOf(recipe, 2)};
        if (fault >= 0)
            spec.setup.faults[size_t(fault)] = 1;
        spec.walks = 10;
        spec.executions = executionsEach; // where there are more, the first
        const SearchResult result = search(spec);
        QVERIFY2(!result.found, qPrintable(resultText(result)));
        QVERIFY2(result.complete || result.executions == spec.executions, qPrintable(resultText(result)));
    }

    void theReducedSearchComesToAllThatTheWholeOneDoes_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<int>("clients");
        QTest::addColumn<int>("fault");
        QTest::newRow("two of one node") << RecipeId::Ephemeral << 2 << -1;
        QTest::newRow("one, a crash") << RecipeId::Mutex << 1 << int(Fault::Crash);
        QTest::newRow("one, a session's end") << RecipeId::Mutex << 1 << int(Fault::Expire);
        QTest::newRow("one, a lost reply") << RecipeId::Mutex << 1 << int(Fault::LoseReply);
        QTest::newRow("one, a lost request") << RecipeId::Mutex << 1 << int(Fault::LoseRequest);
        QTest::newRow("one, a pause") << RecipeId::Mutex << 1 << int(Fault::Pause);
        QTest::newRow("one that gives up") << RecipeId::Mutex << 1 << int(Fault::GiveUp);
    }
    void theReducedSearchComesToAllThatTheWholeOneDoes()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(int, clients);
        QFETCH(int, fault);
        SearchSpec spec{setupOf(recipe, clients)};
        if (fault >= 0)
            spec.setup.faults[size_t(fault)] = 1;
        SearchResult reduced;
        const QSet<QString> some = outcomes(spec, &reduced);
        spec.reduction = Reduction::None;
        SearchResult whole;
        const QSet<QString> all = outcomes(spec, &whole);
        QVERIFY2(reduced.complete && whole.complete, qPrintable(resultText(whole)));
        QCOMPARE(some, all);
        QVERIFY(all.size() > 1);
        QVERIFY2(reduced.executions <= whole.executions, qPrintable(resultText(reduced)));
        if (clients > 1)
            QVERIFY2(whole.executions > 10 * reduced.executions, qPrintable(resultText(whole)));
    }
};

} // namespace lockscope::tst_explore_search

LOCKSCOPE_TEST(lockscope::tst_explore_search::TestSearch)
#include "tst_search.moc"
