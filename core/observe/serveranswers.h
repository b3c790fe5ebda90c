// SPDX-License-Identifier: Apache-2.0
// What one server answered, as values, whichever way it was asked.
#pragma once

#include "core/journal/serverreport.h"
#include "core/locks/knowledge.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace lockscope::observe {

/// The setting of zoo.cfg with which a server answers every word. The whole list: a part of it would take the rest
/// away.
inline constexpr QLatin1StringView wordsSetting("4lw.commands.whitelist=srvr,mntr,conf,cons,wchp,dump");

/// A client's connection. `facts.server`, `facts.heardAgoMs` and `facts.expiresInMs` are for the merge to fill in.
struct ReportedConnection
{
    locks::SessionFacts facts;
    /// When it was last answered: milliseconds on a clock of the server that is not the wall's.
    std::optional<qint64> answeredAtElapsedMs = {};

    bool operator==(const ReportedConnection &) const = default;
};

/// A session of the ensemble, wherever it is connected.
struct ReportedSession
{
    std::optional<qint64> expiresAtElapsedMs = {}; ///< on the clock of the leader; followers do not know it
    std::optional<int> timeoutMs = {};

    bool operator==(const ReportedSession &) const = default;
};

/// So many entries of an answer are read: what a server, or whoever stands for it, can make this program hold.
inline constexpr qsizetype mostReplyEntries = 500'000;

/// What was not reported is absent; an empty list was reported as empty. Paths are the ensemble's: with chroot.
struct ServerAnswers
{
    journal::ServerReport report = {};
    std::optional<int> clientPort = {}; ///< as configured there
    std::optional<int> secureClientPort = {};
    bool tellsPorts = false; ///< its configuration was read: without that it may have a secure port
    std::optional<int> tickMs = {};
    std::optional<int> learners = {}; ///< servers that follow it, observers too; only a leader reports it
    /// Observers that follow it instead of the leader, which does not count them (observerMasterPort); absent: none,
    /// where its figures were read.
    std::optional<int> ownObservers = {};
    std::optional<QList<ReportedConnection>> connections = {};
    std::optional<QHash<QString, QList<SessionId>>> watchers = {};
    std::optional<QHash<SessionId, QStringList>> ephemerals = {};
    std::optional<QHash<SessionId, ReportedSession>> sessions = {}; ///< all that are alive
    bool areOfOnePort = false;   ///< the connections; it has a plain and a secure one
    bool connectionsCut = false; ///< more than mostReplyEntries, or not all could be read; likewise the others
    bool watchersCut = false;
    bool ephemeralsCut = false;
    bool sessionsCut = false;
    bool isMember = true; ///< of the ensemble, as far as is known (core/observe/membership.h)

    bool isUnknownHere = false; ///< its host has no address on this machine

    std::chrono::milliseconds took{0}; ///< until it had answered, without what was waited for in vain
    bool isSilent = false;             ///< nothing of it answered, and something was waited for in vain
};

} // namespace lockscope::observe
