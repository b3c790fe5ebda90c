// SPDX-License-Identifier: Apache-2.0
// What the servers answered, put together: one reading of all sessions, watches and ephemerals, with its gaps.
// Pure functions; watches and connections are each server's own, and are only whole where every server told them.
#pragma once

#include "core/journal/event.h"
#include "core/observe/serveranswers.h"

namespace lockscope::observe {

struct MergeContext
{
    QString chroot = {};                    ///< of this connection; empty for none
    std::optional<int> configured = {};     ///< servers that the configuration names
    QHash<QString, qint64> elapsedNow = {}; ///< by address: what that server's own clock said, at least, when it told
    qint64 askedAtNs = 0;
    qint64 answeredAtNs = 0;
};

journal::ServersProbed mergeServers(const QList<ServerAnswers> &servers, const MergeContext &context);

/// The least that the server's own clock can have shown, from what it told; nothing where it told nothing of that.
std::optional<qint64> elapsedAtLeast(const ServerAnswers &server);

/// \a path below \a chroot, as a connection with that chroot sees it; nothing for a path beside it.
std::optional<QString> belowChroot(const QString &path, const QString &chroot);

} // namespace lockscope::observe
