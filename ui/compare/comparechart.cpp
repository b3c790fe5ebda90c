// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/comparechart.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int columnGap = 10;

} // namespace

CompareChart::CompareChart(Figure figure, QWidget *parent)
    : QWidget(parent)
    , m_figure(figure)
{
    setAccessibleName(figure == Figure::Speed     ? tr("Acquires a second")
                      : figure == Figure::Handoff ? tr("From one client to the next")
                                                  : tr("Requests for each acquire and release"));
}

QString CompareChart::sentence(double value, int clients) const
{
    const QString number = compare::figure(value);
    switch (m_figure) {
    case Figure::Speed: return tr("%1 a second with %2 at once").arg(number).arg(clients);
    case Figure::Handoff: return tr("%1 µs (p50) with %2 at once").arg(number).arg(clients);
    case Figure::Requests: return tr("%1 requests with %2 at once").arg(number).arg(clients);
    }
    return {};
}

/// Of the most clients that it was measured with so far.
void CompareChart::setComparison(const compare::Comparison &comparison)
{
    const auto of = m_figure == Figure::Speed     ? compare::speedOf
                    : m_figure == Figure::Handoff ? compare::handoffP50Of
                                                  : compare::requestsOf;
    m_bars.clear();
    for (const compare::Subject &subject : comparison.subjects) {
        Bar bar{compare::subjectName(subject), {}, {}};
        if (!compare::notMeasured(subject).isEmpty())
            bar.figure = tr("not measured");
        const QList<int> counts = compare::countsOf(subject);
        for (const int count : counts) {
            if (const auto spread = compare::spreadOf(subject, count, of)) {
                bar.value = *spread;
                bar.figure = sentence(spread->middle, count);
            }
        }
        m_bars += bar;
    }
    updateGeometry();
    update();
}

QStringList CompareChart::texts() const
{
    QStringList texts;
    for (const Bar &bar : m_bars)
        texts += bar.name + u": "_s + bar.figure;
    return texts;
}

QSize CompareChart::sizeHint() const
{
    return {640, std::max(1, static_cast<int>(m_bars.size())) * rowHeight()};
}

void CompareChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int names = 0;
    int figures = 0;
    double most = 0;
    for (const Bar &bar : std::as_const(m_bars)) {
        names = std::max(names, fontMetrics().horizontalAdvance(bar.name));
        figures = std::max(figures, fontMetrics().horizontalAdvance(bar.figure));
        most = std::max(most, bar.value.highest);
    }
    const int room = std::max(40, width() - names - figures - 2 * columnGap);
    for (int row = 0; row < m_bars.size(); ++row) {
        const Bar &bar = m_bars.at(row);
        const QRect line(0, row * rowHeight(), width(), rowHeight());
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, bar.name);
        if (bar.figure.isEmpty())
            continue;
        const auto place = [&](double value) { return most > 0 ? std::max(1, qRound(room * value / most)) : 1; };
        const int length = place(bar.value.middle);
        painter.fillRect(QRect(names + columnGap, line.top() + 4, length, rowHeight() - 8),
                         palette().color(QPalette::Link));
        const int end = place(bar.value.highest);
        if (bar.value.lowest < bar.value.highest) // a line from the lowest run to the highest
            painter.fillRect(
                QRect(names + columnGap + place(bar.value.lowest), line.center().y(), end - place(bar.value.lowest), 2),
                palette().color(QPalette::Text));
        painter.drawText(QRect(names + 2 * columnGap + std::max(length, end), line.top(), width(), line.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, bar.figure);
    }
}

} // namespace lockscope::ui

#include "moc_comparechart.cpp"
