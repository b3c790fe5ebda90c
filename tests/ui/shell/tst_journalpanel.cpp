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

#include <array>
#include <utility>

namespace lockscope::ui::tst_journalpanel {

using namespace Qt::StringLiterals;

namespace {

journal::EventBatch notices(quint64 first, int count)
{
    journal::EventBatch batch;
    for (quint64 number = first; number < first + quint64(count); ++number)
        batch.append({number, qint64(number) * 1'000'000,
                      journal::Notice{{}, Text::verbatim(u"notice %1 of many"_s.arg(number))}});
    return batch;
}

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
        journal.append(notices(last + 1, count));
        last += quint64(count);
        journal.dropBefore(last + 1 - std::min(last + 1, kept));
        model.catchUp();
    }

    quint64 kept;
    quint64 last = 0;
    journal::Journal journal;
    JournalModel model;
    JournalFilter filter;
};

/// The panel on a world.
struct Panel
{
    QByteArray written(JournalFormat format) const
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        ExportProgress progress;
        [&] { QVERIFY(writeJournal(panel.extract(format), &buffer, progress)); }();
        return buffer.data();
    }
    int rows() const { return panel.view()->model()->rowCount(); }

    LiveWorld world;
    WorldScript script{&world};
    Selection selection{&world};
    JournalPanel panel{&world, &selection};
};

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

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void batchesAreAppendedAndTheRingDropsRowsAtTheFrontWithoutAReset()
    {
        LongJournal ring(0, 100);
        QAbstractItemModelTester tester(&ring.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester filterTester(&ring.filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&ring.model, &QAbstractItemModel::modelReset);
        QSignalSpy removed(&ring.model, &QAbstractItemModel::rowsRemoved);
        const auto numberAt = [&ring](int row) {
            return ring.model.index(row, 0).data(JournalModel::NumberRole).toULongLong();
        };
        for (const int count : {60, 30, 30, 1, 250, 100}) {
            ring.append(count);
            QCOMPARE(ring.model.rowCount(), int(ring.journal.size()));
            QCOMPARE(numberAt(0), ring.journal.firstNumber());
            QCOMPARE(numberAt(ring.model.rowCount() - 1), ring.journal.lastNumber());
            QCOMPARE(ring.filter.rowCount(), ring.model.rowCount());
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
        const auto found = std::ranges::find(boxes, u"Client"_s, &QWidget::accessibleName);
        QVERIFY(found != boxes.end());
        QComboBox *box = *found;
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
        QCOMPARE(box->count(), 501);
        box->setCurrentIndex(box->findData(filtered));
        script.fillJournal();
        const auto offered = [&] {
            QStringList names;
            for (int i = 1; i < box->count(); ++i)
                names += box->itemText(i);
            return names;
        };
        QCOMPARE(offered(), (QStringList{u"client-1"_s, u"client-7"_s}));
        QCOMPARE(box->currentData(), QVariant(filtered));
        QCOMPARE(panel.extract(JournalFormat::Text).clients.size(), 2);
        box->setCurrentIndex(0);
        script.also(journal::Notice{{}, Text::verbatim(u"and on"_s)});
        QCOMPARE(offered(), QStringList{u"client-1"_s});
    }

    void aTextFilterLetsThroughWhatContainsIt()
    {
        Panel shown;
        shown.world.apply(notices(1, 30));
        shown.panel.setTextFilter(u"NOTICE 2"_s);
        QCOMPARE(shown.rows(), 11); // 2, 20 … 29
        shown.world.apply(notices(31, 180));
        QCOMPARE(shown.rows(), 22); // and 200 … 210
        shown.panel.setTextFilter({});
        QCOMPARE(shown.rows(), 210);
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
        Panel shown;
        spawn(shown.script, 1, u"/a"_s);
        shown.script.list(u"/a"_s, {u"lock-0000000001"_s});
        shown.script.resolve(u"/a"_s, u"lock-0000000001"_s, SessionId{0x17}, "\"data\"\n<script>\0 锁"_ba);
        shown.script.write(journal::Notice{{}, Text::verbatim(u"line one\nline two"_s)});
        shown.script.flush();
        QTemporaryDir directory;
        const QString name = directory.filePath(u"journal.lockscope"_s);
        QVERIFY(test::writeFile(name, journal::recordingHeaderLine({u"1"_s, 1, {}, {}, 0}) + '\n'
                                          + shown.written(JournalFormat::JsonLines)));
        journal::EventBatch read;
        const auto about = journal::readRecording(name, [&read](const journal::EventBatch &batch) { read += batch; });
        QVERIFY2(about, about ? "" : qPrintable(about.error().sentence().english()));
        QCOMPARE(read.size(), shown.world.journal().size());
        for (qsizetype i = 0; i < read.size(); ++i)
            QVERIFY(read[i] == shown.world.journal().at(i));
    }

    void theLogForShivizHasWhatTheFilterLetsThrough()
    {
        Panel shown;
        spawn(shown.script, 1, u"/a"_s);
        shown.script.write(journal::ClientRequest{ClientId{1}, u"create"_s, u"/a/lock-"_s, 1});
        shown.script.write(journal::Notice{{}, Text::verbatim(u"something else"_s)});
        shown.script.flush();
        shown.panel.setTextFilter(u"asks"_s);
        const QByteArray log = shown.written(JournalFormat::ShiViz);
        QVERIFY(log.startsWith("(?<host>"));
        QVERIFY(log.contains("client-1 {\"client-1\": 1}\n"));
        QVERIFY(log.contains("asks: create /a/lock-"));
        QVERIFY(!log.contains("something else"));
    }

    void eventsOfOneClientAreFoundByItsNameAlsoWhenItIsGone()
    {
        Panel shown;
        spawn(shown.script, 1, u"/a"_s);
        spawn(shown.script, 2, u"/a"_s);
        shown.script.write(journal::ClientRemoved{ClientId{1}});
        shown.script.flush();
        const QAbstractItemModel *rows = shown.panel.view()->model();
        QCOMPARE(rows->index(rows->rowCount() - 1, JournalModel::Client).data().toString(), u"client-1"_s);
    }

    void exportWritesWhatIsShownAsTextAndAsJsonLines()
    {
        Panel shown;
        shown.world.apply(notices(1, 12));
        shown.panel.setTextFilter(u"notice 1"_s); // 1, 10, 11, 12
        const QByteArray text = shown.written(JournalFormat::Text);
        QCOMPARE(text.count('\n'), 4);
        QVERIFY(text.contains("notice 12"));
        const QList<QByteArray> lines = shown.written(JournalFormat::JsonLines).trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QByteArray &line : lines)
            QCOMPARE(QJsonDocument::fromJson(line)[u"kind"_s].toString(), journal::kindName(journal::Notice{}));
        QCOMPARE(QJsonDocument::fromJson(lines.last())[u"n"_s].toInt(), 12);
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
        QVERIFY(test::writeFile(before, "what was there"));
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
            Panel shown;
            shown.world.apply(notices(1, 60'000));
            shown.panel.exportTo(name, JournalFormat::JsonLines);
        }
        // It was quicker than that, or nothing is there.
        const QByteArray content = test::contentOf(name);
        QVERIFY(content.isEmpty() || content.count('\n') == 60'000);
        QVERIFY(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size() <= 1);
    }

    void itFollowsTheNewestUntilSomebodyScrollsUp()
    {
        Panel shown;
        shown.panel.resize(700, 240);
        shown.panel.show();
        shown.world.apply(notices(1, 200));
        QScrollBar *bar = shown.panel.view()->verticalScrollBar();
        AWAIT_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
        QVERIFY(!shown.panel.followsNewest());
        const int place = bar->value();
        shown.world.apply(notices(201, 50));
        QCOMPARE(bar->value(), place);
        shown.panel.setFollowsNewest(true);
        AWAIT_COMPARE(bar->value(), bar->maximum());
    }
};

} // namespace lockscope::ui::tst_journalpanel

LOCKSCOPE_TEST(lockscope::ui::tst_journalpanel::TestJournalPanel)
#include "tst_journalpanel.moc"
