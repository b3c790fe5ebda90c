// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recordingflow.h"

#include "core/history/recordingwriter.h"
#include "ui/settings/settings.h"
#include "ui/shell/recordingpage.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"
#include "ui/world/liveworld.h"

#include <QApplication>
#include <QCheckBox>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString fileFilter()
{
    return RecordingFlow::tr("Recordings (*.lockscope);;All files (*)");
}

} // namespace

RecordingFlow::RecordingFlow(LiveWorld *world, Settings *settings, QWidget *window)
    : QObject(window)
    , m_world(world)
    , m_settings(settings)
    , m_window(window)
{
    connect(world, &LiveWorld::appended, this, &RecordingFlow::count);
    connect(world, &LiveWorld::restarted, this, [this] {
        m_unsaved = 0;
        m_wasSaved = false;
        m_isFirstReading = true;
        m_isGivenUp = false;
        m_sawLock = false;
    });
}

RecordingPage *RecordingFlow::page() const
{
    return m_page;
}

void RecordingFlow::choose()
{
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Open recording"), {}, fileFilter());
    if (!file.isEmpty())
        open(file);
}

void RecordingFlow::open(const QString &file, std::optional<quint64> begin)
{
    close();
    m_page = new RecordingPage(file, m_window);
    if (begin)
        m_page->setBegin(*begin);
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

bool RecordingFlow::save()
{
    const QString when = QDateTime::currentDateTime().toString(u"yyyy-MM-dd-HHmmss"_s);
    QString file =
        QFileDialog::getSaveFileName(m_window, tr("Save recording"), u"%1.lockscope"_s.arg(when), fileFilter());
    if (file.isEmpty())
        return false;
    if (!file.contains(u'.'))
        file += ".lockscope"_L1;
    journal::RecordingHeader header;
    header.title = m_title;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    QList<journal::Bookmark> bookmarks = m_world->bookmarks();
    QList<quint64> marked;
    for (const journal::Bookmark &bookmark : std::as_const(bookmarks))
        marked += bookmark.number;
    const auto saved = journal::saveRecording(m_world->history(), file, header, marked);
    Result<Done> kept = Done();
    if (saved) {
        for (qsizetype i = 0; i < bookmarks.size(); ++i)
            bookmarks[i].number = saved->marked[i];
        kept = journal::writeBookmarks(journal::bookmarksFile(file), bookmarks);
    }
    QApplication::restoreOverrideCursor();
    const journal::Journal &journal = m_world->journal();
    if (!saved)
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("The recording was not saved."),
                            saved.error().sentence().shown());
    else if (!kept)
        Q_EMIT bannerWanted(Banner::Severity::Warning, tr("Saved, but without its bookmarks."),
                            kept.error().sentence().shown());
    else
        Q_EMIT bannerWanted(
            Banner::Severity::Note, tr("Saved %n events to %1", nullptr, int(saved->events)).arg(file),
            journal.firstNumber() > 1
                ? tr("The first %n events are not kept any more: it begins with what was the case after them.", nullptr,
                     int(journal.firstNumber() - 1))
                : QString());
    if (saved) {
        m_unsaved = 0;
        m_wasSaved = true;
    }
    return saved.has_value();
}

// ---- what would be lost ----

void RecordingFlow::count(const journal::EventBatch &batch)
{
    using namespace journal;
    for (const Event &event : batch) {
        const auto *connection = std::get_if<ConnectionChanged>(&event.what);
        if (connection && !isOver(connection->state) && connection->state != ConnectionState::Suspended)
            m_isGivenUp = false; // it is opened again
        if (const auto *observation = std::get_if<ObservationChanged>(&event.what)) {
            if (observation->freshness == Freshness::Empty)
                m_isFirstReading = true;
            else if (observation->freshness == Freshness::Live)
                m_isFirstReading = false;
        }
        const bool isOfLocks = std::holds_alternative<DirectoryListed>(event.what)
                               || std::holds_alternative<NodeResolved>(event.what)
                               || std::holds_alternative<NodeVanished>(event.what);
        const bool isOfUs =
            std::holds_alternative<ClientSpawned>(event.what) || std::holds_alternative<ReleaseForced>(event.what);
        m_unsaved += int(!m_isGivenUp && (isOfUs || (isOfLocks && !m_isFirstReading)));
        m_sawLock = m_sawLock || isOfUs;
    }
    if (m_unsaved > 0 && !m_sawLock) // in a tree without any not while it is read: that goes through all of it
        m_sawLock = !m_world->head().lockPaths().isEmpty();
}

bool RecordingFlow::asksBeforeLoss() const
{
    return m_unsaved > 0 && m_sawLock && m_settings->asksBeforeLoss();
}

void RecordingFlow::beforeLoss(const QString &question, const QString &verb, const std::function<void()> &go,
                               const std::function<void()> &stay)
{
    if (!asksBeforeLoss())
        return go();
    if (m_question)
        return m_question->raise();
    QWidget *front = QApplication::activeModalWidget(); // a dialog that asked for it
    m_question = new QMessageBox(QMessageBox::NoIcon, QString(verb).remove(u'&'), question, QMessageBox::NoButton,
                                 front ? front : m_window);
    const Theme &theme = themeFor(m_question->palette());
    m_question->setIconPixmap(iconPixmap(IconId::Warning, theme.waiting.text, 32, m_question->devicePixelRatioF()));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setObjectName(u"beforeLoss"_s);
    m_question->setInformativeText(m_wasSaved
                                       ? tr("%n events have come since the recording was saved.", nullptr, m_unsaved)
                                       : tr("No recording of what happened here was saved."));
    auto *never = new QCheckBox(tr("&Don’t ask again"));
    m_question->setCheckBox(never);
    const QPushButton *save = m_question->addButton(tr("&Save recording…"), QMessageBox::AcceptRole);
    const QPushButton *leave = m_question->addButton(verb, QMessageBox::DestructiveRole);
    QPushButton *cancel = m_question->addButton(QMessageBox::Cancel);
    cancel->setIcon({}); // the style's, unlike all others here
    m_question->setDefaultButton(cancel);
    connect(m_question, &QMessageBox::buttonClicked, this, [=, this](const QAbstractButton *button) {
        const bool leaves = button == save || button == leave;
        if (leaves)
            m_settings->setAsksBeforeLoss(!never->isChecked());
        if (!leaves || (button == save && !this->save())) {
            if (stay)
                stay();
            return;
        }
        m_unsaved = 0;
        m_isFirstReading = m_isGivenUp = true;
        go();
    });
    m_question->open();
}

} // namespace lockscope::ui

#include "moc_recordingflow.cpp"
