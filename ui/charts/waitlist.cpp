// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/waitlist.h"

#include "ui/charts/chartgeometry.h"
#include "ui/theme/color.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal rowHeight = 21;
constexpr qreal barHeight = 5; ///< below the words, which nothing crosses

QString durationOf(const journal::Wait &wait)
{
    return (wait.atLeast ? u"\u2265 "_s : QString()) + spanText(static_cast<double>(wait.waitedNs));
}

QString endOf(const journal::Wait &wait)
{
    if (wait.isWaiting)
        return WaitList::tr("still waits");
    return wait.gaveUp ? WaitList::tr("gave up") : QString();
}

} // namespace

WaitList::WaitList(QWidget *parent)
    : ChartCard(tr("Longest waits"), parent)
{
    setObjectName(u"waitList"_s);
    setFocusPolicy(Qt::StrongFocus);
    show({}, {});
}

void WaitList::show(const std::vector<journal::Wait> &waits,
                    const std::function<QString(const journal::Wait &)> &nameOf)
{
    m_waits = waits;
    m_names.clear();
    QStringList texts;
    for (const journal::Wait &wait : m_waits)
        m_names += nameOf(wait);
    for (int row = 0; row < static_cast<int>(m_waits.size()); ++row)
        texts += textOf(row);
    m_current = std::min(m_current, static_cast<int>(m_waits.size()) - 1);
    setTexts({}, m_waits.empty() ? tr("Nobody has waited yet.") : QString(), QString(),
             tr("Outlined and pale: still waits. Crossed out: gave up. A click selects whoever waited."));
    setAccessibleDescription(texts.join(u'\n'));
}

QString WaitList::textOf(int row) const
{
    const journal::Wait &wait = m_waits[static_cast<size_t>(row)];
    QStringList parts{m_names[row], durationOf(wait)};
    if (const QString end = endOf(wait); !end.isEmpty())
        parts += end;
    return parts.join(u", "_s);
}

QRectF WaitList::rowRect(int row) const
{
    const QRectF plot = plotRect().adjusted(0, -4, 0, axisHeight + 12);
    const QRectF rect(plot.left(), plot.top() + row * rowHeight, plot.width(), rowHeight);
    return rect.bottom() <= plot.bottom() + 1 ? rect : QRectF();
}

void WaitList::paintPlot(QPainter &painter, const Theme &theme, const QRectF &)
{
    painter.setFont(smallFont());
    const qint64 longest = std::max<qint64>(m_waits.front().waitedNs, 1);
    for (int row = 0; row < static_cast<int>(m_waits.size()); ++row) {
        const QRectF rect = rowRect(row);
        if (rect.isEmpty())
            break;
        const journal::Wait &wait = m_waits[static_cast<size_t>(row)];
        const qreal share = static_cast<qreal>(wait.waitedNs) / static_cast<qreal>(longest);
        const QRectF bar(rect.left() + 0.5, rect.bottom() - barHeight - 1,
                         std::max(barHeight, rect.width() * share) - 1, barHeight - 1);
        const RoleColors &colors = theme.role(wait.gaveUp ? Role::Suspended : Role::Waiting);
        // Over: filled. Still waiting: outlined and pale, as all who wait.
        painter.setPen(wait.isWaiting ? QPen(colors.fill, 1) : QPen(Qt::NoPen));
        painter.setBrush(wait.isWaiting ? mix(theme.card, colors.fill, 0.3) : colors.fill);
        painter.drawRoundedRect(bar, 2, 2);
        if (row == m_current && hasFocus()) {
            painter.setPen(QPen(theme.accent.fill, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(-3.5, -0.5, 3.5, 0.5));
        }
        const QString end = endOf(wait);
        const QString duration = end.isEmpty() ? durationOf(wait) : durationOf(wait) + u" \u00b7 "_s + end;
        const qreal width = painter.fontMetrics().horizontalAdvance(duration);
        painter.setPen(theme.text);
        const QRectF words = rect.adjusted(0, 0, 0, -barHeight - 1);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, duration);
        QFont name = smallFont();
        name.setStrikeOut(wait.gaveUp);
        painter.setFont(name);
        painter.drawText(
            words, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(m_names[row], Qt::ElideMiddle, int(words.width() - width - 10)));
        painter.setFont(smallFont());
    }
}

void WaitList::choose(int row)
{
    if (row < 0 || row >= static_cast<int>(m_waits.size()))
        return;
    m_current = row;
    update();
    const journal::Wait wait = m_waits[static_cast<size_t>(row)]; // the list may change meanwhile
    Q_EMIT chosen(wait);
}

void WaitList::mousePressEvent(QMouseEvent *event)
{
    for (int row = 0; row < static_cast<int>(m_waits.size()); ++row) {
        if (rowRect(row).contains(event->position()))
            return choose(row);
    }
}

void WaitList::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(m_waits.size()) - 1;
    if (event->key() == Qt::Key_Down && last >= 0)
        choose(std::min(m_current + 1, last));
    else if (event->key() == Qt::Key_Up && last >= 0)
        choose(std::max(m_current - 1, 0));
    else
        ChartCard::keyPressEvent(event);
}

void WaitList::focusInEvent(QFocusEvent *event)
{
    ChartCard::focusInEvent(event);
    update();
}

void WaitList::focusOutEvent(QFocusEvent *event)
{
    ChartCard::focusOutEvent(event);
    update();
}

} // namespace lockscope::ui
