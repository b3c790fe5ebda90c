// SPDX-License-Identifier: Apache-2.0
#include "core/base/visible.h"
#include "core/zk/connectstring.h"
#include "core/zk/sshtunnel.h"
#include "tests/support/await.h"
#include "tests/support/testprogram.h"

#include <QHostAddress>
#include <QtTest>

namespace lockscope::tst_connectstring {

using namespace lockscope::zk;
using namespace Qt::StringLiterals;
using test::await;

/// What people type to say where servers are, and by which way.
class ConnectStringTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hostsPortsAndChrootAreRead()
    {
        const auto read = parseConnectString(u"zk1:1,zk2,10.0.0.3:3,[fe80::1]:5/app/locks"_s);
        QVERIFY(read);
        QCOMPARE(read->hosts,
                 (QList<HostPort>{{u"zk1"_s, 1}, {u"zk2"_s, 2181}, {u"10.0.0.3"_s, 3}, {u"fe80::1"_s, 5}}));
        QCOMPARE(read->chroot, u"/app/locks"_s);
    }

    void eachFormIsReadAndWrittenTheSameWay_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        QTest::newRow("one host") << u"zk1:2182"_s << u"zk1:2182"_s;
        QTest::newRow("the default port") << u"zk1"_s << u"zk1:2181"_s;
        QTest::newRow("several") << u"zk1:1,zk2,10.0.0.3:3"_s << u"zk1:1,zk2:2181,10.0.0.3:3"_s;
        QTest::newRow("spaces around") << u"  zk1:1 , zk2:2\t"_s << u"zk1:1,zk2:2"_s;
        QTest::newRow("a chroot") << u"zk1:1,zk2:2/app/locks"_s << u"zk1:1,zk2:2/app/locks"_s;
        QTest::newRow("spaces and a chroot") << u" zk1:1 , zk2:2/app "_s << u"zk1:1,zk2:2/app"_s;
        QTest::newRow("the root is no chroot") << u"zk1:1/"_s << u"zk1:1"_s;
        QTest::newRow("IPv6") << u"[::1]:2182"_s << u"[::1]:2182"_s;
        QTest::newRow("IPv6 without a port") << u"[fe80::1],zk2:5/a"_s << u"[fe80::1]:2181,zk2:5/a"_s;
        QTest::newRow("the greatest port") << u"a_b-c.d:65535"_s << u"a_b-c.d:65535"_s;
        QTest::newRow("a name of another script") << u"锁.example:2181"_s << u"锁.example:2181"_s;

        const QString two = u"zk1:2181,zk2:2182"_s;
        QTest::newRow("a slash at the end") << u"zk1,zk2:2182/app/"_s << two + u"/app"_s;
        QTest::newRow("a URL") << u"zk://zk1,zk2:2182/app"_s << two + u"/app"_s;
        QTest::newRow("a long URL") << u"ZooKeeper://zk1:2181,zk2:2182"_s << two;
        QTest::newRow("from Kafka's settings") << u"zookeeper.connect=zk1:2181,zk2:2182/kafka"_s << two + u"/kafka"_s;
        QTest::newRow("from a shell") << u"export ZK_HOST=\"zk1:2181,zk2:2182/solr\""_s << two + u"/solr"_s;
        QTest::newRow("from zkCli's command") << u"-server zk1:2181,zk2:2182"_s << two;
        QTest::newRow("semicolons") << u"zk1:2181; zk2:2182"_s << two;
        QTest::newRow("a line for each") << u"zk1:2181\n zk2:2182\n"_s << two;
        QTest::newRow("commas and lines") << u"zk1:2181,\n zk2:2182"_s << two;
        QTest::newRow("in quotes") << u"'zk1:2181,zk2:2182/a'"_s << two + u"/a"_s;
        QTest::newRow("a chroot after each") << u"zk1:2181/app,zk2:2182/app"_s << two + u"/app"_s;
        QTest::newRow("a comma in the chroot") << u"zk1:2181,zk2:2182/a,b"_s << two + u"/a,b"_s;
    }
    void eachFormIsReadAndWrittenTheSameWay()
    {
        QFETCH(QString, text);
        QFETCH(QString, written);
        const auto read = parseConnectString(text);
        QVERIFY2(read, read ? "" : qPrintable(read.error().sentence().english()));
        QCOMPARE(read->toString(), written);
        QCOMPARE(parseConnectString(written), read);
    }

    void aUrlMayAskForTls()
    {
        QVERIFY(!parseConnectString(u"zk1:2181"_s)->tls);
        QVERIFY(!parseConnectString(u"zk://zk1:2181"_s)->tls);
        QVERIFY(parseConnectString(u"zk+tls://zk1:2281/app"_s)->tls);
        QCOMPARE(parseConnectString(u"zookeeper+tls://zk1:2281/app"_s)->toString(), u"zk1:2281/app"_s);
    }

    void eachMistakeIsNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("detail");
        QTest::newRow("nothing") << u""_s << u"it is empty"_s;
        QTest::newRow("spaces only") << u" \t "_s << u"it is empty"_s;
        QTest::newRow("only a chroot") << u"/app"_s << u"there is an empty host"_s;
        QTest::newRow("an empty host") << u"zk1:1,,zk2:2"_s << u"there is an empty host"_s;
        QTest::newRow("a comma at the end") << u"zk1:1,"_s << u"there is an empty host"_s;
        QTest::newRow("another URL")
            << u"https://zk1:2181"_s
            << u"\"https://\" is no URL of ZooKeeper: write zk:// or zk+tls://, or leave it out"_s;
        QTest::newRow("a login") << u"zk://alice:hunter2@zk1:2181/app"_s
                                 << u"a login does not belong there: leave out all up to the @, and log in by digest"_s;
        QTest::newRow("a login without a URL")
            << u"alice:hunter2@zk1:2181"_s
            << u"a login does not belong there: leave out all up to the @, and log in by digest"_s;
        QTest::newRow("no host before the port") << u":2181"_s << u"\"\" is not a host name"_s;
        QTest::newRow("an empty port") << u"zk1:"_s << u"\"zk1:\" has no port between 1 and 65535"_s;
        QTest::newRow("port 0") << u"zk1:0"_s << u"\"zk1:0\" has no port between 1 and 65535"_s;
        QTest::newRow("port too great") << u"zk1:65536"_s << u"\"zk1:65536\" has no port between 1 and 65535"_s;
        QTest::newRow("a signed port") << u"zk1:+5"_s << u"\"zk1:+5\" has no port between 1 and 65535"_s;
        QTest::newRow("a port with a space") << u"zk1: 5"_s << u"\"zk1: 5\" has no port between 1 and 65535"_s;
        QTest::newRow("a word for a port") << u"zk1:http"_s << u"\"zk1:http\" has no port between 1 and 65535"_s;
        QTest::newRow("a space in the host") << u"zk 1:5"_s << u"\"zk 1\" is not a host name"_s;
        QTest::newRow("a bare IPv6") << u"::1"_s << u"\"::1\": write an IPv6 address in brackets"_s;
        QTest::newRow("no closing bracket") << u"[::1:2181"_s << u"\"[::1:2181\" lacks a closing ]"_s;
        QTest::newRow("no IPv6 in brackets") << u"[zk1]:2181"_s << u"\"zk1\" is not an IPv6 address"_s;
        QTest::newRow("IPv4 in brackets") << u"[127.0.0.1]:2181"_s << u"\"127.0.0.1\" is not an IPv6 address"_s;
        QTest::newRow("no colon after ]")
            << u"[::1]2181"_s << u"\"[::1]2181\" has something other than a port after the ]"_s;
        QTest::newRow("chroot with //") << u"zk1:1/a//b"_s << u"the chroot is not valid: it must not contain //"_s;
        QTest::newRow("slashes alone") << u"zk1:1//"_s << u"the chroot is not valid: it must not end with /"_s;
        QTest::newRow("chroot ends with //") << u"zk1:1/a//"_s << u"the chroot is not valid: it must not end with /"_s;
        QTest::newRow("chroot ends with a space") << u"zk1:1/a /"_s << u"the chroot must not end with a space"_s;
        QTest::newRow("chroot with ..") << u"zk1:1/a/../b"_s
                                        << u"the chroot is not valid: it must not contain . or .. as a name"_s;
        QTest::newRow("chroot with a control character")
            << u"zk1:1/a\u0001b"_s
            << u"the chroot is not valid: it contains a character that ZooKeeper does not allow"_s;
    }
    void eachMistakeIsNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, detail);
        const auto read = parseConnectString(text);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::MalformedConnectString);
        QCOMPARE(read.error().detail.english(), detail);
        QVERIFY(read.error().sentence().english().startsWith(u"Not a connect string: write host:port"_s));
        QVERIFY(read.error().sentence().english().contains(detail));
    }

    void aNameBecomesItsAddresses()
    {
        const auto resolved = await(resolveHosts({{u"localhost"_s, 4000}}, this));
        QVERIFY(resolved);
        QVERIFY(!resolved->isEmpty());
        for (const ResolvedHost &host : *resolved) {
            QVERIFY2(QHostAddress(host.address.host).isLoopback(), qPrintable(host.address.host));
            QCOMPARE(host.address.port, 4000);
            QCOMPARE(host.name, u"localhost"_s);
        }
    }

    void addressesStayAsTheyAre()
    {
        const QList<HostPort> addresses{{u"127.0.0.1"_s, 1}, {u"::1"_s, 2}};
        const QList<ResolvedHost> resolved{{addresses[0], u"127.0.0.1"_s}, {addresses[1], u"::1"_s}};
        QCOMPARE(await(resolveHosts(addresses, this)), resolved);
    }

    void anUnknownHostIsNamed()
    {
        const auto resolved = await(resolveHosts({{u"no-such-host.invalid"_s, 1}}, this));
        QVERIFY(!resolved);
        QCOMPARE(resolved.error().code, ErrorCode::UnknownHost);
        QVERIFY(resolved.error().sentence().english().contains(u"no-such-host.invalid"_s));
    }

    void aNameThatDoesNotResolveIsLeftOutIfAnotherDoes()
    {
        const auto resolved = await(resolveHosts({{u"no-such-host.invalid"_s, 1}, {u"127.0.0.1"_s, 2}}, this));
        QVERIFY(resolved);
        QCOMPARE(*resolved, (QList<ResolvedHost>{{{u"127.0.0.1"_s, 2}, u"127.0.0.1"_s}}));
    }

    void aLookUpEndsWithWhoeverAskedForIt()
    {
        auto context = std::make_unique<QObject>();
        std::optional<Result<QList<ResolvedHost>>> answer;
        resolveHosts({{u"no-such-host.invalid"_s, 1}}, context.get()).then([&](Result<QList<ResolvedHost>> result) {
            answer = std::move(result);
        });
        QVERIFY(!answer);
        context.reset();
        QVERIFY(answer && !*answer);
        QCOMPARE(answer->error().code, ErrorCode::Cancelled);
    }

    void whatSshTakesIsAHost_data()
    {
        QTest::addColumn<QString>("host");
        for (const char *host : {"bastion", "alice@bastion", "alice@bastion.example.org:2222", "10.0.0.7", "[::1]:2222",
                                 "ssh://alice@bastion:2222", "alice@corp@bastion", "fe80::1%eth0", "jump_1"})
            QTest::newRow(host) << QString::fromLatin1(host);
    }
    void whatSshTakesIsAHost()
    {
        QFETCH(QString, host);
        QVERIFY2(sshHostProblem(host).isEmpty(), qPrintable(sshHostProblem(host).english()));
    }

    void whatSshWouldTakeForAnOptionOrAShellWouldReadIsNone_data()
    {
        QTest::addColumn<QString>("host");
        for (const char *host : {"-oProxyCommand=reboot", "-lroot", "alice@-oProxyCommand=x", "ssh://-oProxyCommand=x",
                                 "ssh://", "@bastion", "bastion;reboot", "$(reboot)", "`reboot`", "bastion|cat", "a b",
                                 "bastion\n-oX", "bastion\n", "'bastion'", "alice@"})
            QTest::newRow(host) << QString::fromLatin1(host);
    }
    void whatSshWouldTakeForAnOptionOrAShellWouldReadIsNone()
    {
        QFETCH(QString, host);
        const QString problem = sshHostProblem(host).english();
        QVERIFY2(problem.contains(u"\"%1\" is no SSH host"_s.arg(visible(host))), qPrintable(problem));
    }
};

} // namespace lockscope::tst_connectstring

LOCKSCOPE_TEST(lockscope::tst_connectstring::ConnectStringTest)
#include "tst_connectstring.moc"
