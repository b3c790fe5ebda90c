// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <functional>

namespace lockscope::tst_pacing {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// The list requests that pass a relay, by directory, how many of one directory were under way at once, and which
/// reading request came after which.
class ListCounter
{
public:
    explicit ListCounter(Relay &relay)
    {
        relay.setTap([this](bool fromClient, bool handshake, const QByteArray &frame) {
            if (!handshake)
                (fromClient ? request(frame) : reply(frame));
        });
    }

    int lists(const QString &directory) const { return m_lists.value(directory.toUtf8()); }
    int mostAtOnce() const { return m_mostAtOnce; }
    /// "list /a", "get /a/lock-0000000000", in the order in which they passed.
    const QStringList &reads() const { return m_reads; }
    void onNextList(std::function<void()> then) { m_onNextList = std::move(then); }

private:
    static constexpr qint32 getData = 4;
    static constexpr qint32 getChildren2 = 12;

    void request(const QByteArray &frame) // length, xid, type, length of the path, path, …
    {
        const qint32 type = frame.size() < 16 ? 0 : qFromBigEndian<qint32>(frame.constData() + 8);
        const QByteArray path = frame.mid(16, frame.size() < 16 ? 0 : qFromBigEndian<qint32>(frame.constData() + 12));
        if (type == getData)
            m_reads += u"get "_s + QString::fromUtf8(path);
        if (type != getChildren2)
            return;
        m_reads += u"list "_s + QString::fromUtf8(path);
        if (const auto then = std::exchange(m_onNextList, {}))
            then();
        ++m_lists[path];
        m_underWay.insert(qFromBigEndian<qint32>(frame.constData() + 4), path);
        m_mostAtOnce = std::max(m_mostAtOnce, static_cast<int>(m_underWay.keys(path).size()));
    }
    void reply(const QByteArray &frame) { m_underWay.remove(qFromBigEndian<qint32>(frame.constData() + 4)); }

    QHash<QByteArray, int> m_lists;
    QHash<qint32, QByteArray> m_underWay;
    int m_mostAtOnce = 0;
    QStringList m_reads;
    std::function<void()> m_onNextList;
};

} // namespace

/// That watching costs little, and that what is not seen singly is counted.
class PacingTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        startServer();
        m_relay = std::make_unique<Relay>(m_sandbox.port());
        m_lists = std::make_unique<ListCounter>(*m_relay);
    }
    void cleanupTestCase()
    {
        m_others.reset();
        m_relay.reset();
    }
    void init() { m_base = make(u"/t%1"_s.arg(++m_count)); }

    void nodesThatComeAndGoBetweenTwoListsAreCountedExactlyByFewLists()
    {
        Watched observation(m_relay->connectString(), m_base);
        const int before = m_lists->lists(m_base);
        constexpr int rounds = 1'000;
        int gone = 0;
        for (int i = 0; i < rounds; ++i) {
            const auto made = m_others->create(m_base + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
            m_others->remove(u"%1/lock-%2"_s.arg(m_base).arg(i, 10, 10, QChar(u'0')), -1)
                .then([&](const Result<Done> &removed) { gone += removed ? 1 : 0; });
        }
        AWAIT_COMPARE(gone, rounds);
        queueUp(m_base);
        AWAIT_COMPARE(difference(*m_others, observation.world(), m_base), QString());
        const auto parent = await(m_others->exists(m_base));
        QVERIFY(parent);
        QCOMPARE(createsUnder(*parent), quint32(rounds + 1));
        QCOMPARE(observation.added(m_base) + observation.unseen(m_base), rounds + 1);
        QVERIFY(observation.unseen(m_base) > 0);
        const int lists = m_lists->lists(m_base) - before;
        QVERIFY2(lists >= 1 && lists <= rounds / 5, qPrintable(QString::number(lists)));
    }

    void oneDirectoryIsListedOnceAtATime()
    {
        Watched observation(m_relay->connectString(), m_base);
        int made = 0;
        for (int i = 0; i < 300; ++i) {
            m_others->create(m_base + u"/lock-"_s, {}, NodeKind::EphemeralSequential)
                .then([&](const Result<CreatedNode> &) {
                    ++made;
                    observation.watcher().refresh(m_base); // somebody is impatient
                });
        }
        AWAIT_COMPARE(made, 300);
        AWAIT_COMPARE(difference(*m_others, observation.world(), m_base), QString());
        QCOMPARE(m_lists->mostAtOnce(), 1);
    }

    void aSlowDirectoryDoesNotDelayAnother()
    {
        // A list that took long makes its directory wait long; another one has its own pace.
        const QString slow = make(m_base + u"/slow"_s);
        const QString quick = make(m_base + u"/quick"_s);
        Watched observation(m_relay->connectString(), m_base);
        m_relay->setPartitioned(true);
        queueUp(slow);
        observation.watcher().refresh(slow);
        QElapsedTimer held;
        held.start();
        AWAIT_VERIFY(held.elapsed() > 500); // the delay is what is tested
        m_relay->setPartitioned(false);
        AWAIT_COMPARE(observation.queue(slow).size(), 1);
        queueUp(slow); // is to be listed a second from now
        queueUp(quick);
        AWAIT_COMPARE(observation.queue(quick).size(), 1);
        QCOMPARE(observation.queue(slow).size(), 1); // the quick one came first
        AWAIT_COMPARE(observation.queue(slow).size(), 2);
    }

    void whatIsNewIsReadBeforeTheNextList()
    {
        bool wereTwoLists = false;
        for (int round = 0; round < 50 && !wereTwoLists; ++round) {
            const QString lock = make(u"%1/lock%2"_s.arg(m_base).arg(round));
            Watched observation(m_relay->connectString(), lock);
            // The answer to a list and the watch event after it arrive at once, as they do where lists are long.
            m_lists->onNextList(
                [this] { QTimer::singleShot(0, m_relay.get(), [this] { m_relay->setPartitioned(true); }); });
            const QString first = queueUp(lock);
            AWAIT_VERIFY(m_relay->isPartitioned());
            const QString second = queueUp(lock);
            m_relay->setPartitioned(false);
            AWAIT_VERIFY(observation.child(second) && observation.child(second)->stat);
            const QStringList &reads = m_lists->reads();
            wereTwoLists = reads.count(u"list "_s + lock) > 2; // else the server had both when it was asked
            if (wereTwoLists)
                QVERIFY2(reads.indexOf(u"get "_s + first) < reads.lastIndexOf(u"list "_s + lock),
                         qPrintable(reads.join(u", "_s)));
        }
        QVERIFY(wereTwoLists);
    }

    void aQuietTreeIsNotRead()
    {
        Watched observation(m_relay->connectString(), m_base);
        int requests = 0;
        m_relay->setTap([&](bool fromClient, bool, const QByteArray &frame) {
            const bool isPing = frame.size() >= 8 && qFromBigEndian<qint32>(frame.constData() + 4) == -2;
            requests += fromClient && !isPing ? 1 : 0;
        });
        for (int i = 0; i < 50; ++i) // elsewhere
            QVERIFY(await(m_others->exists(u"/"_s)));
        QCOMPARE(requests, 0);
    }

private:
    std::unique_ptr<Relay> m_relay;
    std::unique_ptr<ListCounter> m_lists;
};

} // namespace lockscope::tst_pacing

LOCKSCOPE_TEST(lockscope::tst_pacing::PacingTest)
#include "tst_pacing.moc"
