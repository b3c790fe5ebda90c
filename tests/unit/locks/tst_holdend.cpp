// SPDX-License-Identifier: Apache-2.0
#include "core/locks/holdend.h"

#include "core/base/clock.h"
#include "queuetext.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_holdend {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 nowMs = 1'700'000'000'000;
constexpr qint64 askedMs = nowMs - 4'000;

/// Of session a, whose node has the czxid 7.
Contender holder()
{
    return readQueue(u"/l"_s, {}, childrenFrom(u"lock-0000000000 7 a\n"_s)).contenders[0];
}

/// All connections told, four seconds ago; of session a nothing yet.
Knowledge told()
{
    Knowledge knowledge;
    knowledge.askedAtNs = knowledge.answeredAtNs = askedMs * nsPerMs;
    knowledge.zxid = Zxid{9};
    knowledge.allConnections = true;
    return knowledge;
}

Knowledge connected()
{
    Knowledge knowledge = told();
    SessionFacts &facts = knowledge.sessions[SessionId{0xa}];
    facts.client = u"10.0.0.7:52734"_s;
    facts.expiresInMs = 20'000;
    return knowledge;
}

/// Connected to none, and ended in so long, where that is told.
Knowledge cutOff(std::optional<qint64> expiresInMs)
{
    Knowledge knowledge = told();
    knowledge.sessions[SessionId{0xa}].expiresInMs = expiresInMs;
    return knowledge;
}

} // namespace

class TestHoldEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClientThatIsConnectedHoldsAsLongAsItWants()
    {
        const HoldEnd end = holdEnd(holder(), connected(), nowMs);
        QCOMPARE(end.kind, HoldEnd::Kind::WhileClientLives);
        QCOMPARE(end.byItself(), std::optional(false));
        QCOMPARE(end.inMs, std::nullopt);
        QCOMPARE(holdEndText(end).english(), u"never by itself: its client lives"_s);
    }

    void aClientThatIsConnectedAndSilentMayLoseItsSession()
    {
        Knowledge knowledge = connected();
        SessionFacts &facts = knowledge.sessions[SessionId{0xa}];
        facts.timeoutMs = 30'000;
        facts.heardAgoMs = 15'000;
        QCOMPARE(holdEnd(holder(), knowledge, nowMs).kind, HoldEnd::Kind::WhileClientLives);
        facts.heardAgoMs = 26'000;
        const HoldEnd end = holdEnd(holder(), knowledge, nowMs);
        QCOMPARE(holdEndText(end).english(), u"frees itself when its session ends, unless its client returns"_s);
        QCOMPARE(end.byItself(), std::optional(true));
    }

    void aSessionWithoutAConnectionEndsInWhatIsLeftOfIt()
    {
        const HoldEnd end = holdEnd(holder(), cutOff(27'500), nowMs);
        QCOMPARE(end.byItself(), std::optional(true));
        QCOMPARE(end.inMs, std::optional<qint64>(23'500));
        QCOMPARE(holdEndText(end).english(), u"frees itself in at most 24 s, unless its client returns"_s);
        const HoldEnd followersAlone = holdEnd(holder(), cutOff({}), nowMs);
        QCOMPARE(followersAlone.byItself(), std::optional(true));
        QCOMPARE(followersAlone.inMs, std::nullopt);
    }

    void anEndIsNeverInThePast()
    {
        QCOMPARE(holdEnd(holder(), cutOff(1'000), nowMs).inMs, std::optional<qint64>(0));
        Contender record = holder();
        record.untilMs = nowMs - 1;
        QCOMPARE(holdEnd(record, told(), nowMs).inMs, std::optional<qint64>(0));
    }

    void whatNoServerToldIsNotKnown()
    {
        QCOMPARE(holdEnd(holder(), {}, nowMs), HoldEnd());
        QCOMPARE(holdEnd(holder(), told(), nowMs), HoldEnd());
        Knowledge notAll = cutOff(20'000);
        notAll.allConnections = false; // it may be connected to a server that was not heard
        QCOMPARE(holdEnd(holder(), notAll, nowMs), HoldEnd());
        QCOMPARE(HoldEnd().byItself(), std::nullopt);
    }

    void aNodeThatCameAfterTheAnswersIsNotJudgedByThem()
    {
        for (Knowledge before : {connected(), cutOff(9'000)}) {
            before.zxid = Zxid{6};
            QCOMPARE(holdEnd(holder(), before, nowMs), HoldEnd());
        }
    }

    void aRecordEndsByTheClock()
    {
        Contender record = holder();
        record.untilMs = nowMs + 60'000;
        const HoldEnd end = holdEnd(record, {}, nowMs);
        QCOMPARE(end.byItself(), std::optional(true));
        QCOMPARE(end.inMs, std::optional<qint64>(60'000));
        QCOMPARE(holdEndText(end).english(), u"held until 2023-11-14T22:14:20.000Z"_s);
    }

    void aPersistentNodeStays()
    {
        Contender persistent = holder();
        persistent.node.stat->ephemeralOwner = {};
        QCOMPARE(holdEnd(persistent, {}, nowMs).byItself(), std::optional(false));
        persistent.node.stat->ephemeralOwner.value = static_cast<qint64>(0xff00'0000'0000'1388u); // a TTL of 5 s
        QCOMPARE(holdEnd(persistent, {}, nowMs), HoldEnd());
    }
};

} // namespace lockscope::tst_holdend

LOCKSCOPE_TEST(lockscope::tst_holdend::TestHoldEnd)
#include "tst_holdend.moc"
