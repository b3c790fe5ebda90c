// SPDX-License-Identifier: Apache-2.0
// A private Redis on loopback, as core/servers/privateserver.h has it.
#pragma once

#include "core/base/limits.h"
#include "core/base/task.h"
#include "core/redis/address.h"
#include "core/redis/answers.h"
#include "core/servers/privateserver.h"

#include <QStringList>

#include <chrono>
#include <optional>

namespace lockscope::backends {

struct RedisServerSpec
{
    QStringList path;                          ///< $PATH: where redis-server is looked for
    QString password;                          ///< empty: it asks for none
    std::optional<redis::Address> master = {}; ///< of a replica
    std::chrono::milliseconds startTimeout = limits().start;

    static RedisServerSpec fromEnvironment();
};

class RedisServer : public servers::PrivateServer
{
    Q_OBJECT
public:
    explicit RedisServer(RedisServerSpec spec = RedisServerSpec::fromEnvironment(), QObject *parent = nullptr);

    /// Why it cannot be started on this machine, and what to install; nothing if it can.
    std::optional<Error> missing() const;
    /// Ends when it serves, or with why it does not. Call it once; not to be destroyed before it ends.
    Task<Result<redis::Address>> start();
    Task<Result<Done>> command(ServerCommand command) override;
    redis::Address address() const { return m_address; }

private:
    QString program() const;
    Task<Result<Done>> greet() override;
    /// On a connection of its own.
    Task<Result<redis::Value>> ask(redis::Command command);
    QByteArray passwordLines() const;
    QByteArray masterLine() const;
    Result<Done> launchServer();

    RedisServerSpec m_spec;
    redis::Address m_address;
};

} // namespace lockscope::backends
