// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/models/longqueue.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/duel/duelstage.h"
#include "ui/findings/findingsmodel.h"
#include "ui/findings/findingspanel.h"
#include "ui/journal/journalmodel.h"
#include "ui/recipe/recipepanel.h"

namespace lockscope::ui::tst_workspace {

using namespace Qt::StringLiterals;

namespace {

/// A window as small as people have them, with everything in it.
struct SmallWindow
{
    SmallWindow()
    {
        makeUp(script);
        window.setCentralWidget(workspace);
        window.menuBar()->addMenu(u"Connection"_s);
        window.resize(1280, 720);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
        workspace->locks()->selectLock(u"/app/orders"_s);
        workspace->goTo(workspace->queue()->lockPath(), {workspace->queue()->model()->pathAt(2)});
    }
    QMap<QString, QRect> docks() const
    {
        QMap<QString, QRect> all;
        for (const auto *dock : window.findChildren<QDockWidget *>())
            all.insert(dock->objectName(), dock->geometry());
        return all;
    }

    LiveWorld world;
    WorldScript script{&world};
    QMainWindow window;
    Workspace *workspace = new Workspace(&world, &window);
};

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void twoBannersAndAScenarioFitASmallWindow()
    {
        SmallWindow small;
        small.workspace->connectionBanner()->show(Banner::Severity::Error, u"The session expired."_s,
                                                  u"What is shown is as it was then."_s);
        small.workspace->messageBanner()->show(
            Banner::Severity::Error, u"No client was started."_s,
            u"The connection was lost while it was made: the server at 127.0.0.1:2181 closed it. Try again when the "
            "connection is back."_s);
        lab::Verdict verdict;
        verdict.rows = {{u"acquired"_s, {}, {}, {}, false}};
        small.workspace->scenario()->showResult(verdict);
        AWAIT_VERIFY(small.workspace->scenario()->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(small.window.size(), QSize(1280, 720));
        QVERIFY(small.window.minimumSizeHint().height() <= 720);
    }

    void docksStayWhereTheyAreWhenTextsChange()
    {
        SmallWindow small;
        QCoreApplication::processEvents();
        const auto before = small.docks();
        for (int holder = 2; holder < 8; ++holder) {
            small.script.list(u"/app/orders"_s, {}, {curatorName(holder)});
            small.script.flush();
            QCoreApplication::processEvents();
            QCOMPARE(small.docks(), before);
        }
    }

    /// By whatever panel: all others show the same.
    void whatIsChosenInOnePanelIsChosenInAll()
    {
        SmallWindow small;
        const Workspace &all = *small.workspace;
        const auto shows = [&](int client) {
            const QString node = u"/app/orders/"_s + curatorName(client);
            const int row = all.queue()->model()->rowOfPath(node);
            QCOMPARE(all.queue()->view()->currentIndex().row(), row);
            QCOMPARE(all.queue()->view()->selectedRows(), QList{row});
            QCOMPARE(all.stage()->current(), node);
            QCOMPARE(all.details()->nodePath(), node);
            QCOMPARE(all.clients()->selectedClients(), QList{ClientId{quint32(client)}});
            QCOMPARE(all.recipe()->reading().who, u"client-%1"_s.arg(client));
            const auto lane = static_cast<size_t>(all.timeline()->view()->currentLane());
            QCOMPARE(all.timeline()->index().lanes()[lane].client, ClientId{quint32(client)});
        };
        all.queue()->view()->selectRow(3);
        shows(5); // client-1 has let go, client-2 holds
        all.clients()->view()->selectRow(all.clients()->model()->rowOf(ClientId{7}));
        shows(7);
        Q_EMIT all.timeline()->view()->laneActivated(all.timeline()->index().laneOf(ClientId{9}));
        shows(9);
        Q_EMIT all.stage()->chosen(u"/app/orders/"_s + curatorName(11));
        shows(11);
        all.selection()->setLock(u"/app/inventory"_s);
        QCOMPARE(all.queue()->lockPath(), u"/app/inventory"_s);
        Q_EMIT all.timeline()->view()->laneActivated(
            all.timeline()->index().laneOf(SessionId{0x1000009f7cb0000LL + 103})); // of another program
        const QString foreign = u"/app/inventory/"_s + kazooName(110, true);
        QCOMPARE(all.queue()->model()->pathAt(all.queue()->view()->currentIndex().row()), foreign);
        QVERIFY(all.clients()->selectedClients().isEmpty());
        QVERIFY(all.recipe()->reading().isForeign);
    }

    void theTwoLocksOfADuelStandSideBySide()
    {
        SmallWindow small;
        Workspace &all = *small.workspace;
        const QString orders = u"/app/orders"_s;
        const QString inventory = u"/app/inventory"_s;
        all.setView(Workspace::View::Stage);
        QVERIFY(all.stage()->isVisible());
        const auto starts = [&](const QStringList &duel) {
            small.script.write(journal::RunStarted{u"a run"_s, 1, "{}", duel}).flush();
        };
        starts({orders, inventory});
        QVERIFY(all.duel()->isVisible());
        QVERIFY(!all.stage()->isVisible());
        const QString holder = all.queue()->model()->pathAt(0);
        QVERIFY(all.duel()->stage(0)->cardRect(holder).isValid());
        QVERIFY(!all.duel()->stage(1)->cardRect(holder).isValid());

        // Read before another one wrote: the third writes what the second did.
        QCOMPARE(all.duel()->numbers(0), QString());
        for (const int number : {1, 2, 2})
            small.script.write(journal::ClientStamp{ClientId{5}, u"/counter"_s, number});
        small.script.flush();
        QCOMPARE(all.duel()->numbers(0), u"3 numbers given out, 1 of them a duplicate"_s);
        small.script.write(journal::ClientStamp{ClientId{5}, u"/counter"_s, 3, Zxid{1}, true}).flush();
        QCOMPARE(all.duel()->numbers(0), u"3 numbers given out, 1 of them a duplicate, 1 refused"_s);
        QCOMPARE(all.duel()->numbers(1), QString());

        const QString foreign = inventory + u'/' + kazooName(110, true);
        Q_EMIT all.duel()->stage(1)->chosen(foreign); // its lock is the chosen one, and both stay where they are
        QCOMPARE(all.selection()->lock(), inventory);
        QCOMPARE(all.duel()->lock(0), orders);
        QCOMPARE(all.duel()->stage(1)->current(), foreign);
        all.setView(Workspace::View::Queue);
        QVERIFY(!all.duel()->isVisible());
        all.setView(Workspace::View::Stage);

        all.selection()->setLock(u"/app/elsewhere"_s);
        QVERIFY(!all.duel()->isVisible());
        all.selection()->setLock(orders);
        QVERIFY(all.duel()->isVisible());
        starts({}); // of one lock
        QVERIFY(!all.duel()->isVisible());
    }

    void severalClientsStaySelectedWhenOneOfThemIsChosenElsewhere()
    {
        SmallWindow small;
        const Workspace &all = *small.workspace;
        all.clients()->view()->selectAll();
        QCOMPARE(all.clients()->selectedClients().size(), 20);
        small.workspace->goTo(u"/app/orders"_s, {u"/app/orders/"_s + curatorName(8)});
        QCOMPARE(all.clients()->selectedClients().size(), 20);
        QCOMPARE(all.clients()->model()->idAt(all.clients()->view()->currentIndex()), ClientId{8});
    }

    void theFilterOfOnePanelIsThatOfAll()
    {
        SmallWindow small;
        const Workspace &all = *small.workspace;
        const int events = all.journal()->view()->model()->rowCount();
        AWAIT_VERIFY(!all.timeline()->view()->rows().empty()); // it follows a frame later, all lanes at once
        const auto lanes = all.timeline()->view()->rows().size();
        all.selection()->setLock(u"/app/inventory"_s);
        all.findings()->findChild<QToolButton *>()->click();
        QCOMPARE(all.findings()->model()->lock(), u"/app/inventory"_s);
        QCOMPARE(all.timeline()->view()->lock(), u"/app/inventory"_s);
        QVERIFY(all.timeline()->view()->rows().size() < lanes);
        QAbstractItemModel *shown = all.journal()->view()->model();
        AWAIT_COMPARE(shown->rowCount(), 9); // one list, eight nodes
        for (int row = 0; row < shown->rowCount(); ++row)
            QVERIFY(shown->index(row, JournalModel::Subject).data().toString().startsWith(u"/app/inventory"_s));
        all.selection()->setOnlyThisLock(false);
        AWAIT_COMPARE(shown->rowCount(), events);
        QCOMPARE(all.timeline()->view()->rows().size(), lanes);
    }

    /// Whatever panel is shown, and whatever is drawn of it, with one chosen in the midst of the line.
    void aHandOverInALongQueueLooksAtFew_data()
    {
        QTest::addColumn<Workspace::View>("view");
        QTest::addColumn<QStringList>("raised");
        QTest::newRow("queue") << Workspace::View::Queue << QStringList{u"recipe"_s, u"timeline"_s};
        QTest::newRow("stage") << Workspace::View::Stage << QStringList{u"findings"_s, u"timing"_s};
        QTest::newRow("graph") << Workspace::View::Graph << QStringList{u"recipe"_s, u"journal"_s};
    }
    void aHandOverInALongQueueLooksAtFew()
    {
#ifdef NDEBUG
        QSKIP("Looks are counted where assertions are checked.");
#endif
        QFETCH(Workspace::View, view);
        QFETCH(QStringList, raised);
        constexpr int length = 40'000;
        Line line(length);
        line.addClient(7, chosen);
        Workspace all(&line.world);
        all.resize(1280, 720);
        all.show();
        QVERIFY(QTest::qWaitForWindowExposed(&all));
        all.setView(view);
        for (const QString &dock : std::as_const(raised))
            all.findChild<QDockWidget *>(dock)->raise();
        all.goTo(MadeUpQueue::lock(), {MadeUpQueue::pathOf(chosen)});
        line.handOver();
        AWAIT_COMPARE(all.details()->nodePath(), MadeUpQueue::pathOf(chosen));
        for (int i = 0; i < handOvers; ++i) {
            const quint64 looks = looksOf([&] {
                line.handOver();
                QCoreApplication::processEvents();
            });
            QVERIFY2(looks < length / 4, qPrintable(QString::number(looks)));
        }
        QCOMPARE(all.clients()->model()->row(0).place, chosen - line.gone + 1);
    }

    void anEmptyStateGivesWayInALowPanel()
    {
        QWidget panel;
        EmptyState empty(&panel);
        empty.set(IconId::Info, u"No node selected"_s, u"Select a row of the queue to see its node, data and ACL."_s,
                  u"Spawn…"_s);
        empty.resize(300, 240);
        panel.show();
        const auto shown = [&empty] {
            int count = 0;
            for (const QWidget *part : empty.findChildren<QLabel *>())
                count += part->isVisible() ? 1 : 0;
            return count;
        };
        QCOMPARE(shown(), 3); // picture, title, sentence
        empty.resize(300, 60);
        AWAIT_COMPARE(shown(), 1);
        empty.resize(300, 240);
        AWAIT_COMPARE(shown(), 3);
    }
};

} // namespace lockscope::ui::tst_workspace

LOCKSCOPE_TEST(lockscope::ui::tst_workspace::TestWorkspace)
#include "tst_workspace.moc"
