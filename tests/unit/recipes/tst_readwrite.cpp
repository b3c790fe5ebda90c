// SPDX-License-Identifier: Apache-2.0
// Readers and writers: who enters with whom, and who watches whom.
#include "core/base/path.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_readwrite {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::Mode;
using locks::RecipeId;

namespace {

/// "RRW": contenders that arrived in this order, on one lock.
class Line
{
public:
    explicit Line(const char *modes)
    {
        for (const char *letter = modes; *letter; ++letter) {
            const Mode mode = *letter == 'R' ? Mode::Shared : Mode::Exclusive;
            actors.push_back(std::make_unique<Actor>(ensemble, spec(Dialect::Docs, mode), RecipeId::ReadWrite));
            actors.back()->acquireNow();
        }
    }

    void release(int index) { actors[static_cast<size_t>(index)]->releaseNow(); }

    /// "HHw": who holds, who waits, who is done.
    QString states() const
    {
        QString text;
        for (const auto &actor : actors)
            text += actor->holds() ? u'H' : actor->waits() ? u'w' : u'-';
        return text;
    }

    fake::FakeEnsemble ensemble;
    std::vector<std::unique_ptr<Actor>> actors;
};

class CuratorsClient : public Actor
{
public:
    explicit CuratorsClient(fake::FakeEnsemble &fake, Mode mode = Mode::Exclusive)
        : Actor(fake, spec(Dialect::Curator, mode), RecipeId::ReadWriteCurator)
    {
    }
};

} // namespace

class TestReadWrite : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoEntersWithWhom_data()
    {
        QTest::addColumn<QString>("arrived");
        QTest::addColumn<QString>("states"); // and after each release
        QTest::newRow("readers enter together") << u"RRR"_s << u"HHH"_s;
        QTest::newRow("a writer waits for all readers before it") << u"RRW"_s << u"HHw 1:H-w 0:--H"_s;
        QTest::newRow("readers behind a writer enter together after it") << u"WRRR"_s << u"Hwww 0:-HHH"_s;
        QTest::newRow("a reader does not overtake a waiting writer") << u"RWR"_s << u"Hww 0:-Hw 1:--H"_s;
    }
    void whoEntersWithWhom()
    {
        QFETCH(QString, arrived);
        QFETCH(QString, states);
        Line line(qPrintable(arrived));
        if (!arrived.contains(u'W'))
            QCOMPARE(line.ensemble.watchCount(), 0);
        QStringList releases = states.split(u' ');
        QCOMPARE(line.states(), releases.takeFirst());
        for (const QString &release : std::as_const(releases)) {
            line.release(release.section(u':', 0, 0).toInt());
            QCOMPARE(line.states(), release.section(u':', 1));
        }
    }

    void aWriterIsNotWokenByAReaderThatItDoesNotWatch()
    {
        Line line("RRW");
        const int lists = line.actors[2]->session.requests(u"get_children"_s);
        line.release(0);
        QCOMPARE(line.actors[2]->session.requests(u"get_children"_s), lists);
        line.release(1);
        QCOMPARE(line.states(), u"--H"_s);
    }

    void aReaderWaitsForTheNearestEarlierWriter()
    {
        Line line("WWRR");
        QStringList watched = line.ensemble.watchedPaths();
        QCOMPARE(watched.size(), 3);
        QCOMPARE(watched.removeAll(line.actors[0]->node()), 1); // the second writer's watch only
        QCOMPARE(watched[0], watched[1]);                       // both readers on the second writer
        line.release(0);
        QCOMPARE(line.states(), u"-Hww"_s);
        line.release(1);
        QCOMPARE(line.states(), u"--HH"_s);
    }

    void aLaterWriterDoesNotHinderAReader()
    {
        Line line("RRWR");
        line.actors[2]->giveUpNow();
        QCOMPARE(line.states(), u"HH-H"_s);
    }

    // The naive one: its readers stand in line.

    void naiveReadersEnterOneAfterAnother()
    {
        for (const RecipeId recipe : {RecipeId::ReadWriteNaive, RecipeId::ReadWrite}) {
            const auto mode = [](Mode wanted) { return spec(Dialect::Plain, wanted); };
            fake::FakeEnsemble ensemble;
            Actor writer(ensemble, mode(Mode::Exclusive), recipe), first(ensemble, mode(Mode::Shared), recipe),
                second(ensemble, mode(Mode::Shared), recipe);
            acquireInTurn({&writer, &first, &second});
            writer.releaseNow();
            QVERIFY(first.holds());
            QCOMPARE(second.holds(), recipe == RecipeId::ReadWrite);
            first.releaseNow();
            QVERIFY(second.holds());
        }
    }

    void naiveReadersWithoutAWriterBeforeThemEnterTogether()
    {
        fake::FakeEnsemble ensemble;
        Actor first(ensemble, spec(Dialect::Plain, Mode::Shared), RecipeId::ReadWriteNaive),
            second(ensemble, spec(Dialect::Plain, Mode::Shared), RecipeId::ReadWriteNaive);
        acquireInTurn({&first, &second});
        QVERIFY(first.holds() && second.holds());
    }

    // Curator's: a writer goes on as a reader.

    void readersWatchTheOldestWriter()
    {
        fake::FakeEnsemble ensemble;
        CuratorsClient first(ensemble), second(ensemble);
        CuratorsClient reader(ensemble, Mode::Shared), other(ensemble, Mode::Shared);
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
        CuratorsClient before(ensemble), a(ensemble);
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
        QVERIFY(a.releaseNow());
        QVERIFY(ensemble.ephemerals().isEmpty());
    }

    void readersEnterBesideADowngradedWriterAndWritersWait()
    {
        fake::FakeEnsemble ensemble;
        CuratorsClient a(ensemble), reader(ensemble, Mode::Shared);
        CuratorsClient writer(ensemble), late(ensemble, Mode::Shared);
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
        CuratorsClient a(ensemble, Mode::Shared);
        a.acquireNow();
        a.upgrade();
        QVERIFY(a.downgraded && !*a.downgraded);
        QCOMPARE(a.downgraded->error().code, ErrorCode::Unsupported);
        const QString sentence = a.downgraded->error().sentence().english();
        QVERIFY2(sentence.contains(u"release first, then acquire as a writer"_s), qPrintable(sentence));
        QVERIFY(a.holds());
        QVERIFY(a.releaseNow());
    }

    void whatIsNotHeldOrHeldOtherwiseIsNotDowngraded()
    {
        fake::FakeEnsemble ensemble;
        CuratorsClient a(ensemble, Mode::Shared);
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
        CuratorsClient a(ensemble);
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
        CuratorsClient a(ensemble);
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
                CuratorsClient a(ensemble), writer(ensemble);
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
            CuratorsClient a(ensemble), writer(ensemble);
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
            QVERIFY(a.releaseNow());
            QVERIFY(writer.holds());
            if (!more)
                break;
        }
    }

    void aWriterWhoseNodeWasDeletedDoesNotReadOn()
    {
        fake::FakeEnsemble ensemble;
        CuratorsClient a(ensemble), writer(ensemble);
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

} // namespace lockscope::tst_readwrite

LOCKSCOPE_TEST(lockscope::tst_readwrite::TestReadWrite)
#include "tst_readwrite.moc"
