// SPDX-License-Identifier: Apache-2.0
#include "tests/support/livetest.h"

namespace lockscope::tst_sandboxcommands {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

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
        QVERIFY(await(m_sandbox.sandbox().command(1, ServerCommand::Kill)));
        QVERIFY(!isAlive(pid));
        QVERIFY(!isListening(m_sandbox.port(1)));
        AWAIT_VERIFY(serves(m_sandbox.port(0)) && serves(m_sandbox.port(2)));
        QVERIFY2(!m_sandbox.error(), qPrintable(m_sandbox.errorSentence()));
    }

    void aRestartedServerServesAgainOnItsPort()
    {
        for (int again = 0; again < 2; ++again) { // after it was killed, and while it runs
            QVERIFY(await(m_sandbox.sandbox().command(1, ServerCommand::Restart)));
            QVERIFY(isAlive(m_sandbox.sandbox().info().servers[1].pid));
            AWAIT_VERIFY(serves(m_sandbox.port(1)));
            QVERIFY2(!m_sandbox.error(), qPrintable(m_sandbox.errorSentence()));
        }
    }

    void aPausedServerStandsStillUntilItGoesOn()
    {
        const qint64 pid = m_sandbox.sandbox().info().servers[0].pid;
        QVERIFY(await(m_sandbox.sandbox().command(0, ServerCommand::Pause)));
        AWAIT_COMPARE(processState(pid), QByteArray("T"));
        QVERIFY(await(m_sandbox.sandbox().command(0, ServerCommand::Resume)));
        AWAIT_VERIFY(processState(pid) != "T" && serves(m_sandbox.port(0)));
    }

    void aServerThatIsNotThereIsAnError()
    {
        QVERIFY(!await(m_sandbox.sandbox().command(3, ServerCommand::Kill)));
        QVERIFY(!await(m_sandbox.sandbox().command(-1, ServerCommand::Kill)));
    }

    void aPausedServerEndsWithItsSandbox()
    {
        const qint64 pid = m_sandbox.sandbox().info().servers[2].pid;
        QVERIFY(await(m_sandbox.sandbox().command(2, ServerCommand::Pause)));
        m_sandbox.stop();
        QVERIFY(!isAlive(pid));
        QVERIFY(!QDir(m_sandbox.info().directory).exists());
    }

private:
    SandboxForTest m_sandbox{ensembleOf(3)};
};

} // namespace lockscope::tst_sandboxcommands

LOCKSCOPE_TEST(lockscope::tst_sandboxcommands::TestSandboxCommands)
#include "tst_sandboxcommands.moc"
