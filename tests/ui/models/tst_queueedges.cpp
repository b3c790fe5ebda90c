// SPDX-License-Identifier: Apache-2.0
// The edges of a queue that is followed, against the rule of who watches whom carried out over all of it each time.
#include "tests/ui/uitest.h"
#include "ui/models/text.h"
#include "ui/models/watchedges.h"

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::tst_queueedges {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
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
            QueueEdge edge{from, to, QueueEdge::Kind::Expected, false};
            edge.reported = watchers.value(at(to).node.name).contains(at(from).node.owner());
            if (isIn(blame.deadlocked, from) && isIn(blame.deadlocked, to))
                edge.kind = QueueEdge::Kind::Wrong;
            else if (edge.reported)
                edge.kind = QueueEdge::Kind::Reported;
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
            edges.push_back({from, to, wrong ? QueueEdge::Kind::Wrong : QueueEdge::Kind::Reported, true});
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
    (id == u"deadlock"_s ? blame.deadlocked : blame.wrongWatchers) +=
        QSet<QString>(finding.nodes.begin(), finding.nodes.end());
    return finding;
}

} // namespace

class TestQueueEdges : public QObject
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
                for (const QString &id : {u"deadlock"_s, u"self-watch"_s}) {
                    if (!queue.contenders.empty() && *rc::gen::inRange(0, 4) == 0)
                        queue.findings += anyFinding(queue, id, blame);
                }
                edges.follow(queue);
                const std::vector<QueueEdge> expected = expectedEdges(queue, watchers, blame);
                RC_ASSERT(edges.all() == expected);
                RC_ASSERT(queueEdges(queue, watchers) == expected);
                for (const auto kind : {QueueEdge::Kind::Expected, QueueEdge::Kind::Reported, QueueEdge::Kind::Wrong}) {
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
};

} // namespace lockscope::tst_queueedges

LOCKSCOPE_TEST(lockscope::tst_queueedges::TestQueueEdges)
#include "tst_queueedges.moc"
