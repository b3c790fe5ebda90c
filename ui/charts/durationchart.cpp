// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/durationchart.h"

#include "ui/theme/color.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

DurationChart::DurationChart(const QString &title, Role role, const QString &none, const QString &explanation,
                             QWidget *parent)
    : ChartCard(title, parent)
    , m_role(role)
    , m_none(none)
    , m_explanation(explanation)
{
    show({});
}

void DurationChart::show(const journal::Durations &durations)
{
    m_histogram = shownHistogram(durations);
    m_marks.clear();
    QStringList texts;
    for (const auto &[share, name] : {std::pair(0.5, u"p50"_s), std::pair(0.9, u"p90"_s), std::pair(0.99, u"p99"_s)}) {
        const auto ns = durations.quantile(share);
        if (!ns)
            continue;
        m_marks.push_back({static_cast<double>(*ns), name});
        texts += name + u' ' + spanText(static_cast<double>(*ns));
    }
    QStringList foot;
    const auto known = static_cast<qint64>(durations.sortedNs.size());
    if (known > 0)
        foot += tr("%1 known").arg(locale().toString(known));
    const auto atOnce = std::lower_bound(durations.sortedNs.begin(), durations.sortedNs.end(), shortestShownNs)
                        - durations.sortedNs.begin();
    if (atOnce > 0)
        foot += tr("%1 < %2").arg(locale().toString(qint64(atOnce)), spanText(double(shortestShownNs)));
    if (durations.unknown > 0)
        foot += tr("%1 not known").arg(locale().toString(durations.unknown));
    if (durations.running > 0)
        foot += tr("%1 not over").arg(locale().toString(durations.running));
    setTexts(texts, known > 0 ? QString() : m_none, foot.join(u" \u00b7 "_s), m_explanation);
}

void DurationChart::paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot)
{
    const RoleColors &colors = theme.role(m_role);
    const LogScale scale = logScaleFor(m_histogram, plot.left(), plot.right());
    painter.setFont(smallFont());
    for (const AxisMark &mark : decadeMarks(scale, 52)) {
        painter.fillRect(QRectF(mark.at, plot.top(), 1, plot.height()), theme.separator);
        painter.setPen(theme.muted);
        const qreal width = painter.fontMetrics().horizontalAdvance(mark.text);
        const qreal left = std::clamp(mark.at - width / 2, plot.left(), std::max(plot.left(), plot.right() - width));
        painter.drawText(QRectF(left, plot.bottom() + 2, width + 2, axisHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         mark.text);
    }
    const QRectF below = plot.adjusted(0, 12, 0, 0); // the names of the marks stand above the bars
    painter.setPen(QPen(colors.fill, 1.5));
    painter.setBrush(m_role == Role::Waiting ? mix(theme.card, colors.fill, 0.18) : colors.fill);
    for (const QRectF &bar : histogramBars(m_histogram, scale, below)) {
        if (bar.height() > 0)
            painter.drawRect(bar.adjusted(1, 0.75, -1, 0));
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.border);
    qreal free = plot.left() - 1;
    for (const Mark &mark : m_marks) {
        const qreal x = scale.xOf(mark.ns);
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, plot.top() + 11), QPointF(x, plot.bottom()));
        const qreal width = painter.fontMetrics().horizontalAdvance(mark.text);
        const qreal left = std::clamp(x - width / 2, plot.left(), plot.right() - width);
        if (left < free) // one on top of the other says nothing; the figures stand above
            continue;
        painter.drawText(QRectF(left, plot.top() - 6, width + 2, 14), Qt::AlignLeft | Qt::AlignVCenter, mark.text);
        free = left + width + 5;
    }
}

} // namespace lockscope::ui
