// SPDX-License-Identifier: Apache-2.0
// Redis for simulated clients: the user's own servers, or private ones. See core/backends/pingedbackend.h.
#pragma once

#include "core/backends/pingedbackend.h"
#include "core/backends/redis/redisservers.h"
#include "core/redis/session.h"

#include <QTimer>

#include <memory>

namespace lockscope::backends {

class RedisBackend final : public PingedBackend
{
    Q_OBJECT
public:
    static Result<std::shared_ptr<Backend>> make(const BackendSpec &spec, journal::EventSink &events);
    static std::optional<Error> missing(locks::Backend);

    RedisBackend(const BackendSpec &spec, const QList<redis::Address> &addresses, journal::EventSink &events);

    Task<Result<Done>> open() override;
    bool isConnected() const override { return m_session && m_session->isConnected(); }
    Task<> close() override;
    std::unique_ptr<lab::SessionFactory> makeSessions() override;
    std::optional<Text> whyUnproved() const override;
    bool owns(int) const override { return m_servers != nullptr; }
    bool hasReplica() const override { return m_servers && m_servers->hasReplica(); }
    Task<std::unique_ptr<ServerMeter>> openMeter() override;

protected:
    Task<Result<Done>> carryOut(int server, ServerCommand command) override;
    Task<Result<Done>> reopen() override;
    Reply<Done> ping() override;

private:
    Task<Result<Done>> startServers();

    std::unique_ptr<RedisServers> m_servers; ///< null: not ours
    std::shared_ptr<const RedisPlaces> m_places;
    std::unique_ptr<redis::Session> m_session; ///< to hear of its end
    QTimer m_reading;                          ///< of the log: an expiry is the answer to no request
};

} // namespace lockscope::backends
