// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/queue/edges.h"

#include <rapidcheck.h>

namespace lockscope::ui::tst_edges {

namespace {

std::vector<int> targets(const std::vector<Trunk> &trunks)
{
    std::vector<int> out;
    for (const Trunk &trunk : trunks)
        out.push_back(trunk.target);
    return out;
}

} // namespace

class TestEdges : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void neighboursShareTheInnermostLane()
    {
        const EdgeLayout layout({{1, 0}, {2, 1}, {3, 2}});
        QCOMPARE(layout.trunks().size(), size_t(3));
        QCOMPARE(layout.laneCount(), 1);
    }

    void readersBehindOneWriterAreOneTrunk()
    {
        const EdgeLayout layout({{5, 2}, {3, 2}, {4, 2}});
        QCOMPARE(layout.trunks(), (std::vector<Trunk>{{2, {3, 4, 5}, 1, EdgeKind::Expected}}));
    }

    void watchesOfDifferentKindsAreLinesOfTheirOwn()
    {
        const EdgeLayout layout(
            {{3, 0, EdgeKind::Wrong}, {1, 0, EdgeKind::Reported}, {2, 1, EdgeKind::Expected}, {4, 0, EdgeKind::Wrong}});
        QCOMPARE(layout.trunks().size(), size_t(3));
        QVERIFY(layout.has(EdgeKind::Wrong) && layout.has(EdgeKind::Reported) && layout.has(EdgeKind::Expected));
        for (const Trunk &trunk : layout.trunks()) {
            if (trunk.kind == EdgeKind::Wrong)
                QCOMPARE(trunk.waiters, (std::vector<int>{3, 4}));
        }
        QVERIFY(!EdgeLayout({{1, 0}}).has(EdgeKind::Wrong));
    }

    void aLongLineLiesOutsideTheShortOnesThatItPasses()
    {
        const EdgeLayout layout({{1, 0}, {2, 1}, {7, 0 + 2}, {3, 2}, {4, 3}, {9, 1}});
        int inner = -1;
        int outer = -1;
        for (const Trunk &trunk : layout.trunks()) {
            if (trunk.target == 2)
                inner = trunk.lane;
            if (trunk.target == 1)
                outer = trunk.lane;
        }
        QVERIFY(inner > 0);
        QVERIFY(outer > inner);
    }

    void trunksOfOneLaneNeverOverlapButForTheOutermost()
    {
        std::vector<WatchEdge> edges;
        for (int row = 1; row < 300; ++row)
            edges.push_back({row, std::max(0, row - 1 - (row * 7919) % 9)});
        const EdgeLayout layout(edges);
        for (const Trunk &a : layout.trunks()) {
            for (const Trunk &b : layout.trunks()) {
                if (&a == &b || a.lane != b.lane || a.lane == EdgeLayout::mostLanes - 1)
                    continue;
                QVERIFY(a.last() <= b.first() || b.last() <= a.first());
            }
        }
        QVERIFY(layout.laneCount() <= EdgeLayout::mostLanes);
    }

    void onlyWhatTouchesTheVisibleRowsIsFound()
    {
        std::vector<WatchEdge> edges{{9'999, 0}};
        for (int row = 2; row < 10'000; ++row)
            edges.push_back({row, row - 1});
        const EdgeLayout layout(edges);
        QCOMPARE(targets(layout.touching(500, 502)), (std::vector<int>{0, 499, 500, 501, 502}));
        QVERIFY(EdgeLayout().touching(0, 10).empty());
    }

    void neighboursThatAreLookedUpLookAsIfTheyWereLaidOut()
    {
        QVERIFY(rc::check("the same lines in the same lanes", [] {
            const int rows = *rc::gen::inRange(1, 40);
            const auto anyKind = [] {
                return *rc::gen::element(EdgeKind::Expected, EdgeKind::Reported, EdgeKind::Wrong);
            };
            std::vector<std::optional<EdgeKind>> above(
                static_cast<size_t>(rows)); // of the edge from each row to the one above
            std::vector<WatchEdge> all;
            NeighbourEdges neighbours;
            for (int row = 1; row < rows; ++row) {
                if (*rc::gen::inRange(0, 5) == 0)
                    continue;
                above[size_t(row)] = anyKind();
                neighbours.has[size_t(*above[size_t(row)])] = true;
                all.push_back({row, row - 1, *above[size_t(row)]});
            }
            neighbours.kindFrom = [&above](int row) {
                return row >= 0 && row < int(above.size()) ? above[size_t(row)] : std::nullopt;
            };
            std::vector<WatchEdge> others;
            for (int count = *rc::gen::inRange(0, 8); count > 0; --count) {
                const WatchEdge edge{*rc::gen::inRange(0, rows), *rc::gen::inRange(0, rows), anyKind()};
                const auto isSame = [&edge](const WatchEdge &other) {
                    return other.from == edge.from && other.to == edge.to;
                };
                if (std::none_of(all.begin(), all.end(), isSame)) {
                    others.push_back(edge);
                    all.push_back(edge);
                }
            }
            const EdgeLayout whole(all);
            const EdgeLayout lazy(others, neighbours);
            RC_ASSERT(lazy.laneCount() == whole.laneCount());
            RC_ASSERT(lazy.loops() == whole.loops());
            RC_ASSERT(lazy.isEmpty() == whole.isEmpty());
            for (const EdgeKind kind : {EdgeKind::Expected, EdgeKind::Reported, EdgeKind::Wrong})
                RC_ASSERT(lazy.has(kind) == whole.has(kind));
            for (int first = 0; first < rows; first += 3)
                RC_ASSERT(lazy.touching(first, first + 7) == whole.touching(first, first + 7));
        }));
    }

    void aTrunkHasItsOutermostWaitersAndThoseThatCanBeSeen()
    {
        std::vector<WatchEdge> edges;
        for (int row = 1; row < 1'000; ++row)
            edges.push_back({row, 0});
        QCOMPARE(EdgeLayout(edges).touching(500, 502),
                 (std::vector<Trunk>{{0, {1, 500, 501, 502, 999}, 1, EdgeKind::Expected}}));
    }

    void aWatchOnItsOwnRowIsALoopInNoLane()
    {
        const EdgeLayout layout({{7, 7, EdgeKind::Wrong}, {3, 3, EdgeKind::Reported}, {1, 0}});
        QCOMPARE(layout.loops(), (std::vector<Loop>{{3, EdgeKind::Reported}, {7, EdgeKind::Wrong}}));
        QCOMPARE(layout.trunks().size(), size_t(1));
        QVERIFY(layout.has(EdgeKind::Wrong) && layout.has(EdgeKind::Reported));
        QVERIFY(!EdgeLayout({{3, 3}}).isEmpty());
        QCOMPARE(EdgeLayout({{3, 3}}).laneCount(), 0);
    }

    void aLoopLeavesItsDotToTheRightAndComesBackToIt()
    {
        GutterMetrics metrics;
        metrics.dotX = 80;
        const QRectF loop = loopPath(metrics, 100).boundingRect();
        QVERIFY(loop.left() > 80); // the lanes are on the other side
        QVERIFY(loop.right() <= 80 + 14 && loop.top() > 100 - 16 && loop.bottom() < 100 + 16); // in its row and column
        const QPointF tip = loopArrowPath(metrics, 100).elementAt(0);
        QVERIFY(QLineF(tip, QPointF(80, 100)).length() < metrics.dotRadius + 1);
    }

    void anEdgeRunsFromItsWaiterToTheArrowOfItsTargetWithinItsLane()
    {
        GutterMetrics metrics;
        metrics.dotX = 80;
        metrics.firstLaneX = 60;
        const QPainterPath path = edgePath(metrics, 2, 300, 100, 32);
        QCOMPARE(path.pointAtPercent(0), QPointF(74, 300));
        QCOMPARE(path.pointAtPercent(1), QPointF(80 - 5 - metrics.arrow, 100));
        QCOMPARE(path.boundingRect().left(), metrics.laneX(2));
        QVERIFY(arrowPath(metrics, 100).boundingRect().right() <= 75);
        QCOMPARE(joiningPath(metrics, 1, 200, 100, 32).pointAtPercent(1), QPointF(metrics.laneX(1), 184));
    }
};

} // namespace lockscope::ui::tst_edges

LOCKSCOPE_TEST(lockscope::ui::tst_edges::TestEdges)
#include "tst_edges.moc"
