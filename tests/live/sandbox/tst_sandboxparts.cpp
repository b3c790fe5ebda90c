// SPDX-License-Identifier: Apache-2.0
// The parts of a sandbox that need no server: where Java is looked for, ports, configuration, reading a log.

#include "core/servers/sandboxports.h"
#include "core/servers/sandboxserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <vector>

namespace lockscope::tst_sandboxparts {

using namespace Qt::StringLiterals;
using namespace lockscope::servers;

namespace {

void touch(const QString &path, bool executable = false)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    if (executable)
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
}

} // namespace

class TestSandboxParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void javaHomeIsAskedBeforeThePath_data()
    {
        QTest::addColumn<QString>("home");
        QTest::addColumn<QString>("found");
        QTest::newRow("it has a Java") << u"home"_s << u"home/bin/java"_s;
        QTest::newRow("it has none") << u"absent"_s << u"path/java"_s;
    }

    void javaHomeIsAskedBeforeThePath()
    {
        QFETCH(QString, home);
        QTemporaryDir machine;
        touch(machine.filePath(u"home/bin/java"_s), true);
        touch(machine.filePath(u"path/java"_s), true);
        touch(machine.filePath(u"jars/zookeeper.jar"_s));
        const auto program =
            findServerProgram({machine.filePath(home), {machine.filePath(u"path"_s)}, {}, machine.filePath(u"jars"_s)});
        QVERIFY(program.has_value());
        QTEST(program->java.mid(machine.path().size() + 1), "found");
    }

    void theDistributionsJarsAreUsed()
    {
        QTemporaryDir machine;
        touch(machine.filePath(u"java"_s), true);
        touch(machine.filePath(u"zookeeper.jar"_s));
        auto found = findServerProgram({{}, {machine.path()}, {}, machine.path()});
        QVERIFY(found.has_value());
        QCOMPARE(found->classPath, QStringList{machine.filePath(u"zookeeper.jar"_s)});
        QVERIFY(!found->hasAdminServer);

        touch(machine.filePath(u"servlet-api.jar"_s));
        touch(machine.filePath(u"slf4j-simple.jar"_s));
        found = findServerProgram({{}, {machine.path()}, {}, machine.path()});
        QVERIFY(found.has_value());
        QCOMPARE(found->classPath.size(), 3);
        QVERIFY(found->hasAdminServer);
    }

    void zookeeperHomeWinsOverTheDistribution()
    {
        QTemporaryDir machine;
        touch(machine.filePath(u"java"_s), true);
        touch(machine.filePath(u"zookeeper.jar"_s));
        const QString home = machine.filePath(u"apache-zookeeper-3.9.2-bin"_s);
        touch(home + u"/lib/zookeeper-3.9.2.jar"_s);
        touch(home + u"/lib/jetty-servlet-9.4.jar"_s);
        const auto found = findServerProgram({{}, {machine.path()}, home, machine.path()});
        QVERIFY(found.has_value());
        QCOMPARE(found->origin, home);
        QCOMPARE(found->classPath.size(), 2);
        QVERIFY(found->hasAdminServer);
    }

    void freePortsAreDistinctWhileTheyAreHeld()
    {
        std::vector<PortReservation> held;
        std::set<quint16> ports;
        for (int i = 0; i < 50; ++i) {
            auto port = PortReservation::take();
            QVERIFY(port.has_value());
            QVERIFY(port->port() != 0);
            ports.insert(port->port());
            held.push_back(*std::move(port));
        }
        QCOMPARE(ports.size(), size_t(50));
    }

    void aServerMayListenOnAHeldPort()
    {
        const auto held = PortReservation::take();
        QVERIFY(held.has_value());
        QTcpServer server; // sets SO_REUSEADDR, as Java does
        QVERIFY2(server.listen(QHostAddress(QHostAddress::LocalHost), held->port()), qPrintable(server.errorString()));
    }

    void aPortWithAListenerIsRefused()
    {
        for (const auto address : {QHostAddress::LocalHost, QHostAddress::Any}) {
            QTcpServer server;
            QVERIFY(server.listen(address));
            const auto taken = PortReservation::take(server.serverPort());
            QVERIFY(!taken.has_value());
            QCOMPARE(taken.error().sentence().english(),
                     u"Port %1 is taken: stop what listens there, or choose another port (0 picks a "
                     "free one)."_s.arg(server.serverPort()));
        }
    }

    void aStandaloneServerIsToldNothingAboutAnEnsemble()
    {
        const ServerPlan server{1, u"/d"_s, 4001, 4002, 0, 0};
        const QByteArray text = zooCfg(server, {server}, 200, true);
        QVERIFY(text.contains("clientPort=4001\n"));
        QVERIFY(text.contains("admin.serverPort=4002\n"));
        QVERIFY(!text.contains("server.1"));
        // A thousand long sessions from one address.
        for (const char *line : {"maxClientCnxns=0\n", "minSessionTimeout=400\n", "maxSessionTimeout=600000\n",
                                 "clientPortListenBacklog=2048\n"})
            QVERIFY2(text.contains(line), line);
        QVERIFY(zooCfg(server, {server}, 200, false).contains("admin.enableServer=false\n"));
    }

    void anEnsembleKnowsAllItsServers()
    {
        const QList<ServerPlan> all{{1, {}, 1, 2, 3, 4}, {2, {}, 5, 6, 7, 8}, {3, {}, 9, 10, 11, 12}};
        const QByteArray text = zooCfg(all[1], all, 200, true);
        QVERIFY(text.contains("clientPort=5\n"));
        QVERIFY(text.contains("server.1=127.0.0.1:3:4\nserver.2=127.0.0.1:7:8\nserver.3=127.0.0.1:11:12\n"));
    }

    void theMostTellingLineIsTheLastErrorNotAStackFrame()
    {
        QCOMPARE(mostTellingLine(""), QString());
        QCOMPARE(mostTellingLine("one\ntwo\n\n"), u"two"_s);
        QCOMPARE(
            mostTellingLine("INFO started\njava.net.BindException: Address already in use\n\tat sun.nio.Net.bind(1)\n"
                            "\t... 3 more\nINFO bye\n"),
            u"java.net.BindException: Address already in use"_s);
        QVERIFY(saysPortTaken("java.net.BindException: Address already in use"));
        QVERIFY(!saysPortTaken("INFO binding to port"));
    }
};

} // namespace lockscope::tst_sandboxparts

LOCKSCOPE_TEST(lockscope::tst_sandboxparts::TestSandboxParts)
#include "tst_sandboxparts.moc"
