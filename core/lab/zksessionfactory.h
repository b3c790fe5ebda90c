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

private:
    QPointer<zk::Connection> m_connection;
};

} // namespace lockscope::lab
