// SPDX-License-Identifier: Apache-2.0
// The parts of the stage that are no cards: the block, the watch edges and the fold; and all of it as a picture.
// Draws values: never knows a model, a view or a clock.
#pragma once

#include "ui/export/picture.h"
#include "ui/models/watchedges.h"
#include "ui/stage/stagecard.h"
#include "ui/stage/stagelayout.h"

#include <QFont>
#include <QPainterPath>

#include <array>
#include <vector>

namespace lockscope::ui {

/// What one of several servers has of the lock's key.
struct StageCopy
{
    QString who;  ///< whose it is; empty: it has none
    QString left; ///< of its time limit
    bool holds = false;
};

class StageDrawing
{
public:
    StageDrawing(QPainter &painter, const StageLayout &layout, const Theme &theme, const QFont &font)
        : m_painter(painter)
        , m_layout(layout)
        , m_theme(theme)
        , m_font(font)
    {
    }

    /// What the critical section is: held, or why no holder is in it.
    enum class Block { Held, Unknown, Free, WaitedFor, Group, Untaken };
    void drawBlock(Block block);
    /// As many as the layout has.
    void drawCopies(const std::vector<StageCopy> &copies);
    /// \a holds: who is watched is in the block, which is what one waits for. Drawn with drawEdges().
    void addEdge(const QRectF &from, const QRectF &to, bool holds, QueueEdge::Kind kind);
    /// At its own card: a watch on its own node.
    void addLoop(const QRectF &card, QueueEdge::Kind kind);
    /// All of a kind as one path: two hundred strokes of their own cost more than all the cards.
    void drawEdges();
    void drawFold();
    /// A wake-up on its way from what was watched to the one that watched it; \a share of it is done.
    void drawSpark(const QRectF &watched, const QRectF &waiter, qreal share);

private:
    QPainter &m_painter;
    const StageLayout &m_layout;
    const Theme &m_theme;
    const QFont &m_font;
    struct Edges
    {
        QPainterPath lines;
        QPainterPath heads;
    };
    std::array<Edges, 3> m_edges; ///< by kind
    size_t m_edgeCount = 0;
};

/// A stage at one instant, with all that is drawn of it.
struct StageStill
{
    QString lock;
    QFont font;
    int holders = 0; ///< folded ones, too
    int waiters = 0;
    std::vector<StageCopy> copies;
    std::vector<StageCard> cards; ///< as far as shown: who holds, then who waits, in order of service
    struct Edge
    {
        int from = 0; ///< cards
        int to = 0;   ///< the same as `from`: a loop; or QueueEdge::directory
        QueueEdge::Kind kind = QueueEdge::Kind::Expected;
    };
    std::vector<Edge> edges;
};

/// At any size all of it: the larger the area, the more cards in a line, until they are as large as life.
Picture stagePicture(StageStill still);

} // namespace lockscope::ui
