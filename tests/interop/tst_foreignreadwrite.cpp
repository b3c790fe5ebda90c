// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
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
    void readersOfBothShareAndKeepOurWriterOut_data() { forEachPeer(); }
    void readersOfBothShareAndKeepOurWriterOut()
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

    void noReaderPassesAWriterOfTheOther_data() { forEachPeer(); }
    void noReaderPassesAWriterOfTheOther()
    {
        // W(foreign) R(ours) W(ours) R(foreign): one after the other. (A kazoo 2.8 reader also waits for *later*
        // writers, and they for it: a deadlock of its own, so no writer stands behind a foreign reader here.)
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

    void theQueueShownIsTheOneThatForeignersSeeAndReadersOfBothShare_data() { forEachPeer(); }
    void theQueueShownIsTheOneThatForeignersSeeAndReadersOfBothShare()
    {
        Watched observation(m_sandbox.connectString(), m_lock);
        const QString reader = openReader();
        const QString writer = openWriter();
        peer().acquire(reader); // R(foreign) R(ours) W(foreign) W(ours)
        QVERIFY(queueHas(1));
        const ClientId ourReader = spawnReader();
        TRY_OURS_HOLDS(ourReader);
        TRY_FOREIGN_HOLDS(reader); // the two together
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
        QVERIFY(queueHas(3));
        QVERIFY(!peer().holds(writer)); // ours still reads
        release(ourReader);
        TRY_FOREIGN_HOLDS(writer);
        AWAIT_VERIFY(isResolved(shown(), 2));
        QCOMPARE(shown().holders, std::vector{0});
        QCOMPARE(identifiers(shown()), (QStringList{writer, u"client-1"_s}));
        QVERIFY(peer().release(writer));
        TRY_OURS_HOLDS(ourWriter);
    }

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

} // namespace lockscope::tst_foreignreadwrite

LOCKSCOPE_TEST(lockscope::tst_foreignreadwrite::ForeignReadWriteTest)
#include "tst_foreignreadwrite.moc"
