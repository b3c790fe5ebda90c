// SPDX-License-Identifier: Apache-2.0
// How a connection is encrypted, as a value: whom to trust and which certificate to show; and the files that it names,
// read. Never keeps a key beyond that; the passphrase is never written anywhere. Blocks only for reading the files.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

class QSslConfiguration;

namespace lockscope::zk {

struct TlsSpec
{
    bool enabled = false;
    bool verify = true;    ///< false: any answer is believed, whatever its certificate and its name
    QString caFile;        ///< PEM; empty: the authorities that this system trusts
    QString certFile;      ///< PEM, with its chain, or PKCS#12 (.p12, .pfx); empty: none is shown to the server
    QString keyFile;       ///< PEM; empty: it stands in certFile
    QByteArray passphrase; ///< of the key; empty: it has none

    bool operator==(const TlsSpec &) const = default;
};

/// TlsFailed with the file at fault as detail: it cannot be read, holds nothing of what it should, wants another
/// passphrase, or the key does not belong to the certificate.
Result<QSslConfiguration> tlsConfiguration(const TlsSpec &spec);

/// True if the key of \a spec is encrypted, so that a passphrase has to be asked for. False for what cannot be read.
bool wantsPassphrase(const TlsSpec &spec);

} // namespace lockscope::zk
