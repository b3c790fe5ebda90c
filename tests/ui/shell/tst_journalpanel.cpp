// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordingreader.h"
#include "tests/bench/madeupqueue.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/journal/journalfilter.h"
#include "ui/journal/journalmodel.h"
#include "ui/journal/journalpanel.h"
#include "ui/selection/selection.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <array>
#include <utility>

namespace lockscope::ui::tst_journalpanel {

using namespace Qt::StringLiterals;

namespace {

/// A journal of notices, its model and a filter over it.
struct LongJournal
{
    explicit LongJournal(int count, quint64 mostKept = std::numeric_limits<quint64>::max())
        : kept(mostKept)
    {
        append(count);
        model.follow(&journal, {});
        filter.setSourceModel(&model);
    }

    void append(int count)
    {
        journal::EventBatch batch;
        for (int i = 0; i < count; ++i) {
            ++last;
            batch.append({last, qint64(last) * 1'000'000,
                          journal::Notice{{}, Text::verbatim(u"notice %1 of many"_s.arg(last))}});
        }
        journal.append(batch);
        journal.dropBefore(last + 1 - std::min(last + 1, kept));
        model.catchUp();
    }

    quint64 kept;
    quint64 last = 0;
    journal::Journal journal;
    JournalModel model;
    JournalFilter filter;
};

bool write(const JournalPanel &panel, QIODevice *device, JournalFormat format)
{
    ExportProgress progress;
    return writeJournal(panel.extract(format), device, progress);
}

/// Takes nothing until \a goOn; \a begun once something has come.
class Gate : public QIODevice
{
public:
    Gate(QIODevice *device, QSemaphore *begun, QSemaphore *goOn)
        : m_device(device)
        , m_begun(begun)
        , m_goOn(goOn)
    {
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        if (!std::exchange(m_isOpen, true)) {
            m_begun->release();
            m_goOn->acquire();
        }
        return m_device->write(data, size);
    }

private:
    QIODevice *m_device;
    QSemaphore *m_begun;
    QSemaphore *m_goOn;
    bool m_isOpen = false;
};

constexpr std::array formats{JournalFormat::Text, JournalFormat::JsonLines, JournalFormat::ShiViz};

} // namespace

class TestJournalPanel : public QObject
{
    Q_OBJECT

    static journal::EventBatch notices(quint64 first, int count)
    {
        journal::EventBatch batch;
        for (int i = 0; i < count; ++i) {
            const quint64 number = first + static_cast<quint64>(i);
            batch.append(
                {number, qint64(number) * 1'000'000, journal::Notice{{}, Text::verbatim(u"notice %1"_s.arg(number))}});
        }
        return batch;
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void batchesAreAppendedAndTheRingDropsRowsAtTheFrontWithoutAReset()
    {
        journal::Journal journal;
        JournalModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        JournalFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.follow(&journal, {});
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        quint64 next = 1;
        for (const int count : {60, 30, 30, 1, 250, 100}) {
            journal.append(notices(next, count));
            next += static_cast<quint64>(count);
            journal.dropBefore(next - std::min<quint64>(next, 100));
            model.catchUp();
            QCOMPARE(model.rowCount(), int(journal.size()));
            QCOMPARE(model.index(0, 0).data(JournalModel::NumberRole).toULongLong(), journal.firstNumber());
            QCOMPARE(model.index(model.rowCount() - 1, 0).data(JournalModel::NumberRole).toULongLong(),
                     journal.lastNumber());
            QCOMPARE(filter.rowCount(), model.rowCount());
        }
        QCOMPARE(resets.size(), 0);
        QVERIFY(removed.size() >= 3);
    }

    void clientsOfWhomTheJournalTellsNothingMoreAreNotOffered()
    {
        LiveWorld world;
        bench::MadeUpQueue script(&world, 1);
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        const auto boxes = panel.findChildren<QComboBox *>();
        const auto box = std::find_if(boxes.begin(), boxes.end(),
                                      [](const QComboBox *each) { return each->accessibleName() == u"Client"_s; });
        QVERIFY(box != boxes.end());
        constexpr quint32 stays = 1;
        constexpr quint32 filtered = 7;
        for (quint32 id = 1; id <= 500; ++id) {
            journal::ClientSpawned spawned;
            spawned.id = ClientId{id};
            spawned.name = u"client-%1"_s.arg(id);
            script.also(spawned);
            if (id != stays)
                script.also(journal::ClientRemoved{ClientId{id}});
        }
        QCOMPARE((*box)->count(), 501);
        (*box)->setCurrentIndex((*box)->findData(filtered));
        script.fillJournal();
        const auto offered = [&] {
            QStringList names;
            for (int i = 1; i < (*box)->count(); ++i)
                names += (*box)->itemText(i);
            return names;
        };
        QCOMPARE(offered(), (QStringList{u"client-1"_s, u"client-7"_s}));
        QCOMPARE((*box)->currentData(), QVariant(filtered));
        QCOMPARE(panel.extract(JournalFormat::Text).clients.size(), 2);
        (*box)->setCurrentIndex(0);
        script.also(journal::Notice{{}, Text::verbatim(u"and on"_s)});
        QCOMPARE(offered(), QStringList{u"client-1"_s});
    }

    void aTextFilterLetsThroughWhatContainsIt()
    {
        LiveWorld world;
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        world.apply(notices(1, 30));
        panel.setTextFilter(u"NOTICE 2"_s);
        QCOMPARE(panel.view()->model()->rowCount(), 11); // 2, 20 … 29
        world.apply(notices(31, 180));
        QCOMPARE(panel.view()->model()->rowCount(), 22); // and 200 … 210
        panel.setTextFilter({});
        QCOMPARE(panel.view()->model()->rowCount(), 210);
    }

    void aLongSearchShowsWhatItHasFoundAndLetsTheWindowLive()
    {
        constexpr int many = testprogram::played(40'000);
        LongJournal longOne(many);
        QAbstractItemModelTester tester(&longOne.filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        longOne.filter.setText(u"7 of"_s);
        QVERIFY(longOne.filter.isSearching());
        const int atOnce = longOne.filter.rowCount();
        QVERIFY(atOnce > 0 && atOnce < many / 10);
        const QSignalSpy slices(&longOne.filter, &JournalFilter::searchedOn);
        int turns = 0;
        QTimer window;
        QObject::connect(&window, &QTimer::timeout, &window, [&turns] { ++turns; });
        window.start(0);
        AWAIT_VERIFY(!longOne.filter.isSearching());
        QVERIFY(!slices.isEmpty());
        QVERIFY2(turns >= slices.size() - 1,
                 qPrintable(u"%1 of %2"_s.arg(turns).arg(slices.size()))); // one between two
        QCOMPARE(longOne.filter.rowCount(), many / 10);
        QCOMPARE(longOne.filter.searched(), many);
        QCOMPARE(longOne.filter.index(many / 10 - 1, 0).data(JournalModel::NumberRole).toInt(), many - 3);
    }

    void anotherQuestionEndsTheSearchBefore()
    {
        constexpr int many = testprogram::played(40'000);
        LongJournal longOne(many);
        longOne.filter.setText(u"notice"_s);
        QVERIFY(longOne.filter.isSearching());
        longOne.filter.setText(u"notice %1 "_s.arg(many - 1));
        QCOMPARE(longOne.filter.rowCount(), 0);
        AWAIT_COMPARE(longOne.filter.rowCount(), 1);
        longOne.filter.setText(u"notice 1"_s);
        QVERIFY(longOne.filter.isSearching());
        longOne.filter.setText({});
        QVERIFY(!longOne.filter.isSearching());
        QCOMPARE(longOne.filter.rowCount(), many);
    }

    void whatComesAndGoesWhileItSearchesIsNotForgottenAndNotKept()
    {
        constexpr int capacity = testprogram::played(40'000);
        LongJournal longOne(capacity, capacity);
        QAbstractItemModelTester tester(&longOne.filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        longOne.filter.setText(u"7 of"_s);
        QVERIFY(longOne.filter.isSearching());
        const QPersistentModelIndex first = longOne.filter.index(0, 0);
        longOne.append(1'000);
        QVERIFY(!first.isValid()); // number 7: its event has fallen out
        AWAIT_VERIFY(!longOne.filter.isSearching());
        int expected = 0;
        for (quint64 number = longOne.journal.firstNumber(); number <= longOne.journal.lastNumber(); ++number)
            expected += number % 10 == 7 ? 1 : 0;
        QCOMPARE(longOne.filter.rowCount(), expected);
        for (int row = 0; row < expected; row += 97) {
            const QModelIndex index = longOne.filter.index(row, 0);
            QCOMPARE(longOne.filter.mapFromSource(longOne.filter.mapToSource(index)), index);
            QCOMPARE(index.data(JournalModel::NumberRole).toULongLong() % 10, 7u);
        }
    }

    void jsonLinesUnderAHeaderAreARecordingOfTheSameEvents()
    {
        LiveWorld world;
        WorldScript script(&world);
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        spawn(script, 1, u"/a"_s);
        script.list(u"/a"_s, {u"lock-0000000001"_s});
        script.resolve(u"/a"_s, u"lock-0000000001"_s, SessionId{0x17}, "\"data\"\n<script>\0 锁"_ba);
        script.write(journal::Notice{{}, Text::verbatim(u"line one\nline two"_s)});
        script.flush();
        QTemporaryDir directory;
        const QString name = directory.filePath(u"journal.lockscope"_s);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(journal::recordingHeaderLine({u"1"_s, 1, {}, {}, 0}) + '\n');
        QVERIFY(write(panel, &file, JournalFormat::JsonLines));
        file.close();
        journal::EventBatch read;
        const auto about = journal::readRecording(name, [&read](const journal::EventBatch &batch) { read += batch; });
        QVERIFY2(about, about ? "" : qPrintable(about.error().sentence().english()));
        QCOMPARE(read.size(), world.journal().size());
        for (qsizetype i = 0; i < read.size(); ++i)
            QVERIFY(read[i] == world.journal().at(i));
    }

    void theLogForShivizHasWhatTheFilterLetsThrough()
    {
        LiveWorld world;
        WorldScript script(&world);
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        spawn(script, 1, u"/a"_s);
        script.write(journal::ClientRequest{ClientId{1}, u"create"_s, u"/a/lock-"_s, 1});
        script.write(journal::Notice{{}, Text::verbatim(u"something else"_s)});
        script.flush();
        panel.setTextFilter(u"asks"_s);
        QBuffer log;
        log.open(QIODevice::WriteOnly);
        QVERIFY(write(panel, &log, JournalFormat::ShiViz));
        QVERIFY(log.data().startsWith("(?<host>"));
        QVERIFY(log.data().contains("client-1 {\"client-1\": 1}\n"));
        QVERIFY(log.data().contains("asks: create /a/lock-"));
        QVERIFY(!log.data().contains("something else"));
    }

    void eventsOfOneClientAreFoundByItsNameAlsoWhenItIsGone()
    {
        LiveWorld world;
        WorldScript script(&world);
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        spawn(script, 1, u"/a"_s);
        spawn(script, 2, u"/a"_s);
        script.flush();
        script.write(journal::ClientRemoved{ClientId{1}});
        script.flush();
        const QAbstractItemModel *rows = panel.view()->model();
        QCOMPARE(rows->index(rows->rowCount() - 1, JournalModel::Client).data().toString(), u"client-1"_s);
    }

    void exportWritesWhatIsShownAsTextAndAsJsonLines()
    {
        LiveWorld world;
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        world.apply(notices(1, 12));
        panel.setTextFilter(u"notice 1"_s); // 1, 10, 11, 12
        QBuffer text;
        text.open(QIODevice::WriteOnly);
        QVERIFY(write(panel, &text, JournalFormat::Text));
        QCOMPARE(text.data().count('\n'), 4);
        QVERIFY(text.data().contains("notice 12"));
        QBuffer json;
        json.open(QIODevice::WriteOnly);
        QVERIFY(write(panel, &json, JournalFormat::JsonLines));
        const QList<QByteArray> lines = json.data().trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QByteArray &line : lines) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            QCOMPARE(object.value(u"kind"_s).toString(), journal::kindName(journal::Notice{}));
        }
        QCOMPARE(QJsonDocument::fromJson(lines.last()).object().value(u"n"_s).toInt(), 12);
    }

    void aLongExportLetsTheWindowLiveAndSaysHowFarItIs()
    {
        constexpr int many = testprogram::played(20'000);
        QTemporaryDir directory;
        for (const JournalFormat format : formats) {
            LongJournal longOne(many);
            const QString name = directory.filePath(u"journal-%1"_s.arg(int(format)));
            FileExport running(writerOf({longOne.journal, {}, {}, format}), name);
            QSignalSpy progress(&running, &FileExport::progressed);
            QSignalSpy finished(&running, &FileExport::finished);
            longOne.append(1'000); // what comes meanwhile is not of it
            QVERIFY(finished.wait(test::patienceMs()));
            QVERIFY(running.outcome().isWritten);
            const qsizetype lines = test::contentOf(name).count('\n');
            QCOMPARE(lines, format == JournalFormat::ShiViz ? 2 * many + 2 : many);
            for (const auto &told : std::as_const(progress))
                QVERIFY(told.first().toInt() <= 1000);
        }
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size(), int(formats.size()));
    }

    void aCancelledExportLeavesTheFileAsItWas()
    {
        QTemporaryDir directory;
        const LongJournal longOne(testprogram::played(20'000));
        const QString before = directory.filePath(u"before"_s);
        QFile file(before);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("what was there") > 0);
        file.close();
        for (const JournalFormat format : formats) {
            for (const QString &name : {before, directory.filePath(u"new"_s)}) {
                QSemaphore begun;
                QSemaphore goOn; // else the writing thread may be through before it is cancelled
                const FileExport::Write write = writerOf({longOne.journal, {}, {}, format});
                const auto gated = [&](QIODevice *device, ExportProgress &progress) {
                    Gate gate(device, &begun, &goOn);
                    return write(&gate, progress);
                };
                FileExport running(gated, name);
                QSignalSpy finished(&running, &FileExport::finished);
                const bool hasBegun = begun.tryAcquire(1, test::patienceMs());
                running.cancel();
                goOn.release();
                QVERIFY(hasBegun);
                QVERIFY(finished.wait(test::patienceMs()));
                QVERIFY(running.outcome().wasCancelled && !running.outcome().isWritten);
            }
        }
        QCOMPARE(test::contentOf(before), "what was there"_ba);
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"before"_s});
    }

    void anExportEndsWithItsPanel()
    {
        QTemporaryDir directory;
        const QString name = directory.filePath(u"journal"_s);
        {
            LiveWorld world;
            Selection selection(&world);
            JournalPanel panel(&world, &selection);
            world.apply(notices(1, 60'000));
            panel.exportTo(name, JournalFormat::JsonLines);
        }
        // It was quicker than that, or nothing is there.
        const QByteArray content = test::contentOf(name);
        QVERIFY(content.isEmpty() || content.count('\n') == 60'000);
        QVERIFY(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size() <= 1);
    }

    void whereNothingCanBeWrittenThatIsSaid()
    {
        LiveWorld world;
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        world.apply(notices(1, 12));
        QSignalSpy failed(&panel, &JournalPanel::exportFailed);
        const QTemporaryDir directory;
        const QString absent = directory.filePath(u"absent/journal.txt"_s);
        panel.exportTo(absent, JournalFormat::Text);
        QVERIFY(failed.wait(test::patienceMs()));
        const auto *banner = panel.findChild<Banner *>();
        QVERIFY(banner->title().contains(u"not exported"_s));
        QVERIFY(banner->text().contains(absent));
    }

    void itFollowsTheNewestUntilSomebodyScrollsUp()
    {
        LiveWorld world;
        Selection selection(&world);
        JournalPanel panel(&world, &selection);
        panel.resize(700, 240);
        panel.show();
        world.apply(notices(1, 200));
        QScrollBar *bar = panel.view()->verticalScrollBar();
        AWAIT_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
        QVERIFY(!panel.followsNewest());
        const int place = bar->value();
        world.apply(notices(201, 50));
        QCOMPARE(bar->value(), place);
        panel.setFollowsNewest(true);
        AWAIT_COMPARE(bar->value(), bar->maximum());
    }
};

} // namespace lockscope::ui::tst_journalpanel

LOCKSCOPE_TEST(lockscope::ui::tst_journalpanel::TestJournalPanel)
#include "tst_journalpanel.moc"
