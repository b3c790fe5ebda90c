// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <QTcpServer>

#include <csignal>

namespace lockscope::tst_engineends {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

/// An engine's own sandbox, and an engine that goes while things run.
class EngineEndsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A look-up of a host that nobody waits for any more still ends before the program does.
    void cleanupTestCase() { QVERIFY(QThreadPool::globalInstance()->waitForDone(patienceMs())); }

    void aSandboxIsStartedUsedAndStopped()
    {
        EngineFixture engine;
        QSignalSpy progress(engine.operator->(), &Engine::sandboxProgress);
        const auto info = start(engine);
        QVERIFY2(info, info ? "" : qPrintable(info.error().sentence().english()));
        QVERIFY(!progress.isEmpty());
        QVERIFY(engine.open(info->connectString));
        QVERIFY(engine.spawn(u"/lock"_s, 3));
        AWAIT_COMPARE(engine.count(LockState::Retained), 1);
        QVERIFY(test::await(engine->close()));
        QVERIFY(test::await(engine->stopSandbox()));
        AWAIT_VERIFY(!isAlive(info->servers.first().pid));
        QVERIFY(test::await(engine->stopSandbox())); // nothing left to stop
    }

    void aSandboxThatDiesIsReported()
    {
        EngineFixture engine;
        const auto info = start(engine);
        QVERIFY(info && engine.open(info->connectString));
        QVERIFY(test::await(engine->observe(u"/"_s)));
        QSignalSpy failed(engine.operator->(), &Engine::sandboxFailed);
        ::kill(static_cast<pid_t>(info->servers.first().pid), SIGKILL);
        AWAIT_COMPARE(failed.size(), 1);
        const auto error = failed.first().first().value<Error>();
        QCOMPARE(error.code, ErrorCode::SandboxFailed);
        QVERIFY(!error.sentence().english().isEmpty());
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Suspended);
        const auto again = start(engine); // another one in its place
        QVERIFY(again && engine.open(again->connectString));
    }

    /// A server that ignores SIGTERM takes the whole patience of its sandbox to stop.
    void aSandboxThatStopsHoldsUpNoOtherSession()
    {
        SandboxForTest other;
        QVERIFY2(other.start(), other.why());
        QTemporaryDir machine;
        QVERIFY(QDir(machine.path()).mkdir(u"bin"_s));
        const QString java = machine.filePath(u"bin/java"_s);
        QVERIFY(writeFile(java, "#!/bin/sh\ntrap '' TERM\necho $$ > ../../pid\nwhile :; do sleep 0.1; done\n"));
        QVERIFY(QFile::setPermissions(java, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QByteArray home = qgetenv("JAVA_HOME");
        qputenv("JAVA_HOME", machine.path().toUtf8());

        EngineFixture engine;
        QVERIFY(engine.open(other.connectString()));
        servers::SandboxSpec spec;
        spec.directory = machine.filePath(u"kept"_s); // what is kept is stopped politely
        auto starting = engine->startSandbox(spec);
        const QString pidFile = machine.filePath(u"pid"_s);
        AWAIT_VERIFY(!contentOf(pidFile).isEmpty());
        home.isNull() ? qunsetenv("JAVA_HOME") : qputenv("JAVA_HOME", home);
        const qint64 pid = contentOf(pidFile).trimmed().toLongLong();
        QVERIFY(isAlive(pid));

        auto stopping = engine->stopSandbox();
        QVERIFY(test::await(engine->readNode(u"/"_s)));
        QVERIFY2(!stopping.isFinished(), "the read was answered only when the sandbox had stopped");
        QVERIFY(test::await(stopping));
        QVERIFY(!isAlive(pid));
        QCOMPARE(test::await(starting).error().code, ErrorCode::Cancelled);
    }

    void anEngineThatDidNothingEnds()
    {
        const int threads = threadCount();
        for (int i = 0; i < 20; ++i)
            EngineFixture engine;
        AWAIT_VERIFY(threadCount() <= threads);
    }

    void anEngineWithASandboxLeavesNoServer()
    {
        EngineFixture engine;
        const auto info = start(engine);
        QVERIFY(info && engine.open(info->connectString));
        QVERIFY(engine.spawn(u"/lock"_s, 10));
        const qint64 pid = info->servers.first().pid;
        QVERIFY(isAlive(pid));
        engine.destroy();
        QVERIFY(!isAlive(pid));
        QVERIFY(!QDir(info->directory).exists());
    }

    void anEngineWhoseSandboxStartsLeavesNoServer()
    {
        EngineFixture engine;
        QSignalSpy progress(engine.operator->(), &Engine::sandboxProgress);
        auto starting = engine->startSandbox({});
        AWAIT_VERIFY(!progress.isEmpty());
        engine.destroy();
        QVERIFY(starting.isFinished());
        QVERIFY(!starting.result());
    }

    /// Whom an answer is for may be half gone when its engine ends as its member.
    void whatFollowsAFutureIsNotCalledByAnEngineThatEnds()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        EngineFixture engine;
        QVERIFY(engine.open(sandbox.connectString()));
        QObject receiver;
        bool isCalled = false;
        auto observing = engine->observe(u"/"_s);
        observing.then(&receiver, [&isCalled](const Result<Done> &) { isCalled = true; });
        const QDeadlineTimer limit(patienceMs());
        while (!observing.isResultReadyAt(0) && !limit.hasExpired()) // no event of this thread is delivered meanwhile
            QThread::yieldCurrentThread();
        QVERIFY(observing.isResultReadyAt(0));
        engine.destroy();
        QVERIFY(observing.isFinished());
        QVERIFY(observing.isCanceled());
        QCoreApplication::processEvents();
        QVERIFY(!isCalled);
    }

    void anEngineInTheMiddleOfEverythingEndsPromptly()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        for (int round = 0; round < 5; ++round) {
            EngineFixture engine;
            QVERIFY(engine.open(sandbox.connectString()));
            auto observing = engine->observe(u"/"_s);
            lab::SpawnRequest request;
            request.lock = u"/lock"_s;
            request.count = 100;
            request.rounds = 0; // until stopped
            request.hold = {lab::HoldTime::Kind::Fixed, {}, {}};
            if (round % 2 == 0)
                QVERIFY(test::await(engine->spawn(request)));
            auto spawning = engine->spawn(request);
            auto reading = engine->readNode(u"/"_s);
            auto planning = engine->planRelease(u"/lock/x-lock-0000000000"_s);
            auto closing = round == 3 ? engine->close() : QFuture<Result<Done>>();
            engine.destroy();
            QVERIFY(observing.isFinished() && spawning.isFinished() && reading.isFinished() && planning.isFinished());
            QVERIFY(round != 3 || closing.isFinished());
            QVERIFY2(answersWithout(sandbox.port(), "dump", "/lock/"), "a session was not closed");
        }
    }

    void anEngineWithASilentServerEndsPromptly()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        // The relay must go on while destroy() waits, so there is nothing that it would have to do: it is silent.
        auto relay = std::make_unique<Relay>(sandbox.port());
        EngineFixture engine;
        QVERIFY(engine.open(relay->connectString(), longMs));
        QVERIFY(test::await(engine->observe(u"/"_s)));
        QVERIFY(engine.spawn(u"/lock"_s, 20));
        relay->setPartitioned(true);
        lab::SpawnRequest request;
        request.lock = u"/lock"_s;
        auto spawning = engine->spawn(request);
        auto reading = engine->readNode(u"/"_s);
        QElapsedTimer clock;
        clock.start();
        engine.destroy();
        QVERIFY2(clock.elapsed() < patienceMs(), qPrintable(QString::number(clock.elapsed())));
        QVERIFY(spawning.isFinished() && reading.isFinished());
    }

    void anEngineThatIsOpeningEndsPromptly()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        for (const QString &to : {u"127.0.0.1:%1"_s.arg(silent.serverPort()), u"no-such-host.invalid:2181"_s}) {
            for (const bool waits : {false, true}) {
                int connections = 0;
                const auto counting = connect(&silent, &QTcpServer::newConnection, this,
                                              [&] { connections += silent.nextPendingConnection() ? 1 : 0; });
                EngineFixture engine;
                ConnectSpec spec;
                spec.connectString = to;
                spec.connectTimeoutMs = longMs;
                auto opening = engine->open(spec);
                if (waits && to.startsWith(u"127")) // until it asks what answers there, on a connection of its own
                    AWAIT_VERIFY(connections == 2);
                QElapsedTimer clock;
                clock.start();
                engine.destroy();
                QVERIFY2(clock.elapsed() < patienceMs(), qPrintable(QString::number(clock.elapsed())));
                QVERIFY(opening.isFinished());
                QVERIFY(!opening.result());
                disconnect(counting);
            }
        }
    }

private:
    static Result<servers::SandboxInfo> start(EngineFixture &engine) { return test::await(engine->startSandbox({})); }
    static constexpr int longMs = 600'000; ///< longer than tests wait: "promptly" is far below it on any machine
};

} // namespace lockscope::tst_engineends

LOCKSCOPE_TEST(lockscope::tst_engineends::EngineEndsTest)
#include "tst_engineends.moc"
