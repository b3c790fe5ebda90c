// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/models/longqueue.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/clients/clientsdelegate.h"
#include "ui/clients/clientsmodel.h"
#include "ui/clients/clientspanel.h"
#include "ui/models/text.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

namespace lockscope::ui::tst_clientsmodel {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using journal::Fault;
using lab::ClientCommand;
using locks::LockState;

class TestClientsModel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        Selection selection{&world};
        ClientsPanel panel{&world, &selection};
        ClientsModel *model = panel.model();
        QAbstractItemModelTester tester{model, QAbstractItemModelTester::FailureReportingMode::QtTest};

        /// With so many that have not asked for /a yet.
        explicit Fixture(quint32 clients = 0)
        {
            panel.setSpawnEnabled(true);
            panel.resize(320, 500);
            panel.show();
            for (quint32 id = 1; id <= clients; ++id)
                spawn(script, id, u"/a"_s);
            script.flush();
        }

        QString text(int row, int column) const { return model->index(row, column).data().toString(); }
        QRect buttonOf(int row, const ClientAction &action) const
        {
            return ClientsDelegate::buttonRect(panel.view()->visualRect(model->index(row, ClientsModel::Actions)),
                                               action);
        }
        void click(int row, const ClientAction &action) const
        {
            QTest::mouseClick(panel.view()->viewport(), Qt::LeftButton, {}, buttonOf(row, action).center());
        }
        bool shows(const QString &text) const
        {
            return std::ranges::any_of(panel.findChildren<QLabel *>(), [&text](const QLabel *label) {
                return label->isVisible() && label->text().contains(text);
            });
        }
    };

    static QList<ClientId> whoOf(const QList<QVariant> &asked) { return asked[0].value<QList<ClientId>>(); }
    static lab::FaultRequest faultOf(const QList<QVariant> &asked) { return asked[1].value<lab::FaultRequest>(); }
    static ClientCommand commandOf(const QList<QVariant> &asked) { return asked[1].value<ClientCommand>(); }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void withoutClientsItOffersToSpawnSome()
    {
        Fixture f;
        auto *empty = f.panel.findChild<EmptyState *>();
        QVERIFY(empty->isVisible());
        QSignalSpy spawned(&f.panel, &ClientsPanel::spawnRequested);
        Q_EMIT empty->buttonClicked();
        QCOMPARE(spawned.size(), 1);
        spawn(f.script, 1, u"/a"_s);
        f.script.flush();
        QVERIFY(!empty->isVisible());
        QVERIFY(f.shows(u"1 client"_s));
    }

    void clientsComeAndGoInOrderOfBirthAndTheSelectionStays()
    {
        Fixture f(6);
        QCOMPARE(f.model->rowCount(), 6);
        f.panel.view()->selectRow(4);
        for (const quint32 gone : {1u, 2u, 4u})
            f.script.write(journal::ClientRemoved{ClientId{gone}});
        spawn(f.script, 7, u"/a"_s);
        f.script.flush();
        QStringList names;
        for (int row = 0; row < f.model->rowCount(); ++row)
            names << f.text(row, ClientsModel::Name);
        QCOMPARE(names, QStringList({u"client-3"_s, u"client-5"_s, u"client-6"_s, u"client-7"_s}));
        QCOMPARE(f.panel.selectedClients(), QList<ClientId>{ClientId{5}});
    }

    void aClientShowsItsPlaceInTheQueueOfItsLock()
    {
        Fixture f(2);
        f.script.list(u"/a"_s, {u"lock-0000000000"_s, u"lock-0000000001"_s, u"lock-0000000002"_s});
        f.script.resolve(u"/a"_s, u"lock-0000000000"_s, SessionId{9});
        f.script.resolve(u"/a"_s, u"lock-0000000001"_s, SessionId{0x1002});
        f.script.resolve(u"/a"_s, u"lock-0000000002"_s, SessionId{0x1001});
        setState(f.script, 1, LockState::Fetching, u"/a/lock-0000000002"_s);
        setState(f.script, 2, LockState::Fetching, u"/a/lock-0000000001"_s);
        f.script.flush();
        QCOMPARE(f.text(0, ClientsModel::Place), u"#3"_s);
        QCOMPARE(f.text(1, ClientsModel::Place), u"#2"_s);
        f.script.list(u"/a"_s, {}, {u"lock-0000000000"_s});
        f.script.flush();
        QCOMPARE(f.text(0, ClientsModel::Place), u"#2"_s);
        QCOMPARE(f.text(1, ClientsModel::Place), u"#1"_s);
        setState(f.script, 2, LockState::Released);
        f.script.flush();
        QCOMPARE(f.text(1, ClientsModel::Place), u"—"_s);
    }

    void whoBelievesThatItHoldsBesideTheHolderIsMarked()
    {
        Fixture f(2);
        const auto hold = [&f](quint32 id, const QString &node, Zxid token) {
            f.script.write(journal::ClientLockState{ClientId{id}, LockState::Retained, u"/a/"_s + node, token, 1, {}});
        };
        f.script.come(u"/a"_s, u"lock-0000000000"_s, SessionId{0x1001}, {}, 0, Zxid{10});
        hold(1, u"lock-0000000000"_s, Zxid{10});
        f.script.flush();
        QCOMPARE(f.model->row(0).flags(), QStringList());
        f.script.list(u"/a"_s, {u"lock-0000000001"_s}, {u"lock-0000000000"_s});
        f.script.resolve(u"/a"_s, u"lock-0000000001"_s, SessionId{0x1002}, {}, 0, Zxid{20});
        hold(2, u"lock-0000000001"_s, Zxid{20});
        f.script.flush();
        QCOMPARE(f.model->row(0).flags(), QStringList{u"not the holder"_s});
        QVERIFY(describe(f.model->row(0), 0).contains(u"not the holder"_s));
        QCOMPARE(f.model->row(1).flags(), QStringList());
        setState(f.script, 1, LockState::Released);
        f.script.flush();
        QCOMPARE(f.model->row(0).flags(), QStringList());
    }

    void clientsOfSeveralLocksSayWhichIsTheirs()
    {
        Fixture f(1);
        const auto lockOf = [&f](int row) { return f.model->index(row, 0).data(ClientsModel::LockRole).toString(); };
        QCOMPARE(lockOf(0), QString()); // the number is a place in the only lock there is
        spawn(f.script, 2, u"/b"_s);
        f.script.flush();
        QCOMPARE(lockOf(0), u"a"_s);
        QCOMPARE(lockOf(1), u"b"_s);
        f.script.write(journal::ClientRemoved{ClientId{2}});
        f.script.flush();
        QCOMPARE(lockOf(0), QString());
    }

    void inALockOfOneNodeAPlaceHasOnlyTheOwner()
    {
        Fixture f;
        spawn(f.script, 1, u"/locks/a"_s, locks::RecipeId::Ephemeral);
        spawn(f.script, 2, u"/locks/a"_s, locks::RecipeId::Ephemeral);
        f.script.list(u"/locks"_s, {u"a"_s});
        f.script.resolve(u"/locks"_s, u"a"_s, SessionId{0x1002});
        setState(f.script, 1, LockState::Retained, u"/locks/a"_s); // as it believes: its session is over
        setState(f.script, 2, LockState::Retained, u"/locks/a"_s);
        f.script.flush();
        QCOMPARE(f.text(0, ClientsModel::Place), u"—"_s);
        QCOMPARE(f.text(1, ClientsModel::Place), u"#1"_s);
    }

    void ofASemaphoreItShowsItToo()
    {
        Fixture f;
        const auto name = [](QChar client, const QString &kind) {
            const auto digits = [client](int count) { return QString(count, client); };
            return u"_c_%1-%2-4%3-8%3-%4-%5"_s.arg(digits(8), digits(4), digits(3), digits(12), kind);
        };
        const QString lease = name(u'1', u"lease-0000000000"_s);
        const QString place = name(u'2', u"lock-0000000001"_s);
        spawn(f.script, 1, u"/pool"_s, locks::RecipeId::Semaphore);
        spawn(f.script, 2, u"/pool"_s, locks::RecipeId::Semaphore);
        f.script.list(u"/pool"_s, {u"leases"_s, u"locks"_s});
        f.script.list(u"/pool/leases"_s, {lease});
        f.script.list(u"/pool/locks"_s, {place});
        f.script.resolve(u"/pool/leases"_s, lease, SessionId{0x1001});
        f.script.resolve(u"/pool/locks"_s, place, SessionId{0x1002});
        setState(f.script, 1, LockState::Retained, u"/pool/leases/"_s + lease);
        setState(f.script, 2, LockState::Fetching, u"/pool/locks/"_s + place);
        f.script.flush();
        QCOMPARE(f.text(0, ClientsModel::Place), u"#1"_s);
        QCOMPARE(f.text(1, ClientsModel::Place), u"#2"_s);
    }

    void buttonsOfARowActOnThatClientAndOnlyWhereTheyWouldDoSomething()
    {
        Fixture f(2);
        setState(f.script, 2, LockState::Retained, u"/a/lock-0000000000"_s, 1);
        f.script.flush();
        QSignalSpy commands(f.panel.actions(), &ClientActions::commandRequested);
        f.click(1, ClientCommand::Acquire); // it holds: nothing to acquire
        f.click(0, ClientCommand::Release); // it is FREE: nothing to release
        QCOMPARE(commands.size(), 0);
        f.click(1, ClientCommand::Release);
        QCOMPARE(commands.size(), 1);
        QCOMPARE(whoOf(commands[0]), QList<ClientId>{ClientId{2}});
        QCOMPARE(commandOf(commands[0]), ClientCommand::Release);
        f.click(0, ClientCommand::Acquire);
        QCOMPARE(commandOf(commands.last()), ClientCommand::Acquire);
    }

    void theToolbarActsOnThoseSelectedForWhichItMakesSense()
    {
        Fixture f(4);
        setState(f.script, 2, LockState::Retained, u"/a/lock-0000000000"_s, 1);
        setState(f.script, 3, LockState::Fetching, u"/a/lock-0000000001"_s);
        f.script.write(journal::ClientFault{ClientId{4}, journal::Fault::Crash});
        f.script.flush();
        auto *release = f.panel.findChild<QToolButton *>(u"selectedRelease"_s);
        QVERIFY(!release->isEnabled());
        f.panel.view()->selectAll();
        QVERIFY(release->isEnabled());
        QSignalSpy commands(f.panel.actions(), &ClientActions::commandRequested);
        release->click();
        QCOMPARE(whoOf(commands[0]), QList<ClientId>({ClientId{2}, ClientId{3}}));
        QSignalSpy faults(f.panel.actions(), &ClientActions::faultRequested);
        f.panel.findChild<QToolButton *>(u"selectedCrash"_s)->click();
        QCOMPARE(whoOf(faults[0]), QList<ClientId>({ClientId{1}, ClientId{2}, ClientId{3}}));
        QCOMPARE(faultOf(faults[0]).fault, Fault::Crash);
        f.panel.findChild<QToolButton *>(u"selectedRemove"_s)->click();
        QCOMPARE(whoOf(commands[1]).size(), 4);
        const journal::Client &crashed = f.model->row(3).client;
        QVERIFY(canDo(crashed, ClientCommand::Acquire));
        QVERIFY(!canDo(crashed, ClientCommand::Release) && !canDo(crashed, Fault::Pause));
    }

    void faultsOfTheMenuReachAllSelectedClientsWithTheirDuration()
    {
        Fixture f(3);
        f.script.write(journal::ClientFault{ClientId{2}, Fault::Pause, 60'000});
        journal::ConnectionChanged connection;
        connection.state = ConnectionState::Connected;
        connection.sessionTimeoutMs = 10'000;
        f.script.write(connection);
        f.script.flush();
        QSignalSpy faults(f.panel.actions(), &ClientActions::faultRequested);
        f.panel.view()->selectAll();
        auto *menu = f.panel.findChild<QToolButton *>(u"selectedFaults"_s)->menu();
        Q_EMIT menu->aboutToShow();
        const auto find = [](const QMenu *in, const QString &text) -> QAction * {
            const auto actions = in->actions();
            const auto found =
                std::ranges::find_if(actions, [&text](const QAction *each) { return each->text().startsWith(text); });
            return found == actions.end() ? nullptr : *found;
        };
        QAction *pause = find(menu, u"Pause for"_s);
        QVERIFY(pause && pause->menu());
        QAction *past = find(pause->menu(), u"12 s: past the session timeout"_s);
        QVERIFY(past);
        past->trigger();
        // Who stands still already is not paused again.
        QCOMPARE(whoOf(faults.last()), QList<ClientId>({ClientId{1}, ClientId{3}}));
        QCOMPARE(faultOf(faults.last()), (lab::FaultRequest{Fault::Pause, 12'000ms}));
        find(menu, u"Resume"_s)->trigger();
        QCOMPARE(whoOf(faults.last()), QList<ClientId>{ClientId{2}});
        find(menu, u"Lose the next create's reply"_s)->trigger();
        QCOMPARE(faultOf(faults.last()).fault, Fault::LoseCreateReply);
        QCOMPARE(whoOf(faults.last()).size(), 3);
        QVERIFY(!find(menu, u"Heal"_s)->isEnabled()); // nobody is cut off
    }

    void theSameButtonPausesAndResumes()
    {
        Fixture f(1);
        QSignalSpy faults(f.panel.actions(), &ClientActions::faultRequested);
        f.click(0, Fault::Pause);
        QCOMPARE(faultOf(faults.last()).fault, Fault::Pause);
        f.script.write(journal::ClientFault{ClientId{1}, Fault::Pause});
        f.script.flush();
        f.click(0, Fault::Pause);
        QCOMPARE(faultOf(faults.last()).fault, Fault::Resume);
    }

    void whatIsNotAsItShouldBeIsSaidInWords()
    {
        Fixture f(3);
        f.script.write(journal::ClientFault{ClientId{1}, Fault::Pause});
        f.script.write(journal::ClientFault{ClientId{1}, Fault::Partition});
        f.script.write(journal::ClientFault{ClientId{2}, Fault::Delay, 200});
        f.script.write(journal::ClientFault{ClientId{3}, Fault::Crash});
        f.script.write(journal::ClientStep{ClientId{2}, locks::Step::Watch, u"/a/lock-0000000001"_s});
        f.script.flush();
        QCOMPARE(flagsOf(f.model->row(0).client), QStringList({u"paused"_s, u"cut off"_s}));
        QCOMPARE(flagsOf(f.model->row(1).client), QStringList{u"late 200 ms"_s});
        QCOMPARE(flagsOf(f.model->row(2).client), QStringList{u"crashed"_s});
        QCOMPARE(clientStateText(f.model->row(2).client), u"CRASHED"_s); // not "FREE" since it died
        const QString told = describe(f.model->row(2), f.model->nowNs());
        QVERIFY2(told.contains(u"\ncrashed "_s) && !told.contains(u"FREE"_s), qPrintable(told));
        QVERIFY(describe(f.model->row(1), f.model->nowNs()).contains(u"at the step “watch” /a/lock-0000000001"_s));
        QCOMPARE(f.text(0, ClientsModel::Faults), u"2"_s);
        QVERIFY(f.shows(u"4 faults"_s));
        f.script.write(journal::ClientFault{ClientId{1}, Fault::Resume}); // the end of one is none
        f.script.write(journal::ClientFault{ClientId{1}, Fault::Heal});
        f.script.flush();
        QVERIFY(f.shows(u"4 faults"_s));
    }

    void whoIsBrokenOnPurposeIsMarkedAndOthersAreNot()
    {
        Fixture f;
        spawn(f.script, 1, u"/a"_s, locks::RecipeId::BrokenSilentLoss);
        spawn(f.script, 2, u"/a"_s, locks::RecipeId::Mutex);
        f.script.flush();
        QVERIFY(describe(f.model->row(0), f.model->nowNs()).contains(u"BROKEN ON PURPOSE"_s));
        QVERIFY(!describe(f.model->row(1), f.model->nowNs()).contains(u"BROKEN"_s));
        // And on screen: the mark is the only thing on the first line that has the colour of what is wrong.
        const QColor wrong = themeFor(f.panel.view()->palette()).wrong.fill;
        const QImage image = f.panel.view()->viewport()->grab().toImage();
        const auto marked = [&](int row) {
            const QRect cell = f.panel.view()->visualRect(f.model->index(row, ClientsModel::Name));
            for (int y = cell.top(); y < cell.bottom(); ++y) {
                for (int x = cell.left(); x < cell.right(); ++x) {
                    if (image.pixelColor(x, y) == wrong)
                        return true;
                }
            }
            return false;
        };
        QVERIFY(marked(0));
        QVERIFY(!marked(1));
    }

    void thoseWhoAreClosedGoWithOneClick()
    {
        Fixture f(4);
        auto *remove = f.panel.findChild<QPushButton *>(u"removeClosed"_s);
        QVERIFY(!remove->isVisible());
        f.script.write(journal::ClientFault{ClientId{2}, Fault::Crash});
        f.script.write(journal::ClientConnection{ClientId{4}, ConnectionState::Closed, {}});
        f.script.flush();
        QVERIFY(remove->isVisible());
        QSignalSpy commands(f.panel.actions(), &ClientActions::commandRequested);
        remove->click();
        QCOMPARE(whoOf(commands[0]), (QList{ClientId{2}, ClientId{4}}));
        QCOMPARE(commandOf(commands[0]), ClientCommand::Remove);
    }

    void aPlaceFarBackIsReadWhole()
    {
        Fixture f;
        QList<QString> names;
        for (int i = 0; i < 1234; ++i)
            names += u"lock-%1"_s.arg(i, 10, 10, QChar(u'0'));
        f.script.list(u"/a"_s, names);
        spawn(f.script, 1, u"/a"_s);
        for (const QString &name : std::as_const(names))
            f.script.resolve(u"/a"_s, name, SessionId{name == names.last() ? 0x1001 : 9});
        setState(f.script, 1, LockState::Fetching, u"/a/"_s + names.last());
        f.script.flush();
        QCOMPARE(f.text(0, ClientsModel::Place), u"#1234"_s);
        QVERIFY(f.panel.view()->columnWidth(ClientsModel::Place)
                >= f.panel.view()->fontMetrics().horizontalAdvance(u"#1234"_s) + 12);
    }

    void nothingCanBeAskedOfTheClientsOfARecording()
    {
        Fixture f(1);
        f.world.setRecorded();
        f.panel.view()->selectAll();
        QSignalSpy commands(f.panel.actions(), &ClientActions::commandRequested);
        f.click(0, ClientCommand::Acquire);
        f.panel.findChild<QToolButton *>(u"selectedRemove"_s)->click();
        QCOMPARE(commands.size(), 0);
        QVERIFY(!f.panel.findChild<QToolButton *>(u"selectedFaults"_s)->isEnabled());
    }

    void whoCrashedIsNotRetainedAndEntriesAreNotThreads()
    {
        Fixture f(1);
        setState(f.script, 1, LockState::Retained, u"/a/lock-0000000000"_s, 1);
        journal::ClientSpawned spawned;
        spawned.id = ClientId{2};
        spawned.recipe = locks::RecipeId::ProcessLock;
        spawned.lock = u"/a"_s;
        spawned.threads = 4;
        f.script.write(spawned);
        journal::ClientLockState entered;
        entered.id = ClientId{2};
        entered.state = LockState::Retained;
        entered.entries = 5;
        f.script.write(entered);
        spawned = {};
        spawned.id = ClientId{3};
        spawned.name = u"reckless"_s;
        spawned.lock = u"/a"_s;
        spawned.withoutLock = true;
        f.script.write(spawned);
        f.script.flush();
        QVERIFY(describe(f.model->row(0), 0).contains(u"RETAINED"_s));
        f.script.write(journal::ClientFault{ClientId{1}, journal::Fault::Crash, 0, false});
        f.script.flush();
        QVERIFY(!describe(f.model->row(0), 0).contains(u"RETAINED"_s));
        QVERIFY(describe(f.model->row(1), 0).contains(u"entered 5 times, by 4 threads"_s));
        QCOMPARE(roleText(f.model->row(2).client), u"no lock"_s);
        QVERIFY(describe(f.model->row(2), 0).startsWith(u"reckless takes no lock"_s));
    }

    void theFooterCountsRequestsAndWhomALeavingWakes()
    {
        Fixture f;
        const auto nodeOf = [](quint32 id) { return u"/a/lock-000000000%1"_s.arg(id); };
        for (quint32 id = 1; id <= 2; ++id) {
            spawn(f.script, id, u"/a"_s);
            f.script.write(journal::ClientRequest{ClientId{id}, u"create"_s, u"/a/lock-"_s});
            setState(f.script, id, id == 1 ? LockState::Retained : LockState::Fetching, nodeOf(id), 1);
        }
        setState(f.script, 1, LockState::Released, {}, 1);
        f.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, nodeOf(1)});
        setState(f.script, 2, LockState::Retained, nodeOf(2), 1);
        f.script.flush();
        QVERIFY(f.shows(u"2 clients · 2 requests · 1.0 wake-ups per release"_s));
        setState(f.script, 2, LockState::Released, {}, 1);
        f.script.flush();
        QVERIFY(f.shows(u"2 clients · 2 requests · 0.5 wake-ups per release"_s));
        // A scenario closes its clients at the end: what the result has told is not told otherwise.
        for (quint32 id = 1; id <= 2; ++id)
            f.script.write(journal::ClientConnection{ClientId{id}, ConnectionState::Closed, {}});
        f.script.flush();
        QVERIFY(!f.shows(u"per leaving"_s));
    }

    void aThousandClientsThatChangeAtOnceAreOneChangeOfManyRows()
    {
        Fixture f(1000);
        QCOMPARE(f.model->rowCount(), 1000);
        QSignalSpy changed(f.model, &QAbstractItemModel::dataChanged);
        for (quint32 id = 1; id <= 1000; ++id)
            setState(f.script, id, LockState::Fetching);
        f.script.flush();
        QCOMPARE(changed.size(), 1);
    }

    void aRefreshFindsTheSameRowsAsTheEventsDid()
    {
        Fixture f(9);
        f.script.write(journal::ClientRemoved{ClientId{3}});
        f.script.flush();
        ClientsModel other;
        QAbstractItemModelTester tester(&other, QAbstractItemModelTester::FailureReportingMode::QtTest);
        other.refresh(f.world.world());
        QCOMPARE(other.rowCount(), f.model->rowCount());
        for (int row = 0; row < other.rowCount(); ++row)
            QCOMPARE(other.row(row).id, f.model->row(row).id);
        other.refresh(journal::World());
        QCOMPARE(other.rowCount(), 0);
    }

    void thePlacesOfClientsMoveUpWithoutAWalk()
    {
#ifdef NDEBUG
        QSKIP("Looks are counted where assertions are checked.");
#endif
        Line line;
        for (quint32 id = 1; id <= 50; ++id)
            line.addClient(id, chosen + int(id) * 3);
        ClientsModel model;
        model.refresh(line.world.world());
        connect(&line.world, &LiveWorld::changed, &model,
                [&](const journal::Changes &changes) { model.update(line.world.world(), changes); });
        for (int i = 0; i < handOvers; ++i) {
            const quint64 looks = looksOf([&] { line.handOver(); });
            QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
            QCOMPARE(model.row(model.rowOf(ClientId{50})).place, chosen + 150 - line.gone + 1);
        }
    }
};

} // namespace lockscope::ui::tst_clientsmodel

LOCKSCOPE_TEST(lockscope::ui::tst_clientsmodel::TestClientsModel)
#include "tst_clientsmodel.moc"
