// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/legend.h"

#include "ui/queue/queueview.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int lineLength = 26;
constexpr int gap = 7;
constexpr int between = 14;

QString textOf(EdgeKind kind)
{
    switch (kind) {
    case EdgeKind::Expected: return Legend::tr("expected by the recipe");
    case EdgeKind::Reported: return Legend::tr("reported by a server");
    case EdgeKind::Wrong: return Legend::tr("wrong");
    }
    return {};
}

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

void Legend::setKinds(const QList<EdgeKind> &kinds)
{
    if (m_kinds == kinds)
        return;
    m_kinds = kinds;
    QStringList texts;
    for (const EdgeKind kind : kinds)
        texts += textOf(kind);
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setToolTip(kinds.contains(EdgeKind::Expected)
                   ? tr("Dashed: watches that the recipe calls for. Which watches exist, only a server can tell.")
                   : QString());
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    const QFontMetrics metrics(smallFont());
    int width = 0;
    for (const EdgeKind kind : m_kinds)
        width += lineLength + gap + metrics.horizontalAdvance(textOf(kind)) + between;
    return {width, metrics.height() + 4};
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    const QFontMetrics metrics(smallFont());
    const Theme &theme = themeFor(palette());
    const qreal y = height() / 2.0;
    qreal x = 0;
    for (const EdgeKind kind : m_kinds) {
        QPen pen = edgePen(kind, theme);
        pen.setWidthF(pen.widthF() + 0.3);
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y), QPointF(x + lineLength, y));
        x += lineLength + gap;
        const int width = metrics.horizontalAdvance(textOf(kind));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x, 0, width + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, textOf(kind));
        x += width + between;
    }
}

} // namespace lockscope::ui
