// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_foreignreadwrite {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

/// Read/write locks of kazoo and of Curator, and ours, on one lock: readers of both share, writers keep all others out.
class ForeignReadWriteTest : public InteropFixture
{
    Q_OBJECT

private Q_SLOTS:
    void readersOfBothShareAndKeepAForeignWriterOut_data() { forEachPeer(); }
    void readersOfBothShareAndKeepAForeignWriterOut();
    void readersOfBothShareAndKeepOurWriterOut_data() { forEachPeer(); }
    void readersOfBothShareAndKeepOurWriterOut();
    void aForeignWriterKeepsOurReadersOut_data() { forEachPeer(); }
    void aForeignWriterKeepsOurReadersOut();
    void ourWriterKeepsForeignReadersOut_data() { forEachPeer(); }
    void ourWriterKeepsForeignReadersOut();
    void ourWriterWaitsForAForeignOne_data() { forEachPeer(); }
    void ourWriterWaitsForAForeignOne();
    void aForeignWriterWaitsForOurs_data() { forEachPeer(); }
    void aForeignWriterWaitsForOurs();
    void noReaderPassesAWriterOfTheOther_data() { forEachPeer(); }
    void noReaderPassesAWriterOfTheOther();
    void whoGaveUpLeavesNothingToTheOther_data() { forEachPeer(); }
    void whoGaveUpLeavesNothingToTheOther();
    void theQueueShownIsTheOneThatForeignersSee_data() { forEachPeer(); }
    void theQueueShownIsTheOneThatForeignersSee();
    void writersOfBothLoseNoUpdateAmongReaders_data() { forEachPeer(); }
    void writersOfBothLoseNoUpdateAmongReaders();

private:
    ClientId spawnReader() { return spawn(recipe(), 0); }
    ClientId spawnWriter() { return spawn(recipe(), 1); }
    locks::RecipeId recipe()
    {
        return dialect() == locks::Dialect::Curator ? locks::RecipeId::ReadWriteCurator : locks::RecipeId::ReadWrite;
    }
    QString openReader() { return peer().open(u"read"_s, m_lock); }
    QString openWriter() { return peer().open(u"write"_s, m_lock); }
};

void ForeignReadWriteTest::readersOfBothShareAndKeepAForeignWriterOut()
{
    const QString reader = openReader();
    const QString writer = openWriter();
    peer().acquire(reader);
    TRY_FOREIGN_HOLDS(reader);
    const ClientId ourReader = spawnReader();
    TRY_OURS_HOLDS(ourReader); // the two together
    peer().acquire(writer);
    QVERIFY(queueHas(3));
    QVERIFY(peer().release(reader));
    QVERIFY(queueHas(2));
    QVERIFY(!peer().holds(writer)); // ours still reads
    release(ourReader);
    TRY_FOREIGN_HOLDS(writer);
    QVERIFY(peer().release(writer));
}

void ForeignReadWriteTest::readersOfBothShareAndKeepOurWriterOut()
{
    const ClientId ourReader = spawnReader();
    TRY_OURS_HOLDS(ourReader);
    const QString reader = openReader();
    peer().acquire(reader);
    TRY_FOREIGN_HOLDS(reader); // the two together
    const ClientId ourWriter = spawnWriter();
    QVERIFY(queueHas(3));
    release(ourReader);
    QVERIFY(queueHas(2));
    QVERIFY(waits(ourWriter)); // the foreign one still reads
    QVERIFY(peer().release(reader));
    TRY_OURS_HOLDS(ourWriter);
}

void ForeignReadWriteTest::aForeignWriterKeepsOurReadersOut()
{
    const QString writer = openWriter();
    peer().acquire(writer);
    TRY_FOREIGN_HOLDS(writer);
    const ClientId first = spawnReader();
    const ClientId second = spawnReader();
    QVERIFY(queueHas(3));
    QVERIFY(waits(first) && waits(second));
    QVERIFY(peer().release(writer));
    TRY_OURS_HOLDS(first);
    TRY_OURS_HOLDS(second);
}

void ForeignReadWriteTest::ourWriterKeepsForeignReadersOut()
{
    const ClientId writer = spawnWriter();
    TRY_OURS_HOLDS(writer);
    const QString first = openReader();
    const QString second = openReader();
    peer().acquire(first);
    peer().acquire(second);
    QVERIFY(queueHas(3));
    QVERIFY(!peer().holds(first) && !peer().holds(second));
    release(writer);
    TRY_FOREIGN_HOLDS(first);
    TRY_FOREIGN_HOLDS(second);
    QVERIFY(peer().release(first) && peer().release(second));
}

void ForeignReadWriteTest::ourWriterWaitsForAForeignOne()
{
    const QString foreign = openWriter();
    peer().acquire(foreign);
    TRY_FOREIGN_HOLDS(foreign);
    const ClientId ours = spawnWriter();
    QVERIFY(queueHas(2));
    QVERIFY(waits(ours));
    QVERIFY(peer().release(foreign));
    TRY_OURS_HOLDS(ours);
}

void ForeignReadWriteTest::aForeignWriterWaitsForOurs()
{
    const ClientId ours = spawnWriter();
    TRY_OURS_HOLDS(ours);
    const QString foreign = openWriter();
    peer().acquire(foreign);
    QVERIFY(queueHas(2));
    QVERIFY(!peer().holds(foreign));
    release(ours);
    TRY_FOREIGN_HOLDS(foreign);
    QVERIFY(peer().release(foreign));
}

void ForeignReadWriteTest::noReaderPassesAWriterOfTheOther()
{
    // W(foreign) R(ours) W(ours) R(foreign): one after the other. (A kazoo 2.8 reader also waits for *later* writers,
    // and they for it: a deadlock of its own, so no writer stands behind a foreign reader here.)
    const QString writer = openWriter();
    const QString reader = openReader();
    peer().acquire(writer);
    TRY_FOREIGN_HOLDS(writer);
    const ClientId ourReader = spawnReader();
    QVERIFY(queueHas(2));
    const ClientId ourWriter = spawnWriter();
    QVERIFY(queueHas(3));
    peer().acquire(reader);
    QVERIFY(queueHas(4));
    QVERIFY(peer().release(writer));
    TRY_OURS_HOLDS(ourReader);
    QVERIFY(waits(ourWriter) && !peer().holds(reader));
    release(ourReader);
    TRY_OURS_HOLDS(ourWriter);
    QVERIFY(!peer().holds(reader));
    release(ourWriter);
    TRY_FOREIGN_HOLDS(reader);
    QVERIFY(peer().release(reader));
}

void ForeignReadWriteTest::whoGaveUpLeavesNothingToTheOther()
{
    const ClientId ours = spawnWriter();
    TRY_OURS_HOLDS(ours);
    const QString reader = openReader();
    peer().acquireWithin(reader, 300);
    QVERIFY(peer().next(reader, u"timed-out"_s));
    QCOMPARE(childrenOf(m_lock), QStringList{nodeOf(ours)});
    release(ours);
    TRY_OURS_RELEASED(ours);

    const QString writer = openWriter();
    peer().acquire(writer);
    TRY_FOREIGN_HOLDS(writer);
    const QStringList theirs = childrenOf(m_lock);
    auto impatient = request(recipe(), 0.5);
    impatient.count = 2;
    impatient.acquireTimeout = std::chrono::milliseconds(300);
    const auto both = await(m_lab->spawn(impatient));
    QVERIFY(both);
    TRY_OURS_RELEASED(both->first());
    TRY_OURS_RELEASED(both->last());
    QCOMPARE(childrenOf(m_lock), theirs);
    QVERIFY(peer().release(writer));
}

void ForeignReadWriteTest::theQueueShownIsTheOneThatForeignersSee()
{
    Observation observation(m_sandbox.connectString());
    QVERIFY(observation.watch(m_lock));
    const QString reader = openReader();
    const QString writer = openWriter();
    peer().acquire(reader); // R(foreign) R(ours) W(foreign) W(ours)
    QVERIFY(queueHas(1));
    const ClientId ourReader = spawnReader();
    QVERIFY(queueHas(2));
    peer().acquire(writer);
    QVERIFY(queueHas(3));
    const ClientId ourWriter = spawnWriter();
    QVERIFY(queueHas(4));
    const auto shown = [&]() -> const locks::LockQueue & { return observation.world().queue(m_lock); };
    AWAIT_VERIFY(isResolved(shown(), 4));
    QCOMPARE(shown().dialect, dialect());
    QCOMPARE(shown().kind, locks::LockKind::ReadWrite);
    QCOMPARE(shown().findings.size(), 0);
    QCOMPARE(shown().holders, (std::vector{0, 1}));
    QCOMPARE(identifiers(shown()), (QStringList{reader, u"client-0"_s, writer, u"client-1"_s}));
    QCOMPARE(peer().dataOf(reader, nodeOf(ourWriter)), u"client-1"_s);
    if (dialect() == locks::Dialect::Kazoo) // Curator's participants are those of one mode
        QCOMPARE(peer().contenders(writer), identifiers(shown()));

    QVERIFY(peer().release(reader));
    release(ourReader);
    TRY_FOREIGN_HOLDS(writer);
    AWAIT_VERIFY(isResolved(shown(), 2));
    QCOMPARE(shown().holders, std::vector{0});
    QCOMPARE(identifiers(shown()), (QStringList{writer, u"client-1"_s}));
    QVERIFY(peer().release(writer));
    TRY_OURS_HOLDS(ourWriter);
}

void ForeignReadWriteTest::writersOfBothLoseNoUpdateAmongReaders()
{
    constexpr int each = 3;
    constexpr int rounds = 20;
    const auto counter = std::make_shared<SharedCounter>(); // a failure leaves before our clients do
    m_events.onState = [this, counter](const journal::ClientLockState &now) {
        const journal::Client *client = m_events.world.client(now.id);
        if (client && client->spec.mode == locks::Mode::Exclusive)
            counter->attend(now);
    };
    QStringList foreigners;
    for (int i = 0; i < each; ++i)
        foreigners << openWriter();
    auto wanted = request(recipe(), 0.5); // as many readers beside them; kazoo's own would deadlock with writers
    wanted.count = 2 * each;
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
    QCOMPARE(counter->problem(2 * each * rounds, each), QString());
}

} // namespace lockscope::tst_foreignreadwrite

LOCKSCOPE_TEST(lockscope::tst_foreignreadwrite::ForeignReadWriteTest)
#include "tst_foreignreadwrite.moc"
