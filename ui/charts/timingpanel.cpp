// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/timingpanel.h"

#include "core/base/path.h"
#include "ui/charts/durationchart.h"
#include "ui/charts/fairnesschart.h"
#include "ui/charts/ratechart.h"
#include "ui/charts/waitlist.h"
#include "ui/models/liveworld.h"
#include "ui/models/sessiontext.h"
#include "ui/selection/selection.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int leastCardWidth = 215;

} // namespace

TimingPanel::TimingPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_scroll(new QScrollArea(this))
    , m_rates(new RateChart(this))
    , m_waits(new DurationChart(tr("Waiting"), Role::Waiting, tr("No wait was seen from its beginning to its end yet."),
                                tr("How long those who got the lock had waited for it. The axis is logarithmic."),
                                this))
    , m_holds(new DurationChart(tr("Holding"), Role::Holding, tr("No hold was seen from its beginning to its end yet."),
                                tr("How long those who got the lock kept it. The axis is logarithmic."), this))
    , m_longest(new WaitList(this))
    , m_fairness(new FairnessChart(this))
    , m_cards{m_rates, m_waits, m_holds, m_longest, m_fairness}
{
    m_scroll->setWidget(buildPage());
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Timing"));
    m_scroll->viewport()->setAutoFillBackground(false); // on the panel's ground
    m_scroll->widget()->setAutoFillBackground(false);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_scroll);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);

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

QWidget *TimingPanel::buildPage()
{
    auto *page = new QWidget(this);
    m_grid = new QGridLayout(page);
    m_grid->setContentsMargins(8, 8, 8, 8);
    m_grid->setSpacing(8);
    return page;
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

void TimingPanel::catchUp()
{
    const journal::Journal &journal = m_world->journal();
    if (journal.lastNumber() < m_folded) { // another recording
        m_fold = journal::Ledger();
        m_folded = 0;
    }
    for (quint64 next = std::max(m_folded + 1, journal.firstNumber()); next <= journal.lastNumber(); ++next)
        m_fold.append(journal.event(next));
    m_folded = journal.lastNumber();
}

void TimingPanel::refresh()
{
    m_pace.stop();
    if (!isVisible()) // and when it is shown it catches up
        return;
    catchUp();
    const journal::LockTurns *turns = m_fold.of(m_selection->lock());
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
        m_empty->set(IconId::Activity, tr("Nobody has asked yet"),
                     tr("Nobody was seen to ask for %1 up to this instant.").arg(m_selection->lock()));
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

void TimingPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    arrange();
    refresh();
}

void TimingPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace lockscope::ui
