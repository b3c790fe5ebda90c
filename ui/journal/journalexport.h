// SPDX-License-Identifier: Apache-2.0
// The journal into a file: as text, as JSON Lines or for ShiViz. Of values, on a thread of its own, so that a million
// events hold up nothing; a file is there whole, or as it was before.
#pragma once

#include "core/journal/journal.h"
#include "ui/journal/journalquestion.h"

#include <QHash>
#include <QObject>

#include <atomic>
#include <memory>

class QIODevice;
class QThread;

namespace lockscope::ui {

enum class JournalFormat { Text, JsonLines, ShiViz };

/// What is written.
struct JournalExtract
{
    journal::Journal journal; ///< a copy shares its events
    JournalQuestion question;
    QHash<ClientId, QString> names; ///< of clients that are gone, too
    JournalFormat format = JournalFormat::Text;
};

/// What the thread that writes and whoever waits for it tell one another.
struct JournalProgress
{
    std::atomic<qsizetype> done = 0; ///< events that were looked at
    std::atomic<bool> stop = false;
};

/// Writes those events that the question lets through. False if the device could not take them, which says why, or if
/// it was stopped.
bool writeJournal(const JournalExtract &extract, QIODevice *device, JournalProgress &progress);

/// Begins when it is made, and lives on the thread that made it.
class JournalExport : public QObject
{
    Q_OBJECT
public:
    struct Outcome
    {
        bool isWritten = false;
        bool wasCancelled = false; ///< then no file was touched
        QString error = {};
    };

    JournalExport(JournalExtract extract, const QString &fileName, QObject *parent = nullptr);
    /// Ends it, if it still goes on.
    ~JournalExport() override;

    /// finished() follows.
    void cancel();
    /// Once it has finished.
    const Outcome &outcome() const { return m_outcome; }

Q_SIGNALS:
    /// Of a thousand; the first one comes when it is known how far it is.
    void progressed(int permille);
    void finished(const lockscope::ui::JournalExport::Outcome &outcome);

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    std::shared_ptr<JournalProgress> m_progress = std::make_shared<JournalProgress>();
    std::unique_ptr<QThread> m_thread;
    Outcome m_outcome; ///< the thread's until it has ended
    qsizetype m_all = 0;
};

} // namespace lockscope::ui
