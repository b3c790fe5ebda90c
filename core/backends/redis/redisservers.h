// SPDX-License-Identifier: Apache-2.0
// The private Redis servers of one connection: one, several that know nothing of one another (for Redlock), or a master
// with a replica. Knows where clients are to connect and whose log counts, also when a replica has become the master.
#pragma once

#include "core/backends/redis/redislog.h"
#include "core/backends/redis/redisserver.h"
#include "core/backends/redis/redissessions.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope::backends {

class RedisServers final : public QObject
{
    Q_OBJECT
public:
    /// \a servers: how many each client asks. \a withReplica: one more, which follows the first.
    RedisServers(const RedisServerSpec &spec, int servers, bool withReplica, QObject *parent = nullptr);

    /// Ends when all serve, or with why one does not. Call it once; not to be destroyed before it ends.
    Task<Result<Done>> start();
    std::shared_ptr<const RedisPlaces> places() const { return m_places; }
    RedisLog &log() { return *m_log; }
    /// All of them, the replica last.
    int count() const { return static_cast<int>(m_servers.size()); }
    /// One that has not become the master.
    bool hasReplica() const { return static_cast<size_t>(count()) > m_asked.size() && m_asked.front() != count() - 1; }
    /// To the one with this index. Ends when that is so.
    Task<Result<Done>> command(int server, ServerCommand command);

Q_SIGNALS:
    /// One of them ended by itself.
    void ended(const lockscope::Error &error);

private:
    std::vector<std::unique_ptr<RedisServer>> m_servers;
    std::vector<int> m_asked; ///< by place: which server is there
    bool m_withReplica;
    RedisServerSpec m_spec;
    std::shared_ptr<RedisPlaces> m_places = std::make_shared<RedisPlaces>();
    std::unique_ptr<RedisLog> m_log;
};

} // namespace lockscope::backends
