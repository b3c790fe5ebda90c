// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/secrets.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

namespace lockscope::tst_nokeychain {

using namespace lockscope::profiles;
using namespace Qt::StringLiterals;

/// A desktop on which no keychain answers; a program of its own, since the libraries look for one only once.
class NoKeychainTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAKeychainItIsSaidAndKeptUntilTheEnd()
    {
        QTemporaryDir home;
        for (const char *name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, home.path().toUtf8());
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + home.filePath(u"absent"_s).toUtf8());
        const Profile place = newProfile({}); // whose password is for the keychain
        {
            Secrets secrets;
            std::optional<QString> trouble;
            secrets.keep(place, SecretKind::Password, "hunter2", [&](const Text &said) { trouble = said.english(); });
            AWAIT_VERIFY(trouble);
            QVERIFY2(trouble->contains(u"kept until Lockscope ends"_s), qPrintable(*trouble));
            QVERIFY(!trouble->contains(u"hunter2"_s));
            QCOMPARE(secrets.readNow(place, SecretKind::Password).secret, QByteArray("hunter2"));
        }
        Secrets later;
        const auto answer = later.readNow(place, SecretKind::Password);
        QVERIFY(!answer.secret);
        QVERIFY2(answer.trouble.english().contains(u"keychain"_s), qPrintable(answer.trouble.english()));
        QDirIterator files(home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("hunter2"));
        }
    }
};

} // namespace lockscope::tst_nokeychain

LOCKSCOPE_TEST(lockscope::tst_nokeychain::NoKeychainTest)
#include "tst_nokeychain.moc"
