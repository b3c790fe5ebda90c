// SPDX-License-Identifier: Apache-2.0
// The files that a TlsSpec names, read and put together, or the sentence that says what is wrong with one of them.
// Never connects; blocks only for reading these files.
#pragma once

#include "core/base/error.h"
#include "core/zk/tls.h"

#include <QSslConfiguration>

namespace lockscope::zk {

/// TlsFailed with the file at fault as detail: it cannot be read, holds nothing of what it should, wants another
/// passphrase, or the key does not belong to the certificate.
Result<QSslConfiguration> tlsConfiguration(const TlsSpec &spec);

/// True if the key of \a spec is encrypted, so that a passphrase has to be asked for. False for what cannot be read.
bool wantsPassphrase(const TlsSpec &spec);

} // namespace lockscope::zk
