// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QLayout>

namespace lockscope::ui::tst_dialogs {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestDialogs : public QObject
{
    Q_OBJECT

    template<typename T>
    static T *child(QWidget &dialog, const char *name)
    {
        auto *found = dialog.findChild<T *>(QString::fromLatin1(name));
        Q_ASSERT(found);
        return found;
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void spawnTakesTheSelectedLockOrTheDemoLock()
    {
        QCOMPARE(SpawnDialog({}, {}).request().lock, u"/lockscope/demo"_s);
        QCOMPARE(SpawnDialog({}, u"/app/orders"_s).request().lock, u"/app/orders"_s);
    }

    void spawnKeepsWhatItWasGiven()
    {
        lab::SpawnRequest values;
        values.count = 12;
        values.recipe = locks::RecipeId::ReadWrite;
        values.dialect = locks::Dialect::Curator;
        values.writers = 0.25;
        values.hold = {lab::HoldTime::Kind::Random, 500ms, 1500ms};
        values.acquireTimeout = 2500ms;
        values.sessionTimeout = 4000ms;
        values.rounds = 0;
        values.acquireAtOnce = false;
        values.namePrefix = u"job-"_s;
        const lab::SpawnRequest read = SpawnDialog(values, u"/a"_s).request();
        QCOMPARE(read.count, 12);
        QCOMPARE(read.recipe, values.recipe);
        QCOMPARE(read.dialect, values.dialect);
        QCOMPARE(read.writers, 0.25);
        QCOMPARE(read.hold.kind, values.hold.kind);
        QCOMPARE(read.hold.min, 500ms);
        QCOMPARE(read.hold.max, 1500ms);
        QCOMPARE(read.acquireTimeout, std::optional(2500ms));
        QCOMPARE(read.sessionTimeout, std::optional(4000ms));
        QVERIFY(!SpawnDialog({}, u"/a"_s).request().sessionTimeout);
        QCOMPARE(read.rounds, 0);
        QVERIFY(!read.acquireAtOnce);
        QCOMPARE(read.namePrefix, u"job-"_s);
    }

    void spawnSaysInPlaceWhatIsWrongAndDoesNotGoOn_data()
    {
        QTest::addColumn<QString>("lock");
        QTest::addColumn<bool>("ok");
        QTest::newRow("good") << u"/a/b"_s << true;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("relative") << u"a/b"_s << false;
        QTest::newRow("root") << u"/"_s << false;
        QTest::newRow("trailing slash") << u"/a/"_s << false;
        QTest::newRow("ZooKeeper's own") << u"/zookeeper/quota"_s << false;
    }
    void spawnSaysInPlaceWhatIsWrongAndDoesNotGoOn()
    {
        QFETCH(QString, lock);
        QFETCH(bool, ok);
        SpawnDialog dialog({}, u"/x"_s);
        QSignalSpy submitted(&dialog, &FormDialog::submitted);
        child<QLineEdit>(dialog, "lock")->setText(lock);
        QCOMPARE(dialog.problem().isEmpty(), ok);
        QCOMPARE(dialog.okButton()->isEnabled(), ok);
        dialog.okButton()->click();
        QCOMPARE(submitted.size(), ok ? 1 : 0);
    }

    void spawnPreviewsTheNamesOfTheDialect()
    {
        SpawnDialog dialog({}, u"/x"_s);
        auto *dialect = child<QComboBox>(dialog, "dialect");
        auto *recipe = child<RecipeList>(dialog, "recipe");
        dialect->setCurrentIndex(dialect->findData(int(locks::Dialect::Curator)));
        Q_EMIT dialect->activated(dialect->currentIndex());
        QVERIFY2(dialog.preview().contains(u"_c_"_s), qPrintable(dialog.preview()));
        recipe->setRecipe(locks::RecipeId::ReadWrite);
        QVERIFY(dialog.preview().contains(u"__READ__0000000000"_s));
        QVERIFY(dialog.preview().contains(u"__WRIT__0000000000"_s));
        dialect->setCurrentIndex(dialect->findData(int(locks::Dialect::Kazoo)));
        QVERIFY(dialog.preview().contains(u"__rlock__0000000000"_s));
        // What is previewed is what the dialect reads.
        for (const QString &line : dialog.preview().split(u'\n'))
            QVERIFY(locks::parseName(line.mid(line.lastIndexOf(u'/') + 1)));
    }

    void whatFailedIsSaidAndCanBeTriedAgain()
    {
        SpawnDialog dialog({}, u"/x"_s);
        dialog.show();
        dialog.setBusy(u"Starting…"_s);
        QVERIFY(!dialog.okButton()->isEnabled());
        QVERIFY(!child<QLineEdit>(dialog, "lock")->isEnabled());
        dialog.setFailed(u"No client was started."_s, u"No CREATE permission."_s);
        QVERIFY(dialog.isVisible());
        QVERIFY(dialog.okButton()->isEnabled());
        QCOMPARE(dialog.banner()->title(), u"No client was started."_s);
        child<QLineEdit>(dialog, "lock")->setText(u"/y"_s);
        QVERIFY(dialog.banner()->isHidden());
    }

    void aDialogIsAsHighAsWhatItSays()
    {
        SpawnDialog dialog({}, u"/x"_s);
        dialog.resize(1216, 0); // as on a usual screen
        dialog.show();
        const auto needed = [&dialog] { return dialog.layout()->totalHeightForWidth(dialog.width()); };
        QCOMPARE(dialog.height(), needed());
        const int before = dialog.height();
        dialog.setFailed(u"No client was started."_s, QString(20, u'x') + QString(u" and so on"_s).repeated(30));
        QCOMPARE(dialog.height(), needed());
        QVERIFY(dialog.height() > before);
        child<QLineEdit>(dialog, "lock")->setText(u"relative"_s); // what is wrong stands beside the buttons
        QCOMPARE(dialog.height(), before);
    }

    void connectChecksTheConnectStringAndTheRoot_data()
    {
        QTest::addColumn<QString>("servers");
        QTest::addColumn<QString>("root");
        QTest::addColumn<bool>("ok");
        QTest::newRow("one") << u"127.0.0.1:2181"_s << u"/"_s << true;
        QTest::newRow("several, chroot") << u"zk1:2181,zk2:2182/app"_s << u"/locks"_s << true;
        QTest::newRow("empty") << QString() << u"/"_s << false;
        QTest::newRow("port") << u"zk1:port"_s << u"/"_s << false;
        QTest::newRow("port too big") << u"zk1:99999"_s << u"/"_s << false;
        QTest::newRow("relative root") << u"zk1:2181"_s << u"locks"_s << false;
        QTest::newRow("no root") << u"zk1:2181"_s << QString() << false;
    }
    void connectChecksTheConnectStringAndTheRoot()
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

    void aLoginNeedsAUserAndBecomesADigestCredential()
    {
        ConnectDialog dialog;
        QVERIFY(dialog.spec().authScheme.isEmpty());
        child<QLineEdit>(dialog, "password")->setText(u"secret"_s);
        QVERIFY(!dialog.okButton()->isEnabled());
        child<QLineEdit>(dialog, "user")->setText(u"ann"_s);
        QVERIFY(dialog.okButton()->isEnabled());
        QCOMPARE(dialog.spec().authScheme, u"digest"_s);
        QCOMPARE(dialog.spec().authCredential, QByteArray("ann:secret"));
    }
};

} // namespace lockscope::ui::tst_dialogs

LOCKSCOPE_TEST(lockscope::ui::tst_dialogs::TestDialogs)
#include "tst_dialogs.moc"
