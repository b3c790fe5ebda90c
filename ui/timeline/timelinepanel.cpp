// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timelinepanel.h"

#include "core/base/clock.h"
#include "ui/export/picturedialog.h"
#include "ui/models/liveworld.h"
#include "ui/selection/selection.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"
#include "ui/timeline/overviewstrip.h"
#include "ui/timeline/timelineview.h"

#include <QBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Until when there can be something to see, whatever instant is shown elsewhere.
qint64 presentOf(const LiveWorld &world)
{
    return world.isRecorded() ? world.endNs() : nowNs();
}

} // namespace

TimelinePanel::TimelinePanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_view(new TimelineView(
          &m_index, [world] { return presentOf(*world); }, this))
    , m_strip(new OverviewStrip(
          &m_index, [world] { return presentOf(*world); }, this))
    , m_follow(new QToolButton(this))
    , m_hint(new QLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(0);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(10, 4, 8, 4);
    bar->setSpacing(4);
    buildBar(bar);
    column->addLayout(bar);
    column->addWidget(m_view, 1);
    column->addWidget(m_strip);
    setFocusProxy(m_view);

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
    connect(m_strip, &OverviewStrip::centreWanted, this, [this](qint64 ns) {
        m_view->setFollowing(false);
        TimeScale scale = m_view->scale();
        scale.originNs = ns - static_cast<qint64>(m_view->timeWidth() / 2.0 * scale.nsPerPixel);
        m_view->setScale(scale);
    });
    m_view->refresh();
    showWhatIsShown();
}

TimelinePanel::~TimelinePanel() = default;

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

void TimelinePanel::buildBar(QLayout *layout)
{
    auto *bar = static_cast<QHBoxLayout *>(layout);
    auto *onlyThisLock = new QToolButton(this);
    onlyThisLock->setDefaultAction(m_selection->onlyThisLockAction());
    onlyThisLock->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addWidget(onlyThisLock);
    setTone(m_hint, Tone::Small);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long sentence makes no wide window
    bar->addWidget(m_hint, 1);

    const auto add = [&](const QString &text, const QString &tip, auto slot) {
        auto *button = new QToolButton(this);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        connect(button, &QToolButton::clicked, m_view, slot);
        bar->addWidget(button);
    };
    add(u"\u2212"_s, tr("Show more time (\u2212)"), &TimelineView::zoomOut);
    add(u"+"_s, tr("Show less time (+)"), &TimelineView::zoomIn);
    add(tr("Fit"), tr("Show all that happened (F)"), &TimelineView::fit);
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Keep the present in view (L)"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QToolButton::toggled, m_view, &TimelineView::setFollowing);
    bar->addWidget(m_follow);
    auto *save = new QToolButton(this);
    save->setText(tr("Export…"));
    save->setToolTip(tr("Save what is shown as SVG or PNG"));
    connect(save, &QToolButton::clicked, this, [this] { askForPicture(m_view->picture(), this); });
    bar->addWidget(save);
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
    const QString hint = m_view->hasTooManyWakes() ? tr("Zoom in to see who woke whom.")
                                                   : tr("Above: belief. Below: the server. Shift and drag measures.");
    m_hint->setText(m_hint->fontMetrics().elidedText(hint, Qt::ElideRight, m_hint->width()));
    m_hint->setToolTip(hint);
}

} // namespace lockscope::ui
