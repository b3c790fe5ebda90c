// SPDX-License-Identifier: Apache-2.0
// Collects what happens on the engine's thread and hands it up in batches, one a frame (a few events go at once while
// that is not often, so that a change is seen at once), and none while the one before is still being dealt with: a
// receiver that falls behind gets fewer and larger ones, up to what it takes in a fifth of a second. While it rests
// from a large one a few events go up all the same: they are news, and their own rest shows whether they cost it much.
// Never drops or reorders: numbers follow one another without gaps.
#pragma once

#include "core/journal/journal.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <utility>

namespace lockscope {

class EventBatcher : public QObject, public journal::EventSink
{
    Q_OBJECT
public:
    explicit EventBatcher(QObject *parent = nullptr);

    void write(journal::Payload what) override;
    /// Hands up what is there now, without waiting for the frame or for the receiver.
    void flush();
    /// Calls \a then when all that was written up to now is handed up: at once where that is not much. In the order of
    /// these calls; never where the batcher is destroyed before.
    void whenHandedUp(std::function<void()> then);
    /// What was written up to now is handed up, as one journal; the next event is the first of another.
    void beginJournal();
    /// The receiver is through with a batch of so many events, and needs a rest until rested().
    void taken(qsizetype events);
    void rested(qsizetype events);

Q_SIGNALS:
    void batchReady(const lockscope::journal::EventBatch &batch);
    /// Before the first batch of the next.
    void journalBegan();

private:
    void handUp(qsizetype most);
    void flushInNextFrame();
    void onFrame();
    bool isBehind() const;
    bool mayGo() const;
    qint64 dueNs() const;

    journal::EventWriter m_writer;
    journal::EventBatch m_batch;
    std::deque<std::pair<quint64, std::function<void()>>> m_waiting; ///< by the event that must have gone up
    QTimer m_frame;
    qsizetype m_most = 1'000; ///< events of a batch
    double m_allowance = 0;   ///< batches that need not wait, as of the last one
    qint64 m_lastFlushNs = 0;
    qint64 m_takenNs = 0;
    int m_notTaken = 0;     ///< batches handed up with which the receiver is not through
    int m_restsFromFew = 0; ///< and small and large ones from which it still rests
    int m_restsFromMany = 0;
};

} // namespace lockscope
