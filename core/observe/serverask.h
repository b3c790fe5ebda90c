// SPDX-License-Identifier: Apache-2.0
// Which servers there are to ask, which AdminServer is whose, and one server asked for all that it knows: its
// AdminServer first, four-letter words for what that leaves open, and a gap with the setting that would close it for
// the rest. Never asks one server twice for the same, nor takes an AdminServer for that of another server.
#pragma once

#include "core/base/task.h"
#include "core/observe/serveranswers.h"
#include "core/observe/serverplaces.h"
#include "core/observe/serverquestions.h"
#include "core/zk/connectstring.h"

#include <memory>

namespace lockscope::observe {

/// Whom to ask, and where.
struct ServerTarget
{
    QString host; ///< of its client port; empty: known by its AdminServer alone
    quint16 port = 0;
    QString adminUrl;           ///< without "/commands"; empty: none known
    Text whyNoAdmin;            ///< a sentence's part, where adminUrl is empty
    bool isNamedInVain = false; ///< an AdminServer of its host was named and does not answer

    QString address() const;
};

/// Shared by all questions of a round, which may outlive the probe that began it.
using Questions = std::shared_ptr<ServerQuestions>;

// ---- which servers ----

struct FindSpec
{
    QList<zk::HostPort> connectHosts = {};
    QByteArray configuration = {}; ///< of the configuration node; empty where it could not be read
    QStringList adminUrls = {};    ///< by hand; empty: http://SERVER:8080 is tried for each
};

struct FoundServers
{
    QList<ServerTarget> targets;
    std::optional<int> configured; ///< servers that the configuration names, or an AdminServer where that is not read
    QList<qint64> configuredIds = {}; ///< of the servers that the configuration names
    QStringList notAsked = {};        ///< that only an AdminServer names
};

/// One AdminServer that was tried.
struct AdminAnswer
{
    QString url;
    QString host; ///< of the URL
    std::optional<int> clientPort = {};
    std::optional<int> secureClientPort = {};
    Text problem = {}; ///< why it did not answer
};

/// The servers that clients can reach, each once: those of the connect string, then further ones of \a configured. One
/// of these whose client port is not given is taken to have that of the connect string's first, and left out where a
/// server on its host is known; so is one whose address is any.
QList<ServerTarget> serversToAsk(const QList<zk::HostPort> &connectHosts, const QList<ServerPlace> &configured);
/// Gives each target its AdminServer. One by hand that fits none is a target of its own; one that was guessed is not.
void assignAdmins(QList<ServerTarget> &targets, const QList<AdminAnswer> &admins, bool byHand);

/// Only those of the connect string, of the configuration node and of \a spec.adminUrls are ever asked: what answers as
/// an AdminServer cannot make this program call somebody else.
Task<FoundServers> findServers(Questions questions, FindSpec spec);

// ---- one server ----

/// What a server is asked for at once.
enum class Scope {
    Whole,
    Connections, ///< its role and its connections: not the watches and ephemerals, which servers gather dearly
};

Task<ServerAnswers> askServer(Questions questions, ServerTarget target, Scope scope);
/// The sessions alone, by word: a follower lists them there, although its AdminServer does not.
Task<ServerAnswers> askForSessions(Questions questions, ServerTarget target, ServerAnswers answers);

} // namespace lockscope::observe
