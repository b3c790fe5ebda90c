// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testauthority.h"
#include "tests/ui/uitest.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/profiles/profilelist.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

namespace lockscope::ui::tst_connectdialog {

using namespace Qt::StringLiterals;

using profiles::Profile;

class TestConnectDialog : public QObject
{
    Q_OBJECT

    template<typename T>
    static T *child(QWidget &dialog, const char *name)
    {
        auto *found = dialog.findChild<T *>(QString::fromLatin1(name));
        Q_ASSERT(found);
        return found;
    }
    static QList<Profile> two()
    {
        Profile first = profiles::newProfile({});
        first.name = u"Production"_s;
        first.connect = u"zk1:2281,zk2:2281/app"_s;
        first.sshHost = u"alice@bastion"_s;
        first.production = true;
        first.user = u"alice"_s;
        first.tls.enabled = true;
        Profile second = profiles::newProfile({first});
        second.name = u"Staging"_s;
        return {first, second};
    }
    static QStringList names(const ConnectDialog &dialog)
    {
        QStringList names;
        for (const Profile &profile : dialog.profiles())
            names << profile.name;
        return names;
    }
    static void press(ConnectDialog &dialog, const char *name) { child<QToolButton>(dialog, name)->click(); }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void aSelectedProfileFillsTheForm()
    {
        const auto profiles = two();
        ConnectDialog dialog(profiles);
        QVERIFY(!dialog.isNamed());
        dialog.select(profiles[0].id);
        QVERIFY(dialog.isNamed());
        QCOMPARE(dialog.profile(), profiles[0]);
        QCOMPARE(child<QLineEdit>(dialog, "connectString")->text(), u"zk1:2281,zk2:2281/app"_s);
        QCOMPARE(child<QLineEdit>(dialog, "sshHost")->text(), u"alice@bastion"_s);
        QVERIFY(child<QCheckBox>(dialog, "production")->isChecked());
        QVERIFY(!dialog.isEdited()); // looking is no change
    }

    void whatIsChangedStaysWithItsProfile()
    {
        const auto profiles = two();
        ConnectDialog dialog(profiles);
        dialog.select(profiles[0].id);
        child<QLineEdit>(dialog, "profileName")->setText(u"Live"_s);
        child<QCheckBox>(dialog, "observeOnly")->setChecked(true);
        QVERIFY(dialog.isEdited());
        dialog.select(profiles[1].id);
        QCOMPARE(child<QLineEdit>(dialog, "profileName")->text(), u"Staging"_s);
        QCOMPARE(names(dialog), (QStringList{u"Live"_s, u"Staging"_s}));
        QVERIFY(dialog.profiles()[0].observeOnly && !dialog.profiles()[1].observeOnly);
    }

    void profilesAreMadeDuplicatedOrderedAndTakenAway()
    {
        const auto profiles = two();
        ConnectDialog dialog(profiles);
        dialog.select(profiles[0].id);
        press(dialog, "duplicateProfile");
        QCOMPARE(names(dialog), (QStringList{u"Production"_s, u"Production copy"_s, u"Staging"_s}));
        QCOMPARE(dialog.profile().name, u"Production copy"_s);
        press(dialog, "profileDown");
        QCOMPARE(names(dialog), (QStringList{u"Production"_s, u"Staging"_s, u"Production copy"_s}));
        press(dialog, "profileUp");
        press(dialog, "profileUp");
        QCOMPARE(names(dialog).first(), u"Production copy"_s);
        QVERIFY(!child<QToolButton>(dialog, "profileUp")->isEnabled());
        press(dialog, "removeProfile");
        QCOMPARE(names(dialog), (QStringList{u"Production"_s, u"Staging"_s}));
        QCOMPARE(dialog.removedProfiles().size(), 1);
        press(dialog, "addProfile");
        QCOMPARE(names(dialog).last(), u"New connection"_s);
        QVERIFY(child<QPushButton>(dialog, "saveProfiles")->isEnabled());
        dialog.setStored();
        QVERIFY(!dialog.isEdited() && dialog.removedProfiles().isEmpty());
    }

    void whatWasTypedWithoutAProfileCanBeKeptAsOne()
    {
        ConnectDialog dialog;
        child<QLineEdit>(dialog, "connectString")->setText(u"zk9:2181/x"_s);
        press(dialog, "addProfile");
        QCOMPARE(dialog.profile().connect, u"zk9:2181/x"_s);
        QCOMPARE(dialog.profiles().size(), 1);
    }

    void aNameThatIsTakenIsAProblem()
    {
        const auto profiles = two();
        ConnectDialog dialog(profiles);
        dialog.select(profiles[1].id);
        child<QLineEdit>(dialog, "profileName")->setText(u"production"_s);
        QVERIFY2(dialog.problem().contains(u"another profile"_s), qPrintable(dialog.problem()));
        QVERIFY(!dialog.okButton()->isEnabled());
        QVERIFY(!child<QPushButton>(dialog, "testConnection")->isEnabled());
        QVERIFY(!child<QPushButton>(dialog, "saveProfiles")->isEnabled());
    }

    void itChecksTheConnectStringAndTheRoot_data()
    {
        QTest::addColumn<QString>("servers");
        QTest::addColumn<QString>("root");
        QTest::addColumn<bool>("ok");
        QTest::newRow("one") << u"127.0.0.1:2181"_s << u"/"_s << true;
        QTest::newRow("several, chroot") << u"zk1:2181,zk2:2182/app"_s << u"/locks"_s << true;
        QTest::newRow("empty") << QString() << u"/"_s << false;
        QTest::newRow("port") << u"zk1:port"_s << u"/"_s << false;
        QTest::newRow("relative root") << u"zk1:2181"_s << u"locks"_s << false;
        QTest::newRow("no root") << u"zk1:2181"_s << QString() << false;
    }
    void itChecksTheConnectStringAndTheRoot()
    {
        QFETCH(QString, servers);
        QFETCH(QString, root);
        QFETCH(bool, ok);
        ConnectDialog dialog;
        child<QLineEdit>(dialog, "connectString")->setText(servers);
        child<QLineEdit>(dialog, "root")->setText(root);
        QVERIFY2(dialog.problem().isEmpty() == ok, qPrintable(dialog.problem()));
        QCOMPARE(dialog.okButton()->isEnabled(), ok);
    }

    void anOptionIsNoSshHost()
    {
        ConnectDialog dialog;
        child<QLineEdit>(dialog, "sshHost")->setText(u"-oProxyCommand=x"_s);
        QVERIFY2(dialog.problem().contains(u"is no SSH host"_s), qPrintable(dialog.problem()));
        QVERIFY(!dialog.okButton()->isEnabled());
        child<QLineEdit>(dialog, "sshHost")->setText(u" bastion "_s);
        QVERIFY(dialog.okButton()->isEnabled());
        QCOMPARE(dialog.profile().sshHost, u"bastion"_s);
    }

    void aFileThatIsNotThereIsAProblemWhileTlsIsOn()
    {
        const QTemporaryDir directory;
        const QString absent = directory.filePath(u"ca.pem"_s);
        ConnectDialog dialog;
        child<QLineEdit>(dialog, "tlsCa")->setText(absent);
        QCOMPARE(dialog.problem(), QString());
        child<QCheckBox>(dialog, "tls")->setChecked(true);
        QVERIFY2(dialog.problem().contains(absent), qPrintable(dialog.problem()));
    }

    void aFileThatIsNoCertificateIsAProblemUntilItIsOne()
    {
        test::TestAuthority authority;
        QVERIFY2(authority.isMade(), authority.why());
        const test::Certificate one = authority.issue(u"one"_s, {});
        const test::Certificate other = authority.issue(u"other"_s, {});
        ConnectDialog dialog;
        child<QCheckBox>(dialog, "tls")->setChecked(true);
        child<QLineEdit>(dialog, "tlsCa")->setText(one.keyFile);
        QVERIFY2(dialog.problem().contains(u"has no certificate in PEM form"_s), qPrintable(dialog.problem()));
        QVERIFY(!dialog.okButton()->isEnabled());
        child<QLineEdit>(dialog, "tlsCa")->setText(authority.caFile());
        QCOMPARE(dialog.problem(), QString());
        child<QLineEdit>(dialog, "tlsCert")->setText(one.certFile);
        child<QLineEdit>(dialog, "tlsKey")->setText(other.keyFile);
        QVERIFY2(dialog.problem().contains(u"does not belong to the certificate"_s), qPrintable(dialog.problem()));
        child<QLineEdit>(dialog, "tlsKey")->setText(one.keyFile);
        QCOMPARE(dialog.problem(), QString());
        child<QLineEdit>(dialog, "tlsKey")->setText(authority.encryptKey(one, "s3cret")); // asked for later
        QCOMPARE(dialog.problem(), QString());
    }

    void aMissingPasswordIsAskedForInItsField()
    {
        const auto profiles = two();
        ConnectDialog dialog(profiles);
        dialog.select(profiles[0].id);
        dialog.show();
        dialog.setBusy(u"…"_s);
        dialog.askFor(profiles::SecretKind::Password, u"There is no keychain on this desktop."_s);
        QVERIFY(!dialog.isBusy());
        QCOMPARE(dialog.banner()->title(), u"A password is needed."_s);
        QVERIFY(dialog.banner()->text().contains(u"keychain"_s));
        auto *password = child<QLineEdit>(dialog, "password");
        QVERIFY(password->isVisible());
        QCOMPARE(dialog.focusWidget(), password);
    }

    void aLoginNeedsAUserAndItsPasswordIsNeitherShownNorKept()
    {
        ConnectDialog dialog;
        QVERIFY(dialog.spec().authScheme.isEmpty());
        auto *password = child<QLineEdit>(dialog, "password");
        password->setText(u"hunter2"_s);
        QCOMPARE(password->echoMode(), QLineEdit::Password);
        QVERIFY(!dialog.okButton()->isEnabled());
        child<QLineEdit>(dialog, "user")->setText(u"ann"_s);
        QVERIFY(dialog.okButton()->isEnabled());
        QCOMPARE(dialog.spec().authScheme, u"digest"_s);
        QCOMPARE(dialog.spec().authCredential, QByteArray("ann:hunter2"));
        press(dialog, "addProfile"); // another row: the field is emptied
        QVERIFY(password->text().isEmpty());
    }

    void whatATestFoundIsSaid()
    {
        ConnectDialog dialog;
        TryOut found;
        found.server = u"127.0.0.1:2181"_s;
        found.tls = true;
        found.children = 3;
        dialog.show();
        dialog.setTested(found);
        QVERIFY(dialog.banner()->title().contains(u"Connected to 127.0.0.1:2181"_s));
        QVERIFY2(dialog.banner()->text().contains(u"/ has 3 children."_s), qPrintable(dialog.banner()->text()));
        dialog.setTested(failure(ErrorCode::TlsFailed, {}, {}, Text::verbatim(u"zk1 speaks no TLS"_s)));
        QVERIFY(dialog.banner()->text().contains(u"zk1 speaks no TLS"_s));
    }

    void everyControlHasANameAndIsReachedByTab()
    {
        ConnectDialog dialog(two());
        const auto isShown = [&dialog](const QWidget *widget) {
            return widget->isVisibleTo(&dialog) && !widget->objectName().startsWith("qt_"_L1);
        };
        for (const auto *field : dialog.findChildren<QLineEdit *>())
            QVERIFY2(!isShown(field) || (field->focusPolicy() & Qt::TabFocus), qPrintable(field->objectName()));
        for (const auto *button : dialog.findChildren<QAbstractButton *>()) {
            if (isShown(button) && button->focusPolicy() != Qt::NoFocus) // else a part of another control
                QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
                         qPrintable(button->objectName()));
        }
    }
};

} // namespace lockscope::ui::tst_connectdialog

LOCKSCOPE_TEST(lockscope::ui::tst_connectdialog::TestConnectDialog)
#include "tst_connectdialog.moc"
