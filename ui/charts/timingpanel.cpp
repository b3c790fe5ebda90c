// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/timingpanel.h"

#include "core/base/path.h"
#include "core/base/visible.h"
#include "ui/charts/chartgeometry.h"
#include "ui/models/text.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int leastCardWidth = 215;
constexpr qreal waitRowHeight = 21;
constexpr qreal waitBarHeight = 5; ///< below the words, which nothing crosses

QString durationOf(const journal::Wait &wait)
{
    return (wait.atLeast ? u"\u2265 "_s : QString()) + spanText(static_cast<double>(wait.waitedNs));
}

QString endOf(const journal::Wait &wait)
{
    if (wait.isWaiting)
        return WaitList::tr("still waits");
    return wait.gaveUp ? WaitList::tr("left") : QString();
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
    setTexts({}, m_waits.empty() ? tr("No client has waited yet.") : QString(), QString(),
             tr("Outlined and pale: still waits. Crossed out: left without the lock. A click selects the client that "
                "waited."));
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
    const QRectF rect(plot.left(), plot.top() + row * waitRowHeight, plot.width(), waitRowHeight);
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
        const QRectF bar(rect.left() + 0.5, rect.bottom() - waitBarHeight - 1,
                         std::max(waitBarHeight, rect.width() * share) - 1, waitBarHeight - 1);
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
        const QRectF words = rect.adjusted(0, 0, 0, -waitBarHeight - 1);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, duration);
        QFont name = smallFont();
        name.setStrikeOut(wait.gaveUp);
        painter.setFont(name);
        painter.drawText(
            words, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(visible(m_names[row]), Qt::ElideMiddle, int(words.width() - width - 10)));
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
    if (event->key() == Qt::Key_Down && !m_waits.empty())
        choose(std::min(m_current + 1, static_cast<int>(m_waits.size()) - 1));
    else if (event->key() == Qt::Key_Up && !m_waits.empty())
        choose(std::max(m_current - 1, 0));
    else
        ChartCard::keyPressEvent(event);
}

TimingPanel::TimingPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_rates(new RateChart(this))
    , m_waits(new DurationChart(
          tr("Waiting"), Role::Waiting, tr("No wait was seen from its beginning to its end yet."),
          tr("How long the clients that got the lock had waited for it. The axis is logarithmic."), this))
    , m_holds(new DurationChart(tr("Holding"), Role::Holding, tr("No hold was seen from its beginning to its end yet."),
                                tr("How long the clients that got the lock kept it. The axis is logarithmic."), this))
    , m_longest(new WaitList(this))
    , m_fairness(new FairnessChart(this))
    , m_cards{m_rates, m_waits, m_holds, m_longest, m_fairness}
{
    auto *page = new QWidget(this);
    m_grid = new QGridLayout(page);
    m_grid->setContentsMargins(8, 8, 8, 8);
    m_grid->setSpacing(8);
    m_scroll = scrolled(page, tr("Timing"), this);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_scroll);
    makeColumn(this, {}, 0, {m_pages});

    m_pace.setSingleShot(true);
    m_pace.setInterval(100ms);
    connect(&m_pace, &QTimer::timeout, this, &TimingPanel::refresh);
    connect(world, &LiveWorld::ticked, this, [this] {
        if (isVisible() && m_timing.waits.running > 0)
            refresh();
    });
    connect(world, &LiveWorld::appended, this, [this] {
        if (isVisible() && !m_pace.isActive())
            m_pace.start();
    });
    connect(world, &LiveWorld::cursorMoved, this, &TimingPanel::refresh);
    connect(selection, &Selection::lockChanged, this, &TimingPanel::refresh);
    connect(m_longest, &WaitList::chosen, this, [this](const journal::Wait &wait) {
        if (!wait.client.isNull())
            m_selection->setClient(wait.client);
        else
            m_selection->choose(m_selection->lock(), {wait.node});
    });
    showEmpty();
}

/// As many beside one another as have room.
void TimingPanel::arrange()
{
    const auto count = static_cast<int>(m_cards.size());
    const int columns = std::clamp(width() / leastCardWidth, 1, count);
    if (columns == m_columns)
        return;
    for (int column = 0; column < std::max(m_columns, columns); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    m_columns = columns;
    for (int i = 0; i < count; ++i)
        m_grid->addWidget(m_cards[i], i / columns, i % columns);
}

void TimingPanel::refresh()
{
    m_pace.stop();
    if (!isVisible()) // and when it is shown it catches up
        return;
    const journal::LockTurns *turns = m_world->ledger().of(m_selection->lock());
    const qint64 now = m_world->nowNs();
    m_timing = turns ? timingAt(*turns, m_world->position(), now) : journal::LockTiming();
    if (m_timing.isEmpty() && m_timing.unseen.empty()) {
        showEmpty();
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    m_pages->setCurrentWidget(m_scroll);
    m_rates->show(m_timing, now);
    m_waits->show(m_timing.waits);
    m_holds->show(m_timing.holds);
    m_longest->show(m_timing.longest, [this](const journal::Wait &wait) { return nameOf(wait); });
    m_fairness->show(m_timing.fairness);
}

void TimingPanel::showEmpty()
{
    if (m_selection->lock().isEmpty())
        m_empty->set(IconId::Activity, tr("No lock selected"),
                     tr("Select a lock to see how often it changes hands, and how long its clients wait."));
    else
        m_empty->set(IconId::Activity, tr("No client has asked yet"),
                     tr("No client was seen to ask for %1 up to this instant.").arg(m_selection->lock()));
}

QString TimingPanel::nameOf(const journal::Wait &wait) const
{
    if (!wait.client.isNull()) {
        const journal::Client *client = m_world->world().client(wait.client);
        return client ? client->spec.name : tr("client %1, removed").arg(wait.client.value);
    }
    const QString node = shortNodeName(baseName(wait.node));
    return wait.session.isNull() ? node : sessionLabel(m_world->world(), wait.session);
}

void TimingPanel::showEvent(QShowEvent *)
{
    arrange();
    refresh();
}

void TimingPanel::resizeEvent(QResizeEvent *)
{
    arrange();
}

} // namespace lockscope::ui

#include "moc_timingpanel.cpp"
