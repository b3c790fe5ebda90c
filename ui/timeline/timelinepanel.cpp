// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timelinepanel.h"

#include "core/base/clock.h"
#include "ui/export/picturedialog.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/overviewstrip.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

TimelinePanel::TimelinePanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_index(world->kept().marks, world->kept().lanes)
    , m_view(new TimelineView(
          &m_index, [this] { return reach(); }, this))
    , m_strip(new OverviewStrip(
          &m_index, [this] { return reach().nowNs; }, this))
    , m_follow(new QToolButton(this))
    , m_hint(new ElidedLabel(Tone::Small, this))
{
    makeColumn(this, {0, 0, 0, 4}, 0, {buildBar(), {m_view, 1}, m_strip});
    setFocusProxy(m_view);

    connect(world, &LiveWorld::aboutToBegin, m_view, [this] { m_view->setFollowing(true); });
    connect(world, &LiveWorld::aboutToRestart, this, [this] {
        m_index = LaneIndex(m_world->kept().marks, m_world->kept().lanes);
        m_view->forgetRows();
    });
    world->followLedger(this,
                        [this](const journal::Event &event, const journal::Ledger &ledger) { read(event, ledger); });
    connect(world, &LiveWorld::appended, m_strip, qOverload<>(&QWidget::update));
    connect(world, &LiveWorld::cursorMoved, m_strip, qOverload<>(&QWidget::update)); // also when a recording is shown
    connect(world, &LiveWorld::cursorMoved, this,
            [this] { setCursor(m_world->isRewound() ? std::optional(m_world->positionNs()) : std::nullopt); });
    connect(m_view, &TimelineView::instantChosen, world, &LiveWorld::seekToInstant);
    connect(m_view, &TimelineView::scaleChanged, this, &TimelinePanel::showWhatIsShown);
    connect(m_view, &TimelineView::measured, this, &TimelinePanel::showWhatIsShown);
    connect(m_view, &TimelineView::followingChanged, m_follow, &QToolButton::setChecked);
    connect(m_view, &TimelineView::laneActivated, this, [this](int lane) {
        const Lane &chosen = m_index.lanes()[static_cast<size_t>(lane)];
        if (!chosen.client.isNull())
            m_selection->setClient(chosen.client);
        else
            m_selection->setSession(chosen.session);
    });
    connect(selection, &Selection::clientChanged, this, &TimelinePanel::showChosen);
    connect(selection, &Selection::nodeChanged, this, &TimelinePanel::showChosen);
    connect(selection, &Selection::filterChanged, this, [this] { m_view->setLock(m_selection->onlyLock()); });
    m_view->setLock(selection->onlyLock());
    connect(m_strip, &OverviewStrip::centreWanted, m_view, &TimelineView::centre);
    connect(world, &LiveWorld::cursorMoved, this, [this] { m_view->setShowsRemoved(m_world->isPast()); });
    m_view->setShowsRemoved(world->isPast());
    m_view->refresh();
    showWhatIsShown();
}

/// Until when there can be something to see, whatever instant is shown elsewhere.
LaneReach TimelinePanel::reach() const
{
    if (m_world->isRecorded())
        return {m_world->endNs(), m_world->endNs()};
    const qint64 now = std::max(nowNs(), m_index.lastNs());
    const qint64 staleSince = m_world->head().staleSinceNs();
    return {now, staleSince != 0 ? staleSince : now};
}

void TimelinePanel::read(const journal::Event &event, const journal::Ledger &ledger)
{
    const int renumberings = m_index.renumberings();
    m_index.append(event, ledger);
    if (m_index.renumberings() != renumberings) { // at once: no row may show a lane that is not there
        m_view->forgetRows();
        showChosen();
    }
    m_view->refresh();
}

QLayout *TimelinePanel::buildBar()
{
    auto *onlyThisLock = new QToolButton(this);
    onlyThisLock->setDefaultAction(m_selection->onlyThisLockAction());
    onlyThisLock->setToolButtonStyle(Qt::ToolButtonTextOnly);
    const auto button = [this](const QString &text, const QString &tip, auto slot) {
        auto *made = new QToolButton(this);
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        connect(made, &QToolButton::clicked, m_view, slot);
        return made;
    };
    auto *more = button(u"\u2212"_s, tr("Show more time (\u2212)"), &TimelineView::zoomOut);
    auto *less = button(u"+"_s, tr("Show less time (+)"), &TimelineView::zoomIn);
    auto *fit = button(tr("Fit"), tr("Show all that happened (F)"), &TimelineView::fit);
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Keep the present in view (L)"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QToolButton::toggled, m_view, &TimelineView::setFollowing);
    auto *save = new QToolButton(this);
    save->setText(tr("Export…"));
    save->setToolTip(tr("Save what is shown as SVG or PNG"));
    connect(save, &QToolButton::clicked, this, [this] { askForPicture(m_view->picture(), this); });
    m_hint->setHint();
    return makeRow(nullptr, {10, 4, 8, 4}, 4, {onlyThisLock, {m_hint, 1}, more, less, fit, m_follow, save});
}

/// The lane of the chosen client or session; one whose nodes have not been seen contending has none.
void TimelinePanel::showChosen()
{
    const int lane = m_index.laneOf(m_selection->client());
    m_view->setCurrentLane(lane >= 0 ? lane : m_index.laneOf(m_selection->session()));
}

void TimelinePanel::setCursor(std::optional<qint64> ns)
{
    m_view->setCursor(ns);
    m_strip->setCursor(ns);
}

void TimelinePanel::showWhatIsShown()
{
    const TimeScale &scale = m_view->scale();
    m_strip->setShown(scale.nsAt(0), scale.nsAt(m_view->timeWidth()));
    const bool tooMany = m_view->hasTooManyWakes();
    const QString hint = tooMany ? tr("Zoom in to see who woke whom.")
                                 : tr("Above: what the client believes. Below: what the server says.");
    m_hint->setWhole(hint);
    m_hint->setToolTip(tooMany ? hint : hint + u'\n' + tr("Shift and drag measures."));
}

} // namespace lockscope::ui

#include "moc_timelinepanel.cpp"
