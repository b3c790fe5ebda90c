// SPDX-License-Identifier: Apache-2.0
// The table of the Queue panel: a delegate for its cells, and the gutter with the watch edges painted over one column.
// Paints only what is visible, however long the queue is.
#pragma once

#include "ui/models/queuemodel.h"
#include "ui/queue/edges.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace lockscope::ui {

class QueueDelegate : public QStyledItemDelegate
{
public:
    explicit QueueDelegate(QueueModel *model, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    QueueModel *m_model;
};

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
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateEdges();
    void updateColumns();
    void updateGutterWidth();
    void paintGutter(QPainter &painter);

    QueueModel *m_model;
    EdgeLayout m_edges;
    quint64 m_edgesRevision = 0;
    bool m_stale = false;
};

} // namespace lockscope::ui
