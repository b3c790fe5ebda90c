// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanenames.h"

#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"
#include "ui/timeline/laneraster.h"
#include "ui/timeline/timelinelayout.h"

#include <QPainter>

namespace lockscope::ui {

const QPixmap &LaneNames::pixmap(const std::vector<NameRow> &rows, QSize size, qreal ratio, const Theme &theme,
                                 const QFont &font)
{
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    if (m_pixmap.size() == pixels && m_rows == rows && m_ground == theme.panel.rgb() && m_font == font)
        return m_pixmap;
    if (m_pixmap.size() != pixels)
        m_pixmap = QPixmap(pixels);
    m_pixmap.setDevicePixelRatio(ratio);
    m_rows = rows;
    m_ground = theme.panel.rgb();
    m_font = font;
    paint(theme, font);
    return m_pixmap;
}

void LaneNames::paint(const Theme &theme, const QFont &font)
{
    m_pixmap.fill(theme.panel);
    QPainter painter(&m_pixmap);
    for (const NameRow &row : m_rows)
        paintLaneName(painter, row, QPointF(0, row.top), timeline::namesWidth, theme, font);
}

void paintLaneName(QPainter &painter, const NameRow &row, const QPointF &at, int width, const Theme &theme,
                   const QFont &font)
{
    const int laneHeight = LaneMetrics().lane;
    const QRectF box(at, QSizeF(width, laneHeight));
    if (row.isCurrent) {
        painter.fillRect(box, theme.selection);
        painter.fillRect(QRectF(box.topLeft(), QSizeF(3, laneHeight)), theme.accent.fill);
    }
    const QRectF square(box.left() + 10, box.top() + (laneHeight - 18) / 2.0, 18, 18);
    paintGlyph(&painter, square, row.letter, row.holds ? Fill::Filled : Fill::Outlined,
               row.holds      ? Role::Holding
               : row.contends ? Role::Waiting
                              : Role::Neutral,
               theme, scaledFont(font, 0.82, QFont::Bold));
    painter.setFont(font);
    painter.setPen(theme.text);
    const QRectF text(box.left() + 36, box.top(), width - 42, laneHeight);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(font).elidedText(row.name, Qt::ElideMiddle, text.width()));
}

} // namespace lockscope::ui
