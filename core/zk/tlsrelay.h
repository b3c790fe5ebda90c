// SPDX-License-Identifier: Apache-2.0
// TLS for a C client that has none: ports on loopback, one for each server, behind which that server is spoken to over
// TLS. It has a thread of its own, since the C client blocks its caller's while it closes a session.
//
// Listens on 127.0.0.1 only, on ports that the system chooses, and takes connections of this process only; others are
// closed before a byte is passed on or a server is called. What stays open is said in docs/connecting.md.
#pragma once

#include "core/base/error.h"
#include "core/zk/connectstring.h"

#include <QHash>
#include <QMutex>
#include <QObject>
#include <QSslConfiguration>
#include <QThread>

#include <memory>
#include <optional>

namespace lockscope::zk {

class TlsListener;

/// Why a server and we did not come together over TLS, told apart as people have to act on it: never a secret in it.
struct TlsFailure
{
    enum class Kind {
        Refused,            ///< nothing listens there
        Unreachable,        ///< no answer to the connection attempt
        Silent,             ///< connected, and nothing came
        NoTls,              ///< something else is spoken there
        Untrusted,          ///< its certificate comes from nobody that we trust
        Expired,            ///< its certificate is not valid any more, or not yet
        WrongName,          ///< its certificate is for another name
        WantsCertificate,   ///< it lets nobody in without a certificate, and we showed none
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
};

class TlsRelay : public QObject
{
    Q_OBJECT
public:
    /// Ends the thread, and with it all connections.
    ~TlsRelay() override;

    /// Lives on the caller's thread; an error if this process may open no further sockets.
    static Result<std::shared_ptr<TlsRelay>> start(const QList<TlsServer> &servers,
                                                   const QSslConfiguration &configuration);

    /// Where the C client has to connect to, in the order of the servers.
    QList<HostPort> addresses() const { return m_addresses; }
    /// "127.0.0.1:43217" -> the server that is really there.
    QHash<QString, QString> serverNames() const;
    /// Of each server why the last attempt failed; nothing if it worked or there was none yet. Any thread.
    QList<std::optional<TlsFailure>> failures() const;
    /// Connections from other processes that were turned away. Any thread.
    int strangers() const;

Q_SIGNALS:
    /// failures() has changed.
    void changed();

private:
    friend class TlsListener;
    TlsRelay();
    void note(qsizetype server, std::optional<TlsFailure> failure);
    void noteStranger();

    QThread m_thread;
    TlsListener *m_listener = nullptr; ///< lives on m_thread, deleted there
    QList<TlsServer> m_servers;
    QList<HostPort> m_addresses;
    mutable QMutex m_mutex;
    QList<std::optional<TlsFailure>> m_failures; ///< under m_mutex
    int m_strangers = 0;                         ///< under m_mutex
};

} // namespace lockscope::zk
