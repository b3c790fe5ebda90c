// SPDX-License-Identifier: Apache-2.0
// Simulated clients' sessions on Redis: real connections, one with each server for each client and one more for those
// that listen. Faults are staged in the session itself; what Redis has no word for, the end of a session, is refused.
#pragma once

#include "core/backends/redis/redislog.h"
#include "core/base/secret.h"
#include "core/lab/clientsession.h"
#include "core/redis/address.h"

#include <memory>

namespace lockscope::backends {

/// Where the servers are that clients connect to. One may take another's place.
struct RedisPlaces
{
    QList<redis::Address> addresses;
};

class RedisSessionFactory final : public lab::SessionFactory
{
public:
    /// \a places: of one server, or of several that know nothing of one another. \a log: null where theirs is not to be
    /// read; it must outlive the factory's sessions.
    RedisSessionFactory(std::shared_ptr<const RedisPlaces> places, QString password, RedisLog *log)
        : m_places(std::move(places))
        , m_password(std::move(password))
        , m_log(log)
    {
    }

    locks::Backend backend() const override { return locks::Backend::Redis; }
    int servers() const override { return static_cast<int>(m_places->addresses.size()); }
    /// \a timeout means nothing to a connection to Redis.
    Task<Result<std::unique_ptr<lab::ClientSession>>> open(lab::Route route,
                                                           std::optional<std::chrono::milliseconds> timeout) override;
    int descriptorsEach() const override { return 1 + servers(); }

private:
    std::shared_ptr<const RedisPlaces> m_places;
    SecretText m_password;
    RedisLog *m_log;
};

} // namespace lockscope::backends
