// SPDX-License-Identifier: Apache-2.0
// A file that takes a while to write: of values, on a thread of its own, so that it holds up nothing, with its progress
// in a small window and a way to cancel it. A file is there whole, or as it was before.
#pragma once

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

class QDateTime;
class QIODevice;
class QProgressDialog;
class QThread;
class QWidget;

namespace lockscope::ui {

/// What the writing thread and the waiting one share.
struct ExportProgress
{
    std::atomic<qsizetype> done = 0;
    std::atomic<qsizetype> all = 0; ///< 0 while that is not known
    std::atomic<bool> stop = false;
};

/// Begins when it is made, and lives on the thread that made it.
class FileExport : public QObject
{
    Q_OBJECT
public:
    struct Outcome
    {
        bool isWritten = false;
        bool wasCancelled = false; ///< then no file was touched
        QString error = {};
    };

    /// Runs on another thread: has values, nothing that others change. False if the device took it not; once it is to
    /// stop the device takes nothing any more.
    using Write = std::function<bool(QIODevice *device, ExportProgress &progress)>;

    FileExport(Write write, const QString &fileName, QObject *parent = nullptr);
    /// Ends it, if it still goes on.
    ~FileExport() override;

    /// finished() follows.
    void cancel();
    /// Once it has finished.
    const Outcome &outcome() const { return m_outcome; }

Q_SIGNALS:
    /// Of a thousand; the first one comes when it is known how far it is.
    void progressed(int permille);
    void finished(const lockscope::ui::FileExport::Outcome &outcome);

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    std::shared_ptr<ExportProgress> m_progress = std::make_shared<ExportProgress>();
    std::unique_ptr<QThread> m_thread;
    Outcome m_outcome; ///< the thread's until it has ended
};

/// Asks where a page is to be saved; "\a stem-2026-11-30-091500.html" is offered, of \a when. Empty: nowhere.
QString askForPage(QWidget *window, const QString &title, const QString &stem, const QDateTime &when);
/// Shows over \a window how far it is, unless it is over in a moment, with a button to cancel it. Goes with \a
/// running.
QProgressDialog *tellProgress(FileExport *running, const QString &title, const QString &sentence, QWidget *window);

} // namespace lockscope::ui
