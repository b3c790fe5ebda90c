// SPDX-License-Identifier: Apache-2.0
// Sandboxes that work: real servers, their ports, their directories.

#include "tests/support/livetest.h"

namespace lockscope::tst_sandbox {

using namespace Qt::StringLiterals;
using namespace lockscope::test;

namespace {

/// Local addresses, as the kernel writes them, on which a process listens.
QStringList listeningAddresses(qint64 pid)
{
    QSet<QString> inodes;
    const QDir descriptors(u"/proc/%1/fd"_s.arg(pid));
    const auto entries = descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    for (const QString &entry : entries) {
        const QString target = QFile::symLinkTarget(descriptors.filePath(entry));
        if (const auto at = target.indexOf("socket:["_L1); at >= 0)
            inodes += target.mid(at + 8).chopped(1);
    }
    QStringList addresses;
    for (const QString &table : {u"/proc/net/tcp"_s, u"/proc/net/tcp6"_s}) {
        const auto lines = QString::fromLatin1(contentOf(table)).split(u'\n', Qt::SkipEmptyParts).mid(1);
        for (const QString &line : lines) {
            const QStringList columns = line.simplified().split(u' ');
            if (columns.value(3) == "0A"_L1 && inodes.contains(columns.value(9)))
                addresses += columns.value(1).section(u':', 0, 0);
        }
    }
    return addresses;
}

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSandboxSaysWhatItDoesThenServesAndLogs()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        QCOMPARE(sandbox.readyCount(), 1);
        QVERIFY(sandbox.progress().size() >= 4);
        QVERIFY(sandbox.progress().constLast().contains(sandbox.connectString()));
        QCOMPARE(sandbox.sandbox().info().connectString, sandbox.connectString());
        QCOMPARE(sandbox.connectString(), sandbox.info().servers.constFirst().clientAddress);
        QVERIFY(askPort(sandbox.port(), "srvr").contains("Mode: standalone"));
        const QByteArray log = contentOf(sandbox.info().servers.constFirst().logFile);
        QVERIFY2(log.contains("INFO"), log.constData());
        QVERIFY2(log.contains("binding to port"), log.constData());
        QVERIFY2(!log.contains("SLF4J: Failed to load class"), log.constData());
    }

    void itListensOnLoopbackOnly()
    {
        SandboxForTest sandbox(ensembleOf(3));
        QVERIFY2(sandbox.start(), sandbox.why());
        for (const servers::SandboxServer &server : sandbox.info().servers) {
            const QStringList addresses = listeningAddresses(server.pid);
            QVERIFY(addresses.size() >= 3); // clients, admin, election; the leader also for its followers
            for (const QString &address : addresses)
                QVERIFY2(address == "0100007F"_L1 || address == "0000000000000000FFFF00000100007F"_L1,
                         qPrintable(address));
        }
    }

    void ofTwoSandboxesSideBySideNothingIsLeftOfTheDestroyedOne()
    {
        SandboxForTest one;
        SandboxForTest other;
        QVERIFY2(one.start(), one.why());
        QVERIFY2(other.start(), other.why());
        QVERIFY(one.port() != other.port());
        QVERIFY(one.info().directory != other.info().directory);
        const qint64 pid = one.info().servers.constFirst().pid;
        QVERIFY(isAlive(pid));
        QVERIFY(QDir(one.info().directory).exists());
        one.stop();
        QVERIFY(!isAlive(pid));
        QVERIFY(!isListening(one.port()));
        QVERIFY(!QDir(one.info().directory).exists());
        QVERIFY(!one.error()); // it was asked to end
        QVERIFY(askPort(other.port(), "srvr").contains("Mode: standalone"));
    }

    void aNamedPortIsUsed()
    {
        quint16 port = 0;
        {
            SandboxForTest first;
            QVERIFY2(first.start(), first.why());
            port = first.port();
            QVERIFY(isListening(port)); // leaves an old connection behind
        }
        servers::SandboxSpec spec;
        spec.port = port;
        SandboxForTest sandbox(spec);
        QVERIFY2(sandbox.start(), sandbox.why());
        QCOMPARE(sandbox.port(), port);
    }

    void aDirectoryOfTheUsersIsUsedAndKept()
    {
        QTemporaryDir parent;
        servers::SandboxSpec spec;
        spec.directory = parent.filePath(u"我的 sandbox"_s);
        {
            SandboxForTest sandbox(spec);
            QVERIFY2(sandbox.start(), sandbox.why());
            QCOMPARE(sandbox.info().directory, spec.directory);
        }
        const QString snapshots = spec.directory + u"/server1/data/version-2"_s;
        QVERIFY(!QDir(snapshots).isEmpty());

        const QString note = spec.directory + u"/note.txt"_s;
        QVERIFY(writeFile(note, {}));
        {
            SandboxForTest again(spec);
            QVERIFY2(again.start(), again.why());
        }
        QVERIFY(QFile::exists(note));
        QVERIFY(!QDir(snapshots).isEmpty());

        spec.servers = 3;
        SandboxForTest more(spec);
        QVERIFY(!more.start());
        QVERIFY2(more.errorSentence().contains(u"1 server"_s), more.why());
    }

    void aDirectoryInUseIsRefused()
    {
        QTemporaryDir parent;
        servers::SandboxSpec spec;
        spec.directory = parent.filePath(u"sandbox"_s);
        SandboxForTest one(spec);
        QVERIFY2(one.start(), one.why());
        SandboxForTest other(spec);
        QVERIFY(!other.start());
        QVERIFY2(other.errorSentence().contains(u"in use by another sandbox"_s), other.why());
        QVERIFY(askPort(one.port(), "srvr").contains("Mode: standalone"));
    }

    void withoutServletsThereIsNoAdminServer()
    {
        auto places = servers::JavaPlaces::fromEnvironment();
        if (!places.zookeeperHome.isEmpty())
            QSKIP("ZOOKEEPER_HOME is set: this is about the distribution's jars");
        QTemporaryDir jars;
        for (const QString &name : {u"/zookeeper.jar"_s, u"/slf4j-simple.jar"_s})
            QVERIFY(QFile::link(places.systemJars + name, jars.path() + name));
        places.systemJars = jars.path();
        SandboxForTest sandbox({}, places);
        QVERIFY2(sandbox.start(), sandbox.why());
        QCOMPARE(sandbox.info().servers.constFirst().adminUrl, QString());
    }

    void anUpstreamReleaseIsUsedWhereZookeeperHomePoints()
    {
        auto places = servers::JavaPlaces::fromEnvironment();
        QTemporaryDir home;
        if (places.zookeeperHome.isEmpty()) { // laid out like one, with the distribution's jars
            QVERIFY(QDir(home.path()).mkdir(u"lib"_s));
            for (const QString &name : {u"/zookeeper"_s, u"/servlet-api"_s, u"/slf4j-simple"_s})
                QVERIFY(
                    QFile::link(places.systemJars + name + u".jar"_s, home.path() + u"/lib"_s + name + u"-9.9.jar"_s));
            places.zookeeperHome = home.path();
        }
        places.systemJars.clear();
        SandboxForTest sandbox({}, places);
        QVERIFY2(sandbox.start(), sandbox.why());
        QVERIFY2(sandbox.progress().join(u'\n').contains(places.zookeeperHome),
                 qPrintable(sandbox.progress().join(u'\n')));
        QVERIFY(!sandbox.info().servers.constFirst().adminUrl.isEmpty());
    }
};

} // namespace lockscope::tst_sandbox

LOCKSCOPE_TEST(lockscope::tst_sandbox::TestSandbox)
#include "tst_sandbox.moc"
