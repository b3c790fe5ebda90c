// SPDX-License-Identifier: Apache-2.0
// Clients of other programs tried in the window: real widgets, a real sandbox, real processes. One that passes, one
// that does not, and all the ways in which a trial ends before its time, with nothing of it left.
#include "tests/support/livetest.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/trialdialog.h"
#include "ui/programs/outputmodel.h"
#include "ui/programs/programsmodel.h"
#include "ui/programs/programspanel.h"
#include "ui/programs/verdictview.h"
#include "ui/programs/waitingview.h"
#include "ui/shell/trialflow.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include <signal.h>

namespace lockscope::tst_trialflow {

using namespace lockscope::test;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TrialFlowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        qputenv("LOCKSCOPE_PROFILES", m_folder.filePath(u"profiles.json"_s).toLocal8Bit());
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
        m_settings->setAsksBeforeLoss(false);
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>(m_settings.get());
        m_window->resize(1280, 800);
        m_window->show();
    }

    void cleanup() { m_window.reset(); }

    /// From the start page, through the dialog.
    void aSoundClientPasses()
    {
        askToTry();
        QVERIFY(dialog());
        QCOMPARE(dialog()->okButton()->text(), u"Start a sandbox and run"_s);
        dialog()
            ->findChild<QLineEdit *>(u"trialCommand"_s)
            ->setText(u"/usr/bin/python3 "_s + example(u"kazoo_lock.py"_s));
        dialog()->findChild<QSpinBox *>(u"trialClients"_s)->setValue(3);
        dialog()->findChild<QSpinBox *>(u"trialRounds"_s)->setValue(4);
        QVERIFY2(dialog()->problem().isEmpty(), qPrintable(dialog()->problem()));
        dialog()->okButton()->click();
        AWAIT_VERIFY(m_window->trials()->isRunning());
        QVERIFY(m_window->controller()->target().isSandbox());
        AWAIT_VERIFY(panel()->isVisible());
        AWAIT_VERIFY(!m_window->trials()->isRunning());
        QCOMPARE(panel()->state(), u"Passed"_s);
        const ProgramsModel *programs = panel()->programs();
        QCOMPARE(programs->rowCount(), 3);
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(programs->index(row, ProgramsModel::Name).data().toString(), u"client-%1"_s.arg(row));
            QCOMPARE(programs->index(row, ProgramsModel::Grants).data().toInt(), 4);
            QCOMPARE(programs->index(row, ProgramsModel::End).data().toString(), u"By itself, with exit code 0."_s);
        }
        // Each is started, says acquired and released four times, and ends.
        QCOMPARE(panel()->output()->rowCount(), 3 * (1 + 8 + 1));
        QVERIFY(panel()->verdict()->allText().contains(u"Nothing was wrong"_s));
        QVERIFY(panel()->verdict()->allText().contains(u"12 acquired"_s));
        QCOMPARE(m_settings->trial().rounds, 4);
    }

    void aLostWakeupIsToldAndShown()
    {
        openSandbox();
        trial::TrialSpec spec = specOf({u"/usr/bin/python3"_s, example(u"lost_wakeup.py"_s)});
        spec.clients = 4;
        spec.rounds = 200;
        spec.stall = 3s;
        m_window->trials()->run(spec);
        AWAIT_VERIFY(!m_window->trials()->isRunning());
        QCOMPARE(panel()->state(), u"lost-wakeup"_s);
        VerdictView *verdict = panel()->verdict();
        QVERIFY(verdict->isVisible());
        QVERIFY2(verdict->allText().contains(u"No fault came before it."_s), qPrintable(verdict->allText()));
        QVERIFY(verdict->allText().contains(u"Nothing moved for 3 s"_s));
        QVERIFY(verdict->allText().contains(u"Seed 7"_s));
        // A click goes to the event: the cursor is there, its client is chosen, and the Journal shows it.
        const auto wrong = verdict->item(0)->data(Qt::UserRole).toULongLong();
        int rows = 0; // of the same event, among those around it
        for (int row = 1; row < verdict->count(); ++row)
            rows += verdict->item(row)->data(Qt::UserRole).toULongLong() == wrong ? 1 : 0;
        QCOMPARE(rows, 1);
        verdict->setFocus();
        QCoreApplication::processEvents();
        QVERIFY(!m_window->world()->isRewound()); // nothing was chosen yet
        QTest::mouseClick(verdict->viewport(), Qt::LeftButton, {}, verdict->visualItemRect(verdict->item(0)).center());
        QVERIFY(m_window->world()->isRewound());
        QCOMPARE(m_window->world()->position(), wrong);
        QCOMPARE(m_window->workspace()->selection()->lock(), spec.lock);
        const ClientId client = m_window->workspace()->selection()->client();
        QVERIFY(panel()->programs()->rowOf(client) >= 0);
        AWAIT_VERIFY(m_window->workspace()->journal()->isVisible());
    }

    /// Two of kazoo's locks, whose messages pass in an order that is chosen as they come.
    void messagesPassByHand()
    {
        openSandbox();
        trial::TrialSpec spec = specOf({u"/usr/bin/python3"_s, example(u"kazoo_lock.py"_s)});
        spec.rounds = 1;
        spec.byHand = true;
        m_window->trials()->run(spec);
        WaitingView *waiting = panel()->waiting();
        const auto waits = [&](const QString &sentence) {
            return QTest::qWaitFor([&] { return waiting->sentences().contains(sentence); }, patienceMs());
        };
        const auto let = [&](const QString &sentence, bool isLost = false) {
            if (!waits(sentence))
                qFatal("“%s” did not wait: %s", qPrintable(sentence), qPrintable(waiting->sentences().join(u"; "_s)));
            waiting->settle(static_cast<int>(waiting->sentences().indexOf(sentence)) + 1, isLost);
            if (!QTest::qWaitFor([&] { return !waiting->sentences().contains(sentence); }, patienceMs()))
                qFatal("“%s” did not go", qPrintable(sentence));
        };
        const auto grants = [&](int row) {
            return panel()->programs()->index(row, ProgramsModel::Grants).data().toInt();
        };
        QVERIFY(waits(u"create of client-0 arrives"_s) && waits(u"create of client-1 arrives"_s));
        QVERIFY(waiting->isVisible());
        for (const QString &operation : {u"create"_s, u"get_children"_s}) {
            let(operation + u" of client-1 arrives"_s);
            let(u"client-1 hears of its "_s + operation);
        }
        AWAIT_COMPARE(grants(1), 1);
        QVERIFY(waits(u"delete of client-1 arrives"_s)); // it would give it back
        for (const QString &operation : {u"create"_s, u"get_children"_s, u"exists"_s}) {
            let(operation + u" of client-0 arrives"_s);
            let(u"client-0 hears of its "_s + operation);
        }
        QCOMPARE(waiting->sentences(), QStringList{u"delete of client-1 arrives"_s});
        auto *list = panel()->findChild<QWidget *>(u"waitingMessages"_s);
        list->setFocus();
        AWAIT_VERIFY(list->hasFocus()); // its keys are those of what has the focus
        QTest::keyClick(list, Qt::Key_1);
        const QString event = u"the watch event “deleted” reaches client-0"_s;
        QVERIFY2(waits(event) && waits(u"client-1 hears of its delete"_s),
                 qPrintable(waiting->sentences().join(u"; "_s)));
        // What has no answer cannot be lost alone.
        waiting->settle(static_cast<int>(waiting->sentences().indexOf(event)) + 1, true);
        let(u"client-1 hears of its delete"_s, true);
        QVERIFY(waits(event));
        QCOMPARE(grants(0), 0);
        // The rest passes as it comes, the reply that is asked for once more too.
        panel()->findChild<QToolButton *>(u"stepTrial"_s)->setChecked(false);
        AWAIT_VERIFY(!m_window->trials()->isRunning());
        QCOMPARE(panel()->state(), u"Passed"_s);
        QCOMPARE(grants(0), 1);
        QVERIFY(waiting->sentences().isEmpty());
    }

    void whatProcessesSayIsThere()
    {
        openSandbox();
        trial::TrialSpec spec = specOf({u"/bin/sh"_s, u"-c"_s,
                                        u"printf '  \\033[31mred\\n' >&2; echo nonsense; printf 'no end' >&2; "
                                        "[ $LOCKSCOPE_CLIENT = client-1 ] && exit 7"_s});
        spec.rounds = 1;
        m_window->trials()->run(spec);
        AWAIT_VERIFY(!m_window->trials()->isRunning());
        const ProgramsModel *programs = panel()->programs();
        QCOMPARE(programs->index(1, ProgramsModel::End).data().toString(), u"client-1 ended with exit code 7."_s);
        const OutputModel *output = panel()->output();
        QStringList lines;
        for (int row = 0; row < output->rowCount(); ++row)
            lines += output->textOf(row).section(u'\t', 1);
        for (const QString &line : {u"client-0\tstderr\t  \\x1B[31mred"_s, u"client-1\tstdout\tnonsense"_s,
                                    u"client-0\tstderr\tno end"_s, u"client-1\t-\tclient-1 ended with exit code 7."_s})
            QVERIFY2(lines.contains(line), qPrintable(lines.join(u'\n')));
        QCOMPARE(panel()->state(), u"Not passed"_s);
        // Of one client only.
        auto *clients = panel()->findChild<QComboBox *>(u"outputClient"_s);
        QCOMPARE(clients->count(), 3);
        clients->setCurrentIndex(2);
        const auto *view = panel()->findChild<QAbstractItemView *>(u"outputView"_s);
        QCOMPARE(view->model()->rowCount(), 5);
    }

    void nothingOfATrialIsLeft_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("it is stopped") << u"stop"_s;
        QTest::newRow("the sandbox is ended") << u"disconnect"_s;
        QTest::newRow("another one is opened") << u"open"_s;
        QTest::newRow("the window is closed") << u"window"_s;
    }

    void nothingOfATrialIsLeft()
    {
        QFETCH(QString, how);
        openSandbox();
        m_window->trials()->run(parents());
        AWAIT_COMPARE(started().size(), 4);
        AWAIT_COMPARE(panel()->state(), u"2 run"_s);
        for (const QByteArray &pid : started())
            QVERIFY(isAlive(pid.toLongLong()));
        if (how == "stop"_L1) {
            panel()->findChild<QPushButton *>(u"stopTrial"_s)->click();
        } else if (how == "disconnect"_L1) {
            m_window->controller()->close();
        } else if (how == "open"_L1) {
            Target target;
            target.sandboxServers = 1;
            m_window->open(target);
        } else {
            m_window->close();
            m_window.reset();
        }
        for (const QByteArray &pid : started())
            AWAIT_VERIFY(!isAlive(pid.toLongLong()));
        if (!m_window)
            return;
        AWAIT_VERIFY(!m_window->trials()->isRunning());
        if (how == "open"_L1) { // nor is it told of in another place
            AWAIT_VERIFY(m_window->isOpen());
            AWAIT_COMPARE(panel()->programs()->rowCount(), 0);
            QVERIFY(!panel()->verdict()->isVisibleTo(panel()));
            return;
        }
        QCOMPARE(panel()->state(), u"Stopped"_s);
        QCOMPARE(panel()->programs()->index(0, ProgramsModel::End).data().toString(), u"With the trial."_s);
    }

    void aSandboxThatDiesEndsTheTrial()
    {
        openSandbox();
        m_window->trials()->run(parents());
        AWAIT_COMPARE(started().size(), 4);
        QCOMPARE(::kill(static_cast<pid_t>(m_window->controller()->sandbox().servers.first().pid), SIGKILL), 0);
        for (const QByteArray &pid : started())
            AWAIT_VERIFY(!isAlive(pid.toLongLong()));
        AWAIT_VERIFY(!m_window->trials()->isRunning());
    }

    void aProductionEnsembleIsLeftAlone()
    {
        SandboxForTest ensemble;
        QVERIFY2(ensemble.start(), ensemble.why());
        Target target;
        target.spec.connectString = ensemble.connectString();
        target.spec.production = true;
        m_window->open(target);
        AWAIT_VERIFY(m_window->isOpen() && m_window->controller()->phase() == SessionController::Phase::Open);
        askToTry();
        QVERIFY(dialog());
        QVERIFY(dialog()->findChild<QLabel *>(u"trialPlace"_s)->text().contains(u"production"_s));
        QCOMPARE(dialog()->okButton()->text(), u"Start a sandbox and run"_s);
        dialog()->reject();
        m_window->trials()->run(parents());
        QVERIFY(!m_window->trials()->isRunning());
        QVERIFY(started().isEmpty());
    }

    void theEntryOpensThePanelWhileOneRuns()
    {
        openSandbox();
        askToTry();
        QVERIFY(dialog());
        QCOMPARE(dialog()->okButton()->text(), u"Run"_s);
        QVERIFY(dialog()->findChild<QLabel *>(u"trialPlace"_s)->text().startsWith(u"Sandbox"_s));
        delete dialog();
        m_window->trials()->run(parents());
        AWAIT_COMPARE(started().size(), 4);
        m_window->workspace()->showView(u"journal"_s);
        AWAIT_VERIFY(!panel()->isVisible());
        askToTry();
        QVERIFY(!dialog());
        AWAIT_VERIFY(panel()->isVisible());
    }

private:
    void openSandbox()
    {
        Target target;
        target.sandboxServers = 1;
        m_window->open(target);
        AWAIT_VERIFY(m_window->isOpen() && m_window->controller()->phase() == SessionController::Phase::Open);
    }

    ProgramsPanel *panel() const { return m_window->workspace()->programs(); }

    /// *Locks ▸ Try your client…*
    void askToTry() const
    {
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (action->text() == u"&Try your client…"_s)
                return action->trigger();
        }
        QFAIL("no such entry");
    }

    TrialDialog *dialog() const { return m_window->findChild<TrialDialog *>(); }
    static QString example(const QString &name) { return QStringLiteral(LOCKSCOPE_EXAMPLES "/") + name; }

    static trial::TrialSpec specOf(const QStringList &command)
    {
        trial::TrialSpec spec;
        spec.command = command;
        spec.lock = u"/app/lock"_s;
        spec.clients = 2;
        spec.rounds = 0;
        spec.limit = 10min;
        spec.stall = 5min;
        spec.seed = 7;
        spec.readsErrors = true;
        return spec;
    }

    /// Processes that write down their ids and those of what they start, and go on for ever.
    trial::TrialSpec parents()
    {
        m_pids = m_folder.filePath(u"pids%1"_s.arg(++m_count));
        return specOf({u"/bin/sh"_s, u"-c"_s, u"sleep 1000 & echo $$ $! >> %1; wait"_s.arg(m_pids)});
    }

    QByteArrayList started() const
    {
        QFile file(m_pids);
        return file.open(QIODevice::ReadOnly) ? file.readAll().simplified().split(' ') : QByteArrayList();
    }

    QString m_pids;

    QTemporaryDir m_folder;
    int m_count = 0;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace lockscope::tst_trialflow

LOCKSCOPE_TEST(lockscope::tst_trialflow::TrialFlowTest)
#include "tst_trialflow.moc"
