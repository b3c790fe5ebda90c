// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/exportflow.h"

#include "core/base/clock.h"
#include "ui/export/picturedialog.h"
#include "ui/graph/graphpanel.h"
#include "ui/graph/graphview.h"
#include "ui/journal/journalpanel.h"
#include "ui/report/reportdialog.h"
#include "ui/selection/selection.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/shell/workspace.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/icon.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QMenu>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ExportFlow::ExportFlow(SessionController *controller, RecordingFlow *recordings, std::function<Workspace *()> shown,
                       QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_recordings(recordings)
    , m_shown(std::move(shown))
    , m_window(window)
{
}

void ExportFlow::fill(QMenu *menu)
{
    const auto add = [this, menu](const QString &text, auto act) {
        return menu->addAction(text, this, [this, act] {
            if (Workspace *shown = m_shown())
                act(shown);
        });
    };
    QAction *stage = add(tr("&Stage…"), [](Workspace *shown) { shown->stage()->exportPicture(); });
    add(tr("&Timeline…"), [this](Workspace *shown) { askForPicture(shown->timeline()->view()->picture(), m_window); });
    add(tr("&Wait-for graph…"), [this](Workspace *shown) {
        shown->graph()->refresh(); // it rests while it is not looked at
        askForPicture(shown->graph()->view()->picture(), m_window);
    });
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, stage, [this, stage] {
        const Workspace *shown = m_shown();
        const bool hasLock = shown && !shown->selection()->lock().isEmpty();
        stage->setEnabled(hasLock);
        stage->setToolTip(hasLock ? tr("The selected lock with its holders and waiters") : tr("Select a lock first"));
    });
    menu->addSeparator();
    using Format = JournalPanel::Format;
    add(tr("&Journal as text…"), [](Workspace *shown) { shown->journal()->exportAs(Format::Text); });
    add(tr("Journal as JSON &Lines…"), [](Workspace *shown) { shown->journal()->exportAs(Format::JsonLines); });
    add(tr("Journal for Shi&Viz…"), [](Workspace *shown) { shown->journal()->exportAs(Format::ShiViz); });
    menu->addSeparator();
    add(tr("&Incident report…"), [this](Workspace *shown) { openReport(shown); })->setIcon(icon(IconId::File));
}

void ExportFlow::openReport(Workspace *shown)
{
    const RecordingPage *recording = m_recordings->page();
    LiveWorld *world = shown->world();
    ReportDialog::About about;
    about.source = recording ? tr("Recording of %1").arg(recording->title()) : m_controller->target().title();
    const QString from = toDateTime(world->beginNs()).toUTC().toString(Qt::ISODate);
    about.recorded =
        recording ? tr("Read from a recording that begins %1.").arg(from)
                  : tr("Watched by Lockscope since %1, through %2.").arg(from, world->head().connection().server);
    about.lock = shown->selection()->lock();
    // A child of the workspace: it goes with the world that it is about.
    auto *dialog = new ReportDialog(world, &shown->timeline()->index(), about, shown);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace lockscope::ui

#include "moc_exportflow.cpp"
