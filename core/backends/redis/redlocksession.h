// SPDX-License-Identifier: Apache-2.0
// The session of one simulated client on several Redis servers that know nothing of one another: one with each. Up
// while it reaches more than half of them. Part of core/backends/redis/redissessions.h, which makes them.
#pragma once

#include "core/backends/redis/redisclientsession.h"

#include <memory>
#include <vector>

namespace lockscope::backends {

class RedlockSession final : public lab::ClientSession
{
public:
    /// \a members: more than one, not yet begun.
    explicit RedlockSession(std::vector<std::unique_ptr<RedisClientSession>> members);

    /// Ends when it is known of each server whether it is there; an error where too few are.
    Task<Result<Done>> begin();

    /// Read and written on one server, order numbers too; what is deleted is deleted on all.
    recipes::Store &store() override { return m_nodes; }
    std::vector<recipes::RedisStore *> redis() override;
    lab::KeyLog *keyLog() override { return m_members.front()->keyLog(); }
    ConnectionState state() const override { return m_state; }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    /// What loses a message loses it on one server, in turn; all else happens to all.
    Task<Result<Done>> inject(lab::FaultRequest request) override;
    void setClockAhead(std::chrono::milliseconds ahead) override;
    void crash() override;
    Task<> close() override;

private:
    void onMember();
    RedisClientSession &reached() const;
    Reply<redis::Value> askOne(const redis::Command &command);

    std::vector<std::unique_ptr<RedisClientSession>> m_members;
    KeyNodes m_nodes;
    Listener m_listener;
    ConnectionState m_state = ConnectionState::Connecting;
    size_t m_next = 0; ///< server whose message is lost next
};

} // namespace lockscope::backends
