// SPDX-License-Identifier: Apache-2.0
#include "core/lab/simclient.h"
#include "tests/support/fake/fakeensemble.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/eventlog.h"

#include <QTest>

namespace lockscope::tst_simclientasks {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using locks::LockState;
using locks::RecipeId;

namespace {

const QString lockPath = u"/locks/orders"_s;
constexpr ClientId one{1};

/// A client on its session; both end with it.
struct Player
{
    Player(fake::FakeEnsemble &fake, EventLog &log, quint32 id, RecipeId recipe, int rounds = 1, int entries = 1)
        : ensemble(fake)
        , session(&fake.newSession())
        , client(specOf(id, recipe, rounds, entries), *session, log, random)
    {
    }
    ~Player()
    {
        client.sessionCloses();
        session->cut(true);
        ensemble.run();
        client.sessionLost({ErrorCode::Closed, {}, {}, {}});
        ensemble.run();
    }

    static SimClientSpec specOf(quint32 id, RecipeId recipe, int rounds, int entries)
    {
        SimClientSpec spec;
        spec.id = ClientId{id};
        spec.name = u"client-%1"_s.arg(id);
        spec.lock = lockPath;
        spec.recipe = recipe;
        spec.rounds = rounds;
        spec.entries = entries;
        return spec;
    }

    void acquire()
    {
        client.acquire();
        ensemble.run();
    }
    void release()
    {
        client.release();
        ensemble.run();
    }

    fake::FakeEnsemble &ensemble;
    fake::FakeSession *session;
    lab::ClientRandom random{1, 0, 0};
    SimClient client;
};

} // namespace

/// What can be asked of a simulated client beyond acquire and release.
class TestSimClientAsks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReentrantHolderEntersAgainWithoutARequest()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Reentrant);
        a.acquire();
        const auto requests = a.session->requests();
        a.acquire();
        QCOMPARE(a.session->requests(), requests);
        QCOMPARE(log.all<journal::ClientLockState>().back()->entries, 2);
        a.release();
        QCOMPARE(a.client.state(), LockState::Retained);
        QCOMPARE(log.all<journal::ClientLockState>().back()->entries, 1);
        QCOMPARE(a.session->requests(), requests);
        a.release();
        QCOMPARE(a.client.state(), LockState::Released);
        QVERIFY(ensemble.children(lockPath).isEmpty());
    }

    void nestedEntriesAreTakenInEachRoundAndAllLeft()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Reentrant, 1, 3);
        a.acquire();
        QCOMPARE(log.all<journal::ClientLockState>().back()->entries, 3);
        for (int entry = 0; entry < 3; ++entry) {
            QCOMPARE(a.client.state(), LockState::Retained);
            a.release();
        }
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void whatARecipeRefusesIsSaidAndTheHoldGoesOn()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Mutex);
        a.acquire();
        a.acquire();
        a.client.downgrade();
        a.client.upgrade();
        ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
        const auto notices = log.all<journal::Notice>();
        QCOMPARE(notices.size(), 3u);
        for (const auto *notice : notices)
            QVERIFY2(notice->text.english().startsWith(u"client-1: "_s), qPrintable(notice->text.english()));
        a.release();
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void aHolderThatIsAskedGivesTheLockBack()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Revocable);
        Player b(ensemble, log, 2, RecipeId::Revocable);
        a.acquire();
        b.acquire();
        QCOMPARE(b.client.state(), LockState::Fetching);
        b.client.askForRevocation();
        ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
        QCOMPARE(b.client.state(), LockState::Retained);
        QCOMPARE(log.all<journal::Notice>().size(), 2u); // one asked, one gives back
    }

    void askingForALockThatCannotBeAskedForIsSaid()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Mutex);
        a.client.askForRevocation();
        ensemble.run();
        QCOMPARE(log.all<journal::Notice>().size(), 1u);
        QVERIFY(log.all<journal::Notice>().front()->severity == locks::Finding::Severity::Warning);
    }

    void aPausedClientGoesNoStepFurther()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Mutex);
        a.client.acquire();
        a.client.pause();
        ensemble.run();
        QCOMPARE(a.client.state(), LockState::Fetching);
        a.client.resume();
        ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
    }

    void afterItsSessionAClientGoesOnWithItsRounds()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        Player a(ensemble, log, 1, RecipeId::Mutex, 3);
        a.acquire();
        a.session->expire();
        ensemble.run();
        a.client.sessionLost({ErrorCode::SessionExpired, {}, {}, {}});
        ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
        a.session = &ensemble.newSession();
        a.client.restart(*a.session, true);
        ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
        a.release();
        QCOMPARE(a.client.state(), LockState::Retained); // the third round
        a.release();
        QCOMPARE(a.client.round(), 3);
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void everyStepIsInTheJournalBeforeItIsTaken()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        ensemble.make(lockPath);
        Player a(ensemble, log, 1, RecipeId::Mutex);
        a.acquire();
        a.release();
        QStringList steps;
        for (const auto *step : log.all<journal::ClientStep>())
            steps += locks::stepName(step->step);
        QCOMPARE(steps, (QStringList{u"enqueue"_s, u"list"_s, u"release"_s}));
        for (const auto *step : log.all<journal::ClientStep>())
            QVERIFY(step->id == one);
    }
};

} // namespace lockscope::tst_simclientasks

LOCKSCOPE_TEST(lockscope::tst_simclientasks::TestSimClientAsks)
#include "tst_simclientasks.moc"
