// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/secrets.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>

namespace lockscope::tst_secrets {

using namespace lockscope::profiles;
using namespace Qt::StringLiterals;

/// A session bus with a real keychain (GNOME's) on it, both private to this test.
class SecretsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    QProcess m_bus;
    QProcess m_keychain;

    static Profile profile(Keep keep = Keep::Keychain)
    {
        Profile made = newProfile({});
        made.keep = keep;
        return made;
    }
    /// What keep() says, waited for.
    static std::optional<QString> kept(Secrets &secrets, const Profile &profile, SecretKind kind,
                                       const QByteArray &secret)
    {
        const auto said = std::make_shared<std::optional<QString>>();
        secrets.keep(profile, kind, secret, [said](const Text &trouble) { *said = trouble.english(); });
        return QTest::qWaitFor([said] { return said->has_value(); }, test::patienceMs()) ? *said : std::nullopt;
    }
    /// Whether \a needle stands anywhere under the test's own home.
    bool isOnDisk(const QByteArray &needle)
    {
        QDirIterator files(m_directory.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            if (test::contentOf(files.next()).contains(needle))
                return true;
        }
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QByteArray home = m_directory.path().toUtf8();
        for (const char *name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, home);
        QFile::setPermissions(m_directory.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qunsetenv("DISPLAY");
        // Nothing is started because somebody asks for it: that would be a second keychain, which nobody has unlocked,
        // and it may come to the bus before the one that is started here.
        const QByteArray rules = "<busconfig><type>session</type><listen>unix:path=" + home
                                 + "/bus</listen><policy context=\"default\">"
                                   "<allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/>"
                                   "<allow own=\"*\"/></policy></busconfig>";
        const QString config = m_directory.filePath(u"bus.conf"_s);
        QVERIFY(test::writeFile(config, rules));
        m_bus.start(u"dbus-daemon"_s, {u"--config-file="_s + config, u"--nofork"_s, u"--print-address"_s});
        QVERIFY2(m_bus.waitForStarted(), qPrintable(m_bus.errorString()));
        AWAIT_VERIFY(m_bus.canReadLine()); // whole
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
        m_keychain.start(u"gnome-keyring-daemon"_s, {u"--foreground"_s, u"--unlock"_s, u"--components=secrets"_s});
        QVERIFY2(m_keychain.waitForStarted(), qPrintable(m_keychain.errorString()));
        m_keychain.write("of this test");
        m_keychain.closeWriteChannel();
        // Ready when it takes a secret.
        Secrets secrets;
        AWAIT_COMPARE(kept(secrets, profile(), SecretKind::Password, "x"), QString());
    }
    void cleanupTestCase()
    {
        for (QProcess *process : {&m_keychain, &m_bus}) {
            process->kill();
            process->waitForFinished();
        }
    }

    void aPasswordIsKeptInTheKeychainAndNowhereElse()
    {
        const Profile place = profile();
        {
            Secrets secrets;
            QCOMPARE(kept(secrets, place, SecretKind::Password, "hunter2 é"), QString());
            QCOMPARE(kept(secrets, place, SecretKind::Passphrase, "s3cret"), QString());
        }
        Secrets later; // as in another run of the program
        QCOMPARE(later.readNow(place, SecretKind::Password).secret, QByteArray("hunter2 é"));
        QCOMPARE(later.readNow(place, SecretKind::Passphrase).secret, QByteArray("s3cret"));
        QVERIFY(!later.readNow(profile(), SecretKind::Password).secret);
        QVERIFY(!isOnDisk("hunter2")); // the keychain's own file is encrypted
    }

    void aForgottenOneIsGone()
    {
        const Profile place = profile();
        Secrets secrets;
        QCOMPARE(kept(secrets, place, SecretKind::Password, "hunter2"), QString());
        bool done = false;
        secrets.forget(place, [&](const Text &) { done = true; });
        AWAIT_VERIFY(done);
        const auto answer = secrets.readNow(place, SecretKind::Password);
        QVERIFY(!answer.secret);
        QCOMPARE(answer.trouble.english(), QString());
    }

    void oneForTheSessionIsGoneWithIt()
    {
        const Profile place = profile(Keep::Session);
        {
            Secrets secrets;
            QCOMPARE(kept(secrets, place, SecretKind::Password, "hunter2"), QString());
            QCOMPARE(secrets.readNow(place, SecretKind::Password).secret, QByteArray("hunter2"));
        }
        Secrets later;
        QVERIFY(!later.readNow(place, SecretKind::Password).secret);
    }

    void oneThatIsAskedForIsNotKept()
    {
        const Profile place = profile(Keep::Nowhere);
        Secrets secrets;
        QCOMPARE(kept(secrets, place, SecretKind::Password, "hunter2"), QString());
        QVERIFY(!secrets.readNow(place, SecretKind::Password).secret);
    }
};

} // namespace lockscope::tst_secrets

LOCKSCOPE_TEST(lockscope::tst_secrets::SecretsTest)
#include "tst_secrets.moc"
