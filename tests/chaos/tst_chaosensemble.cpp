// SPDX-License-Identifier: Apache-2.0
// Everything that breaks, done to real servers: what it is called is what it does.

#include "core/zk/session.h"
#include "tests/chaos/chaosensemble.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QSet>

#include <algorithm>

namespace lockscope::tst_chaosensemble {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using chaos::ChaosEnsemble;

namespace {

QSet<QString> socketsOf(qint64 pid)
{
    QSet<QString> inodes;
    const QDir descriptors(u"/proc/%1/fd"_s.arg(pid));
    const auto entries = descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    for (const QString &entry : entries) {
        const QString target = QFile::symLinkTarget(descriptors.filePath(entry));
        if (const auto at = target.indexOf("socket:["_L1); at >= 0)
            inodes += target.mid(at + 8).chopped(1);
    }
    return inodes;
}

/// The two ports of each connection of a process, its own first, as the kernel writes them.
QList<std::pair<QString, QString>> connectionsOf(qint64 pid)
{
    const QSet<QString> own = socketsOf(pid);
    QList<std::pair<QString, QString>> connections;
    for (const QString &name : {u"/proc/net/tcp"_s, u"/proc/net/tcp6"_s}) {
        const auto lines = QString::fromLatin1(contentOf(name)).split(u'\n', Qt::SkipEmptyParts).mid(1);
        for (const QString &line : lines) {
            const QStringList columns = line.simplified().split(u' ');
            if (columns.value(3) == "01"_L1 && own.contains(columns.value(9))) // established
                connections.emplace_back(columns.value(1).section(u':', 1), columns.value(2).section(u':', 1));
        }
    }
    return connections;
}

/// Connections between two of these processes with nobody in between.
int directConnections(const servers::SandboxInfo &info)
{
    QSet<std::pair<QString, QString>> ends;
    for (const servers::SandboxServer &server : info.servers) {
        for (const auto &connection : connectionsOf(server.pid))
            ends += connection;
    }
    return static_cast<int>(std::count_if(ends.cbegin(), ends.cend(), [&](const auto &connection) {
        return ends.contains({connection.second, connection.first});
    }));
}

} // namespace

class TestChaosEnsemble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto started = test::await(m_ensemble.start());
        QVERIFY2(started, started ? "" : qPrintable(started.error().sentence().english()));
    }

    /// Whatever was done: mended, and all trees agree.
    void cleanup()
    {
        const auto mended = test::await(m_ensemble.mendAll());
        QVERIFY2(mended, mended ? "" : qPrintable(mended.error().sentence().english()));
        const QByteArray value = QTest::currentTestFunction();
        QVERIFY(write(value));
        for (int server = 0; server < 3; ++server)
            QCOMPARE(read(server), value);
    }

    void cleanupTestCase()
    {
        const auto servers = m_ensemble.info().servers;
        QVERIFY(test::await(m_ensemble.stop()));
        for (const servers::SandboxServer &server : servers)
            QVERIFY(!isAlive(server.pid));
    }

    void noServerIsConnectedToAnotherOneDirectly()
    {
        // The follower that is started again calls some servers, and is called back by others.
        QVERIFY(test::await(m_ensemble.command(aFollower(), ServerCommand::Restart)));
        QVERIFY(test::await(m_ensemble.mendAll()));
        for (const servers::SandboxServer &server : m_ensemble.info().servers)
            QVERIFY(connectionsOf(server.pid).size() >= 2);
        QCOMPARE(directConnections(m_ensemble.info()), 0);
    }

    void anIsolatedLeaderIsReplacedAndStopsServing()
    {
        const auto old = leader();
        QVERIFY(old);
        m_ensemble.isolate({*old});
        QVERIFY(QTest::qWaitFor([&] { return leader().value_or(*old) != *old; }, patienceMs()));
        AWAIT_VERIFY(mode(*old).isEmpty());
        QVERIFY(isListening(port(*old))); // clients still reach it; it has nothing to tell
        QVERIFY(write("by the others"));
        m_ensemble.heal();
        AWAIT_COMPARE(mode(*old), "follower");
        QCOMPARE(read(*old), "by the others");
    }

    void aFollowerWithAFullDiskComesBackAfterIt()
    {
        const int full = aFollower();
        m_ensemble.fillDisk(full);
        QVERIFY(write("while it is full"));
        AWAIT_VERIFY(log(full).contains("No space left on device"));
        AWAIT_VERIFY(mode(full).isEmpty());
        m_ensemble.freeDisk(full);
        QVERIFY(test::await(m_ensemble.mendAll()));
        QCOMPARE(read(full), "while it is full");
    }

private:
    quint16 port(int server) const
    {
        return m_ensemble.info().servers[server].clientAddress.section(u':', 1).toUShort();
    }

    QByteArray mode(int server) const
    {
        const QByteArray answer = askPort(port(server), "srvr");
        const qsizetype at = answer.indexOf("Mode: ");
        return at < 0 ? QByteArray() : answer.mid(at + 6).split('\n').constFirst();
    }

    QByteArray log(int server) const { return contentOf(m_ensemble.info().servers[server].logFile); }

    std::optional<int> leader()
    {
        std::optional<std::optional<int>> answer;
        m_ensemble.leader().then([&](std::optional<int> who) { answer = who; });
        return QTest::qWaitFor([&] { return answer.has_value(); }, patienceMs()) ? *answer : std::nullopt;
    }

    int aFollower()
    {
        const int leading = leader().value_or(0);
        return (leading + 1) % 3;
    }

    /// Written through the session of all servers, however often it takes.
    bool write(const QByteArray &value)
    {
        zk::Session session({m_ensemble.connectString(), 10'000});
        session.open();
        for (int attempt = 0; attempt < 50; ++attempt) {
            if (!test::await(session.connected()))
                return false;
            if (test::await(session.set(u"/value"_s, value, -1)))
                return true;
            const auto created = test::await(session.create(u"/value"_s, value, NodeKind::Persistent));
            if (created)
                return true;
        }
        return false;
    }

    /// What the node holds in the tree of that server alone, as its own client reads it after a sync.
    QByteArray read(int server)
    {
        zk::Session session({m_ensemble.info().servers[server].clientAddress, 10'000});
        session.open();
        if (!test::await(session.connected()) || !test::await(session.sync(u"/value"_s)))
            return "no session";
        const auto content = test::await(session.get(u"/value"_s));
        return content ? content->data : content.error().sentence().english().toUtf8();
    }

    ChaosEnsemble m_ensemble{3};
};

} // namespace lockscope::tst_chaosensemble

LOCKSCOPE_TEST(lockscope::tst_chaosensemble::TestChaosEnsemble)
#include "tst_chaosensemble.moc"
