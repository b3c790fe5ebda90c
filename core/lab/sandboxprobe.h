// SPDX-License-Identifier: Apache-2.0
// One question to one loopback port over a connection of its own: a four-letter word, or a line of HTTP.
// Never blocks, and never uses the application's proxy.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>

namespace lockscope::lab {

class PortProbe : public QObject
{
    Q_OBJECT
public:
    PortProbe(quint16 port, const QByteArray &question, std::chrono::milliseconds patience, QObject *parent = nullptr);

Q_SIGNALS:
    /// Once: all that came until the server hung up or patience ended; empty if nobody answered.
    void answered(const QByteArray &answer);

private:
    void finish();

    QTcpSocket m_socket;
    QTimer m_patience;
    bool m_done = false;
};

/// True if this is what `srvr` says of a server that serves clients.
bool isServing(const QByteArray &srvrAnswer);

} // namespace lockscope::lab
