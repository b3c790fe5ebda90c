// SPDX-License-Identifier: Apache-2.0
#include "tests/support/livetest.h"
#include "tests/support/releasetrouble.h"

#include <functional>

namespace lockscope::tst_releasetrouble {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// Whatever comes in between, a release hits the node that was looked at or none, says which, and is written down.
/// In full, 10,000: lockscope-bench release-trouble.
class ReleaseTroubleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (SandboxForTest *sandbox : {&m_one, &m_three})
            QVERIFY2(sandbox->start(), sandbox->why());
    }

    void againstReplacedNodesAndLocks()
    {
        race(m_one, Trouble::None, 300, [](const TroubledReleases &seen) {
            return seen.deleted > 30 && seen.refused > 30 && seen.replaced > 60 && seen.locksRemade > 20;
        });
    }

    void withPermissionThatComesAndGoes()
    {
        race(m_one, Trouble::Permission, 300, [](const TroubledReleases &seen) {
            return seen.deleted > 20 && seen.refusals.value(u"no-auth"_s) > 30 && seen.troubled > 100;
        });
    }

    void withConnectionsThatAreLost()
    {
        race(m_one, Trouble::Connection, 300, [](const TroubledReleases &seen) {
            return seen.deleted > 20 && seen.unknown > 20 && seen.carriedOut > 5 && seen.carriedOut < seen.unknown;
        });
    }

    void withTheLeaderKilledInTheMiddle()
    {
        race(m_three, Trouble::Leader, 72,
             [](const TroubledReleases &seen) { return seen.kills > 0 && seen.unknown > 0; });
    }

private:
    static servers::SandboxSpec ofThree()
    {
        servers::SandboxSpec spec;
        spec.servers = 3;
        return spec;
    }
    /// Races of \a releases each until \a enough of every outcome came about: how often trouble strikes in the middle
    /// is the machine's to say. A race that has seen nothing wrong, but too little, is no proof.
    void race(SandboxForTest &sandbox, Trouble trouble, int releases,
              const std::function<bool(const TroubledReleases &)> &enough)
    {
        constexpr int mostRaces = 8;
        TroubledReleases seen;
        for (int races = 0; races < mostRaces && !enough(seen); ++races) {
            const auto race = releaseInTrouble(sandbox.sandbox(), trouble, releases, 4'711 + races);
            const QString why =
                race ? QString()
                     : u"%1 %2: %3"_s.arg(race.error().operation, race.error().path, race.error().sentence().english());
            QVERIFY2(race, qPrintable(why));
            seen += *race;
            const QStringList bad = race->wrongDeletions + race->falseClaims + race->unexplained + race->unaudited;
            QVERIFY2(bad.isEmpty(), qPrintable(bad.join(u'\n')));
            QCOMPARE(race->releases(), releases);
            if (trouble == Trouble::None || trouble == Trouble::Permission)
                QCOMPARE(race->unknown, 0);
        }
        const QString counts = u"%1 deleted, %2 refused, %3 unknown (%4 carried out), %5 replaced, %6 locks remade, "
                               "%7 in trouble, %8 kills"_s.arg(seen.deleted)
                                   .arg(seen.refused)
                                   .arg(seen.unknown)
                                   .arg(seen.carriedOut)
                                   .arg(seen.replaced)
                                   .arg(seen.locksRemade)
                                   .arg(seen.troubled)
                                   .arg(seen.kills);
        QVERIFY2(enough(seen), qPrintable(counts));
    }

    SandboxForTest m_one;
    SandboxForTest m_three{ofThree()};
};

} // namespace lockscope::tst_releasetrouble

LOCKSCOPE_TEST(lockscope::tst_releasetrouble::ReleaseTroubleTest)
#include "tst_releasetrouble.moc"
