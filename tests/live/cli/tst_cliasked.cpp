// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/await.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QtTest>

namespace lockscope::tst_cliasked {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray instant(int minutes)
{
    return QDateTime::currentDateTimeUtc().addSecs(60 * minutes).toString(Qt::ISODateWithMs).toLatin1();
}

QJsonObject lockAt(const QJsonArray &locks, const QString &path)
{
    for (const QJsonValue lock : locks) {
        if (lock[u"path"] == path)
            return lock.toObject();
    }
    return {};
}

} // namespace

/// What lockscope-cli says of what is asked for by its own name: a record wherever it lies, a session, a directory that
/// may not be listed, a lock that is gone. By the built program against a real server.
class CliAskedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_cli.tellIfFailed(); }

    void aRecordBelowWhatSaysLockIsALock();
    void aTimeElsewhereIsNoLockUnlessItIsNamed();
    void aRecordIsReleasedWhereverItLies();

private:
    SandboxForTest m_sandbox;
    QTemporaryDir m_directory;
    std::unique_ptr<zk::Session> m_session;
    CliProgram m_cli;
    QString m_root;
    int m_count = 0;
};

void CliAskedTest::initTestCase()
{
    QVERIFY2(m_sandbox.start(), m_sandbox.why());
    m_session = connectTo(m_sandbox.connectString());
    QVERIFY(m_session);
}

void CliAskedTest::init()
{
    m_root = u"/t%1"_s.arg(++m_count);
    m_cli = CliProgram(m_sandbox.connectString(), m_directory.filePath(u"audit%1.jsonl"_s.arg(m_count)));
    QCOMPARE(makeNode(*m_session, m_root), m_root);
}

// ---- records ----

void CliAskedTest::aRecordBelowWhatSaysLockIsALock()
{
    const QString jobs = makeNode(*m_session, m_root + u"/jobs-lock"_s);
    const QByteArray until = instant(10);
    const QString held = makeNode(*m_session, jobs + u"/report"_s, until);
    const QString over = makeNode(*m_session, jobs + u"/cleanup"_s, instant(-10));
    const QJsonArray all = m_cli.run({u"locks"_s, m_root, u"--json"_s}).array();
    const QJsonObject lock = lockAt(all, held);
    QCOMPARE(lock[u"dialect"].toString(), u"shedlock"_s);
    QCOMPARE(lock[u"contenders"][0][u"held_until"].toString().toLatin1(), until);
    QVERIFY(lockAt(all, over)[u"is_lock"].toBool());
    QVERIFY(lockAt(all, over)[u"holders"].toArray().isEmpty());
    const CliResult table = m_cli.run({u"locks"_s, m_root});
    QVERIFY2(table.out.contains("until " + until), table.out.constData());
    const CliResult text = m_cli.run({u"queue"_s, held});
    QVERIFY2(text.out.contains("held by " + held.toUtf8() + " until " + until), text.out.constData());
    QVERIFY2(m_cli.run({u"queue"_s, over}).out.contains("(shedlock), free"), "the other one");
}

void CliAskedTest::aTimeElsewhereIsNoLockUnlessItIsNamed()
{
    const QString lastRun = makeNode(*m_session, m_root + u"/lastRun"_s, instant(10));
    const CliResult all = m_cli.run({u"locks"_s, m_root, u"--json"_s});
    QVERIFY2(all.code == 0 && all.array().isEmpty(), all.out.constData());
    for (const QString &command : {u"queue"_s, u"locks"_s}) {
        const CliResult named = m_cli.run({command, lastRun, u"--json"_s});
        const QJsonObject lock = command == "locks"_L1 ? lockAt(named.array(), lastRun) : named.object();
        QCOMPARE(lock[u"dialect"].toString(), u"shedlock"_s);
        QCOMPARE(lock[u"holders"].toArray().size(), 1);
    }
    const CliResult watched = m_cli.run({u"watch"_s, lastRun, u"--for"_s, u"5s"_s});
    QVERIFY2(watched.out.contains("held by"), watched.said());
    const QString day = makeNode(*m_session, m_root + u"/day"_s, "2120-01-01");
    const CliResult none = m_cli.run({u"queue"_s, day, u"--json"_s});
    QVERIFY2(!none.object()[u"is_lock"].toBool(true), none.out.constData());
}

void CliAskedTest::aRecordIsReleasedWhereverItLies()
{
    const QString held = makeNode(*m_session, m_root + u"/report"_s, instant(10));
    const QString over = makeNode(*m_session, m_root + u"/cleanup"_s, instant(-10));
    const CliResult unanswered = m_cli.run({u"release"_s, held}, "no\n");
    QCOMPARE(unanswered.code, 1);
    QCOMPARE(childrenOf(*m_session, m_root).size(), 2);
    const CliResult done = m_cli.run({u"release"_s, held, u"--yes"_s, u"--json"_s});
    QVERIFY2(done.code == 0, done.said());
    QCOMPARE(done.object()[u"result"].toString(), u"deleted"_s);
    const CliResult refused = m_cli.run({u"release"_s, over, u"--yes"_s});
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.err.contains("Nobody holds"), refused.said());
    QCOMPARE(childrenOf(*m_session, m_root), QStringList{u"cleanup"_s});
}

} // namespace lockscope::tst_cliasked

LOCKSCOPE_TEST(lockscope::tst_cliasked::CliAskedTest)
#include "tst_cliasked.moc"
