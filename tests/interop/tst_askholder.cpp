// SPDX-License-Identifier: Apache-2.0
// A real Curator holder is asked for its lock, from the window and from the command line: one that gives it back, and
// one that does not, whose node is the next rung.
#include "tests/interop/foreignclients.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/livetest.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/release/releasedialog.h"
#include "ui/shell/releaseflow.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>

namespace lockscope::tst_askholder {

using namespace lockscope::test;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;

class AskHolderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        const QString problem = m_curator.start(m_sandbox.connectString());
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const QString audit = m_folder.filePath(u"audit.jsonl"_s);
        qputenv("LOCKSCOPE_AUDIT_FILE", audit.toLocal8Bit());
        qputenv("LOCKSCOPE_PROFILES", m_folder.filePath(u"profiles.json"_s).toLocal8Bit());
        m_cli = CliProgram(m_sandbox.connectString(), audit);
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(u"settings.ini"_s));
        m_window = std::make_unique<MainWindow>(m_settings.get());
        m_window->show();
        m_window->findChild<QPushButton *>(u"startConnect"_s)->click();
        auto *connecting = m_window->findChild<ConnectDialog *>();
        QVERIFY(connecting);
        connecting->findChild<QLineEdit *>(u"connectString"_s)->setText(m_sandbox.connectString());
        connecting->okButton()->click();
        AWAIT_VERIFY(m_window->isOpen());
    }

    void cleanupTestCase() { m_window.reset(); }

    void init() { m_lock = u"/t%1"_s.arg(++m_count); }

    void cleanup()
    {
        if (auto *dialog = m_window->findChild<ReleaseDialog *>())
            dialog->close();
        QVERIFY(m_curator.close(m_holder) && m_curator.close(m_next));
        QVERIFY2(!m_curator.hasFailed(), "a Curator client failed");
    }

    void fromTheWindowAHolderThatListensGivesItsLockBack()
    {
        queueBehind(u"giving"_s);
        // Its servers tell that it watches its node, once Curator has set that watch: it does so after it has the lock.
        ReleaseDialog *dialog = nullptr;
        const auto listens = [&] {
            delete dialog;
            dialog = openDialog();
            return dialog && dialog->plan().target().owner.listens == std::optional(true);
        };
        AWAIT_VERIFY(listens());
        QVERIFY(dialog->plan().canAsk());
        QVERIFY(dialog->askButton()->isEnabled());
        QTest::mouseClick(dialog->askButton(), Qt::LeftButton);
        QVERIFY(m_curator.next(m_holder, u"revocation-requested"_s));
        AWAIT_COMPARE(dialog->banner()->title(), u"Released."_s);
        QVERIFY(m_curator.next(m_holder, u"released"_s)); // by itself, and it knows
        AWAIT_VERIFY(m_curator.holds(m_next));
        QVERIFY(!dialog->deleteButton()->isVisible());
        QVERIFY(m_curator.release(m_next));
    }

    void fromTheWindowOneThatKeepsItIsReleasedFromTheSameDialog()
    {
        queueBehind(u"revocable"_s); // it is told, and goes on
        ReleaseDialog *dialog = openDialog();
        QVERIFY(dialog && dialog->plan().canAsk());
        dialog->setPatience(std::chrono::milliseconds(300));
        QTest::mouseClick(dialog->askButton(), Qt::LeftButton);
        QVERIFY(m_curator.next(m_holder, u"revocation-requested"_s));
        AWAIT_VERIFY(dialog->banner()->title().startsWith(u"The holder did not answer within 0.3 s"_s));
        QVERIFY(!m_curator.holds(m_next));
        QVERIFY(dialog->deleteButton()->isEnabled() && dialog->askButton()->isEnabled());
        QTest::mouseClick(dialog->deleteButton(), Qt::LeftButton);
        AWAIT_COMPARE(dialog->banner()->title(), u"Deleted."_s);
        AWAIT_VERIFY(m_curator.holds(m_next));
        QVERIFY(m_curator.holds(m_holder)); // as the dialog warned: deleting its node does not stop it
        QVERIFY(m_curator.release(m_next));
    }

    void fromTheWindowOneThatDoesNotListenIsSaidNotTo()
    {
        queueBehind(u"mutex"_s);
        ReleaseDialog *dialog = openDialog();
        QVERIFY(dialog && dialog->plan().canAsk());
        QCOMPARE(dialog->plan().target().owner.listens, std::optional(false));
        dialog->close();
        QVERIFY(m_curator.release(m_holder));
        AWAIT_VERIFY(m_curator.holds(m_next));
        QVERIFY(m_curator.release(m_next));
    }

    void fromTheCommandLineAHolderThatListensGivesItsLockBack()
    {
        queueBehind(u"giving"_s);
        const CliResult asked = m_cli.run({u"release"_s, m_node, u"--yes"_s, u"--revoke"_s, u"--json"_s});
        QVERIFY2(asked.code == 0, asked.said());
        QCOMPARE(asked.object().value(u"result").toString(), u"released"_s);
        QCOMPARE(asked.object().value(u"node").toString(), m_node);
        QVERIFY(m_curator.next(m_holder, u"released"_s));
        AWAIT_VERIFY(m_curator.holds(m_next));
        QVERIFY(m_curator.release(m_next));
    }

private:
    /// A Curator client of this kind that holds the lock, its node, and another one that waits behind it.
    void queueBehind(const QString &kind)
    {
        m_holder = m_curator.open(kind, m_lock);
        m_next = m_curator.open(u"mutex"_s, m_lock);
        m_curator.acquire(m_holder);
        const auto acquired = m_curator.next(m_holder, u"acquired"_s);
        QVERIFY(acquired);
        m_node = acquired->value(u"node").toString();
        m_curator.acquire(m_next);
        const QueueModel *queue = m_window->workspace()->queue()->model();
        m_window->workspace()->locks()->selectLock(m_lock);
        AWAIT_COMPARE(queue->lockPath(), m_lock);
        AWAIT_COMPARE(queue->rowCount(), 2);
        AWAIT_COMPARE(queue->contenderAt(0).state, locks::ContenderState::Holding);
        QCOMPARE(queue->pathAt(0), m_node);
    }

    /// The release dialog for the holder's node; null if there came none.
    ReleaseDialog *openDialog()
    {
        m_window->releasing()->plan({m_node});
        (void)QTest::qWaitFor([this] { return m_window->findChild<ReleaseDialog *>() != nullptr; }, patienceMs());
        return m_window->findChild<ReleaseDialog *>();
    }

    QTemporaryDir m_folder;
    SandboxForTest m_sandbox;
    Curator m_curator;
    CliProgram m_cli;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    int m_count = 0;
    QString m_lock;
    QString m_holder; ///< Curator's clients
    QString m_next;
    QString m_node; ///< the holder's
};

} // namespace lockscope::tst_askholder

LOCKSCOPE_TEST(lockscope::tst_askholder::AskHolderTest)
#include "tst_askholder.moc"
