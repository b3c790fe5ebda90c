// SPDX-License-Identifier: Apache-2.0
// A comparison beside what is open: it has servers and a journal of its own, on the same thread.
#include "core/locks/recipecatalog.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

namespace lockscope::tst_enginecompare {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestEngineCompare : public QObject
{
    Q_OBJECT

    QTemporaryDir m_recordings;

    compare::ComparisonSpec ofSqlite() const
    {
        compare::ComparisonSpec spec{{locks::Backend::Sqlite}, {1, 2}, 1, 1, m_recordings.path()};
        return spec;
    }

    /// Begins one; \a found is what it comes to, as it goes on.
    QFuture<Result<compare::Comparison>> measured(EngineFixture &engine, compare::Comparison *found) const
    {
        QObject::connect(engine.operator->(), &Engine::comparisonMeasured, engine.operator->(),
                         [found](const compare::Comparison &now) { *found = now; });
        return engine->compareLocks(ofSqlite());
    }

private Q_SLOTS:
    void whatIsOpenIsLeftAlone()
    {
        EngineFixture engine;
        const auto opened = await(engine->openBackend({locks::Backend::Sqlite}));
        QVERIFY(opened);
        lab::SpawnRequest request;
        request.recipe = locks::RecipeId::SqlRow;
        request.dialect = locks::recipeInfo(request.recipe).dialects.first();
        request.lock = u"/mine"_s;
        const auto mine = await(engine->spawn(request));
        QVERIFY(mine);
        AWAIT_COMPARE(engine.state(mine->first()), locks::LockState::Retained);
        const qsizetype before = engine.events().size();

        compare::Comparison found;
        const auto running = measured(engine, &found);
        AWAIT_VERIFY(found.partsDone > 1);
        QVERIFY2(compare::notMeasured(found).isEmpty(), qPrintable(compare::notMeasured(found).english()));
        QCOMPARE(engine.events().size(), before); // nothing of it is in this journal
        QCOMPARE(engine.state(mine->first()), locks::LockState::Retained);
    }

    void oneAtATimeAndACancelledOneIsWaitedFor()
    {
        EngineFixture engine;
        const auto first = engine->compareLocks(ofSqlite());
        const auto refused = await(engine->compareLocks(ofSqlite()));
        QVERIFY(!refused && refused.error().sentence().english().contains(u"Another comparison"_s));
        engine->cancelComparison();
        compare::Comparison found;
        const auto next = measured(engine, &found);
        const auto cancelled = await(first);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        AWAIT_VERIFY(found.partsDone > 0);
        QVERIFY(!next.isFinished());
    }

    /// Asked by the answer that shows that its servers are there.
    void oneIsCancelledWhileItsServerStarts()
    {
        EngineFixture engine;
        compare::ComparisonSpec spec = ofSqlite();
        spec.backends = {locks::Backend::ZooKeeper};
        const auto running = engine->compareLocks(spec);
        engine->cancelComparison();
        QCOMPARE(await(running).error().code, ErrorCode::Cancelled);
    }

    void itEndsWithTheEngine()
    {
        EngineFixture engine;
        compare::Comparison found;
        const auto running = measured(engine, &found);
        AWAIT_VERIFY(found.parts > 0);
        engine.destroy();
        QVERIFY(running.isCanceled());
    }

    void anEnsembleThatIsOnlyObservedIsLeftAlone()
    {
        EngineFixture engine;
        compare::ComparisonSpec spec = ofSqlite();
        spec.backends = {locks::Backend::ZooKeeper};
        spec.ensemble = ConnectSpec{u"127.0.0.1:1"_s};
        spec.ensemble->observeOnly = true;
        QCOMPARE(await(engine->compareLocks(spec)).error().code, ErrorCode::ObserveOnly);
        spec.ensemble->observeOnly = false;
        spec.ensemble->production = true;
        QCOMPARE(await(engine->compareLocks(spec)).error().code, ErrorCode::InvalidInput);
    }
};

} // namespace lockscope::tst_enginecompare

LOCKSCOPE_TEST(lockscope::tst_enginecompare::TestEngineCompare)
#include "tst_enginecompare.moc"
