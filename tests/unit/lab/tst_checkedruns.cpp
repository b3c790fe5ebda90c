// SPDX-License-Identifier: Apache-2.0
// Simulated clients on a ZooKeeper in memory, judged by the journal's checks: sound recipes raise nothing whatever is
// lost on the way, and broken ones are caught.
#include "core/checks/check.h"
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/players.h"

namespace lockscope::tst_checkedruns {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::LockState;
using locks::Mode;
using locks::RecipeId;

namespace {

constexpr int endless = 20'000; ///< steps: the longest run takes some hundreds

class Stage : public Players
{
public:
    /// For one round, and until it is told to release.
    Player &join(RecipeId recipe, Mode mode = Mode::Exclusive)
    {
        return add([&](SimClientSpec &spec) {
            fill(spec, recipe, locks::recipeInfo(recipe).dialects.first());
            spec.mode = mode;
        });
    }
    static void fill(SimClientSpec &spec, RecipeId recipe, Dialect dialect)
    {
        spec.recipe = recipe;
        spec.dialect = dialect;
        spec.leases = locks::recipeInfo(recipe).options.leases ? 2 : 1;
        if (locks::recipeInfo(recipe).options.paths)
            spec.paths = {u"/locks/x"_s, u"/locks/y"_s};
    }
    /// Of two, the one that waits does.
    void giveUp(RecipeId recipe)
    {
        Player &a = join(recipe), &b = join(recipe);
        a.acquireNow();
        b.acquireNow();
        b.releaseNow();
    }
    QStringList found() const
    {
        QStringList rules;
        for (const auto &violation : journal::checkEvents(log.events, true).violations)
            rules += journal::ruleName(violation.rule);
        rules.removeDuplicates();
        return rules;
    }
};

using Play = void (*)(Stage &);

} // namespace

class TestCheckedRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void soundRecipesRaiseNothing_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<bool>("disturbed");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            for (const Dialect dialect : info.dialects) {
                if (!info.isSound())
                    continue;
                const QString name = info.name + u", "_s + locks::dialectName(dialect);
                QTest::addRow("%s", qPrintable(name)) << info.id << dialect << false;
                QTest::addRow("%s, disturbed", qPrintable(name)) << info.id << dialect << true;
            }
        }
    }
    void soundRecipesRaiseNothing()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        QFETCH(bool, disturbed);
        const bool hasReaders = locks::recipeInfo(recipe).options.writers;
        constexpr auto seeds = static_cast<unsigned>(testprogram::played(20));
        constexpr int clients = 5;
        constexpr int rounds = 3;
        qsizetype grants = 0;
        for (unsigned seed = 1; seed <= seeds; ++seed) {
            Stage stage;
            stage.ensemble.shuffle(seed);
            std::mt19937 random(seed);
            for (int i = 0; i < clients; ++i) {
                Player &player = stage.add([&](SimClientSpec &spec) {
                    Stage::fill(spec, recipe, dialect);
                    spec.mode = hasReaders && i % 2 ? Mode::Shared : Mode::Exclusive;
                    spec.rounds = rounds;
                    spec.hold.kind = HoldTime::Kind::Fixed;
                });
                for (const QString &operation : {u"create"_s, u"delete"_s, u"exists"_s, u"get"_s, u"get_children"_s}) {
                    if (disturbed && random() % 2) {
                        // One after the other: in which order arguments are evaluated is the compiler's.
                        const auto loss = random() % 2 ? fake::Loss::Reply : fake::Loss::Request;
                        const int nth = 1 + static_cast<int>(random() % 4);
                        player.session.lose(loss, operation, nth);
                    }
                }
            }
            for (const auto &player : stage.all())
                player->client.acquire();
            for (int steps = 0; stage.ensemble.step(); ++steps) {
                Player &any = *stage.all()[random() % stage.all().size()];
                if (disturbed && random() % 40 == 0 && any.client.state() == LockState::Fetching)
                    any.client.release(); // gives up
                if (disturbed && steps == 150)
                    stage.all().front()->session.expire();
                QVERIFY2(steps < endless, qPrintable(u"seed %1: it does not end"_s.arg(seed)));
            }
            const auto report = journal::checkEvents(stage.log.events, true);
            grants += report.grants;
            const QString why = report.violations.isEmpty() ? QString() : report.violations.first().text.english();
            QVERIFY2(report.isClean(), qPrintable(u"seed %1: %2"_s.arg(seed).arg(why)));
        }
        if (disturbed)
            QVERIFY(grants > (seeds < 20 ? 0 : 100)); // of few seeds each may cost most of its rounds
        else
            QCOMPARE(grants, qsizetype(seeds) * clients * rounds);
    }

    void whoMissesThatItsTurnComesIsCaught_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<QString>("rule");
        QTest::newRow("waits for ever") << RecipeId::BrokenLostWakeup << u"lost-wakeup"_s;
        QTest::newRow("queues anew") << RecipeId::BrokenRequeueAtTail << u"place-lost"_s;
    }
    void whoMissesThatItsTurnComesIsCaught()
    {
        // The holder's node goes between the list and the watch of the next one: at some of the moments.
        QFETCH(RecipeId, recipe);
        QFETCH(QString, rule);
        int caught = 0;
        for (int steps = 0; steps < 30; ++steps) {
            Stage stage;
            Player &a = stage.join(recipe), &b = stage.join(recipe);
            a.acquireNow();
            b.client.acquire();
            stage.ensemble.steps(steps);
            a.releaseNow();
            const bool isFound = !stage.found().isEmpty();
            QCOMPARE(stage.found(), isFound ? QStringList{rule} : QStringList());
            if (recipe == RecipeId::BrokenLostWakeup)
                QCOMPARE(isFound, b.client.state() == LockState::Fetching);
            caught += isFound ? 1 : 0;
        }
        QVERIFY(caught > 0);
    }

    void whatIsBrokenIsCaught_data()
    {
        QTest::addColumn<Play>("play");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *name, const QString &rule, Play play) { QTest::newRow(name) << play << rule; };
        row("who gives up leaves its node", u"leaked-contender"_s,
            [](Stage &stage) { stage.giveUp(RecipeId::BrokenLeakyTimeout); });
        row("who gives up leaves its watch", u"leaked-watch"_s,
            [](Stage &stage) { stage.giveUp(RecipeId::BrokenLeakedWatch); });
        row("a persistent node", u"persistent-node"_s,
            [](Stage &stage) { stage.join(RecipeId::BrokenPersistentNode).acquireNow(); });
        row("a forgotten release", u"forgotten-release"_s, [](Stage &stage) {
            Player &a = stage.join(RecipeId::BrokenForgottenRelease);
            a.acquireNow();
            a.session.lose(fake::Loss::Request, u"delete"_s);
            a.releaseNow();
        });
        row("a self-watch", u"wait-cycle"_s, [](Stage &stage) {
            Player &a = stage.join(RecipeId::BrokenSelfWatch);
            a.session.lose(fake::Loss::Reply, u"create"_s, 2);
            a.session.lose(fake::Loss::Reply, u"create"_s, 1);
            stage.ensemble.make(stage.lockPath);
            a.acquireNow();
            QCOMPARE(a.client.state(), LockState::Fetching);
        });
        row("a mutual wait", u"wait-cycle"_s, [](Stage &stage) {
            Player &holder = stage.join(RecipeId::BrokenMutualWait);
            Player &reader = stage.join(RecipeId::BrokenMutualWait, Mode::Shared);
            Player &writer = stage.join(RecipeId::BrokenMutualWait);
            for (Player *player : {&holder, &reader, &writer})
                player->acquireNow();
            holder.releaseNow();
        });
    }
    void whatIsBrokenIsCaught()
    {
        QFETCH(Play, play);
        QFETCH(QString, rule);
        Stage stage;
        play(stage);
        QCOMPARE(stage.found(), QStringList{rule});
    }
};

} // namespace lockscope::tst_checkedruns

LOCKSCOPE_TEST(lockscope::tst_checkedruns::TestCheckedRuns)
#include "tst_checkedruns.moc"
