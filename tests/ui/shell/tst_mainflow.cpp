// SPDX-License-Identifier: Apache-2.0
// The way through the window that everybody takes first, with real widgets, the real engine and a real ZooKeeper.
#include "tests/support/heldport.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/clients/clientsdelegate.h"
#include "ui/graph/graphpanel.h"
#include "ui/journal/journalmodel.h"
#include "ui/release/releasedialog.h"
#include "ui/servers/serverspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/releaseflow.h"

namespace lockscope::ui::tst_mainflow {

using namespace Qt::StringLiterals;

class TestMainFlow : public WindowTest
{
    Q_OBJECT

    QString m_lock = SpawnDialog::demoLock();

    ClientsModel *clients() const { return workspace()->clients()->model(); }

    /// The one client that holds the lock, by what the server has and by what the client believes; none: null.
    ClientId holder() const
    {
        if (!world().directory(m_lock))
            return {};
        const locks::LockQueue &queue = world().queue(m_lock);
        if (queue.holders.size() != 1)
            return {};
        const auto &stat = queue.contenders[size_t(queue.holders.front())].node.stat;
        const journal::Client *client = stat ? world().clientOfSession(stat->ephemeralOwner) : nullptr;
        return client && client->state == locks::LockState::Retained ? client->spec.id : ClientId{};
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("LOCKSCOPE_AUDIT_FILE", m_dir.filePath(u"audit.jsonl"_s).toLocal8Bit());
        makeWindow();
        for (QAbstractItemModel *model : std::initializer_list<QAbstractItemModel *>{
                 clients(), workspace()->queue()->model(), workspace()->journal()->model()})
            new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
        m_window->show();
    }

    void cleanupTestCase() { m_window.reset(); }

    void aRefusedPortIsSaidInTheConnectDialogAndCanBeChanged()
    {
        const test::HeldPort nobody = test::heldPort();
        click(u"startConnect"_s);
        auto *dialog = m_window->findChild<ConnectDialog *>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(u"connectString"_s)->setText(u"127.0.0.1:%1"_s.arg(nobody.port()));
        dialog->okButton()->click();
        QVERIFY(dialog->isBusy());
        AWAIT_VERIFY(!dialog->isBusy());
        QCOMPARE(dialog->banner()->title(), u"Not connected."_s);
        QVERIFY(!dialog->banner()->text().isEmpty());
        QVERIFY(dialog->isVisible());
        QVERIFY(!m_window->isOpen());
        dialog->reject();
        QVERIFY(m_settings->recentConnections().isEmpty());
    }

    void oneClickStartsASandbox()
    {
        click(u"sandbox1"_s);
        QVERIFY(!m_window->isOpen());
        AWAIT_VERIFY(m_window->isOpen());
        AWAIT_VERIFY(workspace()->bar()->stateText().startsWith(u"live"_s));
        QCOMPARE(world().connection().state, ConnectionState::Connected);
        QCOMPARE(clients()->rowCount(), 0);
    }

    void fiveSpawnedClientsQueueAndTheFirstHolds()
    {
        click(u"barSpawn"_s);
        auto *dialog = m_window->findChild<SpawnDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->request().lock, m_lock);
        dialog->findChild<QSpinBox *>(u"count"_s)->setValue(5);
        dialog->okButton()->click();
        AWAIT_VERIFY(!m_window->findChild<SpawnDialog *>());
        AWAIT_COMPARE(clients()->rowCount(), 5);
        AWAIT_COMPARE(workspace()->queue()->lockPath(), m_lock); // shown without a click
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), 5);
        AWAIT_VERIFY(!holder().isNull());
        QCOMPARE(clients()->row(clients()->rowOf(holder())).place, 1);
        QVERIFY(workspace()->journal()->model()->rowCount() > 10);
        QCOMPARE(m_settings->spawn().count, 5);
    }

    void releasedByItsButtonTheNextIsServed()
    {
        const ClientId first = holder();
        QVERIFY(!first.isNull());
        const QTableView *view = workspace()->clients()->view();
        const QModelIndex cell = clients()->index(clients()->rowOf(first), ClientsModel::Actions);
        const QRect button = ClientsDelegate::buttonRect(view->visualRect(cell), lab::ClientCommand::Release);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, button.center());
        AWAIT_VERIFY(!holder().isNull() && holder() != first);
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), 4);
        AWAIT_COMPARE(clients()->row(clients()->rowOf(first)).client.state, locks::LockState::Released);
    }

    void byTheKeysOfItsCardAClientLetsGoAndQueuesAgain()
    {
        const ClientId before = holder();
        const locks::LockQueue &queue = world().queue(m_lock);
        workspace()->setView(Workspace::View::Stage);
        StagePanel *stage = workspace()->stage();
        stage->setAnimated(false);
        const QString node = queue.pathOf(queue.contenders[size_t(queue.holders.front())]);
        AWAIT_VERIFY(stage->viewport()->rect().contains(stage->cardRect(node).toRect()));
        m_window->activateWindow();
        stage->setFocus();
        AWAIT_COMPARE(QApplication::focusWidget(), stage);
        QTest::mouseClick(stage->viewport(), Qt::LeftButton, {}, stage->cardRect(node).center().toPoint());
        QCOMPARE(workspace()->selection()->node(), node);
        QCOMPARE(workspace()->selection()->clientActions()->clients(), QList{before});
        QTest::keyClick(stage, Qt::Key_R);
        AWAIT_VERIFY(!holder().isNull() && holder() != before);
        AWAIT_VERIFY(world().client(before)->state == locks::LockState::Released);
        QTest::keyClick(stage, Qt::Key_A);
        AWAIT_VERIFY(world().client(before)->inQueue());
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), 4);
        workspace()->setView(Workspace::View::Queue);
    }

    void aReleaseForcedFromTheQueueServesTheThird()
    {
        const ClientId second = holder();
        QVERIFY(!second.isNull());
        QueuePanel *queue = workspace()->queue();
        const QString node = queue->model()->pathAt(0);
        workspace()->goTo(queue->lockPath(), {node});
        QCOMPARE(workspace()->details()->nodePath(), node);
        const QPoint at = queue->view()->visualRect(queue->model()->index(0, QueueModel::State)).center();
        Q_EMIT queue->view()->customContextMenuRequested(at);
        QAction *release = nullptr;
        QPointer<QMenu> menuOfRow; // deletes itself when it closes
        for (QMenu *menu : queue->findChildren<QMenu *>()) {
            for (QAction *action : menu->actions()) {
                if (action->text().startsWith(u"Release node"_s)) {
                    release = action;
                    menuOfRow = menu;
                }
            }
        }
        QVERIFY(release && release->isEnabled());
        release->trigger();
        if (menuOfRow)
            menuOfRow->close();
        AWAIT_VERIFY(m_window->findChild<ReleaseDialog *>());
        auto *dialog = m_window->findChild<ReleaseDialog *>();
        QCOMPARE(dialog->plan().target().path, node);
        QVERIFY(dialog->plan().holds());
        const QString name = world().client(second)->spec.name;
        QVERIFY2(dialog->summary().startsWith(u"Release %1’s lock"_s.arg(name)), qPrintable(dialog->summary()));
        QTest::mouseClick(dialog->deleteButton(), Qt::LeftButton);
        AWAIT_COMPARE(dialog->banner()->title(), u"Deleted."_s);
        AWAIT_VERIFY(!holder().isNull() && holder() != second);
        dialog->cancelButton()->click();
        AWAIT_VERIFY(!m_window->findChild<ReleaseDialog *>());
        QVERIFY(test::contentOf(m_dir.filePath(u"audit.jsonl"_s)).contains(node.toUtf8()));
    }

    void aNodeThatGoesWhileItsDialogIsOpenLeavesNothingToDecide()
    {
        QueuePanel *queue = workspace()->queue();
        const QString node = queue->model()->pathAt(0);
        workspace()->goTo(queue->lockPath(), {node});
        m_window->releasing()->plan({node});
        AWAIT_VERIFY(m_window->findChild<ReleaseDialog *>());
        auto *dialog = m_window->findChild<ReleaseDialog *>();
        QVERIFY(dialog->deleteButton()->isEnabled());
        for (QAction *action : workspace()->selection()->clientActions()->actions()) {
            if (action->shortcut() == QKeySequence(Qt::Key_R))
                action->trigger(); // its client lets go by itself
        }
        AWAIT_COMPARE(dialog->banner()->title(), u"Nothing is left to release."_s);
        QVERIFY(dialog->banner()->text().startsWith(node));
        QVERIFY(!dialog->deleteButton()->isEnabled() && !dialog->askButton()->isEnabled());
        QCOMPARE(dialog->cancelButton()->text(), u"Close"_s);
        dialog->cancelButton()->click();
        AWAIT_VERIFY(!m_window->findChild<ReleaseDialog *>());
    }

    void aNodeThatIsNotThereAnyMoreIsSaidInPlace()
    {
        m_window->releasing()->plan({m_lock + u"/lock-9999999999"_s});
        AWAIT_VERIFY(workspace()->messageBanner()->isVisible());
        QVERIFY(workspace()->messageBanner()->text().contains(u"does not exist"_s));
        QVERIFY(!m_window->findChild<ReleaseDialog *>());
    }

    void theSandboxsServersHaveBeenAskedAndCanBeCommanded()
    {
        ServersPanel *servers = workspace()->servers();
        // By itself it asks for all only once in a while, the longer after a slow answer.
        const auto allIsKnown = [servers] {
            Q_EMIT servers->probeRequested();
            return servers->summary().startsWith(u"Updated"_s) && !servers->summary().contains(u"Not all"_s);
        };
        AWAIT_VERIFY(allIsKnown());
        QVERIFY(servers->model()->rowCount() > 0);
        const auto role = [servers] { return servers->model()->index(0, ServersModel::Role).data().toString(); };
        QVERIFY2(role() != u"no answer"_s && role() != u"–"_s, qPrintable(role()));
        Q_EMIT servers->commandRequested(0, ServerCommand::Kill);
        AWAIT_COMPARE(role(), u"no answer"_s);
        Q_EMIT servers->commandRequested(0, ServerCommand::Restart);
        const auto asked = [servers, &role] {
            Q_EMIT servers->probeRequested();
            return role() != u"no answer"_s;
        };
        AWAIT_VERIFY(asked());
    }

    void goingToAPanelNeverHidesItNorChoosesAnything()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const QString lock = workspace()->selection()->lock();
        for (const QAction *go : workspace()->goActions()) {
            auto *dock = m_window->workspace()->findChild<QDockWidget *>(go->text().toLower());
            for (int press = 0; press < 2; ++press) {
                QTest::keyClick(m_window->windowHandle(), go->shortcut()[0].key(),
                                go->shortcut()[0].keyboardModifiers());
                QWidget *focus = QApplication::focusWidget();
                QVERIFY2(focus, qPrintable(go->text()));
                const QWidget *middle = workspace()->view() == Workspace::View::Graph
                                            ? static_cast<QWidget *>(workspace()->graph())
                                            : workspace()->queue();
                QVERIFY2(dock ? dock->isAncestorOf(focus) : middle->isAncestorOf(focus),
                         qPrintable(go->text() + u": "_s + focus->objectName()));
                QCOMPARE(workspace()->selection()->lock(), lock);
            }
        }
        workspace()->setView(Workspace::View::Queue);
    }

    void aQuestionMarkIsTypedWhereTextIs()
    {
        auto *filter = workspace()->locks()->findChild<QLineEdit *>();
        QVERIFY(filter);
        filter->setFocus();
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Question, Qt::ShiftModifier);
        QCOMPARE(filter->text(), u"?"_s);
        QVERIFY(!QApplication::activeModalWidget());
        filter->clear();
    }

    void whatWouldBeLostIsAskedFor()
    {
        const auto cancel = [this] {
            QVERIFY(question());
            question()->button(QMessageBox::Cancel)->click();
            QVERIFY(m_window->isOpen() && m_window->isVisible());
            AWAIT_VERIFY(!question());
        };
        click(u"barDisconnect"_s);
        cancel();
        QVERIFY(!m_window->close());
        cancel();
        // Another connection would end the sandbox, too.
        click(u"barConnect"_s);
        auto *dialog = m_window->findChild<ConnectDialog *>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(u"connectString"_s)->setText(u"127.0.0.1:1"_s);
        dialog->okButton()->click();
        AWAIT_VERIFY(question());
        QVERIFY2(question()->text().startsWith(u"End the sandbox"_s), qPrintable(question()->text()));
        cancel();
        QVERIFY(!dialog->isBusy());
        dialog->reject();
        AWAIT_VERIFY(!m_window->findChild<ConnectDialog *>());
    }

    void disconnectingLeadsBackToTheStartPage()
    {
        click(u"barDisconnect"_s);
        answer(u"&End sandbox"_s);
        AWAIT_VERIFY(!m_window->isOpen());
        AWAIT_COMPARE(clients()->rowCount(), 0);
        QVERIFY(m_window->startPage()->isVisible());
    }

    void theLayoutIsRememberedAndCanBeRestored()
    {
        const auto journalIsHidden = [](MainWindow &window) {
            return window.workspace()->findChild<QDockWidget *>(u"journal"_s)->isHidden();
        };
        QCOMPARE(workspace()->toggleActions().size(), 10);
        QVERIFY(!journalIsHidden(*m_window));
        m_window->findChild<QDockWidget *>(u"journal"_s)->close();
        QVERIFY(journalIsHidden(*m_window));
        m_window->close();
        MainWindow again(m_settings.get());
        QVERIFY(journalIsHidden(again));
        again.workspace()->restoreDefaultLayout();
        QVERIFY(!journalIsHidden(again));
    }
};

} // namespace lockscope::ui::tst_mainflow

LOCKSCOPE_TEST(lockscope::ui::tst_mainflow::TestMainFlow)
#include "tst_mainflow.moc"
