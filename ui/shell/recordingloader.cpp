// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recordingloader.h"

#include "ui/models/liveworld.h"

#include <QThread>

namespace lockscope::ui {

using namespace std::chrono_literals;

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

} // namespace lockscope::ui
