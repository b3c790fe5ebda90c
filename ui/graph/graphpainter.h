// SPDX-License-Identifier: Apache-2.0
// Draws a laid-out wait-for graph, on a widget or into a file. Holding is filled and square, waiting is outlined and
// round, a deadlock is red with its order. Paints only: never decides what there is.
#pragma once

#include "ui/graph/graphlayout.h"
#include "ui/theme/theme.h"

#include <QFont>

class QPainter;

namespace lockscope::ui {

/// What is pointed at or chosen: at most one of both is ≥ 0.
struct GraphItem
{
    int session = -1;
    int lock = -1;

    bool isNull() const { return session < 0 && lock < 0; }
    bool operator==(const GraphItem &) const = default;
};

struct GraphLook
{
    QFont font;
    GraphItem selected;
    GraphItem hovered;
    QRectF visible;     ///< in the graph's coordinates; what lies outside is not painted. Null: all
    bool labels = true; ///< of edges: left out where they could not be read
};

void paintGraph(QPainter *painter, const WaitScene &scene, const GraphLayout &layout, const Theme &theme,
                const GraphLook &look);

} // namespace lockscope::ui
