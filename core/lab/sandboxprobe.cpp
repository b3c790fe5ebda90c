// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandboxprobe.h"

#include <QHostAddress>
#include <QNetworkProxy>

namespace lockscope::lab {

PortProbe::PortProbe(quint16 port, const QByteArray &question, std::chrono::milliseconds patience, QObject *parent)
    : QObject(parent)
{
    m_socket.setProxy(QNetworkProxy::NoProxy);
    connect(&m_socket, &QTcpSocket::connected, this, [this, question] { m_socket.write(question); });
    connect(&m_socket, &QTcpSocket::disconnected, this, &PortProbe::finish);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, &PortProbe::finish);
    connect(&m_patience, &QTimer::timeout, this, &PortProbe::finish);
    m_patience.setSingleShot(true);
    m_patience.start(patience);
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
}

void PortProbe::finish()
{
    if (m_done)
        return;
    m_done = true;
    m_patience.stop();
    Q_EMIT answered(m_socket.readAll());
}

bool isServing(const QByteArray &srvrAnswer)
{
    return srvrAnswer.contains("\nMode: ");
}

} // namespace lockscope::lab
