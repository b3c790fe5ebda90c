// SPDX-License-Identifier: Apache-2.0
// A scenario as a lecture, in the real window on a real sandbox: begun on the start page, a step at a time by Space, a
// step back and on again, and its last picture in sight when it is over.
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/verdictdialog.h"

namespace lockscope::ui::tst_lecture {

using namespace Qt::StringLiterals;

class TestLecture : public WindowTest
{
    Q_OBJECT

    ScenarioStrip *strip() const { return workspace()->scenario(); }
    bool says(const QString &text) const { return strip()->text().contains(text); }
    /// Of those who hold by what the server has.
    int holders() const { return int(world().queue(u"/lockscope/queue-of-five"_s).holders.size()); }
    void back() const { strip()->findChild<QToolButton *>(u"scenarioBack"_s)->click(); }
    QString holder() const
    {
        for (const auto &[id, client] : world().clients()) {
            if (client.holds())
                return client.spec.name;
        }
        return {};
    }
    /// Until it says so; only the step that is to be begun next is begun, however often.
    bool goesOnTo(const QString &text) const
    {
        if (says(text))
            return true;
        next();
        return false;
    }
    void next() const { m_window->scenarios()->actions().first()->trigger(); }

private Q_SLOTS:
    void initTestCase()
    {
        makeWindow();
        m_window->scenarios()->setPace(ScenarioFlow::byHand);
        m_window->show();
    }

    void cleanupTestCase() { m_window.reset(); }

    void oneClickOnTheStartPageListsThemAndOneBegins()
    {
        QMenu *menu = m_window->startPage()->scenarioMenu();
        Q_EMIT menu->aboutToShow();
        const auto actions = menu->actions();
        const auto five = std::ranges::find(actions, u"A queue of five"_s,
                                            [](const QAction *action) { return action->text().remove(u'&'); });
        QVERIFY(five != actions.end());
        QVERIFY((*five)->toolTip().contains(u"in the order in which they came"_s));
        (*five)->trigger();
        AWAIT_VERIFY(m_window->isOpen());
        AWAIT_VERIFY(strip()->isVisible());
        QCOMPARE(workspace()->view(), Workspace::View::Stage); // which the scenario asks for
    }

    void eachDeedWaitsForSpaceAndIsSaidInWords()
    {
        QVERIFY(says(u"Starting"_s)); // nothing was done yet
        QCOMPARE(m_window->scenarios()->actions().first()->shortcut(), QKeySequence(Qt::Key_Space));
        AWAIT_COMPARE(world().clients().size(), size_t(5));
        // Pressed before all of them are there it has no effect.
        AWAIT_VERIFY(goesOnTo(u"of 19"_s));
        AWAIT_VERIFY(says(u"Step 2 of 19: until A holds"_s)); // goes on by itself to what came of it
        const auto *ahead = strip()->findChild<ElidedLabel *>(u"scenarioAhead"_s);
        AWAIT_VERIFY(ahead->whole().startsWith(u"Space: step 3 of 19: B asks for the lock"_s));
        m_window->scenarios()->setHidesNext(true);
        QCOMPARE(ahead->whole(), u"Space: step 3 of 19. What happens?"_s);
        m_window->scenarios()->setHidesNext(false);
        AWAIT_COMPARE(holder(), u"A"_s);
        AWAIT_VERIFY(holders() == 1);
        AWAIT_VERIFY(goesOnTo(u"Step 4 of 19"_s));
    }

    void aStepBackShowsWhatWasBeforeAndTheNextGoesOn()
    {
        back();
        QVERIFY(m_window->world()->isRewound());
        QVERIFY2(says(u"Back at step 3 of 19: B asks for the lock"_s), qPrintable(strip()->text()));
        back();
        QVERIFY2(says(u"Back at step 2 of 19"_s), qPrintable(strip()->text()));
        for (int i = 0; i < 5 && m_window->world()->isRewound(); ++i)
            next();
        QVERIFY(!m_window->world()->isRewound());
        QVERIFY(says(u"Step 4 of 19"_s));
    }

    void whenItIsOverItsLastPictureStays()
    {
        AWAIT_VERIFY((next(), says(u"As expected"_s)));
        QVERIFY(!m_window->findChild<VerdictDialog *>()); // it would stand before the picture
        QVERIFY(strip()->findChild<QLabel *>(u"conclusion"_s)->text().startsWith(u"Five clients were served"_s));
        AWAIT_VERIFY(m_window->world()->isRewound());
        QCOMPARE(holder(), u"E"_s);
        QCOMPARE(holders(), 1);
        QVERIFY(!workspace()->timeline()->view()->isFollowing()); // else what was would be out of its sight
        // The observer lists the lock once more when the run is over.
        AWAIT_VERIFY(m_window->world()->head().queue(u"/lockscope/queue-of-five"_s).holders.empty());
        back();
        QCOMPARE(holder(), QString()); // D has let go, and E does not hold yet
        next();
        QCOMPARE(holder(), u"E"_s);
        m_window->scenarios()->setPace(std::chrono::milliseconds(0));
    }

    void anotherOneReturnsToThePresent()
    {
        const LiveWorld *world = m_window->world();
        const qint64 before = world->positionNs(); // at the end of the one before
        // On a loaded machine the connection may have been lost for a moment, and then none is run.
        AWAIT_COMPARE(world->head().connection().state, ConnectionState::Connected);
        m_window->scenarios()->open(u"broken-foreign-child"_s);
        QVERIFY2(!says(u"As expected"_s), "it did not begin");
        AWAIT_VERIFY(says(u"As expected"_s));
        strip()->findChild<QPushButton *>(u"scenarioResult"_s)->click();
        auto *verdict = m_window->findChild<VerdictDialog *>();
        QVERIFY(verdict);
        verdict->reject();
        // The Timeline shows this run, and not the one before.
        AWAIT_VERIFY(world->isRewound());
        const TimelineView *timeline = workspace()->timeline()->view();
        const auto seenNs = [timeline](double share) {
            return timeline->scale().nsAt(share * timeline->viewport()->width());
        };
        QVERIFY(seenNs(0.3) > before);
        QVERIFY(seenNs(1) > world->positionNs());
    }
};

} // namespace lockscope::ui::tst_lecture

LOCKSCOPE_TEST(lockscope::ui::tst_lecture::TestLecture)
#include "tst_lecture.moc"
