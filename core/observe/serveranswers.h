// SPDX-License-Identifier: Apache-2.0
// What one server answered, whichever way it was asked, before it is merged with what the others did.
// Plain values; what was not told is absent, an empty list was told to be empty. Paths are the ensemble's: with chroot.
#pragma once

#include "core/journal/serverreport.h"
#include "core/locks/knowledge.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace lockscope::observe {

/// A client's connection. `facts.server`, `facts.heardAgoMs` and `facts.expiresInMs` are for the merge to fill in.
struct ToldConnection
{
    locks::SessionFacts facts;
    /// When it was last answered: milliseconds on a clock of the server that is not the wall's.
    std::optional<qint64> answeredAtElapsedMs = {};

    bool operator==(const ToldConnection &) const = default;
};

/// A session of the ensemble, wherever it is connected.
struct ToldSession
{
    std::optional<qint64> expiresAtElapsedMs = {}; ///< on the clock of the leader; followers do not know it
    std::optional<int> timeoutMs = {};

    bool operator==(const ToldSession &) const = default;
};

struct ServerAnswers
{
    journal::ServerReport report = {};
    std::optional<int> clientPort = {}; ///< as configured there
    std::optional<int> secureClientPort = {};
    std::optional<int> tickMs = {};
    std::optional<int> learners = {}; ///< servers that follow it, observers too; only a leader tells
    std::optional<QList<ToldConnection>> connections = {};
    std::optional<QHash<QString, QList<SessionId>>> watchers = {};
    std::optional<QHash<SessionId, QStringList>> ephemerals = {};
    std::optional<QHash<SessionId, ToldSession>> sessions = {}; ///< all that are alive
};

/// One server as a configuration names it.
struct ServerPlace
{
    QString host = {};       ///< as the servers reach it
    QString clientHost = {}; ///< where clients reach it; empty: not told, or any address of it
    quint16 clientPort = 0;  ///< 0: not told

    bool operator==(const ServerPlace &) const = default;
};

} // namespace lockscope::observe
