// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/graphlegend.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int lineLength = 26;
constexpr int gap = 7;
constexpr int between = 16;

} // namespace

GraphLegend::GraphLegend(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend"));
    setToolTip(tr("Solid: a server told of the watch. Dashed: the place in the queue calls for it."));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QFont GraphLegend::smallFont() const
{
    return scaledFont(font(), 0.9);
}

QList<GraphLegend::Mark> GraphLegend::marks() const
{
    QList<Mark> out{{Mark::Holds, tr("holds")}};
    if (m_reported)
        out.append({Mark::Reported, tr("waits, reported")});
    if (m_expected)
        out.append({Mark::Expected, tr("waits, expected")});
    if (m_deadlock)
        out.append({Mark::Deadlock, tr("deadlock")});
    return out;
}

void GraphLegend::setMarks(bool reported, bool expected, bool deadlock)
{
    m_reported = reported;
    m_expected = expected;
    m_deadlock = deadlock;
    QStringList texts;
    for (const Mark &mark : marks())
        texts += mark.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize GraphLegend::sizeHint() const
{
    const QFontMetrics metrics(smallFont());
    int width = 0;
    for (const Mark &mark : marks())
        width += lineLength + gap + metrics.horizontalAdvance(mark.text) + between;
    return {width, metrics.height() + 4};
}

void GraphLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    const QFontMetrics metrics(smallFont());
    const Theme &theme = themeFor(palette());
    qreal x = 0;
    const qreal y = height() / 2.0;
    for (const Mark &mark : marks()) {
        const QColor color = mark.kind == Mark::Holds      ? theme.holding.fill
                             : mark.kind == Mark::Deadlock ? theme.wrong.fill
                                                           : theme.waiting.fill;
        QPen pen(color, mark.kind == Mark::Holds ? 2.6 : mark.kind == Mark::Deadlock ? 3 : 1.8);
        if (mark.kind == Mark::Expected)
            pen.setDashPattern({3.2, 2.4});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y), QPointF(x + lineLength, y));
        x += lineLength + gap;
        painter.setPen(theme.muted);
        const int width = metrics.horizontalAdvance(mark.text);
        painter.drawText(QRectF(x, 0, width + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, mark.text);
        x += width + between;
    }
}

} // namespace lockscope::ui
