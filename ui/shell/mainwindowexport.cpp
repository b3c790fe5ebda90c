// SPDX-License-Identifier: Apache-2.0
// What can be taken along from the main window: pictures, the journal, an incident report; of a recording too.
#include "core/base/clock.h"
#include "ui/export/picturedialog.h"
#include "ui/graph/graphpanel.h"
#include "ui/graph/graphview.h"
#include "ui/journal/journalpanel.h"
#include "ui/models/liveworld.h"
#include "ui/queue/queuepanel.h"
#include "ui/report/reportdialog.h"
#include "ui/selection/selection.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/workspace.h"
#include "ui/stage/stageview.h"
#include "ui/theme/icon.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"

#include <QMenu>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void MainWindow::buildExportMenu(QMenu *menu)
{
    const auto add = [this, menu](const QString &text, auto act) {
        return menu->addAction(text, this, [this, act] {
            if (Workspace *shown = shownWorkspace())
                act(shown);
        });
    };
    QAction *stage =
        add(tr("&Stage…"), [this](Workspace *shown) { askForPicture(shown->queue()->stage()->picture(), this); });
    add(tr("&Timeline…"), [this](Workspace *shown) { askForPicture(shown->timeline()->view()->picture(), this); });
    add(tr("&Wait-for graph…"), [this](Workspace *shown) {
        shown->graph()->refresh(); // it rests while it is not looked at
        askForPicture(shown->graph()->view()->picture(), this);
    });
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, stage, [this, stage] {
        const Workspace *shown = shownWorkspace();
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
    add(tr("&Incident report…"), [this](Workspace *) { openReportDialog(); })->setIcon(icon(IconId::File));
}

Workspace *MainWindow::shownWorkspace() const
{
    if (m_recording)
        return m_recording->workspace();
    return isOpen() ? m_workspace : nullptr;
}

void MainWindow::openReportDialog()
{
    Workspace *shown = shownWorkspace();
    if (!shown)
        return;
    LiveWorld *world = m_recording ? m_recording->world() : m_world;
    ReportDialog::About about;
    about.source = m_recording ? tr("Recording of %1").arg(m_recording->title()) : m_controller->target().title();
    const QString from = toDateTime(world->beginNs()).toUTC().toString(Qt::ISODate);
    about.recorded = m_recording
                         ? u"Read from a recording that begins %1."_s.arg(from)
                         : u"Watched by Lockscope since %1, through %2."_s.arg(from, world->head().connection().server);
    about.lock = shown->selection()->lock();
    // A child of the workspace: it goes with the world that it tells of.
    auto *dialog = new ReportDialog(world, &shown->timeline()->index(), about, shown);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace lockscope::ui
