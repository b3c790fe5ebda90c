// SPDX-License-Identifier: Apache-2.0
// The window by keyboard and for screen readers: Tab goes through everything that can be used, all of it has a name,
// and no two entries of a menu want the same key.
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/timetravel/timebar.h"

#include <QAccessible>

#include <algorithm>

namespace lockscope::ui::tst_keyboard {

using namespace Qt::StringLiterals;

namespace {

QString nameOf(QWidget *widget)
{
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(widget);
    return seen ? seen->text(QAccessible::Name) : QString();
}

/// For whoever has to find it.
QString placeOf(const QWidget *widget)
{
    QStringList names;
    for (; widget; widget = widget->parentWidget())
        names.prepend(QString::fromLatin1(widget->metaObject()->className())
                      + (widget->objectName().isEmpty() ? QString() : u'#' + widget->objectName()));
    return names.join(u" / "_s);
}

bool takesTab(const QWidget *widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget->isVisible() && widget->isEnabled()
           && !widget->focusProxy();
}

QList<QWidget *> usableIn(const QWidget *top)
{
    QList<QWidget *> widgets;
    for (QWidget *widget : top->findChildren<QWidget *>()) {
        if (takesTab(widget) && widget->window() == top->window())
            widgets += widget;
    }
    return widgets;
}

/// All that Tab comes to until it is where it began.
QSet<QWidget *> reachedByTab(QWidget *window, QWidget *first)
{
    constexpr int most = 1000;
    QSet<QWidget *> reached;
    first->setFocus(Qt::TabFocusReason);
    for (int step = 0; step < most; ++step) {
        QWidget *at = QApplication::focusWidget();
        if (!at || (at == first && step > 0))
            break;
        reached.insert(at);
        QTest::keyClick(window->windowHandle(), Qt::Key_Tab);
    }
    return reached;
}

QChar mnemonicOf(const QString &text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == u'&' && text[++i] != u'&')
            return text[i].toLower();
    }
    return {};
}

} // namespace

class TestKeyboard : public QObject
{
    Q_OBJECT

    static void check(QWidget *window, QWidget *panel, const QString &what)
    {
        const QList<QWidget *> usable = usableIn(panel);
        for (QWidget *widget : usable)
            QVERIFY2(!nameOf(widget).isEmpty(), qPrintable(u"%1: no name: %2"_s.arg(what, placeOf(widget))));
        if (usable.isEmpty())
            return;
        const QSet<QWidget *> reached = reachedByTab(window, usable.first());
        for (QWidget *widget : usable)
            QVERIFY2(reached.contains(widget), qPrintable(u"%1: Tab misses %2"_s.arg(what, placeOf(widget))));
    }

    /// And those of their menus; \a title says whose they are.
    static void checkEntries(const QList<QAction *> &actions, const QString &title, QMap<QKeySequence, QString> &keys)
    {
        QMap<QChar, QString> mnemonics;
        for (const QAction *action : actions) {
            if (action->isSeparator())
                continue;
            const QString text = title + u" ▸ "_s + action->text();
            const QChar mnemonic = mnemonicOf(action->text());
            if (!mnemonic.isNull()) {
                QVERIFY2(!mnemonics.contains(mnemonic),
                         qPrintable(u"%1 and %2"_s.arg(text, mnemonics.value(mnemonic))));
                mnemonics.insert(mnemonic, text);
            }
            QVERIFY2(!mnemonic.isNull() || !action->shortcut().isEmpty(), qPrintable(u"no key for "_s + text));
            for (const QKeySequence &key : action->shortcuts()) {
                QVERIFY2(!keys.contains(key),
                         qPrintable(u"%1: %2 and %3"_s.arg(key.toString(), text, keys.value(key))));
                keys.insert(key, text);
            }
            if (action->menu()) {
                Q_EMIT action->menu()->aboutToShow(); // some are filled only then
                checkEntries(action->menu()->actions(), text, keys);
            }
        }
    }
    /// The made-up world in its panels, as wide as on a usual screen.
    struct Shown
    {
        Shown()
        {
            script.nowNs = nowNs() - 5'600'000'000;
            makeUp(script);
            window.setCentralWidget(workspace);
            window.resize(1440, 900);
            window.show();
            [&] { QVERIFY(QTest::qWaitForWindowActive(&window)); }();
        }

        LiveWorld world;
        WorldScript script{&world};
        QMainWindow window;
        Workspace *workspace = new Workspace(&world, &window);
    };

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void tabGoesThroughEachPanelAndEverythingHasAName()
    {
        Shown shown;
        QMainWindow &window = shown.window;
        Workspace *workspace = shown.workspace;
        workspace->clients()->setSpawnEnabled(true);
        workspace->locks()->selectLock(u"/app/orders"_s);
        QCoreApplication::processEvents();
        workspace->goTo(workspace->queue()->lockPath(), {workspace->queue()->model()->pathAt(2)});
        workspace->clients()->view()->selectRow(2);
        const QList<QDockWidget *> docks = window.findChildren<QDockWidget *>();
        QCOMPARE(docks.size(), 10);
        for (QDockWidget *dock : docks) {
            dock->show(); // the one that comes with a trial
            dock->raise();
            AWAIT_VERIFY(!usableIn(dock).isEmpty());
            for (const QDockWidget *behind :
                 qobject_cast<QMainWindow *>(dock->parentWidget())->tabifiedDockWidgets(dock))
                AWAIT_VERIFY2(usableIn(behind).isEmpty(), qPrintable(behind->windowTitle()));
            check(&window, dock, dock->windowTitle());
        }
        for (const auto view : {Workspace::View::Queue, Workspace::View::Stage, Workspace::View::Graph}) {
            workspace->setView(view);
            QCoreApplication::processEvents();
            check(&window, &window, u"view %1"_s.arg(int(view)));
        }
    }

    void theStartPageIsReachedAndNamed()
    {
        StartPage page;
        profiles::Profile recent;
        recent.connect = u"zk1:2181"_s;
        recent.root = u"/"_s;
        page.setRecent({recent});
        page.resize(1280, 720);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        check(&page, &page, u"start page"_s);
    }

    void aLetterActsOnTheClientWhereItsCardOrItsRowHasTheKeyboard()
    {
        const Shown shown;
        Workspace *workspace = shown.workspace;
        workspace->goTo(u"/app/orders"_s, {u"/app/orders/"_s + curatorName(2)});
        QSignalSpy commands(workspace->selection()->clientActions(), &ClientActions::commandRequested);
        QSignalSpy faults(workspace->selection()->clientActions(), &ClientActions::faultRequested);
        for (QWidget *view : std::initializer_list<QWidget *>{workspace->queue()->view(), workspace->stage()}) {
            workspace->setView(view == workspace->stage() ? Workspace::View::Stage : Workspace::View::Queue);
            view->setFocus();
            QTest::keyClick(view, Qt::Key_R);
            QCOMPARE(commands.size(), 1);
            QCOMPARE(commands.takeFirst().at(0).value<QList<ClientId>>(), QList{ClientId{2}});
            for (const Qt::Key key : {Qt::Key_C, Qt::Key_P, Qt::Key_X, Qt::Key_E})
                QTest::keyClick(view, key);
            QCOMPARE(faults.size(), 4);
            faults.clear();
            QTest::keyClick(view, Qt::Key_A); // it holds
            QCOMPARE(commands.size(), 0);
        }
        workspace->locks()->setFocus(); // where nobody's card is
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_R);
        QCOMPARE(commands.size(), 0);
    }

    void noTwoEntriesOfAMenuWantTheSameKey()
    {
        QTemporaryDir directory;
        Settings settings(directory.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        QVERIFY(window.workspace()); // its panels have a menu
        QMap<QKeySequence, QString> keys;
        checkEntries(window.menuBar()->actions(), {}, keys);
        // Its menu is filled once there is something to travel in.
        checkEntries(window.workspace()->time()->actions(), u"Time"_s, keys);
        QVERIFY(keys.size() >= 15);
        const auto menus = window.findChildren<QMenu *>();
        const bool hasBroken = std::ranges::any_of(menus, [](const QMenu *menu) {
            return menu->title() == u"Bro&ken on purpose"_s && menu->menuAction()->associatedObjects().size() > 0
                   && menu->actions().size() >= 10;
        });
        QVERIFY(hasBroken);
        for (const QAction *action : window.workspace()->selection()->clientActions()->actions()) {
            if (const QKeySequence key = action->shortcut(); !key.isEmpty()) {
                QVERIFY2(!keys.contains(key), qPrintable(key.toString()));
                keys.insert(key, action->text());
            }
        }
    }
};

} // namespace lockscope::ui::tst_keyboard

LOCKSCOPE_TEST(lockscope::ui::tst_keyboard::TestKeyboard)
#include "tst_keyboard.moc"
