// SPDX-License-Identifier: Apache-2.0
// What is asked of a connection to an ensemble. A value.
#pragma once

#include "core/base/secret.h"
#include "core/zk/tls.h"

#include <QString>
#include <QStringList>

namespace lockscope {

struct ConnectSpec
{
    QString connectString; ///< host:port[,…][/chroot]
    int sessionTimeoutMs = 10'000;
    QString authScheme = {};         ///< "digest", or empty
    SecretBytes authCredential = {}; ///< "user:password"; never logged, never in an event
    bool observeOnly = false;        ///< refuses every write
    bool production = false;         ///< releases and simulated clients want the lock's name typed
    int connectTimeoutMs = 10'000;   ///< until it is clear that no server lets us in
    QStringList adminUrls = {};      ///< of AdminServers; empty: http://SERVER:8080 is tried for each server
    zk::TlsSpec tls = {};            ///< a zk+tls:// connect string enables it too
    QString sshHost = {};            ///< through which all servers are reached; empty: directly
};

} // namespace lockscope
