// SPDX-License-Identifier: Apache-2.0
// How a connection is encrypted, as a value: whom to trust and which certificate to show; and the files that it names,
// read. Never keeps a key beyond that; the passphrase is never written anywhere. Blocks only for reading the files.
#pragma once

#include "core/base/error.h"
#include "core/base/secret.h"

#include <QByteArray>
#include <QString>

class QSslCertificate;
class QSslConfiguration;

namespace lockscope::zk {

struct TlsSpec
{
    bool enabled = false;
    bool verify = true;     ///< false: any answer is believed, whatever its certificate and its name
    QString caFile;         ///< PEM; empty: the authorities that this system trusts
    QString certFile;       ///< PEM, with its chain, or PKCS#12 (.p12, .pfx); empty: none is shown to the server
    QString keyFile;        ///< PEM; empty: it stands in certFile
    SecretBytes passphrase; ///< of the key; empty: it has none

    bool operator==(const TlsSpec &) const = default;
};

/// InvalidInput with a sentence that names the file at fault: it cannot be read, holds nothing of what it should, wants
/// another passphrase, or the key does not belong to the certificate. TlsFailed where this Qt has no TLS.
Result<QSslConfiguration> tlsConfiguration(const TlsSpec &spec);

/// True if the key of \a spec is encrypted, so that a passphrase has to be asked for. False for what cannot be read.
bool wantsPassphrase(const TlsSpec &spec);

/// The same sentence, before anything is connected; empty if nothing is wrong, and where only a passphrase is missing.
Text tlsFileProblem(TlsSpec spec);

/// Whether \a certificate is for a server that is called by \a name, a host's name or an address. Its common name
/// counts only where it has no other names of hosts (RFC 6125): Qt takes it besides them.
bool isFor(const QSslCertificate &certificate, const QString &name);

} // namespace lockscope::zk
