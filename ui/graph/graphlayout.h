// SPDX-License-Identifier: Apache-2.0
// Where the wait-for graph's sessions and locks stand. Sessions and locks take turns by column, so that every edge
// joins neighbouring columns and passes under nothing. Pure and deterministic; never paints.
#pragma once

#include "ui/graph/waitscene.h"

#include <QPainterPath>
#include <QRectF>

#include <vector>

namespace lockscope::ui {

struct GraphMetrics
{
    QSizeF session{180, 44};
    QSizeF lock{188, 62}; ///< has room for a third line
    qreal columnGap = 78;
    qreal rowGap = 14;
    qreal partGap = 34; ///< between parts that have nothing to do with each other
    qreal aspect = 1.7; ///< of the whole, as far as the parts allow
};

struct GraphLayout
{
    std::vector<QRectF> sessions; ///< as WaitScene::sessions
    std::vector<QRectF> locks;    ///< as WaitScene::locks
    /// As WaitScene::edges: from the waiting session to the lock, from the lock to the session that holds it.
    std::vector<QPainterPath> edges;
    QRectF bounds;

    bool operator==(const GraphLayout &) const = default;
};

/// Parts with a cycle come first; a cycle of two is a diamond, a longer one a ring drawn out.
GraphLayout layOut(const WaitScene &scene, const GraphMetrics &metrics = {});

/// Centres for rows of these heights that are as near to \a wished as rows of that order can be without overlapping.
std::vector<qreal> spread(const std::vector<qreal> &wished, const std::vector<qreal> &heights, qreal gap);

} // namespace lockscope::ui
