// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilestore.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"
#include "tests/support/testauthority.h"

namespace lockscope::tst_gettingin {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// lockscope-cli's ways in: profiles, TLS, the environment; and that no secret gets out of it.
class GettingInTest : public QObject
{
    Q_OBJECT

    static constexpr auto secret = "hunter2-of-alice";

    QTemporaryDir m_home;
    TestAuthority m_authority;
    std::unique_ptr<SandboxForTest> m_server;
    const HeldPort m_tlsPort = heldPort();
    QString m_loginFile;

    QString tlsPlace() const { return u"127.0.0.1:%1"_s.arg(m_tlsPort.port()); }
    QString profilesFile() const { return m_home.filePath(u"profiles.json"_s); }
    /// Whether the secret stands in any file that a run left behind, but the one that it was read from.
    QString fileWithSecret()
    {
        QDirIterator files(m_home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.fileName() != m_loginFile && file.open(QIODevice::ReadOnly) && file.readAll().contains(secret))
                return file.fileName();
        }
        return {};
    }
    void keepProfile(const std::function<void(profiles::Profile &)> &change)
    {
        QVERIFY(profiles::ProfileStore(profilesFile()).change([&](QList<profiles::Profile> &all) {
            profiles::Profile profile = profiles::newProfile(all);
            profile.connect = m_server->connectString();
            change(profile);
            all += profile;
        }));
    }

private Q_SLOTS:
    void initTestCase()
    {
        // All that the programs below might write goes here, and no desktop answers them.
        for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, m_home.path().toUtf8());
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + m_home.filePath(u"absent"_s).toUtf8());
        qputenv("LOCKSCOPE_PROFILES", profilesFile().toUtf8());
        for (const char *name : {"ZOOKEEPER_CONNECT", "ZK_HOSTS", "ZK_HOST"})
            qunsetenv(name);
        QVERIFY2(m_authority.isMade(), m_authority.why());
        const Certificate certificate = m_authority.issue(u"server"_s, u"IP:127.0.0.1"_s);
        QVERIFY2(!certificate.certFile.isEmpty(), m_authority.why());
        servers::SandboxSpec spec;
        spec.extraLines = {m_authority.serverLines(certificate, m_tlsPort.port())};
        m_server = std::make_unique<SandboxForTest>(spec);
        QVERIFY2(m_server->start(), m_server->why());
        m_loginFile = m_home.filePath(u"login"_s);
        QVERIFY(writeFile(m_loginFile, "# who may\ndigest:alice:" + QByteArray(secret) + '\n'));
    }

    void init() { QFile::remove(profilesFile()); }

    void tlsIsSpokenWithATrustedAuthorityOnly()
    {
        const CliProgram cli;
        QCOMPARE(cli.run("locks --connect", tlsPlace(), "--tls-ca", m_authority.caFile()).unlike(0), QString());
        QCOMPARE(cli.run("locks --connect", u"zk+tls://"_s + tlsPlace())
                     .unlike(3, "comes from \"Test authority\", which is not trusted"),
                 QString());
        QCOMPARE(cli.run("locks --connect", tlsPlace(), "--tls-insecure").unlike(0, "not verified"), QString());
        const QString noFile = m_home.filePath(u"absent.pem"_s);
        QCOMPARE(cli.run("locks --connect", tlsPlace(), "--tls-ca", noFile).unlike(2, noFile.toUtf8()), QString());
    }

    void filesOfTlsThatAreNoneAreUsageErrors_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        const Certificate one = m_authority.issue(u"one"_s, {});
        const Certificate other = m_authority.issue(u"other"_s, {});
        QTest::newRow("a CA file that is none")
            << words("--tls-ca", m_loginFile) << m_loginFile.toUtf8() + " has no certificate in PEM form";
        QTest::newRow("a key that does not fit")
            << words("--tls-cert", one.certFile, "--tls-key", other.keyFile)
            << "The key in " + other.keyFile.toUtf8() + " does not belong to the certificate in "
                   + one.certFile.toUtf8();
        QTest::newRow("a certificate that is none")
            << words("--tls-cert", other.keyFile) << QByteArray("has no certificate in PEM form");
        QTest::newRow("a passphrase without end") << words("--tls-passphrase-file /dev/zero")
                                                  << QByteArray("--tls-passphrase-file: /dev/zero is larger than 1 MB");
    }
    void filesOfTlsThatAreNoneAreUsageErrors()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        // Nobody is called: that name would be told of as unknown.
        QCOMPARE(CliProgram().run(words("locks --connect no-such-host.invalid:1") + options).unlike(2, says),
                 QString());
    }

    void filesThatAreTooLargeAreNotRead_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::newRow("login") << QString() << words("--auth-file /dev/zero") << 2;
        QTest::newRow("profiles") << u"LOCKSCOPE_PROFILES"_s << words("--profile any") << 2;
        QTest::newRow("patterns") << u"LOCKSCOPE_PATTERNS"_s << QStringList() << 0; // the built-in ones remain
    }
    void filesThatAreTooLargeAreNotRead()
    {
        QFETCH(QString, variable);
        QFETCH(QStringList, options);
        QFETCH(int, code);
        const QByteArray name = variable.toLatin1();
        if (!name.isEmpty())
            qputenv(name.constData(), "/dev/zero");
        const CliResult said = CliProgram(m_server->connectString()).run(words("locks") + options);
        if (!name.isEmpty())
            qunsetenv(name.constData());
        qputenv("LOCKSCOPE_PROFILES", profilesFile().toUtf8());
        QCOMPARE(said.unlike(code, "/dev/zero is larger than 1 MB and was not read"), QString());
    }

    void aLoginComesThroughAPipe()
    {
        QCOMPARE(CliProgram(m_server->connectString())
                     .run(words("locks --auth-file /dev/stdin"), "# who\ndigest:alice:hunter2\n")
                     .unlike(0),
                 QString());
    }

    void whatIsUsualElsewhereInTheEnvironmentIsUsedAndSaid()
    {
        qputenv("ZK_HOSTS", m_server->connectString().toUtf8());
        const CliResult found = CliProgram().run("locks");
        qunsetenv("ZK_HOSTS");
        QCOMPARE(found.unlike(0, "as $ZK_HOSTS says"), QString());
    }

    void aLoginInTheEnvironmentIsRefusedAndNotRepeated()
    {
        qputenv("ZK_HOST", "alice:" + QByteArray(secret) + '@' + m_server->connectString().toUtf8());
        const CliResult refused = CliProgram().run("locks");
        qunsetenv("ZK_HOST");
        QCOMPARE(refused.unlike(2, "$ZK_HOST"), QString());
        QVERIFY2(!refused.err.contains(secret) && !refused.out.contains(secret), refused.said());
    }

    void aProfileSaysWhereAndHow()
    {
        keepProfile([this](profiles::Profile &profile) {
            profile.name = u"Orders"_s;
            profile.connect = tlsPlace();
            profile.tls.enabled = true;
            profile.tls.caFile = m_authority.caFile();
            profile.observeOnly = true;
        });
        const CliProgram cli;
        QCOMPARE(cli.run("locks --profile orders").unlike(0), QString());
        QCOMPARE(cli.run("run --recipe mutex --clients 1 --rounds 1 --profile orders").unlike(1, "observe-only"),
                 QString());
        QCOMPARE(cli.run("locks --profile bills").unlike(2, "there are \"Orders\""), QString());
    }

    void aPasswordThatIsNotKeptIsSaidToBeMissing()
    {
        keepProfile([](profiles::Profile &profile) {
            profile.name = u"Orders"_s;
            profile.user = u"alice"_s;
        });
        const CliProgram cli;
        const CliResult missing = cli.run("locks --profile orders");
        QCOMPARE(missing.code, 2);
        QVERIFY2(missing.err.contains("needs the password of alice, which is not kept. ")
                     && missing.err.contains("eychain") && missing.err.contains("--auth-file"),
                 missing.said());
        QCOMPARE(cli.run("locks --profile orders --auth-file", m_loginFile).unlike(0), QString());
    }

    void noSecretGetsOutOfARun()
    {
        qputenv("QT_LOGGING_RULES", "*.debug=true");
        const auto owner = connectTo(m_server->connectString(), "alice:" + QByteArray(secret));
        QVERIFY(owner);
        QVERIFY(!makeNode(*owner, u"/alices"_s).isEmpty());
        QVERIFY(await(owner->setAcl(u"/alices"_s, {{31, u"auth"_s, {}}})));
        const QString recording = m_home.filePath(u"run.lockscope"_s);
        const CliProgram cli(tlsPlace(), m_home.filePath(u"audit.jsonl"_s));
        const QStringList way = words("--tls-ca", m_authority.caFile(), "--auth-file", m_loginFile);
        const CliResult run = cli.run(
            words("run --recipe mutex --clients 3 --rounds 2 --lock /alices/lock --record", recording, "--json") + way);
        const CliResult listed = cli.run(words("locks /alices --json") + way);
        qunsetenv("QT_LOGGING_RULES");
        QVERIFY2(run.code == 0, run.said()); // so the login was used
        QVERIFY2(listed.code == 0, listed.said());
        QVERIFY2(run.err.size() > 1000, "no debug log was written: there is nothing to look into");
        QVERIFY(QFileInfo(recording).size() > 1000);
        for (const CliResult *one : {&run, &listed})
            QVERIFY(!one->out.contains(secret) && !one->err.contains(secret));
        QCOMPARE(fileWithSecret(), QString());
    }

    void theProcessListDoesNotKeepThePassword()
    {
        const CliProgram cli(m_server->connectString());
        const auto watching = cli.start("watch / --auth", u"digest:alice:"_s + QLatin1String(secret));
        QVERIFY(watching->waitForStarted());
        const QString list = u"/proc/%1/cmdline"_s.arg(watching->processId());
        AWAIT_VERIFY(contentOf(list).contains("digest:alice:xxx"));
        QVERIFY(!contentOf(list).contains(secret));
        static const QRegularExpression noCore(u"Max core file size +0 "_s);
        QVERIFY(
            noCore.match(QString::fromLatin1(contentOf(u"/proc/%1/limits"_s.arg(watching->processId())))).hasMatch());
        terminate(*watching); // in the middle of its first reading, or after it: how it ends is another test
    }

    void aMistakeInALoginDoesNotRepeatIt()
    {
        for (const QStringList &wrong :
             {words("locks --connect", u"zk://alice:%1@127.0.0.1:1"_s.arg(QLatin1String(secret))),
              words("locks --auth", u"digest:"_s + QLatin1String(secret))}) {
            const CliResult said = CliProgram(m_server->connectString()).run(wrong);
            QCOMPARE(said.code, 2);
            QVERIFY2(!said.err.contains(secret), said.said());
        }
    }
};

} // namespace lockscope::tst_gettingin

LOCKSCOPE_TEST(lockscope::tst_gettingin::GettingInTest)
#include "tst_gettingin.moc"
