// SPDX-License-Identifier: Apache-2.0
// TLS for a C client that has none: ports of our own (core/zk/ownports.h), one for each server, behind which that
// server is spoken to over TLS. Never believes a server that its configuration does not.
#pragma once

#include "core/base/error.h"
#include "core/zk/connectstring.h"
#include "core/zk/ownports.h"

#include <QHash>
#include <QMutex>
#include <QObject>
#include <QSslConfiguration>

#include <memory>
#include <optional>

namespace lockscope::zk {

/// Why there is no connection to a server over TLS, by what people have to do about it: never a secret in it.
struct TlsFailure
{
    enum class Kind {
        Refused,            ///< nothing listens there
        Unreachable,        ///< no answer to the connection attempt
        Silent,             ///< connected, and nothing came
        NoSocket,           ///< this process may open no further sockets
        NoTls,              ///< something else is spoken there
        Untrusted,          ///< its certificate is issued by no authority that we trust
        Expired,            ///< its certificate is not valid any more, or not yet
        WrongName,          ///< its certificate is for another name
        WantsCertificate,   ///< it requires a client certificate, and we showed none
        CertificateRefused, ///< it does not take ours
        NoSession,          ///< TLS is fine, but it hung up without an answer
        Other,
    };

    Kind kind = Kind::Other;
    Text text; ///< begins with the server

    bool operator==(const TlsFailure &) const = default;
};

/// What all servers said, for a user who cannot connect.
Error tlsError(const QList<TlsFailure> &failures);

struct TlsServer
{
    HostPort address; ///< an address, not a name
    QString name;     ///< by which its certificate is checked
    QString shown;    ///< how it is named, where the address is but a way to it
};

class TlsRelay : public QObject
{
    Q_OBJECT
public:
    /// Lives on the caller's thread; an error if this process may open no further sockets.
    static Result<std::shared_ptr<TlsRelay>> start(const QList<TlsServer> &servers,
                                                   const QSslConfiguration &configuration);

    /// Where the C client has to connect to, in the order of the servers.
    const QList<HostPort> &addresses() const { return m_ports.addresses(); }
    /// "127.0.0.1:43217" -> the server that is really there.
    QHash<QString, QString> serverNames() const;
    /// Why the last attempts failed, of those servers where they did. Any thread.
    QList<TlsFailure> failures() const;
    /// Connections from other processes that were turned away. Any thread.
    int turnedAway() const { return m_ports.turnedAway(); }

Q_SIGNALS:
    /// failures() has changed.
    void changed();

private:
    TlsRelay(const QList<TlsServer> &servers, const QSslConfiguration &configuration);
    void note(qsizetype server, std::optional<TlsFailure> failure);

    QList<TlsServer> m_servers;
    mutable QMutex m_mutex;
    QList<std::optional<TlsFailure>> m_failures; ///< of each server; under m_mutex
    OwnPorts m_ports;                            ///< last: its connections use the rest
};

} // namespace lockscope::zk
