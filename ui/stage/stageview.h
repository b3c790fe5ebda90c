// SPDX-License-Identifier: Apache-2.0
// The stage: the lock as a block with its holders inside and the waiters lined up; cards move when the queue does.
// A view of a QueueModel; never acts on a server: it emits what was chosen.
#pragma once

#include "ui/export/picture.h"
#include "ui/models/watchedges.h"
#include "ui/stage/stagecard.h"
#include "ui/stage/stagelayout.h"
#include "ui/stage/stageparts.h"

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
    /// As large as all of it fits; larger than the type around it only where it is presented.
    void setFitting(bool fitting);
    bool isFitting() const { return m_fitting; }
    /// For a projector: cards say who, and how long, in large type; of a long line the middle folds.
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_isPresenting; }
    /// Off when the desktop asks for it; tests and pictures may ask too.
    void setAnimated(bool animated) { m_animated = animated; }

    const StageLayout &layout() const { return m_layout; }
    /// The card of this node where it is now, in the viewport; empty where it has none.
    QRectF cardRect(const QString &path) const;
    /// All of the stage as it stands, with every card at its goal.
    Picture picture();
    /// What the cards say: who holds, or believes to, then who waits.
    std::vector<StageCard> cards();
    /// Wake-ups that are on their way along the edges.
    size_t sparkCount() const { return m_sparks.size(); }
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
    void changeEvent(QEvent *event) override;

private:
    /// A wake-up on its way.
    struct Spark
    {
        QString waiter; ///< name of its node
        QRectF watched; ///< where that was
        qint64 startMs = 0;
    };
    void rebuild();
    void relayout();
    void fit();
    StageLayout layoutAt(qreal zoom, int mostWaiters) const;
    void updateScrollBars();
    void goOn();
    void tidy(qint64 atMs);
    bool isAnimated() const;
    void addSpark(const journal::Event &event);
    qint64 sparkMs() const;
    qint64 nowMs() const { return m_clock.elapsed(); }
    QFont cardFont() const;
    QPointF toStage(const QPointF &viewportPoint) const;
    QString pathAt(const QPointF &viewportPoint) const;
    StageCard cardOf(int index, const StagePart &part) const;
    void moveCurrent(int by);
    /// Contenders that have a card: who holds, then who waits.
    std::vector<int> shownIndices() const;
    const QString &nameOf(int index) const;
    bool isUntaken() const;
    /// The corner of what is in view.
    QPointF scrolled() const;
    void scrollTo(const QPointF &corner);
    /// What of them is within \a visible.
    void paintCards(QPainter &painter, const StagePart &part, const QRectF &visible, qint64 atMs);
    void paintLeaving(QPainter &painter, qint64 atMs);
    QPointF cornerOf(const QRectF &card) const;
    void addEdges(StageDrawing &drawing, qint64 atMs) const;

    QueueModel *m_model;
    StageLayout m_layout;
    StageParts m_parts;
    bool m_outdated = false; ///< the queue changed while it was hidden
    QString m_lock;
    QString m_current;
    StageMotion m_motion;
    std::vector<Spark> m_sparks;
    StageCardPictures m_pictures;
    QElapsedTimer m_clock;
    QTimer m_frame;
    qreal m_zoom = 1;
    bool m_fitting = true;
    bool m_isPresenting = false;
    int m_mostWaiters = StageMetrics::mostWaiters; ///< that have a card
    bool m_animated = true;
    QPointF m_pressedAt;
    QPointF m_pressedScroll;
};

} // namespace lockscope::ui
