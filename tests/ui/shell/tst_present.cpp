// SPDX-License-Identifier: Apache-2.0
// The window for the back row: what is presented, in which words, and type that grows by key and is remembered.
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/present/presentcaption.h"
#include "ui/queue/queueheader.h"
#include "ui/shell/dockframe.h"
#include "ui/theme/theme.h"
#include "ui/timetravel/scrubber.h"
#include "ui/timetravel/timebar.h"

#include <QMainWindow>

namespace lockscope::ui::tst_present {

using namespace Qt::StringLiterals;
using locks::LockState;

class TestPresent : public WindowTest
{
    Q_OBJECT

    const QString m_lock = u"/app/orders"_s;
    QString nodeOf(quint32 id) const { return m_lock + u'/' + lockName(int(id)); }
    /// With so many simulated clients, of which the first one holds.
    void stage(WorldScript &script, quint32 clients) const
    {
        script.observe(journal::Freshness::Live);
        for (quint32 id = 1; id <= clients; ++id) {
            spawn(script, id, m_lock);
            script.come(m_lock, lockName(int(id)), SessionId{0x1000 + id});
            setState(script, id, id == 1 ? LockState::Retained : LockState::Fetching, nodeOf(id));
            script.write(journal::ClientStep{ClientId{id}, locks::Step::Wait, nodeOf(id - 1)});
        }
        script.flush();
    }
    /// With the lock chosen.
    bool expose(Workspace *workspace) const
    {
        workspace->resize(1280, 720);
        workspace->show();
        const bool isExposed = QTest::qWaitForWindowExposed(workspace);
        workspace->locks()->selectLock(m_lock);
        return isExposed;
    }
    QAction *action(const QKeySequence &key) const
    {
        for (QAction *each : m_window->actions()) {
            if (each->shortcuts().contains(key))
                return each;
        }
        return nullptr;
    }

private Q_SLOTS:
    void init() { makeWindow(); }
    void cleanup() { m_window.reset(); }

    void theCaptionSaysWhoHoldsAndWhoIsNext()
    {
        LiveWorld world;
        WorldScript script(&world);
        QCOMPARE(captionOf(world.world(), {}), QString());
        stage(script, 1);
        QCOMPARE(captionOf(world.world(), m_lock), u"client-1 holds the lock."_s);
        stage(script, 2);
        QCOMPARE(captionOf(world.world(), m_lock), u"client-1 holds the lock, client-2 waits."_s);
        stage(script, 4);
        QCOMPARE(captionOf(world.world(), m_lock), u"client-1 holds the lock, client-2 is next of 3 that wait."_s);
        script.list(m_lock, {}, {lockName(1), lockName(2), lockName(3), lockName(4)});
        for (quint32 id = 1; id <= 4; ++id)
            setState(script, id, LockState::Free);
        script.flush();
        QCOMPARE(captionOf(world.world(), m_lock), u"The lock is free."_s);
    }

    void theCaptionTellsOfADeadHolderAndOfACircle()
    {
        LiveWorld world;
        WorldScript script(&world);
        stage(script, 2);
        script.write(journal::ClientFault{ClientId{1}, journal::Fault::Crash, 0}).flush();
        QCOMPARE(captionOf(world.world(), m_lock),
                 u"client-1 has died, its lock is still there, and 1 waits for it."_s);

        LiveWorld entangled;
        WorldScript more(&entangled);
        const QStringList paths{u"/a"_s, u"/b"_s};
        for (const quint32 id : {1, 2}) {
            journal::ClientSpawned spawned;
            spawned.id = ClientId{id};
            spawned.name = id == 1 ? u"A"_s : u"B"_s;
            spawned.recipe = locks::RecipeId::Multi;
            spawned.lock = u"/a"_s;
            spawned.paths = paths;
            more.write(spawned);
            more.write(journal::ClientConnection{ClientId{id}, ConnectionState::Connected, SessionId{0x1000 + id}});
        }
        more.come(u"/a"_s, lockName(1), SessionId{0x1001});
        more.come(u"/b"_s, lockName(1), SessionId{0x1002});
        more.come(u"/a"_s, lockName(2), SessionId{0x1002}).flush();
        QCOMPARE(captionOf(entangled.world(), u"/a"_s), u"A holds the lock, B waits."_s);
        more.come(u"/b"_s, lockName(2), SessionId{0x1001}).flush();
        QCOMPARE(captionOf(entangled.world(), u"/a"_s), u"A and B wait for one another."_s);
        QCOMPARE(captionOf(entangled.world(), u"/b"_s), u"A and B wait for one another."_s);
    }

    void theActorIsWhoDidSomethingLast()
    {
        LiveWorld world;
        WorldScript script(&world);
        QVERIFY(newestActor(world, m_lock).isNull());
        stage(script, 3);
        QCOMPARE(newestActor(world, m_lock), ClientId{3});
        script.write(journal::ClientFault{ClientId{2}, journal::Fault::Pause, 0}).flush();
        QCOMPARE(newestActor(world, m_lock), ClientId{2});
        world.step(-1);
        QCOMPARE(newestActor(world, m_lock), ClientId{3}); // at the cursor
        QVERIFY(newestActor(world, u"/app/other"_s).isNull());
    }

    void oneViewASentenceAndALineOfTheRecipeAreLeft()
    {
        LiveWorld world;
        WorldScript script(&world);
        stage(script, 3);
        Workspace shown(&world);
        QVERIFY(expose(&shown));
        QVERIFY(shown.caption()->isHidden());
        shown.setPresenting(true);
        QVERIFY(shown.stage()->isVisible());
        QVERIFY(shown.stage()->isPresenting());
        QVERIFY(shown.caption()->isVisible());
        QCOMPARE(shown.caption()->sentence(), u"client-1 holds the lock, client-2 is next of 2 that wait."_s);
        QVERIFY2(shown.caption()->line().startsWith(u"client-3: "_s), qPrintable(shown.caption()->line()));
        for (const QWidget *dock :
             std::initializer_list<const QWidget *>{shown.locks(), shown.clients(), shown.timeline()})
            QVERIFY(!dock->isVisible());
        // What is chosen is followed.
        shown.selection()->setClient(ClientId{2});
        AWAIT_VERIFY(shown.caption()->line().startsWith(u"client-2: "_s));
        // Another view takes its place.
        for (QAction *go : shown.goActions()) {
            if (go->text() == "Timeline"_L1)
                go->trigger();
        }
        QVERIFY(shown.timeline()->isVisible());
        QVERIFY(!shown.stage()->isVisible());
        shown.goTo(Workspace::View::Stage);
        QVERIFY(shown.stage()->isVisible());
        QVERIFY(!shown.timeline()->isVisible());
        // Of a banner the title is enough.
        shown.connectionBanner()->show(Banner::Severity::Warning, u"A recording"_s, u"Begun yesterday."_s);
        const auto isShown = [&shown](const QString &text) {
            const auto labels = shown.connectionBanner()->findChildren<QLabel *>();
            return std::ranges::any_of(
                labels, [&text](const QLabel *label) { return label->isVisible() && label->text() == text; });
        };
        QVERIFY(isShown(u"A recording"_s));
        QVERIFY(!isShown(u"Begun yesterday."_s));
        // A scenario has a sentence of its own.
        shown.scenario()->showRunning(u"A queue of three"_s, u"They wait."_s, 3, true);
        QVERIFY(!shown.caption()->findChild<QLabel *>(u"presentSentence"_s)->isVisible());
        shown.setPresenting(false);
        QVERIFY(shown.view() == Workspace::View::Queue); // as before
        QVERIFY(shown.locks()->isVisible());
        QVERIFY(shown.clients()->isVisible());
        QVERIFY(shown.caption()->isHidden());
        QVERIFY(isShown(u"Begun yesterday."_s));
        for (DockFrame *dock : shown.findChildren<DockFrame *>()) { // its tab is the heading of one among tabs
            const auto *window = qobject_cast<QMainWindow *>(dock->parentWidget());
            const bool hasHeading = qobject_cast<PanelHeading *>(dock->titleBarWidget());
            QVERIFY2(hasHeading == window->tabifiedDockWidgets(dock).isEmpty(), qPrintable(dock->windowTitle()));
        }
    }

    void aFindingIsSaidWithoutItsNodes()
    {
        locks::Finding finding;
        finding.text = Text::verbatim(u"A believes that it holds."_s);
        finding.nodes = {u"/a/node-1"_s};
        FindingsStrip strip;
        strip.setFindings({finding});
        const auto isShown = [&strip](const QString &text) {
            return std::ranges::any_of(strip.findChildren<QLabel *>(), [&](const QLabel *label) {
                return label->isVisibleTo(&strip) && label->text() == text;
            });
        };
        QVERIFY(isShown(u"node-1"_s));
        strip.setPresenting(true);
        QVERIFY(!isShown(u"node-1"_s));
        QVERIFY(isShown(finding.text.english()));
        strip.setPresenting(false);
        QVERIFY(isShown(u"node-1"_s));
    }

    /// Whatever height is left: of rows the gauge would take one.
    void aStageSaysWhatTheLastReleaseSetOff()
    {
        LiveWorld world;
        WorldScript script(&world);
        stage(script, 3);
        Workspace shown(&world);
        QVERIFY(expose(&shown));
        const auto putBack = qScopeGuard([] { setTypeScale(1); });
        setTypeScale(2.5);
        shown.setPresenting(true);
        const auto *gauge = shown.queue()->findChild<QWidget *>(u"herdGauge"_s);
        QVERIFY(!gauge->isVisible()); // no client has left yet
        setState(script, 1, LockState::Released);
        script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, nodeOf(1)});
        setState(script, 2, LockState::Retained, nodeOf(2));
        script.flush();
        AWAIT_VERIFY(gauge->isVisible());
        shown.goTo(Workspace::View::Queue);
        AWAIT_VERIFY(!gauge->isVisible());
    }

    void whatTheRunIsAboutStandsBelow()
    {
        LiveWorld world;
        WorldScript script(&world);
        stage(script, 3);
        script.write(journal::RunStarted{u"a run"_s, 1, R"({"about": "Each waits for the one before it."})"}).flush();
        Workspace shown(&world);
        QVERIFY(expose(&shown));
        shown.setPresenting(true);
        QCOMPARE(shown.caption()->about(), u"Each waits for the one before it."_s);
        QVERIFY(!shown.caption()->sentence().isEmpty());
        // Of two locks each has a head line of its own.
        script.write(journal::RunStarted{u"a duel"_s, 1, "{}", {m_lock, u"/other"_s}}).flush();
        AWAIT_VERIFY(shown.caption()->about().startsWith(u"The same clients on both sides."_s));
        QCOMPARE(shown.caption()->sentence(), QString());
        // A scenario that goes on has sentences of its own.
        shown.scenario()->showRunning(u"A duel"_s, {}, 3, false);
        QVERIFY(shown.caption()->isHidden());
    }

    /// What large type has taken of it.
    void theStripOfTimeHasItsWholeWidthAgain()
    {
        LiveWorld world;
        WorldScript script(&world);
        stage(script, 3);
        TimeBar bar(&world);
        bar.resize(1280, bar.sizeHint().height());
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        const int usual = bar.scrubber()->width();
        const auto putBack = qScopeGuard([] { setTypeScale(1); });
        setTypeScale(2);
        AWAIT_VERIFY(bar.scrubber()->width() < usual);
        setTypeScale(1);
        AWAIT_COMPARE(bar.scrubber()->width(), usual);
    }

    void theStepThatWaitsForAKeyIsSaidOrLeftToBeGuessed()
    {
        ScenarioStrip strip;
        const auto *ahead = strip.findChild<ElidedLabel *>(u"scenarioAhead"_s);
        strip.showRunning(u"A queue"_s, {}, 9, true);
        QVERIFY(!ahead->isHidden());
        QCOMPARE(ahead->whole(), QString());
        strip.showAhead(3, u"B asks for the lock"_s);
        QCOMPARE(ahead->whole(), u"Space: step 4 of 9: B asks for the lock"_s);
        strip.showAhead(3, {});
        QCOMPARE(ahead->whole(), u"Space: step 4 of 9. What happens?"_s);
        strip.showRunning(u"A queue"_s, {}, 9, false);
        QVERIFY(ahead->isHidden()); // it goes on by itself
    }

    void f11PresentsWithTheWholeScreen()
    {
        m_window->show();
        QAction *present = action(QKeySequence(Qt::Key_F11));
        QVERIFY(present);
        QVERIFY(present->shortcuts().contains(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)));
        present->trigger();
        QVERIFY(m_window->isPresentation());
        QVERIFY(m_window->isFullScreen());
        QCOMPARE(typeScale(), 1.0); // the start page is not for the back row
        present->trigger();
        QVERIFY(!m_window->isPresentation());
        QVERIFY(!m_window->isFullScreen());
    }

    void typeGrowsByKeyAndIsRemembered()
    {
        const int height = m_window->startPage()->fontMetrics().height();
        action(QKeySequence(Qt::CTRL | Qt::Key_Plus))->trigger();
        action(QKeySequence(Qt::CTRL | Qt::Key_Plus))->trigger();
        QVERIFY(m_window->startPage()->fontMetrics().height() > height);
        QCOMPARE(m_settings->typeScale(), typeScale());
        action(QKeySequence(Qt::CTRL | Qt::Key_Minus))->trigger();
        QVERIFY(qAbs(typeScale() - 1.1) < 0.001);
        for (int i = 0; i < 20; ++i)
            m_window->stepType(1);
        QCOMPARE(typeScale(), Settings::largestType);
        action(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0))->trigger();
        QCOMPARE(typeScale(), 1.0);
        QCOMPARE(m_window->startPage()->fontMetrics().height(), height);
    }

    void whatIsNoSizeOfTypeIsTakenForTheUsual()
    {
        QFile file(m_dir.filePath(u"odd.ini"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[window]\ntypeScale=-3\n");
        file.close();
        QCOMPARE(Settings(file.fileName()).typeScale(), 1.0);
    }
};

} // namespace lockscope::ui::tst_present

LOCKSCOPE_TEST(lockscope::ui::tst_present::TestPresent)
#include "tst_present.moc"
