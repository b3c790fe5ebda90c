// SPDX-License-Identifier: Apache-2.0
// Recordings in the main window: one is opened beside what is connected, or what was seen is saved as one.
#include "core/history/recordingwriter.h"
#include "ui/models/liveworld.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QFileDialog>
#include <QStackedWidget>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

const auto recordingFilter = QT_TRANSLATE_NOOP("lockscope::ui::MainWindow", "Recordings (*.lockscope);;All files (*)");

} // namespace

void MainWindow::chooseRecording()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open recording"), {}, tr(recordingFilter));
    if (!file.isEmpty())
        openRecording(file);
}

void MainWindow::openRecording(const QString &file)
{
    closeRecording();
    m_pageBefore = m_pages->currentWidget();
    m_recording = new RecordingPage(file, m_pages);
    connect(m_recording, &RecordingPage::closeRequested, this, &MainWindow::closeRecording);
    connect(m_recording, &RecordingPage::loaded, this, [this] {
        setWindowTitle(tr("Recording of %1 — Lockscope").arg(m_recording->title()));
        updateShownMenus();
        Q_EMIT ready();
    });
    m_pages->addWidget(m_recording);
    m_pages->setCurrentWidget(m_recording);
    setWindowTitle(tr("Recording of %1 — Lockscope").arg(m_recording->title()));
    onPhaseChanged();
}

RecordingPage *MainWindow::recording() const
{
    return m_recording;
}

void MainWindow::closeRecording()
{
    if (!m_recording)
        return;
    RecordingPage *page = m_recording;
    m_recording.clear();
    m_pages->setCurrentWidget(m_pageBefore ? m_pageBefore.data() : m_startPage);
    page->deleteLater(); // its banner may be what was just clicked
    setWindowTitle(isOpen() ? tr("%1 — Lockscope").arg(m_controller->target().title()) : tr("Lockscope"));
    onPhaseChanged();
}

void MainWindow::saveRecording()
{
    const QString when = QDateTime::currentDateTime().toString(u"yyyy-MM-dd-HHmmss"_s);
    QString file =
        QFileDialog::getSaveFileName(this, tr("Save recording"), u"%1.lockscope"_s.arg(when), tr(recordingFilter));
    if (file.isEmpty())
        return;
    if (!file.contains(u'.'))
        file += ".lockscope"_L1;
    journal::RecordingHeader header;
    header.title = m_controller->target().title();
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const auto saved = journal::saveRecording(m_world->history(), file, header);
    std::optional<Error> bookmarksError;
    if (saved) {
        QList<journal::Bookmark> bookmarks = m_world->bookmarks();
        for (journal::Bookmark &bookmark : bookmarks)
            bookmark.number = quint64(std::max<qint64>(0, qint64(bookmark.number) + *saved));
        const auto kept = journal::writeBookmarks(journal::bookmarksFile(file), bookmarks);
        if (!kept)
            bookmarksError = kept.error();
    }
    QApplication::restoreOverrideCursor();
    Banner *banner = workspace()->messageBanner();
    const journal::Journal &journal = m_world->journal();
    if (!saved)
        banner->show(Banner::Severity::Error, tr("The recording was not saved."), saved.error().sentence());
    else if (bookmarksError)
        banner->show(Banner::Severity::Warning, tr("Saved, but without its bookmarks."), bookmarksError->sentence());
    else
        banner->show(Banner::Severity::Note, tr("Saved %1 events to %2").arg(journal.size()).arg(file),
                     journal.firstNumber() > 1
                         ? tr("The first %1 events are not kept any more: it begins with what was the case after them.")
                               .arg(journal.firstNumber() - 1)
                         : QString());
}

} // namespace lockscope::ui
