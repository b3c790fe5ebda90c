// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/modelpage.h"

#include "core/base/duration.h"
#include "core/base/privatefile.h"
#include "core/history/recordingwriter.h"
#include "core/locks/recipecatalog.h"
#include "ui/details/detailspanel.h"
#include "ui/details/shownnode.h"
#include "ui/locks/lockspanel.h"
#include "ui/model/stepspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/dockframe.h"
#include "ui/shell/workspace.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"

#include <QLocale>
#include <QThread>

#include <atomic>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto longestSearch = 60s;
constexpr int stepsWidth = 310;

} // namespace

/// Seen by both threads: the atomics at any time, the rest by the searching thread until it is done.
struct ModelPage::Searching
{
    std::atomic<bool> cancelled{false};
    std::atomic<qint64> executions{0};
    explore::Exploration result;
};

ModelPage::ModelPage(const explore::Setup &setup, QWidget *parent)
    : QWidget(parent)
    , m_play(new ModelPlay(setup, this))
    , m_workspace(new Workspace(m_play->world(), this))
    , m_steps(new StepsPanel(m_play, this))
    , m_side(new QWidget(this))
{
    m_side->setFixedWidth(columnWidth(stepsWidth));
    makeColumn(m_side, {8, 8, 0, 8}, 0, {new PanelHeading(tr("Steps"), m_side), {new PanelBody(m_steps, m_side), 1}});
    makeRow(this, {}, 0, {m_side, {m_workspace, 1}});

    m_workspace->bar()->setTarget(tr("Model"), false);
    m_workspace->bar()->setRecorded(title());
    m_workspace->setReadOnly(m_play->world()->whyNoActing());
    m_workspace->hideDocks({u"locks"_s, u"servers"_s});
    m_workspace->connectionBanner()->show(Banner::Severity::Note,
                                          tr("A model: no server is asked, and nothing happens by itself."),
                                          tr("Choose in Steps what happens next, or press its number."));
    m_workspace->connectionBanner()->setAction(tr("Close model"));
    connect(m_workspace->connectionBanner(), &Banner::actionTriggered, this, &ModelPage::closeRequested);
    connect(m_workspace, &Workspace::nodeDetailsWanted, this, [this](const QString &node) {
        m_workspace->details()->setDetails(recordedDetails(m_play->world()->world(), node));
    });
    connect(m_steps, &StepsPanel::searchRequested, this, &ModelPage::search);
    connect(m_steps, &StepsPanel::cancelRequested, this, &ModelPage::cancelSearch);
    connect(m_steps, &StepsPanel::saveRequested, this, &ModelPage::saveRequested);
    connect(m_play, &ModelPlay::moved, this, [this] {
        TimelineView *timeline = m_workspace->timeline()->view();
        timeline->setFollowing(false);
        timeline->fit();
    });
    m_poll.setInterval(100ms);
    connect(&m_poll, &QTimer::timeout, this,
            [this] { m_steps->setSearching(tr("%n executions", nullptr, static_cast<int>(m_searching->executions))); });
    m_workspace->locks()->selectLock(setup.clients.lock);
    setFocusProxy(m_steps);
}

ModelPage::~ModelPage()
{
    cancelSearch();
    if (m_thread)
        m_thread->wait();
    delete m_steps; // they look at the play and at its world
    delete m_workspace;
}

void ModelPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        m_side->setFixedWidth(columnWidth(stepsWidth));
    QWidget::changeEvent(event);
}

QString ModelPage::title() const
{
    const lab::SpawnRequest &clients = m_play->branches().setup().clients;
    return tr("%1, %n clients", nullptr, clients.count).arg(locks::recipeName(clients.recipe));
}

void ModelPage::setLesson(const QString &show, bool offersSearch)
{
    m_workspace->connectionBanner()->hide();
    m_workspace->hideAllDocks();
    m_workspace->showView(show);
    m_steps->setLesson(offersSearch);
    m_side->hide();
}

// ---- the search ----

void ModelPage::search()
{
    if (m_searching)
        return;
    m_searching = std::make_shared<Searching>();
    m_thread = QThread::create([searching = m_searching, setup = m_play->branches().setup()] {
        explore::ExplorationSpec spec{setup};
        spec.duration = longestSearch;
        searching->result = explore::explored(spec, [&](qint64 executions) {
            searching->executions = executions;
            return !searching->cancelled;
        });
    });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, &ModelPage::onSearched);
    m_thread->start();
    m_poll.start();
    m_steps->setSearching(tr("%n executions", nullptr, 0));
}

void ModelPage::cancelSearch()
{
    if (m_searching)
        m_searching->cancelled = true;
}

void ModelPage::onSearched()
{
    m_poll.stop();
    m_thread->deleteLater();
    m_thread = nullptr;
    const std::shared_ptr<Searching> searching = std::exchange(m_searching, nullptr);
    const explore::Exploration &all = searching->result;
    m_steps->setIdle();
    const QString count =
        tr("%1 executions in %2.").arg(QLocale().toString(all.executions), roughSpan(all.took).shown());
    if (all.found)
        m_play->takeAll(all.found->steps, all.found->wrong.kind);
    else if (searching->cancelled)
        m_steps->banner()->show(Banner::Severity::Note, tr("The search was cancelled."), count);
    else if (all.complete)
        m_steps->banner()->show(Banner::Severity::Note, tr("Nothing is wrong in any order."), count);
    else
        m_steps->banner()->show(Banner::Severity::Warning, tr("Nothing was wrong in what was looked at."),
                                tr("There are more orders.") + u' ' + count);
    Q_EMIT searched();
}

Result<Done> ModelPage::save(const QString &file)
{
    explore::Schedule schedule{m_play->branches().setup(), m_play->branches().steps()};
    if (file.endsWith(".json"_L1)) {
        const QString why = writePrivately(file, explore::toJson(schedule));
        if (why.isEmpty())
            return Done();
        return invalidInput(Text::en("%1 cannot be written: %2.").arg(file, why));
    }
    const auto events = explore::eventsOf(schedule);
    if (!events)
        return tl::unexpected(events.error());
    journal::RecordingHeader header;
    header.title = title();
    return journal::writeRecording(file, header, *events);
}

} // namespace lockscope::ui

#include "moc_modelpage.cpp"
