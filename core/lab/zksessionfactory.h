// SPDX-License-Identifier: Apache-2.0
// Simulated clients' sessions on the ensemble that the program is connected to: real ones, one for each client.
// Never shares the connection's own session: a client's end must not be the observer's.
#pragma once

#include "core/lab/clientsession.h"
#include "core/zk/connection.h"

#include <QPointer>

namespace lockscope::lab {

class ZkSessionFactory : public SessionFactory
{
public:
    explicit ZkSessionFactory(zk::Connection &connection)
        : m_connection(&connection)
    {
    }

    Task<Result<std::unique_ptr<ClientSession>>> open(Route route) override;
    /// With TLS two more: both sides of its way through the relay.
    int descriptorsEach() const override { return m_connection && m_connection->spec().relay ? 3 : 1; }

private:
    QPointer<zk::Connection> m_connection;
};

} // namespace lockscope::lab
