// SPDX-License-Identifier: Apache-2.0
// Draws a row of the Journal panel: quiet times and nodes in digits of one width, the sentence in full strength.
// Never changes what is written there.
#pragma once

#include <QStyledItemDelegate>

namespace lockscope::ui {

class JournalDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lockscope::ui
