// SPDX-License-Identifier: Apache-2.0
// Every lesson in the real window: its wrong acts are refused, its solution is done by clicks, and it is remembered.
#include "core/lessons/lessonfiles.h"
#include "core/lessons/lessonplay.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/lessons/lessonlist.h"
#include "ui/model/stepspanel.h"
#include "ui/shell/lessonflow.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"

namespace lockscope::ui::tst_lessonflow {

using namespace Qt::StringLiterals;
using State = LessonPanel::State;

class TestLessonFlow : public WindowTest
{
    Q_OBJECT

    LessonFlow *flow() const { return m_window->lessons(); }
    LessonPanel *panel() const { return flow()->panel(); }
    /// One step, as a reader takes it: a click on what can happen, or on what may go wrong.
    void takeByClick(const explore::Step &step) const
    {
        ModelPage *page = m_window->models()->page();
        const QString words = page->play()->play().words(step).shown();
        const qsizetype at = page->steps()->choices().indexOf(words);
        if (at >= 0) {
            auto *choice = page->steps()->findChild<QPushButton *>(u"choice-%1"_s.arg(at + 1));
            QVERIFY2(choice, qPrintable(words));
            QTest::mouseClick(choice, Qt::LeftButton);
            return;
        }
        auto *troubles = page->steps()->findChild<QLabel *>(u"troubles-%1"_s.arg(step.subject()));
        QVERIFY2(troubles, qPrintable(words));
        for (const ModelPlay::Trouble &trouble : page->play()->troubles(step.subject())) {
            if (trouble.step == step)
                return Q_EMIT troubles->linkActivated(explore::faultName(trouble.fault));
        }
        QFAIL(qPrintable(u"no such choice: "_s + words));
    }
    void takeByClicks(const std::vector<lessons::Deed> &deeds) const
    {
        ModelPage *page = m_window->models()->page();
        const auto steps = lessons::carryOut(deeds, *page->play()->ahead());
        QVERIFY2(steps, steps ? "" : qPrintable(steps.error().detail.english()));
        const size_t before = page->play()->taken();
        for (const explore::Step &step : *steps)
            takeByClick(step);
        QCOMPARE(page->play()->taken(), before + steps->size());
    }
    void doPage(const lessons::Page &page) const
    {
        if (page.question) {
            QStringList answers = page.question->answers;
            const bool isLarge = m_window->models()->page()->play()->play().clientCount() > 10;
            if (isLarge) // each answer takes seconds there: the herd first, which is right
                std::reverse(answers.begin(), answers.end());
            for (const QString &answer : answers) {
                click(u"answer-"_s + answer);
                if (panel()->state() == State::Done)
                    break;
                QCOMPARE(panel()->state(), State::Astray);
                QVERIFY(!panel()->outcome().isEmpty());
                click(u"lessonAgain"_s);
                QCOMPARE(panel()->state(), State::Open);
            }
        } else if (page.done) {
            if (!page.wrong.empty()) {
                takeByClicks(page.wrong);
                QCOMPARE(panel()->state(), page.refused ? State::Astray : State::Open);
                QVERIFY(!panel()->findChild<QPushButton *>(u"lessonNext"_s)->isEnabled());
                click(u"lessonAgain"_s);
                QCOMPARE(panel()->state(), State::Open);
            }
            takeByClicks(page.solution);
        }
        QCOMPARE(panel()->state(), State::Done);
    }

private Q_SLOTS:
    void init()
    {
        makeWindow();
        m_window->setRemembersLayout(false);
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void eachLessonIsDoneByClicks_data()
    {
        QTest::addColumn<QString>("id");
#ifdef LOCKSCOPE_SANITIZED // where a page with all of its panels takes seconds: one of each kind
        const QStringList ids{u"flag"_s, u"lost-reply"_s, u"puzzle"_s};
#else
        const QStringList ids = lessons::shippedLessons();
#endif
        for (const QString &id : ids) {
            if (lessons::loadLesson(id)->pages.front().model)
                QTest::newRow(qPrintable(id)) << id;
        }
    }

    void eachLessonIsDoneByClicks()
    {
        QFETCH(QString, id);
        flow()->open(id);
        QVERIFY(flow()->isOpen());
        QVERIFY(panel()->isVisible());
        const lessons::Lesson lesson = flow()->lesson();
        for (size_t number = 0; number < lesson.pages.size(); ++number) {
            QCOMPARE(flow()->page(), number);
            doPage(lesson.pages[number]);
            if (QTest::currentTestFailed())
                return;
            QVERIFY(m_settings->lessonReached(id) >= int(number) + (lesson.pages[number].isTask() ? 1 : 0));
            click(u"lessonNext"_s);
        }
        QVERIFY(!flow()->isOpen()); // and the list says that it is done
        QCOMPARE(m_settings->lessonReached(id), int(lesson.pages.size()));
        QVERIFY(m_window->findChild<LessonList *>());
        QVERIFY(!m_window->models()->page());
    }

    void theLessonWithServersIsDone()
    {
        flow()->open(u"leader"_s);
        const auto isReady = [&] {
            lessons::Condition all;
            all.holding = QStringList{u"client-0"_s};
            all.waiting = QStringList{u"client-1"_s, u"client-2"_s};
            return lessons::isMet(all, {&world()})
                   && std::any_of(world().servers().begin(), world().servers().end(),
                                  [](const journal::ServerReport &server) { return server.role == "leader"_L1; });
        };
        AWAIT_VERIFY(isReady());
        for (const size_t page : {size_t(0), size_t(1)}) {
            QCOMPARE(flow()->page(), page);
            QCOMPARE(panel()->state(), State::Open);
            while (panel()->state() == State::Open && !panel()->findChild<QPushButton *>(u"lessonHint"_s)->isHidden()) {
                const int shown = panel()->hintsShown();
                click(u"lessonHint"_s);
                if (panel()->hintsShown() == shown) // that was the solution
                    break;
            }
            AWAIT_COMPARE(panel()->state(), State::Done);
            click(u"lessonNext"_s);
        }
        QCOMPARE(panel()->state(), State::Done); // it is to be read
        click(u"lessonNext"_s);
        QVERIFY(!flow()->isOpen());
    }

    void aLessonBeginsFromTheStartPageAndGoesOnWhereItWasLeft()
    {
        click(u"startLearn"_s);
        auto *list = m_window->findChild<LessonList *>();
        QVERIFY(list);
        auto *rows = list->findChild<QListWidget *>();
        QCOMPARE(rows->count(), int(lessons::shippedLessons().size()));
        rows->setCurrentRow(int(lessons::shippedLessons().indexOf(u"crash"_s)));
        click(u"beginLesson"_s);
        AWAIT_VERIFY(flow()->isOpen());
        QCOMPARE(flow()->lesson().id, u"crash"_s);
        QVERIFY(m_window->windowTitle().contains(flow()->title()));
        doPage(flow()->lesson().pages[0]);
        click(u"lessonNext"_s);
        QCOMPARE(flow()->page(), size_t(1));
        flow()->close();
        QVERIFY(panel()->isHidden());
        flow()->open(u"crash"_s);
        QCOMPARE(flow()->page(), size_t(1));
        click(u"lessonBack"_s); // its model is as it was then
        QCOMPARE(flow()->page(), size_t(0));
        QCOMPARE(panel()->state(), State::Open);
        doPage(flow()->lesson().pages[0]);
    }

    void hintsComeOneByOneAndThenTheSolution()
    {
        flow()->open(u"crash"_s);
        const auto text = lessons::loadLessonText(u"crash"_s, u"en"_s);
        for (int shown = 1; shown <= text->pages[0].hints.size(); ++shown) {
            click(u"lessonHint"_s);
            QCOMPARE(panel()->hintsShown(), shown);
            QCOMPARE(panel()->state(), State::Open);
        }
        click(u"lessonHint"_s);
        QCOMPARE(panel()->state(), State::Done);
        QCOMPARE(panel()->outcome(), text->pages[0].done);
    }

    void whatIsClosedByHandEndsTheLesson()
    {
        flow()->open(u"crash"_s);
        m_window->models()->close();
        QVERIFY(!flow()->isOpen());
        QVERIFY(panel()->isHidden());
    }

    void aFileThatIsNoneIsSaid()
    {
        const QString file = m_dir.filePath(u"bad.json"_s);
        QVERIFY(test::writeFile(file, "{\"lockscope\": 1, \"kind\": \"lesson\", \"pages\": [{\"x\": 1}]}"));
        flow()->open(file);
        QVERIFY(!flow()->isOpen());
        QVERIFY(m_window->startPage()->banner()->text().contains(u"pages[0].x"_s));
    }

    void inPresentationOnlyWhatItIsAboutIsThere()
    {
        flow()->open(u"crash"_s);
        const int heightBefore = panel()->fontMetrics().height();
        m_window->setPresentation(true);
        QVERIFY(panel()->isVisible());
        QVERIFY(panel()->fontMetrics().height() > heightBefore);
        QCoreApplication::sendPostedEvents();
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= 1280 && least.height() <= 720,
                 qPrintable(u"%1 x %2"_s.arg(least.width()).arg(least.height())));
        doPage(flow()->lesson().pages[0]); // it works as before
        m_window->setPresentation(false);
        QCOMPARE(panel()->fontMetrics().height(), heightBefore);
    }
};

} // namespace lockscope::ui::tst_lessonflow

LOCKSCOPE_TEST(lockscope::ui::tst_lessonflow::TestLessonFlow)
#include "tst_lessonflow.moc"
