// SPDX-License-Identifier: Apache-2.0
// What the command line writes while it works, the recording of a run and the audit and the note of a release: each
// call fails in turn, or is the last one of the program.

#include "core/history/recordingreader.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/filefaults.h"
#include "tests/support/livetest.h"

#include <cerrno>
#include <functional>

namespace lockscope::tst_clifilefaults {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestCliFileFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_session = connectTo(m_sandbox.connectString());
        QVERIFY(m_session);
        QCOMPARE(makeNode(*m_session, u"/faults"_s), u"/faults"_s);
    }

    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_faults = std::make_unique<FileFaults>();
        m_file = m_directory->filePath(u"run.lockscope"_s);
        m_audit = m_directory->filePath(u"audit.jsonl"_s);
        m_note = m_directory->filePath(u"note.md"_s);
    }

    void aRunWhoseRecordingFailsIsReportedAllTheSame_data() { eachError(); }

    void aRunWhoseRecordingFailsIsReportedAllTheSame()
    {
        QFETCH(int, error);
        QVERIFY(record().code == 0);
        const auto before = eventsOf(m_file);
        QVERIFY(before > 0);
        const QByteArray old = contentOf(m_file);

        bool isHit = true;
        for (uint64_t call = 1; isHit; ++call) {
            m_faults->set(FAULTYFILES_FAIL, call, error);
            const CliResult result = record();
            isHit = m_faults->hits() > 0;
            m_faults->count();
            QVERIFY2(result.code == (isHit ? 1 : 0) || result.out.isEmpty(), result.said());
            QVERIFY(!isHit || result.code != 0);
            QVERIFY2(!isHit || result.err.contains(qPrintable(qt_error_string(error))), result.said());
            if (result.out.isEmpty()) // it did not begin
                QCOMPARE(contentOf(m_file), old);
            else
                QCOMPARE(result.object()[u"acquired"_s].toInt(), 4);
            QVERIFY(eventsOf(m_file));
            // The one that was there before stands again.
            QVERIFY(writeFile(m_file, old));
        }
    }

    void aRunThatIsKilledLeavesWhatWasWritten_data()
    {
        QTest::addColumn<int>("act");
        QTest::addColumn<int>("step");
        const int sparse = testprogram::isWhole() ? 1 : 3;
        QTest::newRow("at any call") << int(FAULTYFILES_KILL) << sparse;
        // Every place within a line comes up, since lines are of many lengths.
        QTest::newRow("at any byte") << int(FAULTYFILES_KILL_AT) << 397 * sparse;
    }

    void aRunThatIsKilledLeavesWhatWasWritten()
    {
        QFETCH(int, act);
        QFETCH(int, step);
        quint64 most = 0;
        bool isKilled = true;
        for (uint64_t at = 1; isKilled; at += static_cast<uint64_t>(step)) {
            QFile::remove(m_file);
            m_faults->set(static_cast<uint64_t>(act), at, 0);
            const CliResult result = record();
            isKilled = m_faults->hits() > 0;
            QVERIFY2(result.code == (isKilled ? -1 : 0), result.said());
            m_faults->count();
            if (!QFile::exists(m_file)) {
                QCOMPARE(most, 0u); // it had not begun
                continue;
            }
            const auto events = eventsOf(m_file);
            QVERIFY2(events, qPrintable(u"at %1"_s.arg(at)));
            most = std::max(most, *events);
            const CliResult checked = CliProgram().run("check", m_file, "--json");
            QVERIFY2(!isKilled || checked.code == 0 || checked.code == 1, checked.said());
        }
        QVERIFY(most > 10);
    }

    void nothingIsReleasedWithoutItsLine_data() { eachError(); }

    /// From whichever call on no more can be written: without a line of intent nothing is deleted, and what was deleted
    /// without a line of its result is said.
    void nothingIsReleasedWithoutItsLine()
    {
        QFETCH(int, error);
        int deleted = 0;
        releaseAtEachCall(FAULTYFILES_FAIL, error, withNote(), [&](const Released &one) {
            QVERIFY2(one.isHit == (one.result.code != 0), one.result.said());
            QVERIFY2(!one.isGone || one.auditResults.contains(u"intended"_s), qPrintable(one.auditResults.join(u' ')));
            QVERIFY2(!one.auditResults.contains(u"cut"_s), "a line that is none was left");
            deleted += one.isGone ? 1 : 0;
        });
        QVERIFY(deleted > 1); // the last one, and at least one whose result could not be written
    }

    void aResultThatIsNotWrittenDownIsTold_data() { eachError(); }

    /// No note beside it, whose failure would be told in its stead.
    void aResultThatIsNotWrittenDownIsTold()
    {
        QFETCH(int, error);
        int unrecorded = 0;
        releaseAtEachCall(FAULTYFILES_FAIL, error, u"release --yes --json "_s, [&](const Released &one) {
            QVERIFY2(one.result.code == (!one.isGone ? 1 : one.isHit ? 5 : 0), one.result.said());
            if (one.isGone && one.isHit) {
                // Where it could not be kept on the disk, it may be in the file all the same.
                unrecorded += one.auditResults == QStringList{u"intended"_s} ? 1 : 0;
                QVERIFY2(one.result.err.contains("The result, deleted, may be missing there"), one.result.said());
            }
        });
        QVERIFY(unrecorded > 0);
    }

    void whoeverKillsARelease()
    {
        int deleted = 0;
        releaseAtEachCall(FAULTYFILES_KILL, 0, withNote(), [&](const Released &one) {
            QVERIFY2(one.result.code == (one.isHit ? -1 : 0), one.result.said());
            QVERIFY2(!one.isGone || one.auditResults.contains(u"intended"_s), qPrintable(one.auditResults.join(u' ')));
            deleted += one.isGone ? 1 : 0;
        });
        QVERIFY(deleted > 1);
    }

    void aNoteThatFailsIsTold_data() { eachError(); }

    /// The audit lies elsewhere: only the note fails.
    void aNoteThatFailsIsTold()
    {
        QFETCH(int, error);
        const QTemporaryDir elsewhere;
        m_audit = elsewhere.filePath(u"audit.jsonl"_s);
        QVERIFY(writeFile(m_note, "of an earlier one\n"));
        releaseAtEachCall(FAULTYFILES_FAIL, error, withNote(), [&](const Released &one) {
            QVERIFY2(one.result.code == (one.isHit ? 5 : 0), one.result.said());
            QCOMPARE(contentOf(m_note) == "of an earlier one\n", one.isHit);
            QCOMPARE(one.result.object()[u"result"_s].toString(), u"deleted"_s);
        });
    }

private:
    static void eachError()
    {
        QTest::addColumn<int>("error");
        QTest::newRow("ENOSPC") << ENOSPC;
        QTest::newRow("EIO") << EIO;
        QTest::newRow("EACCES") << EACCES;
    }

    /// The program with these faults in what it writes into the directory.
    CliResult runFaulty(const QString &arguments) const
    {
        QString environment;
        const QStringList settings = m_faults->environment(m_directory->path(), FileFaults::Child::Ours);
        for (const QString &setting : settings)
            environment += u" '%1'"_s.arg(setting);
        // The shell's place is taken, so that who kills the program is told.
        return CliProgram(m_sandbox.connectString(), m_audit)
            .runInShell(u"exec env%1 $CLI %2"_s.arg(environment, arguments));
    }

    CliResult record() const
    {
        return runFaulty(u"run --clients 2 --rounds 2 --hold 0 --lock /faults/lock --record '%1' --json"_s.arg(m_file));
    }

    /// What came of a release of a node.
    struct Released
    {
        CliResult result;
        bool isHit;               ///< something was done to a call
        bool isGone;              ///< the node
        QStringList auditResults; ///< by the audit
    };

    /// Of one node after the other, with each call in turn as the first that something is done to, until there is none.
    void releaseAtEachCall(uint64_t act, int error, const QString &command,
                           const std::function<void(const Released &)> &judge)
    {
        bool isHit = true;
        for (uint64_t call = 1; isHit && !QTest::currentTestFailed(); ++call) {
            const QString node = makeNode(*m_session, u"/faults/lock-"_s, {}, NodeKind::PersistentSequential);
            m_faults->set(act, call, error);
            const CliResult result = runFaulty(command + node);
            isHit = m_faults->hits() > 0;
            m_faults->count();
            const QByteArray why = isHit && act == FAULTYFILES_FAIL ? qt_error_string(error).toUtf8() : QByteArray();
            QVERIFY2(result.err.contains(why), result.said());
            const bool isGone = !childrenOf(*m_session, u"/faults"_s).contains(node.section(u'/', -1));
            judge({result, isHit, isGone, auditOf(node)});
            if (!isGone)
                QVERIFY(await(m_session->remove(node, -1)));
        }
    }
    QString withNote() const { return u"release --yes --json --note '%1' "_s.arg(m_note); }

    /// Of a recording that is whole or a beginning; nothing, with what is wrong, for anything else.
    std::optional<quint64> eventsOf(const QString &file) const
    {
        const auto read = journal::readRecording(file, [](const journal::EventBatch &) {});
        if (!read)
            qWarning("%s", qPrintable(read.error().sentence().english()));
        return read ? std::optional(read->events) : std::nullopt;
    }

    /// The results that the audit tells of the node; "cut" for a line that is none.
    QStringList auditOf(const QString &node) const
    {
        QStringList results;
        const auto lines = contentOf(m_audit).split('\n');
        for (const QByteArray &line : lines) {
            const QJsonObject json = QJsonDocument::fromJson(line).object();
            if (json[u"node"_s].toString() == node)
                results += json[u"result"_s].toString();
            else if (!line.isEmpty() && json.isEmpty())
                results += u"cut"_s;
        }
        return results;
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_session;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<FileFaults> m_faults;
    QString m_file;
    QString m_audit;
    QString m_note;
};

} // namespace lockscope::tst_clifilefaults

LOCKSCOPE_TEST(lockscope::tst_clifilefaults::TestCliFileFaults)
#include "tst_clifilefaults.moc"
