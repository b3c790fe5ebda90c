// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordingwriter.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/shell/connectionbar.h"

#include <memory>

namespace lockscope::ui::tst_recordingpage {

using namespace Qt::StringLiterals;

class TestRecordingPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;

    /// The made-up world, as it was a day ago.
    QString savedRecording()
    {
        const QString file = m_directory.filePath(u"made-up.lockscope"_s);
        LiveWorld world;
        WorldScript script(&world);
        script.nowNs = nowNs() - 86'400'000'000'000;
        makeUp(script);
        journal::RecordingHeader header;
        header.title = u"a made-up day"_s;
        [&] { QVERIFY(journal::saveRecording(world.history(), file, header)); }();
        return file;
    }

    /// Three contended, two of them at the same time; nobody is left at the end.
    QString recordingThatEndsEmpty()
    {
        const QString file = m_directory.filePath(u"over.lockscope"_s);
        LiveWorld world;
        WorldScript script(&world);
        script.observe(journal::Freshness::Live);
        script.list(u"/"_s, {u"early"_s, u"late"_s});
        const auto come = [&](const QString &lock, int number) {
            script.list(lock, {sequenceName(u"lock-"_s, number)});
            script.resolve(lock, sequenceName(u"lock-"_s, number), SessionId{0x100 + number});
            script.pass(10);
        };
        const auto go = [&](const QString &lock, int number) {
            script.list(lock, {}, {sequenceName(u"lock-"_s, number)});
            script.pass(10);
        };
        come(u"/early"_s, 1);
        go(u"/early"_s, 1);
        come(u"/late"_s, 2);
        come(u"/late"_s, 3);
        go(u"/late"_s, 2);
        go(u"/late"_s, 3);
        script.flush();
        [&] { QVERIFY(journal::saveRecording(world.history(), file, {})); }();
        return file;
    }

    /// Shown, and read to its end.
    std::unique_ptr<RecordingPage> shownPage() { return shownPage(savedRecording()); }
    static std::unique_ptr<RecordingPage> shownPage(const QString &file)
    {
        auto page = std::make_unique<RecordingPage>(file);
        page->resize(1280, 720);
        page->show();
        QSignalSpy loaded(page.get(), &RecordingPage::loaded);
        [&] { QVERIFY(loaded.wait(test::patienceMs()) && page->workspace()); }();
        return page;
    }

private Q_SLOTS:
    /// What is on its way still: the last of a reading, and nodes that go with their sessions.
    void howItEndsAfterItWasGivenUpIsNoLoss()
    {
        LiveWorld world;
        WorldScript script(&world);
        Settings settings(m_directory.filePath(u"settings.ini"_s));
        QWidget window;
        RecordingFlow flow(&world, &settings, &window);
        const auto comesAndGoes = [&script](int number) {
            script.observe(journal::Freshness::Live);
            script.come(u"/orders"_s, lockName(number), SessionId{0x100 + number});
            script.list(u"/orders"_s, {}, {lockName(number)});
            script.flush();
        };
        comesAndGoes(1);
        QVERIFY(flow.asksBeforeLoss());
        bool isLeft = false;
        flow.beforeLoss(u"End it?"_s, u"&End"_s, [&isLeft] { isLeft = true; });
        const auto *question = window.findChild<QMessageBox *>(u"beforeLoss"_s);
        QVERIFY(question);
        for (QAbstractButton *button : question->buttons()) {
            if (question->buttonRole(button) == QMessageBox::DestructiveRole)
                button->click();
        }
        QVERIFY(isLeft);
        comesAndGoes(2);
        QVERIFY(!flow.asksBeforeLoss());
        journal::ConnectionChanged opened;
        opened.state = ConnectionState::Connecting;
        script.write(opened);
        comesAndGoes(3);
        QVERIFY(flow.asksBeforeLoss());
    }

    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void aRecordingShowsItsWorldAndSaysThatNothingIsLive()
    {
        const auto page = shownPage();
        QCOMPARE(page->title(), u"a made-up day"_s);
        const Banner *banner = page->workspace()->connectionBanner();
        QVERIFY(banner->isVisible());
        QCOMPARE(banner->title(), u"Recording “a made-up day”: nothing here is live"_s);
        QCOMPARE(page->workspace()->clients()->model()->rowCount(), 20);
        page->selectLock(u"/app/inventory"_s);
        AWAIT_COMPARE(page->workspace()->queue()->lockPath(), u"/app/inventory"_s);
        QCOMPARE(page->workspace()->queue()->model()->rowCount(), 8);
        for (const QLabel *label : page->workspace()->findChildren<QLabel *>()) {
            if (label->isVisible() && !banner->isAncestorOf(label))
                QVERIFY2(!label->text().split(u" · "_s).contains(u"live"_s), qPrintable(label->text()));
        }
    }

    /// A label lays out all that it gets: a million letters took the window down.
    void whateverAFileSaysIsCut()
    {
        const QString million = u"x"_s.repeated(1'000'000);
        const QString file = m_directory.filePath(u"long.lockscope"_s);
        LiveWorld world;
        WorldScript script(&world);
        makeUp(script);
        journal::RecordingHeader header;
        header.title = million;
        QVERIFY(journal::saveRecording(world.history(), file, header));
        QVERIFY(journal::writeBookmarks(journal::bookmarksFile(file), {{1, nowNs(), u"y"_s.repeated(900'000)}}));
        const auto page = shownPage(file);
        QVERIFY(page->title().endsWith(u"…(+999000)"_s));
        for (const QLabel *label : page->findChildren<QLabel *>())
            QVERIFY2(label->text().size() < 12'000, qPrintable(label->objectName()));
        for (const QAction *action : page->findChildren<QAction *>())
            QVERIFY2(action->text().size() < 12'000, qPrintable(action->objectName()));
    }

    void whereNobodyWasLeftItShowsWhenMostContended()
    {
        const auto page = shownPage(recordingThatEndsEmpty());
        AWAIT_COMPARE(page->workspace()->queue()->lockPath(), u"/late"_s);
        QCOMPARE(page->workspace()->queue()->model()->rowCount(), 2);
        QVERIFY(page->world()->isRewound());
        QVERIFY(page->workspace()->connectionBanner()->text().contains(u"No contender was left"_s));
        page->world()->goLive();
        QCOMPARE(page->workspace()->queue()->model()->rowCount(), 0);
    }

    void timeStandsStillWhereTheRecordingEnded()
    {
        const auto page = shownPage();
        QCOMPARE(page->world()->nowNs(), page->world()->world().atNs());
        // A day has passed since, but client-2 had held for no time when it ended.
        const ClientsModel *clients = page->workspace()->clients()->model();
        QCOMPARE(clients->index(1, ClientsModel::Time).data().toString(), u"0.0 s"_s);
    }

    void theTimelineHasAllOfIt()
    {
        const auto page = shownPage();
        const TimelinePanel *timeline = page->workspace()->timeline();
        const TimelineView *view = timeline->view();
        AWAIT_VERIFY(!view->isFollowing());
        const TimeScale all =
            TimeScale::fitting(timeline->index().firstNs(), timeline->index().lastNs(), view->timeWidth());
        AWAIT_COMPARE(view->scale(), all);
    }

    void whateverWouldWriteIsOff()
    {
        const auto page = shownPage();
        ClientsPanel *clients = page->workspace()->clients();
        clients->view()->selectAll();
        for (const char *name : {"selectedAcquire", "selectedRelease", "selectedCrash", "selectedFaults",
                                 "selectedClose", "selectedRemove", "spawnButton"})
            QVERIFY2(!clients->findChild<QToolButton *>(QString::fromLatin1(name))->isEnabled(), name);
        for (const char *name : {"barSpawn", "barConnect", "barDisconnect"})
            QVERIFY(!page->workspace()->bar()->findChild<QPushButton *>(QString::fromLatin1(name))->isVisible());
        QSignalSpy release(page->workspace()->selection(), &Selection::releaseRequested);
        page->workspace()->goTo(u"/app/orders"_s, {page->workspace()->queue()->model()->pathAt(0)});
        QTest::keyClick(page->workspace()->queue()->view(), Qt::Key_Delete);
        QCOMPARE(release.size(), 0);
    }

    void aDamagedFileIsExplainedInPlaceWithItsLine()
    {
        QList<QByteArray> lines = test::contentOf(savedRecording()).split('\n');
        lines[4] = "{\"n\": what is this?}";
        const QString damaged = m_directory.filePath(u"damaged.lockscope"_s);
        QVERIFY(test::writeFile(damaged, lines.join('\n')));
        RecordingPage page(damaged);
        page.show();
        auto *state = page.findChild<EmptyState *>();
        AWAIT_COMPARE(state->title(), u"damaged.lockscope could not be opened"_s);
        QVERIFY2(state->sentence().contains(u"line 5"_s, Qt::CaseInsensitive), qPrintable(state->sentence()));
        QVERIFY(!page.workspace());
        QSignalSpy closed(&page, &RecordingPage::closeRequested);
        Q_EMIT state->buttonClicked();
        QCOMPARE(closed.size(), 1);
    }
};

} // namespace lockscope::ui::tst_recordingpage

LOCKSCOPE_TEST(lockscope::ui::tst_recordingpage::TestRecordingPage)
#include "tst_recordingpage.moc"
