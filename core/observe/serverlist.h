// SPDX-License-Identifier: Apache-2.0
// Which servers there are to ask, and which AdminServer is whose: from the configuration node, voting views, the
// connect string and what was given by hand. Never takes an AdminServer for that of a server it does not belong to.
#pragma once

#include "core/observe/serverask.h"
#include "core/zk/connectstring.h"

namespace lockscope::observe {

struct FindSpec
{
    QList<zk::HostPort> connectHosts = {};
    QByteArray configuration = {}; ///< of the configuration node; empty where it could not be read
    QStringList adminUrls = {};    ///< by hand; empty: http://SERVER:8080 is tried for each
};

struct FoundServers
{
    QList<ServerTarget> targets;
    std::optional<int> configured; ///< servers that the configuration names
};

/// One AdminServer that was tried.
struct AdminAnswer
{
    QString url;
    QString host; ///< of the URL
    std::optional<int> clientPort = {};
    std::optional<int> secureClientPort = {};
    QString problem = {}; ///< why it did not answer
};

/// The servers that clients can reach, without double ones: those of the connect string, and those that \a configured
/// names besides. A configured one whose client port is not told is taken to have that of the connect string's first.
QList<ServerTarget> serversToAsk(const QList<zk::HostPort> &connectHosts, const QList<ServerPlace> &configured);
/// Gives each target its AdminServer. One by hand that fits none is a target of its own; one that was guessed is not.
void assignAdmins(QList<ServerTarget> &targets, const QList<AdminAnswer> &admins, bool byHand);

Task<FoundServers> findServers(Questions questions, FindSpec spec);

} // namespace lockscope::observe
