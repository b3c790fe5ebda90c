// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/live/observe/throttlingrelay.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_throttled {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// What the observer makes of a server that refuses reads since it is overloaded.
class ThrottledTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_others = openSession(m_sandbox.connectString());
        QVERIFY(m_others);
    }
    void cleanupTestCase() { m_others.reset(); }
    void init()
    {
        m_lock = makeNode(*m_others, u"/t%1"_s.arg(++m_count));
        for (int i = 0; i < 3; ++i)
            makeNode(*m_others, m_lock + u"/lock-"_s, NodeKind::EphemeralSequential, QByteArray::number(i));
        m_relay = std::make_unique<ThrottlingRelay>(m_sandbox.port());
        m_observation = std::make_unique<Observation>(m_relay->connectString());
    }
    void cleanup()
    {
        m_observation.reset();
        m_relay.reset();
    }

    void aContenderIsReadAgainAndSaidOnce()
    {
        const QString second = m_lock + u"/lock-0000000001"_s;
        m_relay->refuse(ThrottlingRelay::Get, second, 2);
        m_relay->refuse(ThrottlingRelay::Get, m_lock + u"/lock-0000000002"_s, 1);
        QVERIFY(m_observation->watch(m_lock));
        QTRY_COMPARE_WITH_TIMEOUT(difference(*m_others, m_observation->world(), m_lock), QString(), awaitLimitMs);
        QCOMPARE(m_observation->notices().size(), 1);
        const QString said = m_observation->notices().constFirst();
        QVERIFY2(said.contains(second) && said.contains(u"overloaded"_s), qPrintable(said));
    }

    void aListIsTriedAgainAndSaidMeanwhile()
    {
        const QString directory = makeNode(*m_others, m_lock + u"/inner"_s);
        makeNode(*m_others, directory + u"/lock-"_s, NodeKind::EphemeralSequential);
        m_relay->refuse(ThrottlingRelay::List, directory, 2);
        QVERIFY(m_observation->watch(m_lock));
        QTRY_COMPARE_WITH_TIMEOUT(difference(*m_others, m_observation->world(), m_lock), QString(), awaitLimitMs);
        QCOMPARE(m_observation->refusals(directory), QList{ErrorCode::Throttled}); // not once for each try
        QVERIFY(!m_observation->world().directory(directory)->error);
        QVERIFY(m_observation->world().directory(directory)->watched);
    }

    void aRootIsTriedAgainThoughItsReadingHasFailed()
    {
        m_relay->refuse(ThrottlingRelay::List, m_lock, 1);
        const auto read = m_observation->watch(m_lock);
        QVERIFY(!read && read.error().code == ErrorCode::Throttled);
        QTRY_COMPARE_WITH_TIMEOUT(difference(*m_others, m_observation->world(), m_lock), QString(), awaitLimitMs);
    }

    void anAbsentRootIsStillWaitedFor()
    {
        const QString absent = m_lock + u"/absent"_s;
        m_relay->refuse(ThrottlingRelay::Exists, absent, 1);
        QVERIFY(m_observation->watch(absent));
        makeNode(*m_others, absent);
        QTRY_COMPARE_WITH_TIMEOUT(difference(*m_others, m_observation->world(), absent), QString(), awaitLimitMs);
    }

    void aDirectoryInWhichNothingChangedIsReadableAgain()
    {
        QVERIFY(m_observation->watch(m_lock));
        m_relay->refuse(ThrottlingRelay::List, m_lock, 1);
        m_observation->watcher().refresh(m_lock);
        QTRY_COMPARE_WITH_TIMEOUT(m_observation->refusals(m_lock), QList{ErrorCode::Throttled}, awaitLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(!m_observation->world().directory(m_lock)->error, awaitLimitMs);
        QCOMPARE(difference(*m_others, m_observation->world(), m_lock), QString());
    }

private:
    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    std::unique_ptr<ThrottlingRelay> m_relay;
    std::unique_ptr<Observation> m_observation;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_throttled

LOCKSCOPE_TEST(lockscope::tst_throttled::ThrottledTest)
#include "tst_throttled.moc"
