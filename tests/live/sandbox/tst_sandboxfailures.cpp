// SPDX-License-Identifier: Apache-2.0
// Sandboxes that cannot start, or lose their server: each tells in a sentence what is wrong and what to do.

#include "core/servers/sandboxserver.h"
#include "tests/support/livetest.h"

#include <csignal>

namespace lockscope::tst_sandboxfailures {

using namespace Qt::StringLiterals;
using namespace lockscope::test;

namespace {

#define VERIFY_SENTENCE(sandbox, words) QVERIFY2((sandbox).errorSentence().contains(u##words##_s), (sandbox).why())

/// A machine whose Java is a shell script.
servers::JavaPlaces withJava(const QTemporaryDir &machine, const QByteArray &script)
{
    const QString java = machine.filePath(u"java"_s);
    if (!writeFile(java, "#!/bin/sh\n" + script)
        || !QFile::setPermissions(java, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        qFatal("no script could be made");
    auto places = servers::JavaPlaces::fromEnvironment();
    places.javaHome.clear();
    places.path = {machine.path()};
    return places;
}

} // namespace

class TestSandboxFailures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noJava()
    {
        const QTemporaryDir nothing;
        auto places = servers::JavaPlaces::fromEnvironment();
        places.javaHome.clear();
        places.path = {nothing.filePath(u"absent"_s)};
        SandboxForTest sandbox({}, places);
        QVERIFY(!sandbox.start());
        QCOMPARE(sandbox.error()->code, ErrorCode::SandboxFailed);
        VERIFY_SENTENCE(sandbox, "No Java found");
        VERIFY_SENTENCE(sandbox, "apt install default-jre-headless");
    }

    void noJar()
    {
        QTemporaryDir nothing;
        auto places = servers::JavaPlaces::fromEnvironment();
        places.zookeeperHome.clear();
        places.systemJars = nothing.path();
        SandboxForTest sandbox({}, places);
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "No ZooKeeper server found");
        VERIFY_SENTENCE(sandbox, "zookeeper libservlet-api-java");
        VERIFY_SENTENCE(sandbox, "ZOOKEEPER_HOME");
    }

    void aZookeeperHomeWithoutAJar()
    {
        QTemporaryDir nothing;
        auto places = servers::JavaPlaces::fromEnvironment();
        places.zookeeperHome = nothing.path();
        SandboxForTest sandbox({}, places);
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "ZOOKEEPER_HOME is ");
        QVERIFY(sandbox.errorSentence().contains(nothing.path()));
    }

    void aNumberOfServersThatNeverMakesAMajority()
    {
        SandboxForTest sandbox(ensembleOf(2));
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "1, 3 or 5 servers");
    }

    void aDirectoryWithOtherThingsInItIsLeftAlone()
    {
        QTemporaryDir mine;
        QVERIFY(writeFile(mine.filePath(u"letter.txt"_s), {}));
        servers::SandboxSpec spec;
        spec.directory = mine.path();
        SandboxForTest sandbox(spec);
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "is not empty");
        sandbox.stop();
        QCOMPARE(QDir(mine.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList{u"letter.txt"_s});
    }

    void aDirectoryThatCannotBeMade()
    {
        QTemporaryDir mine;
        const QString letter = mine.filePath(u"letter.txt"_s);
        QVERIFY(writeFile(letter, {}));
        servers::SandboxSpec spec;
        spec.directory = letter + u"/below"_s;
        SandboxForTest sandbox(spec);
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "Cannot make the directory");
    }

    void aServerThatDiesAtTheStartGivesItsLastWords()
    {
        QTemporaryDir machine;
        SandboxForTest sandbox({}, withJava(machine, "echo 'Error: this Java is broken'; echo; exit 3\n"));
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "exited with code 3");
        VERIFY_SENTENCE(sandbox, "this Java is broken");
    }

    void aServerThatNeverServes()
    {
        QTemporaryDir machine;
        servers::SandboxSpec spec;
        spec.startTimeout = std::chrono::milliseconds(300);
        SandboxForTest sandbox(spec, withJava(machine, "echo 'still thinking'; exec sleep 600\n"));
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "did not serve within 0.3 s");
        VERIFY_SENTENCE(sandbox, "still thinking");
    }

    void portsTakenMeanwhileAreChangedForOthers()
    {
        const auto real = servers::findServerProgram(servers::JavaPlaces::fromEnvironment());
        QVERIFY2(real.has_value(), "no Java or no ZooKeeper here");
        QTemporaryDir machine;
        const QByteArray once = machine.filePath(u"once"_s).toUtf8();
        SandboxForTest sandbox(
            {}, withJava(machine, "[ -e '" + once + "' ] && exec '" + real->java.toUtf8() + "' \"$@\"\n: > '" + once
                                      + "'; echo 'java.net.BindException: Address already in use'; exit 1\n"));
        QVERIFY2(sandbox.start(), sandbox.why());
        QCOMPARE(sandbox.progress().filter(u"trying other ones"_s).size(), 1);
        QVERIFY(askPort(sandbox.port(), "srvr").contains("Mode: standalone"));
    }

    void portsTakenMeanwhileAgainAndAgain()
    {
        QTemporaryDir machine;
        SandboxForTest sandbox({},
                               withJava(machine, "echo 'java.net.BindException: Address already in use'; exit 1\n"));
        QVERIFY(!sandbox.start());
        VERIFY_SENTENCE(sandbox, "3 times in a row");
        QCOMPARE(sandbox.progress().filter(u"Starting ZooKeeper"_s).size(), 3);
    }

    void aServerThatIsKilledLater()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        ::kill(static_cast<pid_t>(sandbox.info().servers.constFirst().pid), SIGKILL);
        AWAIT_VERIFY(sandbox.error());
        QCOMPARE(sandbox.readyCount(), 1);
        VERIFY_SENTENCE(sandbox, "was ended by signal 9");
        VERIFY_SENTENCE(sandbox, "start another sandbox");
        QVERIFY2(sandbox.errorSentence().contains(sandbox.connectString()), sandbox.why());
    }

    void aFailedSandboxLeavesNoDirectory()
    {
        QTemporaryDir machine;
        const QByteArray seen = machine.filePath(u"seen"_s).toUtf8();
        SandboxForTest sandbox({}, withJava(machine, "pwd > '" + seen + "'; exit 1\n"));
        QVERIFY(!sandbox.start());
        const QString directory = QString::fromUtf8(contentOf(machine.filePath(u"seen"_s)).trimmed());
        QVERIFY(QDir(directory).exists()); // its log can still be read
        sandbox.stop();
        QVERIFY(!QDir(directory).exists());
        QVERIFY(!QDir(directory + u"/.."_s).exists());
    }

    void aSandboxMayBeDestroyedWhileItStarts()
    {
        QTemporaryDir machine;
        const QString seen = machine.filePath(u"seen"_s);
        SandboxForTest sandbox({}, withJava(machine, "echo $$ > '" + seen.toUtf8() + "'; exec sleep 600\n"));
        sandbox.sandbox().start();
        AWAIT_VERIFY(QFile(seen).size() > 0);
        const qint64 pid = contentOf(seen).trimmed().toLongLong();
        QVERIFY(isAlive(pid));
        sandbox.stop();
        QVERIFY(!isAlive(pid));
    }
};

} // namespace lockscope::tst_sandboxfailures

LOCKSCOPE_TEST(lockscope::tst_sandboxfailures::TestSandboxFailures)
#include "tst_sandboxfailures.moc"
