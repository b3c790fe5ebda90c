// SPDX-License-Identifier: Apache-2.0
#include "core/base/visible.h"
#include "core/zk/sshtunnel.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_sshhost {

using namespace Qt::StringLiterals;

class SshHostTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
        QVERIFY2(zk::sshHostProblem(host).isEmpty(), qPrintable(zk::sshHostProblem(host).english()));
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
        const QString problem = zk::sshHostProblem(host).english();
        QVERIFY2(problem.contains(u"\"%1\" is no SSH host"_s.arg(visible(host))), qPrintable(problem));
    }
};

} // namespace lockscope::tst_sshhost

LOCKSCOPE_TEST(lockscope::tst_sshhost::SshHostTest)
#include "tst_sshhost.moc"
