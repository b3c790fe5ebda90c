// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverprobe.h"
#include "tests/live/observe/observation.h"
#include "tests/support/changingrelay.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_otherhistory {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using journal::Freshness;

constexpr int sessionMs = 1'000;
constexpr int fewer = 5; ///< changes on one server
constexpr int many = 100;
const QString theLock = u"/lock"_s;

/// Servers whose data were replaced, or others at the same address: what they have is no change of what was there.
class OtherHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (SandboxForTest *sandbox : {&m_before, &m_after})
            QVERIFY2(sandbox->start(), sandbox->why());
    }
    void init()
    {
        m_relay = std::make_unique<ChangingRelay>(m_before.port());
        m_observation = std::make_unique<Observation>(m_relay->connectString(), observe::WatchLimits{}, sessionMs);
    }
    void cleanup()
    {
        m_observation.reset();
        m_relay.reset();
        for (const SandboxForTest *sandbox : {&m_before, &m_after})
            QVERIFY(removeTree(*openSession(sandbox->connectString()), theLock));
    }

    void whatOneHistoryCannotHave_data()
    {
        QTest::addColumn<NodeStat>("now");
        QTest::addColumn<bool>("is");
        QTest::newRow("the same") << nodeBefore() << false;
        const auto row = [](const char *name, NodeStat now, bool is) { QTest::newRow(name) << now << is; };
        NodeStat now = nodeBefore();
        now.mzxid = now.pzxid = Zxid{40};
        row("changed since", now, false);
        now.mzxid = Zxid{19};
        row("changed before it was seen", now, true);
        now = nodeBefore();
        now.pzxid = Zxid{1}; // which servers before 3.6 may say when they start again
        row("its children changed before", now, false);
        now = nodeBefore();
        now.cversion += 3; // two were made, and one went
        now.numChildren += 1;
        row("children came and went", now, false);
        now = nodeBefore();
        now.cversion -= 1;
        now.numChildren -= 1;
        row("fewer children were ever made", now, true);
        now = nodeBefore();
        now.ctimeMs += 1;
        row("made by the same change at another time", now, true);
        now.czxid = now.mzxid = now.pzxid = Zxid{31};
        row("made again", now, false);
        now.czxid = now.mzxid = now.pzxid = Zxid{30};
        row("made when its children were seen to change", now, true);
        now.czxid = now.mzxid = now.pzxid = Zxid{5};
        row("made before", now, true);
    }
    void whatOneHistoryCannotHave()
    {
        QFETCH(NodeStat, now);
        QTEST(zk::contradict(nodeBefore(), now), "is");
    }

    /// They do not let the session in, as they have not come as far as it has seen.
    void serversThatHaveNotComeAsFarAreOthers()
    {
        const auto before = openSession(m_before.connectString());
        const auto after = openSession(m_after.connectString());
        QVERIFY(makeLock(*before, 2 * many) && makeLock(*after, fewer));
        QVERIFY(m_observation->watch(theLock));
        m_relay->moveTo(m_after.port());
        AWAIT_COMPARE(m_observation->connection().state(), ConnectionState::Closed);
        QCOMPARE(m_observation->connection().session()->whyOver().code, ErrorCode::HistoryChanged);
        QVERIFY(m_observation->connection().trouble().english().contains(u"another history"_s));
        QCOMPARE(m_observation->freshness(), Freshness::Stale);
    }

    /// They let it in as one that has expired, and what they list was made when something else was there.
    void serversThatHaveComeFurtherWithOtherNodesAreOthers()
    {
        const auto before = openSession(m_before.connectString());
        const auto after = openSession(m_after.connectString());
        QVERIFY(makeChanges(*before, many) && makeLock(*before, fewer));
        QVERIFY(makeLock(*after, fewer));
        const NodeStat theirs = await(after->exists(theLock)).value();
        QVERIFY(theirs.czxid < await(before->exists(theLock)).value().pzxid);
        QVERIFY(m_observation->watch(theLock));
        QVERIFY(makeChanges(*after, 4 * many));
        QVERIFY(after->newestChange() > m_observation->connection().newestChange());
        const int listings = m_observation->listings(theLock);
        m_relay->moveTo(m_after.port());
        AWAIT_COMPARE(m_observation->connection().state(), ConnectionState::Closed);
        QCOMPARE(m_observation->connection().session()->whyOver().code, ErrorCode::HistoryChanged);
        QCOMPARE(m_observation->freshness(), Freshness::Stale);
        QCOMPARE(m_observation->listings(theLock), listings); // what was seen stays as it was
        QCOMPARE(m_observation->queue(theLock).size(), fewer);
        // Nor do they tell of the sessions that were seen, though they list the one that came to them.
        observe::ServerProbe probe(m_observation->connection(), *m_observation, {});
        QVERIFY(await(probe.probe()));
        QVERIFY(!m_observation->world().servers().isEmpty());
        QVERIFY(!m_observation->world().knowledge().allSessions);
        QVERIFY(m_observation->world().knowledge().sessions.isEmpty());
    }

    void aConnectionKnowsWhatWasSeenBeforeIt()
    {
        zk::ConnectionSpec spec = m_observation->connection().spec();
        const auto changes = openSession(m_before.connectString());
        QVERIFY(makeLock(*changes, fewer));
        spec.seen = changes->newestChange();
        zk::Connection same(spec);
        QVERIFY(await(same.open()));
        QVERIFY(same.newestChange() >= spec.seen);
        spec.seen.value += 1'000'000;
        zk::Connection other(spec);
        QCOMPARE(codeOf(await(other.open())), ErrorCode::HistoryChanged);
    }

    /// As one of several servers may be, to which a new session comes.
    void anAnswerThatLagsBehindIsNoOtherHistory()
    {
        const auto changes = openSession(m_before.connectString());
        QVERIFY(makeLock(*changes, fewer));
        QVERIFY(m_observation->watch(theLock));
        bool hasLagged = false;
        m_relay->setChange([&hasLagged](const Asked &asked, const QByteArray &frame) {
            constexpr qsizetype statBytes = 68;
            if (asked.type != Asked::List || asked.path != theLock.toUtf8() || std::exchange(hasLagged, true))
                return frame;
            QByteArray changed = frame;
            qToBigEndian(qint64(1), changed.data() + changed.size() - statBytes); // its czxid
            return changed;
        });
        QVERIFY(!makeNode(*changes, theLock + u"/new"_s, NodeKind::Ephemeral).isEmpty());
        TRY_EQUALS_SERVER(*changes, *m_observation, theLock);
        QVERIFY(hasLagged);
        QCOMPARE(m_observation->connection().state(), ConnectionState::Connected);
    }

private:
    static NodeStat nodeBefore()
    {
        NodeStat stat;
        stat.czxid = Zxid{10};
        stat.mzxid = Zxid{20};
        stat.pzxid = Zxid{30};
        stat.ctimeMs = 1'700'000'000'000;
        stat.cversion = 10;
        stat.numChildren = 2;
        return stat;
    }
    static bool makeLock(zk::Session &session, int contenders)
    {
        return !makeNode(session, theLock).isEmpty() && makeNodes(session, contenders, [](int) {
            return NewNode{theLock + u"/lock-"_s, NodeKind::EphemeralSequential};
        });
    }
    /// Nothing stays of them but that the server has come so much further.
    static bool makeChanges(zk::Session &session, int changes)
    {
        const QString path = makeNode(session, u"/changes"_s);
        return makeNodes(session, changes, [&](int i) { return NewNode{path + u"/%1"_s.arg(i)}; })
               && removeTree(session, path);
    }

    SandboxForTest m_before;
    SandboxForTest m_after;
    std::unique_ptr<ChangingRelay> m_relay;
    std::unique_ptr<Observation> m_observation;
};

} // namespace lockscope::tst_otherhistory

LOCKSCOPE_TEST(lockscope::tst_otherhistory::OtherHistoryTest)

#include "tst_otherhistory.moc"
