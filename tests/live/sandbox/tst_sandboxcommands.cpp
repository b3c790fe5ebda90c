// SPDX-License-Identifier: Apache-2.0
#include "tests/support/livetest.h"

namespace lockscope::tst_sandboxcommands {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

servers::SandboxSpec threeServers()
{
    servers::SandboxSpec spec;
    spec.servers = 3;
    return spec;
}

/// "T" while it is stopped, as the kernel tells it.
QByteArray stateOf(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray line = file.readAll();
    return line.mid(line.lastIndexOf(')') + 2, 1);
}

bool serves(quint16 port)
{
    return askPort(port, "srvr").contains("\nMode: ");
}

} // namespace

class TestSandboxCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void aKilledServerIsGoneAndThatIsNoFailure()
    {
        const qint64 pid = m_sandbox.info().servers[1].pid;
        QVERIFY(test::await(m_sandbox.sandbox().command(1, ServerCommand::Kill)));
        QVERIFY(!isAlive(pid));
        QVERIFY(!isListening(m_sandbox.port(1)));
        AWAIT_VERIFY(serves(m_sandbox.port(0)) && serves(m_sandbox.port(2)));
        QVERIFY2(!m_sandbox.error(), qPrintable(m_sandbox.errorSentence()));
    }

    void aRestartedServerServesAgainOnItsPort()
    {
        for (int again = 0; again < 2; ++again) { // after it was killed, and while it runs
            QVERIFY(test::await(m_sandbox.sandbox().command(1, ServerCommand::Restart)));
            QVERIFY(isAlive(m_sandbox.sandbox().info().servers[1].pid));
            AWAIT_VERIFY(serves(m_sandbox.port(1)));
            QVERIFY2(!m_sandbox.error(), qPrintable(m_sandbox.errorSentence()));
        }
    }

    void aPausedServerStandsStillUntilItGoesOn()
    {
        const qint64 pid = m_sandbox.sandbox().info().servers[0].pid;
        QVERIFY(test::await(m_sandbox.sandbox().command(0, ServerCommand::Pause)));
        AWAIT_COMPARE(stateOf(pid), QByteArray("T"));
        QVERIFY(test::await(m_sandbox.sandbox().command(0, ServerCommand::Resume)));
        AWAIT_VERIFY(stateOf(pid) != "T" && serves(m_sandbox.port(0)));
    }

    void aServerThatIsNotThereIsAnError()
    {
        QVERIFY(!test::await(m_sandbox.sandbox().command(3, ServerCommand::Kill)));
        QVERIFY(!test::await(m_sandbox.sandbox().command(-1, ServerCommand::Kill)));
    }

    void aPausedServerEndsWithItsSandbox()
    {
        const qint64 pid = m_sandbox.sandbox().info().servers[2].pid;
        QVERIFY(test::await(m_sandbox.sandbox().command(2, ServerCommand::Pause)));
        m_sandbox.stop();
        QVERIFY(!isAlive(pid));
    }

private:
    SandboxForTest m_sandbox{threeServers()};
};

} // namespace lockscope::tst_sandboxcommands

LOCKSCOPE_TEST(lockscope::tst_sandboxcommands::TestSandboxCommands)
#include "tst_sandboxcommands.moc"
