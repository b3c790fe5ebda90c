// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/dialogs/dueldialog.h"
#include "ui/dialogs/verdictdialog.h"
#include "ui/shell/scenarioflow.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QComboBox>
#include <QSpinBox>
#include <QTableWidget>

namespace lockscope::ui::tst_scenarioflow {

using namespace Qt::StringLiterals;

class TestScenarioFlow : public QObject
{
    Q_OBJECT

    static lab::Verdict verdict()
    {
        lab::Verdict verdict;
        verdict.title = u"The holder crashes"_s;
        const auto row = [](const QString &key, const Text &what, int expected, int found) {
            return lab::Verdict::Row{key, what, Text::verbatim(QString::number(expected)),
                                     Text::verbatim(QString::number(found)), expected == found};
        };
        verdict.rows = {row(u"violations"_s, lab::measureInfo(lab::Measure::Violations).text, 0, 0),
                        row(u"belief_overlaps"_s, lab::measureInfo(lab::Measure::BeliefOverlaps).text, 0, 2),
                        row(u"locks./a/b.c.watch_events"_s,
                            Text::en("%1: %2").arg(u"/a/b.c"_s, lab::measureInfo(lab::Measure::WatchEvents).text), 1,
                            1)};
        verdict.result.acquired = 5;
        verdict.result.timedOut = 1;
        return verdict;
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void theResultShowsEachExpectationBesideWhatWasFound()
    {
        VerdictDialog dialog(verdict());
        QCOMPARE(dialog.findChild<Pill *>(u"verdict"_s)->text(), u"1 of 3 expectations not met"_s);
        const auto *table = dialog.findChild<QTableWidget *>(u"expectations"_s);
        QCOMPARE(table->rowCount(), 3);
        QCOMPARE(table->item(2, 1)->text(), u"/a/b.c: watch events"_s);
        QCOMPARE(table->item(1, 1)->text(), u"belief overlaps"_s);
        QCOMPARE(table->item(1, 2)->text(), u"0"_s);
        QCOMPARE(table->item(1, 3)->text(), u"2"_s);
        QCOMPARE(table->item(0, 0)->data(Qt::AccessibleTextRole).toString(), u"met"_s);
        QCOMPARE(table->item(1, 0)->data(Qt::AccessibleTextRole).toString(), u"not met"_s);
        QCOMPARE(figuresText(verdict().result), u"5 acquired, 1 timed out, 0 failed"_s);
    }

    void anyTwoRecipesThatShareAKindOfServerMakeADuel()
    {
        DuelDialog dialog;
        auto *first = dialog.findChild<QComboBox *>(u"duelFirst"_s);
        auto *second = dialog.findChild<QComboBox *>(u"duelSecond"_s);
        const auto choose = [](QComboBox *side, const QString &name) { side->setCurrentIndex(side->findData(name)); };
        QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
        QCOMPARE(second->findData(u"multi"_s), -1); // takes several locks as one
        choose(first, u"mutex"_s);
        QCOMPARE(dialog.problem(), u"A duel is of two different recipes."_s);
        QVERIFY(!dialog.okButton()->isEnabled());
        choose(second, u"redis-set-px"_s);
        QVERIFY2(dialog.problem().contains(u"needs one kind of server"_s), qPrintable(dialog.problem()));
        choose(first, u"none"_s);
        QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
        dialog.findChild<QSpinBox *>(u"duelClients"_s)->setValue(3);
        const auto duel = dialog.duel();
        QVERIFY(duel);
        QCOMPARE(duel->backend, locks::Backend::Redis);
        QCOMPARE(duel->clientNames().size(), 6);
        QVERIFY(duel->clients.first().withoutLock);
    }

    void aRunWithoutALockSaysSo()
    {
        lab::Verdict unlocked = verdict();
        unlocked.rows[1].ok = true;
        unlocked.result.recipe = u"none"_s;
        unlocked.result.acquired = 200;
        QCOMPARE(figuresText(unlocked.result), u"No lock was taken: 200 went on at once"_s);
        QCOMPARE(VerdictDialog(unlocked).findChild<Pill *>(u"verdict"_s)->text(), u"As expected without a lock"_s);
        QCOMPARE(verdictRole(unlocked), Role::Neutral);
    }

    void orderNumbersAreShownAndThoseGivenOutTwiceStandOut()
    {
        const auto reds = [](const QList<lab::Stamp> &stamps, QString *told) {
            lab::Verdict numbered = verdict();
            numbered.stamps = stamps;
            VerdictDialog dialog(numbered);
            dialog.show();
            auto *wall = dialog.findChild<QWidget *>(u"numbers"_s);
            *told = wall ? wall->accessibleName() : QString();
            const QImage image = wall ? wall->grab().toImage() : QImage();
            int count = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixelColor(x, y) == themeFor(dialog.palette()).wrong.fill ? 1 : 0;
            }
            return count;
        };
        QString told;
        QCOMPARE(reds({}, &told), 0);
        QCOMPARE(told, QString());
        QCOMPARE(reds({{u"A"_s, 1}, {u"B"_s, 2}, {u"C"_s, 3}}, &told), 0);
        QCOMPARE(told, u"0 of 3 order numbers had been given out before"_s);
        const int one = reds({{u"A"_s, 1}, {u"B"_s, 2}, {u"C"_s, 2, true}}, &told);
        QVERIFY(one > 0);
        QCOMPARE(told, u"1 of 3 order numbers had been given out before"_s);
        QVERIFY(reds({{u"A"_s, 1}, {u"B"_s, 1, true}, {u"C"_s, 1, true}}, &told) > one);
    }

    void aStepThatFailedIsToldWithItsLine()
    {
        lab::Verdict failed = verdict();
        failed.failed = {2, 9, Text::verbatim(u"until B is RETAINED"_s),
                         Error{ErrorCode::InvalidInput, {}, {}, Text::verbatim(u"It waits still."_s)}};
        QCOMPARE(verdictText(failed), u"Step 3 was not carried out"_s);
        VerdictDialog dialog(failed);
        dialog.show();
        const auto banners = dialog.findChildren<Banner *>();
        QVERIFY(std::any_of(banners.begin(), banners.end(), [](const Banner *banner) {
            return banner->title() == u"Step 3, line 9: until B is RETAINED"_s
                   && banner->text().contains(u"It waits still."_s);
        }));
    }

    void theStripCountsTheStepsAndKeepsTheVerdict()
    {
        ScenarioStrip strip;
        QVERIFY(strip.isHidden());
        strip.showRunning(u"The holder crashes"_s, u"A dies without a word; its node goes with its session."_s, 6,
                          true);
        strip.showStep(2, u"B and C ask for the lock"_s);
        QCOMPARE(strip.text(), u"Step 3 of 6: B and C ask for the lock"_s);
        QSignalSpy stopped(&strip, &ScenarioStrip::stopClicked);
        strip.findChild<QPushButton *>(u"stopScenario"_s)->click();
        QCOMPARE(stopped.size(), 1);
        const auto *conclusion = strip.findChild<QLabel *>(u"conclusion"_s);
        QVERIFY(conclusion->isHidden());
        lab::Verdict over = verdict();
        over.conclusion.text = Text::verbatim(u"B was served."_s);
        strip.showResult(over);
        QCOMPARE(strip.text(), u"1 of 3 expectations not met"_s);
        QVERIFY(!conclusion->isHidden());
        QCOMPARE(conclusion->text(), u"B was served."_s);
        QVERIFY(strip.findChild<QPushButton *>(u"stopScenario"_s)->isHidden());
        QVERIFY(!strip.findChild<QPushButton *>(u"scenarioResult"_s)->isHidden());
    }
};

} // namespace lockscope::ui::tst_scenarioflow

LOCKSCOPE_TEST(lockscope::ui::tst_scenarioflow::TestScenarioFlow)
#include "tst_scenarioflow.moc"
