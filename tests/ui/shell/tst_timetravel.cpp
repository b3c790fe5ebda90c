// SPDX-License-Identifier: Apache-2.0
// The cursor in the real window's panels: all of them show one instant, back and forth, and nothing acts on the past.
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/charts/timingpanel.h"
#include "ui/journal/journalmodel.h"
#include "ui/recipe/recipepanel.h"
#include "ui/timetravel/scrubber.h"
#include "ui/timetravel/timebar.h"

#include <numeric>

namespace lockscope::ui::tst_timetravel {

using namespace Qt::StringLiterals;

namespace {

/// All that a model says, row by row, as one text for each.
QStringList textOf(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells << model.index(row, column, parent).data().toString();
        rows << cells.join(u'|');
        const QStringList below = textOf(model, model.index(row, 0, parent));
        for (const QString &text : below)
            rows << u"  "_s + text;
    }
    return rows;
}

/// What everything on screen says at once.
struct Picture
{
    QStringList queue;
    QStringList clients;
    QStringList locks;
    QStringList details;
    quint64 position = 0;

    bool operator==(const Picture &) const = default;
};

/// A lock that three wanted, one after the other, in real panels.
class Stage
{
public:
    Stage()
    {
        workspace.resize(1280, 720);
        workspace.show();
        QObject::connect(&workspace, &Workspace::nodeDetailsWanted, &workspace, [this](const QString &node) {
            workspace.details()->setDetails(recordedDetails(world.world(), node));
        });
        for (QAbstractItemModel *model : models()) {
            new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
            QObject::connect(model, &QAbstractItemModel::modelReset, model, [this] { ++resets; });
        }
        play();
    }

    QList<QAbstractItemModel *> models() const
    {
        return {workspace.queue()->model(), workspace.clients()->model(), workspace.journal()->model(), locksModel()};
    }
    QAbstractItemModel *locksModel() const { return workspace.locks()->findChild<QTreeView *>(u"tree"_s)->model(); }

    static QString node(int i) { return sequenceName(u"lock-"_s, i); }
    QStringList queueText() const { return textOf(*workspace.queue()->model()); }
    QStringList clientsText() const { return textOf(*workspace.clients()->model()); }

    void arrive(int i)
    {
        script.list(lock, {node(i)});
        script.resolve(lock, node(i), SessionId{0x1000 + i}, "of " + QByteArray::number(i));
        believe(i, locks::LockState::Fetching);
    }
    void believe(int i, locks::LockState state)
    {
        script.write(
            journal::ClientLockState{ClientId{quint32(i)}, state, lock + u'/' + node(i), Zxid{0x1f00 + i}, 1, {}});
    }
    void leave(int i)
    {
        script.list(lock, {}, {node(i)});
        setState(script, quint32(i), locks::LockState::Released, {}, 1);
    }
    void flush()
    {
        script.flush();
        QCoreApplication::processEvents();
    }

    /// Of four moments.
    void play()
    {
        journal::ConnectionChanged connected;
        connected.state = ConnectionState::Connected;
        connected.endpoint = u"here"_s;
        script.write(connected);
        script.observe(journal::Freshness::Live);
        script.list(u"/"_s, {u"locks"_s});
        script.list(u"/locks"_s, {u"orders"_s});
        script.list(lock, {});
        moment();
        for (int i = 1; i <= 3; ++i) {
            spawn(script, quint32(i), lock);
            arrive(i);
        }
        believe(1, locks::LockState::Retained);
        moment();
        leave(1);
        believe(2, locks::LockState::Retained);
        script.list(u"/locks"_s, {u"billing"_s});
        script.list(u"/locks/billing"_s, {node(9)});
        script.resolve(u"/locks/billing"_s, node(9), SessionId{0x999});
        moment();
        leave(2);
        script.write(journal::ClientRemoved{ClientId{1}});
        believe(3, locks::LockState::Retained);
        script.vanish(u"/locks/billing"_s);
        script.list(u"/locks"_s, {}, {u"billing"_s});
        moment();
    }
    void moment()
    {
        flush();
        moments << world.lastPosition();
        script.pass(1000);
    }

    Picture picture() const
    {
        Picture picture;
        picture.queue = queueText();
        picture.clients = clientsText();
        picture.locks = textOf(*locksModel());
        for (const QLabel *label : workspace.details()->findChildren<QLabel *>()) {
            if (label->isVisible())
                picture.details << label->text();
        }
        picture.position = world.position();
        return picture;
    }

    LiveWorld world;
    WorldScript script{&world};
    Workspace workspace{&world};
    const QString lock = u"/locks/orders"_s;
    QList<quint64> moments; ///< the journal's number at each
    int resets = 0;
};

} // namespace

class TestTimeTravel : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void everyPanelShowsTheInstantOfTheCursor()
    {
        Stage stage;
        stage.workspace.locks()->selectLock(stage.lock);
        QCOMPARE(stage.workspace.queue()->model()->rowCount(), 1);
        const int resets = stage.resets;
        QList<Picture> there;
        for (const quint64 moment : std::as_const(stage.moments)) {
            stage.world.seek(moment);
            there << stage.picture();
        }
        QCOMPARE(there[0].queue.size(), 0);
        QCOMPARE(there[0].clients.size(), 0);
        QCOMPARE(there[1].queue.size(), 3);
        QCOMPARE(there[1].clients.size(), 3);
        QCOMPARE(there[2].queue.size(), 2);
        QVERIFY(there[2].locks.join(u' ').contains(u"billing"_s));
        QVERIFY(!there[3].locks.join(u' ').contains(u"billing"_s));
        QCOMPARE(there[3].clients.size(), 2);
        QVERIFY(!stage.world.isRewound());
        // Back and forth, in any order: the same instant is the same picture.
        for (const int index : {2, 0, 1, 3, 0, 3, 2, 1, 0}) {
            stage.world.seek(stage.moments[index]);
            QCOMPARE(stage.picture().queue, there[index].queue);
            QCOMPARE(stage.picture().clients, there[index].clients);
            QCOMPARE(stage.picture().locks, there[index].locks);
            QCOMPARE(stage.world.position(), there[index].position);
        }
        QCOMPARE(stage.resets, resets);
    }

    void detailsAreThoseOfTheInstant()
    {
        Stage stage;
        stage.world.seek(stage.moments[1]);
        stage.workspace.locks()->selectLock(stage.lock);
        const QString path = stage.lock + u'/' + Stage::node(2);
        stage.workspace.goTo(stage.lock, {path});
        QCOMPARE(stage.workspace.details()->nodePath(), path);
        const auto role = [&] {
            QStringList texts;
            for (const Pill *pill : stage.workspace.details()->findChildren<Pill *>()) {
                if (pill->isVisibleTo(stage.workspace.details()))
                    texts << pill->text();
            }
            return texts.join(u' ');
        };
        QVERIFY2(role().contains(u"waiter"_s), qPrintable(role()));
        stage.world.seek(stage.moments[2]);
        QVERIFY2(role().contains(u"holder"_s), qPrintable(role()));
        QCOMPARE(stage.workspace.details()->nodePath(), path); // the selection survives where the thing exists
        stage.world.goLive();
        // Its row is gone: the table's current row is the next one then, which does hold.
        QVERIFY2(stage.workspace.details()->nodePath() != path || !role().contains(u"holder"_s), qPrintable(role()));
    }

    void aSelectionSurvivesWhileTheThingIsThereAndComesBackWithIt()
    {
        Stage stage;
        ClientsPanel *panel = stage.workspace.clients();
        QTableView *clients = panel->view();
        stage.world.seek(stage.moments[1]);
        clients->selectRow(2);
        const ClientId chosen = panel->model()->idAt(clients->currentIndex());
        QCOMPARE(chosen, ClientId{3});
        QSignalSpy others(stage.workspace.selection(), &Selection::clientChanged);
        for (const int moment : {2, 1}) {
            stage.world.seek(stage.moments[moment]);
            QCOMPARE(panel->selectedClients(), QList{chosen});
        }
        for (quint64 number = stage.world.position(); number > stage.world.firstPosition(); --number) {
            stage.world.seek(number - 1); // one by one, so that its neighbours are there without it
            QVERIFY(panel->selectedClients().isEmpty() || panel->selectedClients() == QList{chosen});
        }
        QVERIFY(panel->selectedClients().isEmpty());
        stage.world.goLive();
        QCOMPARE(panel->selectedClients(), QList{chosen});
        QCOMPARE(panel->model()->idAt(clients->currentIndex()), chosen);
        QCOMPARE(others.size(), 0); // and nobody else was chosen on the way
        clients->clearSelection();
        stage.world.seek(stage.world.firstPosition());
        stage.world.goLive();
        QVERIFY(panel->selectedClients().isEmpty());
    }

    void theJournalMarksTheEventAndWhatIsStillToCome()
    {
        Stage stage;
        const JournalModel *model = stage.workspace.journal()->model();
        const auto when = [&](quint64 number) {
            return static_cast<JournalModel::When>(
                model->index(int(number - 1), 0).data(JournalModel::WhenRole).toInt());
        };
        QCOMPARE(when(stage.world.lastPosition()), JournalModel::When::Past);
        stage.world.seek(stage.moments[1]);
        QCOMPARE(when(stage.moments[1] - 1), JournalModel::When::Past);
        QCOMPARE(when(stage.moments[1]), JournalModel::When::Now);
        QCOMPARE(when(stage.moments[1] + 1), JournalModel::When::Future);
        QCOMPARE(model->rowCount(), int(stage.world.lastPosition())); // nothing of it is hidden
        stage.world.goLive();
        QCOMPARE(when(stage.moments[1] + 1), JournalModel::When::Past);
    }

    void aDoubleClickInTheJournalGoesThere()
    {
        Stage stage;
        QTableView *view = stage.workspace.journal()->view();
        view->scrollToTop();
        const QRect row = view->visualRect(view->model()->index(3, JournalModel::Sentence));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, row.center());
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(stage.world.position(), quint64(4));
    }

    void whatHappensMeanwhileDoesNotMoveWhatIsShown()
    {
        Stage stage;
        stage.workspace.locks()->selectLock(stage.lock);
        stage.world.seek(stage.moments[1]);
        const Picture before = stage.picture();
        stage.arrive(7);
        stage.flush();
        QVERIFY(stage.world.isRewound());
        QVERIFY(stage.picture() == before);
        QVERIFY(stage.world.head().directory(stage.lock)->children.contains(Stage::node(7)));
        stage.world.goLive();
        QVERIFY(stage.queueText().join(u' ').contains(u"0000000007"_s)
                || stage.workspace.queue()->model()->rowCount() == 2);
    }

    void keysStepEventByEventInBothDirections()
    {
        Stage stage;
        Scrubber *scrubber = stage.workspace.time()->scrubber();
        const quint64 last = stage.world.lastPosition();
        QList<QStringList> clients;
        for (quint64 number = last; number > 0; --number) {
            QTest::keyClick(scrubber, Qt::Key_Left);
            QCOMPARE(stage.world.position(), number - 1);
            clients.prepend(stage.clientsText());
        }
        QTest::keyClick(scrubber, Qt::Key_Left); // there is nothing before the start
        QCOMPARE(stage.world.position(), quint64(0));
        for (quint64 number = 1; number < last; ++number) {
            QTest::keyClick(scrubber, Qt::Key_Right);
            QCOMPARE(stage.world.position(), number);
            QCOMPARE(stage.clientsText(), clients.at(qsizetype(number)));
        }
        QTest::keyClick(scrubber, Qt::Key_Right);
        QVERIFY(!stage.world.isRewound());
        QTest::keyClick(scrubber, Qt::Key_Home);
        QCOMPARE(stage.world.position(), quint64(0));
        QTest::keyClick(scrubber, Qt::Key_End);
        QVERIFY(!stage.world.isRewound());
    }

    void stepsPassOverTheQuestionsToServersUnlessTheyAreTold()
    {
        Stage stage;
        const quint64 played = stage.world.lastPosition();
        for (int i = 0; i < 16; ++i)
            stage.script.write(journal::ServersProbed());
        stage.script.write(journal::Notice{});
        stage.flush();
        Scrubber *scrubber = stage.workspace.time()->scrubber();
        QTest::keyClick(scrubber, Qt::Key_Left);
        QCOMPARE(stage.world.position(), played);
        QTest::keyClick(scrubber, Qt::Key_Right);
        QVERIFY(!stage.world.isRewound());
        const auto *rows = stage.workspace.journal()->view()->model();
        AWAIT_COMPARE(rows->rowCount(), int(played) + 1);

        for (QAction *action : stage.workspace.time()->actions()) {
            if (action->isCheckable())
                action->trigger();
        }
        AWAIT_COMPARE(rows->rowCount(), int(played) + 17);
        QTest::keyClick(scrubber, Qt::Key_Left);
        QCOMPARE(stage.world.position(), played + 16);
    }

    void theStripIsDraggedToAnInstant()
    {
        Stage stage;
        Scrubber *scrubber = stage.workspace.time()->scrubber();
        const StripScale scale = scrubber->scale();
        QCOMPARE(scale.spanNs(), qint64(3'000'000'000)); // four moments, a second apart
        const int left = int(scrubber->width() - scale.width) / 2;
        const int middle = left + int(scale.width / 2);
        QTest::mousePress(scrubber, Qt::LeftButton, {}, {middle, 18});
        QCOMPARE(stage.world.position(), stage.moments[1]); // the second one, and half a second
        QVERIFY(qAbs(stage.world.positionNs() - stage.world.beginNs() - 1'500'000'000) < 10'000'000);
        QVERIFY(qAbs(scrubber->xOfCursor() - middle) <= 1);
        QTest::mouseMove(scrubber, {left + 1, 18});
        QTest::mouseRelease(scrubber, Qt::LeftButton, {}, {left + 1, 18});
        QCOMPARE(stage.world.position(), stage.moments[0]);
        QTest::mouseClick(scrubber, Qt::LeftButton, {}, {scrubber->width() - 1, 18});
        QVERIFY(!stage.world.isRewound());
    }

    void anInstantKeepsItsPlaceWhileTheHistoryGoesOn()
    {
        Stage stage;
        Scrubber *scrubber = stage.workspace.time()->scrubber();
        stage.world.seek(stage.moments[1]);
        const qint64 end = scrubber->scale().endNs;
        stage.script.nowNs += 60'000'000'000;
        stage.script.write(journal::Notice{});
        stage.flush();
        QVERIFY(stage.world.endNs() > end);
        QCOMPARE(scrubber->scale().endNs, end);
        QTest::mouseClick(scrubber, Qt::LeftButton, {}, {scrubber->width() - 1, 18});
        QVERIFY(!stage.world.isRewound());
        QCOMPARE(scrubber->scale().endNs, stage.world.endNs());
    }

    void durationsStandStillAtTheCursor()
    {
        Stage stage;
        stage.world.seek(stage.moments[1]);
        QCOMPARE(stage.world.nowNs(), stage.world.world().atNs());
        const ClientsModel *clients = stage.workspace.clients()->model();
        QCOMPARE(clients->index(0, ClientsModel::Time).data().toString(), u"0.0 s"_s);
        stage.world.seekToInstant(stage.world.positionNs() + 700'000'000); // between two events time goes on
        QCOMPARE(stage.world.position(), stage.moments[1]);
        QCOMPARE(clients->index(0, ClientsModel::Time).data().toString(), u"0.7 s"_s);
    }

    void bookmarksAreReturnedTo()
    {
        Stage stage;
        for (const int index : {2, 1}) {
            stage.world.seek(stage.moments[index]);
            stage.world.addBookmark(u"moment %1"_s.arg(index));
        }
        QCOMPARE(stage.world.bookmarks().size(), 2);
        QCOMPARE(stage.world.bookmarks().first().name, u"moment 1"_s);
        stage.world.goLive();
        QVERIFY(stage.world.seekBookmark(-1));
        QCOMPARE(stage.world.position(), stage.moments[2]);
        QVERIFY(stage.world.seekBookmark(-1));
        QCOMPARE(stage.world.position(), stage.moments[1]);
        QVERIFY(!stage.world.seekBookmark(-1));
        QVERIFY(stage.world.seekBookmark(1));
        QCOMPARE(stage.world.position(), stage.moments[2]);
        stage.world.addBookmark(u"renamed"_s);
        QCOMPARE(stage.world.bookmarks().size(), 2);
        stage.world.removeBookmark(stage.moments[2]);
        QCOMPARE(stage.world.bookmarks().size(), 1);
        const QString file = m_directory.filePath(u"a.lockscope.bookmarks"_s);
        QVERIFY(journal::writeBookmarks(file, stage.world.bookmarks()));
        QCOMPARE(journal::readBookmarks(file).value(), stage.world.bookmarks());
        QVERIFY(journal::writeBookmarks(file, {}));
        QVERIFY(!QFile::exists(file));
        QVERIFY(journal::readBookmarks(file)->isEmpty());
    }

    void theLiveClockGoesOnAndABookmarkIsOfThatInstant()
    {
        Stage stage;
        stage.world.setClock([&stage] { return stage.script.nowNs; });
        const qint64 last = stage.world.endNs();
        stage.script.nowNs = last + 28'000'000'000; // nothing has happened since
        stage.world.tick();
        const auto *position = stage.workspace.time()->findChild<QLabel *>(u"position"_s);
        QVERIFY2(position->text().startsWith(u"31.000 s"_s), qPrintable(position->text()));
        stage.world.addBookmark(u"quiet"_s);
        stage.script.nowNs += 60'000'000'000;
        stage.script.write(journal::Notice{});
        stage.flush();
        stage.world.tick();
        QVERIFY2(position->text().startsWith(u"1:31.00"_s), qPrintable(position->text()));
        QVERIFY(stage.world.seekBookmark(-1));
        QVERIFY2(position->text().startsWith(u"31.000 s"_s), qPrintable(position->text()));
    }

    void playingEndsWhereItIsLive()
    {
        Stage stage;
        Player *player = stage.workspace.time()->player();
        stage.world.seek(stage.moments[0]);
        player->setSpeed(0.01); // its 3 s last longer than any thread may be kept waiting
        QSignalSpy moved(&stage.world, &LiveWorld::cursorMoved);
        player->play();
        QVERIFY(player->isPlaying());
        AWAIT_VERIFY(moved.size() >= 3); // not in one leap
        QVERIFY(player->isPlaying());
        QVERIFY(stage.world.isRewound());
        player->setSpeed(100);
        AWAIT_VERIFY(!player->isPlaying());
        QVERIFY(!stage.world.isRewound());
    }

    void nothingActsOnThePast()
    {
        Settings settings(m_directory.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        window.show();
        WorldScript script(window.world());
        makeUp(script);
        script.flush();
        ClientsPanel *clients = window.workspace()->clients();
        clients->view()->selectAll();
        QVERIFY(window.world()->whyNoActing().isEmpty());
        auto *crash = clients->findChild<QToolButton *>(u"selectedCrash"_s);
        QVERIFY(crash->isEnabled());

        window.world()->step(-1);
        QVERIFY(!window.world()->whyNoActing().isEmpty());
        for (const char *name : {"selectedAcquire", "selectedRelease", "selectedCrash", "selectedFaults",
                                 "selectedClose", "selectedRemove", "spawnButton"})
            QVERIFY2(!clients->findChild<QToolButton *>(QString::fromLatin1(name))->isEnabled(), name);
        // Whatever a button or a key may ask all the same is refused in one place, and nothing is sent.
        SessionController *controller = window.controller();
        QSignalSpy failed(controller, &SessionController::failed);
        controller->command({ClientId{1}}, lab::ClientCommand::Release);
        controller->fault({ClientId{1}}, lab::FaultRequest{});
        controller->planRelease({u"/app/orders/x"_s}, [] { return locks::Knowledge(); });
        controller->commandServer(0, ServerCommand::Kill);
        QCOMPARE(failed.size(), 4);
        QVERIFY(failed.first().at(1).value<Error>().sentence().english().contains(u"return to live"_s));
        std::optional<Error> spawned;
        controller->spawn({}, {}, [&](const std::optional<Error> &error) { spawned = error; });
        QVERIFY(spawned);
        std::optional<Error> run;
        controller->runScenario({}, {}, [&](const Result<lab::Verdict> &verdict) { run = verdict.error(); });
        QVERIFY(run);
        std::optional<Error> carriedOut;
        connect(
            controller, &SessionController::releaseCarriedOut, this,
            [&](const observe::ReleasePlan &, const observe::ReleaseOutcome &outcome) { carriedOut = outcome.error; });
        observe::ReleasePlan plan;
        plan.targets.push_back({u"/app/orders/x"_s, {}, {}});
        plan.locks.emplace_back();
        controller->carryOut(plan, {});
        QVERIFY(carriedOut);

        window.world()->goLive();
        QVERIFY(window.world()->whyNoActing().isEmpty());
        QVERIFY(crash->isEnabled());
    }

    void aScaleIsTheSameInBothDirections()
    {
        const StripScale scale{1'000'000'000'000, 1'000'000'000'000 + 3'600'000'000'000, 937};
        for (int x = 0; x <= 937; ++x)
            QVERIFY(qAbs(scale.xOf(scale.nsAt(x)) - x) < 1e-6);
        QCOMPARE(scale.nsAt(-5), scale.beginNs);
        QCOMPARE(scale.nsAt(2000), scale.endNs);
        const StripScale nothing{5, 5, 100};
        QCOMPARE(nothing.xOf(5), 100.0);
        QCOMPARE(nothing.nsAt(50), qint64(5));
    }

    void theDensityCountsEveryEventOnce()
    {
        journal::Journal journal;
        journal::EventBatch events;
        qint64 atNs = 77;
        for (quint64 number = 1; number <= 3000; ++number) {
            atNs += qint64(number * number % 97) * 1000;
            events += {number, atNs, journal::Notice{}};
        }
        journal.append(events);
        for (const int columns : {1, 7, 100, 999}) {
            const StripScale scale{events.first().atNs, events.last().atNs, 500};
            const QList<qint64> density = densityOf(journal, scale, columns);
            QCOMPARE(density.size(), columns);
            QCOMPARE(std::accumulate(density.begin(), density.end(), qint64(0)), qint64(3000));
        }
    }
};

} // namespace lockscope::ui::tst_timetravel

LOCKSCOPE_TEST(lockscope::ui::tst_timetravel::TestTimeTravel)
#include "tst_timetravel.moc"
