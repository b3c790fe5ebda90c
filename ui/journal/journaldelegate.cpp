// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journaldelegate.h"

#include "ui/journal/journalmodel.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockscope::ui {

void JournalDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    using When = JournalModel::When;
    const auto when = static_cast<When>(index.data(JournalModel::WhenRole).toInt());
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.selection);
    else if (when == When::Now)
        painter->fillRect(option.rect, theme.wrong.tint);
    if (when == When::Now && index.column() == 0)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme.wrong.fill);
    // What has not happened yet at the instant that is shown stands back.
    painter->save();
    if (when == When::Future)
        painter->setOpacity(0.45);
    const int column = index.column();
    const bool mono = column == JournalModel::Time || column == JournalModel::Subject;
    const QFont font = mono ? monoFont(option.font) : option.font;
    painter->setFont(font);
    painter->setPen(column == JournalModel::Sentence || column == JournalModel::Client ? theme.text : theme.muted);
    const QRect text = option.rect.adjusted(8, 0, -6, 0);
    const auto elide = column == JournalModel::Subject ? Qt::ElideMiddle : Qt::ElideRight;
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString(), elide, text.width()));
    painter->restore();
}

} // namespace lockscope::ui
