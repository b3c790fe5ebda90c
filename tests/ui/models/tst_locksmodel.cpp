// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/models/worldscript.h"
#include "tests/ui/uitest.h"
#include "ui/models/locksmodel.h"

#include <algorithm>

namespace lockscope::ui::tst_locksmodel {

using namespace Qt::StringLiterals;

namespace {

/// The rows as text: a line each, two blanks an indentation, "*" for a lock.
void drawBelow(const QAbstractItemModel &model, const QModelIndex &parent, int depth, QString &out)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        out += QString(depth * 2, u' ') + index.data().toString()
               + (index.data(LocksModel::IsLockRole).toBool() ? u"*\n"_s : u"\n"_s);
        drawBelow(model, index, depth + 1, out);
    }
}

QString drawing(const QAbstractItemModel &model)
{
    QString out;
    drawBelow(model, {}, 0, out);
    return out;
}

/// Severity, or -1, and number of what is wrong below a row, as the row says it.
using Inside = std::pair<int, int>;

Inside badgeInside(const QModelIndex &index)
{
    const QVariant severity = index.data(LocksModel::InsideSeverityRole);
    return {severity.isValid() ? severity.toInt() : -1, index.data(LocksModel::InsideTroublesRole).toInt()};
}

/// The same counted from the rows below.
Inside countedInside(const QModelIndex &index)
{
    Inside inside{-1, 0};
    for (int row = 0; index.isValid() && row < index.model()->rowCount(index); ++row) {
        const QModelIndex child = index.model()->index(row, 0, index);
        const QVariant own = child.data(LocksModel::SeverityRole);
        const auto [severity, troubles] = countedInside(child);
        if (own.isValid() && own.toInt() > int(locks::Finding::Severity::Note))
            inside.first = std::max(inside.first, own.toInt());
        inside.first = std::max(inside.first, severity);
        inside.second += troubles + child.data(LocksModel::TroublesRole).toInt();
    }
    return inside;
}

} // namespace

class TestLocksModel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        LocksModel model{&world};
        QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

        explicit Fixture(const QString &root = u"/"_s)
        {
            world.setClock([this] { return script.nowNs; });
            script.observe(journal::Freshness::Live, root).flush();
        }

        QString summary(const QString &path) const
        {
            return model.indexOfPath(path).data(LocksModel::SummaryRole).toString();
        }
    };

private Q_SLOTS:
    void aGroupIsNoLockWhateverItsNamesAre()
    {
        Fixture f;
        for (const QString &name : {u"member_0000000000"_s, u"0000000000"_s}) { // of a server set; that tells nothing
            const QString group = u"/group"_s + QString::number(name.size());
            f.script.come(group, name, SessionId{1});
        }
        f.script.come(u"/a"_s, lockName(0), SessionId{2}).flush();
        QCOMPARE(f.model.counts().locks, 1);
        QCOMPARE(f.model.counts().groups, 2);
    }

    void aNodeOfWhichNoLockIsKnownIsNoGroup()
    {
        Fixture f(u"/app/seat"_s);
        f.script.list(u"/app/seat"_s, {}).resolve(u"/app"_s, u"seat"_s, SessionId{1}).flush();
        QCOMPARE(f.model.counts(), (LocksModel::Counts{0, 0, 1}));
        QCOMPARE(f.summary(u"/app/seat"_s), u"an ephemeral node"_s);
    }

    void pathSegmentsAreGroupsAndLocksAreRowsBelowThem()
    {
        Fixture f;
        f.script.list(u"/"_s, {u"app"_s, u"empty"_s});
        f.script.list(u"/app"_s, {u"deep"_s, u"orders"_s});
        f.script.list(u"/app/deep"_s, {u"ledger"_s});
        f.script.list(u"/app/deep/ledger"_s, {lockName(1)});
        f.script.list(u"/app/orders"_s, {lockName(1), lockName(2)});
        f.script.list(u"/empty"_s, {}).flush();
        QCOMPARE(drawing(f.model), u"/app\n  deep\n    ledger*\n  orders*\n"_s);
        QCOMPARE(f.model.counts().locks, 2);
        f.model.setShow(LocksModel::Show::AllNodes);
        QCOMPARE(drawing(f.model), u"/app\n  deep\n    ledger*\n  orders*\n/empty\n"_s);
        f.model.setShow(LocksModel::Show::LocksOnly);
        QCOMPARE(drawing(f.model), u"/app\n  deep\n    ledger*\n  orders*\n"_s);
    }

    void aRootThatIsALockItselfIsARow()
    {
        Fixture f(u"/app/orders"_s);
        f.script.list(u"/app/orders"_s, {lockName(1)}).flush();
        QCOMPARE(drawing(f.model), u"/app/orders*\n"_s);
    }

    void aRowSaysHowManyHoldAndWaitAndForHowLong()
    {
        Fixture f;
        f.script.list(u"/orders"_s, {lockName(1), lockName(2), lockName(3)});
        for (int i = 1; i <= 3; ++i)
            f.script.resolve(u"/orders"_s, lockName(i), SessionId{i}, {}, 5'000 - i * 400);
        f.script.flush();
        QCOMPARE(f.summary(u"/orders"_s), u"held · 2 waiting · 4.2 s"_s);
        f.script.list(u"/orders"_s, {}, {lockName(1), lockName(2)}).flush();
        // As the Queue says it: since it came to hold, not since it asked; at most so long where it held when first
        // seen.
        f.script.pass(1'300);
        f.world.tick();
        QCOMPARE(f.summary(u"/orders"_s), u"held 1.3 s"_s);
        f.script.come(u"/before"_s, lockName(1), SessionId{9}, {}, 5'000).flush();
        QCOMPARE(f.summary(u"/before"_s), u"held ≤ 5.0 s"_s);
        f.script.list(u"/orders"_s, {}, {lockName(3)}).flush();
        QCOMPARE(f.summary(u"/orders"_s), u"free"_s);
    }

    void aHolderThatHasANameIsNamedAndTheNameGivesWayFirst()
    {
        Fixture f;
        f.script.list(u"/orders"_s, {lockName(1), lockName(2)});
        f.script.resolve(u"/orders"_s, lockName(1), SessionId{1}, "worker-7", 5'000);
        f.script.resolve(u"/orders"_s, lockName(2), SessionId{2}, {}, 4'200).flush();
        QCOMPARE(f.summary(u"/orders"_s), u"worker-7 · 1 waiting · 4.2 s"_s);
        QCOMPARE(f.model.indexOfPath(u"/orders"_s).data(LocksModel::ShortRole).toString(),
                 u"held · 1 waiting · 4.2 s"_s);
    }

    void aBadgeHasTheGravestSeverityAndHowManyFindingsThereAre()
    {
        Fixture f;
        // A contender that no session owns, and a child that is none.
        f.script.list(u"/orders"_s, {lockName(1), lockName(2), u"README"_s});
        f.script.resolve(u"/orders"_s, lockName(1), SessionId{1});
        f.script.resolve(u"/orders"_s, lockName(2), SessionId{});
        f.script.come(u"/fine"_s, lockName(1), SessionId{9}).flush();
        const QModelIndex row = f.model.indexOfPath(u"/orders"_s);
        QCOMPARE(row.data(LocksModel::SeverityRole).toInt(), int(locks::Finding::Severity::Warning));
        QCOMPARE(row.data(LocksModel::TroublesRole).toInt(), 1);
        const auto &findings = f.world.world().queue(u"/orders"_s).findings;
        QVERIFY(findings.size() > 1); // the other one is a note
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(findings.first().text.shown()));
        QVERIFY(!f.model.indexOfPath(u"/fine"_s).data(LocksModel::SeverityRole).isValid());
        QCOMPARE(f.model.indexOfPath(u"/fine"_s).data(LocksModel::TroublesRole).toInt(), 0);
    }

    void aGroupTellsWhatIsWrongInsideWhateverComesAndGoes()
    {
        Fixture f;
        constexpr int warning = int(locks::Finding::Severity::Warning);
        for (const QString &lock : {u"/app/orders"_s, u"/app/deep/ledger"_s}) { // each with one that no session owns
            f.script.list(lock, {lockName(1), lockName(2)});
            f.script.resolve(lock, lockName(1), SessionId{1});
            f.script.resolve(lock, lockName(2), SessionId{});
        }
        f.script.flush();
        QCOMPARE(badgeInside(f.model.indexOfPath(u"/app"_s)), (Inside{warning, 2}));
        QCOMPARE(badgeInside(f.model.indexOfPath(u"/app/deep"_s)), (Inside{warning, 1}));
        QCOMPARE(badgeInside(f.model.indexOfPath(u"/app/orders"_s)), (Inside{-1, 0})); // its own is its own
        QVERIFY(f.model.indexOfPath(u"/app"_s).data(Qt::ToolTipRole).toString().contains(u"2 findings below"_s));

        QSignalSpy changed(&f.model, &QAbstractItemModel::dataChanged);
        f.script.list(u"/app/orders"_s, {}, {lockName(2)}).flush();
        QCOMPARE(badgeInside(f.model.indexOfPath(u"/app"_s)), (Inside{warning, 1}));
        QVERIFY(std::any_of(changed.cbegin(), changed.cend(), [&](const QList<QVariant> &arguments) {
            return LocksModel::pathOf(arguments[0].toModelIndex()) == u"/app"_s;
        }));
        f.script.vanish(u"/app/deep"_s).flush();
        QCOMPARE(badgeInside(f.model.indexOfPath(u"/app"_s)), (Inside{-1, 0}));
        f.script.deny(u"/app/secret"_s).flush();
        QCOMPARE(badgeInside(f.model.indexOfPath(u"/app"_s)), (Inside{warning, 0})); // might hide anything
    }

    void aRoundOfQuestionsToTheServersCostsTheRowsThatItChanges()
    {
        Fixture f;
        constexpr int locks = 50;
        const auto lock = [](int number) { return u"/app/lock-of-%1"_s.arg(number); };
        for (int i = 0; i < locks; ++i)
            f.script.come(lock(i), lockName(1), SessionId{100 + i});
        f.script.flush();
        int round = 0;
        const auto probe = [&](int otherAddress) {
            f.script.pass(5'000);
            journal::ServersProbed probed = f.script.probed();
            probed.knowledge.allSessions = probed.knowledge.allConnections = true;
            for (int i = 0; i < locks; ++i) {
                locks::SessionFacts facts{SessionId{100 + i}};
                facts.client = u"10.0.0.%1:%2"_s.arg(i).arg(i == otherAddress ? 2 : 1);
                facts.heardAgoMs = ++round; // another one each time, as it is
                probed.knowledge.sessions.insert(facts.id, facts);
            }
            f.script.write(probed).flush();
        };
        probe(-1);
        QVERIFY(f.summary(lock(7)).startsWith(u"10.0.0.7:1"_s));
        QSignalSpy changed(&f.model, &QAbstractItemModel::dataChanged);
        probe(-1);
        QCOMPARE(changed.size(), 0);
        probe(7);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.first()[0].toModelIndex(), f.model.indexOfPath(lock(7)));
        QCOMPARE(changed.first()[1].toModelIndex(), f.model.indexOfPath(lock(7)));
        QVERIFY(f.summary(lock(7)).startsWith(u"10.0.0.7:2"_s));
    }

    void nodesWithoutChildrenGetTheirRowsWhenTheirDirectoryIsOpened()
    {
        LiveWorld world;
        WorldScript script(&world);
        LocksModel model(&world); // without a tester, which opens all
        script.observe(journal::Freshness::Live);
        script.list(u"/"_s, {u"app"_s, u"top"_s});
        script.resolve({}, u"top"_s, {});
        script.list(u"/app"_s, {u"orders"_s, u"one"_s, u"two"_s, u"session"_s});
        script.list(u"/app/orders"_s, {lockName(1)});
        for (const QString &name : {u"orders"_s, u"one"_s, u"two"_s})
            script.resolve(u"/app"_s, name, {});
        script.resolve(u"/app"_s, u"session"_s, SessionId{7}).flush();
        const auto open = [&](const QModelIndex &index) {
            QVERIFY(model.hasChildren(index) && model.canFetchMore(index));
            model.fetchMore(index);
            QVERIFY(!model.canFetchMore(index));
        };
        QVERIFY(!model.canFetchMore({}));
        model.setShow(LocksModel::Show::AllNodes);
        QCOMPARE(drawing(model), u"/app\n  orders*\n"_s);
        QCOMPARE(model.unopened(), QStringList{u"/app"_s});
        open({});
        QCOMPARE(drawing(model), u"/app\n  orders*\n/top\n"_s);
        open(model.indexOfPath(u"/app"_s));
        QCOMPARE(drawing(model), u"/app\n  one\n  orders*\n  two\n/top\n"_s);
        QVERIFY(model.indexOfPath(u"/app/one"_s).data(LocksModel::DimmedRole).toBool()); // nobody watches it
        // What comes and goes in an open one is followed, and what gets children stays where it is.
        const QPersistentModelIndex two = model.indexOfPath(u"/app/two"_s);
        script.list(u"/app"_s, {u"three"_s}, {u"one"_s});
        script.resolve(u"/app"_s, u"three"_s, {});
        script.list(u"/app/two"_s, {lockName(1)}).flush();
        QCOMPARE(drawing(model), u"/app\n  orders*\n  three\n  two*\n/top\n"_s);
        QCOMPARE(LocksModel::pathOf(two), u"/app/two"_s);
        model.setShow(LocksModel::Show::LocksOnly);
        QCOMPARE(drawing(model), u"/app\n  orders*\n  two*\n"_s);
        model.setShow(LocksModel::Show::AllNodes);
        QCOMPARE(drawing(model), u"/app\n  orders*\n  two*\n"_s); // closed again
        model.reveal(u"/app/three"_s);
        QVERIFY(model.indexOfPath(u"/app/three"_s).isValid());
    }

    void rowsComeAndGoAndTheOthersKeepTheirPersistentIndexes()
    {
        Fixture f;
        for (const QString &name : {u"b"_s, u"d"_s, u"f"_s})
            f.script.list(u"/app/"_s + name, {lockName(1)});
        f.script.flush();
        const QPersistentModelIndex middle = f.model.indexOfPath(u"/app/d"_s);
        QSignalSpy reset(&f.model, &QAbstractItemModel::modelReset);
        for (const QString &name : {u"a"_s, u"c"_s, u"e"_s, u"g"_s})
            f.script.list(u"/app/"_s + name, {lockName(1)});
        f.script.vanish(u"/app/b"_s).flush();
        QCOMPARE(reset.size(), 0);
        QCOMPARE(LocksModel::pathOf(middle), u"/app/d"_s);
        QCOMPARE(drawing(f.model), u"/app\n  a*\n  c*\n  d*\n  e*\n  f*\n  g*\n"_s);
    }

    void aDirectoryWithoutPermissionIsShownAndSaysSo()
    {
        Fixture f;
        f.script.deny(u"/secret"_s).flush();
        QCOMPARE(f.summary(u"/secret"_s), u"no READ permission"_s);
        QVERIFY(f.model.indexOfPath(u"/secret"_s).data(LocksModel::DimmedRole).toBool());
    }

    void manyLocksUnderOneRootComeInOneRun()
    {
        Fixture f;
        QSignalSpy inserted(&f.model, &QAbstractItemModel::rowsInserted);
#if defined(NDEBUG)
        constexpr int count = testprogram::played(100'000);
#else // minutes otherwise, most of them of the tester, which looks at each row
        constexpr int count = testprogram::played(20'000);
#endif
        for (int i = 0; i < count; ++i)
            f.script.list(u"/locks/%1"_s.arg(i, 6, 10, QLatin1Char('0')), {lockName(1)});
        f.script.flush();
        QCOMPARE(f.model.counts().locks, count);
        QCOMPARE(f.model.rowCount(f.model.indexOfPath(u"/locks"_s)), count);
        QCOMPARE(inserted.size(), 1);
    }

    /// Each takes a lock of its own name: one node in a directory that stays, or in one that goes with it.
    void sessionsThatAreGoneLeaveFewRows()
    {
        LiveWorld world;
        WorldScript script(&world);
        LocksModel model(&world); // without a tester, which walks over all rows at each change
        script.observe(journal::Freshness::Live);
        model.setShow(LocksModel::Show::AllNodes);
        constexpr int sessions = testprogram::played(4'000);
        for (int session = 1; session <= sessions; ++session) {
            const QString name = u"%1.lock"_s.arg(session);
            const bool stays = session % 2 == 0;
            const QString directory = stays ? u"/plain"_s : u"/jobs/%1"_s.arg(session);
            script.come(directory, name, SessionId{session}).flush();
            QVERIFY(model.indexOfPath(directory + u'/' + name).data(LocksModel::HeldRole).toBool());
            script.list(directory, {}, {name});
            if (!stays)
                script.vanish(directory);
            script.flush();
        }
        QVERIFY(model.indexOfPath(u"/plain/%1.lock"_s.arg(sessions)).isValid()); // free, and just now held
        QCOMPARE(model.counts().locks, int(world.world().lockPaths().size()));
        QVERIFY2(model.counts().locks < 300, qPrintable(QString::number(model.counts().locks)));
        QCOMPARE(model.rowCount(model.indexOfPath(u"/plain"_s)), model.counts().locks);
        QVERIFY(!model.indexOfPath(u"/jobs"_s).isValid());
    }

    void afterAnyChurnTheRowsAreTheLocksOfTheWorld()
    {
        for (quint32 seed = 1; seed <= testprogram::played(10); ++seed) {
            Fixture f;
            QRandomGenerator random(seed);
            const QStringList segments{u"a"_s, u"b"_s, u"c"_s};
            for (int step = 0; step < 80; ++step) {
                QString path;
                for (int depth = 1 + random.bounded(3); depth > 0; --depth)
                    path += u'/' + segments[random.bounded(3)];
                switch (random.bounded(6)) {
                case 0: f.script.vanish(path); break;
                case 1: f.script.list(path, {}); break;
                case 2: f.script.resolve(path, lockName(random.bounded(5)), SessionId{random.bounded(2)}); break;
                case 3: f.script.deny(path); break;
                default: f.script.list(path, {lockName(random.bounded(5))}); break;
                }
                if (random.bounded(15) == 0)
                    f.model.setShow(f.model.show() == LocksModel::Show::LocksOnly ? LocksModel::Show::AllNodes
                                                                                  : LocksModel::Show::LocksOnly);
                if (random.bounded(3) == 0)
                    f.script.flush();
            }
            f.script.flush();
            f.model.setShow(LocksModel::Show::LocksOnly);
            const QList<QString> locks = f.world.world().lockPaths();
            QCOMPARE(f.model.counts().locks, int(locks.size()));
            for (const QString &path : locks)
                QVERIFY2(f.model.indexOfPath(path).isValid(), qPrintable(path));
            for (QString top : segments) {
                const QModelIndex index = f.model.indexOfPath(top.prepend(u'/'));
                QCOMPARE(badgeInside(index), countedInside(index));
            }
            // Nothing is left over: the same world afresh gives the same rows.
            const LocksModel fresh(&f.world);
            QCOMPARE(drawing(f.model), drawing(fresh));
        }
    }
};

} // namespace lockscope::ui::tst_locksmodel

LOCKSCOPE_TEST(lockscope::ui::tst_locksmodel::TestLocksModel)
#include "tst_locksmodel.moc"
