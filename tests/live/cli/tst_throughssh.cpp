// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilestore.h"
#include "core/zk/sshtunnel.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/livetest.h"
#include "tests/support/sshhost.h"
#include "tests/support/testauthority.h"

#include <csignal>

namespace lockscope::tst_throughssh {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// A real ensemble behind a real sshd: all goes through it, and nothing is left of it.
class ThroughSshTest : public QObject
{
    Q_OBJECT

    static QList<qint64> sshOf(qint64 program) { return childrenOf(program, "ssh"); }
    static QList<qint64> ownSsh() { return sshOf(QCoreApplication::applicationPid()); }
    /// The ensemble's servers by a name that is looked up on the SSH host.
    QStringList servers() const
    {
        QStringList names;
        for (int i = 0; i < 3; ++i)
            names += u"localhost:%1"_s.arg(m_ensemble->port(i));
        return names;
    }
    ConnectSpec through(const QString &host) const
    {
        ConnectSpec spec;
        spec.connectString = servers().join(u',');
        spec.sessionTimeoutMs = 60'000;
        spec.connectTimeoutMs = 60'000; // the machine may be busy
        spec.sshHost = host;
        return spec;
    }
    QStringList whatIsLeft() const { return QDir(m_temporary.path()).entryList({u"lockscope-ssh-*"_s}); }
    static QStringList noticesOf(const EngineFixture &engine)
    {
        QStringList notices;
        for (const auto &notice : engine.all<journal::Notice>())
            notices += notice.text.english();
        return notices;
    }

    QTemporaryDir m_temporary; ///< what is made temporarily in it is the tunnel's
    SshHostForTest m_host;
    TestAuthority m_authority;
    std::unique_ptr<SandboxForTest> m_ensemble;
    const HeldPort m_tlsPort = heldPort();

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_host.start(), m_host.why());
        for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, m_temporary.path().toUtf8());
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + m_temporary.filePath(u"absent"_s).toUtf8());
        const Certificate certificate = m_authority.issue(u"server"_s, u"DNS:localhost"_s);
        QVERIFY2(!certificate.certFile.isEmpty(), m_authority.why());
        servers::SandboxSpec spec;
        spec.servers = 3;
        spec.extraLines = {m_authority.serverLines(certificate, m_tlsPort.port())};
        m_ensemble = std::make_unique<SandboxForTest>(spec);
        QVERIFY2(m_ensemble->start(), m_ensemble->why());
        qputenv("TMPDIR", m_temporary.path().toUtf8());
    }

    void cleanup()
    {
        AWAIT_VERIFY(ownSsh().isEmpty());
        AWAIT_COMPARE(whatIsLeft(), QStringList());
    }

    void locksAndServersAreSeenThroughTheHost()
    {
        EngineFixture engine;
        ConnectSpec spec = through(u"bastion"_s);
        for (const servers::SandboxServer &server : m_ensemble->info().servers)
            spec.adminUrls += u"http://localhost:%1"_s.arg(QUrl(server.adminUrl).port());
        spec.adminUrls.removeLast(); // one is asked by words
        const auto id = await(engine->open(spec));
        QVERIFY2(id, id ? "" : qPrintable(id.error().sentence().english()));
        AWAIT_VERIFY(servers().contains(engine.world().connection().server));
        QVERIFY(engine.spawn(u"/locks/orders"_s, 3));
        QVERIFY(await(engine->observe(u"/"_s)));
        AWAIT_COMPARE(engine.world().queue(u"/locks/orders"_s).contenders.size(), 3);

        QVERIFY(await(engine->probeServers()));
        const auto reported = engine.world().servers();
        QStringList addresses;
        QStringList roles;
        int byAdmin = 0;
        int byWord = 0;
        for (const journal::ServerReport &server : reported) {
            addresses += server.address;
            roles += server.role;
            byAdmin += server.adminAnswers ? 1 : 0;
            byWord += server.wordsAnswer && !server.adminAnswers ? 1 : 0;
        }
        QCOMPARE(addresses, servers());
        roles.sort();
        QCOMPARE(roles, QStringList({u"follower"_s, u"follower"_s, u"leader"_s}));
        QCOMPARE(byAdmin, 2);
        QCOMPARE(byWord, 1);
        QCOMPARE(ownSsh().size(), 1); // for all of that
        QVERIFY(m_host.wasAskedFor(QUrl(spec.adminUrls.constFirst()).authority()));
        QVERIFY(m_host.wasAskedFor(engine.world().connection().server));
        QVERIFY(m_host.wasAskedFor(servers().constLast())); // for the words
    }

    void aSessionSurvivesTheEndOfSsh()
    {
        EngineFixture engine;
        const auto id = await(engine->open(through(u"bastion"_s)));
        QVERIFY(id);
        QVERIFY(await(engine->observe(u"/"_s)));
        const qint64 first = ownSsh().value(0);
        ::kill(static_cast<pid_t>(first), SIGKILL);
        const auto saw = [&](ConnectionState state) {
            const auto changes = engine.all<journal::ConnectionChanged>();
            return std::ranges::count(changes, state, &journal::ConnectionChanged::state);
        };
        AWAIT_COMPARE(saw(ConnectionState::Connected), 2);
        const auto changes = engine.all<journal::ConnectionChanged>();
        QVERIFY(std::ranges::any_of(changes, [](const journal::ConnectionChanged &change) {
            return change.state == ConnectionState::Suspended
                   && change.detail.english().contains(u"ssh to bastion ended"_s);
        }));
        QCOMPARE(engine.world().connection().session, *id);
        QVERIFY(ownSsh().size() == 1 && ownSsh().constFirst() != first);
        const QStringList notices = noticesOf(engine);
        QCOMPARE(notices.filter(u"ssh to bastion ended: it was ended by signal 9 (it is started again"_s).size(), 1);
        QCOMPARE(notices.filter(u"ssh to bastion is through again."_s).size(), 1);
        QVERIFY(engine.spawn(u"/locks/later"_s, 1));
    }

    void whatSshSaysWhileItIsAwayIsTold()
    {
        SshTunnelHolder tunnel;
        QVERIFY(await(tunnel->up()));
        QVERIFY(tunnel->trouble().isEmpty());
        m_host.stop();
        ::kill(static_cast<pid_t>(ownSsh().value(0)), SIGKILL);
        AWAIT_VERIFY(tunnel->trouble().english().contains(u"Connection refused"_s));
        QVERIFY2(m_host.start(), m_host.why());
    }

    void whySshDoesNotGetThereIsShownAsItSaysIt_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("said");
        QTest::newRow("key") << u"wrongkey"_s << u"Permission denied (publickey)."_s;
        QTest::newRow("passphrase, nobody to ask") << u"lockedkey"_s << u"Permission denied (publickey)."_s;
        QTest::newRow("unknown host key") << u"unknownhost"_s << u"Host key verification failed."_s;
        QTest::newRow("changed host key") << u"changedhost"_s << u"REMOTE HOST IDENTIFICATION HAS CHANGED!"_s;
        QTest::newRow("port") << u"absent"_s << u"Connection refused"_s;
    }

    void whySshDoesNotGetThereIsShownAsItSaysIt()
    {
        QFETCH(QString, host);
        QFETCH(QString, said);
        EngineFixture engine;
        const auto id = await(engine->open(through(host)));
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::SshFailed);
        const QString sentence = id.error().sentence().english();
        QVERIFY2(sentence.contains(said), qPrintable(sentence));
        QVERIFY2(sentence.contains(host), qPrintable(sentence));
        AWAIT_VERIFY(engine.world().connection().detail.english().contains(said));
        QVERIFY(ownSsh().isEmpty()); // a host that never let us in is not asked again and again
    }

    void aPassphraseIsAskedForByTheUsersOwnProgram()
    {
        qputenv("SSH_ASKPASS", m_host.askpass().toUtf8());
        qputenv("SSH_ASKPASS_REQUIRE", "force"); // there is no display here
        EngineFixture engine;
        const auto id = await(engine->open(through(u"lockedkey"_s)));
        qunsetenv("SSH_ASKPASS");
        qunsetenv("SSH_ASKPASS_REQUIRE");
        QVERIFY2(id, id ? "" : qPrintable(id.error().sentence().english()));
    }

    void aServerThatTheHostDoesNotReachIsNamedWithWhatSshSays()
    {
        EngineFixture engine;
        ConnectSpec spec = through(u"bastion"_s);
        const HeldPort nobody = heldPort();
        spec.connectString = u"localhost:%1"_s.arg(nobody.port());
        const auto id = await(engine->open(spec));
        QVERIFY(!id);
        const QString sentence = id.error().sentence().english();
        QVERIFY2(sentence.contains(spec.connectString + u" cannot be reached"_s), qPrintable(sentence));
        QVERIFY2(sentence.contains(u"open failed: connect failed: Connection refused"_s), qPrintable(sentence));
    }

    void withoutSshItIsSaidHowToGetIt()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", m_temporary.path().toUtf8());
        EngineFixture engine;
        const auto id = await(engine->open(through(u"bastion"_s)));
        qputenv("PATH", path);
        QVERIFY(!id);
        QVERIFY(id.error().sentence().english().contains(u"apt install openssh-client"_s));
    }

    void tlsGoesThroughTheHostAndLooksAtTheServersOwnName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("problem");
        QTest::newRow("its name") << u"localhost"_s << QString();
        QTest::newRow("not its name") << u"127.0.0.1"_s << u"its certificate is for localhost, not for 127.0.0.1"_s;
    }

    void tlsGoesThroughTheHostAndLooksAtTheServersOwnName()
    {
        QFETCH(QString, name);
        QFETCH(QString, problem);
        EngineFixture engine;
        ConnectSpec spec = through(u"bastion"_s);
        spec.connectString = u"%1:%2"_s.arg(name).arg(m_tlsPort.port());
        spec.tls.enabled = true;
        spec.tls.caFile = m_authority.caFile();
        const auto id = await(engine->open(spec));
        const QString sentence = id ? QString() : id.error().sentence().english();
        if (problem.isEmpty()) {
            QVERIFY2(id, qPrintable(sentence));
            AWAIT_COMPARE(engine.world().connection().server, spec.connectString);
        } else {
            QVERIFY2(sentence.contains(spec.connectString + u": "_s + problem), qPrintable(sentence));
        }
        QVERIFY(m_host.wasAskedFor(spec.connectString));
    }

    void noOtherProgramTakesTheWay()
    {
        SshTunnelHolder tunnel;
        QVERIFY(await(tunnel->up()));
        const auto way = await(tunnel->reach({u"localhost"_s, m_ensemble->port()}));
        QVERIFY(way);
        const QString directory = whatIsLeft().value(0);
        QCOMPARE(QFileInfo(m_temporary.filePath(directory)).permissions() & QFileDevice::Permissions(0x077), 0);
        QProcess stranger;
        stranger.start(
            u"/usr/bin/python3"_s,
            {u"-c"_s, u"import socket\ns=socket.create_connection(('127.0.0.1',%1))\ns.settimeout(20)\n"
                      "try: s.sendall(b'srvr'); print(len(s.recv(10)))\nexcept OSError: print(0)"_s.arg(way->port)});
        AWAIT_COMPARE(stranger.state(), QProcess::NotRunning);
        QCOMPARE(stranger.readAllStandardOutput().trimmed(), "0");
        QVERIFY(askPort(way->port, "srvr").contains("Zookeeper version")); // this one does
    }

    void theCommandLineGoesThroughTheHost()
    {
        const CliProgram cli(servers().join(u','));
        const CliResult seen = cli.run("doctor --ssh bastion --json");
        QVERIFY2(!seen.object().isEmpty(), seen.said());
        QCOMPARE(seen.object()[u"servers"_s][0][u"address"_s].toString(), servers().constFirst());
        QCOMPARE(cli.run("locks --ssh wrongkey").unlike(3, "Permission denied (publickey)."), QString());
        QCOMPARE(cli.run("locks --ssh=-oProxyCommand=true").unlike(2, "\"-oProxyCommand=true\" is no SSH host"),
                 QString());
    }

    void aProfileSaysThroughWhichHost()
    {
        const QString file = m_temporary.filePath(u"profiles.json"_s);
        qputenv("LOCKSCOPE_PROFILES", file.toUtf8());
        QVERIFY(profiles::ProfileStore(file).change([&](QList<profiles::Profile> &all) {
            profiles::Profile profile = profiles::newProfile(all);
            profile.name = u"Orders"_s;
            profile.connect = servers().join(u',');
            profile.sshHost = u"absent"_s;
            all += profile;
        }));
        QCOMPARE(CliProgram().run("locks --profile Orders").unlike(3, "Connection refused"), QString());
        QCOMPARE(CliProgram().run("locks --profile Orders --ssh bastion").unlike(0), QString());
    }

    void aProgramThatIsKilledLeavesNoSsh()
    {
        const auto watching = CliProgram(servers().join(u',')).start("watch / --ssh bastion --json");
        AWAIT_VERIFY(sshOf(watching->processId()).size() == 1 && whatIsLeft().size() == 1);
        const qint64 ssh = sshOf(watching->processId()).constFirst();
        watching->kill();
        QCOMPARE(endOf(*watching), -1);
        AWAIT_VERIFY(!isAlive(ssh)); // and cleanup() looks for its directory
    }

private:
    /// A tunnel without a connection.
    struct SshTunnelHolder
    {
        std::shared_ptr<zk::SshTunnel> tunnel = zk::SshTunnel::make(u"bastion"_s, std::chrono::seconds(60));
        zk::SshTunnel *operator->() const { return tunnel.get(); }
    };
};

} // namespace lockscope::tst_throughssh

LOCKSCOPE_TEST(lockscope::tst_throughssh::ThroughSshTest)
#include "tst_throughssh.moc"
