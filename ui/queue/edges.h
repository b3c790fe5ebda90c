// SPDX-License-Identifier: Apache-2.0
// The geometry of watch edges in the queue's gutter, like a commit graph: which lane each takes, which can be seen, and
// the curves. Pure functions over rows; never a model, never a widget.
#pragma once

#include "ui/models/watchedges.h"

#include <QPainterPath>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace lockscope::ui {

using EdgeKind = QueueEdge::Kind;

/// From the row of the one that waits to the row of the one waited for: rows in place of indices.
using WatchEdge = QueueEdge;

/// All edges of a kind that end in one row: they share a lane and an arrow, so that a thousand readers behind one
/// writer are a line.
struct Trunk
{
    int target = 0;           ///< the row that is watched
    std::vector<int> waiters; ///< the rows that watch it, ascending
    int lane = 0;             ///< 0 is the nearest to the dots
    EdgeKind kind = EdgeKind::Expected;

    int first() const;
    int last() const;
    bool operator==(const Trunk &) const = default;
};

/// A contender that watches its own node: a loop at its dot, in no lane.
struct Loop
{
    int row = 0;
    EdgeKind kind = EdgeKind::Reported;

    bool operator==(const Loop &) const = default;
};

/// Edges from rows to the row right above them, of which there may be one for each row. They all fit into the innermost
/// lane, so that they are looked at when they are to be seen.
struct NeighbourEdges
{
    /// Of the edge from \a row; nothing where there is none.
    std::function<std::optional<EdgeKind>(int row)> kindFrom = [](int) { return std::nullopt; };
    std::array<bool, 3> has{}; ///< whether there is any, by kind
};

class EdgeLayout
{
public:
    static constexpr int mostLanes = 4;

    EdgeLayout() = default;
    /// Short trunks lie inside long ones; beyond mostLanes they share the outermost lane. As if all of \a neighbours
    /// were among \a edges.
    explicit EdgeLayout(std::vector<WatchEdge> edges, NeighbourEdges neighbours = {});

    const std::vector<Trunk> &trunks() const { return m_trunks; } ///< by first(), without those of neighbours alone
    const std::vector<Loop> &loops() const { return m_loops; }    ///< by row
    int laneCount() const { return m_laneCount; }
    bool isEmpty() const { return m_trunks.empty() && m_loops.empty() && !hasNeighbours(); }
    bool has(EdgeKind kind) const;
    /// The trunks that touch rows [first, last], by first(), each with those of its waiters that are among them and
    /// with its outermost ones; found by binary search, whatever the length of the queue.
    std::vector<Trunk> touching(int first, int last) const;

private:
    bool hasNeighbours() const;
    void takeIn(std::vector<WatchEdge> &edges);
    void layOut(std::vector<WatchEdge> edges);

    NeighbourEdges m_neighbours;
    std::vector<int> m_takenIn; ///< rows whose neighbour edges are among the trunks; ascending
    std::vector<Trunk> m_trunks;
    std::vector<int> m_lastSoFar; ///< greatest last() up to here: ascending
    std::vector<Loop> m_loops;
    int m_laneCount = 0;
};

/// Where the gutter's things are, in the table's coordinates.
struct GutterMetrics
{
    qreal dotX = 0; ///< centre of the dots
    qreal dotRadius = 5;
    qreal firstLaneX = 0; ///< of lane 0; further lanes lie to the left
    qreal laneStep = 9;
    qreal arrow = 8; ///< length of an arrow's head

    qreal laneX(int lane) const { return firstLaneX - laneStep * lane; }
};

/// From a waiter's dot into its trunk's lane and on to the target's arrow: one smooth line.
QPainterPath edgePath(const GutterMetrics &metrics, int lane, qreal fromY, qreal toY, qreal rowHeight);
/// From a waiter's dot into its trunk's lane, and no further: dashes must not lie on the trunk's own dashes.
QPainterPath joiningPath(const GutterMetrics &metrics, int lane, qreal fromY, qreal toY, qreal rowHeight);
/// From the dot out to the right, where no lane is, and back to it.
QPainterPath loopPath(const GutterMetrics &metrics, qreal y);
/// The head at the loop's end, pointing at the dot.
QPainterPath loopArrowPath(const GutterMetrics &metrics, qreal y);
/// The head at the target, pointing at its dot.
QPainterPath arrowPath(const GutterMetrics &metrics, qreal targetY);

} // namespace lockscope::ui
