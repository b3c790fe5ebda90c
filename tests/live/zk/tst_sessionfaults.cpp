// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

namespace lockscope::tst_sessionfaults {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using test::await;
using test::codeOf;

class SessionFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_other = connect();
        QVERIFY(m_other);
    }
    void cleanupTestCase() { m_other.reset(); }
    void init() { m_base = u"/f%1"_s.arg(++m_count); }

    void aPausedSessionSendsNoPingAndLearnsOfItsExpiryWhenItGoesOn()
    {
        auto session = connect(2'000);
        QVERIFY(session && await(session->create(m_base, {}, NodeKind::Ephemeral)));
        const auto watched = await(session->watchExists(m_base));
        QVERIFY(watched);
        session->pause();
        AWAIT_VERIFY(!isThere(m_base));
        QCOMPARE(session->state(), ConnectionState::Connected); // so it believes
        session->resume();
        AWAIT_COMPARE(session->state(), ConnectionState::Expired);
        QCOMPARE(codeOf(await(watched->watch.fired())), ErrorCode::SessionExpired);
    }

    void whatHappenedDuringAShortPauseIsHeardAfterIt()
    {
        auto session = connect(30'000);
        QVERIFY(session && await(m_other->create(m_base, {}, NodeKind::Persistent)));
        const auto watched = await(session->watchExists(m_base));
        QVERIFY(watched);
        std::optional<WatchEvent> fired;
        watched->watch.fired().then([&](const Result<WatchEvent> &event) { fired = event.value(); });
        session->pause();
        QVERIFY(await(m_other->remove(m_base, -1)));
        QVERIFY(!isThere(m_base)); // the event was sent before this answer
        QVERIFY(!fired);
        session->resume();
        AWAIT_VERIFY(fired.has_value());
        QCOMPARE(*fired, WatchEvent::Deleted);
        QCOMPARE(session->state(), ConnectionState::Connected);
    }

    void whatIsAskedForDuringAPauseIsSentAfterIt()
    {
        auto session = connect(30'000);
        QVERIFY(session);
        session->pause();
        std::optional<Result<CreatedNode>> created;
        session->create(m_base, "x", NodeKind::Ephemeral).then([&](const Result<CreatedNode> &node) {
            created = node;
        });
        auto watching = session->watchExists(m_base);
        QVERIFY(!isThere(m_base));
        QVERIFY(!created);
        session->resume();
        const auto watched = await(std::move(watching));
        QVERIFY(watched && watched->stat); // in the order asked
        QVERIFY(created && *created);
        QCOMPARE(session->watchCount(), 1);
        QVERIFY(await(m_other->remove(m_base, -1)));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Deleted);
    }

    void aPausedSessionCanBeClosedOrAbandoned()
    {
        for (const bool cleanly : {true, false}) {
            auto session = connect(6'000);
            QVERIFY(session && await(session->create(m_base, {}, NodeKind::Ephemeral)));
            session->pause();
            std::optional<Result<NodeStat>> answer;
            session->exists(m_base).then([&](const Result<NodeStat> &stat) { answer = stat; });
            if (cleanly)
                QVERIFY(await(session->close()));
            else
                session->abandon();
            QCOMPARE(session->state(), ConnectionState::Closed);
            AWAIT_VERIFY(answer.has_value());
            QCOMPARE(isThere(m_base), !cleanly);
            AWAIT_VERIFY(!isThere(m_base));
        }
    }

    void aPausedSessionCanBeExpired()
    {
        auto session = connect(30'000);
        QVERIFY(session && await(session->create(m_base, {}, NodeKind::Ephemeral)));
        session->pause();
        QVERIFY(await(session->expire(m_sandbox.connectString(), 10s)));
        QVERIFY(!isThere(m_base));
        QCOMPARE(session->state(), ConnectionState::Connected);
        session->resume();
        AWAIT_COMPARE(session->state(), ConnectionState::Expired);
    }

    void anExpiryThatReachesNoServerEndsInTime()
    {
        test::Relay nobody(m_sandbox.port());
        nobody.setRefusing(true);
        auto session = connect(30'000);
        QVERIFY(session);
        QCOMPARE(codeOf(await(session->expire(nobody.connectString(), 100ms))), ErrorCode::OperationTimeout);
        QCOMPARE(session->state(), ConnectionState::Connected);
        QVERIFY(await(session->exists(u"/"_s)));
    }

    void aSessionThatGoesEndsItsExpiry()
    {
        test::Relay nobody(m_sandbox.port());
        nobody.setRefusing(true);
        auto session = connect(30'000);
        QVERIFY(session);
        auto expiring = session->expire(nobody.connectString(), 10s);
        session.reset();
        QCOMPARE(codeOf(await(std::move(expiring))), ErrorCode::Cancelled);
    }

    void aSessionMovesToOtherAddressesWithItsNodesAndWatches()
    {
        QVERIFY(await(m_other->create(m_base, {}, NodeKind::Persistent)));
        auto session = connect(30'000, m_sandbox.connectString() + m_base);
        QVERIFY(session && await(session->create(u"/own"_s, {}, NodeKind::Ephemeral)));
        const auto watched = await(session->watchExists(u"/own"_s));
        QVERIFY(watched);
        const SessionId id = session->id();
        test::Relay relay(m_sandbox.port());
        session->moveTo(relay.connectString() + m_base);
        QVERIFY(await(session->connected()));
        QCOMPARE(session->id(), id);
        QCOMPARE(session->server(), relay.connectString());
        QCOMPARE(relay.connections(), 1);
        QVERIFY(await(session->exists(u"/own"_s)));
        QVERIFY(await(m_other->remove(m_base + u"/own"_s, -1)));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Deleted);
        // And again after a break: the old address is forgotten.
        relay.cut();
        AWAIT_COMPARE(relay.connections(), 1);
        QVERIFY(await(session->connected()));
        QCOMPARE(session->server(), relay.connectString());
    }

    void whatIsUnderWayDuringAMoveIsLostAndNotForgotten()
    {
        auto session = connect(30'000);
        QVERIFY(session);
        test::Relay relay(m_sandbox.port());
        QList<std::optional<ErrorCode>> ends;
        for (int i = 0; i < 20; ++i) {
            session->exists(u"/"_s).then([&](const Result<NodeStat> &stat) {
                ends.append(stat ? std::nullopt : std::optional(stat.error().code));
            });
        }
        session->moveTo(relay.connectString());
        AWAIT_COMPARE(ends.size(), 20);
        for (const auto &end : ends)
            QVERIFY(!end || *end == ErrorCode::ConnectionLoss);
        QVERIFY(await(session->connected()));
        for (int i = 0; i < 20; ++i)
            QVERIFY(await(session->exists(u"/"_s))); // answers still belong to their questions
    }

private:
    std::unique_ptr<zk::Session> connect(int timeoutMs = 10'000, const QString &hosts = {})
    {
        auto session = std::make_unique<zk::Session>(
            zk::SessionSpec{hosts.isEmpty() ? m_sandbox.connectString() : hosts, timeoutMs});
        session->open();
        return await(session->connected()) ? std::move(session) : nullptr;
    }
    bool isThere(const QString &path) { return test::isThere(*m_other, path); }

    test::SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_other;
    QString m_base;
    int m_count = 0;
};

} // namespace lockscope::tst_sessionfaults

LOCKSCOPE_TEST(lockscope::tst_sessionfaults::SessionFaultsTest)
#include "tst_sessionfaults.moc"
