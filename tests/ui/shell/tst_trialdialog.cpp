// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/dialogs/trialdialog.h"
#include "ui/programs/outputmodel.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

namespace lockscope::ui::tst_trialdialog {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using trial::TrialNews;
using Kind = TrialNews::Item::Kind;

/// What is asked for, and what the processes said.
class TestTrialDialog : public QObject
{
    Q_OBJECT

    static void type(TrialDialog &dialog, const QString &field, const QString &text)
    {
        if (auto *edit = dialog.findChild<QLineEdit *>(field)) {
            edit->clear();
            QTest::keyClicks(edit, text);
        } else {
            dialog.findChild<QPlainTextEdit *>(field)->setPlainText(text);
        }
    }
    static trial::TrialSpec usual()
    {
        trial::TrialSpec spec;
        spec.command = {u"/bin/sh"_s, u"-c"_s, u"echo \"a b\""_s};
        spec.lock = u"/app/lock"_s;
        return spec;
    }

    static TrialNews said(Kind kind, const QString &text, quint32 client = 1, int dropped = 0)
    {
        return {{{ClientId{client}, 0, kind, 0, text, {}}}, dropped};
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void whatIsWrongIsToldAtItsFieldAndNothingIsLost_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("no command") << u"trialCommand"_s << u" "_s << u"Name a command"_s;
        QTest::newRow("no such program") << u"trialCommand"_s << u"no-such-program -x"_s << u"no program"_s;
        QTest::newRow("no such file") << u"trialCommand"_s << u"/no/such/file"_s << u"/no/such/file"_s;
        QTest::newRow("not executable") << u"trialCommand"_s << u"/etc/passwd"_s << u"not executable"_s;
        QTest::newRow("no lock") << u"trialLock"_s << u""_s << u"/app/lock"_s;
        QTest::newRow("no path") << u"trialLock"_s << u"app"_s << u"no path of a lock"_s;
        QTest::newRow("the root") << u"trialLock"_s << u"/"_s << u"no path of a lock"_s;
        QTest::newRow("no fault") << u"trialFaults"_s << u"crash@0.1\nfire@0.1"_s << u"“fire@0.1”"_s;
        QTest::newRow("no moment") << u"trialFaults"_s << u"crash@midnight"_s << u"“midnight” is neither"_s;
        QTest::newRow("only of ours") << u"trialFaults"_s << u"close@0.1"_s << u"NAME@RATE"_s;
        QTest::newRow("no seed") << u"trialSeed"_s << u"-1"_s << u"whole number"_s;
        QTest::newRow("no time") << u"trialLimit"_s << u"0"_s << u"60s"_s;
    }
    void whatIsWrongIsToldAtItsFieldAndNothingIsLost()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, said);
        TrialDialog dialog(usual(), u"Sandbox"_s);
        dialog.show();
        QVERIFY2(dialog.okButton()->isEnabled(), qPrintable(dialog.problem()));
        QSignalSpy submitted(&dialog, &FormDialog::submitted);
        type(dialog, field, text);
        QVERIFY2(QString(dialog.problemAt(field)).replace(u'\'', u'’').contains(said),
                 qPrintable(dialog.problemAt(field)));
        QVERIFY(!dialog.okButton()->isEnabled());
        for (const QString &other :
             {u"trialCommand"_s, u"trialLock"_s, u"trialFaults"_s, u"trialSeed"_s, u"trialLimit"_s}) {
            if (other != field)
                QCOMPARE(dialog.problemAt(other), QString());
        }
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(submitted.size(), 0);
        // What was typed is there, and so is the rest.
        auto *edit = dialog.findChild<QLineEdit *>(field);
        QCOMPARE(edit ? edit->text() : dialog.findChild<QPlainTextEdit *>(field)->toPlainText(), text);
        if (field != "trialCommand"_L1)
            QCOMPARE(dialog.spec().command, usual().command);
    }

    void wordsAreSplitAsAShellDoes()
    {
        TrialDialog dialog(usual(), u"Sandbox"_s);
        QCOMPARE(dialog.spec().command, usual().command);
        type(dialog, u"trialCommand"_s, u"sh \"a b\" c  d"_s);
        QCOMPARE(dialog.spec().command, (QStringList{u"sh"_s, u"a b"_s, u"c"_s, u"d"_s}));
    }

    void leasesAreAskedForWhereTheyMeanSomething()
    {
        TrialDialog dialog(usual(), u"Sandbox"_s);
        auto *recipe = dialog.findChild<QComboBox *>(u"trialRecipe"_s);
        auto *leases = dialog.findChild<QSpinBox *>(u"trialLeases"_s);
        leases->setValue(4);
        QVERIFY(leases->isHidden());
        QCOMPARE(dialog.spec().leases, 1);
        recipe->setCurrentIndex(recipe->findData(int(locks::RecipeId::Semaphore)));
        QVERIFY(!leases->isHidden());
        QCOMPARE(dialog.spec().leases, 4);
        for (int i = 0; i < recipe->count(); ++i)
            QVERIFY(locks::recipeInfo(locks::RecipeId(recipe->itemData(i).toInt())).isSound());
    }

    void aFaultOfTheMenuIsOneThatCanBeRead()
    {
        TrialDialog dialog(usual(), u"Sandbox"_s);
        int added = 0;
        for (const QToolButton *button : dialog.findChildren<QToolButton *>()) {
            for (QAction *action : button->menu() ? button->menu()->actions() : QList<QAction *>()) {
                if (action->isSeparator())
                    continue;
                action->trigger();
                ++added;
            }
        }
        QVERIFY(added >= 8);
        QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problemAt(u"trialFaults"_s)));
        QCOMPARE(dialog.spec().faults.size(), added);
    }

    void theValuesAreThereAgainButTheSeed()
    {
        const QTemporaryDir directory;
        const QString file = directory.filePath(u"settings.ini"_s);
        trial::TrialSpec wanted;
        {
            TrialDialog dialog(usual(), u"Sandbox"_s);
            type(dialog, u"trialLock"_s, u"/other"_s);
            type(dialog, u"trialFaults"_s, u"crash@0.01\n\npause@create-reply#2:2s"_s);
            type(dialog, u"trialSeed"_s, u"42"_s);
            type(dialog, u"trialLimit"_s, u"5m"_s);
            dialog.findChild<QSpinBox *>(u"trialClients"_s)->setValue(7);
            dialog.findChild<QSpinBox *>(u"trialRounds"_s)->setValue(0);
            auto *recipe = dialog.findChild<QComboBox *>(u"trialRecipe"_s);
            recipe->setCurrentIndex(recipe->findData(int(locks::RecipeId::Semaphore)));
            dialog.findChild<QSpinBox *>(u"trialLeases"_s)->setValue(3);
            QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
            wanted = dialog.spec();
            QCOMPARE(wanted.seed, 42u);
            QVERIFY(wanted.readsErrors);
            Settings(file).setTrial(wanted);
        }
        const TrialDialog again(Settings(file).trial(), u"Sandbox"_s);
        const trial::TrialSpec spec = again.spec();
        QCOMPARE(spec.command, wanted.command);
        QCOMPARE(spec.lock, u"/other"_s);
        QCOMPARE(spec.clients, 7);
        QCOMPARE(spec.rounds, 0);
        QCOMPARE(spec.recipe, locks::RecipeId::Semaphore);
        QCOMPARE(spec.leases, 3);
        QCOMPARE(spec.faults.size(), 2);
        QVERIFY(spec.faults == wanted.faults);
        QCOMPARE(spec.limit, 300'000ms);
        QCOMPARE(again.findChild<QLineEdit *>(u"trialSeed"_s)->text(), QString());
    }

    void atFirstNothingIsMarkedAndNothingCanBeRun()
    {
        const QTemporaryDir directory;
        TrialDialog dialog(Settings(directory.filePath(u"none.ini"_s)).trial(), QString());
        dialog.setSandboxStarts(u"Orders is a production ensemble."_s);
        QVERIFY(!dialog.okButton()->isEnabled());
        QVERIFY(dialog.problem().contains(u"Name a command"_s));
        QCOMPARE(dialog.problemAt(u"trialCommand"_s), QString());
        QCOMPARE(dialog.okButton()->text(), u"Start a sandbox and run"_s);
        QVERIFY(dialog.findChild<QLabel *>(u"trialPlace"_s)->text().contains(u"production"_s));
    }

    // ---- what they said ----

    void controlCharactersAreWrittenOut()
    {
        OutputModel model([](ClientId id) { return u"client-%1"_s.arg(id.value); });
        model.add(said(Kind::Errors, u"\x1b[31mred\u202e\a<b>"_s));
        const QModelIndex line = model.index(0, OutputModel::Line);
        QCOMPARE(line.data().toString(), uR"(\x1B[31mred\u202E\x07<b>)"_s);
        QVERIFY(!line.data(Qt::ToolTipRole).toString().contains(u"<b>"_s));
        QCOMPARE(model.index(0, OutputModel::Stream).data().toString(), u"stderr"_s);
        QVERIFY(model.textOf(0).endsWith(u"client-1\tstderr\t"_s + line.data().toString()));
    }

    void theOldestLinesGoWhereThereAreTooMany()
    {
        OutputModel model([](ClientId) { return QString(); });
        QAbstractItemModelTester tester(&model);
        TrialNews news;
        for (int i = 0; i < 2'000; ++i)
            news.items.append({ClientId{1}, 0, Kind::Output, 0, QString::number(i), {}});
        for (int i = 0; i < 12; ++i)
            model.add(news);
        QCOMPARE(model.rowCount(), OutputModel::mostLines);
        QCOMPARE(model.dropped(), 24'000 - OutputModel::mostLines);
        QCOMPARE(model.index(model.rowCount() - 1, OutputModel::Line).data().toString(), u"1999"_s);

        news.items.clear();
        for (int i = 0; i < 4'000; ++i)
            news.items.append({ClientId{1}, 0, Kind::Output, 0, QString(4096, u'x'), {}});
        model.add(news);
        QVERIFY(model.rowCount() <= OutputModel::mostCharacters / 4096);
        model.add(said(Kind::Output, u"x"_s, 1, 1234));
        QVERIFY(model.index(model.rowCount() - 1, OutputModel::Line).data().toString().contains(u"1234 lines"_s));
    }

    void linesAreFilteredByClient()
    {
        OutputModel model([](ClientId id) { return QString::number(id.value); });
        OutputFilter filter;
        filter.setSourceModel(&model);
        for (const quint32 id : {1u, 2u, 1u})
            model.add(said(Kind::Output, u"x"_s, id));
        QCOMPARE(filter.rowCount(), 3);
        for (const auto &[client, lines] : {std::pair(ClientId{1}, 2), {ClientId{2}, 1}, {ClientId{}, 3}}) {
            filter.setClient(client);
            QCOMPARE(filter.rowCount(), lines);
        }
    }
};

} // namespace lockscope::ui::tst_trialdialog

LOCKSCOPE_TEST(lockscope::ui::tst_trialdialog::TestTrialDialog)
#include "tst_trialdialog.moc"
