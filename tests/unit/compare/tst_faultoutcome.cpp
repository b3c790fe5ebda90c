// SPDX-License-Identifier: Apache-2.0
// What a recording shows of a fault, and that it shows nothing of one that is not in it.
#include "core/compare/faultoutcome.h"
#include "core/history/recordingwriter.h"
#include "core/lab/faultdriver.h"
#include "tests/support/testprogram.h"
#include "tests/unit/journal/checkstory.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lockscope::compare::tst_faultoutcome {

using namespace journal;
using journal::test::CheckStory;
using namespace Qt::StringLiterals;

struct Two
{
    CheckStory story;
    ClientId holder;
    ClientId waiter;
};

Two oneHoldsAndOneWaits()
{
    Two two;
    two.holder = two.story.client(u"A"_s);
    two.waiter = two.story.client(u"B"_s);
    two.story.retained(two.holder, u"/l/a"_s, 1);
    two.story.fetching(two.waiter);
    return two;
}

class FaultOutcomeTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_files;

    FaultOutcome outcome(const CheckStory &story, FaultKind fault) const
    {
        const QString path = m_files.filePath(u"story.lockscope"_s);
        QFile::remove(path);
        auto writer = RecordingWriter::create(path, {});
        if (!writer)
            return {};
        (*writer)->append(story.events());
        (void)(*writer)->close();
        return outcomeOf(path, fault).value_or(FaultOutcome());
    }

private Q_SLOTS:
    void timeCountsFromTheFaultToTheNextHold()
    {
        auto [story, a, b] = oneHoldsAndOneWaits();
        story.tell(ClientFault{a, Fault::Crash, 0, false});
        story.pass(1999);
        story.retained(b, u"/l/b"_s, 2);
        const FaultOutcome told = outcome(story, FaultKind::HolderCrashes);
        QVERIFY(told.isShown);
        QVERIFY(!told.isDeadlocked);
        QCOMPARE(told.recoveredMs.value_or(-1), 2000);
    }

    /// What is drawn anew could come to no loss at all.
    void whichRepliesAreLostIsTheSameForEachLock()
    {
        Subject subject;
        subject.recipe = locks::RecipeId::SqlVersion;
        subject.backend = locks::Backend::Sqlite;
        const auto scenario = faultScenario(subject, FaultKind::LostReplies);
        QVERIFY(scenario && scenario->seed);
        const lab::SpawnRequest &clients = scenario->clients.first();
        int lost = 0;
        for (int client = 0; client < clients.count; ++client) {
            lab::FaultDriver driver(clients.faults, *scenario->seed, static_cast<quint32>(client));
            for (int request = 0; request < 2; ++request)
                lost += driver.next() ? 1 : 0;
        }
        QCOMPARE(lost, 1);
    }

    void aWaiterThatGivesUpBehindADeadHolderAloneWasDeadlocked()
    {
        for (const bool isDead : {true, false}) {
            auto [story, a, b] = oneHoldsAndOneWaits();
            story.tell(ClientFault{a, isDead ? Fault::Crash : Fault::Pause, 0, false});
            story.pass(10'000);
            story.released(b, ErrorCode::AcquireTimeout);
            const FaultOutcome told = outcome(story, isDead ? FaultKind::HolderCrashes : FaultKind::HolderPauses);
            QVERIFY(told.isShown && !told.recoveredMs);
            QCOMPARE(told.isDeadlocked, isDead);
        }
    }

    void whoDidNotWaitNeedsNoRecovery()
    {
        CheckStory story;
        const ClientId a = story.client(u"A"_s), b = story.client(u"B"_s);
        story.retained(b, u"/l/b"_s, 1);
        story.released(b);
        story.retained(a, u"/l/a"_s, 2);
        story.tell(ClientFault{a, Fault::Crash, 0, false});
        QCOMPARE(outcome(story, FaultKind::HolderCrashes).recoveredMs.value_or(-1), 0);
    }

    void aServersDeathCountsFromTheFirstBrokenConnection()
    {
        auto [story, a, b] = oneHoldsAndOneWaits();
        story.tell(ClientConnection{b, ConnectionState::Suspended, {}});
        story.pass(499);
        ConnectionChanged own;
        own.state = ConnectionState::Suspended;
        story.tell(own);
        story.tell(ClientConnection{b, ConnectionState::Connected, {}});
        story.pass(1498);
        story.retained(b, u"/l/b"_s, 2);
        const FaultOutcome told = outcome(story, FaultKind::ServerDies);
        QVERIFY(told.isShown);
        QCOMPARE(told.recoveredMs.value_or(-1), 2000);
    }

    void aClientsOwnFaultIsNoDeathOfTheServer()
    {
        CheckStory story;
        const ClientId a = story.client(u"A"_s);
        story.tell(ClientFault{a, Fault::LoseReply, 0, true});
        story.tell(ClientConnection{a, ConnectionState::Suspended, {}});
        QVERIFY(!outcome(story, FaultKind::ServerDies).isShown);
        QVERIFY(outcome(story, FaultKind::LostReplies).isShown);
    }

    /// What one run leaves is not what the next one finds.
    void eachRecipeAndEachFaultHasALockOfItsOwn()
    {
        QStringList locks;
        for (const locks::RecipeId recipe : {locks::RecipeId::Mutex, locks::RecipeId::Ephemeral}) {
            Subject subject;
            subject.recipe = recipe;
            const auto contention = contentionScenario(subject, 3, 4);
            QVERIFY(contention);
            QCOMPARE(contentionScenario(subject, 1, 50)->locks(), contention->locks());
            locks += contention->locks();
            for (const FaultKind fault : allFaultKinds) {
                const auto scenario = faultScenario(subject, fault);
                QVERIFY(scenario);
                locks += scenario->locks();
            }
        }
        QCOMPARE(locks.size(), 2 * (1 + std::ssize(allFaultKinds)));
        QCOMPARE(locks.removeDuplicates(), 0);
        for (const QString &lock : std::as_const(locks))
            QVERIFY2(lock.startsWith(comparedLocks + u'/'), qPrintable(lock));
    }

    void withoutTheFaultNothingIsShown_data()
    {
        QTest::addColumn<FaultKind>("fault");
        for (const FaultKind fault : allFaultKinds)
            QTest::newRow(qPrintable(faultName(fault))) << fault;
    }

    void withoutTheFaultNothingIsShown()
    {
        QFETCH(FaultKind, fault);
        CheckStory story;
        const ClientId a = story.client(u"A"_s);
        story.retained(a, u"/l/a"_s, 1);
        story.tell(ClientFault{a, Fault::Resume, 0, false}); // of another kind
        story.released(a);
        const FaultOutcome told = outcome(story, fault);
        QVERIFY(!told.isShown);
        QVERIFY(!told.why.isEmpty());
    }
};

} // namespace lockscope::compare::tst_faultoutcome

LOCKSCOPE_TEST(lockscope::compare::tst_faultoutcome::FaultOutcomeTest)

#include "tst_faultoutcome.moc"
