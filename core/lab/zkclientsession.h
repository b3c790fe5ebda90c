// SPDX-License-Identifier: Apache-2.0
// A simulated client's real ZooKeeper session, with the relay that network faults need.
// Never has a relay before one is needed, since each takes three file descriptors.
#pragma once

#include "core/lab/clientsession.h"
#include "core/lab/relay.h"
#include "core/lab/sessionstore.h"
#include "core/zk/session.h"

#include <memory>

namespace lockscope::lab {

/// A session opened directly is moved to a relay when its first network fault is asked for: its connection breaks and
/// comes back with the same session, which the client sees as a short suspension, and then the fault is staged.
class ZkClientSession final : public ClientSession
{
public:
    explicit ZkClientSession(zk::SessionSpec direct);

    zk::Session &session() { return m_session; }
    /// Before the session is opened or while it is not paused; an error if there is no socket left for a relay.
    Result<Done> makeRelay();

    recipes::Store &store() override { return m_store; }
    ConnectionState state() const override { return m_session.state(); }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    Task<Result<Done>> inject(FaultRequest request) override;
    void crash() override { m_session.abandon(); }
    /// Network faults end first, so that the server may hear of it.
    Task<> close() override;

private:
    Task<Result<Done>> moveToRelay();
    void heal();

    QString m_directHosts;
    std::unique_ptr<Relay> m_relay; ///< outlives the session, whose connection goes through it
    zk::Session m_session;
    SessionStore m_store;
    Listener m_listener;
};

} // namespace lockscope::lab
