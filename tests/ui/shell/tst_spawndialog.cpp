// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/dialogs/recipelist.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/dialogs/spawnfields.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QDoubleSpinBox>
#include <QLayout>

namespace lockscope::ui::tst_spawndialog {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using locks::RecipeId;

class TestSpawnDialog : public QObject
{
    Q_OBJECT

    template<typename T>
    static T *child(const QWidget &dialog, const char *name)
    {
        auto *found = dialog.findChild<T *>(QString::fromLatin1(name));
        Q_ASSERT(found);
        return found;
    }
    static bool shows(const QWidget &dialog, const char *name)
    {
        return child<QWidget>(dialog, name)->isVisibleTo(&dialog);
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void itTakesTheSelectedLockOrTheDemoLock()
    {
        QCOMPARE(SpawnDialog({}, {}).request().lock, u"/lockscope/demo"_s);
        QCOMPARE(SpawnDialog({}, u"/app/orders"_s).request().lock, u"/app/orders"_s);
    }

    void itKeepsWhatItWasGiven()
    {
        lab::SpawnRequest values;
        values.count = 12;
        values.recipe = RecipeId::ReadWrite;
        values.dialect = locks::Dialect::Curator;
        values.writers = 0.25;
        values.hold = {lab::HoldTime::Kind::Random, 500ms, 1500ms};
        values.acquireTimeout = 2500ms;
        values.sessionTimeout = 4000ms;
        values.rounds = 0;
        values.acquireAtOnce = false;
        values.namePrefix = u"job-"_s;
        const lab::SpawnRequest read = SpawnDialog(values, u"/a"_s).request();
        QCOMPARE(read.count, 12);
        QCOMPARE(read.recipe, values.recipe);
        QCOMPARE(read.dialect, values.dialect);
        QCOMPARE(read.writers, 0.25);
        QCOMPARE(read.hold.kind, values.hold.kind);
        QCOMPARE(read.hold.min, 500ms);
        QCOMPARE(read.hold.max, 1500ms);
        QCOMPARE(read.acquireTimeout, std::optional(2500ms));
        QCOMPARE(read.sessionTimeout, std::optional(4000ms));
        QVERIFY(!SpawnDialog({}, u"/a"_s).request().sessionTimeout);
        QCOMPARE(read.rounds, 0);
        QVERIFY(!read.acquireAtOnce);
        QCOMPARE(read.namePrefix, u"job-"_s);
    }

    void eachRecipeShowsItsOptionsAndItsDialectsAndNoOthers_data()
    {
        QTest::addColumn<int>("id");
        for (const locks::RecipeInfo &recipe : locks::recipeCatalog())
            QTest::newRow(qPrintable(recipe.name)) << int(recipe.id);
    }
    void eachRecipeShowsItsOptionsAndItsDialectsAndNoOthers()
    {
        QFETCH(int, id);
        const locks::RecipeInfo &recipe = locks::recipeInfo(RecipeId(id));
        SpawnDialog dialog({}, u"/x"_s);
        child<RecipeList>(dialog, "recipe")->setRecipe(recipe.id);
        QCOMPARE(shows(dialog, "lock"), !recipe.options.paths);
        QCOMPARE(shows(dialog, "paths"), recipe.options.paths);
        QCOMPARE(shows(dialog, "sorted"), recipe.options.paths && recipe.isSound());
        QCOMPARE(shows(dialog, "writers"), recipe.options.writers);
        QCOMPARE(shows(dialog, "leases"), recipe.options.leases);
        QCOMPARE(shows(dialog, "entries"), recipe.options.entries);
        QCOMPARE(shows(dialog, "threads"), recipe.options.threads);
        auto *dialect = child<QComboBox>(dialog, "dialect");
        QCOMPARE(dialect->count(), recipe.dialects.size());
        for (const locks::Dialect one : recipe.dialects)
            QVERIFY(dialect->findData(int(one)) >= 0);
        QCOMPARE(dialog.findChild<RecipeCard *>()->saysBroken(), !recipe.isSound());
        // Whatever was chosen before, it can be spawned as it stands.
        QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
        QCOMPARE(dialog.request().recipe, recipe.id);
    }

    void brokenRecipesStandUnderAHeadingOfTheirOwnAfterAllSoundOnes()
    {
        RecipeList list;
        bool broken = false;
        int headings = 0;
        for (int row = 0; row < list.count(); ++row) {
            const QListWidgetItem *item = list.item(row);
            if (!(item->flags() & Qt::ItemIsSelectable)) {
                ++headings;
                broken = item->text() == "Broken on purpose"_L1;
                continue;
            }
            list.setCurrentRow(row);
            QCOMPARE(locks::recipeInfo(list.recipe()).isSound(), !broken);
            QCOMPARE(item->data(Qt::AccessibleTextRole).toString().contains(u"broken on purpose"_s), broken);
        }
        QCOMPARE(headings, 2);
        QVERIFY(broken);
    }

    void aBrokenRecipeIsShownInItsScenario()
    {
        SpawnDialog dialog({}, u"/x"_s);
        auto *list = child<RecipeList>(dialog, "recipe");
        list->setRecipe(RecipeId::Mutex);
        QVERIFY(!shows(dialog, "showHowItBreaks"));
        list->setRecipe(RecipeId::BrokenSilentLoss);
        QVERIFY(shows(dialog, "showHowItBreaks"));
        QSignalSpy asked(&dialog, &SpawnDialog::scenarioRequested);
        child<QPushButton>(dialog, "showHowItBreaks")->click();
        QCOMPARE(asked.first().first().toString(), u"broken-silent-loss"_s);
    }

    void whatWasTypedForOneRecipeIsThereWhenItComesBack()
    {
        SpawnDialog dialog({}, u"/x"_s);
        auto *list = child<RecipeList>(dialog, "recipe");
        list->setRecipe(RecipeId::Semaphore);
        child<QSpinBox>(dialog, "leases")->setValue(5);
        list->setRecipe(RecipeId::Mutex);
        QCOMPARE(dialog.request().leases, 1);
        list->setRecipe(RecipeId::Semaphore);
        QCOMPARE(dialog.request().leases, 5);
    }

    void severalLocksAreOneALineAndFewerThanTwoAreRefused()
    {
        SpawnDialog dialog({}, u"/x"_s);
        child<RecipeList>(dialog, "recipe")->setRecipe(RecipeId::Multi);
        QCOMPARE(dialog.request().paths, QStringList({u"/x-a"_s, u"/x-b"_s}));
        auto *paths = child<QPlainTextEdit>(dialog, "paths");
        paths->setPlainText(u" /b \n\n/a\n"_s);
        QCOMPARE(dialog.request().paths, QStringList({u"/b"_s, u"/a"_s}));
        QVERIFY(dialog.problem().isEmpty());
        paths->setPlainText(u"/a"_s);
        QVERIFY(dialog.problem().contains(u"two locks"_s));
        paths->setPlainText(u"/a\n/a"_s);
        QVERIFY(dialog.problem().contains(u"twice"_s));
        paths->setPlainText(u"/a\nb"_s);
        QVERIFY(!dialog.okButton()->isEnabled());
    }

    void randomFaultsAndTheirSeedBecomePartOfTheRequest()
    {
        SpawnDialog dialog({}, u"/x"_s);
        QVERIFY(dialog.request().faults.isEmpty());
        child<QPushButton>(dialog, "addFault")->click();
        child<QPushButton>(dialog, "addFault")->click();
        const auto combos = dialog.findChildren<QComboBox *>(u"fault"_s);
        QCOMPARE(combos.size(), 2);
        combos[1]->setCurrentIndex(combos[1]->findData(int(journal::Fault::Pause)));
        dialog.findChildren<QDoubleSpinBox *>(u"rate"_s)[1]->setValue(2.5);
        dialog.findChildren<QDoubleSpinBox *>(u"seconds"_s)[1]->setValue(1.5);
        child<QLineEdit>(dialog, "seed")->setText(u"42"_s);
        const lab::SpawnRequest request = dialog.request();
        QCOMPARE(request.faults.size(), 2);
        QCOMPARE(request.faults[0].fault, journal::Fault::LoseReply);
        QCOMPARE(request.faults[0].duration, 0ms);
        QCOMPARE(request.faults[1], (lab::RandomFault{journal::Fault::Pause, 0.025, 1500ms}));
        QCOMPARE(request.seed, std::optional<quint64>(42));
        // And back.
        SpawnDialog again(request, u"/x"_s);
        QCOMPARE(again.request().faults, request.faults);
    }

    void whatIsWrongIsSaidInPlaceAndGoesNoFurther_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("ok");
        QTest::newRow("a lock") << u"lock"_s << u"/a/b"_s << true;
        QTest::newRow("no lock") << u"lock"_s << QString() << false;
        QTest::newRow("a relative lock") << u"lock"_s << u"a/b"_s << false;
        QTest::newRow("no seed") << u"seed"_s << QString() << true;
        QTest::newRow("a seed of zero") << u"seed"_s << u"0"_s << true;
        QTest::newRow("the greatest seed") << u"seed"_s << u"18446744073709551615"_s << true;
        QTest::newRow("too great a seed") << u"seed"_s << u"18446744073709551616"_s << false;
        QTest::newRow("a negative seed") << u"seed"_s << u"-1"_s << false;
        QTest::newRow("a word as seed") << u"seed"_s << u"lucky"_s << false;
    }
    void whatIsWrongIsSaidInPlaceAndGoesNoFurther()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(bool, ok);
        SpawnDialog dialog({}, u"/x"_s);
        QSignalSpy submitted(&dialog, &FormDialog::submitted);
        dialog.findChild<QLineEdit *>(field)->setText(text);
        QCOMPARE(dialog.problem().isEmpty(), ok);
        QCOMPARE(dialog.okButton()->isEnabled(), ok);
        dialog.okButton()->click();
        QCOMPARE(submitted.size(), ok ? 1 : 0);
    }

    void itPreviewsTheNamesOfTheDialect()
    {
        SpawnDialog dialog({}, u"/x"_s);
        auto *dialect = child<QComboBox>(dialog, "dialect");
        auto *recipe = child<RecipeList>(dialog, "recipe");
        dialect->setCurrentIndex(dialect->findData(int(locks::Dialect::Curator)));
        Q_EMIT dialect->activated(dialect->currentIndex());
        QVERIFY2(dialog.preview().contains(u"_c_"_s), qPrintable(dialog.preview()));
        recipe->setRecipe(RecipeId::ReadWrite);
        QVERIFY(dialog.preview().contains(u"__READ__0000000000"_s));
        QVERIFY(dialog.preview().contains(u"__WRIT__0000000000"_s));
        dialect->setCurrentIndex(dialect->findData(int(locks::Dialect::Kazoo)));
        QVERIFY(dialog.preview().contains(u"__rlock__0000000000"_s));
        // What is previewed is what the dialect reads.
        for (const QString &line : dialog.preview().split(u'\n'))
            QVERIFY(locks::parseName(line.mid(line.lastIndexOf(u'/') + 1)));
    }

    void whatFailedIsSaidAndCanBeTriedAgain()
    {
        SpawnDialog dialog({}, u"/x"_s);
        dialog.show();
        dialog.setBusy(u"Starting…"_s);
        QVERIFY(!dialog.okButton()->isEnabled());
        QVERIFY(!child<QLineEdit>(dialog, "lock")->isEnabled());
        dialog.setFailed(u"No client was started."_s, u"No CREATE permission."_s);
        QVERIFY(dialog.isVisible());
        QVERIFY(dialog.okButton()->isEnabled());
        QCOMPARE(dialog.banner()->title(), u"No client was started."_s);
        child<QLineEdit>(dialog, "lock")->setText(u"/y"_s);
        QVERIFY(dialog.banner()->isHidden());
    }

    void aDialogIsAsHighAsWhatItSays()
    {
        SpawnDialog dialog({}, u"/x"_s);
        dialog.resize(1216, 0); // as on a usual screen
        dialog.show();
        const auto needed = [&dialog] { return dialog.layout()->totalHeightForWidth(dialog.width()); };
        QCOMPARE(dialog.height(), needed());
        const int before = dialog.height();
        dialog.setFailed(u"No client was started."_s, QString(20, u'x') + QString(u" and so on"_s).repeated(30));
        QCOMPARE(dialog.height(), needed());
        QVERIFY(dialog.height() > before);
        child<QLineEdit>(dialog, "lock")->setText(u"relative"_s); // what is wrong stands beside the buttons
        QCOMPARE(dialog.height(), before);
    }

    void productionWantsTheLocksNameTyped()
    {
        SpawnDialog dialog({}, u"/app/orders"_s);
        QVERIFY(!shows(dialog, "confirmation"));
        QVERIFY(dialog.okButton()->isEnabled());
        dialog.setProduction(true);
        QVERIFY(shows(dialog, "confirmation"));
        QVERIFY(!dialog.okButton()->isEnabled());
        auto *confirmation = child<QLineEdit>(dialog, "confirmation");
        confirmation->setText(u"/app/order"_s);
        QVERIFY(!dialog.okButton()->isEnabled());
        confirmation->setText(u"/app/orders"_s);
        QVERIFY(dialog.okButton()->isEnabled());
        QCOMPARE(dialog.confirmation(), u"/app/orders"_s);
        child<QLineEdit>(dialog, "lock")->setText(u"/app/payments"_s); // it was typed for another one
        QVERIFY(!dialog.okButton()->isEnabled());
    }

    void clientsThatWouldNotExcludeThoseThatAreThereAreWarnedOf()
    {
        lab::SpawnRequest request;
        request.dialect = locks::Dialect::Kazoo;
        SpawnDialog dialog(request, u"/app/orders"_s);
        dialog.setNeighbours([](const QString &lock) {
            const QList<QString> names{u"_c_0f3a1b2c-4d5e-6f70-8192-a3b4c5d6e7f8-lock-0000000003"_s};
            return lock == "/app/orders"_L1 ? NameList(names) : NameList();
        });
        dialog.show();
        QVERIFY(dialog.banner()->isVisible());
        QVERIFY(dialog.okButton()->isEnabled()); // it is a warning
        QVERIFY2(dialog.banner()->text().contains(u"/app/orders"_s), qPrintable(dialog.banner()->text()));
        child<QLineEdit>(dialog, "lock")->setText(u"/app/payments"_s);
        QVERIFY(!dialog.banner()->isVisible());
        child<QLineEdit>(dialog, "lock")->setText(u"/app/orders"_s);
        QVERIFY(dialog.banner()->isVisible());
        auto *dialect = child<QComboBox>(dialog, "dialect");
        dialect->setCurrentIndex(dialect->findData(int(locks::Dialect::Curator)));
        QVERIFY(!dialog.banner()->isVisible());
    }

    void itFitsASmallScreenWhateverTheRecipe()
    {
        lab::SpawnRequest request;
        request.faults = {{journal::Fault::LoseReply, 0.1, {}},
                          {journal::Fault::Pause, 0.1, 1s},
                          {journal::Fault::Crash, 0.1, {}},
                          {journal::Fault::Delay, 0.1, 1s}};
        SpawnDialog dialog(request, u"/app/orders"_s);
        dialog.resize(1216, 0); // as on a screen of 1280
        dialog.show();
        for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
            child<RecipeList>(dialog, "recipe")->setRecipe(recipe.id);
            QCoreApplication::processEvents();
            QVERIFY2(dialog.height() <= 690 && dialog.width() <= 1280, qPrintable(recipe.name));
        }
    }
};

} // namespace lockscope::ui::tst_spawndialog

LOCKSCOPE_TEST(lockscope::ui::tst_spawndialog::TestSpawnDialog)
#include "tst_spawndialog.moc"
