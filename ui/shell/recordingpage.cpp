// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recordingpage.h"

#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "ui/details/detailspanel.h"
#include "ui/details/shownnode.h"
#include "ui/locks/lockspanel.h"
#include "ui/models/liveworld.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QObject>
#include <QStackedLayout>
#include <QThread>
#include <QTimer>

#include <atomic>

class QThread;

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class LiveWorld;

/// Reads a `.lockscope` file into a LiveWorld on a thread of its own, with progress, until it is done or not wanted any
/// more. Never shows anything.
class RecordingLoader : public QObject
{
    Q_OBJECT
public:
    explicit RecordingLoader(QObject *parent = nullptr);
    /// Stops reading and waits for that.
    ~RecordingLoader() override;

    /// Once.
    void load(const QString &file);
    void cancel();
    /// After finished(): what was read, without a parent; null where it failed.
    std::unique_ptr<LiveWorld> takeWorld();
    const journal::ReadRecording &about() const { return m_about; }

Q_SIGNALS:
    /// 0 … 1
    void progressed(double done, quint64 events);
    void finished();
    void failed(const lockscope::Error &error);

private:
    struct Shared;

    void onDone();

    std::shared_ptr<Shared> m_shared;
    QThread *m_thread = nullptr;
    QTimer m_poll;
    std::unique_ptr<LiveWorld> m_world;
    journal::ReadRecording m_about;
};

/// Seen by both threads: the atomics at any time, the rest by the reading thread until it is done.
struct RecordingLoader::Shared
{
    std::atomic<bool> cancelled{false};
    std::atomic<qint64> bytesRead{0};
    std::atomic<qint64> bytesTotal{0};
    std::atomic<quint64> events{0};
    journal::History history{journal::History::unlimited()};
    Result<journal::ReadRecording> result = journal::ReadRecording();
};

RecordingLoader::RecordingLoader(QObject *parent)
    : QObject(parent)
    , m_shared(std::make_shared<Shared>())
{
    m_poll.setInterval(100ms);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        const auto total = std::max<qint64>(1, m_shared->bytesTotal);
        Q_EMIT progressed(double(m_shared->bytesRead) / double(total), m_shared->events);
    });
}

RecordingLoader::~RecordingLoader()
{
    cancel();
    if (m_thread)
        m_thread->wait();
}

void RecordingLoader::cancel()
{
    m_shared->cancelled = true;
}

void RecordingLoader::load(const QString &file)
{
    const auto shared = m_shared;
    m_thread = QThread::create([shared, file] {
        shared->result = journal::readRecording(
            file, [&](const journal::EventBatch &batch) { shared->history.append(batch); },
            [&](const journal::ReadingProgress &progress) {
                shared->bytesRead = progress.bytesRead;
                shared->bytesTotal = progress.bytesTotal;
                shared->events = progress.events;
                return !shared->cancelled;
            });
    });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, &RecordingLoader::onDone);
    m_thread->start();
    m_poll.start();
}

void RecordingLoader::onDone()
{
    m_poll.stop();
    if (!m_shared->result) {
        m_shared->history = journal::History();
        Q_EMIT failed(m_shared->result.error());
        return;
    }
    m_about = *m_shared->result;
    m_shared->history.setBegin(m_about.header.carried);
    m_world = std::make_unique<LiveWorld>();
    m_world->setRecording(std::move(m_shared->history));
    Q_EMIT finished();
}

std::unique_ptr<LiveWorld> RecordingLoader::takeWorld()
{
    return std::move(m_world);
}

RecordingPage::RecordingPage(const QString &file, QWidget *parent)
    : QWidget(parent)
    , m_file(file)
    , m_title(QFileInfo(file).fileName())
    , m_loader(new RecordingLoader(this))
    , m_stack(new QStackedLayout(this))
    , m_waiting(new EmptyState(this))
{
    m_stack->addWidget(m_waiting);
    connect(m_waiting, &EmptyState::buttonClicked, this, &RecordingPage::closeRequested);
    connect(m_loader, &RecordingLoader::progressed, this, &RecordingPage::onProgress);
    connect(m_loader, &RecordingLoader::finished, this, &RecordingPage::onLoaded);
    connect(m_loader, &RecordingLoader::failed, this, &RecordingPage::onFailed);
    onProgress(0, 0);
    m_loader->load(file);
}

RecordingPage::~RecordingPage()
{
    delete m_loader;    // its thread may still write into a world
    delete m_workspace; // its panels look at the world
}

void RecordingPage::onProgress(double done, quint64 events)
{
    m_waiting->set(IconId::Recording, tr("Reading %1").arg(m_title), tr("%1 events").arg(QLocale().toString(events)),
                   tr("Cancel"));
    m_waiting->setProgress(done);
}

void RecordingPage::onFailed(const Error &error)
{
    m_waiting->set(IconId::Warning, tr("%1 could not be opened").arg(m_title), error.sentence().shown(), tr("Close"));
    m_waiting->setProgress(std::nullopt);
}

void RecordingPage::onLoaded()
{
    m_world = m_loader->takeWorld();
    const auto bookmarks = journal::readBookmarks(journal::bookmarksFile(m_file));
    if (bookmarks)
        m_world->setBookmarks(*bookmarks);
    const journal::ReadRecording &about = m_loader->about();
    const QString name = m_title;
    if (!about.header.title.isEmpty())
        m_title = about.header.title;
    m_workspace = new Workspace(m_world.get(), this);
    m_workspace->bar()->setTarget(tr("Recording"), false);
    m_workspace->bar()->setRecorded(name);
    m_workspace->setReadOnly(tr("A recording: there is no server to ask."));
    auto fullest = journal::fullestLock(m_world->world());
    QStringList facts{madeText()};
    if (!fullest && (fullest = journal::fullestState(m_world->history()))) {
        m_world->seek(fullest->state);
        facts += tr("Nobody was left at its end: this is when most contended.");
    }
    for (const Text &note : about.notes)
        facts += note.shown();
    m_workspace->connectionBanner()->show(Banner::Severity::Warning,
                                          tr("Recording of %1 — nothing here is live").arg(m_title), facts.join(u' '));
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
    selectLock(!m_wantedLock.isEmpty() ? m_wantedLock
               : fullest               ? fullest->lock
                                       : m_world->world().lockPaths().value(0));
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
    const journal::ReadRecording &about = m_loader->about();
    const auto start = QDateTime::fromMSecsSinceEpoch(about.header.startedNs / 1'000'000);
    QString text = tr("Begun %1, %2 events.")
                       .arg(QLocale().toString(start, QLocale::ShortFormat), QLocale().toString(about.events));
    return text;
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

#include "recordingpage.moc"
