// SPDX-License-Identifier: Apache-2.0
// Private servers that are no ZooKeeper in the window: real widgets, the real engine and real servers.
#include "tests/support/heldport.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/backenddialog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/queue/queueheader.h"

namespace lockscope::ui::tst_redisflow {

using namespace Qt::StringLiterals;

class TestRedisFlow : public WindowTest
{
    Q_OBJECT

    /// Who has the key, and believes so.
    ClientId holder() const
    {
        const QString lock = SpawnDialog::demoLock();
        for (const auto &[id, client] : world().clients()) {
            if (client.state == locks::LockState::Retained && world().isLock(lock)
                && world().queue(lock).holders.size() == 1)
                return id;
        }
        return {};
    }
    SpawnDialog *spawnDialog() const { return m_window->findChild<SpawnDialog *>(); }
    /// What the open dialog has, and whether it can be chosen.
    QMap<locks::RecipeId, bool> offered() const
    {
        const auto *list = spawnDialog()->findChild<RecipeList *>();
        QMap<locks::RecipeId, bool> recipes;
        for (int row = 0; row < list->count(); ++row) {
            const QVariant id = list->item(row)->data(Qt::UserRole);
            if (id.isValid()) // no heading
                recipes.insert(locks::RecipeId(id.toInt()), list->item(row)->flags().testFlag(Qt::ItemIsEnabled));
        }
        return recipes;
    }

private Q_SLOTS:
    void init()
    {
        makeWindow(false);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void clientsTakeTurnsOnAPrivateServer_data()
    {
        QTest::addColumn<locks::Backend>("backend");
        QTest::addColumn<locks::RecipeId>("recipe");
        using locks::Backend;
        using locks::RecipeId;
        QTest::newRow("Redis") << Backend::Redis << RecipeId::RedisSetPx;
        QTest::newRow("SQLite") << Backend::Sqlite << RecipeId::SqlRow;
        QTest::newRow("MariaDB") << Backend::MariaDb << RecipeId::SqlNamed;
        QTest::newRow("PostgreSQL") << Backend::PostgreSql << RecipeId::SqlForUpdate;
    }
    void clientsTakeTurnsOnAPrivateServer()
    {
        QFETCH(locks::Backend, backend);
        QFETCH(locks::RecipeId, recipe);
        auto *which = m_window->findChild<QComboBox *>(u"startBackendKind"_s);
        which->setCurrentIndex(which->findData(int(backend)));
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        QCOMPARE(m_window->windowTitle(), u"Private %1 — Lockscope"_s.arg(locks::backendText(backend)));

        click(u"barSpawn"_s);
        SpawnDialog *dialog = spawnDialog();
        QVERIFY(dialog);
        QVERIFY(offered().contains(recipe));
        for (const locks::RecipeId each : offered().keys())
            QVERIFY2(locks::recipeInfo(each).runsOn(backend), qPrintable(locks::recipeName(each)));
        // The card is that of the recipe which is chosen from the start, a sound one.
        const auto buttons = dialog->findChildren<QAbstractButton *>();
        const auto breaks = std::ranges::find(buttons, u"Show how it breaks"_s, &QAbstractButton::text);
        QVERIFY(breaks != buttons.end() && !(*breaks)->isVisible());
        lab::SpawnRequest request = dialog->request();
        request.count = 5;
        request.recipe = recipe;
        if (backend == locks::Backend::Redis) // however slow the machine is, no key goes by itself
            request.sessionTimeout = std::chrono::minutes(10);
        dialog->setRequest(request);
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        dialog->okButton()->click();
        AWAIT_COMPARE(int(world().clients().size()), 5);
        AWAIT_VERIFY(!holder().isNull());
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), 5);
        if (backend == locks::Backend::Redis) {
            QCOMPARE(world().queue(SpawnDialog::demoLock()).waiting, 4);
            AWAIT_COMPARE(workspace()->queue()->findChild<FactsLine *>()->toolTip(),
                          u"no queue on the server: waiters try again · live"_s);
        }

        const ClientId first = holder();
        m_window->controller()->command({first}, lab::ClientCommand::Release);
        AWAIT_VERIFY(!holder().isNull() && holder() != first);

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
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        click(u"barSpawn"_s);
        QVERIFY(!offered().value(locks::RecipeId::Redlock));
        spawnDialog()->reject();
        click(u"barDisconnect"_s);
        AWAIT_VERIFY(!m_window->isOpen());

        m_window->findChild<QComboBox *>(u"startBackendKind"_s)->setCurrentText(u"Redis, 5 servers"_s);
        click(u"startBackend"_s);
        AWAIT_VERIFY(isOpen());
        AWAIT_VERIFY(!spawnDialog());
        click(u"barSpawn"_s);
        QVERIFY(offered().value(locks::RecipeId::Redlock));
        lab::SpawnRequest request = spawnDialog()->request();
        request.recipe = locks::RecipeId::Redlock;
        request.count = 2;
        spawnDialog()->setRequest(request);
        spawnDialog()->okButton()->click();
        AWAIT_VERIFY(!holder().isNull());
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
        const test::HeldPort nobody = test::heldPort();
        const QString address = u"redis://127.0.0.1:%1"_s.arg(nobody.port());
        click(u"startBackendAddress"_s);
        auto *dialog = m_window->findChild<BackendDialog *>();
        QVERIFY(dialog);
        auto *place = dialog->findChild<QLineEdit *>(u"backendAddress"_s);
        place->setText(u"nowhere"_s);
        QVERIFY(dialog->problem().contains(u"redis://HOST:PORT"_s));
        place->setText(address);
        dialog->okButton()->click();
        const Banner *banner = m_window->startPage()->banner();
        AWAIT_COMPARE(banner->title(), u"Not connected to %1."_s.arg(address));
        QVERIFY2(banner->text().contains(u"No Redis server"_s), qPrintable(banner->text()));
        QVERIFY(!m_window->isOpen());
    }

    void whereRedisIsMissingItsInstallCommandIsSaid()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", m_dir.path().toLocal8Bit());
        click(u"startBackend"_s);
        const Banner *banner = m_window->startPage()->banner();
        AWAIT_COMPARE(banner->title(), u"The private Redis did not start."_s);
        qputenv("PATH", path);
        QVERIFY2(banner->text().contains(u"apt"_s), qPrintable(banner->text()));
    }
};

} // namespace lockscope::ui::tst_redisflow

LOCKSCOPE_TEST(lockscope::ui::tst_redisflow::TestRedisFlow)
#include "tst_redisflow.moc"
