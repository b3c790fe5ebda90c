// SPDX-License-Identifier: Apache-2.0
// What all servers answered, put together as one reading: which of them are one server, which one leads, and the
// sessions, watches and ephemerals of all. Pure functions; never asks a server.
#pragma once

#include "core/journal/event.h"
#include "core/observe/serverask.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>

namespace lockscope::observe {

struct MergeContext
{
    QString chroot = {};                    ///< of this connection; empty for none
    std::optional<int> configured = {};     ///< servers that the configuration names
    QStringList notAsked = {};              ///< servers that only an AdminServer names
    QHash<QString, qint64> elapsedNow = {}; ///< by address: what a server's own clock shows at least, at answeredAtNs
    Scope scope = Scope::Whole;
    qint64 askedAtNs = 0;
    qint64 answeredAtNs = 0;
};

/// One reading of all sessions, watches and ephemerals, with its gaps. Watches and connections are each server's own,
/// and are only whole where every server listed them.
journal::ServersProbed mergeServers(const QList<ServerAnswers> &servers, const MergeContext &context);

/// The least that the server's own clock can have shown, by its answers; nothing where these say nothing of it.
std::optional<qint64> elapsedAtLeast(const ServerAnswers &server);

} // namespace lockscope::observe
