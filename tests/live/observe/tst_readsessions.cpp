// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <set>

namespace lockscope::tst_readsessions {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// Many nodes are read over several sessions, and none is missed or read twice wrongly when one of those is lost.
class ReadSessionsTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        startServer(30'000);
        QVERIFY(fill(u"/few"_s, 20));
        QVERIFY(fill(u"/many"_s, count));
    }

    void cleanupTestCase() { m_others.reset(); }
    void cleanup() { AWAIT_COMPARE(sessionsOnServer(), 1); }

    void fewAreReadOverTheMainSession()
    {
        Watched observation(m_sandbox.connectString(), u"/few"_s);
        QCOMPARE(sessionsOnServer(), 2);
        QCOMPARE(difference(*m_others, observation.world(), u"/few"_s), QString());
    }

    void manyAreReadOverSeveral()
    {
        Watched observation(m_sandbox.connectString(), u"/many"_s);
        QCOMPARE(sessionsOnServer(), 2 + further); // they stay a little for the next that there is to read
        QCOMPARE(difference(*m_others, observation.world(), u"/many"_s), QString());
        QVERIFY(await(observation.watcher().close()));
        AWAIT_COMPARE(sessionsOnServer(), 2);
    }

    void whatALostSessionWasAskedIsReadAllTheSame()
    {
        Watched observation(m_sandbox.connectString(), u"/few"_s); // connected
        const std::set<int> before = socketsTo(m_sandbox.port());
        int cut = 0;
        const auto connection = connect(&m_ticker, &QTimer::timeout, this, [&] {
            const journal::Directory *many = observation.world().directory(u"/many"_s);
            if (cut > 0 || !many || observation.world().observation().readsPending < count / 4)
                return;
            for (const int fd : socketsTo(m_sandbox.port())) {
                if (!before.contains(fd))
                    cut += ::shutdown(fd, SHUT_RDWR) == 0 ? 1 : 0;
            }
        });
        m_ticker.start(0);
        QVERIFY(observation.watch(u"/many"_s));
        m_ticker.stop();
        disconnect(connection);
        QVERIFY(cut > 0);
        QCOMPARE(difference(*m_others, observation.world(), u"/many"_s), QString());
    }

    void aCutOfAllInTheMiddleLosesNothing()
    {
        Relay relay(m_sandbox.port());
        Observation observation(relay.connectString(), {}, 30'000);
        bool cut = false;
        const auto connection = connect(&m_ticker, &QTimer::timeout, this, [&] {
            const journal::Directory *many = observation.world().directory(u"/many"_s);
            if (cut || !many || observation.world().observation().readsPending > count / 2)
                return;
            relay.cut();
            cut = true;
        });
        m_ticker.start(0);
        QVERIFY(observation.watch(u"/many"_s));
        m_ticker.stop();
        disconnect(connection);
        QVERIFY(cut);
        AWAIT_VERIFY(observation.isSettled());
        QCOMPARE(difference(*m_others, observation.world(), u"/many"_s), QString());
    }

private:
    static constexpr int count = 6'000;
    static constexpr int further = 5;

    bool fill(const QString &directory, int nodes)
    {
        return !make(directory).isEmpty() && makeNodes(*m_others, nodes, [&](int) {
            return NewNode{directory + u"/lock-"_s, NodeKind::EphemeralSequential};
        });
    }

    /// This process's sockets that are connected to \a port.
    static std::set<int> socketsTo(quint16 port)
    {
        std::set<int> sockets;
        for (int fd = 3; fd < 1'024; ++fd) {
            sockaddr_in peer{};
            socklen_t length = sizeof peer;
            if (::getpeername(fd, reinterpret_cast<sockaddr *>(&peer), &length) == 0 && peer.sin_family == AF_INET
                && ntohs(peer.sin_port) == port)
                sockets.insert(fd);
        }
        return sockets;
    }

    QTimer m_ticker;
};

} // namespace lockscope::tst_readsessions

LOCKSCOPE_TEST(lockscope::tst_readsessions::ReadSessionsTest)
#include "tst_readsessions.moc"
