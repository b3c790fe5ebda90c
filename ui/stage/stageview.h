// SPDX-License-Identifier: Apache-2.0
// The stage: the lock as a block with its holders inside and the waiters lined up; cards move when the queue does.
// A view of a QueueModel; never acts on a server: it emits what was chosen.
#pragma once

#include "ui/export/picture.h"
#include "ui/models/watchedges.h"
#include "ui/stage/stagecard.h"
#include "ui/stage/stagelayout.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

namespace lockscope::ui {

class QueueModel;
class StageDrawing;

class StageView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    /// \a model outlives this.
    explicit StageView(QueueModel *model, QWidget *parent = nullptr);

    /// Of cards that it keeps.
    qsizetype pictureCount() const { return m_pictures.count(); }
    /// Full path of the node that is marked; empty: none.
    void setCurrent(const QString &path);
    QString current() const { return m_current; }

    /// 1 is as designed. Zooming by hand ends fitting.
    void setZoom(qreal zoom);
    qreal zoom() const { return m_zoom; }
    /// As large as all of it fits, but never larger than life.
    void setFitting(bool fitting);
    bool isFitting() const { return m_fitting; }
    /// Off when the desktop asks for it; tests and pictures may ask too.
    void setAnimated(bool animated) { m_animated = animated; }

    const StageLayout &layout() const { return m_layout; }
    /// The card of this node where it is now, in the viewport; empty where it has none.
    QRectF cardRect(const QString &path) const;
    /// All of the stage as it stands, with every card at its goal.
    Picture picture();
    /// What the cards say: who holds, or believes to, then who waits.
    std::vector<StageCard> cards();
    /// Between contenders that have a card, and to the directory, as indices in the model's queue.
    std::vector<QueueEdge> edges() const;

Q_SIGNALS:
    /// By hand; it may be current already.
    void chosen(const QString &path);
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Part
    {
        int count = 0; ///< folded ones, too
        /// Of contenders that have one, in order of service: indices in the model's queue. Below 0: of its zombies.
        std::vector<int> cards;
    };
    struct Parts
    {
        Part holders;
        Part waiters;
    };
    Parts partsOfQueue() const;
    void rebuild();
    void relayout();
    void updateScrollBars();
    void goOn();
    void tidy(qint64 atMs);
    qint64 nowMs() const { return m_clock.elapsed(); }
    QFont cardFont() const;
    QPointF toStage(const QPointF &viewportPoint) const;
    QString pathAt(const QPointF &viewportPoint) const;
    StageCard cardOf(int row, bool holds) const;
    StageCard cardOf(int index, const Part &part) const;
    void moveCurrent(int by);
    /// Contenders that have a card: who holds, then who waits.
    std::vector<int> shownIndices() const;
    const QString &nameOf(int index) const;
    /// The corner of what is in view.
    QPointF scrolled() const;
    void scrollTo(const QPointF &corner);
    /// What of them is within \a visible.
    void paintCards(QPainter &painter, const Part &part, const QRectF &visible, qint64 atMs);
    void paintLeaving(QPainter &painter, qint64 atMs);
    QPointF cornerOf(const QRectF &card) const;
    void addEdges(StageDrawing &drawing, qint64 atMs) const;

    QueueModel *m_model;
    StageLayout m_layout;
    Parts m_parts;
    bool m_outdated = false; ///< the queue changed while it was hidden
    QString m_lock;
    QString m_current;
    StageMotion m_motion;
    StageCardPictures m_pictures;
    QElapsedTimer m_clock;
    QTimer m_frame;
    qreal m_zoom = 1;
    bool m_fitting = true;
    bool m_animated = true;
    QPointF m_pressedAt;
    QPointF m_pressedScroll;
};

} // namespace lockscope::ui
