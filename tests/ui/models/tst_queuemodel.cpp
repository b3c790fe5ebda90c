// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/models/worldscript.h"
#include "tests/ui/uitest.h"
#include "ui/models/queuemodel.h"

namespace lockscope::ui::tst_queuemodel {

using namespace Qt::StringLiterals;

namespace {

QStringList shown(const QueueModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names += model.index(row, 0).data(QueueModel::NameRole).toString();
    return names;
}

QStringList expected(const LiveWorld &world)
{
    QStringList names;
    for (const locks::Contender &contender : world.world().queue(u"/lock"_s).contenders)
        names += contender.node.name;
    return names;
}

} // namespace

class TestQueueModel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        QueueModel model{&world};
        QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

        Fixture()
        {
            world.setClock([this] { return script.nowNs; });
            script.observe(journal::Freshness::Live);
        }

        void fill(int count)
        {
            model.setLockPath(u"/lock"_s);
            QList<QString> names;
            for (int i = 0; i < count; ++i)
                names += lockName(i);
            script.list(u"/lock"_s, names);
            for (int i = 0; i < count; ++i)
                script.resolve(u"/lock"_s, lockName(i), SessionId{100 + i}, "owner-" + QByteArray::number(i),
                               10'000 - i);
            script.flush();
        }
    };

    static QString cell(const Fixture &f, int row, QueueModel::Column column)
    {
        return f.model.index(row, column).data().toString();
    }

private Q_SLOTS:
    void rowsAreInOrderOfServiceAndSayWhoHolds()
    {
        Fixture f;
        f.fill(3);
        QCOMPARE(shown(f.model), QStringList({lockName(0), lockName(1), lockName(2)}));
        QCOMPARE(cell(f, 0, QueueModel::State), u"holding"_s);
        QCOMPARE(cell(f, 1, QueueModel::State), u"waiting"_s);
        QCOMPARE(cell(f, 1, QueueModel::Place), u"2"_s);
        QCOMPARE(cell(f, 1, QueueModel::Session), u"0x65"_s);
        QCOMPARE(cell(f, 1, QueueModel::Data), u"owner-1"_s);
        QCOMPARE(cell(f, 0, QueueModel::ModeLetter), u"M"_s);
    }

    void aMemberOfAGroupHasNoMode()
    {
        Fixture f;
        f.model.setLockPath(u"/workers"_s);
        f.script.come(u"/workers"_s, u"worker-0000000000"_s, SessionId{100}).flush();
        QCOMPARE(cell(f, 0, QueueModel::State), u"member"_s);
        QCOMPARE(cell(f, 0, QueueModel::ModeLetter), u"G"_s);
    }

    void theQueueOfADatabaseHasStrangersToo()
    {
        Fixture f;
        journal::ConnectionChanged connection;
        connection.endpoint = u"mysql://lockscope@127.0.0.1:3306/lockscope"_s;
        connection.state = ConnectionState::Connected;
        f.script.write(connection);
        f.script.observe(journal::Freshness::Live);
        f.model.setLockPath(u"/orders"_s);
        for (quint32 i = 1; i <= 2; ++i) {
            journal::ClientSpawned spawned;
            spawned.id = ClientId{i};
            spawned.name = u"client-%1"_s.arg(i);
            spawned.recipe = locks::RecipeId::SqlForUpdate;
            spawned.lock = u"/orders"_s;
            f.script.write(spawned);
            f.script.write(journal::ClientConnection{ClientId{i}, ConnectionState::Connected, SessionId{10 + i}});
            f.script.write(journal::ClientLockState{ClientId{i}, locks::LockState::Fetching, {}, {}, 0, {}});
        }
        f.script.list(u"/"_s, {u"orders"_s});
        f.script.resolve({}, u"orders"_s, SessionId{11});
        f.script.write(journal::ClientLockState{ClientId{1}, locks::LockState::Retained, {}, {}, 1, {}});
        const qint64 sinceMs = f.script.nowMs() - 3000;
        f.script.write(journal::QueueReported{u"/orders"_s,
                                              {{31, {}, u"root@localhost"_s, true, sinceMs, {11}},
                                               {12, SessionId{12}, {}, true, sinceMs, {11, 31}},
                                               {11, SessionId{11}}},
                                              {}});
        f.script.flush();
        QCOMPARE(f.model.rowCount(), 3);
        QCOMPARE(cell(f, 0, QueueModel::State), u"holding"_s);
        QCOMPARE(cell(f, 0, QueueModel::Session), u"11"_s);
        QCOMPARE(cell(f, 1, QueueModel::Client), u"client-2"_s);
        QCOMPARE(cell(f, 1, QueueModel::Session), u"12"_s);
        QCOMPARE(cell(f, 2, QueueModel::Client), u"root@localhost"_s);
        QCOMPARE(cell(f, 2, QueueModel::State), u"waiting"_s);
        QCOMPARE(cell(f, 2, QueueModel::Session), u"31"_s);
        QCOMPARE(cell(f, 2, QueueModel::Since), u"3.0 s"_s);
        QCOMPARE(f.model.labelOfIndex(2), u"connection 31"_s);
        const QString tip = f.model.index(2, QueueModel::State).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(u"for 11 (client-1)"_s), qPrintable(tip));

        // It goes when the database tells no more of it.
        f.script.write(journal::QueueReported{u"/orders"_s, {}, {}}).flush();
        QCOMPARE(f.model.rowCount(), 2);
        QVERIFY(f.model.index(1, QueueModel::State).data(Qt::ToolTipRole).toString().contains(u"between two"_s));
    }

    void anUnresolvedNodeShowsEllipsesAndIsPending()
    {
        Fixture f;
        f.fill(1);
        f.script.list(u"/lock"_s, {lockName(7)}).flush();
        QCOMPARE(cell(f, 1, QueueModel::State), u"pending"_s);
        QCOMPARE(cell(f, 1, QueueModel::Data), u"…"_s);
        QCOMPARE(cell(f, 1, QueueModel::Since), u"…"_s);
    }

    void aNodeThatLivesByTheClockShowsNoSession()
    {
        Fixture f;
        f.fill(2);
        const SessionId tenSeconds{qint64(0xff00'0000'0000'2710)};
        f.script.resolve(u"/lock"_s, lockName(1), tenSeconds).flush();
        QCOMPARE(cell(f, 0, QueueModel::Session), u"0x64"_s);
        QCOMPARE(cell(f, 1, QueueModel::Session), u"none (persistent)"_s);
    }

    void aReleaseRemovesOneRowAndKeepsTheSelectionOfAnother()
    {
        Fixture f;
        f.fill(5);
        const QPersistentModelIndex third = f.model.index(2, 0);
        QSignalSpy removed(&f.model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&f.model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&f.model, &QAbstractItemModel::modelReset);
        QSignalSpy data(&f.model, &QAbstractItemModel::dataChanged);
        f.script.list(u"/lock"_s, {}, {lockName(0)}).flush();
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 0);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(data.size(), 1); // one range for the burst
        QCOMPARE(third.row(), 1);
        QCOMPARE(third.data(QueueModel::NameRole).toString(), lockName(2));
        QCOMPARE(cell(f, 0, QueueModel::State), u"holding"_s);
    }

    void dataThatIsNoTextIsCountedAndWhatMayNotBeReadIsSaid()
    {
        Fixture f;
        f.fill(1);
        f.script.resolve(u"/lock"_s, lockName(0), SessionId{100}, QByteArray("\xff\x00\x01", 3)).flush();
        QCOMPARE(cell(f, 0, QueueModel::Data), u"‹3 bytes›"_s);
        journal::NodeResolved closed;
        closed.path = u"/lock/"_s + lockName(0);
        closed.stat.czxid = f.world.head().node(closed.path)->stat->czxid;
        closed.access = locks::ChildNode::Data::NoPermission;
        f.script.write(closed).flush();
        QCOMPARE(cell(f, 0, QueueModel::Data), u"no READ permission"_s);
    }

    void aSimulatedClientIsNamedAndItsLossOfConnectionShown()
    {
        Fixture f;
        f.fill(2);
        QCOMPARE(cell(f, 1, QueueModel::Client), u"—"_s);
        journal::ClientSpawned spawned;
        spawned.id = ClientId{1};
        spawned.name = u"client-1"_s;
        f.script.write(spawned);
        f.script.write(journal::ClientConnection{ClientId{1}, ConnectionState::Suspended, SessionId{101}}).flush();
        QCOMPARE(cell(f, 1, QueueModel::Client), u"client-1"_s);
        QCOMPARE(cell(f, 1, QueueModel::State), u"suspended"_s);
        QCOMPARE(f.model.presenceAt(0), QueueModel::Presence::Alive);
    }

    void aHolderSeenToBeginIsTimedFromThenAndAnEarlierOneAtMost()
    {
        Fixture f;
        f.fill(2);
        QVERIFY(f.model.sinceIsUpperBound(0));
        QCOMPARE(cell(f, 0, QueueModel::Since), u"≤ 10 s"_s);
        f.script.pass(5'000);
        f.script.list(u"/lock"_s, {}, {lockName(0)}).flush();
        f.script.pass(3'200);
        QVERIFY(!f.model.sinceIsUpperBound(0));
        QCOMPARE(cell(f, 0, QueueModel::Since), u"3.2 s"_s);
    }

    void durationsStandStillWhileThePictureIsStale()
    {
        Fixture f;
        f.fill(2);
        f.script.observe(journal::Freshness::Stale).flush();
        const QString before = cell(f, 1, QueueModel::Since);
        f.script.pass(60'000);
        QCOMPARE(cell(f, 1, QueueModel::Since), before);
        QCOMPARE(f.world.staleForMs(), 60'000);
    }

    void sortingKeepsPersistentRowsAndServiceOrderComesBack()
    {
        Fixture f;
        f.fill(60);
        const QPersistentModelIndex tenth = f.model.index(10, 0);
        f.model.sort(QueueModel::Session, Qt::DescendingOrder);
        QCOMPARE(shown(f.model).first(), lockName(59));
        QCOMPARE(tenth.data(QueueModel::NameRole).toString(), lockName(10));
        f.script.list(u"/lock"_s, {}, {lockName(30)}).flush();
        QCOMPARE(f.model.rowCount(), 59);
        QCOMPARE(shown(f.model).first(), lockName(59));
        f.model.sort(-1);
        QCOMPARE(shown(f.model), expected(f.world));
        QCOMPARE(tenth.row(), 10);
    }

    void anotherLockTakesItsPlaceAndAVanishedOneLeavesNoRows()
    {
        Fixture f;
        f.fill(3);
        f.script.list(u"/other"_s, {lockName(9)}).flush();
        f.model.setLockPath(u"/other"_s);
        QCOMPARE(shown(f.model), QStringList{lockName(9)});
        f.script.vanish(u"/other"_s).flush();
        QCOMPARE(f.model.rowCount(), 0);
    }

    void afterAnyChurnTheModelIsTheQueueAndPersistentRowsPointAtTheirNodes()
    {
        for (quint32 seed = 1; seed <= 12; ++seed) {
            Fixture f;
            f.fill(30);
            QRandomGenerator random(seed);
            QSet<QString> present;
            for (int i = 0; i < 30; ++i)
                present.insert(lockName(i));
            QMap<QString, QPersistentModelIndex> held;
            int next = 30;
            for (int step = 0; step < 60; ++step) {
                if (step == 30)
                    f.model.sort(seed % 2 ? QueueModel::Data : -1, Qt::DescendingOrder);
                for (int row = 0; row < f.model.rowCount(); ++row)
                    held.insert(f.model.index(row, 0).data(QueueModel::NameRole).toString(), f.model.index(row, 0));
                QList<QString> removed;
                for (const QString &name : std::as_const(present)) {
                    if (random.bounded(10) == 0)
                        removed += name;
                }
                QList<QString> added;
                for (int i = random.bounded(6); i > 0; --i, next += 1 + random.bounded(3))
                    added += lockName(next);
                f.script.list(u"/lock"_s, added, removed);
                for (const QString &name : std::as_const(removed))
                    present.remove(name);
                for (const QString &name : std::as_const(added))
                    present.insert(name);
                for (const QString &name : std::as_const(present)) {
                    if (random.bounded(4) == 0) // anew with any czxid: rows move about
                        f.script.resolve(u"/lock"_s, name, SessionId{1 + random.bounded(50)}, {}, random.bounded(9'000),
                                         Zxid{0x1000 + random.bounded(100'000)});
                }
                f.script.flush();

                QStringList rows = shown(f.model);
                QStringList queue = expected(f.world);
                if (!f.model.isServiceOrder()) {
                    rows.sort();
                    queue.sort();
                }
                QCOMPARE(rows, queue);
                for (auto it = held.begin(); it != held.end();) {
                    if (present.contains(it.key())) {
                        QCOMPARE(it->data(QueueModel::NameRole).toString(), it.key());
                        ++it;
                    } else {
                        QVERIFY(!it->isValid());
                        it = held.erase(it);
                    }
                }
                for (int index = 0; index < f.model.rowCount(); ++index)
                    QCOMPARE(f.model.pathAt(f.model.rowOfIndex(index)),
                             u"/lock/"_s + f.model.queue().contenders[size_t(index)].node.name);
            }
        }
    }
};

} // namespace lockscope::ui::tst_queuemodel

LOCKSCOPE_TEST(lockscope::ui::tst_queuemodel::TestQueueModel)
#include "tst_queuemodel.moc"
