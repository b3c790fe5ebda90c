// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/deadlockworld.h"
#include "tests/ui/uitest.h"
#include "ui/findings/findingsmodel.h"
#include "ui/findings/findingspanel.h"
#include "ui/selection/selection.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QClipboard>

namespace lockscope::ui::tst_findingspanel {

using namespace Qt::StringLiterals;

class TestFindingsPanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        Selection selection{&world};
        FindingsPanel panel{&world, &selection};
        QAbstractItemModelTester tester{panel.model(), QAbstractItemModelTester::FailureReportingMode::Fatal};

        Fixture()
        {
            panel.resize(300, 600);
            panel.show();
        }
        EmptyState *empty() const { return panel.findChild<EmptyState *>(); }
        int rows() const { return panel.model()->rowCount(); }
        /// A lock with one persistent contender.
        void stage(const QString &lock)
        {
            script.list(lock, {kazooName(1, false), kazooName(2, false)});
            script.resolve(lock, kazooName(1, false), SessionId{1});
            script.resolve(lock, kazooName(2, false), SessionId{}).flush();
        }
    };

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void emptyItSaysWhatWasCheckedAndWhatCouldNotBe()
    {
        Fixture f;
        QCOMPARE(f.empty()->title(), u"Nothing to check"_s);
        f.script.come(u"/a"_s, kazooName(1, false), SessionId{1}).flush();
        AWAIT_COMPARE(f.empty()->title(), u"Nothing found; sessions and watches not checked"_s);
        QVERIFY(f.empty()->sentence().contains(u"names and Stats of 1 lock"_s));
        QVERIFY(f.empty()->sentence().contains(u"sessions and watches were not checked"_s));
        journal::ServersProbed probed;
        probed.knowledge.askedAtNs = 1;
        probed.knowledge.allSessions = true;
        f.script.write(probed).flush();
        AWAIT_VERIFY(f.empty()->sentence().contains(u"Not every server reports its watches"_s));
        probed.knowledge.allWatches = true;
        f.script.write(probed).flush();
        AWAIT_VERIFY(f.empty()->sentence().contains(u"sessions and watches of 1 lock were checked"_s));
    }

    void findingsOfAllLocksStandTheGravestFirst()
    {
        Fixture f;
        makeUp(f.script);
        AWAIT_VERIFY(f.rows() > 0);
        int expected = 0;
        for (const QString &lock : f.world.world().lockPaths())
            expected += int(f.world.world().queue(lock).findings.size());
        QCOMPARE(f.rows(), expected);
        for (int row = 1; row < f.rows(); ++row)
            QVERIFY(f.panel.model()->at(row - 1).finding.severity >= f.panel.model()->at(row).finding.severity);
    }

    void onlyThoseOfTheSelectedLockIfAskedFor()
    {
        Fixture f;
        f.stage(u"/a"_s);
        f.stage(u"/b"_s);
        const int all = f.rows();
        QVERIFY(all >= 2);
        f.selection.setLock(u"/b"_s);
        QCOMPARE(f.rows(), all);
        f.selection.setOnlyThisLock(true);
        QVERIFY(f.rows() > 0 && f.rows() < all);
        for (int row = 0; row < f.rows(); ++row)
            QCOMPARE(f.panel.model()->at(row).lock, u"/b"_s);
        QCOMPARE(f.panel.model()->total(), all); // the heading counts all
        f.selection.setLock(u"/a"_s);
        QCOMPARE(f.panel.model()->at(0).lock, u"/a"_s);
        f.script.come(u"/c"_s, kazooName(1, false), SessionId{1}).flush();
        f.selection.setLock(u"/c"_s);
        AWAIT_COMPARE(f.rows(), 0);
        QVERIFY(f.empty()->sentence().contains(u"%1 findings are about other locks"_s.arg(all)));
    }

    void aDeadlockOfSeveralLocksIsToldOnceAndInEachOfThem()
    {
        Fixture f;
        stageDeadlock(f.script);
        for (int i = 0; i < 4; ++i) {
            f.script.write(f.script.probed()).flush();
            f.script.pass(1'500);
        }
        const auto deadlocks = [&f] {
            int count = 0;
            for (int row = 0; row < f.rows(); ++row)
                count += f.panel.model()->at(row).finding.id == u"deadlock"_s ? 1 : 0;
            return count;
        };
        QCOMPARE(deadlocks(), 1);
        QCOMPARE(f.panel.model()->at(0).finding.id, u"deadlock"_s); // the gravest
        QVERIFY(!f.panel.model()->at(0).finding.advice.isEmpty());
        f.selection.setOnlyThisLock(true);
        for (const QString &lock : {u"/pay/accounts"_s, u"/pay/ledger"_s, u"/pay/rates"_s}) {
            f.selection.setLock(lock);
            QCOMPARE(deadlocks(), 1);
        }
    }

    void showMeNamesTheLockAndItsNodes()
    {
        Fixture f;
        f.stage(u"/a"_s);
        QSignalSpy spy(&f.panel, &FindingsPanel::showRequested);
        auto *view = f.panel.view();
        AWAIT_VERIFY(view->isVisible());
        const QModelIndex index = f.panel.model()->index(0);
        QStyleOptionViewItem option;
        option.initFrom(view);
        option.font = view->font();
        option.rect = view->visualRect(index);
        const QRect link = qobject_cast<FindingsDelegate *>(view->itemDelegate())->linkRect(option, index);
        QVERIFY(option.rect.contains(link));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, link.center());
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.last().at(0).toString(), u"/a"_s);
        QCOMPARE(spy.last().at(1).toStringList(), QStringList(f.panel.model()->at(0).finding.nodes));
        view->setCurrentIndex(index);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(spy.size(), 2);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          option.rect.topLeft() + QPoint(60, 20)); // not on the link
        QCOMPARE(spy.size(), 2);
    }

    void aChosenFindingStaysChosenWhileOthersComeAndGo()
    {
        Fixture f;
        f.stage(u"/m"_s);
        f.panel.view()->setCurrentIndex(f.panel.model()->index(0));
        f.stage(u"/a"_s);
        f.stage(u"/z"_s);
        const int row = f.panel.view()->currentIndex().row();
        QCOMPARE(f.panel.model()->at(row).lock, u"/m"_s);
        QVERIFY(row > 0);
        f.script.vanish(u"/a"_s).flush();
        QCOMPARE(f.panel.model()->at(f.panel.view()->currentIndex().row()).lock, u"/m"_s);
        f.script.list(u"/m"_s, {}, {kazooName(2, false)}).flush();
        for (int i = 0; i < f.rows(); ++i)
            QVERIFY(f.panel.model()->at(i).lock != u"/m"_s);
    }

    void aLongTextIsWrappedIntoTheWidthAndTheCardGrows()
    {
        Fixture f;
        f.stage(u"/a"_s);
        AWAIT_VERIFY(f.panel.view()->isVisible());
        const QModelIndex index = f.panel.model()->index(0);
        const int narrow = f.panel.view()->visualRect(index).height();
        f.panel.resize(900, 600);
        AWAIT_VERIFY(f.panel.view()->visualRect(index).height() < narrow);
    }

    void whatIsCopiedHasTheSentenceTheNodesAndTheSessions()
    {
        Fixture f;
        f.stage(u"/a"_s);
        AWAIT_VERIFY(f.panel.view()->isVisible());
        buttonNamed(f.panel, u"Copy findings"_s)->click();
        const locks::Finding &finding = f.panel.model()->at(0).finding;
        for (const QString &part : {finding.text.shown(), finding.id, u"node "_s + finding.nodes.first()})
            QVERIFY2(QGuiApplication::clipboard()->text().contains(part), qPrintable(part));
    }

    void theHeadingIsToldHowManyThereAre()
    {
        Fixture f;
        QSignalSpy spy(&f.panel, &FindingsPanel::countsChanged);
        f.stage(u"/a"_s);
        AWAIT_VERIFY(!spy.isEmpty());
        const QList<QVariant> counts = spy.last();
        QCOMPARE(counts[0].toInt() + counts[1].toInt() + counts[2].toInt(), f.panel.model()->total());
    }
};

} // namespace lockscope::ui::tst_findingspanel

LOCKSCOPE_TEST(lockscope::ui::tst_findingspanel::TestFindingsPanel)
#include "tst_findingspanel.moc"
