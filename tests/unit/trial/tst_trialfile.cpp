// SPDX-License-Identifier: Apache-2.0
#include "core/explore/exploration.h"
#include "core/trial/trialfile.h"
#include "core/trial/witness.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_trialfile {

using namespace lockscope::trial;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using explore::Step;
using model::Choice;

/// A trial as a file, and what becomes of an order that was found in the model.
class TrialFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead()
    {
        TrialSpec spec;
        spec.recipe = locks::RecipeId::Semaphore;
        spec.leases = 3;
        spec.clients = 4;
        spec.rounds = 9;
        spec.seed = 77;
        spec.faults = {{Hold(), Moment{u"client-1"_s, u"create"_s, 2, true}},
                       {ServerFault{ServerCommand::Kill, 3s}, 0.25}};
        const auto read = readTrial(toJson(spec));
        QVERIFY(read);
        QCOMPARE(read->recipe, spec.recipe);
        QCOMPARE(read->leases, 3);
        QCOMPARE(read->clients, 4);
        QCOMPARE(read->rounds, 9);
        QCOMPARE(read->seed, quint64(77));
        QVERIFY(read->faults == spec.faults);
    }

    void whatIsNoneIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        const auto row = [](const char *name, const QByteArray &json, const QString &said) {
            QTest::newRow(name) << QByteArray(json).replace('\'', '"') << said;
        };
        row("no JSON", "clients: 3", u"JSON"_s);
        row("another file", "{'lockscope': 1, 'kind': 'scenario'}", u"no trial"_s);
        row("a later one", "{'lockscope': 2, 'kind': 'trial', 'clients': 1}", u"no trial"_s);
        row("no clients", "{'lockscope': 1, 'kind': 'trial'}", u"clients"_s);
        row("too many", "{'lockscope': 1, 'kind': 'trial', 'clients': 100000}", u"clients"_s);
        row("no fault", "{'lockscope': 1, 'kind': 'trial', 'clients': 1, 'faults': ['fire@1']}", u"faults[0]"_s);
        row("an unknown key", "{'lockscope': 1, 'kind': 'trial', 'clients': 1, 'speed': 3}", u"speed"_s);
        row("an impossible order",
            "{'lockscope': 1, 'kind': 'schedule', 'recipe': 'mutex', 'clients': 1, 'steps': ['answer 0 9']}",
            u"answer 0 9"_s);
    }
    void whatIsNoneIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        const auto read = readTrial(text);
        QVERIFY(!read);
        QVERIFY2(read.error().sentence().english().contains(named), qPrintable(read.error().sentence().english()));
    }

    /// Each of a lock's own messages has its turn, in the order of the model; judged as what the recipe should be.
    void anOrderOfTheModelIsATrial()
    {
        const auto spec = trialOf(inOrder(locks::RecipeId::BrokenLostWakeup));
        QVERIFY(spec);
        QCOMPARE(spec->recipe, locks::RecipeId::Mutex);
        QCOMPARE(spec->clients, 2);
        QStringList turns;
        for (const Turn &turn : spec->order)
            turns += turn.toString();
        for (const char *one :
             {"client-0/create", "client-0/create-reply", "client-0/get_children", "client-0/get_children-reply",
              "client-1/exists", "client-1/exists-reply", "client-0/delete", "client-1/event"})
            QVERIFY2(turns.count(QString::fromLatin1(one)) == 1, qPrintable(turns.join(u' ')));
        QVERIFY(turns.indexOf(u"client-0/create"_s) < turns.indexOf(u"client-0/create-reply"_s));
        QVERIFY(turns.indexOf(u"client-0/delete"_s) < turns.indexOf(u"client-1/event"_s));
        QVERIFY(!spec->hasFaults());
    }

    void lossesAndCrashesHaveTheirTurns()
    {
        explore::Schedule schedule = begun();
        explore::Play play(schedule.setup);
        const auto take = [&](const Step &step) {
            play.happen(step);
            schedule.steps.push_back(step);
        };
        take(*play.oldest()); // a create arrives
        const quint32 first = schedule.steps.front().subject();
        const auto lost = play.faultStep(explore::Fault::LoseReply, first);
        QVERIFY(lost);
        take(*lost);
        const auto crash = play.faultStep(explore::Fault::Crash, 1 - first);
        QVERIFY(crash);
        take(*crash);
        const auto spec = trialOf(schedule);
        QVERIFY(spec);
        QCOMPARE(spec->order.size(), size_t(3));
        QCOMPARE(spec->order[0].toString(), u"client-%1/create"_s.arg(first));
        QCOMPARE(spec->order[1].toString(), u"lose-reply client-%1/create-reply"_s.arg(first));
        QCOMPARE(spec->order[2].toString(), u"crash client-%1"_s.arg(1 - first));
        QVERIFY(spec->hasFaults());
    }

    void whatNobodyCanMakeAnotherProgramDoIsSaid()
    {
        explore::Schedule schedule = inOrder(locks::RecipeId::Mutex);
        explore::Play play(schedule.setup);
        std::vector<Step> steps;
        for (const Step &step : schedule.steps) { // until one waits
            const auto givesUp = play.faultStep(explore::Fault::GiveUp, 1);
            if (givesUp) {
                steps.push_back(*givesUp);
                break;
            }
            play.happen(step);
            steps.push_back(step);
        }
        schedule.steps = steps;
        const auto spec = trialOf(schedule);
        QVERIFY(!spec);
        QVERIFY2(spec.error().sentence().english().contains(u"gives up"_s),
                 qPrintable(spec.error().sentence().english()));
    }

private:
    static explore::Schedule begun(locks::RecipeId recipe = locks::RecipeId::Mutex)
    {
        return {explore::setupOf(recipe, 2), {}};
    }
    /// The steps as they come by themselves.
    static explore::Schedule inOrder(locks::RecipeId recipe)
    {
        explore::Schedule schedule = begun(recipe);
        explore::Play play(schedule.setup);
        while (const auto step = play.oldest()) {
            play.happen(*step);
            schedule.steps.push_back(*step);
        }
        return schedule;
    }
};

} // namespace lockscope::tst_trialfile

LOCKSCOPE_TEST(lockscope::tst_trialfile::TrialFileTest)
#include "tst_trialfile.moc"
