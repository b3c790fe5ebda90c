// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/changingrelay.h"
#include "tests/support/livetest.h"

#include <limits>

namespace lockscope::tst_refusedreads {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// The answers to chosen reads become an error code: ZTHROTTLEDOP of an overloaded server, or one that no client knows.
class RefusingRelay : public ChangingRelay
{
public:
    RefusingRelay(quint16 serverPort, qint32 code)
        : ChangingRelay(serverPort)
    {
        setChange([this, code](const Asked &asked, const QByteArray &frame) {
            const auto refusal = m_refusals.find({asked.type, asked.path});
            return refusal != m_refusals.end() && (*refusal)-- > 0 ? withError(frame, code) : frame;
        });
    }

    /// The next so many reads of this kind of \a path are refused.
    void refuse(Asked::Type read, const QString &path, int times) { m_refusals[{read, path.toUtf8()}] = times; }

private:
    QHash<std::pair<qint32, QByteArray>, int> m_refusals;
};

/// What the observer makes of a server that refuses reads: since it is overloaded, or with a code that is not known.
class RefusedReadsTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<qint32>("code");
        QTest::addColumn<ErrorCode>("error");
        QTest::addColumn<QString>("word");
        QTest::newRow("throttled") << -127 << ErrorCode::Throttled << u"overloaded"_s;
        QTest::newRow("unknown code") << -777 << ErrorCode::Other << u"-777"_s;
    }
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }
    void init()
    {
        m_lock = make(u"/t%1"_s.arg(++m_count));
        for (int i = 0; i < 3; ++i)
            queueUp(m_lock, QByteArray::number(i));
        QFETCH_GLOBAL(qint32, code);
        m_relay = std::make_unique<RefusingRelay>(m_sandbox.port(), code);
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
        m_relay->refuse(Asked::Get, second, 2);
        m_relay->refuse(Asked::Get, m_lock + u"/lock-0000000002"_s, 1);
        QVERIFY(m_observation->watch(m_lock));
        AWAIT_COMPARE(difference(*m_others, m_observation->world(), m_lock), QString());
        QCOMPARE(m_observation->notices().size(), 1);
        const QString said = m_observation->notices().constFirst();
        QFETCH_GLOBAL(QString, word);
        QVERIFY2(said.contains(second) && said.contains(word), qPrintable(said));
    }

    void aListIsTriedAgainAndSaidMeanwhile()
    {
        const QString directory = make(m_lock + u"/inner"_s);
        queueUp(directory);
        m_relay->refuse(Asked::List, directory, 2);
        QVERIFY(m_observation->watch(m_lock));
        AWAIT_COMPARE(difference(*m_others, m_observation->world(), m_lock), QString());
        QFETCH_GLOBAL(ErrorCode, error);
        QCOMPARE(m_observation->refusals(directory), QList{error}); // not once for each try
        QVERIFY(!m_observation->world().directory(directory)->error);
        QVERIFY(m_observation->world().directory(directory)->watched);
    }

    void dataWrittenBetweenTheReadOfADirectoryAndItsFirstListAreReadAgain()
    {
        const QString directory = make(m_lock + u"/inner"_s);
        m_relay->refuse(Asked::List, directory, std::numeric_limits<int>::max());
        QVERIFY(m_observation->watch(m_lock));
        QCOMPARE(m_observation->child(directory)->data, QByteArray());
        QVERIFY(await(m_others->set(directory, "2", -1)));
        m_relay->refuse(Asked::List, directory, 0);
        AWAIT_COMPARE(m_observation->child(directory)->data, QByteArray("2"));
    }

    void aRootIsTriedAgainThoughItsReadingHasFailed()
    {
        m_relay->refuse(Asked::List, m_lock, 1);
        const auto read = m_observation->watch(m_lock);
        QFETCH_GLOBAL(ErrorCode, error);
        QVERIFY(!read && read.error().code == error);
        AWAIT_COMPARE(difference(*m_others, m_observation->world(), m_lock), QString());
    }

    void anAbsentRootIsStillWaitedFor()
    {
        const QString absent = m_lock + u"/absent"_s;
        m_relay->refuse(Asked::Exists, absent, 1);
        QVERIFY(m_observation->watch(absent));
        make(absent);
        AWAIT_COMPARE(difference(*m_others, m_observation->world(), absent), QString());
    }

    void aDirectoryInWhichNothingChangedIsReadableAgain()
    {
        QVERIFY(m_observation->watch(m_lock));
        m_relay->refuse(Asked::List, m_lock, 1);
        m_observation->watcher().refresh(m_lock);
        QFETCH_GLOBAL(ErrorCode, error);
        AWAIT_COMPARE(m_observation->refusals(m_lock), QList{error});
        AWAIT_VERIFY(!m_observation->world().directory(m_lock)->error);
        QCOMPARE(difference(*m_others, m_observation->world(), m_lock), QString());
    }

private:
    std::unique_ptr<RefusingRelay> m_relay;
    std::unique_ptr<Observation> m_observation;
    QString m_lock;
};

} // namespace lockscope::tst_refusedreads

LOCKSCOPE_TEST(lockscope::tst_refusedreads::RefusedReadsTest)
#include "tst_refusedreads.moc"
