// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runreport.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>

namespace lockscope::tst_runreport {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using locks::LockState;
using locks::Mode;

namespace {

/// Events by hand: instants in microseconds.
class Story
{
public:
    explicit Story(const char *modes, int rounds = 1)
        : report(request(modes, rounds))
        , modesOf(modes)
    {
        for (quint32 id = 1; *modes; ++modes, ++id) {
            tell(0,
                 journal::ClientSpawned{ClientId{id}, u"client-%1"_s.arg(id), locks::RecipeId::ReadWrite,
                                        locks::Dialect::Docs, *modes == 'R' ? Mode::Shared : Mode::Exclusive, u"/l"_s});
        }
    }

    static SpawnRequest request(const char *modes, int rounds)
    {
        SpawnRequest request;
        request.count = static_cast<int>(qstrlen(modes));
        request.rounds = rounds;
        return request;
    }

    void tell(qint64 us, journal::Payload what) { report.add(journal::Event{++number, start + us * 1000, what}); }

    void state(qint64 us, quint32 id, LockState state, const QString &node = {}, std::optional<ErrorCode> error = {})
    {
        journal::ClientLockState stateEvent{ClientId{id}, state, node, {}, 1, {}};
        if (error)
            stateEvent.error = Error{*error, u"acquire"_s, u"/l"_s, {}};
        tell(us, stateEvent);
    }
    void fetching(qint64 us, quint32 id) { state(us, id, LockState::Fetching); }
    void born(qint64 us, quint32 id, qint64 token)
    {
        tell(us, journal::ServerNode{ClientId{id}, nodeOf(token), journal::ServerNode::Life::Born, Zxid{token},
                                     SessionId{0x100 + qint64(id)}});
    }
    void retained(qint64 us, quint32 id, qint64 token)
    {
        born(us, id, token);
        const Mode mode = modesOf[id - 1] == 'R' ? Mode::Shared : Mode::Exclusive;
        tell(us,
             journal::ClientLockState{ClientId{id}, LockState::Retained, nodeOf(token), Zxid{token}, 1, {}, 1, mode});
    }
    static QString nodeOf(qint64 token) { return u"/l/n-%1"_s.arg(token, 10, 10, QChar(u'0')); }
    /// Asked and answered: the node was there until now.
    void deletes(qint64 us, quint32 id, qint64 token)
    {
        const quint64 call = ++calls;
        tell(us, journal::ClientRequest{ClientId{id}, u"delete"_s, nodeOf(token), call});
        tell(us, journal::ClientReply{ClientId{id}, u"delete"_s, nodeOf(token), {}, 1000, call, {}});
        tell(us, journal::ServerNode{ClientId{id}, nodeOf(token), journal::ServerNode::Life::Gone, {}, {}});
    }
    void releasing(qint64 us, quint32 id) { state(us, id, LockState::Releasing); }
    void released(qint64 us, quint32 id, std::optional<ErrorCode> error = {})
    {
        state(us, id, LockState::Released, {}, error);
    }
    QJsonObject json() { return lab::toJson(report.result()); }

    static constexpr qint64 start = 1'700'000'000'000'000'000;
    RunReport report;
    QByteArray modesOf;
    quint64 number = 0;
    quint64 calls = 0;
};

} // namespace

class TestRunReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOrderlyRunIsCounted()
    {
        Story story("WW");
        story.fetching(0, 1);
        story.fetching(10, 2);
        story.fetching(20, 2); // it has its node now: no new attempt
        story.retained(100, 1, 5);
        story.releasing(1'000, 1);
        story.deletes(1'001, 1, 5);
        story.tell(1'200, journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, Story::nodeOf(5)});
        story.released(1'300, 1);
        QVERIFY(!story.report.isOver());
        story.retained(1'700, 2, 6);
        story.releasing(1'800, 2);
        story.deletes(1'800, 2, 6);
        story.released(2'000, 2);
        QVERIFY(story.report.isOver());
        QVERIFY(!story.report.hasViolations());
        const auto json = story.json();
        QCOMPARE(json[u"acquired"], 2);
        QCOMPARE(json[u"timed_out"], 0);
        QCOMPARE(json[u"failed"], 0);
        QCOMPARE(json[u"order_violations"], 0);
        QCOMPARE(json[u"violations"].toArray(), QJsonArray());
        QCOMPARE(json[u"handoff"], (QJsonObject{{u"count"_s, 1}, {u"p50_us"_s, 700}, {u"p99_us"_s, 700}}));
        QCOMPARE(json[u"requests"][u"delete"], 2);
        QCOMPARE(json[u"requests"][u"create"], 0);
        QCOMPARE(json[u"watch_events"], 1);
        QCOMPARE(json[u"watch_events_per_release"], 0.5);
        QCOMPARE(json[u"duration_ms"], 2);
        QCOMPARE(json[u"acquires_per_s"], 1000);
        QCOMPARE(json[u"clients"], 2);
        QCOMPARE(json[u"rounds"], 1);
    }

    void twoHoldersAtOnceAreAViolationWithItsWitness()
    {
        Story story("WW");
        story.fetching(0, 1);
        story.fetching(0, 2);
        story.retained(10, 1, 5);
        story.retained(20, 2, 6);
        QVERIFY(!story.report.hasViolations()); // nothing proves yet that both nodes are there
        story.deletes(30, 1, 5);
        story.deletes(40, 2, 6);
        QVERIFY(story.report.hasViolations());
        const auto violations = story.json()[u"violations"].toArray();
        QCOMPARE(violations.size(), 1);
        QCOMPARE(violations[0][u"clients"], (QJsonArray{u"client-1"_s, u"client-2"_s}));
        QCOMPARE(violations[0][u"nodes"], (QJsonArray{Story::nodeOf(5), Story::nodeOf(6)}));
        QCOMPARE(violations[0][u"lock"], u"/l"_s);
        QCOMPARE(violations[0][u"rule"], u"mutual-exclusion"_s);
        QVERIFY(!violations[0][u"events"].toArray().isEmpty());
    }

    void aHolderThatHadLostItsSessionOnlyBelieved()
    {
        Story story("WW");
        story.fetching(0, 1);
        story.fetching(0, 2);
        story.retained(10, 1, 5);
        story.retained(20, 2, 6);
        story.released(30, 1, ErrorCode::SessionExpired);
        QVERIFY(!story.report.hasViolations());
        QCOMPARE(story.json()[u"violations"].toArray().size(), 0);
        QCOMPARE(story.json()[u"belief_overlaps"].toArray().size(), 1);
        QCOMPARE(story.json()[u"failed"], 0);
        QCOMPARE(story.json()[u"errors"][0][u"code"], u"session-expired"_s);
    }

    void readersAmongThemselvesHaveNoOrder()
    {
        Story story("RRW");
        for (quint32 id = 1; id <= 3; ++id)
            story.fetching(0, id);
        story.retained(10, 2, 6);
        story.retained(20, 1, 5);
        QCOMPARE(story.json()[u"order_violations"], 0);
        story.releasing(30, 1);
        story.releasing(31, 2);
        story.retained(40, 3, 4); // a writer that readers overtook
        story.deletes(50, 3, 4);
        QCOMPARE(story.json()[u"order_violations"], 1);
    }

    void onlyWhoWaitedMakesAHandOver()
    {
        Story story("WW", 2);
        story.fetching(0, 1);
        story.retained(10, 1, 5);
        story.releasing(20, 1);
        story.released(30, 1);
        story.fetching(40, 2); // came after the release
        story.retained(50, 2, 6);
        QCOMPARE(story.json()[u"handoff"][u"count"], 0);
        QVERIFY(story.json()[u"handoff"][u"p50_us"].isNull());
    }

    void givingUpHandsNothingOver()
    {
        Story story("WWW");
        for (quint32 id = 1; id <= 3; ++id)
            story.fetching(0, id);
        story.retained(10, 1, 5);
        story.releasing(20, 2); // in its queue
        story.released(30, 2, ErrorCode::AcquireTimeout);
        story.releasing(100, 1);
        story.retained(150, 3, 7);
        QCOMPARE(story.json()[u"handoff"], (QJsonObject{{u"count"_s, 1}, {u"p50_us"_s, 50}, {u"p99_us"_s, 50}}));
        QCOMPARE(story.json()[u"timed_out"], 1);
        QCOMPARE(story.json()[u"errors"].toArray().size(), 0);
    }

    void failuresAreCountedByKind()
    {
        Story story("WWW");
        for (quint32 id = 1; id <= 3; ++id) {
            story.fetching(0, id);
            story.releasing(5, id);
            story.released(10, id, ErrorCode::NoAuth);
        }
        QVERIFY(story.report.isOver());
        QCOMPARE(story.json()[u"failed"], 3);
        const auto errors = story.json()[u"errors"].toArray();
        QCOMPARE(errors.size(), 1);
        QCOMPARE(errors[0][u"count"], 3);
        QCOMPARE(errors[0][u"client"], u"client-1"_s);
        QVERIFY(!errors[0][u"text"].toString().isEmpty());
    }

    void eachCrashIsCounted()
    {
        Story story("WWW");
        for (const quint32 id : {1u, 2u, 1u}) // one of them came back, and crashed again
            story.tell(5, journal::ClientFault{ClientId{id}, journal::Fault::Crash});
        story.tell(6, journal::ClientFault{ClientId{3}, journal::Fault::Pause});
        QCOMPARE(story.json()[u"crashed"], 3);
    }

    void itIsNotOverBeforeAllRoundsAreDone()
    {
        Story story("W", 2);
        QVERIFY(!story.report.isOver());
        for (int round = 0; round < 2; ++round) {
            QVERIFY(!story.report.isOver());
            story.fetching(round * 100, 1);
            story.retained(round * 100 + 10, 1, round + 1);
            story.releasing(round * 100 + 20, 1);
            QVERIFY(!story.report.isOver());
            story.released(round * 100 + 30, 1);
        }
        QVERIFY(story.report.isOver());
    }

    void aNodeThatATimedOutAttemptLeftIsAnOrphan()
    {
        Story story("W");
        story.tell(0, journal::ClientConnection{ClientId{1}, ConnectionState::Connected, SessionId{0x101}});
        story.fetching(0, 1);
        story.born(5, 1, 5);
        story.state(10, 1, LockState::Releasing, Story::nodeOf(5), ErrorCode::AcquireTimeout);
        story.released(20, 1, ErrorCode::AcquireTimeout);
        QVERIFY(story.report.isOver());
        QVERIFY(story.report.hasViolations());
        QCOMPARE(story.json()[u"orphans"], QJsonArray{Story::nodeOf(5)});
        QCOMPARE(story.json()[u"findings"][0][u"rule"], u"leaked-contender"_s);
    }

    void enteringAgainIsNoNewAcquisition()
    {
        Story story("W");
        story.fetching(0, 1);
        story.retained(10, 1, 5);
        story.retained(20, 1, 5);
        QCOMPARE(story.json()[u"acquired"], 1);
    }

    void whoIsPausedGoesOn()
    {
        Story story("W");
        story.fetching(0, 1);
        story.tell(5, journal::ClientFault{ClientId{1}, journal::Fault::Pause, 100, false});
        QVERIFY(!story.report.isOver());
    }

    void underRandomFaultsAClientComesBackUnlessItWasCrashedByHand()
    {
        for (const bool atRandom : {true, false}) {
            SpawnRequest request = Story::request("W", 2);
            request.faults = {RandomFault{}};
            Story story("W");
            story.report = RunReport(request);
            story.tell(0, journal::ClientSpawned{ClientId{1}, u"client-1"_s, locks::RecipeId::Mutex,
                                                 locks::Dialect::Docs, Mode::Exclusive, u"/l"_s});
            story.fetching(1, 1);
            story.tell(5, journal::ClientFault{ClientId{1}, journal::Fault::Crash, 0, atRandom});
            QCOMPARE(story.report.isOver(), !atRandom);
            QCOMPARE(story.report.runner(ClientId{1})->isDone(), !atRandom);
        }
    }

    void percentilesAreOfTheSortedSamples()
    {
        Story story("WW", 100);
        qint64 now = 0;
        story.fetching(0, 1);
        for (int i = 1; i <= 100; ++i) { // 1 µs, 2 µs … 100 µs
            const quint32 holder = i % 2 ? 1 : 2, waiter = i % 2 ? 2 : 1;
            if (i == 1)
                story.retained(now, 1, 1);
            story.fetching(now + 1, waiter);
            story.releasing(now + 10, holder);
            story.released(now + 10, holder);
            now += 10 + i;
            story.retained(now, waiter, i + 1);
        }
        QCOMPARE(story.json()[u"handoff"], (QJsonObject{{u"count"_s, 100}, {u"p50_us"_s, 50}, {u"p99_us"_s, 99}}));
    }
};

} // namespace lockscope::tst_runreport

LOCKSCOPE_TEST(lockscope::tst_runreport::TestRunReport)
#include "tst_runreport.moc"
