// SPDX-License-Identifier: Apache-2.0
#include "core/journal/event.h"

#include <QStringList>

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

/// "1 node", "3 nodes".
QString counted(qint64 count, const QString &one, const QString &many)
{
    return u"%1 %2"_s.arg(count).arg(count == 1 ? one : many);
}

/// " (session 0x1…)", or nothing.
QString inSession(SessionId session)
{
    return session.isNull() ? QString() : u" (session %1)"_s.arg(session.toHex());
}

QString connectionText(ConnectionState state, const QString &to)
{
    const QString where = to.isEmpty() ? QString() : u" to "_s + to;
    switch (state) {
    case ConnectionState::Closed: return u"Connection closed"_s;
    case ConnectionState::Connecting: return u"Connecting%1"_s.arg(where);
    case ConnectionState::Connected: return u"Connected%1"_s.arg(where);
    case ConnectionState::Suspended: return u"Connection lost, reconnecting%1"_s.arg(where);
    case ConnectionState::Expired: return u"Session expired"_s;
    case ConnectionState::AuthFailed: return u"Login refused"_s;
    }
    return {};
}

QString clientConnectionText(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Closed: return u"closed its session"_s;
    case ConnectionState::Connecting: return u"connects"_s;
    case ConnectionState::Connected: return u"is connected"_s;
    case ConnectionState::Suspended: return u"lost its connection"_s;
    case ConnectionState::Expired: return u"has lost its session: it expired"_s;
    case ConnectionState::AuthFailed: return u"was refused its login"_s;
    }
    return {};
}

QString watchText(WatchEvent event)
{
    switch (event) {
    case WatchEvent::Created: return u"was created"_s;
    case WatchEvent::Deleted: return u"was deleted"_s;
    case WatchEvent::Changed: return u"has changed"_s;
    case WatchEvent::ChildrenChanged: return u"has other children"_s;
    case WatchEvent::NotWatching: return u"is not watched any more"_s;
    }
    return {};
}

/// With a place for the client's name.
QString faultText(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return u"%1 crashed: its nodes stay until its session times out"_s;
    case Fault::Pause: return u"%1 is paused: it sends and reads nothing"_s;
    case Fault::Resume: return u"%1 goes on after its pause"_s;
    case Fault::Partition: return u"%1 is cut off from its server"_s;
    case Fault::Heal: return u"%1 reaches its server again"_s;
    case Fault::Delay: return u"%1 hears and is heard late"_s;
    case Fault::LoseReply: return u"%1 will lose its next reply"_s;
    case Fault::LoseCreateReply: return u"%1 will lose the reply to its next create"_s;
    case Fault::Expire: return u"%1: its session was made to expire"_s;
    case Fault::Close: return u"%1 closes its session"_s;
    }
    return {};
}

struct Describe
{
    QString client; ///< its name, where it is known

    QString clientText(ClientId id) const { return client.isEmpty() ? u"Client %1"_s.arg(id.value) : client; }

    QString operator()(const ConnectionChanged &e) const
    {
        const QString text = connectionText(e.state, e.server.isEmpty() ? e.endpoint : e.server) + inSession(e.session);
        return e.detail.isEmpty() ? text : text + ": "_L1 + e.detail;
    }

    QString operator()(const ObservationChanged &e) const
    {
        switch (e.freshness) {
        case Freshness::Empty: return u"Nothing read yet under %1"_s.arg(e.root);
        case Freshness::Reading:
            return u"Reading %1: %2 to go"_s.arg(e.root, counted(e.readsPending, u"read"_s, u"reads"_s));
        case Freshness::Live: {
            const QString live = u"%1 is live%2: %3 watched"_s.arg(
                e.root, e.incomplete ? u", but its reading was cancelled"_s : QString(),
                counted(e.directoriesWatched, u"directory"_s, u"directories"_s));
            return e.directoriesUnwatched == 0
                       ? live
                       : live + u", %1 not: the budget is %2 watches"_s.arg(e.directoriesUnwatched).arg(e.watchBudget);
        }
        case Freshness::Stale:
            if (e.paused)
                return u"Nothing of %1 is read until it goes on"_s.arg(e.root);
            return u"What is shown of %1 is stale"_s.arg(e.root);
        }
        return {};
    }

    QString operator()(const DirectoryListed &e) const
    {
        QStringList news;
        if (!e.added.isEmpty())
            news += e.added.size() == 1 ? u"%1 came"_s.arg(e.added.first()) : u"%1 nodes came"_s.arg(e.added.size());
        if (!e.removed.isEmpty())
            news +=
                e.removed.size() == 1 ? u"%1 went"_s.arg(e.removed.first()) : u"%1 nodes went"_s.arg(e.removed.size());
        if (e.unseenCreates > 0)
            news += u"%1 came and went unseen"_s.arg(counted(e.unseenCreates, u"node"_s, u"nodes"_s));
        if (news.isEmpty())
            news += u"no change, %1"_s.arg(counted(e.stat.numChildren, u"child"_s, u"children"_s));
        return e.path + ": "_L1 + news.join(", "_L1);
    }

    QString operator()(const DirectoryUnreadable &e) const
    {
        return u"Cannot list %1: %2"_s.arg(e.path, e.error.sentence());
    }

    QString operator()(const NodeResolved &e) const
    {
        const QString owner = e.stat.isEphemeral() ? u"session %1"_s.arg(e.stat.owner().toHex()) : u"no session"_s;
        const QString text = u"%1 belongs to %2, czxid %3"_s.arg(e.path, owner, e.stat.czxid.toHex());
        return e.access == locks::ChildNode::Data::NoPermission ? text + ", no permission to read its data"_L1 : text;
    }

    QString operator()(const NodeVanished &e) const { return u"%1 does not exist any more"_s.arg(e.path); }

    QString operator()(const ServersProbed &e) const
    {
        const auto answered = std::count_if(e.servers.cbegin(), e.servers.cend(), [](const ServerReport &server) {
            return server.adminAnswers || server.wordsAnswer;
        });
        const QString whole = e.knowledge.allSessions && e.knowledge.allWatches ? QString() : u", not all is known"_s;
        return u"Asked the servers: %1 of %2 told of %3 and of %4%5"_s.arg(answered)
            .arg(e.servers.size())
            .arg(counted(e.knowledge.sessions.size(), u"session"_s, u"sessions"_s),
                 counted(e.knowledge.watchers.size(), u"watched path"_s, u"watched paths"_s), whole);
    }

    QString operator()(const ClientSpawned &e) const
    {
        return u"%1 spawned as %2: %3 (%4, %5) on %6"_s.arg(clientText(e.id), e.name, locks::recipeName(e.recipe),
                                                            locks::dialectName(e.dialect), locks::modeName(e.mode),
                                                            e.lock);
    }

    QString operator()(const ClientConnection &e) const
    {
        return clientText(e.id) + u' ' + clientConnectionText(e.state) + inSession(e.session);
    }

    QString operator()(const ClientLockState &e) const
    {
        QString text = u"%1 is %2"_s.arg(clientText(e.id), locks::lockStateName(e.state));
        if (!e.node.isEmpty())
            text += " with "_L1 + e.node;
        if (!e.token.isNull())
            text += ", token "_L1 + e.token.toHex();
        return e.error ? text + ": "_L1 + e.error->sentence() : text;
    }

    QString operator()(const ClientStep &e) const
    {
        return u"%1 comes to its step \"%2\": %3"_s.arg(clientText(e.id), locks::stepName(e.step), e.path);
    }

    QString operator()(const ClientRequest &e) const
    {
        return u"%1 asks: %2 %3"_s.arg(clientText(e.id), e.operation, e.path);
    }

    QString operator()(const ClientReply &e) const
    {
        const QString text = u"%1 has its answer to %2 %3 after %4 ms"_s.arg(clientText(e.id), e.operation, e.path)
                                 .arg(static_cast<double>(e.latencyNs) / 1e6, 0, 'f', 1);
        return e.error ? text + ": "_L1 + e.error->sentence() : text;
    }

    QString operator()(const ClientWatchSet &e) const
    {
        return (e.ofChildren ? u"%1 watches the children of %2"_s : u"%1 watches %2"_s).arg(clientText(e.id), e.path);
    }

    QString operator()(const ClientWatchEnded &e) const
    {
        return u"%1 watches %2 no more"_s.arg(clientText(e.id), e.path);
    }

    QString operator()(const ServerNode &e) const
    {
        const QString node = e.czxid.isNull() ? e.path : u"%1 (czxid %2)"_s.arg(e.path, e.czxid.toHex());
        switch (e.life) {
        case ServerNode::Life::Born: return u"On the server: %1 was created"_s.arg(node);
        case ServerNode::Life::Seen: return u"On the server: %1 is there"_s.arg(node);
        case ServerNode::Life::Gone: return u"On the server: %1 is gone"_s.arg(node);
        }
        return {};
    }

    QString operator()(const ClientWatchFired &e) const
    {
        return u"%1 was told by its watch: %2 %3"_s.arg(clientText(e.id), e.path, watchText(e.event));
    }

    QString operator()(const ClientStamp &e) const
    {
        return u"%1 stamped the number %2 at %3"_s.arg(clientText(e.id), QString::number(e.number), e.path);
    }

    QString operator()(const ClientFault &e) const
    {
        const QString text = faultText(e.fault).arg(clientText(e.id));
        const QString lasting = e.durationMs > 0 ? u" (%1 ms)"_s.arg(e.durationMs) : QString();
        return text + lasting + (e.atRandom ? u", drawn at random"_s : QString());
    }

    QString operator()(const ClientRemoved &e) const { return u"%1 was removed"_s.arg(clientText(e.id)); }

    QString operator()(const RunStarted &e) const { return u"Run started: %1 (seed %2)"_s.arg(e.title).arg(e.seed); }

    QString operator()(const ScenarioStep &e) const { return u"Step %1: %2"_s.arg(e.index + 1).arg(e.text); }

    QString operator()(const ReleaseForced &e) const
    {
        const QString node = u"%1 (czxid %2, %3)"_s.arg(
            e.node, e.czxid.toHex(), e.owner.isNull() ? u"no session"_s : u"session "_s + e.owner.toHex());
        return e.error ? u"Forced release of %1 failed: %2"_s.arg(node, e.error->sentence())
                       : u"Forced release: %1 was deleted by hand"_s.arg(node);
    }

    QString operator()(const Notice &e) const { return e.text; }

    QString operator()(const UnknownEvent &e) const
    {
        return u"An event of the kind \"%1\", which this version does not know"_s.arg(e.kind);
    }
};

} // namespace

QString describe(const Payload &what, const QString &client)
{
    return std::visit(Describe{client}, what);
}

} // namespace lockscope::journal
