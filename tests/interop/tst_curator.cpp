// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_curator {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

/// What only Curator has: locks that can be asked back, entered again, and a writer that goes on as a reader.
class CuratorTest : public InteropFixture
{
    Q_OBJECT

private Q_SLOTS:
    void curatorsHolderIsAskedByOursAndGivesBack()
    {
        const QString holder = peer().open(u"revocable"_s, m_lock);
        peer().acquire(holder);
        TRY_FOREIGN_HOLDS(holder);
        const ClientId ours = spawn(locks::RecipeId::Revocable);
        QVERIFY(queueHas(2));
        QVERIFY(waits(ours));
        QCOMPARE(peer().count(holder, u"revocation-requested"_s), 0);
        command(ours, lab::ClientCommand::Revoke);
        QVERIFY(peer().next(holder, u"revocation-requested"_s)); // Curator's listener: the holder decides
        QVERIFY(waits(ours));
        QVERIFY(peer().release(holder));
        TRY_OURS_HOLDS(ours);
        release(ours);
        TRY_OURS_RELEASED(ours);
    }

    void ourHolderIsAskedByCuratorAndGivesBack()
    {
        const ClientId ours = spawn(locks::RecipeId::Revocable);
        TRY_OURS_HOLDS(ours);
        const QString foreign = peer().open(u"mutex"_s, m_lock);
        peer().acquire(foreign);
        QVERIFY(queueHas(2));
        QVERIFY(!peer().holds(foreign));
        peer().send(foreign, u"revoke"_s, {nodeOf(ours)});
        TRY_FOREIGN_HOLDS(foreign); // nobody released by hand
        TRY_OURS_RELEASED(ours);
        QVERIFY(peer().release(foreign));
    }

    void curatorGetsInAfterTheLastReleaseOfOurReentrantHolder()
    {
        const ClientId ours = spawn(locks::RecipeId::Reentrant);
        TRY_OURS_HOLDS(ours);
        command(ours, lab::ClientCommand::Acquire);
        AWAIT_COMPARE(entries(ours), 2);
        const QString foreign = peer().open(u"mutex"_s, m_lock);
        peer().acquire(foreign);
        QVERIFY(queueHas(2)); // the second entry has no node
        release(ours);
        AWAIT_COMPARE(entries(ours), 1);
        QVERIFY(holds(ours) && !peer().holds(foreign));
        release(ours);
        TRY_FOREIGN_HOLDS(foreign);
        QVERIFY(peer().release(foreign));
    }

    void oursGetsInAfterTheLastReleaseOfCuratorsReentrantHolder()
    {
        const QString foreign = peer().open(u"mutex"_s, m_lock);
        peer().acquire(foreign);
        peer().acquire(foreign);
        AWAIT_COMPARE(peer().count(foreign, u"acquired"_s), 2);
        const ClientId ours = spawn(locks::RecipeId::Reentrant);
        QVERIFY(queueHas(2));
        QVERIFY(peer().release(foreign));
        QVERIFY(queueHas(2));
        QVERIFY(waits(ours));
        QVERIFY(peer().release(foreign));
        TRY_OURS_HOLDS(ours);
    }

    void curatorsReadersEnterWhenOurWriterGoesOnAsAReader()
    {
        const ClientId ours = spawn(locks::RecipeId::ReadWriteCurator, 1);
        TRY_OURS_HOLDS(ours);
        const QString reader = peer().open(u"read"_s, m_lock);
        peer().acquire(reader);
        QVERIFY(queueHas(2));
        QVERIFY(!peer().holds(reader));
        command(ours, lab::ClientCommand::Downgrade);
        TRY_FOREIGN_HOLDS(reader);
        QVERIFY(holds(ours)); // both read
        const QString writer = peer().open(u"write"_s, m_lock);
        peer().acquire(writer);
        QVERIFY(queueHas(3));
        QVERIFY(peer().release(reader));
        QVERIFY(queueHas(2));
        QVERIFY(!peer().holds(writer)); // ours still reads
        release(ours);
        TRY_FOREIGN_HOLDS(writer);
        QVERIFY(peer().release(writer));
    }

    void ourReadersEnterWhenCuratorsWriterGoesOnAsAReader()
    {
        const QString foreign = peer().open(u"write"_s, m_lock);
        peer().acquire(foreign);
        TRY_FOREIGN_HOLDS(foreign);
        const ClientId reader = spawn(locks::RecipeId::ReadWriteCurator, 0);
        QVERIFY(queueHas(2));
        QVERIFY(waits(reader));
        peer().send(foreign, u"downgrade"_s);
        QVERIFY(peer().next(foreign, u"downgraded"_s));
        TRY_OURS_HOLDS(reader);
        const ClientId writer = spawn(locks::RecipeId::ReadWriteCurator, 1);
        QVERIFY(queueHas(3));
        release(reader);
        QVERIFY(queueHas(2));
        QVERIFY(waits(writer)); // Curator's still reads
        QVERIFY(peer().release(foreign));
        TRY_OURS_HOLDS(writer);
    }

private:
    locks::Dialect dialect() override { return locks::Dialect::Curator; }
    void command(ClientId id, lab::ClientCommand what) { m_lab->command({id}, what); }
    int entries(ClientId id) const { return m_events.world.client(id)->entries; }
};

} // namespace lockscope::tst_curator

LOCKSCOPE_TEST(lockscope::tst_curator::CuratorTest)
#include "tst_curator.moc"
