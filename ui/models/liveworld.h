// SPDX-License-Identifier: Apache-2.0
// The GUI thread's own World and Journal, folded from the engine's batches: the one source of truth of all models.
// A recording has one of its own. Never reads ZooKeeper, never changes the World but by events.
#pragma once

#include "core/journal/journal.h"
#include "core/journal/world.h"

#include <QHash>
#include <QObject>

#include <optional>

namespace lockscope::ui {

class LiveWorld : public QObject
{
    Q_OBJECT
public:
    explicit LiveWorld(QObject *parent = nullptr);
    ~LiveWorld() override;

    const journal::World &world() const { return m_world; }
    const journal::Journal &journal() const { return m_journal; }

    /// From when on something is told as a finding; stays for what comes.
    void setThresholds(const locks::Thresholds &thresholds) { m_world.setThresholds(thresholds); }

    /// Milliseconds since the picture stopped being live; 0 while it is live, or while nothing was ever read.
    qint64 staleForMs(qint64 nowNs) const;
    bool isStale() const { return m_recorded || m_staleSinceNs != 0; }
    qint64 staleSinceNs() const { return m_recorded ? m_world.atNs() : m_staleSinceNs; }

    /// What comes is a recording's: never live, and its time stands still after its last event.
    void setRecorded() { m_recorded = true; }
    bool isRecorded() const { return m_recorded; }
    /// The present of what is shown, for durations.
    qint64 nowNs() const;

    /// When a contender was first seen to hold. An upper bound for one that held already at the first reading.
    struct Held
    {
        qint64 atNs = 0;
        bool upperBound = false;
    };
    std::optional<Held> heldSince(const QString &lock, const QString &name) const;

public Q_SLOTS:
    /// Connect Engine::batchReady here. Emits appended(), then changed() if the world did change.
    void apply(const lockscope::journal::EventBatch &batch);

Q_SIGNALS:
    /// What the batch touched; the world already stands after it.
    void changed(const lockscope::journal::Changes &changes);
    /// The batch is in the journal; of more than its capacity the oldest events are not.
    void appended(const lockscope::journal::EventBatch &batch);

private:
    void noteHolders(const QString &directory, qint64 atNs);

    journal::World m_world;
    journal::Journal m_journal;
    qint64 m_staleSinceNs = 0;
    bool m_recorded = false;
    QHash<QString, QHash<QString, Held>> m_held; ///< lock → node → since when; folded from the same batches
};

} // namespace lockscope::ui
