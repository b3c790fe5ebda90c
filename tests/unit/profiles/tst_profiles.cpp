// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilestore.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

namespace lockscope::tst_profiles {

using namespace lockscope::profiles;
using namespace Qt::StringLiterals;
using test::contentOf;
using test::writeFile;

class ProfilesTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    int m_count = 0;
    QString newFile() { return m_directory.filePath(u"profiles%1.json"_s.arg(++m_count)); }

    static Profile full()
    {
        Profile profile = newProfile({});
        profile.name = u"Orders, production"_s;
        profile.color = u"#d55e00"_s;
        profile.connect = u"zk1:2281,zk2:2281/app"_s;
        profile.sshHost = u"alice@bastion:2222"_s;
        profile.root = u"/locks"_s;
        profile.sessionTimeoutMs = 4'000;
        profile.connectTimeoutMs = 5'000;
        profile.user = u"alice"_s;
        profile.keep = Keep::Session;
        profile.tls = {true, false, u"/ca.pem"_s, u"/c.pem"_s, u"/k.pem"_s, {}};
        profile.observeOnly = true;
        profile.production = true;
        profile.thresholds.staleHolderMs = 1'000;
        profile.thresholds.longWaitMs = 2'000;
        profile.adminUrls = {u"http://zk1:8080"_s, u"https://zk2:8443"_s};
        profile.ownerLink = u"https://logs.example.org/?host={host}"_s;
        profile.usedAt = QDateTime::fromMSecsSinceEpoch(1'763'700'000'123, Qt::UTC);
        return profile;
    }
    /// With ' for ": moc loses its way in raw strings that have brackets and quotes.
    static QByteArray json(const char *text) { return QByteArray(text).replace('\'', '"'); }
private Q_SLOTS:
    void everythingSurvivesTheFile()
    {
        ProfileStore store(newFile());
        QCOMPARE(store.load(), QList<Profile>());
        const QList<Profile> both{full(), newProfile({full()})};
        QVERIFY(store.change([&](QList<Profile> &profiles) { profiles = both; }));
        QCOMPARE(ProfileStore(store.fileName()).load(), both);
    }

    void aServerOfAProductionProfileIsOneHoweverItIsCalled_data()
    {
        QTest::addColumn<QString>("connectString");
        QTest::addColumn<QString>("sshHost");
        QTest::addColumn<bool>("production");
        const auto row = [](const char *name, const char *connect, bool production, const char *sshHost = "") {
            QTest::newRow(name) << QString::fromLatin1(connect) << QString::fromLatin1(sshHost) << production;
        };
        row("as written", "zk1:2181,zk2:2181/app", true);
        row("one of them, below another chroot", "ZK2/x", true);
        row("with the dot of the root", "zk2.:2181", true);
        row("another port", "zk2:2182", false);
        row("through a tunnel's end it is reached elsewhere", "far:2181", false);
        row("through the same tunnel", "far:2181", true, "gate");
        row("of a profile that is not", "test:2181", false);
        for (const char *host : {"localhost", "LOCALHOST", "127.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"})
            row(host, qPrintable(QString::fromLatin1(host) + u":2191"_s), true);
        row("none at all", "a b", false);
    }
    void aServerOfAProductionProfileIsOneHoweverItIsCalled()
    {
        QFETCH(QString, connectString);
        QFETCH(QString, sshHost);
        QList<Profile> profiles(4);
        for (Profile &profile : profiles)
            profile.production = true;
        profiles[0].connect = u"zk1:2181,zk2:2181/app"_s;
        profiles[1].connect = u"127.0.0.1:2191"_s;
        profiles[2].connect = u"far:2181"_s;
        profiles[2].sshHost = u"gate"_s;
        profiles[3].connect = u"test:2181"_s;
        profiles[3].production = false;
        QTEST(isProduction(profiles, connectString, sshHost), "production");
    }

    void theFileIsItsOwnersAlone()
    {
        ProfileStore store(newFile());
        QVERIFY(store.change([](QList<Profile> &profiles) { profiles += full(); }));
        QVERIFY(!(QFile::permissions(store.fileName())
                  & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther)));
    }

    void twoWindowsDoNotTakeEachOthersChangesBack()
    {
        ProfileStore one(newFile());
        ProfileStore other(one.fileName());
        QVERIFY(one.load() && other.load());
        QVERIFY(one.change([](QList<Profile> &profiles) { profiles += full(); }));
        QVERIFY(other.change([](QList<Profile> &profiles) { profiles += newProfile(profiles); }));
        QCOMPARE(one.load()->size(), 2);
    }

    void aFileThatCannotBeReadIsSaidAndKept()
    {
        ProfileStore store(newFile());
        const QByteArray broken = "{\"lockscope\": 1,\n \"kind\": \"profiles\",\n \"profiles\": [}\n";
        QVERIFY(writeFile(store.fileName(), broken));
        const auto loaded = store.load();
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().sentence().english().startsWith(store.fileName() + u": line 3: "_s),
                 qPrintable(loaded.error().sentence().english()));
        QCOMPARE(contentOf(store.fileName()), broken); // looking changes nothing
        QString moved;
        QVERIFY(store.change([](QList<Profile> &profiles) { profiles += full(); }, &moved));
        QCOMPARE(contentOf(moved), broken);
        QCOMPARE(store.load()->size(), 1);
    }

    void aFolderThatCannotBeMadeIsSaid()
    {
        const QString file = newFile();
        QVERIFY(writeFile(file, "not a folder"));
        ProfileStore store(file + u"/profiles.json"_s);
        const auto changed = store.change([](QList<Profile> &) {});
        QVERIFY(!changed);
        QVERIFY(changed.error().sentence().english().contains(file));
    }

    void eachMistakeIsNamed_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const char *profile, const QString &said) {
            QTest::newRow(name) << json(profile) << said;
        };
        row("a wrong type", "{'name': 7}", u"profiles[0].name: wants a text."_s);
        row("no whole number", "{'session_timeout_ms': 1.5}",
            u"profiles[0].session_timeout_ms: wants a whole number."_s);
        row("an unknown key", "{'observeonly': true}", u"profiles[0].observeonly: it is no key of a profile."_s);
        row("a password", "{'password': 'hunter2'}", u"profiles[0].password: it is no key of a profile."_s);
        row("within tls", "{'tls': {'verfy': false}}", u"profiles[0].tls.verfy: it is no key of a profile"_s);
        row("a bad place", "{'name': 'x', 'connect': 'zk1:0'}", u"profiles[0] (\"x\"): Not a connect string"_s);
        row("an option of ssh", "{'ssh': '-oProxyCommand=x'}", u"\"-oProxyCommand=x\" is no SSH host"_s);
        row("a bad root", "{'root': 'locks'}", u"The root is not valid: it must begin with /"_s);
        row("keep", "{'keep_password': 'file'}", u"profiles[0].keep_password: it is ask, session or keychain."_s);
        row("an admin address", "{'admin': ['zk1:8080']}", u"\"zk1:8080\" is no address of an AdminServer"_s);
        row("a secret in an address", "{'admin': ['http://u:hunter2@zk1:8080']}", u"profiles keep no secrets"_s);
        row("the same name twice", "{'name': 'x'}, {'name': 'X'}", u"profiles[1].name: \"X\" stands there twice."_s);
    }
    void eachMistakeIsNamed()
    {
        QFETCH(QByteArray, profile);
        QFETCH(QString, said);
        const auto read = fromJson(json("{'lockscope': 1, 'kind': 'profiles', 'profiles': [") + profile + "]}");
        QVERIFY(!read);
        QVERIFY2(read.error().sentence().english().contains(said), qPrintable(read.error().sentence().english()));
        QVERIFY(!read.error().sentence().english().contains(u"hunter2"_s));
    }

    void whatIsNoFileOfProfilesIsSaidToBeSo()
    {
        QVERIFY(fromJson("[]").error().sentence().english().contains(u"no file of connection profiles"_s));
        QVERIFY(fromJson(json("{'lockscope': 9, 'kind': 'profiles', 'profiles': []}"))
                    .error()
                    .sentence()
                    .english()
                    .contains(u"version 9"_s));
    }

    void anExportedListIsImportedBehindWhatIsThere()
    {
        const QString file = newFile();
        QVERIFY(exportTo(file, {full()}));
        QVERIFY(!contentOf(file).contains("used"));
        const auto imported = importFrom(file);
        QVERIFY(imported);
        const QList<Profile> all = merged({full()}, *imported);
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[1].name, u"Orders, production 2"_s);
        QVERIFY(all[1].id != imported->constFirst().id);
        QCOMPARE(all[1].tls, full().tls);
    }

    void noSecretGetsIntoTheFile()
    {
        Profile profile = full();
        profile.tls.passphrase = "hunter2"; // it has no place there, but a caller might leave it
        QVERIFY(!toJson({profile}).contains("hunter2"));
    }

    void aDuplicateIsAnotherOne()
    {
        const Profile copy = duplicateOf(full(), {full()});
        QCOMPARE(copy.name, u"Orders, production copy"_s);
        QVERIFY(copy.id != full().id && copy.color != full().color);
        QVERIFY(copy.production && copy.observeOnly);
        QVERIFY(problemOf(copy, {full()}).isEmpty());
    }

    void theSpecHasTheLoginAndTheCare()
    {
        const ConnectSpec spec = connectSpecOf(full(), "hunter2", "s3cret");
        QCOMPARE(spec.authScheme, u"digest"_s);
        QCOMPARE(spec.authCredential, "alice:hunter2");
        QCOMPARE(spec.tls.passphrase, "s3cret");
        QCOMPARE(spec.sshHost, u"alice@bastion:2222"_s);
        QCOMPARE(spec.sessionTimeoutMs, 4'000);
        QVERIFY(spec.observeOnly && spec.tls.enabled && !spec.tls.verify);
        QVERIFY(connectSpecOf(newProfile({}), {}, {}).authScheme.isEmpty());
    }

    void namesAreFoundWhateverTheirCase()
    {
        const QList<Profile> profiles{full()};
        QVERIFY(findByName(profiles, u"orders, Production"_s) != nullptr);
        QVERIFY(findByName(profiles, u"orders"_s) == nullptr);
        Profile twin = newProfile(profiles);
        twin.name = u"ORDERS, production"_s;
        QVERIFY(problemOf(twin, profiles).english().contains(u"another profile"_s));
    }
};

} // namespace lockscope::tst_profiles

LOCKSCOPE_TEST(lockscope::tst_profiles::ProfilesTest)
#include "tst_profiles.moc"
