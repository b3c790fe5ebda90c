// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/legend.h"

#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int markLength = 26;
constexpr int besideMark = 7;
constexpr int betweenMarks = 15;

} // namespace

Legend::Legend(PenOf penOf, QWidget *parent)
    : QWidget(parent)
    , m_penOf(std::move(penOf))
{
    setAccessibleName(tr("Legend"));
}

void Legend::setMarks(const QList<Mark> &marks)
{
    if (m_marks == marks)
        return;
    m_marks = marks;
    QStringList texts;
    for (const Mark &mark : marks)
        texts += mark.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    const QFontMetrics metrics(smallFont());
    int width = 0;
    for (const Mark &mark : m_marks)
        width += markLength + besideMark + metrics.horizontalAdvance(mark.text) + betweenMarks;
    return {width, metrics.height() + 4};
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    const Theme &theme = themeFor(palette());
    const qreal y = height() / 2.0;
    qreal x = 0;
    for (const Mark &mark : m_marks) {
        painter.setPen(m_penOf(mark.kind, theme));
        painter.drawLine(QPointF(x, y), QPointF(x + markLength, y));
        x += markLength + besideMark;
        const int width = painter.fontMetrics().horizontalAdvance(mark.text);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x, 0, width + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, mark.text);
        x += width + betweenMarks;
    }
}

} // namespace lockscope::ui

#include "moc_legend.cpp"
