// SPDX-License-Identifier: Apache-2.0
// Why a server does not let us in: asks it in ZooKeeper's four-letter language and says what answers there.
// Never part of a working connection: only asked when a session does not come up.
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/zk/connectstring.h"

#include <QObject>

namespace lockscope::zk {

struct Diagnosis
{
    enum class Finding {
        Refused,     ///< nothing listens there
        Unreachable, ///< no answer to the connection attempt
        Silent,      ///< something listens and says nothing
        NotServing,  ///< a ZooKeeper without a quorum
        ZooKeeper,   ///< a serving ZooKeeper
        Tls,         ///< something that speaks TLS, and nothing else
        Foreign,     ///< something that speaks another language
    };

    HostPort host;
    Finding finding = Finding::Silent;
};

/// Asks one server; \a host is an address. Takes at most twice \a timeoutMs, and ends when \a context is destroyed.
Task<Diagnosis> diagnose(HostPort host, int timeoutMs, QObject *context);

/// What the findings for all hosts mean for somebody who cannot connect.
Error connectError(const QList<Diagnosis> &findings);

} // namespace lockscope::zk
