// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recordingpage.h"

#include "core/base/visible.h"
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "ui/details/detailspanel.h"
#include "ui/details/shownnode.h"
#include "ui/locks/lockspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QStackedLayout>
#include <QThread>

#include <atomic>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Seen by both threads: the atomics at any time, the rest by the reading thread until it is done.
struct RecordingPage::Reading
{
    std::atomic<bool> cancelled{false};
    std::atomic<qint64> bytesRead{0};
    std::atomic<qint64> bytesTotal{0};
    std::atomic<quint64> events{0};
    journal::History history{journal::History::unlimited()};
    journal::Ledger ledger{PastKept().acquisitions};
    Result<journal::ReadRecording> result = journal::ReadRecording();
};

RecordingPage::RecordingPage(const QString &file, QWidget *parent)
    : QWidget(parent)
    , m_file(file)
    , m_title(QFileInfo(file).fileName())
    , m_reading(std::make_shared<Reading>())
    , m_stack(new QStackedLayout(this))
    , m_waiting(new EmptyState(this))
{
    m_stack->addWidget(m_waiting);
    connect(m_waiting, &EmptyState::buttonClicked, this, &RecordingPage::closeRequested);
    m_poll.setInterval(100ms);
    connect(&m_poll, &QTimer::timeout, this, &RecordingPage::showProgress);
    showProgress();
    m_thread = QThread::create([reading = m_reading, file] {
        reading->result = journal::readRecording(
            file,
            [&](const journal::EventBatch &batch) {
                reading->history.append(batch, [&](const journal::Event &event, const journal::Changes &changed) {
                    reading->ledger.append(event, reading->history.head(), changed);
                });
            },
            [&](const journal::ReadingProgress &progress) {
                reading->bytesRead = progress.bytesRead;
                reading->bytesTotal = progress.bytesTotal;
                reading->events = progress.events;
                return !reading->cancelled;
            });
    });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, &RecordingPage::onRead);
    m_thread->start();
    m_poll.start();
}

RecordingPage::~RecordingPage()
{
    m_reading->cancelled = true;
    m_thread->wait();
    delete m_workspace; // its panels look at the world
}

void RecordingPage::showProgress()
{
    m_waiting->set(IconId::Recording, tr("Reading %1").arg(m_title),
                   tr("%1 events").arg(QLocale().toString(m_reading->events)), tr("Cancel"));
    m_waiting->setProgress(double(m_reading->bytesRead) / double(std::max<qint64>(1, m_reading->bytesTotal)));
}

void RecordingPage::onRead()
{
    m_poll.stop();
    if (const auto &result = m_reading->result; !result) {
        m_reading->history = journal::History();
        m_waiting->set(IconId::Warning, tr("%1 could not be opened").arg(m_title), result.error().sentence().shown(),
                       tr("Close"));
        m_waiting->setProgress(std::nullopt);
        return;
    }
    const journal::ReadRecording &about = *m_reading->result;
    m_reading->history.setBegin(about.header.carried);
    m_world = std::make_unique<LiveWorld>();
    m_world->setRecording(std::move(m_reading->history), std::move(m_reading->ledger));
    const auto bookmarks = journal::readBookmarks(journal::bookmarksFile(m_file));
    if (bookmarks)
        m_world->setBookmarks(*bookmarks);
    const QString name = m_title;
    if (!about.header.title.isEmpty())
        m_title = visible(about.header.title);
    m_workspace = new Workspace(m_world.get(), this);
    m_workspace->bar()->setTarget(tr("Recording"), false);
    m_workspace->bar()->setRecorded(name);
    m_workspace->setReadOnly(tr("A recording: there is no server to ask."));
    QStringList facts{madeText()};
    if (m_begin) {
        m_world->seek(std::min(*m_begin, m_world->lastPosition()));
        if (*m_begin > m_world->lastPosition())
            facts += tr("It has no event %1: this is its end.").arg(*m_begin);
    }
    auto fullest = journal::fullestLock(m_world->world());
    if (!fullest && !m_begin && (fullest = journal::fullestState(m_world->history()))) {
        m_world->seek(fullest->state);
        facts += tr("No contender was left at its end: this is when most contended.");
    }
    for (const Text &note : about.notes)
        facts += note.shown();
    m_workspace->connectionBanner()->show(Banner::Severity::Warning,
                                          tr("Recording “%1”: nothing here is live").arg(m_title), facts.join(u' '));
    m_workspace->connectionBanner()->setAction(tr("Close recording"));
    connect(m_workspace->connectionBanner(), &Banner::actionTriggered, this, &RecordingPage::closeRequested);
    connect(m_workspace, &Workspace::nodeDetailsWanted, this, &RecordingPage::showDetails);
    if (bookmarks)
        connect(m_world.get(), &LiveWorld::bookmarksChanged, this, &RecordingPage::keepBookmarks);
    else // another file's content is not replaced
        m_workspace->messageBanner()->show(Banner::Severity::Warning, tr("There are no bookmarks."),
                                           bookmarks.error().sentence().shown());
    m_stack->addWidget(m_workspace);
    m_stack->setCurrentWidget(m_workspace);
    QList<QString> locks = m_world->world().lockPaths();
    locks.removeIf([this](const QString &path) { return m_world->world().queue(path).isGroup(); });
    selectLock(!m_wantedLock.isEmpty() ? m_wantedLock : fullest ? fullest->lock : locks.value(0));
    // All of it is there: nothing is to be followed. Once the view has its width.
    TimelineView *timeline = m_workspace->timeline()->view();
    QTimer::singleShot(0, timeline, [timeline] {
        timeline->setFollowing(false);
        timeline->fit();
    });
    Q_EMIT loaded();
}

QString RecordingPage::madeText() const
{
    const journal::ReadRecording &about = *m_reading->result;
    const auto start = QDateTime::fromMSecsSinceEpoch(about.header.startedNs / 1'000'000);
    return tr("Begun %1, %2 events.")
        .arg(QLocale().toString(start, QLocale::ShortFormat), QLocale().toString(about.events));
}

void RecordingPage::selectLock(const QString &path)
{
    m_wantedLock = path;
    if (m_workspace && !path.isEmpty())
        m_workspace->locks()->selectLock(path);
}

/// What was recorded of the node, in place of what a server would say.
void RecordingPage::showDetails(const QString &node)
{
    m_workspace->details()->setDetails(recordedDetails(m_world->world(), node));
}

void RecordingPage::keepBookmarks()
{
    const auto kept = journal::writeBookmarks(journal::bookmarksFile(m_file), m_world->bookmarks());
    if (!kept)
        m_workspace->messageBanner()->show(Banner::Severity::Error, tr("The bookmarks were not kept."),
                                           kept.error().sentence().shown());
}

} // namespace lockscope::ui

#include "moc_recordingpage.cpp"
