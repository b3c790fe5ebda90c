// SPDX-License-Identifier: Apache-2.0
// Who asked, held and left, told by simulated clients and seen of others; and the figures that are made of it.
#include "core/checks/locktiming.h"
#include "core/ledger/ledger.h"
#include "eventstory.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <rapidcheck.h>

#include <numeric>

namespace lockscope::tst_acquisitions {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

const QString lock = u"/locks/orders"_s;
constexpr qint64 ms = 1'000'000;

QString nodeName(int number)
{
    return u"lock-"_s + QString::asprintf("%010d", number);
}

/// Writes events into a fold, a given time apart.
class Story
{
public:
    explicit Story(size_t mostKept = 200'000)
        : m_fold(mostKept)
    {
        ObservationChanged observed;
        observed.root = u"/"_s;
        observed.freshness = Freshness::Live;
        happens(observed);
    }

    void pass(qint64 milliseconds) { m_atNs += milliseconds * ms; }
    void happens(Payload what) { m_fold.append({++m_number, m_atNs, std::move(what)}, m_world); }
    quint64 number() const { return m_number; }
    qint64 atNs() const { return m_atNs; }

    void spawn(quint32 id, locks::RecipeId recipe = locks::RecipeId::Mutex)
    {
        happens(ClientSpawned{ClientId{id}, {}, recipe, locks::Dialect::Docs, locks::Mode::Exclusive, lock});
        happens(ClientConnection{ClientId{id}, ConnectionState::Connected, SessionId{0x900 + id}});
    }
    void becomes(quint32 id, LockState state, qint64 czxid = 0)
    {
        happens(ClientLockState{ClientId{id}, state, {}, Zxid{czxid}, 0, {}});
    }
    void born(quint32 id, qint64 czxid)
    {
        happens(ServerNode{ClientId{id}, lock + u'/' + nodeName(int(czxid)), ServerNode::Life::Born, Zxid{czxid},
                           SessionId{0x900 + id}});
    }
    void listed(const QStringList &added, const QStringList &removed = {}, qint64 unseen = 0)
    {
        m_children += int(added.size() - removed.size());
        listedAt(lock, m_children, added, removed, unseen);
    }
    /// All names, as after a lost connection.
    void listedAfresh(const QStringList &all)
    {
        m_children = 0;
        listed(all);
    }
    void resolved(int number, qint64 owner) { resolvedAt(lock + u'/' + nodeName(number), number, owner); }
    /// Another program's.
    void comes(int number)
    {
        listed({nodeName(number)});
        resolved(number, 0x11 * number);
    }
    void goes(int number) { listed({}, {nodeName(number)}); }

    void listedAt(const QString &path, int children, const QStringList &added, const QStringList &removed = {},
                  qint64 unseen = 0)
    {
        DirectoryListed event{path, {}, added, removed, unseen};
        event.stat.numChildren = children;
        happens(event);
    }
    void resolvedAt(const QString &path, qint64 czxid, qint64 owner, const QByteArray &data = {})
    {
        NodeResolved event{path, {}, locks::ChildNode::Data::Read, data};
        event.stat.czxid = Zxid{czxid};
        event.stat.ephemeralOwner = SessionId{owner};
        happens(event);
    }

    LockTiming timing() const { return timingAt(*m_fold.of(lock), m_number, m_atNs); }
    LockTiming timingAtEvent(quint64 number) const { return timingAt(*m_fold.of(lock), number, m_atNs); }
    const LockTurns *turns() const { return m_fold.of(lock); }
    const Ledger &fold() const { return m_fold; }
    std::optional<HeldSince> heldSince(int node, quint64 at) const
    {
        return m_fold.heldSince(lock, lock + u'/' + nodeName(node), at);
    }

private:
    World m_world;
    Ledger m_fold;
    quint64 m_number = 0;
    qint64 m_atNs = 1'000 * ms;
    int m_children = 0;
};

/// Any lives of contenders in one lock, without a story: what the figures are made of.
LockTurns anyTurns()
{
    LockTurns turns;
    quint64 number = 0;
    qint64 atNs = 1;
    const auto moment = [&] {
        atNs += *rc::gen::inRange<qint64>(0, 5'000'000);
        return Moment{++number, atNs};
    };
    const int count = *rc::gen::inRange(0, 25);
    for (int i = 0; i < count; ++i) {
        Acquisition turn;
        turn.client = ClientId{*rc::gen::inRange<quint32>(1, 6)};
        turn.inNoLine = *rc::gen::inRange(0, 4) == 0;
        turn.askedBefore = *rc::gen::inRange(0, 5) == 0;
        turn.asked = moment();
        turn.knownBy = turn.asked.number;
        turn.czxid = Zxid{*rc::gen::inRange<qint64>(1, 1000)};
        turn.czxidBy = *rc::gen::inRange(0, 3) == 0 ? 0 : turn.knownBy;
        turns.acquisitions.push_back(turn);
    }
    // Then they are served and leave in any order.
    for (Acquisition &turn : turns.acquisitions) {
        turn.granted = {*rc::gen::inRange<quint64>(0, 60), 0};
        if (turn.granted.number <= turn.asked.number)
            turn.granted = {};
        else
            turn.granted.atNs = atNs + static_cast<qint64>(turn.granted.number) * ms;
        turn.ended = {*rc::gen::inRange<quint64>(0, 90), 0};
        if (turn.ended.number <= std::max(turn.asked.number, turn.granted.number))
            turn.ended = {};
        else
            turn.ended.atNs = atNs + static_cast<qint64>(turn.ended.number) * ms;
    }
    return turns;
}

/// By the definition, pair by pair.
int overtakingsOneByOne(const LockTurns &turns, quint64 number)
{
    int count = 0;
    const auto counts = [&](const Acquisition &turn) {
        return turn.knownBy <= number && (turn.inNoLine || (turn.czxidBy != 0 && turn.czxidBy <= number));
    };
    const auto place = [](const Acquisition &turn) {
        return turn.inNoLine ? static_cast<qint64>(turn.asked.number) : turn.czxid.value;
    };
    for (const Acquisition &late : turns.acquisitions) {
        if (!counts(late) || !late.granted.hasHappenedBy(number))
            continue;
        for (const Acquisition &early : turns.acquisitions) {
            if (!counts(early) || early.inNoLine != late.inNoLine || place(early) >= place(late))
                continue;
            const quint64 served = late.granted.number;
            const bool waits = early.asked.number <= served
                               && !(early.granted.hasHappenedBy(number) && early.granted.number <= served)
                               && !(!early.granted.hasHappenedBy(number) && early.ended.hasHappenedBy(number)
                                    && early.ended.number <= served);
            count += waits ? 1 : 0;
        }
    }
    return count;
}

} // namespace

class TestAcquisitions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClientsWaitAndHoldAreThoseThatItTells()
    {
        Story story;
        story.spawn(1);
        story.becomes(1, LockState::Fetching);
        story.born(1, 7);
        story.pass(30);
        story.becomes(1, LockState::Fetching); // it has its node now
        story.pass(10);
        story.becomes(1, LockState::Retained, 7);
        story.becomes(1, LockState::Retained, 7); // one entry more
        story.pass(200);
        story.becomes(1, LockState::Releasing);
        story.pass(5);
        story.becomes(1, LockState::Released);
        const LockTiming timing = story.timing();
        QCOMPARE(timing.waits.sortedNs, std::vector<qint64>{40 * ms});
        QCOMPARE(timing.holds.sortedNs, std::vector<qint64>{200 * ms});
        QCOMPARE(timing.grantsNs.size(), size_t(1));
        QCOMPARE(story.turns()->acquisitions.front().czxid, Zxid{7});
        QCOMPARE(timing.longest.size(), size_t(1));
        QCOMPARE(timing.longest[0].client, ClientId{1});
    }

    void whoGivesUpAndWhoWaitsStillHaveNoWaitTimeButAWait()
    {
        Story story;
        for (quint32 id = 1; id <= 3; ++id) {
            story.spawn(id);
            story.becomes(id, LockState::Fetching);
        }
        story.becomes(1, LockState::Retained, 1);
        story.pass(50);
        story.becomes(2, LockState::Releasing);
        story.pass(20);
        const LockTiming timing = story.timing();
        QCOMPARE(timing.waits.sortedNs, std::vector<qint64>{0});
        QCOMPARE(timing.waits.running, 1);
        QCOMPARE(timing.gaveUp, 1);
        QCOMPARE(timing.holds.running, 1);
        QCOMPARE(timing.longest[0].client, ClientId{3});
        QVERIFY(timing.longest[0].isWaiting);
        QCOMPARE(timing.longest[0].waitedNs, 70 * ms);
        QCOMPARE(timing.longest[1].client, ClientId{2});
        QVERIFY(timing.longest[1].gaveUp);
        QCOMPARE(timing.longest[1].waitedNs, 50 * ms);
    }

    void aCrashEndsWhatTheClientBelieves()
    {
        Story story;
        story.spawn(1);
        story.becomes(1, LockState::Fetching);
        story.becomes(1, LockState::Retained, 1);
        story.pass(30);
        story.happens(ClientFault{ClientId{1}, Fault::Crash});
        QCOMPARE(story.timing().holds.sortedNs, std::vector<qint64>{30 * ms});
    }

    void ofOthersTheNodesTell()
    {
        Story story;
        story.listed({});
        story.pass(10);
        story.comes(1);
        story.pass(100);
        story.comes(2);
        story.pass(40);
        story.goes(1);
        story.pass(60);
        story.goes(2);
        const LockTiming timing = story.timing();
        QCOMPARE(timing.waits.sortedNs, (std::vector<qint64>{0, 40 * ms}));
        QCOMPARE(timing.holds.sortedNs, (std::vector<qint64>{60 * ms, 140 * ms}));
        QCOMPARE(timing.waits.unknown, 0);
        QCOMPARE(timing.fairness.overtakings, 0);
        QCOMPARE(timing.longest[0].node, lock + u'/' + nodeName(2));
    }

    void whatWasThereBeforeAnybodyLookedIsNotKnown()
    {
        Story story;
        story.listed({nodeName(1), nodeName(2)});
        story.resolved(2, 0x22); // replies come in any order
        story.resolved(1, 0x11);
        story.pass(100);
        story.goes(1);
        LockTiming timing = story.timing();
        QCOMPARE(timing.holds.unknown, 1);
        QCOMPARE(timing.holds.running, 1);
        QCOMPARE(timing.grantsNs.size(), size_t(1)); // that of the second one was seen
        QCOMPARE(timing.waits.unknown, 2);
        QVERIFY(timing.waits.sortedNs.empty());
        QVERIFY(timing.longest[0].atLeast);
        story.pass(100);
        story.goes(2);
        timing = story.timing();
        QCOMPARE(timing.holds.sortedNs, std::vector<qint64>{100 * ms});
    }

    void nobodyIsServedWhileOneBeforeItIsNotRead()
    {
        Story story;
        story.listed({});
        story.listed({nodeName(1), nodeName(2)});
        story.resolved(2, 0x22);
        QVERIFY(story.timing().grantsNs.empty());
        story.resolved(1, 0x11);
        QCOMPARE(story.timing().grantsNs.size(), size_t(1));
        QCOMPARE(story.turns()->acquisitions[0].granted.number, quint64(0)); // lock-2
        QVERIFY(story.turns()->acquisitions[1].granted.number != 0);
    }

    void readersAreServedTogether()
    {
        Story story;
        story.listed({});
        const auto name = [](const char *prefix, int number) {
            return QString::fromLatin1(prefix) + QString::asprintf("%010d", number);
        };
        const QStringList names{name("R-", 1), name("R-", 2), name("W-", 3), name("R-", 4)};
        story.listed(names);
        for (int i = 0; i < names.size(); ++i)
            story.resolvedAt(lock + u'/' + names[i], i + 1, i + 1);
        QCOMPARE(story.timing().holds.running, 2);
        story.listed({}, {names[0]});
        QCOMPARE(story.timing().waits.running, 2);
        story.listed({}, {names[1]});
        QCOMPARE(story.timing().waits.running, 1);
        QCOMPARE(story.timing().fairness.overtakings, 0);
    }

    void simulatedClientsNodesAreNotCountedTwice()
    {
        Story story;
        story.listed({});
        story.spawn(1);
        story.becomes(1, LockState::Fetching);
        story.listed({nodeName(1)});
        story.resolved(1, 0x901);
        story.becomes(1, LockState::Retained, 1);
        QCOMPARE(story.turns()->acquisitions.size(), size_t(1));
        story.comes(2); // another program's, behind it
        QCOMPARE(story.timing().waits.running, 1);
        story.goes(1);
        QCOMPARE(story.timing().waits.running, 0);
    }

    void whatCameAndWentUnseenIsCountedUnlessItMayBeOurs()
    {
        Story story;
        story.listed({});
        story.listed({nodeName(1)}, {}, 38);
        story.resolved(1, 0x11);
        QCOMPARE(story.timing().unseenSum, qint64(38));
        const quint64 before = story.number();
        story.spawn(1);
        story.becomes(1, LockState::Fetching);
        QCOMPARE(story.timing().unseenSum, qint64(0));
        QCOMPARE(story.timingAtEvent(before).unseenSum, qint64(38));
    }

    void afterALostConnectionTheGapIsNotFilledIn()
    {
        Story story;
        story.listed({});
        story.comes(1);
        story.comes(2);
        story.pass(500);
        story.listedAfresh({nodeName(2), nodeName(3)});
        story.resolved(3, 0x33);
        const LockTiming timing = story.timing();
        QCOMPARE(timing.holds.unknown, 1); // when the first one went
        QVERIFY(story.turns()->acquisitions.back().askedBefore);
    }

    void whoCameToHoldWhileNothingWasReadHasHeldForAtMostThatLong()
    {
        Story story;
        story.happens(ObservationChanged{u"/"_s, Freshness::Live, 1, 0, 0, 0});
        story.listed({});
        story.listed({nodeName(1), nodeName(2)});
        story.resolved(1, 0x11);
        story.resolved(2, 0x22);
        story.happens(ObservationChanged{u"/"_s, Freshness::Stale, 1, 0, 0, 0});
        story.pass(20'000);
        story.goes(1);
        story.happens(ObservationChanged{u"/"_s, Freshness::Live, 1, 0, 0, 0});
        const Acquisition &second = story.turns()->acquisitions.back();
        QVERIFY(second.heldBefore);
        story.comes(3);
        story.goes(2);
        QVERIFY(!story.turns()->acquisitions.back().heldBefore); // seen again
    }

    void aRaceThatIsWonByALateComerIsAnOvertaking()
    {
        Story story;
        for (quint32 id = 1; id <= 4; ++id) {
            story.spawn(id, locks::RecipeId::Ephemeral);
            story.becomes(id, LockState::Fetching);
        }
        for (const quint32 id : {1, 4, 3, 2}) {
            story.becomes(id, LockState::Retained, 100 - qint64(id));
            story.becomes(id, LockState::Released);
        }
        const Fairness fairness = story.timing().fairness;
        QCOMPARE(fairness.served, 4);
        QCOMPARE(fairness.overtakings, 3); // 4 before 2 and 3; 3 before 2
        QCOMPARE(fairness.overtakers, 2);
        QCOMPARE(fairness.evenness, std::optional(1.0));
    }

    void evennessIsOneOverTheirNumberWhereOneHasItAll()
    {
        Story story;
        for (quint32 id = 1; id <= 4; ++id)
            story.spawn(id);
        for (quint32 id = 2; id <= 4; ++id)
            story.becomes(id, LockState::Fetching);
        for (int round = 0; round < 5; ++round) {
            story.becomes(1, LockState::Fetching);
            story.becomes(1, LockState::Retained, round + 1);
            story.becomes(1, LockState::Released);
        }
        const Fairness fairness = story.timing().fairness;
        QCOMPARE(fairness.shares.size(), size_t(4));
        QCOMPARE(fairness.shares[0].client, ClientId{1});
        QCOMPARE(fairness.shares[0].grants, 5);
        QCOMPARE(fairness.evenness, std::optional(0.25));
    }

    void theOldestAreForgottenAndTheOpenOnesNot()
    {
        Story story(40);
        story.spawn(1);
        for (int round = 0; round < 1000; ++round) {
            for (const LockState state : {LockState::Fetching, LockState::Retained, LockState::Released})
                story.becomes(1, state);
            QVERIFY(story.turns()->acquisitions.size() <= 40);
            QVERIFY(story.turns()->acquisitions.back().ended.number != 0);
        }
        QCOMPARE(story.turns()->forgotten + story.turns()->acquisitions.size(), quint64(1000));
    }

    /// Who held when the lock was first read may have held for longer; for any event before, it is as it was then.
    void sinceWhenANodeHolds()
    {
        Story story;
        story.comes(1);
        const quint64 firstHolds = story.number();
        const qint64 firstSinceNs = story.atNs();
        story.pass(10);
        story.comes(2);
        story.pass(10);
        story.goes(1);
        QCOMPARE(story.heldSince(1, story.number()), (HeldSince{firstSinceNs, true}));
        QCOMPARE(story.heldSince(2, story.number()), (HeldSince{story.atNs(), false}));
        QCOMPARE(story.heldSince(2, story.number() - 1), std::nullopt);
        QCOMPARE(story.heldSince(1, firstHolds), (HeldSince{firstSinceNs, true}));
        QCOMPARE(story.fold().heldSince(u"/elsewhere"_s, u"/elsewhere/x"_s, story.number()), std::nullopt);
    }

    void whoCameToHoldWhileNothingWasSeenHasHeldForLonger()
    {
        Story story;
        story.listed({nodeName(1), nodeName(2)});
        story.resolved(1, 1);
        story.resolved(2, 2);
        story.listed({});
        story.listedAfresh({nodeName(2)});
        const auto held = story.heldSince(2, story.number());
        QVERIFY(held && held->upperBound);
    }

    void whoCameWhileNothingWasSeenAndHoldsHasHeldForLonger()
    {
        Story story;
        story.listed({});
        story.comes(1);
        story.happens(ObservationChanged{u"/"_s, Freshness::Stale});
        story.listedAfresh({nodeName(3), nodeName(4)});
        story.happens(ObservationChanged{u"/"_s, Freshness::Live});
        story.resolved(4, 4);
        story.resolved(3, 3);
        const auto held = story.heldSince(3, story.number());
        QVERIFY(held && held->upperBound);
        story.goes(3);
        QVERIFY(!story.heldSince(4, story.number())->upperBound); // that was seen
        story.goes(4);
        story.comes(5);
        QVERIFY(!story.heldSince(5, story.number())->upperBound);
    }

    void whoHoldsInALineThatIsKnownLateHasHeldForLonger()
    {
        Story story;
        const auto node = [](int number) { return u"/workers/000000000%1"_s.arg(number); };
        const auto comes = [&](int number) {
            story.listedAt(u"/workers"_s, number, {node(number).mid(9)});
            story.resolvedAt(node(number), number, number);
        };
        story.listedAt(u"/workers"_s, 0, {});
        comes(1);
        comes(2);
        QVERIFY(!story.fold().of(u"/workers"_s));
        ServersProbed probed;
        probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = 1;
        probed.knowledge.watchers.insert(node(1), {SessionId{2}});
        story.happens(probed);
        const auto held = story.fold().heldSince(u"/workers"_s, node(1), story.number());
        QVERIFY(held && held->upperBound);
        QVERIFY(!story.fold().heldSince(u"/workers"_s, node(2), story.number()));
    }

    /// Kazoo's leases are in one directory, its line in another, which may be listed later.
    void leasesThatAreKnownLateHaveBeenHeldForLonger()
    {
        Story story;
        const QString lease = u"3f2504e04f8941d39a0c0305e82c3301"_s;
        story.listedAt(u"/"_s, 2, {u"sem"_s, u"sem-__lock__"_s});
        story.resolvedAt(u"/sem"_s, 1, 0, "2");
        story.listedAt(u"/sem"_s, 1, {lease});
        story.resolvedAt(u"/sem/"_s + lease, 8, 7);
        story.pass(5'000);
        story.listedAt(u"/sem-__lock__"_s, 0, {});
        const auto held = story.fold().heldSince(u"/sem"_s, u"/sem/"_s + lease, story.number());
        QVERIFY(held && held->upperBound);
    }

    void eachInstantIsAsIfNothingHadHappenedSince()
    {
        QVERIFY(rc::check("cut off anywhere", [](const std::vector<quint32> &choices) {
            EventStory story;
            EventBatch events;
            for (const quint32 choice : choices)
                events += story.next(choice);
            Ledger whole;
            World world;
            for (const Event &event : events)
                whole.append(event, world);
            const qsizetype cut = *rc::gen::inRange<qsizetype>(0, events.size() + 1);
            Ledger part;
            World before;
            for (qsizetype i = 0; i < cut; ++i)
                part.append(events[i], before);
            const qint64 atNs = cut == 0 ? 0 : events[cut - 1].atNs;
            for (const QString &path : {u"/locks/0"_s, u"/locks/1"_s, u"/locks/2"_s, u"/locks/plain"_s}) {
                const LockTurns *then = part.of(path);
                const LockTurns *now = whole.of(path);
                RC_ASSERT(!then || now);
                const LockTiming was = then ? timingAt(*then, quint64(cut), atNs) : LockTiming();
                const LockTiming after = now ? timingAt(*now, quint64(cut), atNs) : LockTiming();
                RC_ASSERT(was == after);
            }
        }));
    }

    void whoCameTogetherOvertakesNobody()
    {
        LockTurns turns;
        for (const quint64 granted : {9, 8, 7}) { // the last one first
            Acquisition turn;
            turn.asked = {1, 0};
            turn.knownBy = turn.czxidBy = 1;
            turn.czxid = Zxid{granted == 9 ? 0x10 : 0x11}; // one transaction made two
            turn.granted = {granted, 0};
            turns.acquisitions.push_back(turn);
        }
        QCOMPARE(servedOrder(turns, 20), (ServedOrder{3, 2, 2})); // both of them the one before
    }

    void overtakingsAreThoseOfTheDefinition()
    {
        QVERIFY(rc::check("pair by pair", [] {
            const LockTurns turns = anyTurns();
            const auto number = *rc::gen::inRange<quint64>(0, 100);
            RC_ASSERT(servedOrder(turns, number).overtakings == overtakingsOneByOne(turns, number));
        }));
    }

    void everyDurationIsInItsBinAndCountedOnce()
    {
        QVERIFY(rc::check("bins", [](std::vector<quint32> values) {
            Durations durations;
            for (const quint32 value : values)
                durations.sortedNs.push_back(qint64(value) * *rc::gen::element<qint64>(1, 1000, 1'000'000));
            std::sort(durations.sortedNs.begin(), durations.sortedNs.end());
            const LogHistogram histogram = histogramOf(durations);
            RC_ASSERT(std::accumulate(histogram.counts.begin(), histogram.counts.end(), size_t(0))
                      == durations.sortedNs.size());
            for (const qint64 ns : durations.sortedNs) {
                const int bin = LogHistogram::binOf(ns);
                RC_ASSERT(ns <= 1 || double(ns) >= LogHistogram::lowerNs(bin));
                RC_ASSERT(double(ns) < LogHistogram::lowerNs(bin + 1));
                RC_ASSERT(histogram.counts[size_t(bin - histogram.firstBin)] > 0);
            }
        }));
    }

    void quantilesAreElementsAndDoNotFall()
    {
        QVERIFY(rc::check("quantiles", [](std::vector<quint32> values) {
            RC_PRE(!values.empty());
            Durations durations{{values.begin(), values.end()}};
            std::sort(durations.sortedNs.begin(), durations.sortedNs.end());
            qint64 before = 0;
            for (const double share : {0.0, 0.1, 0.5, 0.9, 0.99, 1.0}) {
                const qint64 value = *durations.quantile(share);
                RC_ASSERT(std::binary_search(durations.sortedNs.begin(), durations.sortedNs.end(), value));
                RC_ASSERT(value >= before);
                const auto notAbove = std::upper_bound(durations.sortedNs.begin(), durations.sortedNs.end(), value)
                                      - durations.sortedNs.begin();
                RC_ASSERT(double(notAbove) >= share * double(values.size()) - 1e-9);
                before = value;
            }
        }));
        QCOMPARE(Durations().quantile(0.5), std::nullopt);
    }

    void stretchesCountEachInstantOnce()
    {
        QVERIFY(rc::check("stretches", [](std::vector<quint16> values) {
            std::vector<qint64> sorted(values.begin(), values.end());
            std::sort(sorted.begin(), sorted.end());
            const auto step = *rc::gen::inRange<qint64>(1, 5000);
            const auto counts = countedPer(sorted, 0, step, int(65536 / step) + 1);
            RC_ASSERT(std::accumulate(counts.begin(), counts.end(), size_t(0)) == sorted.size());
            for (const qint64 value : sorted)
                RC_ASSERT(counts[size_t(value / step)] > 0);
        }));
    }
};

} // namespace lockscope::tst_acquisitions

LOCKSCOPE_TEST(lockscope::tst_acquisitions::TestAcquisitions)
#include "tst_acquisitions.moc"
