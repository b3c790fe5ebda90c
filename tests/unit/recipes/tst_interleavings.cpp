// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_interleavings {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::Mode;

namespace {

/// Several contenders for several rounds, what happens next drawn from a seed; judges every grant as it is given.
class Contest
{
public:
    struct Rules
    {
        locks::RecipeId recipe = locks::RecipeId::Mutex;
        Dialect dialect = Dialect::Docs;
        int actors = 5;
        int rounds = 3;
        double lossRate = 0;
        double stopRate = 0;
    };

    Contest(unsigned seed, Rules rules)
        : m_rules(rules)
        , m_random(seed)
    {
        m_ensemble.shuffle(seed);
        const bool hasReaders = locks::recipeInfo(rules.recipe).options.writers;
        for (int i = 0; i < rules.actors; ++i) {
            const Mode mode = i % 2 == 1 && hasReaders ? Mode::Shared : Mode::Exclusive;
            const auto made = specOf(rules.recipe, rules.dialect, mode);
            m_leases = made.leases;
            m_actors.push_back({std::make_unique<Actor>(m_ensemble, made, rules.recipe), mode, 0});
            m_actors.back().actor->onGranted = [this, i] { granted(i); };
        }
    }

    /// What went wrong; empty if nothing.
    QString play()
    {
        for (auto &player : m_actors)
            player.actor->acquire();
        bool moved = true;
        while (moved && m_fault.isEmpty()) {
            moved = m_ensemble.step();
            disturb();
            moved = act() || moved;
        }
        if (m_fault.isEmpty() && !m_ensemble.ephemerals().isEmpty())
            m_fault = u"left behind: "_s + m_ensemble.ephemerals().join(u", "_s);
        if (m_fault.isEmpty() && m_ensemble.watchCount() > 0)
            m_fault = u"watches left behind: "_s + m_ensemble.watchedPaths().join(u", "_s);
        for (const auto &player : m_actors) {
            if (m_fault.isEmpty() && player.actor->busy)
                m_fault = u"one waits for ever"_s;
        }
        return m_fault;
    }

    int grants() const { return m_grants; }

private:
    struct Player
    {
        std::unique_ptr<Actor> actor;
        Mode mode;
        int rounds;
    };

    bool chance(double rate) { return std::uniform_real_distribution<>(0, 1)(m_random) < rate; }

    void granted(int index)
    {
        ++m_grants;
        const Player &player = m_actors[static_cast<size_t>(index)];
        const auto token = player.actor->granted->value().token;
        int others = 0;
        for (size_t other = 0; other < m_actors.size(); ++other) {
            const bool bothRead = player.mode == Mode::Shared && m_actors[other].mode == Mode::Shared;
            if (other != static_cast<size_t>(index) && m_actors[other].actor->holds() && !bothRead)
                ++others;
        }
        if (others >= m_leases)
            m_fault = u"%1 and %2 others hold at once"_s.arg(index).arg(others);
        // With several leases a grant may be told later than the next one.
        if (m_leases == 1 && player.mode == Mode::Exclusive && token < m_newestToken)
            m_fault = u"%1 was overtaken"_s.arg(index);
        m_newestToken = std::max(m_newestToken, token);
    }

    void disturb()
    {
        for (Player &player : m_actors) {
            if (m_rules.lossRate > 0 && chance(m_rules.lossRate)) {
                static const std::array operations{u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s, u"get"_s};
                player.actor->session.lose(chance(0.5) ? Loss::Reply : Loss::Request,
                                           operations[m_random() % operations.size()]);
            }
            if (m_rules.stopRate > 0 && player.actor->waits() && chance(m_rules.stopRate))
                player.actor->giveUp();
        }
    }

    /// Holders release at some moment, those who are done begin again. True if somebody did something.
    bool act()
    {
        bool acted = false;
        for (Player &player : m_actors) {
            Actor &actor = *player.actor;
            if (actor.busy || !(actor.granted || actor.released))
                continue;
            acted = true;
            if (!chance(0.3))
                continue;
            if (actor.holds())
                actor.release();
            else if (++player.rounds < m_rules.rounds)
                actor.acquire();
            else {
                actor.granted.reset();
                actor.released.reset();
            }
        }
        return acted;
    }

    Rules m_rules;
    std::mt19937 m_random;
    fake::FakeEnsemble m_ensemble;
    std::vector<Player> m_actors;
    Zxid m_newestToken;
    int m_grants = 0;
    int m_leases = 1;
    QString m_fault;
};

} // namespace

class TestInterleavings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noOrderOfEventsBreaksTheRules_data()
    {
        QTest::addColumn<locks::RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<double>("lossRate");
        QTest::addColumn<double>("stopRate");
        eachRecipe(soundRecipes, [](const char *name, locks::RecipeId recipe, Dialect dialect) {
            QTest::addRow("%s", name) << recipe << dialect << 0. << 0.;
            QTest::addRow("%s, losses", name) << recipe << dialect << 0.02 << 0.;
            QTest::addRow("%s, losses and stops", name) << recipe << dialect << 0.02 << 0.01;
        });
    }

    void noOrderOfEventsBreaksTheRules()
    {
        QFETCH(locks::RecipeId, recipe);
        QFETCH(Dialect, dialect);
        QFETCH(double, lossRate);
        QFETCH(double, stopRate);
        for (unsigned seed = 1; seed <= 25; ++seed) {
            Contest contest(seed, {.recipe = recipe, .dialect = dialect, .lossRate = lossRate, .stopRate = stopRate});
            const QString fault = contest.play();
            QVERIFY2(fault.isEmpty(), qPrintable(u"seed %1: %2"_s.arg(seed).arg(fault)));
            if (stopRate == 0)
                QCOMPARE(contest.grants(), 5 * 3);
        }
    }
};

} // namespace lockscope::tst_interleavings

LOCKSCOPE_TEST(lockscope::tst_interleavings::TestInterleavings)
#include "tst_interleavings.moc"
