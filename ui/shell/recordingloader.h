// SPDX-License-Identifier: Apache-2.0
// Reads a `.lockscope` file into a LiveWorld on a thread of its own, with progress, until it is done or not wanted any
// more. Never shows anything.
#pragma once

#include "core/history/recordingreader.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

class QThread;

namespace lockscope::ui {

class LiveWorld;

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

} // namespace lockscope::ui
