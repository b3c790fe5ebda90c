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
constexpr int footHeight = 16;    ///< of a line
constexpr int figuresHeight = 16; ///< where they have a line of their own
constexpr qreal radius = 6;

/// The same, to be broken between its parts only.
QString breakable(const QString &foot)
{
    QStringList parts = foot.split(u" \u00b7 "_s);
    for (QString &part : parts)
        part.replace(u' ', QChar(QChar::Nbsp));
    return parts.join(u"\u00a0\u00b7 "_s);
}

} // namespace

ChartCard::ChartCard(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
{
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ChartCard::setTexts(const QStringList &figures, const QString &gap, const QString &foot,
                         const QString &explanation)
{
    m_figures = figures;
    m_gap = gap;
    m_foot = foot;
    setAccessibleDescription(QStringList{figure(), gap, foot}.join(u' '));
    setToolTip(foot.isEmpty() ? explanation : explanation + u"\n\n"_s + foot); // where it is cut off below
    update();
}

QFont ChartCard::smallFont() const
{
    return scaledFont(font(), 0.85);
}

QFont ChartCard::titleFont() const
{
    return scaledFont(font(), 0.95, QFont::DemiBold);
}

QRectF ChartCard::plotRect() const
{
    const int head = headHeight + (figuresStandBelow() ? figuresHeight : 0);
    const int foot = std::max(footLines(), 1) * footHeight; // plots side by side end at one height where they can
    return QRectF(rect()).adjusted(padding, head + 10, -padding, -(axisHeight + foot + 5));
}

QRectF ChartCard::besideTitle() const
{
    const qreal used = QFontMetricsF(titleFont()).horizontalAdvance(m_title) + 10;
    return QRectF(padding, 5, width() - 2 * padding, headHeight).adjusted(used, 0, 0, 0);
}

int ChartCard::footLines() const
{
    if (m_foot.isEmpty())
        return 0;
    return QFontMetricsF(smallFont()).horizontalAdvance(m_foot) > width() - 2 * padding ? 2 : 1;
}

bool ChartCard::figuresStandBelow() const
{
    return m_figures.size() > 1 && QFontMetricsF(smallFont()).horizontalAdvance(figure()) > besideTitle().width();
}

void ChartCard::paintFigures(QPainter &painter) const
{
    const QFontMetricsF metrics(painter.font());
    if (!figuresStandBelow()) {
        const QRectF place = besideTitle();
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(figure(), Qt::ElideRight, place.width()));
        return;
    }
    // A share of the line for each; the last one ends where the plot does.
    const QRectF line(padding, 3 + headHeight, width() - 2 * padding, figuresHeight);
    const auto count = static_cast<int>(m_figures.size());
    for (int i = 0; i < count; ++i) {
        const QRectF place(line.left() + i * line.width() / count, line.top(), line.width() / count, line.height());
        const Qt::Alignment side = i == 0 ? Qt::AlignLeft : i == count - 1 ? Qt::AlignRight : Qt::AlignHCenter;
        painter.drawText(place, int(side | Qt::AlignVCenter) | Qt::TextDontClip, m_figures[i]);
    }
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
    painter.setFont(titleFont());
    painter.setPen(theme.text);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(smallFont());
    painter.setPen(theme.muted);
    paintFigures(painter);
    if (!m_foot.isEmpty()) {
        const qreal high = footLines() * footHeight;
        painter.drawText(QRectF(padding, height() - high - 4, head.width(), high),
                         int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap, breakable(m_foot));
    }
    if (m_gap.isEmpty())
        paintPlot(painter, theme, plotRect());
    else
        painter.drawText(plotRect().adjusted(6, 0, -6, axisHeight), Qt::AlignCenter | Qt::TextWordWrap, m_gap);
}

} // namespace lockscope::ui
