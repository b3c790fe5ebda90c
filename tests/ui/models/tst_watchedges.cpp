// SPDX-License-Identifier: Apache-2.0
// The edges of a queue that is followed, against the rule of who watches whom carried out over all of it each time, and
// what is said of them.
#include "tests/ui/models/worldscript.h"
#include "tests/ui/uitest.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/models/watchedges.h"

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::ui::tst_watchedges {

using namespace Qt::StringLiterals;

using Kind = QueueEdge::Kind;
using locks::Contender;
using locks::LockQueue;

namespace {

constexpr int sessions = 40;

/// Waits that the rule calls for, then all other watches; from the first contender to the last.
std::vector<QueueEdge> expectedEdges(const LockQueue &queue, const Watchers &watchers, const EdgeBlame &blame)
{
    std::vector<QueueEdge> edges;
    const int count = int(queue.contenders.size());
    const auto at = [&](int index) -> const Contender & { return queue.contenders[size_t(index)]; };
    const auto isIn = [&](const QSet<QString> &paths, int index) { return paths.contains(queue.pathOf(at(index))); };
    for (int from = 0; from < count; ++from) {
        for (const int to : queue.waitsFor(from)) {
            QueueEdge edge{from, to, Kind::Expected, false};
            edge.reported = watchers.value(at(to).node.name).contains(at(from).node.owner());
            const bool isOfCircle = isIn(blame.deadlocked, from) && isIn(blame.deadlocked, to);
            if (!edge.reported && !isOfCircle && isIn(blame.withoutWatch, from))
                continue;
            if (isOfCircle)
                edge.kind = Kind::Wrong;
            else if (edge.reported)
                edge.kind = Kind::Reported;
            edges.push_back(edge);
        }
    }
    for (int to = 0; to < count; ++to) {
        for (const SessionId session : watchers.value(at(to).node.name)) {
            std::vector<int> own;
            bool calledFor = false;
            for (int index = 0; index < count; ++index) {
                if (session.isNull() || at(index).node.owner() != session)
                    continue;
                own.push_back(index);
                calledFor = calledFor || queue.waitsFor(index).contains(to);
            }
            if (own.empty() || calledFor)
                continue;
            const auto behind = std::upper_bound(own.begin(), own.end(), to);
            const int from = behind != own.end() ? *behind : own.front();
            const bool wrong = isIn(blame.wrongWatchers, from);
            edges.push_back({from, to, wrong ? Kind::Wrong : Kind::Reported, true});
        }
    }
    std::sort(edges.begin(), edges.end(),
              [](const QueueEdge &a, const QueueEdge &b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    return edges;
}

/// Mostly waits for the one before it, now and then for others or for nobody.
Contender contender(int number, int index)
{
    Contender made;
    made.node.name = u"n-%1"_s.arg(number);
    made.state = locks::ContenderState::Waiting;
    if (*rc::gen::inRange(0, 10) > 0) {
        made.node.stat.emplace();
        made.node.stat->ephemeralOwner.value = *rc::gen::inRange(0, sessions);
    }
    const int what = *rc::gen::inRange(0, 12);
    if (index > 0 && what > 1)
        made.waits = {-1};
    else if (index > 3 && what == 0)
        made.waits = {-3, -2};
    return made;
}

/// Those that come or go before it: waits that would be for nobody who is there are taken back.
void mend(LockQueue &queue)
{
    const int count = int(queue.contenders.size());
    for (int index = 0; index < std::min(count, 4); ++index) {
        Contender mended = queue.contenders[size_t(index)];
        const bool isRight =
            std::all_of(mended.waits.begin(), mended.waits.end(), [index](int offset) { return index + offset >= 0; });
        if (isRight)
            continue;
        mended.waits.clear();
        queue.contenders.replace(size_t(index), mended);
    }
}

Watchers anyWatchers(const LockQueue &queue)
{
    Watchers watchers;
    for (int index = 0; index < int(queue.contenders.size()); ++index) {
        QList<SessionId> by;
        if (index + 1 < int(queue.contenders.size()) && *rc::gen::inRange(0, 3) > 0)
            by += queue.contenders[size_t(index) + 1].node.owner();
        if (*rc::gen::inRange(0, 30) == 0)
            by += SessionId{*rc::gen::inRange(1, sessions)};
        by.removeIf([](SessionId session) { return session.isNull(); });
        if (by.size() == 2 && by[0] == by[1])
            by.removeLast();
        if (!by.isEmpty())
            watchers.insert(queue.contenders[size_t(index)].node.name, by);
    }
    return watchers;
}

locks::Finding anyFinding(const LockQueue &queue, const QString &id, EdgeBlame &blame)
{
    locks::Finding finding;
    finding.id = id;
    finding.severity = locks::Finding::Severity::Error;
    for (int nodes = *rc::gen::inRange(1, 6); nodes > 0; --nodes) {
        const auto index = size_t(*rc::gen::inRange(0, int(queue.contenders.size())));
        finding.nodes += queue.pathOf(queue.contenders[index]);
    }
    (id == u"deadlock"_s   ? blame.deadlocked
     : id == u"no-watch"_s ? blame.withoutWatch
                           : blame.wrongWatchers) += QSet<QString>(finding.nodes.begin(), finding.nodes.end());
    return finding;
}

/// A mutex /l of four: 1 holds, 2, 3 and 4 wait, each for the one before it.
struct Fixture
{
    LiveWorld world;
    WorldScript script{&world};
    locks::Knowledge knowledge;

    Fixture()
    {
        script.observe(journal::Freshness::Live);
        script.list(u"/l"_s, {lockName(1), lockName(2), lockName(3), lockName(4)});
        for (int i = 1; i <= 4; ++i)
            script.resolve(u"/l"_s, lockName(i), SessionId{i});
        script.flush();
    }
    LockQueue queue() const { return world.world().queue(u"/l"_s); }
    void watch(int target, int session) { knowledge.watchers[u"/l/"_s + lockName(target)] += SessionId{session}; }
    std::vector<QueueEdge> edges(const LockQueue &of) const { return queueEdges(of, watchersOf(u"/l"_s, knowledge)); }
    std::vector<QueueEdge> edges() const { return edges(queue()); }
    /// The servers told this.
    void tell()
    {
        journal::ServersProbed probed;
        knowledge.askedAtNs = knowledge.answeredAtNs = script.nowNs;
        probed.knowledge = knowledge;
        script.write(probed).flush();
    }
};

} // namespace

class TestWatchEdges : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void followedTheyAreWhatTheRuleSaysOfTheWhole()
    {
        QVERIFY(rc::check("edges while a queue changes", [] {
            LockQueue queue;
            queue.path = u"/l"_s;
            std::vector<Contender> all;
            const int length = *rc::gen::oneOf(rc::gen::inRange(0, 8), rc::gen::inRange(0, 300));
            for (int i = 0; i < length; ++i)
                all.push_back(contender(i, i));
            queue.contenders = locks::ContenderList(all);
            mend(queue);
            const Watchers watchers = *rc::gen::inRange(0, 3) == 0 ? Watchers() : anyWatchers(queue);
            QueueEdges edges(watchers);
            for (int changes = *rc::gen::inRange(1, 6); changes > 0; --changes) {
                EdgeBlame blame;
                queue.findings.clear();
                for (const QString &id : {u"deadlock"_s, u"no-watch"_s, u"self-watch"_s}) {
                    if (!queue.contenders.empty() && *rc::gen::inRange(0, 4) == 0)
                        queue.findings += anyFinding(queue, id, blame);
                }
                edges.follow(queue);
                const std::vector<QueueEdge> expected = expectedEdges(queue, watchers, blame);
                RC_ASSERT(edges.all() == expected);
                RC_ASSERT(queueEdges(queue, watchers) == expected);
                for (const auto kind : {Kind::Expected, Kind::Reported, Kind::Wrong}) {
                    const auto isIn = [kind](const std::vector<QueueEdge> &some) {
                        return std::any_of(some.begin(), some.end(),
                                           [kind](const QueueEdge &edge) { return edge.kind == kind; });
                    };
                    RC_ASSERT((edges.hasPlain(kind) || isIn(edges.others())) == isIn(expected));
                }
                std::vector<QueueEdge> oneByOne;
                for (int index = 0; index < int(queue.contenders.size()); ++index) {
                    const std::vector<QueueEdge> from = edges.from(index);
                    oneByOne.insert(oneByOne.end(), from.begin(), from.end());
                }
                RC_ASSERT(oneByOne == expected);
                const auto place = size_t(*rc::gen::inRange(0, int(queue.contenders.size()) + 1));
                if (place < queue.contenders.size() && *rc::gen::inRange(0, 2) == 0)
                    queue.contenders.erase(place);
                else
                    queue.contenders.insert(place, contender(1'000 + changes, int(place)));
                mend(queue);
            }
        }));
    }

    void aFindingMakesItWrong()
    {
        Fixture f;
        f.watch(1, 4);
        f.watch(2, 3);
        LockQueue queue = f.queue();
        locks::Finding finding;
        finding.id = u"wrong-watch"_s;
        finding.severity = locks::Finding::Severity::Warning;
        finding.nodes = {u"/l/"_s + lockName(4)};
        queue.findings = {finding};
        const auto edges = f.edges(queue);
        QCOMPARE(edges[2], (QueueEdge{3, 0, Kind::Wrong, true}));
        QCOMPARE(edges[1], (QueueEdge{2, 1, Kind::Reported, true}));      // of another contender: as it should be
        queue.findings.first().severity = locks::Finding::Severity::Note; // a statement of fact, no fault
        QCOMPARE(f.edges(queue)[2].kind, Kind::Reported);
    }

    void aWatchOnItsOwnNodeIsAnEdgeToItself()
    {
        Fixture f;
        f.watch(1, 1); // a holder that can be asked for its lock
        f.watch(3, 3);
        LockQueue queue = f.queue();
        locks::Finding finding;
        finding.id = u"self-watch"_s;
        finding.severity = locks::Finding::Severity::Error;
        finding.nodes = {u"/l/"_s + lockName(3)};
        queue.findings = {finding};
        const std::vector<QueueEdge> expected{{0, 0, Kind::Reported, true},
                                              {1, 0, Kind::Expected, false},
                                              {2, 1, Kind::Expected, false},
                                              {2, 2, Kind::Wrong, true},
                                              {3, 2, Kind::Expected, false}};
        QCOMPARE(f.edges(queue), expected);
        QVERIFY(f.edges(queue)[3].isToItself() && !f.edges(queue)[2].isToItself());

        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        f.tell();
        const auto tip = [&](int row) { return model.index(row, QueueModel::Edges).data(Qt::ToolTipRole).toString(); };
        QCOMPARE(tip(0), u"Watches its own node, as a client does that can be asked for its lock: a server told"_s);
        QVERIFY(tip(2).contains(u"Watches its own node: a server told"_s));
    }

    void watchesOfOtherLocksAndBelowAreNotThisLocks()
    {
        Fixture f;
        f.knowledge.watchers[u"/lx/"_s + lockName(1)] = {SessionId{2}};
        f.knowledge.watchers[u"/l/"_s + lockName(1) + u"/deeper"_s] = {SessionId{2}};
        for (const QueueEdge &edge : f.edges())
            QVERIFY(!edge.reported);
        f.watch(3, 4);
        QVERIFY(f.edges()[2].reported);
        QCOMPARE(watchersOf(u"/"_s, locks::Knowledge{.watchers = {{u"/a"_s, {SessionId{1}}}}}).keys(),
                 QList<QString>{u"a"_s});
    }

    void theModelFollowsTheServersWord()
    {
        Fixture f;
        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        const auto tip = [&](int row, int column) { return model.index(row, column).data(Qt::ToolTipRole).toString(); };
        QCOMPARE(tip(1, QueueModel::Edges), u"Expected to watch "_s + lockName(1));
        QCOMPARE(model.index(1, QueueModel::Client).data().toString(), u"—"_s);
        QVERIFY(tip(1, QueueModel::Client).contains(u"No server was asked"_s));
        const quint64 before = model.revision();
        f.watch(1, 2);
        f.knowledge.sessions.insert(SessionId{2}, {.id = SessionId{2}, .client = u"10.0.4.30:41022"_s});
        f.tell();
        QVERIFY(model.revision() != before);
        QCOMPARE(model.edges().all()[0].kind, Kind::Reported);
        QCOMPARE(tip(1, QueueModel::Edges), u"Watches %1: a server told"_s.arg(lockName(1)));
        QCOMPARE(model.index(1, QueueModel::Client).data().toString(), u"10.0.4.30:41022"_s);
    }

    void aSessionWithoutAnyConnectionIsSuspendedOnlyIfAllServersTold()
    {
        Fixture f;
        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        f.knowledge.sessions.insert(SessionId{3}, {.id = SessionId{3}});
        f.tell();
        QCOMPARE(model.index(2, QueueModel::Client).data().toString(), u"—"_s);
        QCOMPARE(model.presenceAt(2), QueueModel::Presence::Alive);
        f.knowledge.allConnections = true;
        f.tell();
        QCOMPARE(model.index(2, QueueModel::Client).data().toString(), u"no connection"_s);
        QCOMPARE(model.presenceAt(2), QueueModel::Presence::Suspended);
        QCOMPARE(model.index(2, QueueModel::State).data().toString(), u"suspended"_s);
        QCOMPARE(model.presenceAt(1), QueueModel::Presence::Alive); // of whom nothing was told
        f.knowledge.zxid = Zxid{1};                                 // its node came after that
        f.tell();
        QCOMPARE(model.presenceAt(2), QueueModel::Presence::Alive);
    }

    void aHeadThatWatchesASiblingThatIsGoneIsNotSimplyCalledAHolder()
    {
        Fixture f;
        QueueModel model(&f.world);
        model.setLockPath(u"/l"_s);
        QCOMPARE(model.index(0, QueueModel::State).data().toString(), u"holding"_s);
        f.watch(0, 1);
        f.knowledge.sessions.insert(SessionId{1}, {.id = SessionId{1}, .lastOperation = u"PING"_s});
        for (int reading = 0; reading < 3; ++reading) {
            f.script.pass(1'500);
            f.tell();
        }
        const QModelIndex state = model.index(0, QueueModel::State);
        QCOMPARE(state.data().toString(), u"holds, or lost its wake-up"_s);
        QVERIFY2(state.data(Qt::ToolTipRole).toString().contains(lockName(0)),
                 qPrintable(state.data(Qt::ToolTipRole).toString()));
    }
};

} // namespace lockscope::ui::tst_watchedges

LOCKSCOPE_TEST(lockscope::ui::tst_watchedges::TestWatchEdges)
#include "tst_watchedges.moc"
