// SPDX-License-Identifier: Apache-2.0
// A private Redis in the window: real widgets, the real engine and a real redis-server.
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/backenddialog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/queue/queueheader.h"

#include <QTcpServer>

namespace lockscope::ui::tst_redisflow {

using namespace Qt::StringLiterals;

class TestRedisFlow : public WindowTest
{
    Q_OBJECT

    /// Who has the key, and believes so.
    QString holder() const
    {
        const QString lock = SpawnDialog::demoLock();
        for (const auto &[id, client] : world().clients()) {
            if (client.state == locks::LockState::Retained && world().isLock(lock)
                && world().queue(lock).holders.size() == 1)
                return client.spec.name;
        }
        return {};
    }
    static QList<locks::RecipeId> offeredBy(const RecipeList &list)
    {
        QList<locks::RecipeId> recipes;
        for (int row = 0; row < list.count(); ++row) {
            const QVariant id = list.item(row)->data(Qt::UserRole);
            if (id.isValid()) // no heading
                recipes += locks::RecipeId(id.toInt());
        }
        return recipes;
    }
    QString waiters() const { return workspace()->queue()->findChild<FactsLine *>()->toolTip(); }

private Q_SLOTS:
    void init()
    {
        makeWindow(false);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void fiveClientsTakeTurnsOnAPrivateServer()
    {
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        QCOMPARE(m_window->windowTitle(), u"Private Redis — Lockscope"_s);

        click(u"barSpawn"_s);
        auto *dialog = m_window->findChild<SpawnDialog *>();
        QVERIFY(dialog);
        const auto *recipes = dialog->findChild<RecipeList *>();
        QVERIFY(recipes);
        const QList<locks::RecipeId> offered = offeredBy(*recipes);
        QVERIFY(offered.contains(locks::RecipeId::RedisSetPx));
        for (const locks::RecipeId recipe : offered)
            QVERIFY2(locks::recipeInfo(recipe).runsOn(locks::Backend::Redis), qPrintable(locks::recipeName(recipe)));
        // The card is that of the recipe which is chosen from the start, a sound one.
        const auto buttons = dialog->findChildren<QAbstractButton *>();
        const auto breaks = std::ranges::find(buttons, u"Show how it breaks"_s, &QAbstractButton::text);
        QVERIFY(breaks != buttons.end() && !(*breaks)->isVisible());
        dialog->findChild<QSpinBox *>(u"count"_s)->setValue(5);
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        lab::SpawnRequest request = dialog->request();
        request.sessionTimeout = std::chrono::minutes(10); // however slow the machine is, no key goes by itself
        dialog->setRequest(request);
        dialog->okButton()->click();
        AWAIT_COMPARE(int(world().clients().size()), 5);
        AWAIT_VERIFY(!holder().isEmpty());
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), 5);
        QCOMPARE(world().queue(SpawnDialog::demoLock()).waiting, 4);
        AWAIT_COMPARE(waiters(), u"no queue on the server: waiters try again · live"_s);

        const QString first = holder();
        for (const auto &[id, client] : world().clients()) {
            if (client.spec.name == first) {
                m_window->controller()->command({id}, lab::ClientCommand::Release);
                break;
            }
        }
        AWAIT_VERIFY(!holder().isEmpty() && holder() != first);

        click(u"barDisconnect"_s);
        AWAIT_VERIFY(!m_window->isOpen());
    }

    /// It keeps its connections, and what it has is not known any more.
    void aServerThatStandsStillIsNotLive()
    {
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        m_window->controller()->commandServer(0, ServerCommand::Pause);
        AWAIT_COMPARE(world().connection().state, ConnectionState::Suspended);
        m_window->controller()->commandServer(0, ServerCommand::Resume);
        AWAIT_COMPARE(world().connection().state, ConnectionState::Connected);
    }

    void redlockCanBeChosenWhereThereAreServersForIt()
    {
        const auto canBeChosen = [this] {
            auto *dialog = m_window->findChild<SpawnDialog *>();
            const auto *recipes = dialog->findChild<RecipeList *>();
            for (int row = 0; row < recipes->count(); ++row) {
                const QVariant id = recipes->item(row)->data(Qt::UserRole);
                if (id.isValid() && locks::RecipeId(id.toInt()) == locks::RecipeId::Redlock)
                    return recipes->item(row)->flags().testFlag(Qt::ItemIsEnabled);
            }
            return false;
        };
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        click(u"barSpawn"_s);
        QVERIFY(!canBeChosen());
        m_window->findChild<SpawnDialog *>()->reject();
        click(u"barDisconnect"_s);
        AWAIT_VERIFY(!m_window->isOpen());

        auto *which = m_window->findChild<QComboBox *>(u"startBackendKind"_s);
        which->setCurrentText(u"Redis, 5 servers"_s);
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        AWAIT_VERIFY(!m_window->findChild<SpawnDialog *>());
        click(u"barSpawn"_s);
        QVERIFY(canBeChosen());
        auto *dialog = m_window->findChild<SpawnDialog *>();
        lab::SpawnRequest request = dialog->request();
        request.recipe = locks::RecipeId::Redlock;
        request.count = 2;
        dialog->setRequest(request);
        dialog->okButton()->click();
        AWAIT_VERIFY(!holder().isEmpty());
    }

    void clientsTakeTurnsInADatabase_data()
    {
        QTest::addColumn<int>("backend");
        QTest::addColumn<int>("recipe");
        using locks::Backend;
        using locks::RecipeId;
        QTest::newRow("SQLite") << int(Backend::Sqlite) << int(RecipeId::SqlRow);
        QTest::newRow("MariaDB") << int(Backend::MariaDb) << int(RecipeId::SqlNamed);
        QTest::newRow("PostgreSQL") << int(Backend::PostgreSql) << int(RecipeId::SqlForUpdate);
    }

    void clientsTakeTurnsInADatabase()
    {
        QFETCH(int, backend);
        QFETCH(int, recipe);
        auto *which = m_window->findChild<QComboBox *>(u"startBackendKind"_s);
        QVERIFY(which);
        which->setCurrentIndex(which->findData(backend));
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        QCOMPARE(m_window->windowTitle(),
                 u"Private %1 — Lockscope"_s.arg(locks::backendText(static_cast<locks::Backend>(backend))));

        click(u"barSpawn"_s);
        auto *dialog = m_window->findChild<SpawnDialog *>();
        QVERIFY(dialog);
        const auto *recipes = dialog->findChild<RecipeList *>();
        QVERIFY(recipes);
        const QList<locks::RecipeId> offered = offeredBy(*recipes);
        QVERIFY(offered.contains(static_cast<locks::RecipeId>(recipe)));
        for (const locks::RecipeId each : offered)
            QVERIFY2(locks::recipeInfo(each).runsOn(static_cast<locks::Backend>(backend)),
                     qPrintable(locks::recipeName(each)));
        lab::SpawnRequest request = dialog->request();
        request.recipe = static_cast<locks::RecipeId>(recipe);
        request.count = 4;
        dialog->setRequest(request);
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        dialog->okButton()->click();
        AWAIT_COMPARE(int(world().clients().size()), 4);
        AWAIT_VERIFY(!holder().isEmpty());
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), 4);

        const QString first = holder();
        for (const auto &[id, client] : world().clients()) {
            if (client.spec.name == first) {
                m_window->controller()->command({id}, lab::ClientCommand::Release);
                break;
            }
        }
        AWAIT_VERIFY(!holder().isEmpty() && holder() != first);
        click(u"barDisconnect"_s);
        AWAIT_VERIFY(!m_window->isOpen());
    }

    void aScenarioStartsTheServerThatItNeeds()
    {
        m_window->scenarios()->setPace(std::chrono::milliseconds(0));
        m_window->scenarios()->open(u"redis-holder-pauses"_s);
        AWAIT_VERIFY(isOpen());
        QCOMPARE(m_window->controller()->target().backend(), locks::Backend::Redis);
        AWAIT_COMPARE(workspace()->scenario()->text(), u"As expected"_s);
    }

    void aServerThatIsNotThereIsSaid()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        const quint16 port = taken.serverPort();
        taken.close(); // now nobody listens there
        click(u"startBackendAddress"_s);
        auto *dialog = m_window->findChild<BackendDialog *>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(u"backendAddress"_s)->setText(u"nowhere"_s);
        QVERIFY(dialog->problem().contains(u"redis://HOST:PORT"_s));
        dialog->findChild<QLineEdit *>(u"backendAddress"_s)->setText(u"redis://127.0.0.1:%1"_s.arg(port));
        dialog->okButton()->click();
        AWAIT_COMPARE(m_window->startPage()->banner()->title(), u"Not connected to redis://127.0.0.1:%1."_s.arg(port));
        QVERIFY2(m_window->startPage()->banner()->text().contains(u"No Redis server"_s),
                 qPrintable(m_window->startPage()->banner()->text()));
        QVERIFY(!m_window->isOpen());
    }

    void whereRedisIsMissingItsInstallCommandIsSaid()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", m_dir.path().toLocal8Bit());
        click(u"startBackend"_s);
        AWAIT_COMPARE(m_window->startPage()->banner()->title(), u"The private Redis did not start."_s);
        qputenv("PATH", path);
        QVERIFY2(m_window->startPage()->banner()->text().contains(u"apt"_s),
                 qPrintable(m_window->startPage()->banner()->text()));
    }
};

} // namespace lockscope::ui::tst_redisflow

LOCKSCOPE_TEST(lockscope::ui::tst_redisflow::TestRedisFlow)
#include "tst_redisflow.moc"
