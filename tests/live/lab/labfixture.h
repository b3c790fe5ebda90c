// SPDX-License-Identifier: Apache-2.0
// A lab with real sessions on a real server, in the test's own thread, and a log of what it wrote.
// Never looks into the lab: what a test knows it knows from events, or from the server.
#pragma once

#include "core/backends/zookeeper/zksessions.h"
#include "core/lab/lab.h"
#include "core/zk/connection.h"
#include "tests/support/await.h"
#include "tests/unit/lab/eventlog.h"

#include <memory>

namespace lockscope::test {

class LabFixture
{
public:
    /// Connected when isOpen(); simulated clients get the same session timeout.
    LabFixture(const QString &hosts, int sessionTimeoutMs, int connectTimeoutMs = 30'000)
        : m_connection({zk::parseConnectString(hosts).value(), sessionTimeoutMs, connectTimeoutMs, {}, {}, false})
        , m_factory(m_connection)
        , m_lab(std::make_unique<lab::Lab>(m_factory, log, 1))
        , m_open(await(m_connection.open()).has_value())
    {
    }
    ~LabFixture()
    {
        await(m_lab->closeAll());
        m_lab.reset();
        await(m_connection.close());
    }

    bool isOpen() const { return m_open; }
    ConnectionState connection() const { return m_connection.state(); }
    lab::Lab *operator->() { return m_lab.get(); }
    Result<QList<ClientId>> spawn(const lab::SpawnRequest &request) { return await(m_lab->spawn(request)); }

    /// The newest, as the client believes.
    journal::ClientLockState belief(ClientId id) const
    {
        journal::ClientLockState newest;
        for (const auto *state : log.all<journal::ClientLockState>()) {
            if (state->id == id)
                newest = *state;
        }
        return newest;
    }
    locks::LockState state(ClientId id) const { return belief(id).state; }
    /// "CONNECTED SUSPENDED …", since it was spawned.
    QList<ConnectionState> connections(ClientId id) const
    {
        QList<ConnectionState> states;
        for (const auto *connection : log.all<journal::ClientConnection>()) {
            if (connection->id == id)
                states << connection->state;
        }
        return states;
    }
    /// Connected again after it was not.
    bool isBack(ClientId id) const
    {
        const auto states = connections(id);
        return states.contains(ConnectionState::Suspended) && states.last() == ConnectionState::Connected;
    }
    /// "pause resume …"
    QString faults() const
    {
        QStringList names;
        for (const auto *fault : log.all<journal::ClientFault>())
            names << journal::faultName(fault->fault);
        return names.join(QChar::Space);
    }

    EventLog log;

private:
    zk::Connection m_connection;
    backends::ZkSessionFactory m_factory;
    std::unique_ptr<lab::Lab> m_lab;
    bool m_open;
};

} // namespace lockscope::test
