// SPDX-License-Identifier: Apache-2.0
// Draws a row of the Clients panel: letter, name, state in its colour, place, and the buttons that act on it.
// Decides nothing: what a button may do is asked of the client's state, what it does is for the panel.
#pragma once

#include "core/base/ids.h"
#include "ui/selection/clientactions.h"

#include <QStyledItemDelegate>

namespace lockscope::ui {

class ClientsDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    static constexpr int rowHeight = 42;

    using QStyledItemDelegate::QStyledItemDelegate;

    /// The button of \a action in the Actions cell \a cell.
    static QRect buttonRect(const QRect &cell, const ClientAction &action);
    static int actionsWidth();
    /// Nothing can be asked of the clients: the buttons are there, and off.
    void setReadOnly(bool readOnly) { m_readOnly = readOnly; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

Q_SIGNALS:
    void actionClicked(lockscope::ClientId client, const lockscope::ui::ClientAction &action);

private:
    void paintName(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintActions(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    bool m_readOnly = false;
};

} // namespace lockscope::ui
