// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_foreignmutex {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

/// Mutexes of kazoo and of Curator, and ours, on one lock: each keeps the other out, in every order.
class ForeignMutexTest : public InteropFixture
{
    Q_OBJECT

private Q_SLOTS:
    void oursWaitsForAForeignHolder_data() { forEachPeer(); }
    void oursWaitsForAForeignHolder();
    void aForeignOneWaitsForOurHolder_data() { forEachPeer(); }
    void aForeignOneWaitsForOurHolder();
    void theQueueIsServedInOrderAcrossBoth_data() { forEachPeer(); }
    void theQueueIsServedInOrderAcrossBoth();
    void eachReadsWhatTheOthersNodeHolds_data() { forEachPeer(); }
    void eachReadsWhatTheOthersNodeHolds();
    void whoGaveUpLeavesNothingToTheOther_data() { forEachPeer(); }
    void whoGaveUpLeavesNothingToTheOther();
    void theQueueShownIsTheOneThatForeignersSee_data() { forEachPeer(); }
    void theQueueShownIsTheOneThatForeignersSee();
    void tenContendersLoseNoUpdate_data() { forEachPeer(); }
    void tenContendersLoseNoUpdate();

private:
    ClientId spawnOne() { return spawn(locks::RecipeId::Mutex); }
    QString open() { return peer().open(u"mutex"_s, m_lock); }
};

void ForeignMutexTest::oursWaitsForAForeignHolder()
{
    const QString foreign = open();
    peer().acquire(foreign);
    TRY_FOREIGN_HOLDS(foreign);
    const ClientId ours = spawnOne();
    QVERIFY(queueHas(2));
    QVERIFY(waits(ours));
    QVERIFY(peer().release(foreign));
    TRY_OURS_HOLDS(ours);
    release(ours);
    TRY_OURS_RELEASED(ours);
}

void ForeignMutexTest::aForeignOneWaitsForOurHolder()
{
    const ClientId ours = spawnOne();
    TRY_OURS_HOLDS(ours);
    const QString foreign = open();
    peer().acquire(foreign);
    QVERIFY(queueHas(2));
    QVERIFY(!peer().holds(foreign));
    release(ours);
    TRY_FOREIGN_HOLDS(foreign);
    QVERIFY(peer().release(foreign));
}

void ForeignMutexTest::theQueueIsServedInOrderAcrossBoth()
{
    const QString first = open();
    const QString third = open();
    peer().acquire(first);
    QVERIFY(queueHas(1));
    const ClientId second = spawnOne();
    QVERIFY(queueHas(2));
    peer().acquire(third);
    QVERIFY(queueHas(3));
    const ClientId fourth = spawnOne();
    QVERIFY(queueHas(4));
    TRY_FOREIGN_HOLDS(first);
    QVERIFY(peer().release(first));
    TRY_OURS_HOLDS(second);
    QVERIFY(!peer().holds(third) && waits(fourth));
    release(second);
    TRY_FOREIGN_HOLDS(third);
    QVERIFY(waits(fourth));
    QVERIFY(peer().release(third));
    TRY_OURS_HOLDS(fourth);
}

void ForeignMutexTest::eachReadsWhatTheOthersNodeHolds()
{
    const QString foreign = open();
    peer().acquire(foreign);
    TRY_FOREIGN_HOLDS(foreign);
    const QStringList before = childrenOf(m_lock);
    QCOMPARE(before.size(), 1);
    QCOMPARE(QString::fromUtf8(dataOf(before.first())), foreign); // who it is, as it was told to say
    auto wanted = request(locks::RecipeId::Mutex);
    wanted.namePrefix = u"dépôt-"_s;
    const ClientId ours = spawn(wanted);
    QVERIFY(queueHas(2));
    AWAIT_VERIFY(!nodeOf(ours).isEmpty());
    QCOMPARE(peer().dataOf(foreign, nodeOf(ours)), u"dépôt-0"_s);
    QVERIFY(peer().release(foreign));
}

void ForeignMutexTest::whoGaveUpLeavesNothingToTheOther()
{
    const ClientId ours = spawnOne();
    TRY_OURS_HOLDS(ours);
    const QString foreign = open();
    peer().acquireWithin(foreign, 300);
    QVERIFY(peer().next(foreign, u"timed-out"_s));
    QCOMPARE(childrenOf(m_lock), QStringList{nodeOf(ours)});
    release(ours);
    TRY_OURS_RELEASED(ours);

    peer().acquire(foreign);
    TRY_FOREIGN_HOLDS(foreign);
    const QStringList theirs = childrenOf(m_lock);
    auto impatient = request(locks::RecipeId::Mutex);
    impatient.acquireTimeout = std::chrono::milliseconds(300);
    const ClientId second = spawn(impatient);
    TRY_OURS_RELEASED(second);
    QCOMPARE(childrenOf(m_lock), theirs);
    QVERIFY(peer().release(foreign));
}

void ForeignMutexTest::theQueueShownIsTheOneThatForeignersSee()
{
    Observation observation(m_sandbox.connectString());
    QVERIFY(observation.watch(m_lock));
    const QString first = open();
    const QString third = open();
    peer().acquire(first);
    QVERIFY(queueHas(1));
    const ClientId ours = spawnOne();
    QVERIFY(queueHas(2));
    peer().acquire(third);
    QVERIFY(queueHas(3));
    const auto shown = [&]() -> const locks::LockQueue & { return observation.world().queue(m_lock); };
    AWAIT_VERIFY(isResolved(shown(), 3));
    QCOMPARE(shown().dialect, dialect());
    QCOMPARE(shown().kind, locks::LockKind::Mutex);
    QCOMPARE(shown().findings.size(), 0);
    QCOMPARE(shown().holders, std::vector{0});
    QCOMPARE(identifiers(shown()), (QStringList{first, u"client-0"_s, third}));
    QStringList paths;
    for (const locks::Contender &contender : shown().contenders)
        paths << joinPath(m_lock, contender.node.name);
    // kazoo tells identifiers, Curator paths.
    QCOMPARE(peer().contenders(first), dialect() == locks::Dialect::Kazoo ? identifiers(shown()) : paths);

    QVERIFY(peer().release(first));
    TRY_OURS_HOLDS(ours);
    AWAIT_VERIFY(isResolved(shown(), 2));
    QCOMPARE(shown().holders, std::vector{0});
    QCOMPARE(identifiers(shown()), (QStringList{u"client-0"_s, third}));
    release(ours);
    TRY_FOREIGN_HOLDS(third);
    QVERIFY(peer().release(third));
}

void ForeignMutexTest::tenContendersLoseNoUpdate()
{
    constexpr int each = 5;
    constexpr int rounds = 20;
    const auto counter = std::make_shared<SharedCounter>(); // a failure leaves before our clients do
    m_events.onState = [counter](const journal::ClientLockState &now) { counter->attend(now); };
    QStringList foreigners;
    for (int i = 0; i < each; ++i)
        foreigners << open();
    auto wanted = request(locks::RecipeId::Mutex);
    wanted.count = each;
    wanted.rounds = rounds;
    wanted.hold = {lab::HoldTime::Kind::Random, std::chrono::milliseconds(0), std::chrono::milliseconds(3)};
    for (const QString &foreigner : foreigners)
        peer().send(foreigner, u"rounds"_s, QStringList{QString::number(rounds)} + counter->filesForForeigners());
    const auto ids = await(m_lab->spawn(wanted));
    QVERIFY(ids);
    for (const QString &foreigner : foreigners)
        QVERIFY(peer().next(foreigner, u"done"_s));
    for (const ClientId id : *ids) {
        AWAIT_VERIFY(state(id) == LockState::Released && m_events.world.client(id)->round == rounds);
    }
    QCOMPARE(counter->value(), 2 * each * rounds);
    QCOMPARE(counter->problem(2 * each * rounds, rounds), QString());
}

} // namespace lockscope::tst_foreignmutex

LOCKSCOPE_TEST(lockscope::tst_foreignmutex::ForeignMutexTest)
#include "tst_foreignmutex.moc"
