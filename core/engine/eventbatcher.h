// SPDX-License-Identifier: Apache-2.0
// Collects what happens on the engine's thread and hands it up in batches, at most one a frame.
// Never drops or reorders: numbers follow one another without gaps.
#pragma once

#include "core/journal/journal.h"

#include <QObject>
#include <QTimer>

namespace lockscope {

class EventBatcher : public QObject, public journal::EventSink
{
    Q_OBJECT
public:
    explicit EventBatcher(QObject *parent = nullptr);

    void write(journal::Payload what) override;
    /// Hands up what is there now, without waiting for the frame.
    void flush();

Q_SIGNALS:
    void batchReady(const lockscope::journal::EventBatch &batch);

private:
    journal::EventWriter m_writer;
    journal::EventBatch m_batch;
    QTimer m_frame;
    qint64 m_lastFlushNs = 0;
};

} // namespace lockscope
