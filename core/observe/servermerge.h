// SPDX-License-Identifier: Apache-2.0
// What all servers answered, put together as one reading: which of them are one server, who leads, and what is told of
// by all. Pure functions; never asks a server.
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
    QHash<QString, qint64> elapsedNow = {}; ///< by address: what that server's own clock said, at least, when it told
    Scope scope = Scope::Whole;
    qint64 askedAtNs = 0;
    qint64 answeredAtNs = 0;
};

/// One reading of all sessions, watches and ephemerals, with its gaps. Watches and connections are each server's own,
/// and are only whole where every server told them.
journal::ServersProbed mergeServers(const QList<ServerAnswers> &servers, const MergeContext &context);

/// The least that the server's own clock can have shown, from what it told; nothing where it told nothing of that.
std::optional<qint64> elapsedAtLeast(const ServerAnswers &server);

} // namespace lockscope::observe
