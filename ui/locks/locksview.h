// SPDX-License-Identifier: Apache-2.0
// The tree view of the Locks panel and the delegate that paints its rows.
// Paints what the model's roles say; never asks the world.
#pragma once

#include <QStyledItemDelegate>
#include <QTreeView>

namespace lockscope::ui {

/// Letter square, name, summary at the right, badge. A row too narrow loses its summary's tail before its name.
class LocksDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

class LocksView : public QTreeView
{
    Q_OBJECT
public:
    explicit LocksView(QWidget *parent = nullptr);

    /// Everything greyed: what is shown is not live.
    void setStale(bool stale);

protected:
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void paintEvent(QPaintEvent *event) override;
    /// Chooses no row beside one that goes.
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;

private:
    bool m_stale = false;
};

} // namespace lockscope::ui
