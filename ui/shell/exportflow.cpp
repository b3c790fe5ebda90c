// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/exportflow.h"

#include "core/base/clock.h"
#include "core/report/webpage.h"
#include "ui/export/fileexport.h"
#include "ui/export/picturedialog.h"
#include "ui/graph/graphpanel.h"
#include "ui/graph/graphview.h"
#include "ui/journal/journalpanel.h"
#include "ui/models/text.h"
#include "ui/report/reportdialog.h"
#include "ui/selection/selection.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/workspace.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/icon.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QMenu>
#include <QPointer>
#include <QProgressDialog>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// The states from and to which a page goes: all there are, else those around the one that is shown.
std::pair<quint64, quint64> spanOf(const LiveWorld &world)
{
    const quint64 first = world.firstPosition();
    const quint64 last = world.lastPosition();
    if (last - first <= report::mostPageSteps)
        return {first, last};
    constexpr quint64 half = report::mostPageSteps / 2;
    const quint64 middle = std::clamp(world.position(), first + half, last - half);
    return {middle - half, middle + half};
}

} // namespace

ExportFlow::ExportFlow(RecordingFlow *recordings, std::function<Workspace *()> shown, std::function<QString()> title,
                       QWidget *window)
    : QObject(window)
    , m_recordings(recordings)
    , m_shown(std::move(shown))
    , m_title(std::move(title))
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
    add(tr("Web &page…"), [this](Workspace *shown) { chooseWebPage(shown); });
}

void ExportFlow::openReport(Workspace *shown)
{
    const RecordingPage *recording = m_recordings->page();
    LiveWorld *world = shown->world();
    ReportDialog::About about;
    about.source = m_title();
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

void ExportFlow::chooseWebPage(Workspace *shown)
{
    const QPointer<LiveWorld> world = shown->world();
    if (world->lastPosition() == world->firstPosition()) {
        Q_EMIT bannerWanted(Banner::Severity::Note, tr("Nothing has happened yet that a page could show."), {});
        return;
    }
    const QString file = askForPage(m_window, tr("Save web page"), u"lockscope"_s, toDateTime(nowNs()));
    if (!file.isEmpty() && world) // which may have gone while it was asked
        saveWebPage(*world, file);
}

void ExportFlow::saveWebPage(const LiveWorld &world, const QString &file)
{
    const auto [first, last] = spanOf(world);
    report::WebPageRequest request;
    request.title = m_title();
    request.about = tr("Recorded by Lockscope from %1 UTC on.")
                        .arg(toDateTime(world.instantOf(first)).toUTC().toString(u"yyyy-MM-dd HH:mm:ss"_s));
    request.left = world.lastPosition() - world.firstPosition() - (last - first);
    request.story.last = last;
    request.story.label = contenderLabel;
    const auto write = [begin = world.history().at(first), journal = world.journal(), request,
                        steps = last - first](QIODevice *device, ExportProgress &progress) {
        report::WebPageRequest watched = request;
        watched.story.goesOn = [&](quint64 step) {
            progress.all = static_cast<qsizetype>(steps);
            progress.done = static_cast<qsizetype>(step - begin.eventNumber());
            return !progress.stop;
        };
        const QByteArray page = report::webPage(begin, journal, watched);
        return !page.isEmpty() && device->write(page) == page.size();
    };
    auto *running = new FileExport(write, file, this);
    tellProgress(running, tr("Save web page"), tr("Writing the web page…"), m_window);
    connect(running, &FileExport::finished, this,
            [this, running, file, left = request.left](const FileExport::Outcome &outcome) {
                running->deleteLater();
                if (!outcome.isWritten && !outcome.wasCancelled)
                    Q_EMIT bannerWanted(Banner::Severity::Error, tr("The web page was not saved."),
                                        tr("%1: %2. Choose another place.").arg(file, outcome.error));
                if (outcome.isWritten)
                    Q_EMIT bannerWanted(
                        Banner::Severity::Note, tr("Saved the web page %1").arg(file),
                        left > 0 ? tr("It has the %1 events around the instant that is shown; %n others are left out.",
                                      nullptr, int(left))
                                       .arg(report::mostPageSteps)
                                 : QString());
            });
}

} // namespace lockscope::ui

#include "moc_exportflow.cpp"
