// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/comparechart.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int gap = 10;

} // namespace

CompareChart::CompareChart(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Acquires a second"));
}

void CompareChart::setComparison(const compare::Comparison &comparison)
{
    m_bars.clear();
    for (const compare::Subject &subject : comparison.subjects) {
        const int most =
            subject.runs.isEmpty() ? 0 : std::ranges::max(subject.runs, {}, &compare::Run::clients).clients;
        Bar bar{u"%1, %2"_s.arg(locks::backendText(subject.backend), locks::recipeName(subject.recipe)), {}, 0};
        if (const compare::Run *run = compare::typicalRun(subject, most)) {
            bar.value = run->acquiresPerS;
            bar.figure = tr("%1 a second with %2 at once").arg(QLocale().toString(qRound64(bar.value))).arg(most);
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
        most = std::max(most, bar.value);
    }
    const int room = std::max(40, width() - names - figures - 2 * gap);
    for (int row = 0; row < m_bars.size(); ++row) {
        const Bar &bar = m_bars.at(row);
        const QRect line(0, row * rowHeight(), width(), rowHeight());
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, bar.name);
        if (bar.figure.isEmpty())
            continue;
        const int length = most > 0 ? std::max(1, qRound(room * bar.value / most)) : 1;
        painter.fillRect(QRect(names + gap, line.top() + 4, length, rowHeight() - 8), palette().color(QPalette::Link));
        painter.drawText(QRect(names + 2 * gap + length, line.top(), width(), line.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, bar.figure);
    }
}

} // namespace lockscope::ui

#include "moc_comparechart.cpp"
