// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/graphpanel.h"

#include "ui/export/picturedialog.h"
#include "ui/graph/graphview.h"
#include "ui/graph/waitscene.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/legend.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastPaceMs = 200;
constexpr qint64 restPerWork = 15; ///< of the GUI's time the graph takes at most a sixteenth

enum class GraphMark { Holds, Reported, Expected, Deadlock };

QPen markPen(int kind, const Theme &theme)
{
    switch (GraphMark(kind)) {
    case GraphMark::Holds: return {theme.holding.fill, 2.6};
    case GraphMark::Deadlock: return {theme.wrong.fill, 3};
    case GraphMark::Reported:
    case GraphMark::Expected: break;
    }
    QPen pen(theme.waiting.fill, 1.8);
    if (GraphMark(kind) == GraphMark::Expected)
        pen.setDashPattern({3.2, 2.4});
    return pen;
}

} // namespace

GraphPanel::GraphPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_view(new GraphView(this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
    , m_deadlock(new Banner(this))
    , m_summary(makeLabel({}, Tone::Small, this))
    , m_legend(new Legend(markPen, this))
    , m_footer(new QWidget(this))
    , m_zoom(makeLabel({}, Tone::Small, this))
{
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    makeColumn(this, {}, 0, {buildHead(), {m_pages, 1}, buildFooter()});

    m_pace.setSingleShot(true);
    m_pace.setInterval(leastPaceMs);
    connect(&m_pace, &QTimer::timeout, this, &GraphPanel::refresh);
    connect(world, &LiveWorld::changed, this, &GraphPanel::onWorldChanged);
    connect(selection, &Selection::lockChanged, this, &GraphPanel::showChosen);
    connect(selection, &Selection::nodeChanged, this, &GraphPanel::showChosen);
    connect(m_view, &GraphView::itemSelected, this, &GraphPanel::choose);
    connect(m_view, &GraphView::itemActivated, this, [this](const GraphItem &item) {
        choose(item);
        Q_EMIT activated();
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &GraphPanel::showContextMenu);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    selection->addKeysTo(m_view);
    connect(m_view, &GraphView::zoomChanged, this,
            [this] { m_zoom->setText(u"%1 %"_s.arg(qRound(m_view->zoom() * 100))); });
    refresh();
}

QLayout *GraphPanel::buildHead()
{
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_deadlock->setAction(tr("Show me"));
    connect(m_deadlock, &Banner::actionTriggered, this, &GraphPanel::showCycle);
    m_summary->setToolTip(
        tr("Drawn are the sessions of several locks, the holders and the first waiters of each lock."));
    return makeColumn(nullptr, {14, 10, 14, 6}, 8, {m_summary, m_deadlock});
}

QWidget *GraphPanel::buildFooter()
{
    m_legend->setToolTip(
        tr("Solid: a server, or its client, told of the watch. Dashed: the place in the queue calls for it."));
    const auto button = [&](const QString &text, const QString &tip, auto act) {
        auto *made = new QToolButton(m_footer);
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        connect(made, &QToolButton::clicked, this, act);
        return made;
    };
    const auto zoom = [this](qreal factor) { m_view->zoomBy(factor, QPointF(m_view->rect().center())); };
    auto *out = button(u"−"_s, tr("Zoom out (−)"), [zoom] { zoom(0.8); });
    m_zoom->setAlignment(Qt::AlignCenter);
    m_zoom->setMinimumWidth(m_zoom->fontMetrics().horizontalAdvance(u"000 %"_s));
    auto *in = button(u"+"_s, tr("Zoom in (+)"), [zoom] { zoom(1.25); });
    auto *fit = button(tr("Fit"), tr("Show all of it (0)"), [this] { m_view->fit(); });
    auto *save = makeLink(tr("Export…"), m_footer);
    save->setToolTip(tr("Save the graph as SVG or PNG"));
    connect(save, &QPushButton::clicked, this, [this] { askForPicture(m_view->picture(), this); });
    makeRow(m_footer, {14, 6, 8, 6}, 2, {m_legend, Part::stretch(), out, m_zoom, in, fit, save});
    return m_footer;
}

void GraphPanel::showEvent(QShowEvent *)
{
    refresh();
}

/// Nothing is computed while it is hidden.
void GraphPanel::onWorldChanged()
{
    m_view->setStale(m_world->isDisconnected());
    if (isVisible() && !m_pace.isActive())
        m_pace.start();
}

void GraphPanel::refresh()
{
    QElapsedTimer work;
    work.start();
    m_view->setScene(sceneOf(m_world->world()));
    showChosen();
    updateAll();
    m_pace.setInterval(std::max<int>(leastPaceMs, int(work.elapsed() * restPerWork)));
}

void GraphPanel::updateAll()
{
    const WaitScene &scene = m_view->scene();
    const bool empty = scene.isEmpty();
    m_pages->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_view);
    m_footer->setVisible(!empty);
    m_summary->setVisible(!empty);
    if (m_world->world().lockPaths().isEmpty())
        m_empty->set(IconId::Workflow, tr("No locks yet"),
                     tr("Who waits for whom, over all locks, appears here as soon as there are locks."));
    else
        m_empty->set(IconId::Workflow, tr("No client waits"),
                     tr("No session waits in any lock, and none holds more than one. Waiters appear here by "
                        "themselves; a deadlock is drawn in red."));

    QStringList facts{tr("%n sessions", nullptr, int(scene.sessions.size())),
                      tr("%n locks", nullptr, int(scene.locks.size()))};
    int folded = 0;
    for (const SceneLock &lock : scene.locks)
        folded += lock.hiddenHolders + lock.hiddenWaiters;
    if (folded > 0)
        facts += tr("%n more contenders folded", nullptr, folded);
    if (scene.hiddenLocks > 0)
        facts += tr("%n more locks with waiters not drawn", nullptr, int(scene.hiddenLocks));
    m_summary->setText(facts.join(u" · "_s));
    updateCycle();
    bool reported = false;
    bool expected = false;
    for (const SceneEdge &edge : scene.edges) {
        reported |= !edge.holds && edge.reported;
        expected |= !edge.holds && !edge.reported;
    }
    QList<Legend::Mark> marks;
    const auto add = [&marks](bool isThere, GraphMark mark, const QString &text) {
        if (isThere)
            marks += {int(mark), text};
    };
    add(true, GraphMark::Holds, tr("holds"));
    add(reported, GraphMark::Reported, tr("waits, reported"));
    add(expected, GraphMark::Expected, tr("waits, expected"));
    add(!scene.cycles.empty(), GraphMark::Deadlock,
        m_world->world().deadlocks().empty() ? tr("waits in a circle") : tr("deadlock"));
    m_legend->setMarks(marks);
}

/// One that was seen to stand still is a deadlock; before, it is only what was read at one moment.
void GraphPanel::updateCycle()
{
    const std::vector<SceneCycle> &cycles = m_view->scene().cycles;
    if (cycles.empty()) {
        m_deadlock->hide();
        return;
    }
    const auto &proven = m_world->world().deadlocks();
    const auto isProven = [&proven](const SceneCycle &cycle) {
        return std::any_of(proven.begin(), proven.end(),
                           [&cycle](const findings::WaitCycle &circle) { return circle.sessions == cycle.members; });
    };
    const auto deadlocks = std::count_if(cycles.begin(), cycles.end(), isProven);
    const auto severity = deadlocks > 0 ? Banner::Severity::Error : Banner::Severity::Warning;
    const QString title =
        deadlocks > 0
            ? tr("%n deadlocks: none of these sessions is served until one gives up.", nullptr, int(deadlocks))
            : tr("These sessions wait for one another in a circle. If it stands still, it is a deadlock.");
    const SceneCycle &first = deadlocks > 0 ? *std::find_if(cycles.begin(), cycles.end(), isProven) : cycles.front();
    m_deadlock->show(severity, title, first.text);
}

// ---- the selection that all panels share ----

/// The session whose node is chosen, else the lock.
void GraphPanel::showChosen()
{
    const WaitScene &scene = m_view->scene();
    const QString &node = m_selection->node();
    for (const SceneEdge &edge : scene.edges) {
        if (!node.isEmpty() && edge.node == node) {
            m_view->select({edge.session, -1});
            return;
        }
    }
    m_view->select({-1, scene.indexOfLock(m_selection->lock())});
}

/// A lock as a whole; or of what a session has: a wait in a deadlock, else a wait, else what it holds.
void GraphPanel::choose(const GraphItem &item)
{
    const WaitScene &scene = m_view->scene();
    if (item.lock >= 0) {
        m_selection->choose(scene.locks[size_t(item.lock)].path, {});
        return;
    }
    const SceneEdge *best = nullptr;
    const auto rank = [](const SceneEdge &edge) { return edge.order > 0 ? 0 : edge.holds ? 2 : 1; };
    for (const SceneEdge &edge : scene.edges) {
        if (item.session >= 0 && edge.session == item.session && (!best || rank(edge) < rank(*best)))
            best = &edge;
    }
    if (best)
        m_selection->choose(scene.locks[size_t(best->lock)].path, {best->node});
}

void GraphPanel::showContextMenu(const QPoint &position)
{
    QMenu *menu = m_selection->makeMenu(!m_selection->nodes().isEmpty(), this);
    if (!m_selection->lock().isEmpty()) {
        menu->addAction(m_selection->copyLockAction());
        menu->addAction(icon(IconId::List), tr("Show in the queue"), this, &GraphPanel::activated);
    }
    menu->addAction(icon(IconId::Export), tr("Export…"), this, [this] { askForPicture(m_view->picture(), this); });
    menu->popup(m_view->mapToGlobal(position));
}

void GraphPanel::showCycle()
{
    if (m_view->scene().cycles.empty())
        return;
    m_view->fit();
    const GraphItem first{m_view->scene().cycles.front().sessions.front(), -1};
    m_view->select(first);
    choose(first);
}

} // namespace lockscope::ui

#include "moc_graphpanel.cpp"
