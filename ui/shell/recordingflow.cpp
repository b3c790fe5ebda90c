// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recordingflow.h"

#include "core/history/recordingwriter.h"
#include "ui/models/liveworld.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/sessioncontroller.h"

#include <QApplication>
#include <QFileDialog>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString fileFilter()
{
    return RecordingFlow::tr("Recordings (*.lockscope);;All files (*)");
}

} // namespace

RecordingFlow::RecordingFlow(SessionController *controller, LiveWorld *world, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_world(world)
    , m_window(window)
{
}

void RecordingFlow::choose()
{
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Open recording"), {}, fileFilter());
    if (!file.isEmpty())
        open(file);
}

void RecordingFlow::open(const QString &file)
{
    close();
    m_page = new RecordingPage(file, m_window);
    connect(m_page, &RecordingPage::closeRequested, this, &RecordingFlow::close);
    connect(m_page, &RecordingPage::loaded, this, [this] {
        Q_EMIT changed();
        Q_EMIT loaded();
    });
    Q_EMIT changed();
}

void RecordingFlow::close()
{
    if (!m_page)
        return;
    RecordingPage *page = m_page;
    m_page.clear();
    Q_EMIT changed();
    page->deleteLater(); // its banner may be what was just clicked
}

void RecordingFlow::save()
{
    const QString when = QDateTime::currentDateTime().toString(u"yyyy-MM-dd-HHmmss"_s);
    QString file =
        QFileDialog::getSaveFileName(m_window, tr("Save recording"), u"%1.lockscope"_s.arg(when), fileFilter());
    if (file.isEmpty())
        return;
    if (!file.contains(u'.'))
        file += ".lockscope"_L1;
    journal::RecordingHeader header;
    header.title = m_controller->target().title();
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const auto saved = journal::saveRecording(m_world->history(), file, header);
    Result<Done> kept = Done();
    if (saved) {
        QList<journal::Bookmark> bookmarks = m_world->bookmarks();
        for (journal::Bookmark &bookmark : bookmarks)
            bookmark.number = quint64(std::max<qint64>(0, qint64(bookmark.number) + *saved));
        kept = journal::writeBookmarks(journal::bookmarksFile(file), bookmarks);
    }
    QApplication::restoreOverrideCursor();
    const journal::Journal &journal = m_world->journal();
    if (!saved)
        Q_EMIT told(Banner::Severity::Error, tr("The recording was not saved."), saved.error().sentence().shown());
    else if (!kept)
        Q_EMIT told(Banner::Severity::Warning, tr("Saved, but without its bookmarks."),
                    kept.error().sentence().shown());
    else
        Q_EMIT told(Banner::Severity::Note, tr("Saved %n events to %1", nullptr, int(journal.size())).arg(file),
                    journal.firstNumber() > 1
                        ? tr("The first %n events are not kept any more: it begins with what was the case after them.",
                             nullptr, int(journal.firstNumber() - 1))
                        : QString());
}

} // namespace lockscope::ui
