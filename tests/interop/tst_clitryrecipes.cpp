// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/livetest.h"
#include "tests/support/provocation.h"

namespace lockscope::tst_clitryrecipes {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::RecipeInfo;

/// Our recipes as other people's programs, through the door of `lockscope-cli try`: what is broken on purpose is found,
/// and what it was made from holds in the same.
class CliTryRecipesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_session = connectTo(m_sandbox.connectString());
        QVERIFY(m_session);
    }

    void whatIsBrokenIsFound_data()
    {
        QTest::addColumn<locks::RecipeId>("recipe");
        int broken = 0;
        for (const RecipeInfo &info : locks::recipeCatalog()) {
            if (!info.isSound() && testprogram::isPlayed(broken++))
                QTest::newRow(qPrintable(info.name)) << info.id;
        }
    }

    void whatIsBrokenIsFound()
    {
        QFETCH(locks::RecipeId, recipe);
        const RecipeInfo &broken = locks::recipeInfo(recipe);
        constexpr int mostTrials = 5; // a race comes up in one of them, or is not there
        CliResult result;
        for (int seed = 1; seed <= mostTrials && result.code != 1; ++seed)
            result = tried(broken, broken, seed);
        const QJsonObject report = result.object();
        QVERIFY2(result.code == 1, (result.out + result.err).constData());
        const bool isNamed = !report[u"first_wrong"].isNull() || report[u"ended"].toString() == "stalled"_L1;
        QVERIFY2(isNamed, result.out.constData());
    }

    void whatItWasMadeFromHolds_data() { whatIsBrokenIsFound_data(); }

    void whatItWasMadeFromHolds()
    {
        QFETCH(locks::RecipeId, recipe);
        const RecipeInfo &broken = locks::recipeInfo(recipe);
        const CliResult result = tried(locks::recipeInfo(broken.soundForm), broken);
        QVERIFY2(result.code == 0, (result.out + result.err).constData());
    }

private:
    /// A recipe in what provokes \a broken.
    CliResult tried(const RecipeInfo &recipe, const RecipeInfo &broken, int seed = 1)
    {
        const QString lock = u"/lock-%1"_s.arg(++m_locks);
        const Provocation made = provocation(broken, 0, lock);
        if (made.makesStrayChild) {
            makeNode(*m_session, lock);
            makeNode(*m_session, lock + u"/stray"_s);
        }
        const int rounds = broken.id == locks::RecipeId::BrokenSilentLoss ? 2 : made.request.rounds;
        QStringList arguments =
            u"try --json --stall 5s --connect %1 --lock %2 --recipe %3 --leases %4 --clients %5 "
            "--rounds %6 --seed %7"_s.arg(m_sandbox.connectString(), lock, locks::recipeName(broken.soundForm))
                .arg(made.request.leases)
                .arg(made.request.count)
                .arg(rounds)
                .arg(seed)
                .split(u' ');
        if (broken.id == locks::RecipeId::BrokenLostWakeup)
            arguments << u"--fault"_s << u"hold@0.2"_s;
        if (broken.id == locks::RecipeId::BrokenSilentLoss) // while it holds it asks for nothing
            arguments << u"--fault"_s << u"expire@get_children-reply"_s;
        for (const lab::RandomFault &fault : made.request.faults)
            arguments << u"--fault"_s << u"%1@%2"_s.arg(journal::faultName(fault.fault)).arg(fault.rate);
        arguments << u"--exec"_s << QStringLiteral(LOCKSCOPE_RECIPE_CLIENT) << locks::recipeName(recipe.id);
        return CliProgram().run(arguments);
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_session;
    int m_locks = 0;
};

} // namespace lockscope::tst_clitryrecipes

LOCKSCOPE_TEST(lockscope::tst_clitryrecipes::CliTryRecipesTest)
#include "tst_clitryrecipes.moc"
