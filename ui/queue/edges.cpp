// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/edges.h"

#include "ui/theme/painting.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

namespace lockscope::ui {

int Trunk::first() const
{
    return std::min(target, waiters.front());
}

int Trunk::last() const
{
    return std::max(target, waiters.back());
}

namespace {

/// The stretches that are taken in one lane: start → end. Stretches may touch at a row, not overlap.
class TrunkLane
{
public:
    bool isFree(int first, int last) const
    {
        const auto after = m_taken.lower_bound(first);
        if (after != m_taken.end() && after->first < last)
            return false;
        return after == m_taken.begin() || std::prev(after)->second <= first;
    }
    void take(int first, int last) { m_taken.emplace(first, last); }

private:
    std::map<int, int> m_taken;
};

std::vector<Trunk> gather(std::vector<WatchEdge> edges)
{
    std::sort(edges.begin(), edges.end(), [](const WatchEdge &a, const WatchEdge &b) {
        return std::tie(a.to, a.kind, a.from) < std::tie(b.to, b.kind, b.from);
    });
    std::vector<Trunk> trunks;
    for (const WatchEdge &edge : edges) {
        if (edge.from == edge.to)
            continue;
        if (trunks.empty() || trunks.back().target != edge.to || trunks.back().kind != edge.kind)
            trunks.push_back({edge.to, {}, 0, edge.kind});
        trunks.back().waiters.push_back(edge.from);
    }
    return trunks;
}

bool liesBefore(const Trunk &a, const Trunk &b)
{
    return std::make_tuple(a.first(), a.last(), a.target, a.kind)
           < std::make_tuple(b.first(), b.last(), b.target, b.kind);
}

/// Without the waiters that cannot be seen, but for the outermost ones, to which its line goes.
Trunk clipped(const Trunk &trunk, int first, int last)
{
    const std::vector<int> &all = trunk.waiters;
    const auto begin = std::lower_bound(all.begin() + 1, all.end(), first);
    const auto end = std::upper_bound(begin, all.end(), last);
    Trunk out{trunk.target, {all.front()}, trunk.lane, trunk.kind};
    out.waiters.insert(out.waiters.end(), begin, end);
    if (out.waiters.back() != all.back())
        out.waiters.push_back(all.back());
    return out;
}

std::vector<Loop> loopsOf(const std::vector<WatchEdge> &edges)
{
    std::vector<Loop> loops;
    for (const WatchEdge &edge : edges) {
        if (edge.from == edge.to)
            loops.push_back({edge.from, edge.kind});
    }
    std::sort(loops.begin(), loops.end(), [](const Loop &a, const Loop &b) { return a.row < b.row; });
    return loops;
}

} // namespace

EdgeLayout::EdgeLayout(std::vector<WatchEdge> edges, NeighbourEdges neighbours)
    : m_neighbours(std::move(neighbours))
{
    takeIn(edges);
    m_loops = loopsOf(edges);
    layOut(std::move(edges));
    if (hasNeighbours())
        m_laneCount = std::max(m_laneCount, 1);
}

bool EdgeLayout::hasNeighbours() const
{
    return std::find(m_neighbours.has.begin(), m_neighbours.has.end(), true) != m_neighbours.has.end();
}

/// Neighbours' edges that share an arrow with one of \a edges, or their two rows: they are not alone in their lane.
void EdgeLayout::takeIn(std::vector<WatchEdge> &edges)
{
    if (!hasNeighbours())
        return;
    for (const WatchEdge &edge : edges) {
        m_takenIn.push_back(edge.to + 1);
        m_takenIn.push_back(std::max(edge.from, edge.to));
    }
    std::sort(m_takenIn.begin(), m_takenIn.end());
    m_takenIn.erase(std::unique(m_takenIn.begin(), m_takenIn.end()), m_takenIn.end());
    for (const int row : m_takenIn) {
        if (const auto kind = m_neighbours.kindFrom(row))
            edges.push_back({row, row - 1, *kind});
    }
}

void EdgeLayout::layOut(std::vector<WatchEdge> edges)
{
    m_trunks = gather(std::move(edges));
    std::sort(m_trunks.begin(), m_trunks.end(), liesBefore);
    std::vector<size_t> byLength(m_trunks.size());
    std::iota(byLength.begin(), byLength.end(), size_t(0));
    std::stable_sort(byLength.begin(), byLength.end(), [this](size_t a, size_t b) {
        return m_trunks[a].last() - m_trunks[a].first() < m_trunks[b].last() - m_trunks[b].first();
    });
    std::array<TrunkLane, size_t(mostLanes)> lanes;
    for (const size_t i : byLength) {
        Trunk &trunk = m_trunks[i];
        // The innermost lane is for neighbours: a longer line must not seem to come from the dot that it passes.
        size_t lane = trunk.last() - trunk.first() > 1 ? 1 : 0;
        while (lane + 1 < lanes.size() && !lanes[lane].isFree(trunk.first(), trunk.last()))
            ++lane;
        lanes[lane].take(trunk.first(), trunk.last());
        trunk.lane = int(lane);
        m_laneCount = std::max(m_laneCount, trunk.lane + 1);
    }
    m_lastSoFar.reserve(m_trunks.size());
    for (const Trunk &trunk : m_trunks)
        m_lastSoFar.push_back(m_lastSoFar.empty() ? trunk.last() : std::max(m_lastSoFar.back(), trunk.last()));
}

bool EdgeLayout::has(EdgeKind kind) const
{
    const auto isOfKind = [kind](const auto &line) { return line.kind == kind; };
    return m_neighbours.has[size_t(kind)] || std::any_of(m_trunks.begin(), m_trunks.end(), isOfKind)
           || std::any_of(m_loops.begin(), m_loops.end(), isOfKind);
}

std::vector<Trunk> EdgeLayout::touching(int first, int last) const
{
    const auto begin = std::lower_bound(m_lastSoFar.begin(), m_lastSoFar.end(), first) - m_lastSoFar.begin();
    const auto end = std::upper_bound(m_trunks.begin(), m_trunks.end(), last,
                                      [](int row, const Trunk &trunk) { return row < trunk.first(); });
    std::vector<Trunk> out;
    for (auto trunk = m_trunks.begin() + begin; trunk < end; ++trunk) {
        if (trunk->last() >= first)
            out.push_back(clipped(*trunk, first, last));
    }
    for (int row = first; hasNeighbours() && row <= last + 1; ++row) {
        const bool isTakenIn = std::binary_search(m_takenIn.begin(), m_takenIn.end(), row);
        if (const auto kind = isTakenIn ? std::nullopt : m_neighbours.kindFrom(row))
            out.push_back({row - 1, {row}, 0, *kind});
    }
    std::sort(out.begin(), out.end(), liesBefore);
    return out;
}

QPainterPath edgePath(const GutterMetrics &m, int lane, qreal fromY, qreal toY, qreal rowHeight)
{
    const qreal x = m.laneX(lane);
    const qreal up = toY < fromY ? -1 : 1;
    // The bend takes most of a row, so that neighbours are joined by one round arc and not by a corner.
    const qreal bend = std::min(rowHeight * 0.5, std::abs(toY - fromY) / 2);
    const QPointF start(m.dotX - m.dotRadius - 1, fromY);
    const QPointF end(m.dotX - m.dotRadius - m.arrow, toY);
    QPainterPath path(start);
    path.cubicTo(QPointF(x + (start.x() - x) * 0.35, fromY), QPointF(x, fromY + up * bend * 0.45),
                 QPointF(x, fromY + up * bend));
    path.lineTo(x, toY - up * bend);
    path.cubicTo(QPointF(x, toY - up * bend * 0.45), QPointF(x + (end.x() - x) * 0.35, toY), end);
    return path;
}

QPainterPath joiningPath(const GutterMetrics &m, int lane, qreal fromY, qreal toY, qreal rowHeight)
{
    const qreal x = m.laneX(lane);
    const qreal up = toY < fromY ? -1 : 1;
    const QPointF start(m.dotX - m.dotRadius - 1, fromY);
    QPainterPath path(start);
    path.cubicTo(QPointF(x + (start.x() - x) * 0.35, fromY), QPointF(x, fromY + up * rowHeight * 0.22),
                 QPointF(x, fromY + up * rowHeight * 0.5));
    return path;
}

namespace {

/// Where a loop comes back to the dot, and the direction it comes from: right below the horizontal.
constexpr qreal loopEndAngle = 0.35; // radians

QPointF aroundDot(const GutterMetrics &m, qreal y, qreal angle, qreal distance)
{
    return {m.dotX + std::cos(angle) * distance, y + std::sin(angle) * distance};
}

} // namespace

QPainterPath loopPath(const GutterMetrics &m, qreal y)
{
    QPainterPath path(aroundDot(m, y, -1.2, m.dotRadius + 1));
    path.cubicTo(aroundDot(m, y, -1.15, m.dotRadius * 3.0), aroundDot(m, y, -0.1, m.dotRadius * 3.6),
                 aroundDot(m, y, loopEndAngle, m.dotRadius + m.arrow * 0.7));
    return path;
}

QPainterPath loopArrowPath(const GutterMetrics &m, qreal y)
{
    const qreal length = m.arrow * 0.75;
    return arrowHead(aroundDot(m, y, loopEndAngle, m.dotRadius + 0.5),
                     aroundDot(m, y, loopEndAngle, m.dotRadius + 0.5 + length), length);
}

QPainterPath arrowPath(const GutterMetrics &m, qreal targetY)
{
    const QPointF tip(m.dotX - m.dotRadius - 0.5, targetY);
    return arrowHead(tip, tip - QPointF(m.arrow, 0), m.arrow);
}

} // namespace lockscope::ui
