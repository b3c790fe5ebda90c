// SPDX-License-Identifier: Apache-2.0
// Recordings: written, read again, and told what is wrong with them.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "core/journal/bookmarks.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <random>

#include <sys/resource.h>
#include <sys/stat.h>

namespace lockscope::tst_recording {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

namespace {

EventBatch someEvents(int count, quint64 first = 1)
{
    EventBatch events;
    for (int i = 0; i < count; ++i)
        events += Event{first + static_cast<quint64>(i), 1000 + i,
                        Notice{locks::Finding::Severity::Note, Text::verbatim(u"event %1"_s.arg(i))}};
    return events;
}

} // namespace

class TestRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }

    void theHeaderTellsWhatAndWhen()
    {
        const RecordingHeader header{u"0.9"_s, 1'795'233'600'123'456'789, u"Five clients, 锁"_s, ~quint64(0)};
        record({}, header);
        const auto reader = RecordingReader::open(path());
        QVERIFY(reader.has_value());
        QCOMPARE((*reader)->header(), header);

        record({});
        const auto standard = RecordingReader::open(path());
        QCOMPARE((*standard)->header().version, QStringLiteral(LOCKSCOPE_VERSION));
        QVERIFY((*standard)->header().startedNs > 0);
        QVERIFY(!(*standard)->header().seed);
    }

    void itIsReadableWhileItIsBeingWritten()
    {
        const auto writer = RecordingWriter::create(path());
        QVERIFY(writer.has_value());
        QVERIFY(read() == EventBatch());
        (*writer)->append(someEvents(3));
        QVERIFY(read() == someEvents(3));
        (*writer)->append(someEvents(1, 4));
        QCOMPARE(read()->size(), 4);
        QCOMPARE((*writer)->events(), 4u);
    }

    void aKindOfALaterVersionIsWrittenBackUnchanged()
    {
        record({});
        const QByteArray line = R"({"zebra": 1.50, "n": 1, "kind": "moon-phase", "at_ns": 7, "a": [ ]})";
        setBytes(bytes() + line + '\n');
        const auto events = read();
        QVERIFY(events.has_value());
        QCOMPARE(events->size(), 1);
        World world;
        world.apply(*events);
        QCOMPARE(world.eventNumber(), 1u);
        record(*events);
        QVERIFY(bytes().endsWith('\n' + line + '\n'));
    }

    void aRecordingMayBeginInMidJournal()
    {
        record(someEvents(3, 40));
        QStringList notes;
        QVERIFY(read(&notes) == someEvents(3, 40));
        QCOMPARE(notes, QStringList{u"It begins with event 40: what was before is not in it."_s});
    }

    void aFullDiskIsToldOnceAndTheRunGoesOn()
    {
        const auto full = RecordingWriter::create(u"/dev/full"_s);
        QVERIFY(!full);
        QVERIFY(full.error().sentence().english().startsWith(u"The recording /dev/full cannot be written: "_s));

        // A disk that becomes full in the middle: a limit on the size of files behaves in the same way.
        const auto writer = RecordingWriter::create(path());
        QVERIFY(writer.has_value());
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = 4096;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        for (quint64 i = 0; i < 20; ++i)
            (*writer)->append(someEvents(10, 1 + 10 * i));
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);

        const auto told = (*writer)->takeError();
        QVERIFY(told.has_value());
        QVERIFY(told->sentence().english().contains(u"run.lockscope cannot be written: "_s));
        QVERIFY(!(*writer)->takeError());
        (*writer)->append(someEvents(1, 201));
        QVERIFY(!(*writer)->close());
        // What had been written is read, and that its end is missing is said.
        QCOMPARE(bytes().size(), 4096);
        QStringList notes;
        const auto events = read(&notes);
        QVERIFY(events.has_value());
        QVERIFY(events->size() > 10);
        QCOMPARE(notes.size(), 1);
    }

    void aPlaceThatCannotBeWrittenIsSaid()
    {
        const auto writer = RecordingWriter::create(m_dir->filePath(u"none/run.lockscope"_s));
        QVERIFY(!writer);
        QVERIFY(writer.error().sentence().english().contains(u"none/run.lockscope cannot be written"_s));
        QVERIFY(!saveRecording(History(), m_dir->filePath(u"none/run.lockscope"_s)));
    }

    void aJournalIsSavedWholeOrNotAtAll()
    {
        History history;
        history.append(someEvents(8));
        QVERIFY(saveRecording(history, path(), {{}, 0, u"mine"_s, {}}).has_value());
        QVERIFY(read() == someEvents(8));
        const auto reader = RecordingReader::open(path());
        QCOMPARE((*reader)->header().title, u"mine"_s);
        QCOMPARE((*reader)->header().startedNs, 1000);
    }

    void aRecordingOpensAsJournalAndWorld()
    {
        ClientSpawned spawned;
        spawned.id = ClientId{1};
        spawned.name = u"A"_s;
        constexpr int many = testprogram::played(200'000);
        EventBatch events = someEvents(many);
        events += Event{many + 1, 9000, spawned};
        record(events, {{}, 0, u"a long one"_s, {}});
        EventBatch all;
        History opened(History::unlimited());
        const auto about = readRecording(path(), [&](const EventBatch &batch) {
            all += batch;
            opened.append(batch);
        });
        QVERIFY(about && about->notes.isEmpty());
        QVERIFY(all == events);
        QCOMPARE(opened.journal().size(), many + 1);
        QCOMPARE(about->events, many + 1u);
        QCOMPARE(about->header.title, u"a long one"_s);
        QCOMPARE(opened.head().atNs(), 9000);
        QCOMPARE(opened.head().client(ClientId{1})->spec.name, u"A"_s);
    }

    void readingTellsItsProgressAndCanBeCancelled()
    {
        record(someEvents(20'000));
        std::vector<ReadingProgress> told;
        const auto take = [](const EventBatch &) {};
        QVERIFY(readRecording(path(), take, [&](const ReadingProgress &progress) {
            told.push_back(progress);
            return true;
        }));
        QVERIFY(told.size() > 2);
        for (size_t i = 1; i < told.size(); ++i)
            QVERIFY(told[i].bytesRead >= told[i - 1].bytesRead);
        QCOMPARE(told.back().bytesRead, told.back().bytesTotal);
        QCOMPARE(told.back().events, 20'000u);

        int asked = 0;
        const auto cancelled = readRecording(path(), take, [&](const ReadingProgress &) { return ++asked < 2; });
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QCOMPARE(asked, 2);
    }

    void aFileThatIsNoneIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const QByteArray &content, const char *sentence) {
            QTest::newRow(name) << content << u"run.lockscope"_s + QString::fromLatin1(sentence);
        };
        const char noHeader[] = " is no recording: its first line is not a recording's header.";
        row("empty", {}, " is empty: it is no recording.");
        row("binary", QByteArray("\x7f\x45LF\0\0\n", 7), noHeader);
        row("other JSON", "[1, 2]\n", noHeader);
        row("scenario", R"({"lockscope": 1, "title": "x", "steps": []})",
            " is a scenario, no recording: run it with lockscope-cli run.");
        row("other kind", R"({"lockscope": 1, "kind": "lesson"})",
            " is no recording: the \"kind\" in its first line should be \"recording\", not \"lesson\".");
        row("newer", R"({"lockscope": 2, "kind": "recording"})",
            " is a recording of format 2, and this version reads format 1 only: open it with a newer Lockscope.");
        row("edited header", R"({"lockscope": 1, "kind": "recording", "started_ns": "now"})",
            ", line 1: \"started_ns\" should be a whole number, not \"now\".");
        row("edited seed", R"({"lockscope": 1, "kind": "recording", "started_ns": 1, "seed": "-4"})",
            ", line 1: \"seed\" should be a whole number in quotes, not \"-4\".");
    }

    void aFileThatIsNoneIsRefused()
    {
        QFETCH(QByteArray, content);
        setBytes(content);
        const auto events = read();
        QVERIFY(!events);
        QTEST(events.error().sentence().english(), "sentence");
        const auto folder = RecordingReader::open(m_dir->path());
        QVERIFY(folder.error().sentence().english().endsWith(u"is a folder, no recording."_s));
        const auto missing = RecordingReader::open(m_dir->filePath(u"none"_s));
        QVERIFY(missing.error().sentence().english().contains(u"none cannot be read: "_s));
    }

    /// What the header takes for the beginning is judged by nothing: no event that happened may hide there.
    void aHeaderThatLiesIsTold_data()
    {
        const Payload state = ClientLockState{ClientId{1}, locks::LockState::Retained, {}, {}, 0, {}};
        const Payload other = ClientLockState{ClientId{2}, locks::LockState::Retained, {}, {}, 0, {}};
        const Payload node = ServerNode{ClientId{1}, u"/l/lock-1"_s, ServerNode::Life::Born, Zxid{7}, SessionId{1}};
        QTest::addColumn<QList<Payload>>("events");
        QTest::addColumn<quint64>("carried");
        QTest::addColumn<QString>("sentence"); ///< empty: it is true
        const auto tooFew =
            u"run.lockscope, line 1: its first 3 events should state what was the case when it began, and "
            "there are only 2: it was edited, or its end is missing."_s;
        const auto untrue =
            u"run.lockscope, line 3: the header says that the first 2 events state what was the case when "
            "the recording began, but this one states what happened."_s;
        QTest::newRow("true") << QList{state, other, node} << quint64(2) << QString();
        QTest::newRow("all of it") << QList{state, other} << quint64(2) << QString();
        QTest::newRow("more than there is") << QList{state, other} << quint64(3) << tooFew;
        QTest::newRow("what happened") << QList{state, node} << quint64(2) << untrue;
        QTest::newRow("a state after another") << QList{state, state} << quint64(2) << untrue;
    }

    void aHeaderThatLiesIsTold()
    {
        QFETCH(QList<Payload>, events);
        QFETCH(quint64, carried);
        EventBatch batch;
        for (const Payload &what : std::as_const(events))
            batch += Event{static_cast<quint64>(batch.size() + 1), 1000 + batch.size(), what};
        RecordingHeader header;
        header.carried = carried;
        record(batch, header);
        const auto told = read();
        QTEST(told ? QString() : told.error().sentence().english(), "sentence");
        // Nor is it hidden by a last line that is cut off.
        setBytes(bytes() + R"({"n": )");
        QCOMPARE(read().has_value(), told.has_value());
    }

    void whatIsNoFileIsNotWaitedFor()
    {
        QCOMPARE(::mkfifo(QFile::encodeName(path()).constData(), 0600), 0);
        const auto recording = RecordingReader::open(path());
        QVERIFY(!recording);
        QVERIFY(recording.error().sentence().english().contains(u"is no file"_s));
        QCOMPARE(::mkfifo(QFile::encodeName(bookmarksFile(path())).constData(), 0600), 0);
        const auto bookmarks = readBookmarks(bookmarksFile(path()));
        QVERIFY(!bookmarks);
        QVERIFY(bookmarks.error().sentence().english().contains(u"is no file"_s));
        const auto written = RecordingWriter::create(path(), {});
        QVERIFY(!written);
        QVERIFY(written.error().sentence().english().contains(u"nothing reads from it"_s));
    }

    void bookmarksAreFew()
    {
        const QString file = bookmarksFile(path());
        QList<Bookmark> bookmarks(mostBookmarks, {1, 1000, u"here"_s});
        QVERIFY(writeBookmarks(file, bookmarks));
        QCOMPARE(*readBookmarks(file), bookmarks);
        QVERIFY(!writeBookmarks(file, bookmarks + bookmarks));
        QVERIFY(!writeBookmarks(file, {{1, 1000, u"x"_s.repeated(2'000'000)}}));
        QCOMPARE(*readBookmarks(file), bookmarks); // as they were
        QByteArray many = lockscope::test::contentOf(file);
        many.insert(many.lastIndexOf(']'), R"(, {"n": 1, "at_ns": 1, "name": "one more"})");
        QVERIFY(lockscope::test::writeFile(file, many));
        QVERIFY(readBookmarks(file).error().sentence().english().endsWith(u"can hold at most 2000 bookmarks."_s));
        QVERIFY(QFile::resize(file, 1024LL * 1024 * 1024)); // a file of holes
        QVERIFY(readBookmarks(file).error().sentence().english().contains(u"larger than 1 MB"_s));
    }

    void aDamagedLineIsNamed_data()
    {
        QTest::addColumn<QByteArray>("was");
        QTest::addColumn<QByteArray>("is");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const char *was, const char *is, const char *sentence) {
            QTest::newRow(name) << QByteArray(was) << QByteArray(is)
                                << u"run.lockscope, line 4: "_s + QString::fromLatin1(sentence);
        };
        row("another type", "\"text\":\"event 2\"", "\"text\":2", "\"text\" should be text, not 2.");
        row("a key gone", "\"text\":\"event 2\"", "\"toxt\":\"event 2\"", "\"text\" is missing.");
        row("a number changed", "\"n\":3", "\"n\":5",
            "\"n\" should be 3, not 5: events are missing, or in another order.");
        row("a quote gone", "\"text\":\"event 2\"", "\"text\":\"event 2",
            "it is damaged at character 106 after \"text\" (unterminated string).");
        row("no object", "\"n\":3", "\n[3]\n", "it is damaged at character 65 after \"kind\" (unterminated object).");
    }

    void aDamagedLineIsNamed()
    {
        QFETCH(QByteArray, was);
        QFETCH(QByteArray, is);
        record(someEvents(5));
        QByteArray content = bytes();
        QCOMPARE(content.count(was), 1);
        setBytes(content.replace(was, is));
        const auto events = read();
        QVERIFY(!events);
        QTEST(events.error().sentence().english(), "sentence");
    }

    void whereverItIsCutOffTheWholeLinesAreRead()
    {
        record(someEvents(4));
        const QByteArray whole = bytes();
        const qsizetype header = whole.indexOf('\n');
        for (qsizetype length = 0; length < whole.size(); ++length) {
            setBytes(whole.left(length));
            QStringList notes;
            const auto events = read(&notes);
            QCOMPARE(events.has_value(), length >= header);
            if (!events)
                continue;
            // A line of which nothing but its end is missing is whole.
            const bool lineIsWhole = whole.at(length) == '\n';
            const bool betweenLines = length > 0 && whole.at(length - 1) == '\n';
            const auto expected = whole.left(length).count('\n') + (lineIsWhole ? 1 : 0) - 1;
            QCOMPARE(events->size(), expected);
            QCOMPARE(notes.size(), lineIsWhole || betweenLines ? 0 : 1);
        }
    }

    void flippedBytesNeverCrash()
    {
        record(someEvents(6));
        const QByteArray whole = bytes();
        std::mt19937 random(20261121); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
        int refused = 0;
        for (int i = 0; i < testprogram::played(2000); ++i) {
            QByteArray content = whole;
            for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips)
                content[static_cast<qsizetype>(random()) % content.size()] ^= static_cast<char>(1u << random() % 8);
            setBytes(content);
            const auto events = read();
            if (events) {
                for (qsizetype k = 1; k < events->size(); ++k)
                    QCOMPARE(events->at(k).number, events->at(k - 1).number + 1);
                continue;
            }
            ++refused;
            const QString sentence = events.error().sentence().english();
            QVERIFY2(sentence.startsWith(u"run.lockscope"_s), qPrintable(sentence));
            QVERIFY2(sentence.contains(u", line "_s) || sentence.contains(u"recording"_s), qPrintable(sentence));
        }
        QVERIFY(refused > testprogram::played(200));
    }

private:
    QString path() const { return m_dir->filePath(u"run.lockscope"_s); }

    QByteArray bytes() const { return lockscope::test::contentOf(path()); }
    void setBytes(const QByteArray &bytes) const { QVERIFY(lockscope::test::writeFile(path(), bytes)); }

    /// All events, or the sentence.
    Result<EventBatch> read(QStringList *notes = nullptr) const
    {
        EventBatch all;
        const auto read = readRecording(path(), [&](const EventBatch &batch) { all += batch; });
        if (!read)
            return tl::unexpected(read.error());
        if (notes)
            for (const Text &note : read->notes)
                *notes += note.english();
        return all;
    }

    void record(const EventBatch &events, RecordingHeader header = {}) const
    {
        const auto writer = RecordingWriter::create(path(), std::move(header));
        QVERIFY(writer.has_value());
        (*writer)->append(events);
        QVERIFY((*writer)->close().has_value());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

} // namespace lockscope::tst_recording

LOCKSCOPE_TEST(lockscope::tst_recording::TestRecording)
#include "tst_recording.moc"
