// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/graphlayout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace lockscope::ui {

std::vector<qreal> spread(const std::vector<qreal> &wished, const std::vector<qreal> &heights, qreal gap)
{
    // With the room that the rows above need taken off, "no overlap" is "ascending": the nearest ascending sequence is
    // found by pooling neighbours that are out of order.
    std::vector<qreal> offset(wished.size(), 0);
    for (size_t i = 1; i < wished.size(); ++i)
        offset[i] = offset[i - 1] + (heights[i - 1] + heights[i]) / 2 + gap;
    struct Pool
    {
        qreal sum;
        size_t count;
        qreal mean() const { return sum / qreal(count); }
    };
    std::vector<Pool> pools;
    for (size_t i = 0; i < wished.size(); ++i) {
        pools.push_back({wished[i] - offset[i], 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back() = {pools.back().sum + last.sum, pools.back().count + last.count};
        }
    }
    std::vector<qreal> centres;
    for (const Pool &pool : pools) {
        for (size_t i = 0; i < pool.count; ++i)
            centres.push_back(pool.mean() + offset[centres.size()]);
    }
    return centres;
}

namespace {

/// Sessions first, then locks.
struct Graph
{
    size_t sessions = 0;
    std::vector<std::vector<size_t>> neighbours; ///< each once

    size_t size() const { return neighbours.size(); }
    bool isLock(size_t node) const { return node >= sessions; }
};

Graph graphOf(const WaitScene &scene)
{
    Graph graph;
    graph.sessions = scene.sessions.size();
    graph.neighbours.resize(scene.sessions.size() + scene.locks.size());
    for (const SceneEdge &edge : scene.edges) {
        const auto session = size_t(edge.session);
        const size_t lock = graph.sessions + size_t(edge.lock);
        auto &known = graph.neighbours[session];
        if (std::find(known.begin(), known.end(), lock) != known.end())
            continue;
        known.push_back(lock);
        graph.neighbours[lock].push_back(session);
    }
    return graph;
}

/// Nodes that hang together, in columns.
struct Component
{
    std::vector<std::vector<size_t>> columns;
    bool hasCycle = false;
    QRectF box;
};

/// The distances from \a roots, which are all sessions or all locks, by any edge. Sessions have locks for neighbours
/// and locks sessions, so that neighbours are never in one column.
Component columnsFrom(const std::vector<size_t> &roots, const Graph &graph, std::vector<int> &column)
{
    Component component;
    component.columns.push_back(roots);
    for (const size_t root : roots)
        column[root] = 0;
    for (size_t at = 0; at < component.columns.size(); ++at) {
        std::vector<size_t> next;
        for (const size_t node : component.columns[at]) {
            for (const size_t neighbour : graph.neighbours[node]) {
                if (column[neighbour] < 0) {
                    column[neighbour] = int(at) + 1;
                    next.push_back(neighbour);
                }
            }
        }
        if (!next.empty())
            component.columns.push_back(std::move(next));
    }
    return component;
}

/// All that hangs together with \a start.
std::vector<size_t> reach(size_t start, const Graph &graph, std::vector<bool> &seen)
{
    std::vector<size_t> nodes{start};
    seen[start] = true;
    for (size_t i = 0; i < nodes.size(); ++i) {
        for (const size_t neighbour : graph.neighbours[nodes[i]]) {
            if (!seen[neighbour]) {
                seen[neighbour] = true;
                nodes.push_back(neighbour);
            }
        }
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

/// Where the columns begin: in a cycle with its first session, at the left; else with the sessions that all wait for in
/// the end (they hold and wait for none), at the right: waiting points to the right.
struct Roots
{
    std::vector<size_t> nodes;
    bool atRight = false;
};

Roots rootsOf(const std::vector<size_t> &nodes, const WaitScene &scene)
{
    for (const SceneCycle &cycle : scene.cycles) {
        if (!cycle.sessions.empty() && cycle.sessions.front() >= 0
            && std::binary_search(nodes.begin(), nodes.end(), size_t(cycle.sessions.front())))
            return {{size_t(cycle.sessions.front())}, false};
    }
    Roots roots{{}, true};
    std::ranges::copy_if(nodes, std::back_inserter(roots.nodes), [&scene](size_t node) {
        return node < scene.sessions.size() && scene.sessions[node].holds > 0 && scene.sessions[node].waits == 0;
    });
    if (roots.nodes.empty()) // no drawn session holds: what is waited for is a lock
        roots.nodes = {nodes.back() >= scene.sessions.size() ? nodes.back() : nodes.front()};
    return roots;
}

class Placer
{
public:
    Placer(const WaitScene &scene, const Graph &graph, const GraphMetrics &metrics)
        : m_scene(scene)
        , m_graph(graph)
        , m_metrics(metrics)
        , m_column(graph.size(), -1)
        , m_y(graph.size(), 0)
        , m_boxes(graph.size())
    {
    }

    std::vector<QRectF> place(QRectF &bounds)
    {
        std::vector<Component> components;
        std::vector<bool> seen(m_graph.size(), false);
        for (size_t node = 0; node < m_graph.size(); ++node) {
            if (!seen[node])
                components.push_back(placeComponent(reach(node, m_graph, seen)));
        }
        std::stable_sort(components.begin(), components.end(), [](const Component &a, const Component &b) {
            if (a.hasCycle != b.hasCycle)
                return a.hasCycle;
            return a.columns.size() > b.columns.size();
        });
        pack(components, bounds);
        return std::move(m_boxes);
    }

private:
    QSizeF sizeOf(size_t node) const { return m_graph.isLock(node) ? m_metrics.lock : m_metrics.session; }

    Component placeComponent(const std::vector<size_t> &nodes)
    {
        const Roots roots = rootsOf(nodes, m_scene);
        Component component = columnsFrom(roots.nodes, m_graph, m_column);
        component.hasCycle = !roots.atRight;
        if (roots.atRight)
            std::reverse(component.columns.begin(), component.columns.end());
        orderRows(component);
        setBoxes(component);
        return component;
    }

    qreal wish(size_t node) const
    {
        qreal sum = 0;
        for (const size_t neighbour : m_graph.neighbours[node])
            sum += m_y[neighbour];
        const auto count = m_graph.neighbours[node].size();
        return count == 0 ? m_y[node] : sum / qreal(count);
    }

    void settle(std::vector<size_t> &column, bool reorder)
    {
        std::vector<std::pair<qreal, size_t>> wished;
        for (const size_t node : column)
            wished.emplace_back(wish(node), node);
        if (reorder)
            std::stable_sort(wished.begin(), wished.end(),
                             [](const auto &a, const auto &b) { return std::round(a.first) < std::round(b.first); });
        std::vector<qreal> centres;
        std::vector<qreal> heights;
        for (size_t i = 0; i < wished.size(); ++i) {
            column[i] = wished[i].second;
            centres.push_back(wished[i].first);
            heights.push_back(sizeOf(column[i]).height());
        }
        centres = spread(centres, heights, m_metrics.rowGap);
        for (size_t i = 0; i < column.size(); ++i)
            m_y[column[i]] = centres[i];
    }

    /// Sweeps to and fro: each node to the mean of its neighbours.
    void orderRows(Component &component)
    {
        for (std::vector<size_t> &column : component.columns) {
            qreal y = 0;
            for (const size_t node : column) {
                m_y[node] = y;
                y += sizeOf(node).height() + m_metrics.rowGap;
            }
        }
        for (int sweep = 0; sweep < 8; ++sweep) {
            const bool reorder = sweep < 6;
            if (sweep % 2 == 0) {
                for (auto &column : component.columns)
                    settle(column, reorder);
            } else {
                for (auto column = component.columns.rbegin(); column != component.columns.rend(); ++column)
                    settle(*column, reorder);
            }
        }
    }

    void setBoxes(Component &component)
    {
        qreal left = 0;
        for (const std::vector<size_t> &column : component.columns) {
            const qreal width = sizeOf(column.front()).width();
            for (const size_t node : column) {
                const QSizeF size = sizeOf(node);
                m_boxes[node] = QRectF(left, std::round(m_y[node] - size.height() / 2), size.width(), size.height());
                component.box |= m_boxes[node];
            }
            left += width + m_metrics.columnGap;
        }
    }

    /// Where each component's corner is if no shelf is wider than \a width, and how large the whole is.
    QSizeF shelve(const std::vector<Component> &components, qreal width, std::vector<QPointF> &corners) const
    {
        corners.clear();
        QSizeF whole(0, 0);
        QPointF at(0, 0);
        qreal shelf = 0;
        for (const Component &component : components) {
            if (at.x() > 0 && at.x() + component.box.width() > width) {
                at = QPointF(0, at.y() + shelf + m_metrics.partGap);
                shelf = 0;
            }
            corners.push_back(at);
            whole = whole.expandedTo(QSizeF(at.x() + component.box.width(), at.y() + component.box.height()));
            at.rx() += component.box.width() + 2 * m_metrics.partGap;
            shelf = std::max(shelf, component.box.height());
        }
        return whole;
    }

    /// Of some widths of shelves the one with which the whole can be shown the largest.
    void pack(const std::vector<Component> &components, QRectF &bounds)
    {
        qreal widest = 1;
        for (const Component &component : components)
            widest = std::max(widest, component.box.width());
        std::vector<QPointF> corners;
        std::vector<QPointF> best;
        qreal least = std::numeric_limits<qreal>::max();
        for (qreal width = widest; width < 6 * widest; width += widest / 4) {
            const QSizeF whole = shelve(components, width, corners);
            const qreal needed = std::max(whole.width(), whole.height() * m_metrics.aspect);
            if (needed < least) {
                least = needed;
                best = corners;
            }
        }
        for (size_t i = 0; i < components.size(); ++i) {
            const QPointF shift = best[i] - components[i].box.topLeft();
            for (const std::vector<size_t> &column : components[i].columns) {
                for (const size_t node : column)
                    m_boxes[node].translate(shift);
            }
            bounds |= components[i].box.translated(shift);
        }
    }

    const WaitScene &m_scene;
    const Graph &m_graph;
    const GraphMetrics &m_metrics;
    std::vector<int> m_column;
    std::vector<qreal> m_y;
    std::vector<QRectF> m_boxes;
};

/// Where an edge leaves or enters a box: on the side of the other one, each edge at a height of its own.
QPointF port(const QRectF &box, const QRectF &other, size_t rank, size_t count)
{
    const qreal x = other.center().x() > box.center().x() ? box.right() : box.left();
    return {x, box.top() + box.height() * qreal(rank + 1) / qreal(count + 1)};
}

std::vector<QPainterPath> edgesBetween(const WaitScene &scene, const GraphLayout &layout)
{
    // Per box and side the edges from the top down, by where they come from: they do not cross at the box.
    struct End
    {
        size_t edge;
        qreal otherY;
    };
    const size_t boxes = layout.sessions.size() + layout.locks.size();
    std::vector<std::vector<End>> ends(2 * boxes);
    const auto boxAt = [&](size_t i) {
        return i < layout.sessions.size() ? layout.sessions[i] : layout.locks[i - layout.sessions.size()];
    };
    const auto side = [&](size_t box, size_t other) {
        return 2 * box + (boxAt(other).center().x() > boxAt(box).center().x() ? 1 : 0);
    };
    for (size_t i = 0; i < scene.edges.size(); ++i) {
        const auto session = size_t(scene.edges[i].session);
        const size_t lock = layout.sessions.size() + size_t(scene.edges[i].lock);
        ends[side(session, lock)].push_back({i, boxAt(lock).center().y()});
        ends[side(lock, session)].push_back({i, boxAt(session).center().y()});
    }
    for (auto &list : ends)
        std::stable_sort(list.begin(), list.end(), [](const End &a, const End &b) { return a.otherY < b.otherY; });
    const auto portOf = [&](size_t box, size_t other, size_t edge) {
        const auto &list = ends[side(box, other)];
        const auto at = std::find_if(list.begin(), list.end(), [edge](const End &end) { return end.edge == edge; });
        return port(boxAt(box), boxAt(other), size_t(at - list.begin()), list.size());
    };
    std::vector<QPainterPath> paths;
    for (size_t i = 0; i < scene.edges.size(); ++i) {
        const auto session = size_t(scene.edges[i].session);
        const size_t lock = layout.sessions.size() + size_t(scene.edges[i].lock);
        QPointF from = portOf(session, lock, i);
        QPointF to = portOf(lock, session, i);
        if (scene.edges[i].holds)
            std::swap(from, to);
        const qreal bend = (to.x() - from.x()) * 0.5;
        QPainterPath path(from);
        path.cubicTo(from + QPointF(bend, 0), to - QPointF(bend, 0), to);
        paths.push_back(path);
    }
    return paths;
}

} // namespace

GraphLayout layOut(const WaitScene &scene, const GraphMetrics &metrics)
{
    GraphLayout layout;
    const Graph graph = graphOf(scene);
    const std::vector<QRectF> boxes = Placer(scene, graph, metrics).place(layout.bounds);
    layout.sessions.assign(boxes.begin(), boxes.begin() + qsizetype(graph.sessions));
    layout.locks.assign(boxes.begin() + qsizetype(graph.sessions), boxes.end());
    layout.edges = edgesBetween(scene, layout);
    return layout;
}

} // namespace lockscope::ui
