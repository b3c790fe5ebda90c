// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connection.h"
#include "core/zk/tlsrelay.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"
#include "tests/support/testauthority.h"

#include <QSslCertificate>
#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <array>
#include <csignal>

namespace lockscope::tst_tls {

using namespace Qt::StringLiterals;
using test::await;
using test::patienceMs;

/// A real server with a secureClientPort, certificates made for this test.
class TlsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_authority.isMade(), m_authority.why());
        QVERIFY2(m_foreign.isMade(), m_foreign.why());
        m_serverCertificate = m_authority.issue(u"server"_s, u"IP:127.0.0.1,DNS:localhost"_s);
        m_clientCertificate = m_authority.issue(u"client"_s, {});
        QVERIFY2(!m_serverCertificate.certFile.isEmpty() && !m_clientCertificate.certFile.isEmpty(), m_authority.why());
        m_server = server({m_authority.serverLines(m_serverCertificate, m_port.port())});
        QVERIFY2(m_server->start(), m_server->why());
        m_strict = server({m_authority.serverLines(m_serverCertificate, m_strictPort.port(), "need")});
        QVERIFY2(m_strict->start(), m_strict->why());
    }

    void aVerifiedServerIsSpokenToOverTls()
    {
        const auto id = connect(at(m_port.port()), trusting(m_authority));
        QVERIFY2(id, id ? "" : qPrintable(id.error().sentence().english()));
        zk::Session &session = *m_connection->session();
        QVERIFY(await(session.create(u"/tls"_s, "hello", NodeKind::Ephemeral)));
        QCOMPARE(await(session.get(u"/tls"_s))->data, "hello");
        // The server itself says that this session came in by its TLS port.
        const QUrl admin(m_server->info().servers.constFirst().adminUrl);
        const QByteArray seen =
            test::askPort(static_cast<quint16>(admin.port()), "GET /commands/connections HTTP/1.0\r\n\r\n");
        const QByteArray secure = seen.mid(seen.indexOf("\"secure_connections\""));
        QVERIFY2(secure.contains("\"session_id\" : " + QByteArray::number(id->value)), seen.constData());
        QVERIFY(
            await(m_connection->close())); // a clean one: the library blocks its thread, the relay answers all the same
        zk::Session plain({m_server->connectString()});
        plain.open();
        QVERIFY(await(plain.connected()));
        QVERIFY(!test::isThere(plain, u"/tls"_s)); // long before its session would have timed out
    }

    void theServerShownIsTheRealOne()
    {
        QVERIFY(connect(at(m_port.port()), trusting(m_authority)));
        QCOMPARE(m_connection->session()->server(), at(m_port.port()));
        test::EngineFixture engine;
        ConnectSpec spec;
        spec.connectString = u"zk+tls://"_s + at(m_port.port()); // which asks for TLS by itself
        spec.tls.caFile = m_authority.caFile();
        spec.connectTimeoutMs = 60'000;
        QVERIFY(await(engine->open(spec)));
        AWAIT_COMPARE(engine.world().connection().server, at(m_port.port()));
    }

    void aServerIsCalledByItsName() { verifyIn(u"localhost:%1"_s.arg(m_port.port()), trusting(m_authority)); }

    void whatIsWrongWithACertificateIsSaid_data()
    {
        QTest::addColumn<QString>("names");
        QTest::addColumn<int>("days");
        QTest::addColumn<bool>("trusted");
        QTest::addColumn<QString>("said");
        QTest::newRow("untrusted") << u"IP:127.0.0.1"_s << 2 << false
                                   << u"comes from \"Test authority\", which is not trusted"_s;
        QTest::newRow("expired") << u"IP:127.0.0.1"_s << -1 << true << u"its certificate expired on "_s;
        QTest::newRow("another name") << u"DNS:zk1.example"_s << 2 << true
                                      << u"its certificate is for zk1.example, not for 127.0.0.1"_s;
        QTest::newRow("no name") << QString() << 2 << true << u", not for 127.0.0.1"_s;
    }

    void whatIsWrongWithACertificateIsSaid()
    {
        QFETCH(QString, names);
        QFETCH(int, days);
        QFETCH(bool, trusted);
        QFETCH(QString, said);
        const auto certificate = m_authority.issue(u"bad"_s, names, days); // each in the files of the one before
        QVERIFY2(!certificate.certFile.isEmpty(), m_authority.why());
        // An openssl server: ZooKeeper does not start with a certificate that is over.
        const test::HeldPort port = test::heldPort();
        QProcess openssl;
        openssl.start(u"openssl"_s, {u"s_server"_s, u"-accept"_s, at(port.port()), u"-cert"_s, certificate.certFile,
                                     u"-key"_s, certificate.keyFile, u"-quiet"_s});
        AWAIT_VERIFY(test::isListening(port.port()));
        verifyRefused(at(port.port()), trusting(trusted ? m_authority : m_foreign), said);
        openssl.kill();
        openssl.waitForFinished();
    }

    void theCommonNameCountsWhereThereIsNoOther_data()
    {
        QTest::addColumn<QString>("common");
        QTest::addColumn<QString>("names");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("fits");
        const QString zk = u"zk1.example"_s;
        QTest::newRow("alone") << zk << QString() << zk << true;
        QTest::newRow("alone, another") << zk << QString() << u"zk2.example"_s << false;
        QTest::newRow("besides another host") << zk << u"DNS:zk2.example"_s << zk << false;
        QTest::newRow("besides an address") << zk << u"IP:127.0.0.1"_s << zk << false;
        QTest::newRow("besides an address of mail") << zk << u"email:admin@zk.example"_s << zk << true;
        QTest::newRow("one of several") << u"any"_s << u"DNS:zk2.example,DNS:ZK1.example"_s << zk << true;
        QTest::newRow("a star") << u"any"_s << u"DNS:*.example.org"_s << u"zk1.example.org"_s << true;
        QTest::newRow("a star is one label") << u"any"_s << u"DNS:*.example.org"_s << u"a.zk1.example.org"_s << false;
        QTest::newRow("a star for all") << u"any"_s << u"DNS:*.org"_s << u"example.org"_s << false;
        QTest::newRow("an address") << u"any"_s << u"IP:::1,DNS:zk1.example"_s << u"0:0:0:0:0:0:0:1"_s << true;
        QTest::newRow("an address as a name") << u"any"_s << u"DNS:127.0.0.1"_s << u"127.0.0.1"_s << false;
    }

    void theCommonNameCountsWhereThereIsNoOther()
    {
        QFETCH(QString, common);
        QFETCH(QString, names);
        QFETCH(QString, name);
        QFETCH(bool, fits);
        const auto made = m_authority.issue(common, names);
        QVERIFY2(!made.certFile.isEmpty(), m_authority.why());
        const auto read = QSslCertificate::fromPath(made.certFile);
        QCOMPARE(read.size(), 1);
        QCOMPARE(zk::isFor(read.constFirst(), name), fits);
    }

    void withoutVerificationWhoeverAnswersIsBelieved()
    {
        zk::TlsSpec tls = trusting(m_foreign);
        QVERIFY(!connect(at(m_port.port()), tls));
        tls.verify = false;
        QVERIFY(connect(at(m_port.port()), tls));
    }

    void whyThereIsNoWayInIsSaid()
    {
        verifyRefused(m_server->connectString(), trusting(m_authority), u"secureClientPort"_s);
        verifyRefused(at(m_port.port()), {}, u"speaks TLS: switch TLS on"_s);
        verifyRefused(at(m_strictPort.port()), trusting(m_authority), u"demands a client certificate"_s);
        zk::TlsSpec tls = trusting(m_authority);
        tls.certFile = m_foreign.issue(u"stranger"_s, {}).bothFile;
        verifyRefused(at(m_strictPort.port()), tls, u"does not accept our client certificate"_s);
    }

    void aServerTakesOurCertificate_data()
    {
        QTest::addColumn<QString>("form");
        QTest::newRow("two files") << u"two"_s;
        QTest::newRow("of RSA") << u"rsa"_s;
        QTest::newRow("one file") << u"one"_s;
        QTest::newRow("encrypted key") << u"encrypted"_s;
        QTest::newRow("PKCS#12") << u"pkcs12"_s;
    }

    void aServerTakesOurCertificate()
    {
        QFETCH(QString, form);
        zk::TlsSpec tls = trusting(m_authority);
        tls.certFile = m_clientCertificate.certFile;
        tls.keyFile = m_clientCertificate.keyFile;
        if (form == "rsa"_L1) {
            const test::Certificate rsa = m_authority.issue(u"fitting"_s, {}, 2, u"rsa:2048"_s);
            tls.certFile = rsa.certFile;
            tls.keyFile = rsa.keyFile;
        } else if (form == "one"_L1) {
            tls.certFile = m_clientCertificate.bothFile;
            tls.keyFile.clear();
        } else if (form == "encrypted"_L1) {
            tls.keyFile = m_authority.encryptKey(m_clientCertificate, "s3cret");
            tls.passphrase = "s3cret";
        } else if (form == "pkcs12"_L1) {
            tls.certFile = m_authority.pkcs12(m_clientCertificate, "s3cret");
            tls.keyFile.clear();
            tls.passphrase = "s3cret";
        }
        QVERIFY2(!tls.certFile.isEmpty(), m_authority.why());
        QCOMPARE(zk::wantsPassphrase(tls), !tls.passphrase.isEmpty());
        verifyIn(at(m_strictPort.port()), tls);
    }

    void filesThatAreNotWhatTheyShouldBeAreNamed_data()
    {
        QTest::addColumn<QString>("ca");
        QTest::addColumn<QString>("cert");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QByteArray>("passphrase");
        QTest::addColumn<QString>("said");
        const QString good = m_clientCertificate.certFile;
        const QString encrypted = m_authority.encryptKey(m_clientCertificate, "s3cret");
        const QString absent = good + ".absent"_L1; // beside it in a directory of the test's own
        const QString no;
        QTest::newRow("no CA file") << absent << no << no << QByteArray() << absent + u" cannot be read: "_s;
        QTest::newRow("a key as CA") << m_clientCertificate.keyFile << no << no << QByteArray()
                                     << u"has no certificate in PEM form"_s;
        QTest::newRow("a CA without end")
            << u"/dev/zero"_s << no << no << QByteArray() << u"/dev/zero is larger than 1 MB"_s;
        QTest::newRow("a certificate as key")
            << no << good << good << QByteArray() << u"has no private key in PEM form"_s;
        QTest::newRow("no passphrase") << no << good << encrypted << QByteArray() << u"wants a passphrase"_s;
        QTest::newRow("wrong passphrase")
            << no << good << encrypted << QByteArray("nope") << u"has a private key with another passphrase"_s;
        const test::Certificate other = m_authority.issue(u"other"_s, {});
        const QString stranger = u"does not belong to the certificate in "_s;
        QTest::newRow("the key of another") << no << good << other.keyFile << QByteArray() << stranger + good;
        const test::Certificate oneRsa = m_authority.issue(u"rsa"_s, {}, 2, u"rsa:2048"_s);
        const test::Certificate otherRsa = m_authority.issue(u"rsa-other"_s, {}, 2, u"rsa:2048"_s);
        QTest::newRow("the RSA key of another")
            << no << oneRsa.certFile << otherRsa.keyFile << QByteArray() << stranger + oneRsa.certFile;
        QTest::newRow("a key of another kind")
            << no << oneRsa.certFile << other.keyFile << QByteArray() << stranger + oneRsa.certFile;
        QTest::newRow("key alone") << no << no << m_clientCertificate.keyFile << QByteArray()
                                   << u"but no certificate to it"_s;
    }

    void filesThatAreNotWhatTheyShouldBeAreNamed()
    {
        QFETCH(QString, ca);
        QFETCH(QString, cert);
        QFETCH(QString, key);
        QFETCH(QByteArray, passphrase);
        QFETCH(QString, said);
        const auto read = zk::tlsConfiguration({true, true, ca, cert, key, passphrase});
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::InvalidInput);
        QVERIFY2(read.error().sentence().english().contains(said), qPrintable(read.error().sentence().english()));
        QVERIFY(passphrase.isEmpty() || !read.error().sentence().english().contains(QString::fromUtf8(passphrase)));
    }

    void filesAreLookedAtBeforeAnybodyIsCalled()
    {
        zk::TlsSpec tls = trusting(m_authority);
        tls.caFile = m_clientCertificate.keyFile;
        const auto id = connect(u"no-such-host.invalid:2281"_s, tls);
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::InvalidInput);
        QCOMPARE(id.error().sentence(), zk::tlsFileProblem(tls));
    }

    void aSessionAndItsWatchesSurviveTheLossOfAServer()
    {
        QList<QByteArray> lines;
        QStringList places;
        const std::array ports{test::heldPort(), test::heldPort(), test::heldPort()};
        for (const test::HeldPort &port : ports) {
            lines += m_authority.serverLines(m_serverCertificate, port.port());
            places += at(port.port());
        }
        const auto ensemble = server(lines);
        QVERIFY2(ensemble->start(), ensemble->why());
        QVERIFY(connect(places.join(u','), trusting(m_authority)));
        const QString first = m_connection->session()->server();
        const SessionId id = m_connection->session()->id();
        QVERIFY(await(m_connection->session()->create(u"/survivor"_s, {}, NodeKind::Ephemeral)));
        const auto watched = await(m_connection->session()->watchExists(u"/survivor"_s));
        QVERIFY(watched);
        const qsizetype index = places.indexOf(first);
        QVERIFY2(index >= 0, qPrintable(first));
        ::kill(static_cast<pid_t>(ensemble->info().servers[index].pid), SIGKILL);
        AWAIT_VERIFY(m_connection->state() == ConnectionState::Connected && m_connection->session()->server() != first);
        QVERIFY(places.contains(m_connection->session()->server()));
        QCOMPARE(m_connection->session()->id(), id);
        QVERIFY(await(m_connection->session()->remove(u"/survivor"_s, -1)));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Deleted); // it was set again, over TLS
        m_connection.reset();
    }

    void simulatedClientsAndFaultsGoThroughTlsToo()
    {
        test::EngineFixture engine;
        ConnectSpec spec;
        spec.connectTimeoutMs = 60'000;
        spec.sessionTimeoutMs = 30'000;
        spec.connectString =
            at(m_strictPort.port()); // whoever does not go through TLS with our certificate stays outside
        spec.tls = trusting(m_authority);
        spec.tls.certFile = m_clientCertificate.bothFile;
        const auto id = await(engine->open(spec));
        QVERIFY2(id, id ? "" : qPrintable(id.error().sentence().english()));
        QVERIFY(await(engine->observe(u"/"_s)));
        lab::SpawnRequest request;
        request.lock = u"/tls-lock"_s;
        request.count = 20;
        request.hold = {lab::HoldTime::Kind::Fixed, std::chrono::milliseconds(1), {}};
        request.rounds = 2;
        request.faults = {{journal::Fault::LoseReply, 0.02, {}}}; // each of them behind a relay of the lab
        const auto clients = await(engine->spawn(request));
        QVERIFY2(clients, clients ? "" : qPrintable(clients.error().sentence().english()));
        QCOMPARE(clients->size(), 20);
        const auto grants = [&] {
            const auto states = engine.all<journal::ClientLockState>();
            return std::ranges::count(states, locks::LockState::Retained, &journal::ClientLockState::state);
        };
        AWAIT_VERIFY(grants() >= 40);
    }

    void furtherConnectionsShareTheRelay()
    {
        QVERIFY(connect(at(m_port.port()), trusting(m_authority)));
        zk::Connection further(m_connection->spec()); // as sessions for further watches are made
        QVERIFY(await(further.open()));
        QCOMPARE(further.spec().relay, m_connection->spec().relay);
        QCOMPARE(further.session()->server(), at(m_port.port()));
    }

    void aLargeNodePassesWhole()
    {
        QVERIFY(connect(at(m_port.port()), trusting(m_authority)));
        QByteArray big(1024 * 1024 - 200, 'x');
        for (qsizetype i = 0; i < big.size(); i += 97)
            big[i] = static_cast<char>(i);
        zk::Session &session = *m_connection->session();
        QVERIFY(await(session.create(u"/big"_s, big, NodeKind::Ephemeral)));
        for (int i = 0; i < 5; ++i)
            QVERIFY(await(session.get(u"/big"_s))->data == big);
    }

    void aStrangerIsTurnedAway()
    {
        QVERIFY(connect(at(m_port.port()), trusting(m_authority)));
        const quint16 port = m_connection->spec().relay->addresses().constFirst().port;
        // Another process: it is told nothing, and the server does not hear of it.
        QProcess stranger;
        stranger.start(u"/usr/bin/python3"_s,
                       {u"-c"_s, u"import socket\ns=socket.create_connection(('127.0.0.1',%1))\ns.settimeout(20)\n"
                                 "try: print(len(s.recv(10)))\nexcept ConnectionError: print(0)"_s.arg(port)});
        AWAIT_COMPARE(m_connection->spec().relay->turnedAway(), 1);
        AWAIT_COMPARE(stranger.state(), QProcess::NotRunning);
        QCOMPARE(stranger.readAllStandardOutput().trimmed(), "0");
        // This one is let through.
        QTcpSocket own;
        own.connectToHost(u"127.0.0.1"_s, port);
        QVERIFY(own.waitForConnected());
        own.write("srvr");
        AWAIT_VERIFY(own.bytesAvailable() > 0);
        QVERIFY(own.readAll().contains("Zookeeper version"));
    }

private:
    zk::TlsSpec trusting(const test::TestAuthority &authority) const
    {
        zk::TlsSpec tls;
        tls.enabled = true;
        tls.caFile = authority.caFile();
        return tls;
    }
    /// A connection to \a where, and what came of it.
    Result<SessionId> connect(const QString &where, const zk::TlsSpec &tls)
    {
        zk::ConnectionSpec spec;
        spec.target = *zk::parseConnectString(where);
        spec.sessionTimeoutMs = 600'000;
        spec.connectTimeoutMs = 60'000; // the machine may be busy
        spec.tls = tls;
        m_connection = std::make_unique<zk::Connection>(spec);
        return await(m_connection->open());
    }
    void verifyIn(const QString &where, const zk::TlsSpec &tls)
    {
        const auto id = connect(where, tls);
        QVERIFY2(id, id ? "" : qPrintable(id.error().sentence().english()));
    }
    /// For a reason of TLS, which is said with the address.
    void verifyRefused(const QString &where, const zk::TlsSpec &tls, const QString &said)
    {
        const auto id = connect(where, tls);
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::TlsFailed);
        const QString sentence = id.error().sentence().english();
        QVERIFY2(sentence.contains(said) && sentence.contains(where),
                 qPrintable(said + u" was not said: "_s + sentence));
    }
    static QString at(quint16 port) { return u"127.0.0.1:%1"_s.arg(port); }
    static std::unique_ptr<test::SandboxForTest> server(const QList<QByteArray> &lines)
    {
        servers::SandboxSpec spec;
        spec.servers = static_cast<int>(lines.size());
        spec.extraLines = lines;
        return std::make_unique<test::SandboxForTest>(spec);
    }

    test::TestAuthority m_authority;
    test::TestAuthority m_foreign{u"Somebody else"_s};
    test::Certificate m_serverCertificate;
    test::Certificate m_clientCertificate;
    std::unique_ptr<test::SandboxForTest> m_server; ///< lets everybody in
    std::unique_ptr<test::SandboxForTest> m_strict; ///< demands a certificate
    const test::HeldPort m_port = test::heldPort();
    const test::HeldPort m_strictPort = test::heldPort();
    std::unique_ptr<zk::Connection> m_connection;
};

} // namespace lockscope::tst_tls

LOCKSCOPE_TEST(lockscope::tst_tls::TlsTest)
#include "tst_tls.moc"
