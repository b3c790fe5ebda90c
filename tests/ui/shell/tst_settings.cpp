// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/settings/settings.h"

namespace lockscope::ui::tst_settings {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestSettings : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_count = 0;
    QString newFile() { return m_dir.filePath(u"settings%1.ini"_s.arg(++m_count)); }

    static profiles::Profile recent(const QString &where, const QString &root = u"/"_s)
    {
        profiles::Profile one;
        one.connect = where;
        one.root = root;
        one.observeOnly = true;
        one.sessionTimeoutMs = 4321;
        one.usedAt = QDateTime::fromMSecsSinceEpoch(1'763'700'000'123, Qt::UTC);
        return one;
    }

private Q_SLOTS:
    void everythingSurvivesARoundTripThroughTheFile()
    {
        const QString file = newFile();
        lab::SpawnRequest spawn;
        spawn.count = 17;
        spawn.recipe = locks::RecipeId::ReadWrite;
        spawn.dialect = locks::Dialect::Kazoo;
        spawn.writers = 0.3;
        spawn.hold = {lab::HoldTime::Kind::Random, 250ms, 750ms};
        spawn.acquireTimeout = 1500ms;
        spawn.sessionTimeout = 4000ms;
        spawn.rounds = 0;
        spawn.acquireAtOnce = false;
        spawn.namePrefix = u"w-"_s;
        {
            Settings settings(file);
            settings.setTheme(ThemeChoice::Dark);
            settings.setLayout({"geometry", QByteArray("\0docks\xff", 7)});
            settings.addRecentConnection(recent(u"zk1:2181,zk2:2181/app"_s, u"/locks"_s));
            settings.setSpawn(spawn);
        }
        const Settings again(file);
        QCOMPARE(again.theme(), ThemeChoice::Dark);
        QCOMPARE(again.layout(), (WindowLayout{"geometry", QByteArray("\0docks\xff", 7)}));
        QCOMPARE(again.recentConnections(), QList<profiles::Profile>{recent(u"zk1:2181,zk2:2181/app"_s, u"/locks"_s)});
        const lab::SpawnRequest read = again.spawn();
        QCOMPARE(read.count, 17);
        QCOMPARE(read.recipe, locks::RecipeId::ReadWrite);
        QCOMPARE(read.dialect, locks::Dialect::Kazoo);
        QCOMPARE(read.writers, 0.3);
        QCOMPARE(read.hold.kind, lab::HoldTime::Kind::Random);
        QCOMPARE(read.hold.min, 250ms);
        QCOMPARE(read.hold.max, 750ms);
        QCOMPARE(read.acquireTimeout, std::optional(1500ms));
        QCOMPARE(read.sessionTimeout, std::optional(4000ms));
        QCOMPARE(read.rounds, 0);
        QCOMPARE(read.acquireAtOnce, false);
        QCOMPARE(read.namePrefix, u"w-"_s);
    }

    void aNewFileIsItsOwnersAlone()
    {
        const QString file = newFile();
        Settings(file).setTheme(ThemeChoice::Dark);
        constexpr auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther;
        QVERIFY(QFile::exists(file));
        QVERIFY(!(QFile::permissions(file) & others));
        QVERIFY(QFile::setPermissions(file, QFile::permissions(file) | others)); // whose owner chose that
        Settings(file).setTheme(ThemeChoice::Light);
        QVERIFY(QFile::permissions(file) & others);
    }

    void theOptionsOfOneRecipeOutliveAnotherOne()
    {
        const QString file = newFile();
        lab::SpawnRequest semaphore;
        semaphore.recipe = locks::RecipeId::Semaphore;
        semaphore.dialect = locks::Dialect::Curator;
        semaphore.leases = 7;
        semaphore.faults = {{journal::Fault::Pause, 0.25, 1500ms}, {journal::Fault::Crash, 0.001, 0ms}};
        semaphore.seed = 42;
        lab::SpawnRequest multi;
        multi.recipe = locks::RecipeId::Multi;
        multi.paths = {u"/b"_s, u"/a"_s};
        multi.sorted = false;
        {
            Settings settings(file);
            settings.setSpawn(semaphore);
            settings.setSpawn(multi);
            settings.setSpawn(lab::SpawnRequest());
            settings.setSpawn(semaphore);
        }
        const lab::SpawnRequest read = Settings(file).spawn();
        QCOMPARE(read.leases, 7);
        QCOMPARE(read.paths, multi.paths);
        QCOMPARE(read.sorted, false);
        QCOMPARE(read.faults, semaphore.faults);
        QVERIFY(!read.seed); // for one repetition, not for every run from now on
    }

    void aFreshFileGivesValuesThatCanBeUsedAtOnce()
    {
        const Settings settings(newFile());
        QCOMPARE(settings.theme(), ThemeChoice::System);
        QVERIFY(settings.recentConnections().isEmpty());
        lab::SpawnRequest spawn = settings.spawn();
        spawn.lock = u"/a"_s;
        QVERIFY(!lab::validate(spawn));
    }

    void aSizeWithoutEntriesIsNotCountedThrough()
    {
        const QString file = newFile();
        {
            QSettings store(file, QSettings::IniFormat);
            for (const auto *key : {"connections/recent/size", "spawn/faults/size"})
                store.setValue(QLatin1String(key), 2'000'000'000);
        }
        const Settings settings(file);
        QVERIFY(settings.recentConnections().isEmpty());
        QVERIFY(settings.spawn().faults.isEmpty());
    }

    void theNewestConnectionComesFirstAndEachPlaceOnce()
    {
        Settings settings(newFile());
        settings.addRecentConnection(recent(u"a:1"_s));
        settings.addRecentConnection(recent(u"b:1"_s));
        settings.addRecentConnection(recent(u"a:1"_s));
        QCOMPARE(settings.recentConnections(), QList<profiles::Profile>({recent(u"a:1"_s), recent(u"b:1"_s)}));
        settings.removeRecentConnection(recent(u"a:1"_s));
        QCOMPARE(settings.recentConnections(), QList<profiles::Profile>{recent(u"b:1"_s)});
        profiles::Profile behind = recent(u"b:1"_s);
        behind.sshHost = u"bastion"_s; // another place, of the same name there
        settings.addRecentConnection(behind);
        QCOMPARE(settings.recentConnections(), QList<profiles::Profile>({behind, recent(u"b:1"_s)}));
        for (int i = 0; i < 20; ++i)
            settings.addRecentConnection(recent(u"host%1:1"_s.arg(i)));
        QCOMPARE(settings.recentConnections().size(), Settings::maxRecentConnections);
        QCOMPARE(settings.recentConnections().front().connect, u"host19:1"_s);
    }
};

} // namespace lockscope::ui::tst_settings

LOCKSCOPE_TEST(lockscope::ui::tst_settings::TestSettings)
#include "tst_settings.moc"
