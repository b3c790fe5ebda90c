// SPDX-License-Identifier: Apache-2.0
#include "core/zk/tlsrelay.h"

#include "core/zk/tlslistener.h"

#include <QMutexLocker>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

TlsRelay::TlsRelay()
{
    m_thread.setObjectName(u"tls"_s);
}

TlsRelay::~TlsRelay()
{
    m_thread.quit();
    m_thread.wait();
}

Result<std::shared_ptr<TlsRelay>> TlsRelay::start(const QList<TlsServer> &servers,
                                                  const QSslConfiguration &configuration)
{
    std::shared_ptr<TlsRelay> relay(new TlsRelay);
    relay->m_servers = servers;
    relay->m_failures.resize(servers.size());
    relay->m_listener = new TlsListener(relay.get(), servers, configuration);
    relay->m_listener->moveToThread(&relay->m_thread);
    QObject::connect(&relay->m_thread, &QThread::finished, relay->m_listener, &QObject::deleteLater);
    relay->m_thread.start();
    // Opening a few sockets: nothing that blocks.
    QMetaObject::invokeMethod(relay->m_listener, &TlsListener::listen, Qt::BlockingQueuedConnection,
                              &relay->m_addresses);
    if (relay->m_addresses.isEmpty())
        return failure(ErrorCode::TlsFailed, u"connect"_s, {},
                       u"this process may open no further sockets: raise the limit (ulimit -n)"_s);
    return relay;
}

QHash<QString, QString> TlsRelay::serverNames() const
{
    QHash<QString, QString> names;
    for (qsizetype i = 0; i < m_addresses.size(); ++i)
        names.insert(m_addresses[i].toString(), m_servers[i].address.toString());
    return names;
}

QList<std::optional<TlsFailure>> TlsRelay::failures() const
{
    const QMutexLocker lock(&m_mutex);
    return m_failures;
}

int TlsRelay::strangers() const
{
    const QMutexLocker lock(&m_mutex);
    return m_strangers;
}

void TlsRelay::note(qsizetype server, std::optional<TlsFailure> failure)
{
    {
        const QMutexLocker lock(&m_mutex);
        if (m_failures[server] == failure)
            return;
        m_failures[server] = std::move(failure);
    }
    Q_EMIT changed(); // queued to whoever listens on another thread
}

void TlsRelay::noteStranger()
{
    const QMutexLocker lock(&m_mutex);
    ++m_strangers;
}

} // namespace lockscope::zk
