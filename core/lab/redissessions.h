// SPDX-License-Identifier: Apache-2.0
// Simulated clients' sessions on one Redis server: real connections, one for each client and one more for those that
// listen. Faults are staged in the session itself; what Redis has no word for, the end of a session, is refused.
#pragma once

#include "core/lab/clientsession.h"
#include "core/lab/redislog.h"
#include "core/redis/session.h"

#include <memory>

namespace lockscope::lab {

class RedisSessionFactory final : public SessionFactory
{
public:
    /// \a log: null where the server's is not to be read; it must outlive the factory's sessions.
    RedisSessionFactory(redis::Address address, QString password, RedisLog *log)
        : m_address(std::move(address))
        , m_password(std::move(password))
        , m_log(log)
    {
    }

    locks::Backend backend() const override { return locks::Backend::Redis; }
    /// \a timeout means nothing to a connection to Redis.
    Task<Result<std::unique_ptr<ClientSession>>> open(Route route,
                                                      std::optional<std::chrono::milliseconds> timeout) override;
    int descriptorsEach() const override { return 2; }

private:
    redis::Address m_address;
    QString m_password;
    RedisLog *m_log;
};

} // namespace lockscope::lab
