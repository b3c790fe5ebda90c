// SPDX-License-Identifier: Apache-2.0
// What one server answered, as values, and how they are read from its replies: JSON of an AdminServer (3.5 to 3.9) and
// text of four-letter words (3.4 to 3.9). Pure functions; never asks a server.
#pragma once

#include "core/base/error.h"
#include "core/journal/serverreport.h"
#include "core/locks/knowledge.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
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

/// So many entries of an answer are read: what a server, or whoever stands for it, can make this program hold.
inline constexpr qsizetype mostTold = 500'000;

/// What was not told is absent; an empty list was told to be empty. Paths are the ensemble's: with chroot.
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
    bool connectionsCut = false; ///< more than mostTold, or not all could be read; likewise the others
    bool watchersCut = false;
    bool ephemeralsCut = false;
    bool sessionsCut = false;
    bool isMember = true; ///< of the ensemble, as far as is known (core/observe/membership.h)

    bool isUnknownHere = false; ///< its host has no address on this machine

    std::chrono::milliseconds took{0}; ///< until it had answered, without what was waited for in vain
    bool isSilent = false;             ///< it told nothing: its answers were waited for in vain
};

/// One server as a configuration names it.
struct ServerPlace
{
    std::optional<qint64> id = {};
    QString host = {};       ///< as the servers reach it
    QString clientHost = {}; ///< where clients reach it; empty: not told, or any address of it
    quint16 clientPort = 0;  ///< 0: not told

    bool operator==(const ServerPlace &) const = default;
};

/// Whether it stands for every address of a machine, and so for none that could be asked.
bool isAnyAddress(const QString &host);

// ---- an AdminServer's replies ----

/// The object of a reply. An `error` in it is an error although HTTP said 200; so is what is not such an object at all
/// (another program may listen on that port). The sentence is in `detail`.
Result<QJsonObject> readAdminReply(const QByteArray &body);

// Each takes what its command's reply tells; what is not there stays as it is.
void takeConfiguration(const QJsonObject &reply, ServerAnswers &answers);
void takeMonitor(const QJsonObject &reply, ServerAnswers &answers);
void takeServerStats(const QJsonObject &reply, ServerAnswers &answers);
void takeConnections(const QJsonObject &reply, ServerAnswers &answers);
void takeDump(const QJsonObject &reply, ServerAnswers &answers);
void takeWatches(const QJsonObject &reply, ServerAnswers &answers);

/// The servers that `voting_view` names.
QList<ServerPlace> votingView(const QJsonObject &reply);
/// The servers that the configuration node (/zookeeper/config) names, observers too.
QList<ServerPlace> configuredServers(const QByteArray &configuration);

// ---- answers to four-letter words ----

/// The text of an answer, or why it is none: the word is not on the server's whitelist, or the server does not serve.
/// The sentence is in `detail`; a whitelist's refusal has the code NoAuth.
Result<QString> readWordAnswer(const QByteArray &answer);

// Each takes what its word's answer tells; what is not there stays as it is.
void takeSrvr(const QString &answer, ServerAnswers &answers);
void takeMntr(const QString &answer, ServerAnswers &answers);
void takeConf(const QString &answer, ServerAnswers &answers);
void takeCons(const QString &answer, ServerAnswers &answers);
void takeWchp(const QString &answer, ServerAnswers &answers);
void takeDump(const QString &answer, ServerAnswers &answers);

} // namespace lockscope::observe
