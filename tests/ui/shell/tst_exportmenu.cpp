// SPDX-License-Identifier: Apache-2.0
// Each entry of the Export menu, clicked through in the real window over a recording: the file is there and can be
// read; where nothing can be written that is said, and what was there stays.
#include "core/history/recordingwriter.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/export/picturedialog.h"
#include "ui/report/reportdialog.h"

#include <QFileDialog>
#include <QImage>
#include <QProgressDialog>
#include <QSvgRenderer>

namespace lockscope::ui::tst_exportmenu {

using namespace Qt::StringLiterals;

namespace {

/// Answers the next question for a file, as somebody does who types a name.
class FileAnswer : public QObject
{
public:
    explicit FileAnswer(const QString &fileName)
        : m_fileName(fileName)
    {
        startTimer(0);
    }

    bool wasAsked() const { return m_wasAsked; }

protected:
    void timerEvent(QTimerEvent *) override
    {
        auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
        if (!dialog || m_wasAsked)
            return;
        m_wasAsked = true;
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        dialog->findChild<QLineEdit *>()->setText(m_fileName);
        QMetaObject::invokeMethod(dialog, "accept"); // protected there
    }

private:
    QString m_fileName;
    bool m_wasAsked = false;
};

} // namespace

class TestExportMenu : public WindowTest
{
    Q_OBJECT

    QString fileNamed(const QString &name) const { return m_dir.filePath(name); }
    Workspace *shown() const { return m_window->recording()->workspace(); }
    QStringList files() const { return QDir(m_dir.path()).entryList(QDir::Files | QDir::Hidden); }

    QMenu *menu() const
    {
        for (const QAction *top : m_window->menuBar()->actions()) {
            for (const QAction *action : top->menu()->actions()) {
                if (action->menu() && action->text() == u"&Export"_s)
                    return action->menu();
            }
        }
        return nullptr;
    }
    QAction *entry(const QString &text) const
    {
        const auto actions = menu()->actions();
        const auto found =
            std::ranges::find(actions, text, [](const QAction *each) { return each->text().remove(u'&'); });
        return found == actions.end() ? nullptr : *found;
    }
    void choose(const QString &text) const
    {
        Q_EMIT menu()->aboutToShow();
        QAction *action = entry(text);
        QVERIFY2(action && action->isEnabled(), qPrintable(text));
        action->trigger();
    }
    /// This button of the dialog that is open.
    template<typename Dialog>
    void press(const QString &text) const
    {
        for (auto *button : m_window->template findChildren<QPushButton *>()) {
            if (button->text() == text && qobject_cast<Dialog *>(button->window()))
                return button->click();
        }
        QFAIL(qPrintable(u"no button "_s + text));
    }
    template<typename Dialog>
    Dialog *open() const
    {
        for (auto *dialog : m_window->template findChildren<Dialog *>()) {
            if (dialog->isVisible())
                return dialog;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        const QString recording = fileNamed(u"made-up.lockscope"_s);
        LiveWorld made;
        WorldScript script(&made);
        script.nowNs = nowNs() - 3'600'000'000'000;
        makeUp(script);
        QVERIFY(journal::saveRecording(made.history(), recording));
        makeWindow();
        m_window->show();
        QVERIFY(!menu()->menuAction()->isEnabled()); // on the start page there is nothing to export
        m_window->recordings()->open(recording);
        QSignalSpy loaded(m_window->recording(), &RecordingPage::loaded);
        QVERIFY(loaded.wait(test::patienceMs()));
        QVERIFY(menu()->menuAction()->isEnabled());
    }

    void everyEntryIsKnownHere()
    {
        QStringList texts;
        for (const QAction *action : menu()->actions()) {
            if (!action->isSeparator())
                texts += action->text().remove(u'&');
        }
        QCOMPARE(texts, (QStringList{u"Stage…"_s, u"Timeline…"_s, u"Wait-for graph…"_s, u"Journal as text…"_s,
                                     u"Journal as JSON Lines…"_s, u"Journal for ShiViz…"_s, u"Incident report…"_s,
                                     u"Web page…"_s}));
    }

    void theStageNeedsALock()
    {
        m_window->selectLock(u"/app/inventory"_s);
        AWAIT_COMPARE(shown()->queue()->lockPath(), u"/app/inventory"_s);
        shown()->selection()->setLock({});
        Q_EMIT menu()->aboutToShow();
        QVERIFY(!entry(u"Stage…"_s)->isEnabled());
        QCOMPARE(entry(u"Stage…"_s)->toolTip(), u"Select a lock first"_s);
        m_window->selectLock(u"/app/orders"_s);
        AWAIT_COMPARE(shown()->queue()->lockPath(), u"/app/orders"_s);
        Q_EMIT menu()->aboutToShow();
        QVERIFY(entry(u"Stage…"_s)->isEnabled());
    }

    void picturesCanBeRead_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("ending");
        for (const QString &what : {u"Stage…"_s, u"Timeline…"_s, u"Wait-for graph…"_s}) {
            for (const QString &ending : {u"svg"_s, u"png"_s})
                QTest::addRow("%s %s", qPrintable(what), qPrintable(ending)) << what << ending;
        }
    }

    void picturesCanBeRead()
    {
        QFETCH(QString, what);
        QFETCH(QString, ending);
        const QString file = fileNamed(what.left(4) + u'.' + ending);
        choose(what);
        const FileAnswer answer(file);
        press<PictureDialog>(u"Save %1…"_s.arg(ending.toUpper()));
        QVERIFY(answer.wasAsked());
        QVERIFY(!open<PictureDialog>()); // done
        if (ending == "svg"_L1) {
            const QSvgRenderer svg(file);
            QVERIFY(svg.isValid() && svg.defaultSize().width() > 60);
        } else {
            const QImage png(file);
            QVERIFY(!png.isNull() && png.width() > 60);
        }
    }

    void theJournalCanBeRead()
    {
        const qsizetype events = m_window->recording()->world()->journal().size();
        const auto save = [&](const QString &what, const QString &name) {
            const FileAnswer answer(fileNamed(name));
            choose(what);
            return answer.wasAsked();
        };
        QVERIFY(save(u"Journal as text…"_s, u"journal.txt"_s));
        QVERIFY(save(u"Journal as JSON Lines…"_s, u"journal.jsonl"_s)); // while the other is being written
        QVERIFY(save(u"Journal for ShiViz…"_s, u"journal.log"_s));
        AWAIT_COMPARE(test::contentOf(fileNamed(u"journal.txt"_s)).count('\n'), events);
        AWAIT_COMPARE(test::contentOf(fileNamed(u"journal.jsonl"_s)).count('\n'), events);
        AWAIT_VERIFY(test::contentOf(fileNamed(u"journal.log"_s)).startsWith("(?<host>"));
        for (const QByteArray &line : test::contentOf(fileNamed(u"journal.jsonl"_s)).trimmed().split('\n')) {
            const QJsonObject event = QJsonDocument::fromJson(line).object();
            QVERIFY2(event.contains(u"n"_s) && event.contains(u"kind"_s), line.constData());
        }
    }

    void theReportHasItsSections()
    {
        choose(u"Incident report…"_s);
        const FileAnswer answer(fileNamed(u"incident"_s)); // its ending is added
        press<ReportDialog>(u"Save report…"_s);
        QVERIFY(answer.wasAsked());
        AWAIT_VERIFY(!open<ReportDialog>()); // done
        const QByteArray html = test::contentOf(fileNamed(u"incident.html"_s));
        QVERIFY(html.toLower().startsWith("<!doctype html>") && html.trimmed().endsWith("</html>"));
        QVERIFY(html.contains("/app/orders") && html.contains("data:image/svg+xml;base64,"));
        for (const char *tag : {"section", "table", "h2"}) {
            const auto opened = html.count(QByteArray("<") + tag + '>') + html.count(QByteArray("<") + tag + ' ');
            QVERIFY2(opened == html.count(QByteArray("</") + tag + '>'), tag);
        }
        QVERIFY(html.count("<h2") >= 3);
    }

    void theWebPageIsAllThatHappened()
    {
        const FileAnswer answer(fileNamed(u"page"_s)); // its ending is added
        choose(u"Web page…"_s);
        QVERIFY(answer.wasAsked());
        const auto page = [this] { return test::contentOf(fileNamed(u"page.html"_s)); };
        AWAIT_VERIFY(page().trimmed().endsWith("</html>"));
        QVERIFY(page().startsWith("<!doctype html>") && page().contains("/app/orders"));
        QVERIFY(!page().contains("A part of a longer history"));
        AWAIT_VERIFY(!m_window->findChild<QProgressDialog *>());
    }

    void whereTheJournalCannotBeWrittenItsPanelComesUpAndSaysSo()
    {
        JournalPanel *journal = shown()->journal();
        QVERIFY(!journal->isVisible()); // the timeline is in front of it
        const QStringList before = files();
        QSignalSpy failed(journal, &JournalPanel::exportFailed);
        const QString absent = fileNamed(u"no/such/folder/journal.txt"_s);
        journal->exportTo(absent, JournalPanel::Format::Text);
        QVERIFY(failed.wait(test::patienceMs()));
        AWAIT_VERIFY(journal->isVisible());
        const auto *banner = journal->findChild<Banner *>();
        QVERIFY(banner->isVisible() && banner->title().contains(u"not exported"_s));
        QVERIFY(banner->text().contains(absent));
        QCOMPARE(files(), before);
    }

    void cancelOfALongExportLeavesNoFile()
    {
        LiveWorld *world = m_window->recording()->world();
        const quint64 newest = world->journal().lastNumber();
        journal::EventBatch many;
        for (quint64 number = newest + 1; number <= newest + 300'000; ++number)
            many.append({number, world->endNs(), journal::Notice{{}, Text::verbatim(u"notice %1"_s.arg(number))}});
        world->apply(many);
        const QStringList before = files();
        const QString file = fileNamed(u"cancelled.jsonl"_s);
        const auto isOver = [this] { return !m_window->findChild<QProgressDialog *>(); };
        const auto saysHowFar = [this] { return open<QProgressDialog>() && open<QProgressDialog>()->value() > 0; };
        bool wasCancelled = false;
        // The writing thread does not wait for this one: where it was through before the click, another one is begun.
        for (int attempt = 0; attempt < 20 && !wasCancelled; ++attempt) {
            {
                const FileAnswer answer(file);
                choose(u"Journal as JSON Lines…"_s);
                QVERIFY(answer.wasAsked());
            }
            AWAIT_VERIFY(saysHowFar() || isOver());
            if (!isOver()) {
                auto *cancel = open<QProgressDialog>()->findChild<QPushButton *>();
                QVERIFY(cancel && cancel->isVisible());
                QTest::mouseClick(cancel, Qt::LeftButton);
                AWAIT_VERIFY(isOver());
            }
            wasCancelled = !QFile::exists(file);
            if (!wasCancelled) {
                QCOMPARE(test::contentOf(file).count('\n'), world->journal().size()); // whole
                QVERIFY(QFile::remove(file));
            }
        }
        QVERIFY(wasCancelled);
        QCOMPARE(files(), before);
        QVERIFY(!shown()->journal()->findChild<FileExport *>());
    }
};

} // namespace lockscope::ui::tst_exportmenu

LOCKSCOPE_TEST(lockscope::ui::tst_exportmenu::TestExportMenu)
#include "tst_exportmenu.moc"
