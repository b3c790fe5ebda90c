// SPDX-License-Identifier: Apache-2.0
// A comparison in the window: real widgets, a real database, and the page that is saved.
#include "core/history/recordingreader.h"
#include "tests/ui/uitest.h"
#include "ui/compare/comparechart.h"
#include "ui/compare/comparedialog.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QProgressBar>
#include <QTextBrowser>

namespace lockscope::ui::tst_comparedialog {

using namespace Qt::StringLiterals;

class TestCompareDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<CompareDialog> m_dialog;

    QPushButton *start() const { return m_dialog->findChild<QPushButton *>(u"compareStart"_s); }
    Banner *banner() const { return m_dialog->findChild<Banner *>(); }
    CompareChart *speed() const
    {
        const auto charts = m_dialog->findChildren<CompareChart *>();
        for (CompareChart *chart : charts) {
            if (chart->accessibleName() == u"Acquires a second"_s)
                return chart;
        }
        return nullptr;
    }
    /// Until the first figure is drawn.
    void runUntilDrawn() const
    {
        chooseOnlySqlite();
        start()->click();
        QVERIFY(m_dialog->isRunning());
        AWAIT_VERIFY(speed()->texts().join(u' ').contains(u"a second"_s));
    }
    void chooseOnlySqlite() const
    {
        for (auto *box : m_dialog->findChildren<QCheckBox *>())
            box->setChecked(box->text() == u"SQLite"_s);
        m_dialog->findChild<QLineEdit *>(u"compareClients"_s)->setText(u"1, 2"_s);
        for (auto *number : m_dialog->findChildren<QSpinBox *>())
            number->setValue(1);
    }

private Q_SLOTS:
    void init()
    {
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
        m_engine = std::make_unique<Engine>();
        m_dialog = std::make_unique<CompareDialog>(*m_engine);
        m_dialog->show();
    }
    void cleanup()
    {
        m_dialog.reset();
        m_engine.reset();
    }

    void whatIsMeasuredIsShownAndSaved()
    {
        runUntilDrawn();
        QVERIFY(m_dialog->isRunning());
        QVERIFY(m_dialog->findChild<QProgressBar *>()->isVisible());
        AWAIT_VERIFY(!m_dialog->isRunning());
        QVERIFY2(m_dialog->found(), qPrintable(banner()->text()));
        QCOMPARE(m_dialog->found()->subjects.size(), 2);
        QVERIFY(m_dialog->findChild<QTextBrowser *>()->toPlainText().contains(u"SQLite, sql-row"_s));

        QTemporaryDir place;
        QVERIFY(m_dialog->savePage(place.filePath(u"page.html"_s)));
        QVERIFY(QFile::exists(place.filePath(u"page.html"_s)));
        const QDir recordings(place.filePath(u"page-recordings"_s));
        QCOMPARE(recordings.entryList({u"*.lockscope"_s}).size(), 6);
        for (const QString &name : recordings.entryList({u"*.lockscope"_s}))
            QVERIFY(journal::readRecording(recordings.filePath(name), [](const journal::EventBatch &) {}));
        QVERIFY(!m_dialog->savePage(u"/proc/page.html"_s));

        // A page that cannot be put in its place takes no recording of an earlier one away, and leaves nothing.
        const QStringList before = recordings.entryList(QDir::Files);
        QVERIFY(QFile::remove(place.filePath(u"page.html"_s)) && QDir(place.path()).mkdir(u"page.html"_s));
        QVERIFY(!m_dialog->savePage(place.filePath(u"page.html"_s)));
        QCOMPARE(QDir(recordings.path()).entryList(QDir::Files), before);
        QVERIFY(!banner()->text().isEmpty());
    }

    void itCanBeCancelledAndBegunAgain()
    {
        runUntilDrawn();
        start()->click();
        AWAIT_VERIFY(!m_dialog->isRunning());
        QVERIFY(!m_dialog->found());
        start()->click();
        QVERIFY(m_dialog->isRunning());
        m_dialog.reset(); // ends it
    }

    void aServerThatIsNotInstalledIsNamedAndOff()
    {
        const QByteArray path = qgetenv("PATH");
        const QByteArray java = qgetenv("JAVA_HOME");
        qputenv("PATH", "/nowhere");
        qunsetenv("JAVA_HOME");
        m_dialog = std::make_unique<CompareDialog>(*m_engine);
        qputenv("PATH", path);
        if (!java.isEmpty())
            qputenv("JAVA_HOME", java);
        for (auto *box : m_dialog->findChildren<QCheckBox *>()) {
            const bool isMissing = box->text() == u"Redis"_s || box->text() == u"ZooKeeper"_s;
            QVERIFY2(!isMissing || (!box->isEnabled() && !box->isChecked()), qPrintable(box->text()));
            QVERIFY(box->text() != u"SQLite"_s || (box->isEnabled() && box->isChecked()));
        }
        QStringList said;
        for (auto *label : m_dialog->findChildren<QLabel *>())
            said += label->text();
        QVERIFY(said.join(u' ').contains(u"apt install redis-server"_s));
        chooseOnlySqlite();
        QVERIFY(start()->isEnabled());
    }

    void whatCouldNotBeMeasuredIsSaid()
    {
        compare::Subject subject;
        subject.recipe = locks::RecipeId::Ephemeral;
        compare::Run run;
        run.clients = 1;
        run.why = Text::verbatim(u"the path is taken"_s);
        subject.runs = {run};
        m_dialog->showFound({{}, {subject}});
        QVERIFY(banner()->isVisible());
        QCOMPARE(banner()->title(), u"Not all could be measured."_s);
        QCOMPARE(banner()->text(), u"ZooKeeper, ephemeral: the path is taken"_s);
        QCOMPARE(speed()->texts(), QStringList{u"ZooKeeper, ephemeral: not measured"_s});
        QVERIFY(m_dialog->findChild<QTextBrowser *>()->toPlainText().contains(u"the path is taken"_s));

        subject.runs[0].why = {};
        subject.runs[0].acquired = 50;
        m_dialog->showFound({{}, {subject}});
        QVERIFY(!banner()->isVisible());
    }

    void whatCannotBeComparedIsSaid()
    {
        for (auto *box : m_dialog->findChildren<QCheckBox *>())
            box->setChecked(false);
        QVERIFY(!start()->isEnabled());
        QVERIFY(banner()->text().contains(u"one kind"_s));
        chooseOnlySqlite();
        QVERIFY(start()->isEnabled());
        m_dialog->findChild<QLineEdit *>(u"compareClients"_s)->setText(u"1, many"_s);
        QVERIFY(!start()->isEnabled());
        QVERIFY(m_dialog->problem().contains(u"from 1 to 200"_s));
    }
};

} // namespace lockscope::ui::tst_comparedialog

LOCKSCOPE_TEST(lockscope::ui::tst_comparedialog::TestCompareDialog)
#include "tst_comparedialog.moc"
