// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/legend.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

namespace {

constexpr int markLength = 26;
constexpr int besideMark = 7;
constexpr int betweenMarks = 15;

} // namespace

Legend::Legend(PenOf penOf, QWidget *parent)
    : QWidget(parent)
    , m_penOf(std::move(penOf))
{
    setAccessibleName(tr("Legend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void Legend::setMarks(const QList<Mark> &marks)
{
    if (m_marks == marks)
        return;
    m_marks = marks;
    QStringList texts;
    for (const Mark &mark : marks)
        texts += mark.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    int width = 0;
    const int height = flow(
        QWIDGETSIZE_MAX, [&](const Mark &, const QRect &, const QRect &text) { width = text.right() + betweenMarks; });
    return {width, height};
}

QSize Legend::minimumSizeHint() const
{
    int width = 0;
    const int height = flow(QWIDGETSIZE_MAX, [&](const Mark &, const QRect &line, const QRect &text) {
        width = std::max(width, text.right() - line.left());
    });
    return {width, height};
}

int Legend::flow(int width, const Place &place) const
{
    const QFontMetrics metrics(smallFont());
    const int height = metrics.height() + 4;
    QPoint at;
    for (const Mark &mark : m_marks) {
        const int text = metrics.horizontalAdvance(mark.text) + 2;
        if (at.x() > 0 && at.x() + markLength + besideMark + text > width)
            at = {0, at.y() + height};
        if (place)
            place(mark, {at, QSize(markLength, height)},
                  {at + QPoint(markLength + besideMark, 0), QSize(text, height)});
        at.rx() += markLength + besideMark + text + betweenMarks;
    }
    return at.y() + height;
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    painter.translate(0, (height() - flow(width(), {})) / 2.0);
    const Theme &theme = themeFor(palette());
    flow(width(), [&](const Mark &mark, const QRect &line, const QRect &text) {
        const qreal y = line.top() + line.height() / 2.0;
        painter.setPen(m_penOf(mark.kind, theme));
        painter.drawLine(QPointF(line.left(), y), QPointF(line.left() + line.width(), y));
        painter.setPen(theme.muted);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, mark.text);
    });
}

} // namespace lockscope::ui

#include "moc_legend.cpp"
