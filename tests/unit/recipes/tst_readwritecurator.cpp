// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_readwritecurator {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::Mode;
using locks::RecipeId;

namespace {

recipes::RecipeSpec curator(Mode mode)
{
    return spec(Dialect::Curator, mode);
}

constexpr auto id = RecipeId::ReadWriteCurator;

} // namespace

class TestReadWriteCurator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readersWatchTheOldestWriter()
    {
        fake::FakeEnsemble ensemble;
        Actor first(ensemble, curator(Mode::Exclusive), id), second(ensemble, curator(Mode::Exclusive), id);
        Actor reader(ensemble, curator(Mode::Shared), id), other(ensemble, curator(Mode::Shared), id);
        acquireInTurn({&first, &second, &reader, &other});
        QCOMPARE(ensemble.watchedPaths().count(first.node()), 3); // the second writer's, and both readers'
        first.releaseNow();
        QVERIFY(second.holds() && reader.waits() && other.waits());
        QCOMPARE(ensemble.watchedPaths().count(second.node()), 2);
        second.releaseNow();
        QVERIFY(reader.holds() && other.holds());
    }

    void aWriterGoesOnAsAReaderByItsOwnNumber()
    {
        fake::FakeEnsemble ensemble;
        Actor before(ensemble, curator(Mode::Exclusive), id), a(ensemble, curator(Mode::Exclusive), id);
        before.acquireNow();
        before.release();
        a.acquireNow();
        const auto writer = a.granted->value();
        QVERIFY(writer.node.endsWith(u"-__WRIT__0000000001"_s));
        a.downgradeNow();
        QVERIFY(a.downgraded && *a.downgraded);
        const auto reader = a.downgraded->value();
        QVERIFY(reader.node.endsWith(u"-__READ__0000000001"_s));
        QVERIFY(baseName(reader.node).startsWith(u"_c_"_s));
        QCOMPARE(reader.token, writer.token); // those who wait have older nodes than the reader's
        QCOMPARE(ensemble.ephemerals(), QStringList{reader.node});
        QCOMPARE(ensemble.data(reader.node), "who");
        a.releaseNow();
        QVERIFY(a.released->has_value());
        QVERIFY(ensemble.ephemerals().isEmpty());
    }

    void readersEnterBesideADowngradedWriterAndWritersWait()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, curator(Mode::Exclusive), id), reader(ensemble, curator(Mode::Shared), id);
        Actor writer(ensemble, curator(Mode::Exclusive), id), late(ensemble, curator(Mode::Shared), id);
        acquireInTurn({&a, &reader, &writer, &late});
        a.downgradeNow();
        QVERIFY(reader.holds());
        QVERIFY(writer.waits() && late.waits());
        reader.releaseNow();
        QVERIFY(writer.waits());
        a.releaseNow();
        QVERIFY(writer.holds() && late.waits());
    }

    void aReaderCannotBecomeAWriter()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, curator(Mode::Shared), id);
        a.acquireNow();
        a.upgrade();
        QVERIFY(a.downgraded && !*a.downgraded);
        QCOMPARE(a.downgraded->error().code, ErrorCode::Unsupported);
        const QString sentence = a.downgraded->error().sentence().english();
        QVERIFY2(sentence.contains(u"release first, then acquire as a writer"_s), qPrintable(sentence));
        QVERIFY(a.holds());
        a.releaseNow();
        QVERIFY(a.released->has_value());
    }

    void whatIsNotHeldOrHeldOtherwiseIsNotDowngraded()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, curator(Mode::Shared), id);
        a.downgrade();
        QCOMPARE(a.downgraded->error().code, ErrorCode::NotHeld);
        a.upgrade();
        QCOMPARE(a.downgraded->error().code, ErrorCode::NotHeld);
        a.acquireNow();
        a.downgrade();
        QCOMPARE(a.downgraded->error().code, ErrorCode::InvalidInput);
        Actor mutex(ensemble, spec(), RecipeId::Mutex);
        mutex.downgrade();
        QCOMPARE(mutex.downgraded->error().code, ErrorCode::Unsupported);
    }

    void entriesSurviveTheDowngrade()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, curator(Mode::Exclusive), id);
        a.acquireNow();
        a.acquire();
        a.downgradeNow();
        QCOMPARE(a.recipe->entries(), 2);
        a.release();
        QVERIFY(!ensemble.ephemerals().isEmpty());
        a.releaseNow();
        QVERIFY(ensemble.ephemerals().isEmpty());
    }

    void afterADowngradeItWritesAgainNextTime()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, curator(Mode::Exclusive), id);
        for (int round = 0; round < 2; ++round) {
            a.acquireNow();
            QVERIFY(a.node().contains(u"__WRIT__"_s));
            a.downgradeNow();
            QVERIFY(*a.downgraded);
            a.releaseNow();
        }
    }

    void lossesAtAnyMomentOfADowngradeAreSurvived()
    {
        for (const Loss loss : {Loss::Reply, Loss::Request}) {
            for (const QString &operation : {u"create"_s, u"exists"_s, u"delete"_s}) {
                fake::FakeEnsemble ensemble;
                Actor a(ensemble, curator(Mode::Exclusive), id), writer(ensemble, curator(Mode::Exclusive), id);
                acquireInTurn({&a, &writer});
                a.session.lose(loss, operation);
                a.downgradeNow();
                QVERIFY(a.downgraded && *a.downgraded);
                QVERIFY(writer.waits());
                QCOMPARE(ensemble.ephemerals(&a.session), QStringList{a.downgraded->value().node});
                a.releaseNow();
                QVERIFY(writer.holds());
            }
        }
    }

    void aStopDuringTheDowngradeLeavesTheWriterOrTheReader()
    {
        for (int stopAfter = 0;; ++stopAfter) {
            fake::FakeEnsemble ensemble;
            Actor a(ensemble, curator(Mode::Exclusive), id), writer(ensemble, curator(Mode::Exclusive), id);
            acquireInTurn({&a, &writer});
            a.downgrade();
            const bool more = ensemble.steps(stopAfter);
            a.giveUpNow();
            QVERIFY(a.downgraded);
            if (!*a.downgraded)
                QCOMPARE(a.downgraded->error().code, ErrorCode::Cancelled);
            QCOMPARE(a.recipe->entries(), 1);
            QCOMPARE(a.nodesIn(lockPath), 1);
            QVERIFY(writer.waits());
            a.releaseNow();
            QVERIFY(a.released->has_value());
            QVERIFY(writer.holds());
            if (!more)
                break;
        }
    }

    void aWriterWhoseNodeWasDeletedDoesNotReadOn()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, curator(Mode::Exclusive), id), writer(ensemble, curator(Mode::Exclusive), id);
        acquireInTurn({&a, &writer});
        ensemble.erase(a.node());
        ensemble.run();
        QVERIFY(writer.holds());
        a.downgradeNow();
        QCOMPARE(a.downgraded->error().code, ErrorCode::NotHeld);
        QCOMPARE(a.recipe->entries(), 0);
        QCOMPARE(a.nodesIn(lockPath), 0);
    }
};

} // namespace lockscope::tst_readwritecurator

LOCKSCOPE_TEST(lockscope::tst_readwritecurator::TestReadWriteCurator)
#include "tst_readwritecurator.moc"
