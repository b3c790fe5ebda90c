// SPDX-License-Identifier: Apache-2.0
// Paints the cells of the Queue panel's table: form by state and presence, colour by role. Never the gutter.
#pragma once

#include "ui/models/queuemodel.h"
#include "ui/theme/glyph.h"

#include <QStyledItemDelegate>

namespace lockscope::ui {

/// What a row's marks look like.
struct RowLook
{
    Fill fill = Fill::Outlined;
    Role role = Role::Waiting;
};

RowLook lookOf(const QueueModel &model, int row);

class QueueDelegate : public QStyledItemDelegate
{
public:
    static constexpr int rowHeight = 32;
    static constexpr int cellMargin = 8; ///< left and right of what is written

    explicit QueueDelegate(QueueModel *model, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    QueueModel *m_model;
};

} // namespace lockscope::ui
