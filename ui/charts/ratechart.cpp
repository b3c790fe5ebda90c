// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/ratechart.h"

#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal leastColumn = 5; ///< pixels
constexpr int axisWidth = 34;    ///< for the figures at the left

QString rateText(double perSecond)
{
    return QString::number(perSecond, 'f', perSecond < 10 && perSecond != std::floor(perSecond) ? 1 : 0);
}

} // namespace

RateChart::RateChart(QWidget *parent)
    : ChartCard(tr("Hand-overs a second"), parent)
{
}

void RateChart::show(const journal::LockTiming &timing, qint64 nowNs)
{
    m_timing = timing;
    m_nowNs = nowNs;
    recount();
}

void RateChart::recount()
{
    const bool none = m_timing.grantsNs.empty() && m_timing.unseen.empty();
    const auto most = static_cast<int>((plotRect().width() - axisWidth) / leastColumn);
    m_stretches = m_timing.isEmpty() ? Stretches() : stretchesFor(m_timing.beginNs, m_nowNs, most);
    m_counts = journal::countedPer(m_timing.grantsNs, m_stretches.fromNs, m_stretches.stepNs, m_stretches.count);
    m_unseen.assign(m_counts.size(), 0);
    for (const auto &[ns, count] : m_timing.unseen) {
        const qint64 index = (ns - m_stretches.fromNs) / m_stretches.stepNs;
        if (index >= 0 && index < m_stretches.count)
            m_unseen[static_cast<size_t>(index)] += static_cast<int>(count);
    }
    const auto all = static_cast<qint64>(m_timing.grantsNs.size());
    const QString figure = none ? QString() : all == 1 ? tr("1 in all") : tr("%1 in all").arg(locale().toString(all));
    setTexts(
        {figure}, none ? tr("Nobody was seen to get the lock yet.") : QString(),
        m_timing.unseenSum > 0 ? tr("Hatched: %1 came and went unseen").arg(locale().toString(m_timing.unseenSum))
                               : QString(),
        tr("How often the lock went to somebody, by when. What came and went between two readings of the directory "
           "is counted by the server and drawn hatched: some of them may have given up."));
}

void RateChart::resizeEvent(QResizeEvent *event)
{
    ChartCard::resizeEvent(event);
    recount();
}

void RateChart::paintPlot(QPainter &painter, const Theme &theme, const QRectF &all)
{
    const QRectF plot = all.adjusted(axisWidth, 0, 0, 0);
    const double seconds = static_cast<double>(m_stretches.stepNs) / 1e9;
    int most = 1;
    for (size_t i = 0; i < m_counts.size(); ++i)
        most = std::max(most, m_counts[i] + m_unseen[i]);
    const double top = roundCeiling(most / seconds * 10) / 10;
    painter.setFont(smallFont());
    for (const double share : {0.0, 0.5, 1.0}) {
        const qreal y = plot.bottom() - share * plot.height();
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.separator);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(all.left(), y - 8, axisWidth - 5, 16), Qt::AlignRight | Qt::AlignVCenter,
                         rateText(top * share));
    }
    const auto heightOf = [&](int count) { return plot.height() * std::min(1.0, count / seconds / top); };
    for (int i = 0; i < m_stretches.count; ++i) {
        const auto index = static_cast<size_t>(i);
        const QRectF column = m_stretches.column(i, plot);
        const qreal width = std::max(column.width() - 1, 1.0);
        const qreal seen = heightOf(m_counts[index]);
        painter.fillRect(QRectF(column.left(), plot.bottom() - seen, width, seen), theme.accent.fill);
        if (m_unseen[index] > 0) {
            const QRectF box(column.left(), plot.bottom() - seen - heightOf(m_unseen[index]), width,
                             heightOf(m_unseen[index]));
            painter.fillRect(box, QBrush(theme.suspended.fill, Qt::BDiagPattern));
            painter.setPen(theme.suspended.fill);
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    painter.setPen(theme.muted);
    const QRectF axis(plot.left(), plot.bottom() + 2, plot.width(), axisHeight);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter,
                     u"\u2212"_s + formatDuration((m_nowNs - m_stretches.fromNs) / 1'000'000));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, tr("now"));
}

} // namespace lockscope::ui
