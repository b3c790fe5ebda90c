// SPDX-License-Identifier: Apache-2.0
// One run of chaos: clients that take a lock in turn under faults, judged by their history, and those that stand in its
// queue afterwards. Never decides what is run, and never looks at what the program shows of it.
#pragma once

#include "tests/chaos/runledger.h"
#include "tests/chaos/runplan.h"

#include "core/backends/zookeeper/zksessions.h"
#include "core/journal/journal.h"
#include "core/lab/lab.h"
#include "core/lab/runreport.h"

#include <QObject>
#include <QTimer>

namespace lockscope::chaos {

class ChaosRun : public QObject, public journal::EventSink
{
public:
    /// On sessions to the same servers as \a connection, which outlives the run. Its own session looks at the lock.
    ChaosRun(zk::Connection &connection, RunPlan plan);
    ~ChaosRun() override;

    /// Ends when it was judged and its clients are gone but for those that stand. Once.
    Task<RunRecord> run();
    /// Those that stand go.
    Task<> leave();
    /// What happened, as a recording.
    Result<Done> keep(const QString &file) const;

    void write(journal::Payload what) override;

private:
    Task<Result<QList<ClientId>>> spawn(lab::SpawnRequest request);
    Reply<Done> over();
    Task<Result<Done>> look();
    Task<Result<Done>> lookAt(QString path);
    Task<bool> closeAll();
    void meddle();
    void judge(RunRecord &record);
    QString whoIsNotDone() const;
    bool timeIsLeft() const;

    zk::Connection &m_connection;
    RunPlan m_plan;
    backends::ZkSessionFactory m_sessions;
    journal::EventWriter m_writer;
    journal::EventBatch m_events;
    lab::RunReport m_report;
    QMap<QString, int> m_faults;
    bool m_judged = false; ///< what comes is of no run any more
    QList<ClientId> m_clients;
    qint64 m_beganNs = 0;
    ReplyPromise<Done> m_over;
    QTimer m_check; ///< whether it is over: not from inside an event
    QTimer m_limit;
    QTimer m_meddling;
    bool m_hasStray = false;
    std::unique_ptr<lab::Lab> m_lab; ///< goes first
};

} // namespace lockscope::chaos
