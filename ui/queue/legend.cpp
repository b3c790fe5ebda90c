// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/legend.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int lineLength = 28;
constexpr int gap = 8;

} // namespace

Legend::Legend(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend"));
}

QFont Legend::smallFont() const
{
    return scaledFont(font(), 0.9);
}

void Legend::setHasExpected(bool hasExpected)
{
    if (m_hasExpected == hasExpected)
        return;
    m_hasExpected = hasExpected;
    setToolTip(hasExpected ? tr("Watches that the recipe calls for. Which watches exist, only a server can tell.")
                           : QString());
    setAccessibleDescription(hasExpected ? tr("Dashed: expected by the recipe") : QString());
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    const QFontMetrics metrics(smallFont());
    return {lineLength + gap + metrics.horizontalAdvance(tr("expected by the recipe")) + 4, metrics.height() + 4};
}

void Legend::paintEvent(QPaintEvent *)
{
    if (!m_hasExpected)
        return;
    QPainter painter(this);
    const Theme &theme = themeFor(palette());
    QPen pen(theme.edge, 1.8);
    pen.setDashPattern({2.6, 2.2});
    painter.setPen(pen);
    const int y = height() / 2;
    painter.drawLine(0, y, lineLength, y);
    painter.setPen(theme.muted);
    painter.setFont(smallFont());
    painter.drawText(rect().adjusted(lineLength + gap, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("expected by the recipe"));
}

} // namespace lockscope::ui
