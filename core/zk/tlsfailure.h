// SPDX-License-Identifier: Apache-2.0
// Why a server and we did not come together over TLS, told apart as people have to act on it.
// Never a secret in it: names, dates and reasons only.
#pragma once

#include "core/base/error.h"
#include "core/zk/connectstring.h"

#include <QList>
#include <QSslError>

class QSslSocket;

namespace lockscope::zk {

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
    QString text; ///< begins with the server

    bool operator==(const TlsFailure &) const = default;
};

/// What the end of \a socket means. \a problems: what was found wrong with the certificate. \a name: by which the
/// server was called. \a heard: whether anything came over TLS.
TlsFailure tlsFailure(const QSslSocket &socket, const QList<QSslError> &problems, const QString &server,
                      const QString &name, bool heard);

/// For somebody who cannot connect: what all servers said.
Error tlsError(const QList<TlsFailure> &failures);

} // namespace lockscope::zk
