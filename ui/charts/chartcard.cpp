// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/chartcard.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int padding = 10;
constexpr int headHeight = 24;
constexpr int footHeight = 16;
constexpr qreal radius = 6;

} // namespace

ChartCard::ChartCard(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
{
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ChartCard::setTexts(const QString &figure, const QString &gap, const QString &foot, const QString &explanation)
{
    m_figure = figure;
    m_gap = gap;
    m_foot = foot;
    setAccessibleDescription(QStringList{figure, gap, foot}.join(u' '));
    setToolTip(explanation);
    update();
}

QFont ChartCard::smallFont() const
{
    return scaledFont(font(), 0.85);
}

QRectF ChartCard::plotRect() const
{
    return QRectF(rect()).adjusted(padding, headHeight + 10, -padding, -(axisHeight + footHeight + 5));
}

void ChartCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);

    const QRectF head(padding, 5, width() - 2 * padding, headHeight);
    painter.setFont(scaledFont(font(), 0.95, QFont::DemiBold));
    painter.setPen(theme.text);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const qreal used = painter.fontMetrics().horizontalAdvance(m_title) + 10;
    painter.setFont(smallFont());
    painter.setPen(theme.muted);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_figure, Qt::ElideRight, int(head.width() - used)));
    if (!m_foot.isEmpty()) {
        const QRectF foot(padding, height() - footHeight - 4, head.width(), footHeight);
        painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_foot, Qt::ElideRight, int(foot.width())));
    }
    if (m_gap.isEmpty())
        paintPlot(painter, theme, plotRect());
    else
        painter.drawText(plotRect().adjusted(6, 0, -6, axisHeight), Qt::AlignCenter | Qt::TextWordWrap, m_gap);
}

} // namespace lockscope::ui
