// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_foreignlocks {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;
using locks::RecipeId;

/// Who comes to a lock that is held: of a read/write lock writers hold it.
enum class Comer { Mutex, Writer, Reader, Semaphore, SemaphoreMutex };

const QList anybody{Comer::Mutex, Comer::Writer, Comer::Reader, Comer::Semaphore, Comer::SemaphoreMutex};

/// Locks of kazoo and of Curator, and ours, on one path: each keeps the other out, in every order; readers of both
/// share. What is particular to several leases is in tst_foreignsemaphore.
class ForeignLocksTest : public InteropFixture
{
    Q_OBJECT

private Q_SLOTS:
    void oursWaitsForAForeignHolder_data() { rowsOf(anybody); }
    void oursWaitsForAForeignHolder()
    {
        QStringList holders;
        for (int i = 0; i < leases(); ++i) {
            holders << open(whoHolds());
            peer().acquire(holders.last());
            TRY_FOREIGN_HOLDS(holders.last()); // together
        }
        std::vector<ClientId> ours;
        for (int i = 0; i < comers(); ++i)
            ours.push_back(spawn(wanted(comer())));
        QVERIFY(thatManyWait(comers()));
        for (const ClientId id : ours)
            QVERIFY(waits(id));
        QVERIFY(peer().release(holders.takeLast()));
        for (const ClientId id : ours)
            TRY_OURS_HOLDS(id);
        for (const ClientId id : ours) {
            release(id);
            TRY_OURS_RELEASED(id);
        }
        for (const QString &holder : holders)
            QVERIFY(peer().release(holder));
    }

    void aForeignOneWaitsForOurHolder_data() { rowsOf(anybody); }
    void aForeignOneWaitsForOurHolder()
    {
        std::vector<ClientId> holders;
        for (int i = 0; i < leases(); ++i) {
            holders.push_back(spawn(wanted(whoHolds())));
            TRY_OURS_HOLDS(holders.back());
        }
        QStringList foreigners;
        for (int i = 0; i < comers(); ++i) {
            foreigners << open(comer());
            peer().acquire(foreigners.last());
        }
        QVERIFY(thatManyWait(comers()));
        for (const QString &foreigner : foreigners)
            QVERIFY(!peer().holds(foreigner));
        release(holders.front());
        for (const QString &foreigner : foreigners)
            TRY_FOREIGN_HOLDS(foreigner);
        QVERIFY(leases() == 1 || holds(holders.back()));
        for (const QString &foreigner : foreigners)
            QVERIFY(peer().release(foreigner));
    }

    void whoGaveUpLeavesNothingToTheOther_data() { rowsOf(anybody); }
    void whoGaveUpLeavesNothingToTheOther()
    {
        std::vector<ClientId> holders;
        for (int i = 0; i < leases(); ++i) {
            holders.push_back(spawn(wanted(whoHolds())));
            TRY_OURS_HOLDS(holders.back());
        }
        QStringList before = nodes();
        const QString foreign = open(comer());
        peer().acquireWithin(foreign, 300);
        QVERIFY(peer().next(foreign, u"timed-out"_s));
        AWAIT_COMPARE(nodes(), before);
        release(holders.front());
        TRY_OURS_RELEASED(holders.front());

        const QString holder = open(whoHolds());
        peer().acquire(holder);
        TRY_FOREIGN_HOLDS(holder);
        before = nodes();
        auto impatient = wanted(comer());
        impatient.acquireTimeout = std::chrono::milliseconds(300);
        const ClientId ours = spawn(impatient);
        TRY_OURS_RELEASED(ours);
        QCOMPARE(nodes(), before);
        QVERIFY(leases() == 1 || holds(holders.back()));
        QVERIFY(peer().release(holder));
    }

    void theQueueShownIsTheOneThatForeignersSeeAndServedInItsOrder_data() { rowsOf({Comer::Mutex}); }
    void theQueueShownIsTheOneThatForeignersSeeAndServedInItsOrder()
    {
        Watched observation(m_sandbox.connectString(), m_lock);
        const QString first = open(Comer::Mutex);
        const QString third = open(Comer::Mutex);
        peer().acquire(first);
        QVERIFY(queueHas(1));
        auto accented = request(RecipeId::Mutex);
        accented.namePrefix = u"dépôt-"_s;
        const ClientId ours = spawn(accented);
        QVERIFY(queueHas(2));
        AWAIT_VERIFY(!nodeOf(ours).isEmpty());
        QCOMPARE(peer().dataOf(first, nodeOf(ours)), u"dépôt-0"_s); // who it is, as it was told to say
        peer().acquire(third);
        QVERIFY(queueHas(3));
        const ClientId fourth = spawn(RecipeId::Mutex);
        QVERIFY(queueHas(4));
        const auto shown = [&]() -> const locks::LockQueue & { return observation.world().queue(m_lock); };
        AWAIT_VERIFY(isResolved(shown(), 4));
        QCOMPARE(shown().dialect, dialect());
        QCOMPARE(shown().kind, locks::LockKind::Mutex);
        QCOMPARE(shown().findings.size(), 0);
        QCOMPARE(shown().holders, std::vector{0});
        QCOMPARE(identifiers(shown()), (QStringList{first, u"dépôt-0"_s, third, u"client-0"_s}));
        QStringList paths;
        for (const locks::Contender &contender : shown().contenders)
            paths << joinPath(m_lock, contender.node.name);
        // kazoo tells identifiers, Curator paths.
        QCOMPARE(peer().contenders(first), dialect() == locks::Dialect::Kazoo ? identifiers(shown()) : paths);

        TRY_FOREIGN_HOLDS(first);
        QVERIFY(peer().release(first));
        TRY_OURS_HOLDS(ours);
        QVERIFY(!peer().holds(third) && waits(fourth));
        AWAIT_VERIFY(isResolved(shown(), 3));
        QCOMPARE(shown().holders, std::vector{0});
        QCOMPARE(identifiers(shown()), (QStringList{u"dépôt-0"_s, third, u"client-0"_s}));
        release(ours);
        TRY_FOREIGN_HOLDS(third);
        QVERIFY(waits(fourth));
        QVERIFY(peer().release(third));
        TRY_OURS_HOLDS(fourth);
    }

    void readersOfBothShareAndKeepOurWriterOut_data() { rowsOf({Comer::Reader}); }
    void readersOfBothShareAndKeepOurWriterOut()
    {
        const ClientId ourReader = spawn(wanted(Comer::Reader));
        TRY_OURS_HOLDS(ourReader);
        const QString reader = open(Comer::Reader);
        peer().acquire(reader);
        TRY_FOREIGN_HOLDS(reader); // the two together
        const ClientId ourWriter = spawn(wanted(Comer::Writer));
        QVERIFY(queueHas(3));
        release(ourReader);
        QVERIFY(queueHas(2));
        QVERIFY(waits(ourWriter)); // the foreign one still reads
        QVERIFY(peer().release(reader));
        TRY_OURS_HOLDS(ourWriter);
    }

    void noReaderPassesAWriterOfTheOther_data() { rowsOf({Comer::Reader}); }
    void noReaderPassesAWriterOfTheOther()
    {
        // W(foreign) R(ours) W(ours) R(foreign): one after the other. (A kazoo 2.8 reader also waits for *later*
        // writers, and they for it: a deadlock of its own, so no writer stands behind a foreign reader here.)
        const QString writer = open(Comer::Writer);
        const QString reader = open(Comer::Reader);
        peer().acquire(writer);
        TRY_FOREIGN_HOLDS(writer);
        const ClientId ourReader = spawn(wanted(Comer::Reader));
        QVERIFY(queueHas(2));
        const ClientId ourWriter = spawn(wanted(Comer::Writer));
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

    void theQueueThatReadersOfBothShareIsShownAsForeignersSeeIt_data() { rowsOf({Comer::Reader}); }
    void theQueueThatReadersOfBothShareIsShownAsForeignersSeeIt()
    {
        Watched observation(m_sandbox.connectString(), m_lock);
        const QString reader = open(Comer::Reader);
        const QString writer = open(Comer::Writer);
        peer().acquire(reader); // R(foreign) R(ours) W(foreign) W(ours)
        QVERIFY(queueHas(1));
        const ClientId ourReader = spawn(wanted(Comer::Reader));
        TRY_OURS_HOLDS(ourReader);
        TRY_FOREIGN_HOLDS(reader); // the two together
        peer().acquire(writer);
        QVERIFY(queueHas(3));
        const ClientId ourWriter = spawn(wanted(Comer::Writer));
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

    void duringChurnTheQueueShownIsKazoosToo_data()
    {
        QTest::addColumn<QString>("peer");
        QTest::addColumn<Comer>("who");
        QTest::newRow("kazoo, mutex") << u"kazoo"_s << Comer::Mutex;
    }
    void duringChurnTheQueueShownIsKazoosToo()
    {
        // There before it is watched: what came and went before the first list of a directory is not counted.
        QVERIFY(!makeNode(*m_others, m_lock, NodeKind::Persistent).isEmpty());
        Watched observation(m_sandbox.connectString(), m_lock);
        const SharedCounter counter;
        const QString asking = open(Comer::Reader); // only asks
        constexpr int count = 6;
        constexpr int manyRounds = 1'000'000;
        const int roundsBefore = peer().count(u"round"_s);
        const int doneBefore = peer().count(u"done"_s);
        QStringList names;
        for (int i = 0; i < count; ++i) {
            names << open(Comer::Mutex);
            peer().send(names.last(), u"rounds"_s,
                        QStringList{QString::number(manyRounds)} + counter.filesForForeigners() + QStringList{u"20"_s});
        }
        // kazoo lists, then reads node by node: where the queue moves meanwhile its answer is none of one moment, and
        // it is asked again. What it says of one moment must have been shown since it was asked. They come and go until
        // that was so often enough, however slow this machine is.
        int agreed = 0;
        const QDeadlineTimer limit(patienceMs());
        while (agreed < 10 && !limit.hasExpired() && !peer().hasFailed()) {
            QList<QStringList> seen;
            QTimer poll;
            connect(&poll, &QTimer::timeout, this, [&] {
                const locks::LockQueue &queue = observation.world().queue(m_lock);
                if (queue.contenders.size() > 0 && isResolved(queue, queue.contenders.size()))
                    seen << identifiers(queue);
            });
            poll.start(0);
            const QStringList kazoos = peer().contenders(asking);
            agreed += seen.contains(kazoos) ? 1 : 0;
        }
        for (const QString &name : names)
            peer().send(name, u"stop"_s);
        QVERIFY2(agreed >= 10, qPrintable(u"agreed %1 times"_s.arg(agreed)));
        AWAIT_COMPARE(peer().count(u"done"_s) - doneBefore, count);
        AWAIT_COMPARE(observation.world().queue(m_lock).contenders.size(), size_t(0));
        // None is unaccounted for, once the last one is listed: the queue was empty before it as well.
        AWAIT_COMPARE(observation.added(m_lock) + observation.unseen(m_lock),
                      qint64(peer().count(u"round"_s) - roundsBefore));
    }

    void whoeverExcludesLosesNoUpdate_data() { rowsOf({Comer::Mutex, Comer::Writer}); }
    void whoeverExcludesLosesNoUpdate()
    {
        const bool hasReaders = comer() == Comer::Writer; // ours, beside writers; kazoo's own would deadlock with them
        const int each = hasReaders ? 3 : 5;
        constexpr int rounds = 20;
        const auto counter = std::make_shared<SharedCounter>(); // a failure leaves before our clients do
        m_events.onState = [this, counter](const journal::ClientLockState &now) {
            const journal::Client *client = m_events.world.client(now.id);
            if (client && client->spec.mode == locks::Mode::Exclusive)
                counter->attend(now);
        };
        QStringList foreigners;
        for (int i = 0; i < each; ++i)
            foreigners << open(comer());
        auto several = request(recipe(), hasReaders ? 0.5 : 1);
        several.count = hasReaders ? 2 * each : each;
        several.rounds = rounds;
        several.hold = {lab::HoldTime::Kind::Random, std::chrono::milliseconds(0), std::chrono::milliseconds(3)};
        for (const QString &foreigner : foreigners)
            peer().send(foreigner, u"rounds"_s, QStringList{QString::number(rounds)} + counter->filesForForeigners());
        const auto ids = await(m_lab->spawn(several));
        QVERIFY(ids);
        for (const QString &foreigner : foreigners)
            QVERIFY(peer().next(foreigner, u"done"_s));
        for (const ClientId id : *ids) {
            AWAIT_VERIFY(state(id) == LockState::Released && m_events.world.client(id)->round == rounds);
        }
        QCOMPARE(counter->value(), 2 * each * rounds);
        QCOMPARE(counter->problem(2 * each * rounds, hasReaders ? each : rounds), QString());
    }

private:
    static void rowsOf(const QList<Comer> &which)
    {
        QTest::addColumn<QString>("peer");
        QTest::addColumn<Comer>("who");
        static const std::map<Comer, const char *> names{{Comer::Mutex, "mutex"},
                                                         {Comer::Writer, "writer"},
                                                         {Comer::Reader, "readers behind a writer"},
                                                         {Comer::Semaphore, "semaphore"},
                                                         {Comer::SemaphoreMutex, "mutex of a semaphore"}};
        for (const Comer who : which) {
            if (who != Comer::SemaphoreMutex) // Curator's only
                QTest::addRow("kazoo, %s", names.at(who)) << u"kazoo"_s << who;
            QTest::addRow("curator, %s", names.at(who)) << u"curator"_s << who;
        }
    }
    static Comer comer()
    {
        QFETCH(Comer, who);
        return who;
    }
    static Comer whoHolds() { return comer() == Comer::Reader ? Comer::Writer : comer(); }
    static bool isSemaphore() { return comer() == Comer::Semaphore || comer() == Comer::SemaphoreMutex; }
    /// So many hold at once.
    static int leases() { return comer() == Comer::Semaphore ? 2 : 1; }
    /// So many enter together when one has left.
    static int comers() { return comer() == Comer::Reader ? 2 : 1; }

    RecipeId recipe()
    {
        switch (comer()) {
        case Comer::Mutex: return RecipeId::Mutex;
        case Comer::Writer:
        case Comer::Reader:
            return dialect() == locks::Dialect::Curator ? RecipeId::ReadWriteCurator : RecipeId::ReadWrite;
        case Comer::Semaphore: return RecipeId::Semaphore;
        case Comer::SemaphoreMutex: return RecipeId::SemaphoreMutex;
        }
        return RecipeId::Mutex;
    }
    lab::SpawnRequest wanted(Comer who)
    {
        auto made = request(recipe(), who == Comer::Reader ? 0 : 1);
        made.leases = leases();
        return made;
    }
    QString open(Comer who)
    {
        static const std::map<Comer, QString> kinds{{Comer::Mutex, u"mutex"_s},
                                                    {Comer::Writer, u"write"_s},
                                                    {Comer::Reader, u"read"_s},
                                                    {Comer::Semaphore, u"semaphore"_s},
                                                    {Comer::SemaphoreMutex, u"semaphore-mutex"_s}};
        return peer().open(kinds.at(who), m_lock, who == Comer::Semaphore ? leases() : 0);
    }

    QStringList directories() override
    {
        const auto paths = locks::semaphorePaths(dialect(), m_lock);
        return isSemaphore() ? QStringList{paths.leases, paths.queue} : QStringList{m_lock};
    }
    QStringList nodes()
    {
        QStringList all;
        for (const QString &directory : directories())
            all << childrenOf(directory);
        all.sort();
        return all;
    }
    /// Who holds a semaphore has left its queue.
    bool thatManyWait(int count) { return has(directories().last(), isSemaphore() ? count : leases() + count); }
};

} // namespace lockscope::tst_foreignlocks

LOCKSCOPE_TEST(lockscope::tst_foreignlocks::ForeignLocksTest)
#include "tst_foreignlocks.moc"
