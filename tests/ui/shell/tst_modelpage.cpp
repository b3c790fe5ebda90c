// SPDX-License-Identifier: Apache-2.0
// A model in the window: driven by clicks and by numbers, taken back, branched, searched and saved.
#include "core/explore/setup.h"
#include "tests/support/await.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/modeldialog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/model/branchcomparison.h"
#include "ui/model/stepspanel.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"

#include <QTableWidget>

#include <algorithm>
#include <memory>

namespace lockscope::ui::tst_modelpage {

using namespace Qt::StringLiterals;
using locks::RecipeId;

class TestModelPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;

    static std::unique_ptr<ModelPage> shownPage(const explore::Setup &setup)
    {
        auto page = std::make_unique<ModelPage>(setup);
        page->resize(1280, 720);
        page->show();
        page->activateWindow();
        [&] { QVERIFY(QTest::qWaitForWindowActive(page.get(), test::patienceMs())); }(); // keys go to no other
        return page;
    }
    static void click(const QWidget &in, const QString &name)
    {
        auto *found = in.findChild<QPushButton *>(name);
        QVERIFY2(found, qPrintable(name));
        QTest::mouseClick(found, Qt::LeftButton);
    }
    static void runOn(ModelPage &page, ModelPlay::Until until)
    {
        QVERIFY(page.play()->runOn(ModelPlay::Order::AsSent, until));
    }
    static void crash(ModelPage &page, int client)
    {
        Q_EMIT page.steps()->findChild<QLabel *>(u"troubles-%1"_s.arg(client))->linkActivated(u"crash"_s);
    }
    /// All that the World shows of it, for comparing.
    static QString picture(ModelPage &page)
    {
        const journal::World &world = page.play()->world()->world();
        QStringList lines;
        for (const QString &lock : world.lockPaths()) {
            for (const locks::Contender &contender : world.queue(lock).contenders)
                lines += lock + u' ' + contender.node.name + u' ' + locks::contenderStateName(contender.state);
        }
        for (const auto &[id, client] : world.clients())
            lines += client.spec.name + u' ' + locks::lockStateName(client.state) + u' ' + client.node;
        return lines.join(u'\n');
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void whatIsChosenHappensAndIsShown()
    {
        const auto page = shownPage(explore::setupOf(RecipeId::Mutex, 2));
        QVERIFY(page->workspace()->connectionBanner()->title().contains(u"model"_s));
        QCOMPARE(page->play()->taken(), size_t(0));
        QVERIFY(page->steps()->choices().first().contains(u"client-0"_s));
        click(*page, u"choice-1"_s); // client-0's create arrives
        QCOMPARE(page->play()->taken(), size_t(1));
        AWAIT_COMPARE(page->workspace()->queue()->lockPath(), u"/lock"_s);
        QCOMPARE(page->workspace()->queue()->model()->rowCount(), 1);
        QTest::keyClick(page->steps(), Qt::Key_1); // the same by its number
        QCOMPARE(page->play()->taken(), size_t(2));
        runOn(*page, ModelPlay::Until::Holds);
        QVERIFY(picture(*page).contains(u"RETAINED"_s) || picture(*page).contains(u"holding"_s));
        QCOMPARE(page->steps()->findChild<QListWidget *>(u"takenSteps"_s)->count(), int(page->play()->taken()) + 1);
    }

    void whatIsTakenBackIsAsItWas()
    {
        const auto page = shownPage(explore::setupOf(RecipeId::Mutex, 3));
        QStringList pictures{picture(*page)};
        while (pictures.size() < 40 && !page->play()->play().possible().empty()) {
            page->play()->take(page->play()->play().possible().back());
            pictures += picture(*page);
        }
        QVERIFY(pictures.size() > 15);
        const QStringList choices = page->steps()->choices();
        for (qsizetype at = pictures.size() - 1; at > 0; --at) {
            page->steps()->actions().at(0)->trigger(); // undo
            QCOMPARE(page->play()->taken(), size_t(at - 1));
            QCOMPARE(picture(*page), pictures[at - 1]);
        }
        QVERIFY(!page->steps()->actions().at(0)->isEnabled());
        for (qsizetype at = 1; at < pictures.size(); ++at) {
            page->steps()->actions().at(1)->trigger(); // redo
            QCOMPARE(picture(*page), pictures[at]);
        }
        QVERIFY(!page->steps()->actions().at(1)->isEnabled());
        QCOMPARE(page->steps()->choices(), choices);
    }

    void whatIsChosenInsteadIsABranchBesideTheOther()
    {
        const auto page = shownPage(explore::setupOf(RecipeId::Mutex, 2));
        runOn(*page, ModelPlay::Until::Quiet);
        const size_t first = page->play()->taken();
        const QString end = picture(*page);
        page->play()->goTo(2);
        crash(*page, 0);
        QCOMPARE(page->play()->taken(), size_t(3));
        auto *branches = page->steps()->findChild<QComboBox *>(u"branches"_s);
        QCOMPARE(branches->count(), 2);
        QCOMPARE(branches->currentIndex(), 1);
        // Of the other branch nothing is left in the panels.
        auto *journal = page->workspace()->journal()->findChild<QTableView *>();
        QCOMPARE(journal->model()->rowCount(), int(page->play()->world()->journal().size()));
        page->play()->rename(branches->currentData().toULongLong(), u"a crash"_s);
        QVERIFY(branches->currentText().startsWith(u"a crash"_s));

        Q_EMIT branches->activated(0); // back to the first
        QCOMPARE(page->play()->branches().steps().size(), first);
        QCOMPARE(page->play()->taken(), size_t(3));
        page->play()->goTo(first);
        QCOMPARE(picture(*page), end);
    }

    void twoBranchesAreComparedAndAClickOnAStepGoesThere()
    {
        const auto page = shownPage(explore::setupOf(RecipeId::Mutex, 2));
        auto *compare = page->steps()->findChild<QPushButton *>(u"compareBranches"_s);
        runOn(*page, ModelPlay::Until::Quiet);
        QVERIFY(!compare->isEnabled()); // with what
        const auto first = page->play()->branches().steps();
        page->play()->goTo(2);
        crash(*page, 0);
        runOn(*page, ModelPlay::Until::Quiet);
        const auto second = page->play()->branches().steps();
        click(*page, u"compareBranches"_s);
        auto *dialog = page->steps()->findChild<BranchComparison *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *steps = dialog->findChild<QTableWidget *>();
        const auto longest = std::max(first.size(), second.size());
        QCOMPARE(steps->rowCount(), int(longest) - 2 + 1);
        QVERIFY2(steps->item(0, 1)->text().contains(u'2'), qPrintable(steps->item(0, 1)->text()));
        QCOMPARE(steps->item(1, 1)->text(), page->play()->words()[2].shown()); // the crash
        QVERIFY(steps->item(1, 1)->text() != steps->item(1, 2)->text());
        const auto outcome = [&](int side) { return dialog->findChild<QLabel *>(u"outcome-%1"_s.arg(side))->text(); };
        QVERIFY2(outcome(0).contains(u"crashed: client-0"_s), qPrintable(outcome(0)));
        QVERIFY2(outcome(1).contains(locks::lockStateText(locks::LockState::Retained).shown() + u": client-0"_s),
                 qPrintable(outcome(1)));
        QVERIFY(dialog->findChild<Banner *>(u"wrong-0"_s)->isHidden());

        Q_EMIT steps->cellClicked(1, 2); // the first step that only the older branch takes
        QCOMPARE(page->play()->taken(), size_t(3));
        QCOMPARE(page->play()->branches().steps(), first);
        Q_EMIT steps->cellClicked(0, 1); // where they part
        QCOMPARE(page->play()->taken(), size_t(2));
        QCOMPARE(page->play()->branches().steps(), second);

        page->play()->goTo(second.size());
        crash(*page, 1);
        QVERIFY2(outcome(0).contains(u"crashed: client-0, client-1"_s), qPrintable(outcome(0))); // it follows
        auto *branch = dialog->findChild<QComboBox *>(u"branch-1"_s);
        branch->setCurrentIndex(1);
        Q_EMIT branch->activated(1); // with itself
        QCOMPARE(steps->rowCount(), 1);
    }

    void theCursorOfTheTimeBarIsTheSame()
    {
        const auto page = shownPage(explore::setupOf(RecipeId::Mutex, 2));
        QVERIFY(page->play()->runOn(ModelPlay::Order::Fairly, ModelPlay::Until::Quiet));
        QSignalSpy moved(page->play(), &ModelPlay::moved);
        page->play()->world()->seek(page->play()->world()->firstPosition());
        QVERIFY(!moved.isEmpty());
        QCOMPARE(page->play()->taken(), size_t(0));
        QVERIFY(page->steps()->choices().first().contains(u"client-0"_s));
    }

    void whatBreaksItIsFoundAndShownAlsoBesideABranchThatDidNot()
    {
        const auto page = shownPage(explore::usualSetup(RecipeId::BrokenLostWakeup));
        QSignalSpy searched(page.get(), &ModelPage::searched);
        click(*page, u"findWhatBreaks"_s);
        QVERIFY(page->isSearching() || !searched.isEmpty());
        AWAIT_VERIFY(!searched.isEmpty());
        QVERIFY(page->play()->taken() > 5);
        QVERIFY(page->play()->taken() <= 25);
        QVERIFY(page->steps()->banner()->isVisibleTo(page.get()));
        const QString wrong = page->play()->play().wrong()->kind;
        QCOMPARE(page->steps()->banner()->title(), wrong);
        page->steps()->actions().at(0)->trigger(); // before its last step nothing is wrong yet
        QVERIFY(!page->steps()->banner()->isVisibleTo(page.get()));
        // It is told beside a branch in which nothing breaks, too.
        page->play()->goTo(0);
        runOn(*page, ModelPlay::Until::Quiet);
        click(*page, u"compareBranches"_s);
        const auto *dialog = page->steps()->findChild<BranchComparison *>();
        QVERIFY(dialog->findChild<Banner *>(u"wrong-0"_s)->isHidden());
        QCOMPARE(dialog->findChild<Banner *>(u"wrong-1"_s)->title(), wrong);
    }

    void aSearchIsCancelled()
    {
        explore::Setup setup = explore::setupOf(RecipeId::Mutex, 8);
        setup.clients.rounds = 4;
        const auto page = shownPage(setup);
        QSignalSpy searched(page.get(), &ModelPage::searched);
        click(*page, u"findWhatBreaks"_s);
        QVERIFY(page->steps()->choices().isEmpty()); // nothing is chosen meanwhile
        QTest::keyClick(page->steps(), Qt::Key_1);
        QCOMPARE(page->play()->taken(), size_t(0));
        click(*page, u"findWhatBreaks"_s);
        AWAIT_VERIFY(!searched.isEmpty());
        QCOMPARE(page->steps()->banner()->title(), u"The search was cancelled."_s);
        QVERIFY(!page->steps()->choices().isEmpty());
    }

    void aPageThatSearchesEnds()
    {
        auto page = shownPage(explore::setupOf(RecipeId::Mutex, 8));
        page->search();
        page.reset();
    }

    void itsStepsAreSavedAndOpenedInAnotherWindow()
    {
        QTemporaryDir home;
        Settings settings(home.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        window.show();
        window.models()->open(explore::usualSetup(RecipeId::BrokenPathOrder));
        ModelPage *page = window.models()->page();
        QVERIFY(page);
        QVERIFY(window.windowTitle().startsWith(u"Model of broken-path-order"_s));
        QVERIFY(page->play()->runOn(ModelPlay::Order::Fairly, ModelPlay::Until::Quiet));
        const QString before = picture(*page);
        const QString file = m_directory.filePath(u"steps.json"_s);
        QVERIFY(page->save(file));
        QVERIFY(page->save(m_directory.filePath(u"steps.lockscope"_s)));
        QVERIFY(!page->save(u"/nowhere/steps.json"_s));
        QVERIFY(!page->save(u"/nowhere/steps.lockscope"_s));
        window.models()->close();
        QVERIFY(!window.models()->page());
        QVERIFY(!window.windowTitle().contains(u"Model"_s));

        window.models()->openSchedule(file);
        QVERIFY(window.models()->page());
        QCOMPARE(picture(*window.models()->page()), before);
        QSignalSpy told(window.models(), &ModelFlow::bannerWanted);
        window.models()->openSchedule(m_directory.filePath(u"steps.lockscope"_s));
        QCOMPARE(told.size(), 1); // which is none; what is open stays
        QVERIFY(window.models()->page()->workspace()->messageBanner()->isVisibleTo(&window));
        QVERIFY(window.models()->page());
    }

    void theDialogKnowsWhatEachRecipeNeeds()
    {
        ModelDialog dialog;
        dialog.setRecipe(RecipeId::BrokenSilentLoss);
        QVERIFY(dialog.setup().faults[size_t(explore::Fault::Expire)] == 1);
        dialog.setRecipe(RecipeId::Mutex);
        QCOMPARE(dialog.setup().faults, explore::FaultCounts());
        dialog.findChild<QSpinBox *>(u"modelClients"_s)->setValue(4);
        dialog.findChild<QCheckBox *>(u"modelFault-crash"_s)->click();
        QCOMPARE(dialog.setup().clients.count, 4);
        QCOMPARE(dialog.setup().faults[size_t(explore::Fault::Crash)], 1);
        QVERIFY(dialog.problem().isEmpty());
    }
};

} // namespace lockscope::ui::tst_modelpage

LOCKSCOPE_TEST(lockscope::ui::tst_modelpage::TestModelPage)
#include "tst_modelpage.moc"
