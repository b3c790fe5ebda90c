// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_engineclients {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using lab::ClientCommand;
using locks::LockState;

/// Simulated clients through the engine: real sessions on a real server.
class EngineClientsTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }

    void init()
    {
        m_lock = u"/t%1"_s.arg(++m_count);
        m_engine = std::make_unique<EngineFixture>();
        EngineFixture &engine = *m_engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        QVERIFY(test::await(engine->observe(m_lock)));
    }

    void cleanup()
    {
        QVERIFY(test::await((*m_engine)->close()));
        AWAIT_VERIFY(childrenOf(m_lock) <= 0); // a crashed one's goes with its session
        m_engine.reset();
    }

    void anObserveOnlyConnectionStartsNone()
    {
        EngineFixture &engine = *m_engine;
        QVERIFY(engine.open(m_sandbox.connectString(), 10'000, 30'000, true));
        const auto ids = engine.spawn(m_lock, 1);
        QVERIFY(!ids);
        QCOMPARE(ids.error().code, ErrorCode::ObserveOnly);
        QCOMPARE(childrenOf(m_lock), -1); // not even the lock was made
    }

    void aNodeDeletedByHandIsNoticed()
    {
        EngineFixture &engine = *m_engine;
        const auto ids = engine.spawn(m_lock, 2);
        QVERIFY(ids);
        AWAIT_COMPARE(engine.count(LockState::Retained), 1);
        AWAIT_COMPARE(engine.world().queue(m_lock).contenders.size(), size_t(2));
        const ClientId holder = engine.state(ids->first()) == LockState::Retained ? ids->first() : ids->last();
        QVERIFY(test::await(m_others->remove(engine.client(holder).node, -1)));
        AWAIT_COMPARE(engine.count(LockState::Retained), 2); // one of them is wrong
        engine->command({holder}, ClientCommand::Release);
        AWAIT_COMPARE(engine.state(holder), LockState::Released);
        QVERIFY(engine.client(holder).error); // and is told
    }

    /// The journal goes on over the next connection.
    void noClientHasTheIdOfOneBeforeIt()
    {
        QList<ClientId> ids;
        QSet<quint32> numbers;
        for (int connection = 0; connection < 3; ++connection) {
            QVERIFY(m_engine->open(m_sandbox.connectString()));
            const auto spawned = m_engine->spawn(m_lock, 2);
            QVERIFY(spawned);
            ids += *spawned;
            for (const ClientId id : *spawned)
                numbers += id.value;
        }
        QCOMPARE(numbers.size(), 6);
        for (int number = 0; number < 2; ++number) // gone with the first connection, and not back with the next
            QVERIFY(!m_engine->world().client(ids.at(number)));
    }

private:
    int childrenOf(const QString &path)
    {
        const auto children = test::unlessMissing(test::await(m_others->children(path)));
        return children ? static_cast<int>(children->names.size()) : -1;
    }

    std::unique_ptr<EngineFixture> m_engine;
    QString m_lock;
};

} // namespace lockscope::tst_engineclients

LOCKSCOPE_TEST(lockscope::tst_engineclients::EngineClientsTest)
#include "tst_engineclients.moc"
