// SPDX-License-Identifier: Apache-2.0
// The window in Chinese: every panel, menu and dialog, without an English sentence, and with nothing cut.
#include "core/explore/setup.h"
#include "core/history/recordingwriter.h"
#include "core/lessons/lessonfiles.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/backenddialog.h"
#include "ui/dialogs/dueldialog.h"
#include "ui/dialogs/helpdialogs.h"
#include "ui/dialogs/modeldialog.h"
#include "ui/dialogs/trialdialog.h"
#include "ui/lessons/lessonlist.h"
#include "ui/lessons/lessonpanel.h"
#include "ui/model/stepspanel.h"
#include "ui/shell/lessonflow.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"

#include <QGroupBox>

namespace lockscope::ui::tst_chinese {

using namespace Qt::StringLiterals;

namespace {

/// Two words of it, one after the other, outside of quotation marks and of names.
bool isEnglish(QString text)
{
    static const QRegularExpression markup(u"<[^>]*>"_s);
    static const QRegularExpression quoted(u"“[^”]*”|\"[^\"]*\"|`[^`]*`"_s);
    static const QRegularExpression sentence(u"(?<![\\w/.-])[A-Za-z][a-z]+ [a-z]{2,}(?![\\w/-])(?!\\.\\w)"_s);
    return sentence.match(text.remove(markup).remove(quoted)).hasMatch();
}

/// What is English and stays it: names of programs and of licences, and what the nodes of the made-up world hold.
bool isName(const QString &text)
{
    static const QStringList names{u"Apache License"_s, u"Simplified BSD"_s, u"SIL Open"_s,    u"lockscope-cli"_s,
                                   u"English"_s,        u"left behind"_s,    u"do not touch"_s};
    return std::any_of(names.begin(), names.end(), [&text](const QString &name) { return text.contains(name); });
}

class Reader
{
public:
    void add(const QString &where, const QString &text)
    {
        ++m_read;
        if (isEnglish(text) && !isName(text))
            m_english += where + u": "_s + text.left(160);
    }
    void read(const QWidget &top)
    {
        for (const QAction *action : top.findChildren<QAction *>())
            add(u"action"_s, action->text() + u" | "_s + action->toolTip());
        QList<QWidget *> widgets = top.findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            const QString where = QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
            add(where, widget->toolTip());
            add(where, widget->accessibleName());
            add(where, widget->windowTitle());
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                add(where, label->text());
            else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                add(where, button->text());
            else if (const auto *box = qobject_cast<const QGroupBox *>(widget))
                add(where, box->title());
            else if (const auto *combo = qobject_cast<const QComboBox *>(widget))
                for (int i = 0; i < combo->count(); ++i)
                    add(where, combo->itemText(i));
            else if (const auto *header = qobject_cast<const QHeaderView *>(widget))
                for (int i = 0; header->model() && i < header->count(); ++i)
                    add(where, header->model()->headerData(i, header->orientation()).toString());
            else if (const auto *view = qobject_cast<const QAbstractItemView *>(widget))
                read(where, view->model(), {});
        }
    }
    int count() const { return m_read; }
    const QStringList &english() const { return m_english; }

private:
    void read(const QString &where, const QAbstractItemModel *model, const QModelIndex &parent)
    {
        for (int row = 0; model && row < std::min(200, model->rowCount(parent)); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                add(where, index.data().toString());
                add(where, index.data(Qt::ToolTipRole).toString());
            }
            read(where, model, model->index(row, 0, parent));
        }
    }

    int m_read = 0;
    QStringList m_english;
};

/// Words on a button or in a label of one line that have not the room that they want.
QStringList cutIn(const QWidget &top)
{
    QStringList cut;
    const auto look = [&cut](const QWidget &widget, const QString &text) {
        if (widget.isVisible() && widget.fontMetrics().horizontalAdvance(text) > widget.width() + 1)
            cut += widget.objectName() + u": "_s + text;
    };
    for (const auto *label : top.findChildren<QLabel *>()) {
        if (!label->wordWrap() && label->textFormat() == Qt::PlainText
            && QLatin1StringView(label->metaObject()->className()) == "QLabel"_L1)
            look(*label, label->text());
    }
    for (const auto *button : top.findChildren<QAbstractButton *>()) {
        const auto *tool = qobject_cast<const QToolButton *>(button);
        if (!tool || tool->toolButtonStyle() != Qt::ToolButtonIconOnly)
            look(*button, button->text().remove(u'&'));
    }
    return cut;
}

} // namespace

class TestChinese : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;

    static void whole(const QWidget &widget)
    {
        const QStringList cut = cutIn(widget);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
    }

private Q_SLOTS:
    void initTestCase()
    {
        installTranslations(u"zh_CN"_s);
        QCOMPARE(shownLanguage(), u"zh_CN"_s);
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
    }

    void theReaderKnowsEnglishWhenItSeesIt()
    {
        for (const QString &text : {u"Nothing is wrong."_s, u"the holder of /a/b"_s, u"Run on"_s, u"<b>give up</b>"_s})
            QVERIFY2(isEnglish(text), qPrintable(text));
        for (const QString &text : {u"持有者 client-0"_s, u"/app/orders lock-0000000001"_s, u"ZooKeeper 3.8.0"_s,
                                    u"配方 `read write`"_s, u"Curator"_s})
            QVERIFY2(!isEnglish(text), qPrintable(text));
    }

    void noEnglishSentenceIsLeft()
    {
        Settings settings(m_directory.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        window.setRemembersLayout(false);
        window.show();
        (void)window.workspace();
        openMenus(window.menuBar()->actions());
        Reader reader;
        reader.read(window);

        const QString file = m_directory.filePath(u"made-up.lockscope"_s);
        LiveWorld world;
        WorldScript script(&world);
        makeUp(script);
        QVERIFY(journal::saveRecording(world.history(), file, {}));
        window.recordings()->open(file);
        AWAIT_VERIFY(window.recording() && window.recording()->workspace());
        const QList<QString> locks = window.recording()->workspace()->world()->world().lockPaths();
        QVERIFY(!locks.isEmpty());
        for (const QString &lock : locks) {
            window.selectLock(lock);
            reader.read(*window.recording());
        }
        window.recordings()->close();

        for (const locks::RecipeId recipe : {locks::RecipeId::Mutex, locks::RecipeId::BrokenLostWakeup}) {
            window.models()->open(explore::usualSetup(recipe));
            ModelPlay *play = window.models()->page()->play();
            for (int step = 0; step < 30 && !play->play().possible().empty(); ++step) {
                play->take(play->play().possible().back());
                reader.read(*window.models()->page());
            }
            window.models()->close();
        }
        for (const QString &lesson : lessons::shippedLessons()) {
            if (lesson == "herd"_L1 || lesson == "leader"_L1) // the one is slow to begin, the other wants servers
                continue;
            window.lessons()->open(lesson);
            reader.read(*window.lessons()->panel());
        }
        window.lessons()->close();
        window.lessons()->choose();
        const auto *list = window.findChild<LessonList *>();
        QVERIFY(list);
        reader.read(*list);

        SpawnDialog spawn({}, u"/x"_s);
        ConnectDialog connecting;
        AboutDialog about;
        ShortcutsDialog shortcuts(window.menuBar());
        ModelDialog model;
        DuelDialog duel;
        BackendDialog redis(locks::Backend::Redis);
        TrialDialog trial({}, {});
        for (QDialog *dialog :
             QList<QDialog *>{&spawn, &connecting, &about, &shortcuts, &model, &duel, &redis, &trial}) {
            dialog->show();
            QCoreApplication::processEvents();
            reader.add(u"title"_s, dialog->windowTitle());
            reader.read(*dialog);
        }
        QVERIFY2(reader.count() > 2'000, qPrintable(QString::number(reader.count())));
        QStringList english = reader.english();
        english.removeDuplicates();
        QVERIFY2(english.isEmpty(), qPrintable(english.join(u'\n')));
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("a notebook") << QSize(1280, 800);
        QTest::newRow("the same at 125 %") << QSize(1024, 640);
        QTest::newRow("1920 x 1080 at 150 %") << QSize(1280, 720);
    }

    void nothingIsCut()
    {
        QFETCH(QSize, size);
        Settings settings(m_directory.filePath(u"cut.ini"_s));
        MainWindow window(&settings);
        window.setRemembersLayout(false);
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        whole(*window.startPage());
        window.lessons()->open(u"crash"_s);
        window.lessons()->panel()->ensurePolished();
        QCoreApplication::processEvents();
        whole(*window.lessons()->panel());
        window.lessons()->close();
        window.models()->open(explore::usualSetup(locks::RecipeId::Mutex));
        QCoreApplication::processEvents();
        whole(*window.models()->page()->steps());
        SpawnDialog spawn({}, u"/x"_s);
        ModelDialog model;
        DuelDialog duel;
        TrialDialog trial({}, {});
        trial.setSandboxStarts({});
        for (QDialog *dialog : QList<QDialog *>{&spawn, &model, &duel, &trial}) {
            dialog->show();
            QCoreApplication::processEvents();
            whole(*dialog);
        }
    }
};

} // namespace lockscope::ui::tst_chinese

LOCKSCOPE_TEST(lockscope::ui::tst_chinese::TestChinese)
#include "tst_chinese.moc"
