// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/overviewstrip.h"

#include "ui/theme/theme.h"
#include "ui/timeline/lanelook.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

std::vector<int> densityOf(const std::vector<qint64> &sorted, qint64 fromNs, qint64 toNs, int columns)
{
    std::vector<int> counts(static_cast<size_t>(std::max(columns, 0)));
    const double width = static_cast<double>(toNs - fromNs) / std::max(columns, 1);
    size_t before = gallop(sorted, fromNs, 0);
    for (int column = 0; column < columns; ++column) {
        const size_t after = column + 1 == columns
                                 ? gallop(sorted, toNs + 1, before)
                                 : gallop(sorted, fromNs + static_cast<qint64>(width * (column + 1)), before);
        counts[static_cast<size_t>(column)] = static_cast<int>(after - before);
        before = after;
    }
    return counts;
}

OverviewStrip::OverviewStrip(const LaneIndex *index, std::function<qint64()> now, QWidget *parent)
    : QWidget(parent)
    , m_index(index)
    , m_now(std::move(now))
{
    setObjectName(u"overviewStrip"_s);
    setAccessibleName(tr("Overview of all that happened"));
    setToolTip(tr("All that happened: click or drag to look there"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

void OverviewStrip::setShown(qint64 fromNs, qint64 toNs)
{
    m_fromNs = fromNs;
    m_toNs = toNs;
    update();
}

void OverviewStrip::setCursor(std::optional<qint64> ns)
{
    m_cursorNs = ns;
    update();
}

QRect OverviewStrip::ground() const
{
    return rect().adjusted(timeline::namesWidth, 4, -8, -4);
}

TimeScale OverviewStrip::scale() const
{
    const qint64 last = std::max(m_index->lastNs(), std::min(m_now(), m_toNs));
    return TimeScale::fitting(m_index->firstNs(), last, ground().width());
}

void OverviewStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = themeFor(palette());
    const QRect box = ground();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.field);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme.muted);
    painter.setFont(scaledFont(font(), 0.85));
    painter.drawText(QRect(0, 0, timeline::namesWidth - 8, height()), Qt::AlignRight | Qt::AlignVCenter,
                     tr("overview"));
    if (m_index->instants().empty())
        return;

    constexpr int barWidth = 3;
    const TimeScale all = scale();
    const auto counts = densityOf(m_index->instants(), all.nsAt(0), all.nsAt(box.width()), box.width() / barWidth);
    const int most = *std::max_element(counts.begin(), counts.end());
    for (size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0)
            continue;
        // By the square root: a quiet stretch must be seen beside a busy one.
        const double share = std::sqrt(static_cast<double>(counts[i]) / most);
        const int high = std::max(2, static_cast<int>(std::lround(share * (box.height() - 4))));
        painter.fillRect(box.left() + static_cast<int>(i) * barWidth, box.bottom() - 1 - high, barWidth - 1, high,
                         theme.edge);
    }
    const double left = std::clamp(all.xOf(m_fromNs), 0.0, double(box.width()));
    const double right = std::clamp(all.xOf(m_toNs), 0.0, double(box.width()));
    const QRectF window(box.left() + left, box.top(), std::max(right - left, 4.0), box.height());
    QColor veil = theme.accent.fill;
    veil.setAlphaF(0.14F);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent.fill, 1.5));
    painter.setBrush(veil);
    painter.drawRoundedRect(window.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (m_cursorNs)
        painter.fillRect(QRectF(box.left() + all.xOf(*m_cursorNs), box.top(), 2, box.height()), theme.wrong.fill);
}

void OverviewStrip::mousePressEvent(QMouseEvent *event)
{
    mouseMoveEvent(event);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton && !m_index->instants().empty())
        Q_EMIT centreWanted(scale().nsAt(event->position().x() - ground().left()));
}

} // namespace lockscope::ui

#include "moc_overviewstrip.cpp"
