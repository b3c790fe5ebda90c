// SPDX-License-Identifier: Apache-2.0
// The figures of one release, counted on the recipes themselves.
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/labbench.h"

namespace lockscope::tst_releasecost {

using namespace lockscope::lab;
using locks::Dialect;
using locks::RecipeId;
using locks::ReleaseCost;

namespace {

/// Holders first: as many as the lock lets in.
class Queue
{
public:
    Queue(RecipeId recipe, Dialect dialect, int waiters)
    {
        const locks::Options options = locks::recipeInfo(recipe).options;
        const int leases = recipe == RecipeId::Semaphore ? 4 : 1;
        const bool readersWait = recipe == RecipeId::ReadWrite || recipe == RecipeId::ReadWriteCurator;
        const int secondWriter = recipe == RecipeId::ReadWriteCurator ? 1 : 0;
        for (int i = 0; i < leases + waiters; ++i) {
            SpawnRequest request = Bench::request(1);
            request.recipe = recipe;
            request.dialect = dialect;
            request.leases = leases;
            request.writers = !options.writers || !readersWait || i <= secondWriter ? 1 : 0;
            if (options.paths)
                request.paths = {u"/locks/a"_s, u"/locks/b"_s};
            ids += m_bench.spawn(request);
        }
    }

    ReleaseCost releaseOne()
    {
        const auto before = counted();
        m_bench.command({ids.first()}, ClientCommand::Release);
        const auto after = counted();
        return {after.events - before.events, after.requests - before.requests};
    }

    QList<ClientId> ids;

private:
    ReleaseCost counted() const
    {
        return {static_cast<qint64>(m_bench.log.all<journal::ClientWatchFired>().size()),
                static_cast<qint64>(m_bench.log.all<journal::ClientRequest>().size())};
    }

    Bench m_bench;
};

} // namespace

class TestReleaseCost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsWhatTheRecipesThemselvesCost_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            for (const Dialect dialect : info.dialects) {
                if (info.isSound())
                    QTest::addRow("%s, %s", qPrintable(info.name), qPrintable(locks::dialectName(dialect)))
                        << info.id << dialect;
            }
        }
    }
    void itIsWhatTheRecipesThemselvesCost()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (const int waiters : {0, 1, 2, 7}) {
            Queue queue(recipe, dialect, waiters);
            const ReleaseCost counted = queue.releaseOne();
            const ReleaseCost said = locks::releaseCost(recipe, waiters);
            QCOMPARE(counted.events, said.events);
            // kazoo's makes its lease only when there is room; Curator's has made it before.
            const bool leaseIsMadeNow = recipe == RecipeId::Semaphore && dialect == Dialect::Kazoo && waiters == 1;
            QCOMPARE(counted.requests, said.requests + (leaseIsMadeNow ? 1 : 0));
        }
    }

    void whatIsBrokenCostsWhatItIsMadeFrom()
    {
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            QVERIFY(locks::recipeInfo(info.soundForm).isSound());
            QCOMPARE(info.soundForm == info.id, info.isSound());
            QCOMPARE(locks::releaseCost(info.id, 9), locks::releaseCost(info.soundForm, 9));
        }
    }

    void theVariantsStandFromTheDearestToTheCheapest()
    {
        qint64 before = std::numeric_limits<qint64>::max();
        for (const locks::CostVariant &variant : locks::costVariants()) {
            const qint64 now = locks::releaseCost(variant.recipe, 50).requests;
            QVERIFY2(now <= before, qPrintable(variant.label.english()));
            before = now;
        }
    }
};

} // namespace lockscope::tst_releasecost

LOCKSCOPE_TEST(lockscope::tst_releasecost::TestReleaseCost)
#include "tst_releasecost.moc"
