// SPDX-License-Identifier: Apache-2.0
// How a connection is encrypted, as a value: whom to trust, and which certificate to show.
// Never holds a key or a certificate itself, only the names of the files; the passphrase is never written anywhere.
#pragma once

#include <QByteArray>
#include <QString>

namespace lockscope::zk {

struct TlsSpec
{
    bool enabled = false;
    bool verify = true;    ///< false: whoever answers is believed, whatever its certificate and its name
    QString caFile;        ///< PEM; empty: the authorities that this system trusts
    QString certFile;      ///< PEM, with its chain, or PKCS#12 (.p12, .pfx); empty: none is shown to the server
    QString keyFile;       ///< PEM; empty: it stands in certFile
    QByteArray passphrase; ///< of the key; empty: it has none

    bool operator==(const TlsSpec &) const = default;
};

} // namespace lockscope::zk
