// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_foreignsemaphore {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

/// Semaphores of kazoo and of Curator, and ours, on one path: together they never hold more leases than there are.
class ForeignSemaphoreTest : public InteropFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theQueueIsServedInOrderAcrossBoth_data() { forEachPeer(); }
    void theQueueIsServedInOrderAcrossBoth()
    {
        const ClientId first = spawnOne();
        TRY_OURS_HOLDS(first);
        const QString second = open();
        peer().acquire(second);
        TRY_FOREIGN_HOLDS(second);
        const QString third = open(); // one after the other in the queue for the two leases
        peer().acquire(third);
        QVERIFY(has(queue(), 1));
        const ClientId fourth = spawnOne();
        QVERIFY(has(queue(), 2));
        const QString fifth = open();
        peer().acquire(fifth);
        QVERIFY(has(queue(), 3));
        QVERIFY(!peer().holds(third) && waits(fourth) && !peer().holds(fifth));
        release(first);
        TRY_FOREIGN_HOLDS(third);
        QVERIFY(waits(fourth) && !peer().holds(fifth));
        QVERIFY(peer().release(second));
        TRY_OURS_HOLDS(fourth);
        QVERIFY(!peer().holds(fifth));
        QVERIFY(peer().release(third));
        TRY_FOREIGN_HOLDS(fifth);
        QVERIFY(peer().release(fifth));
    }

    void eachReadsWhatTheOthersLeaseHolds_data() { forEachPeer(); }
    void eachReadsWhatTheOthersLeaseHolds()
    {
        const QString foreign = open();
        peer().acquire(foreign);
        TRY_FOREIGN_HOLDS(foreign);
        const QStringList before = childrenOf(leases());
        QCOMPARE(before.size(), 1);
        QCOMPARE(QString::fromUtf8(dataOf(before.first())), foreign);
        const ClientId ours = spawnOne();
        TRY_OURS_HOLDS(ours);
        QCOMPARE(peer().dataOf(foreign, nodeOf(ours)), u"client-0"_s);
        // kazoo: the holders' identifiers; Curator: the names of the leases
        QStringList both = peer().contenders(foreign);
        both.sort();
        QStringList expected;
        for (const QString &lease : childrenOf(leases()))
            expected << (dialect() == locks::Dialect::Kazoo ? QString::fromUtf8(dataOf(lease)) : baseName(lease));
        expected.sort();
        QCOMPARE(both, expected);
        if (dialect() == locks::Dialect::Kazoo)
            QCOMPARE(dataOf(m_lock), QByteArray::number(leaseCount)); // where others look how many there are
        QVERIFY(peer().release(foreign));
    }

    void neverMoreHoldThanThereAreLeases_data() { forEachPeer(); }
    void neverMoreHoldThanThereAreLeases()
    {
        constexpr int each = 4;
        constexpr int rounds = 15;
        const auto diary = std::make_shared<SharedCounter>(); // a failure leaves before our clients do
        m_events.onState = [diary](const journal::ClientLockState &now) { diary->attend(now); };
        // One of ours holds until one of theirs has come and gone: they share, however late the others come.
        const ClientId keeper = spawnOne();
        TRY_OURS_HOLDS(keeper);
        QStringList foreigners;
        for (int i = 0; i < each; ++i)
            foreigners << open();
        auto request = wanted();
        request.count = each;
        request.rounds = rounds;
        request.hold = {lab::HoldTime::Kind::Random, std::chrono::milliseconds(0), std::chrono::milliseconds(5)};
        const int roundsBefore = peer().count(u"round"_s); // of other tests
        for (const QString &foreigner : foreigners)
            peer().send(foreigner, u"rounds"_s,
                        QStringList{QString::number(rounds), u"-"_s, diary->filesForForeigners().last(), u"3"_s});
        const auto ids = await(m_lab->spawn(request));
        QVERIFY(ids);
        AWAIT_VERIFY(peer().count(u"round"_s) > roundsBefore);
        release(keeper);
        TRY_OURS_RELEASED(keeper);
        for (const QString &foreigner : foreigners)
            QVERIFY(peer().next(foreigner, u"done"_s));
        for (const ClientId id : *ids) {
            AWAIT_VERIFY(state(id) == LockState::Released && m_events.world.client(id)->round == rounds);
        }
        const QList<QByteArray> lines = diary->lines();
        QCOMPARE(lines.size(), 2 * (2 * each * rounds + 1));
        QSet<QByteArray> inside;
        bool bothAtOnce = false;
        for (const QByteArray &line : lines) {
            const QByteArray who = line.mid(6);
            if (line.startsWith("enter "))
                inside.insert(who);
            else
                QVERIFY2(inside.remove(who), line.constData());
            QVERIFY2(inside.size() <= leaseCount, line.constData());
            const auto isOurs = [](const QByteArray &name) { return name.startsWith("ours"); };
            bothAtOnce = bothAtOnce
                         || (std::any_of(inside.begin(), inside.end(), isOurs)
                             && !std::all_of(inside.begin(), inside.end(), isOurs));
        }
        QVERIFY(bothAtOnce); // they did share
    }

private:
    static constexpr int leaseCount = 2;

    QStringList directories() override { return {leases(), queue()}; }
    ClientId spawnOne() { return spawn(wanted()); }
    lab::SpawnRequest wanted()
    {
        auto request = InteropFixture::request(locks::RecipeId::Semaphore);
        request.leases = leaseCount;
        return request;
    }
    QString open() { return peer().open(u"semaphore"_s, m_lock, leaseCount); }
    QString leases() { return locks::semaphorePaths(dialect(), m_lock).leases; }
    QString queue() { return locks::semaphorePaths(dialect(), m_lock).queue; }
};

} // namespace lockscope::tst_foreignsemaphore

LOCKSCOPE_TEST(lockscope::tst_foreignsemaphore::ForeignSemaphoreTest)
#include "tst_foreignsemaphore.moc"
