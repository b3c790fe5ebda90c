// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <signal.h>

namespace lockscope::tst_clidiscovery {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What `locks` says of a tree that it could not read to its end, and with which exit code: by the built program
/// against a real server, through a relay that loses what is to be lost.
class CliDiscoveryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_session = connectTo(m_sandbox.connectString());
        QVERIFY(m_session);
    }

    void init()
    {
        m_relay = std::make_unique<Relay>(m_sandbox.port());
        m_root = makeNode(*m_session, u"/t%1"_s.arg(++m_count));
        m_lock = makeNode(*m_session, m_root + u"/orders"_s);
        for (int i = 0; i < 2; ++i)
            QVERIFY(!makeNode(*m_session, m_lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential).isEmpty());
    }

    void cleanup() { m_relay.reset(); }

    void aConnectionThatComesBackIsNoLoss()
    {
        for (int lost = 1; lost == 1 || m_requests >= lost; ++lost) {
            atRequest(lost, [this] { m_relay->loseNextReply(); });
            const auto locks = startLocks();
            QCOMPARE(endOf(*locks), 0);
            const QByteArray out = locks->readAllStandardOutput();
            QVERIFY2(out.contains(m_lock.toUtf8()), out.constData());
        }
        QVERIFY(m_requests > 5);
    }

    void aLossForGoodEndsWithThreeWhateverWasUnderWay()
    {
        // Of the root, of its child, of the lock: its own list is not there yet.
        for (int lost = 1; lost <= 3; ++lost) {
            atRequest(lost, [this] {
                m_relay->setRefusing(true);
                m_relay->loseNextReply();
            });
            for (const QStringList &options : {QStringList(), words("--json")}) {
                m_relay->setRefusing(false);
                m_requests = 0;
                const auto locks = startLocks(options + words("--timeout 400"));
                QCOMPARE(endOf(*locks), 3);
                QCOMPARE(locks->readAllStandardOutput(), QByteArray());
                QVERIFY(locks->readAllStandardError().contains("lost"));
            }
        }
    }

    void aServerThatStandsStillIsALoss()
    {
        SandboxForTest own;
        QVERIFY2(own.start(), own.why());
        const auto session = connectTo(own.connectString());
        QVERIFY(session && !makeNode(*session, m_root).isEmpty() && !makeNode(*session, m_lock).isEmpty());
        m_relay = std::make_unique<Relay>(own.port());
        const auto server = static_cast<pid_t>(own.info().servers.constFirst().pid);
        atRequest(2, [server] { ::kill(server, SIGSTOP); });
        const auto locks = startLocks(words("--timeout 2000"));
        const int code = endOf(*locks);
        ::kill(server, SIGCONT);
        QCOMPARE(code, 3);
        QCOMPARE(locks->readAllStandardOutput(), QByteArray());
        QVERIFY(locks->readAllStandardError().contains("lost"));
    }

    void ctrlCPrintsWhatWasFoundAndEndsWithOne()
    {
        makeChain(40);
        m_relay->setDelay(10ms);
        for (const QStringList &options : {QStringList(), words("--json")}) {
            std::unique_ptr<QProcess> locks;
            atRequest(50, [&locks] { ::kill(static_cast<pid_t>(locks->processId()), SIGINT); });
            locks = startLocks(options);
            QCOMPARE(endOf(*locks), 1);
            const CliResult result{1, locks->readAllStandardOutput(), locks->readAllStandardError()};
            QVERIFY2(result.err.contains("incomplete"), result.said());
            QVERIFY2(result.out.contains(m_lock.toUtf8()), result.out.constData());
            QCOMPARE(result.array().size(), options.isEmpty() ? 0 : 1);
            QVERIFY2(m_requests < 80, qPrintable(QString::number(m_requests))); // two for each directory
        }
    }

    void ctrlCBeforeAnythingIsThereIsNoAnswer()
    {
        m_relay->setDelay(200ms);
        std::unique_ptr<QProcess> locks;
        atRequest(1, [&locks] { ::kill(static_cast<pid_t>(locks->processId()), SIGINT); });
        locks = startLocks();
        QCOMPARE(endOf(*locks), 1);
        const QByteArray out = locks->readAllStandardOutput();
        QVERIFY2(!saysNoLocks(out), out.constData());
        const QByteArray err = locks->readAllStandardError();
        QVERIFY2(err.contains("incomplete") && !err.contains("does not exist"), err.constData());
    }

    void ctrlCWhileTheConnectionIsLostEndsWithThree()
    {
        atRequest(3, [this] {
            m_relay->setRefusing(true);
            m_relay->loseNextReply();
        });
        const auto locks = startLocks(words("--timeout 30000"));
        QByteArray err;
        AWAIT_VERIFY((err += locks->readAllStandardError()).contains("trying again"));
        ::kill(static_cast<pid_t>(locks->processId()), SIGINT);
        QCOMPARE(endOf(*locks), 3);
        const QByteArray out = locks->readAllStandardOutput();
        QVERIFY2(!saysNoLocks(out), out.constData());
        err += locks->readAllStandardError();
        QVERIFY2(err.contains("incomplete: the connection is lost"), err.constData());
    }

private:
    std::unique_ptr<QProcess> startLocks(const QStringList &options = {}) const
    {
        return CliProgram(m_relay->connectString()).start(words("locks", m_root, "--quick") + options);
    }

    /// Directories one in the other, which can only be found one after the other.
    void makeChain(int length)
    {
        QString path = m_root;
        for (int i = 0; i < length; ++i)
            path = makeNode(*m_session, path + u"/deeper"_s);
        QVERIFY(!path.isEmpty());
    }

    /// Calls once, at the given request of the program.
    void atRequest(int number, std::function<void()> call)
    {
        m_requests = 0;
        m_relay->setTap(
            [this, number, call = std::move(call)](bool fromClient, bool handshake, const QByteArray &frame) {
                const bool isPing = frame.size() <= 12; // length, xid, type
                if (fromClient && !handshake && !isPing && ++m_requests == number)
                    call();
            });
    }

    static bool saysNoLocks(const QByteArray &out) { return out.contains("No locks") || out.simplified() == "[ ]"; }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_session;
    std::unique_ptr<Relay> m_relay;
    QString m_root;
    QString m_lock;
    int m_requests = 0;
    int m_count = 0;
};

} // namespace lockscope::tst_clidiscovery

LOCKSCOPE_TEST(lockscope::tst_clidiscovery::CliDiscoveryTest)
#include "tst_clidiscovery.moc"
