// SPDX-License-Identifier: Apache-2.0
// An engine that watches locks, runs simulated clients on them and asks the servers again and again, with the World
// that its batches make: what is found wrong, how soon, and in how many snapshots nothing is. Never judges; a snapshot
// is one lock with all findings after one batch of events.
#pragma once

#include "core/engine/engine.h"
#include "core/history/world.h"
#include "core/zk/connection.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <memory>

namespace lockscope::test {

class FindingBed
{
public:
    /// Of the server at \a connectString with its AdminServer at \a adminUrl.
    FindingBed(const QString &connectString, const QString &adminUrl, int sessionTimeoutMs = 30'000);
    ~FindingBed();

    /// Connects, and watches the tree under \a root.
    Result<Done> open(const QString &root);
    void setThresholds(const locks::Thresholds &thresholds) { m_world.setThresholds(thresholds); }
    /// Asks the servers at most this often; 0: no more.
    void probeEvery(int ms);

    /// Nothing is returned where they could not be; error() says why.
    QList<ClientId> spawn(const lab::SpawnRequest &request);
    void command(ClientId client, lab::ClientCommand command) { m_engine->command({client}, command); }
    void fault(ClientId client, journal::Fault fault, std::chrono::milliseconds duration = {})
    {
        m_engine->fault({client}, {fault, duration});
    }
    void makeNode(const QString &path);
    /// The children of the directory and itself, one delete after another.
    bool removeTree(const QString &path);

    const journal::World &world() const { return m_world; }
    const QString &error() const { return m_error; }
    bool holds(ClientId client) const;
    /// It waits, and its node is in its queue.
    bool waits(ClientId client) const;
    SessionId sessionOf(ClientId client) const;

    /// Until it holds, with the event loop going on; false after \a limitMs.
    static bool until(const std::function<bool()> &condition, int limitMs = 30'000);
    /// Until any lock shows one of these findings: milliseconds since the call, or nothing after \a limitMs.
    std::optional<qint64> untilFound(const QStringList &ids, int limitMs);
    /// All findings that were shown since the last clear(), by id: how bad, and the first of each with its lock.
    struct Shown
    {
        locks::Finding finding;
        QString lock;
    };
    const QMap<QString, Shown> &shown() const { return m_shown; }
    qint64 snapshots() const { return m_snapshots; }
    qint64 readings() const { return m_readings; }
    /// After each batch, with the events of it.
    std::function<void(const journal::EventBatch &)> onBatch;

private:
    void take(const journal::EventBatch &batch);
    void probe();

    QString m_connectString;
    QString m_adminUrl;
    int m_sessionTimeoutMs;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<zk::Connection> m_connection; ///< for what a person does to the tree
    journal::World m_world;
    QTimer m_probe;
    bool m_probing = false;
    QMap<QString, Shown> m_shown;
    qint64 m_snapshots = 0;
    qint64 m_readings = 0;
    QString m_error;
};

} // namespace lockscope::test
