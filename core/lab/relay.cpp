// SPDX-License-Identifier: Apache-2.0
#include "core/lab/relay.h"

#include "core/lab/relaylink.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>

#include <utility>

namespace lockscope::lab {

Relay::Relay(QList<zk::HostPort> servers, QObject *parent)
    : QObject(parent)
    , m_servers(std::move(servers))
{
    m_server.setProxy(QNetworkProxy::NoProxy);
    connect(&m_server, &QTcpServer::newConnection, this, &Relay::accept);
    m_server.listen(QHostAddress::LocalHost);
}

Relay::~Relay()
{
    cut();
}

void Relay::accept()
{
    while (QTcpSocket *client = m_server.nextPendingConnection()) {
        if (m_refusing || m_servers.isEmpty()) {
            client->abort();
            client->deleteLater();
            continue;
        }
        auto *link = new RelayLink(client, m_servers.at(m_current), m_rules, this);
        m_links.push_back(link);
        connect(link, &RelayLink::serverFailed, this, &Relay::serverFailed);
        connect(link, &RelayLink::over, this, [this, link] {
            std::erase(m_links, link);
            link->deleteLater();
        });
        link->pump();
    }
}

void Relay::serverFailed()
{
    m_current = (m_current + 1) % m_servers.size();
}

void Relay::setPartitioned(bool partitioned)
{
    m_rules.partitioned = partitioned;
    const auto links = m_links; // those that end take themselves out
    for (RelayLink *link : links)
        link->pump();
}

void Relay::cut()
{
    const auto links = m_links;
    for (RelayLink *link : links)
        link->cut();
}

} // namespace lockscope::lab
