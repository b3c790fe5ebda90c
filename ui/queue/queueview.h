// SPDX-License-Identifier: Apache-2.0
// The table of the Queue panel with the gutter of watch edges painted over one column.
// Paints only what is visible, however long the queue is.
#pragma once

#include "ui/models/queuemodel.h"
#include "ui/queue/edges.h"
#include "ui/theme/theme.h"

#include <QPen>
#include <QTableView>

namespace lockscope::ui {

/// Dashed: expected; solid: reported; red: wrong.
QPen edgePen(EdgeKind kind, const Theme &theme);

class QueueView : public QTableView
{
    Q_OBJECT
public:
    explicit QueueView(QueueModel *model, QWidget *parent = nullptr);

    const EdgeLayout &edges() const { return m_edges; }
    /// Everything greyed: what is shown is not live.
    void setStale(bool stale);
    /// Repaints the durations of the rows that are visible.
    void updateDurations();
    QList<int> selectedRows() const; ///< ascending

protected:
    /// When the current row goes, none is current: the one that moves into its place was not chosen.
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;
    /// From where the current row was, if that went.
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateEdges();
    void updateColumns();
    void updateGutterWidth();
    void updateWidest();
    int gutterWidth() const;
    int placeWidth() const;
    qreal rowY(int row) const;
    void paintGutter(QPainter &painter);
    void paintLoops(QPainter &painter, const GutterMetrics &metrics, int first, int last) const;
    void paintTrunk(QPainter &painter, const Trunk &trunk, const GutterMetrics &metrics, const QPen &pen, int first,
                    int last) const;

    QueueModel *m_model;
    EdgeLayout m_edges;
    quint64 m_edgesRevision = 0;
    int m_gutterWidth = 0;
    int m_placeWidth = 32;
    QString m_widestClient;
    QString m_widestState;
    int m_lostRow = -1; ///< where the current row was that went
    bool m_sizedByHand = false;
    bool m_stale = false;
};

} // namespace lockscope::ui
