// SPDX-License-Identifier: Apache-2.0
// Simulated clients in this process, on this thread, with what they do counted; for benchmarks that count or check.
// Never measures time: the event loop is this program's own and does other things too.
#pragma once

#include "core/journal/journal.h"
#include "core/lab/lab.h"
#include "core/lab/zksessions.h"

#include <functional>
#include <memory>

namespace lockscope::bench {

class LabRun : public journal::EventSink
{
public:
    explicit LabRun(const QString &connectString, int sessionTimeoutMs = 30'000);
    ~LabRun() override;

    Result<Done> open();
    Result<QList<ClientId>> spawn(const lab::SpawnRequest &request);
    void release(ClientId id) { command(id, lab::ClientCommand::Release); }
    void command(ClientId id, lab::ClientCommand command);
    /// A persistent node of nobody's.
    void makeNode(const QString &path);
    /// Reads the tree at and below \a path from the server and writes what is there, as the observer would.
    Result<Done> look(const QString &path);
    Result<Done> closeAll();
    /// Until it holds, nothing is asked that is not answered, and nothing has happened for a while.
    Result<Done> settle(const std::function<bool()> &condition);
    /// Until it holds; false after \a limitMs.
    static bool waitFor(const std::function<bool()> &condition, int limitMs);

    /// Counts of requests and watch events begin anew.
    void reset();
    qint64 requests() const { return m_requests; }
    qint64 events() const { return m_events; }
    int holding() const { return static_cast<int>(m_holders.size()); }
    bool holds(ClientId id) const { return m_holders.contains(id); }
    ClientId firstHolder() const { return m_holders.value(0); } ///< the one that has held longest

    /// Told of each event, in order.
    std::function<void(const journal::Event &)> onEvent;
    void write(journal::Payload what) override;

private:
    QString m_connectString;
    int m_sessionTimeoutMs;
    std::unique_ptr<zk::Connection> m_connection;
    std::unique_ptr<lab::ZkSessionFactory> m_sessions;
    std::unique_ptr<lab::Lab> m_lab;
    journal::EventWriter m_writer;
    QList<ClientId> m_holders; ///< by when they got it
    qint64 m_requests = 0;
    qint64 m_events = 0;
    qint64 m_unanswered = 0;
    qint64 m_lastNs = 0; ///< when something happened last
};

} // namespace lockscope::bench
