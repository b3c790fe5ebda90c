// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_clifindings {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// From when on lockscope-cli tells of something, as it is asked to: --stale-after, --long-wait and --quick.
class CliFindingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_holder = connectTo(m_sandbox.connectString());
        m_waiter = connectTo(m_sandbox.connectString());
        QVERIFY(m_holder && m_waiter);
        m_cli = CliProgram(m_sandbox.connectString());
    }

    void init()
    {
        m_lock = makeNode(*m_holder, u"/t%1"_s.arg(++m_count));
        QVERIFY(!enqueue(*m_holder).isEmpty());
    }

    void cleanup() { m_cli.tellIfFailed(); }

    void whatIsToldByTimeIsToldAfterTheTimeThatIsAskedFor_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("as it is") << QStringList() << QStringList();
        QTest::newRow("stale") << words("--stale-after 1ms") << QStringList{u"stale-holder"_s};
        QTest::newRow("not yet stale") << words("--stale-after 1h") << QStringList();
        QTest::newRow("long") << words("--long-wait 1ms") << QStringList{u"long-wait"_s};
        QTest::newRow("both") << words("--stale-after 1ms --long-wait 1ms")
                              << QStringList{u"long-wait"_s, u"stale-holder"_s};
        QTest::newRow("never") << words("--stale-after 0 --long-wait 0") << QStringList();
    }

    void whatIsToldByTimeIsToldAfterTheTimeThatIsAskedFor()
    {
        QFETCH(QStringList, options);
        QFETCH(QStringList, expected);
        QVERIFY(!enqueue(*m_waiter).isEmpty());
        for (const QString &command : {u"queue"_s, u"locks"_s})
            QCOMPARE(found(QStringList{command, m_lock, u"--quick"_s} + options), expected);
    }

    void whatIsWatchedIsToldWhenItsTimeHasCome()
    {
        QVERIFY(!enqueue(*m_waiter).isEmpty());
        const auto watch = m_cli.start("watch", m_lock, "--long-wait 1s --json");
        CliResult so;
        QVERIFY2(writes(*watch, so.out, "long-wait"), so.out.constData());
        QCOMPARE(so.lines()[0][u"event"].toString(), u"snapshot"_s);
        QVERIFY(!so.out.contains("stale-holder"));
        QCOMPARE(terminate(*watch), 0);
    }

    void whatNeedsProofIsToldUnlessItHasToBeQuick()
    {
        const QString own = enqueue(*m_waiter);
        QVERIFY(await(m_waiter->watchExists(own)));
        for (const QString &command : {u"queue"_s, u"locks"_s}) {
            QCOMPARE(found({command, m_lock, u"--quick"_s}), QStringList());
            QCOMPARE(found({command, m_lock}), QStringList{u"self-watch"_s});
        }
    }

private:
    /// A contender of the session.
    QString enqueue(zk::Session &session)
    {
        return makeNode(session, m_lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
    }
    /// The ids of what is found, sorted.
    QStringList found(const QStringList &arguments) const
    {
        const CliResult result = m_cli.run(arguments + words("--json"));
        if (result.code != 0)
            qFatal("%s", result.said());
        const QJsonObject lock = arguments[0] == "locks"_L1 ? result.array()[0].toObject() : result.object();
        QStringList ids;
        for (const QJsonValue finding : lock[u"findings"].toArray())
            ids << finding[u"id"].toString();
        ids.sort();
        return ids;
    }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_holder;
    std::unique_ptr<zk::Session> m_waiter;
    CliProgram m_cli;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_clifindings

LOCKSCOPE_TEST(lockscope::tst_clifindings::CliFindingsTest)
#include "tst_clifindings.moc"
