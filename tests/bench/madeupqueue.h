// SPDX-License-Identifier: Apache-2.0
// A lock with a long line of contenders in a LiveWorld, told as an observer would, and hand-overs in it. No server.
#pragma once

#include "core/base/clock.h"
#include "ui/world/liveworld.h"

namespace lockscope::bench {

class MadeUpQueue
{
public:
    /// \a world outlives this.
    MadeUpQueue(ui::LiveWorld *world, int contenders);

    static QString lock() { return QStringLiteral("/bench/lock"); }
    /// Of the node that came as number so many, from 0.
    static QString pathOf(int number) { return lock() + u'/' + nameOf(number); }
    static SessionId sessionOf(int number) { return SessionId{0x1000009f7cb0000 + number}; }
    /// The number of the one that came last.
    int last() const { return m_next - 1; }
    /// The holder goes and another one joins at the end: two changes of the directory, as one batch.
    void handOver();
    /// Tells this too, as a batch of its own.
    void also(journal::Payload what);
    /// Tells so much else that the journal holds as much as it ever will, and lets go of its oldest events from now on.
    void fillJournal();
    /// As one batch: what servers tell and simulated clients do is not part of it.
    static constexpr int changesOfAHandOver = 2;

private:
    static QString nameOf(int number);
    journal::NodeResolved resolved(int number) const;
    void list(const QList<QString> &added, const QList<QString> &removed);
    void tell(journal::Payload what) { m_batch.append({++m_number, nowNs(), std::move(what)}); }
    void flush();

    ui::LiveWorld *m_world;
    journal::EventBatch m_batch;
    quint64 m_number = 0;
    int m_head = 0; ///< number of the contender that holds
    int m_next = 0; ///< of the one that will come
};

} // namespace lockscope::bench
