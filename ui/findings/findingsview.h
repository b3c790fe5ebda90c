// SPDX-License-Identifier: Apache-2.0
// The list of the Findings panel and the delegate that paints a finding as a card of wrapped text.
// Paints what the model's roles say; never asks the world.
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

namespace lockscope::ui {

class FindingsDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Where "Show me" stands in the card.
    QRect linkRect(const QStyleOptionViewItem &option, const QModelIndex &index) const;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

Q_SIGNALS:
    void showClicked(const QModelIndex &index);
};

class FindingsView : public QListView
{
    Q_OBJECT
public:
    explicit FindingsView(QWidget *parent = nullptr);

    void setStale(bool stale);

Q_SIGNALS:
    /// "Show me", a double click, or Enter.
    void showRequested(const QModelIndex &index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    FindingsDelegate *m_delegate;
    bool m_stale = false;
};

} // namespace lockscope::ui
