// SPDX-License-Identifier: Apache-2.0
#include "core/journal/event.h"

#include <algorithm>

namespace lockscope::journal {

namespace {

Text withSession(const Text &text, SessionId session)
{
    return session.isNull() ? text : Text::en("%1 (session %2)").arg(text, session.toHex());
}

Text because(const Text &text, const Text &reason)
{
    return reason.isEmpty() ? text : Text::en("%1: %2").arg(text, reason);
}

Text because(const Text &text, const std::optional<Error> &error)
{
    return error ? because(text, error->sentence()) : text;
}

Text connectionText(ConnectionState state, const QString &to)
{
    switch (state) {
    case ConnectionState::Closed: return Text::en("Connection closed");
    case ConnectionState::Connecting:
        return to.isEmpty() ? Text::en("Connecting") : Text::en("Connecting to %1").arg(to);
    case ConnectionState::Connected: return to.isEmpty() ? Text::en("Connected") : Text::en("Connected to %1").arg(to);
    case ConnectionState::Suspended:
        return to.isEmpty() ? Text::en("Connection lost, reconnecting")
                            : Text::en("Connection lost, reconnecting to %1").arg(to);
    case ConnectionState::Expired: return Text::en("Session expired");
    case ConnectionState::AuthFailed: return Text::en("Login refused");
    }
    return {};
}

/// With a place for the client's name.
Text clientConnectionText(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Closed: return Text::en("%1 closed its session");
    case ConnectionState::Connecting: return Text::en("%1 connects");
    case ConnectionState::Connected: return Text::en("%1 is connected");
    case ConnectionState::Suspended: return Text::en("%1 lost its connection");
    case ConnectionState::Expired: return Text::en("%1 has lost its session: it expired");
    case ConnectionState::AuthFailed: return Text::en("%1 was refused its login");
    }
    return {};
}

/// With places for the client's name and for the path.
Text watchText(WatchEvent event)
{
    switch (event) {
    case WatchEvent::Created: return Text::en("%1 got a watch event: %2 was created");
    case WatchEvent::Deleted: return Text::en("%1 got a watch event: %2 was deleted");
    case WatchEvent::Changed: return Text::en("%1 got a watch event: %2 has changed");
    case WatchEvent::ChildrenChanged: return Text::en("%1 got a watch event: %2 has other children");
    case WatchEvent::NotWatching: return Text::en("%1 got a watch event: %2 is not watched any more");
    }
    return {};
}

/// With a place for the client's name.
Text faultText(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return Text::en("%1 crashed: its nodes stay until its session times out");
    case Fault::Pause: return Text::en("%1 is paused: it sends and reads nothing");
    case Fault::Resume: return Text::en("%1 goes on after its pause");
    case Fault::Partition: return Text::en("%1 is cut off from its server");
    case Fault::Heal: return Text::en("%1 reaches its server again");
    case Fault::Delay: return Text::en("%1 hears and is heard late");
    case Fault::LoseRequest: return Text::en("%1 will lose its next request");
    case Fault::LoseReply: return Text::en("%1 will lose its next reply");
    case Fault::LoseCreateReply: return Text::en("%1 will lose the reply to its next create");
    case Fault::Expire: return Text::en("%1: its session was made to expire");
    case Fault::Close: return Text::en("%1 closes its session");
    case Fault::JumpClock: return Text::en("%1: its clock jumps");
    }
    return {};
}

struct Describe
{
    QString client; ///< its name, where it is known

    Text clientText(ClientId id) const
    {
        return client.isEmpty() ? Text::en("Client %1").arg(id.value) : Text::verbatim(client);
    }

    Text operator()(const ConnectionChanged &e) const
    {
        return because(withSession(connectionText(e.state, e.server.isEmpty() ? e.endpoint : e.server), e.session),
                       e.detail);
    }

    Text operator()(const ObservationChanged &e) const
    {
        switch (e.freshness) {
        case Freshness::Empty: return Text::en("Nothing read yet under %1").arg(e.root);
        case Freshness::Reading: return Text::counted("Reading %1: %n reads to go", e.readsPending).arg(e.root);
        case Freshness::Live: {
            const Text live =
                e.incomplete ? Text::counted("%1 is live, but its reading was cancelled: %n directories watched",
                                             e.directoriesWatched)
                                   .arg(e.root)
                             : Text::counted("%1 is live: %n directories watched", e.directoriesWatched).arg(e.root);
            return e.directoriesUnwatched == 0 ? live
                                               : Text::counted("%1, %2 not: the budget is %n watches", e.watchBudget)
                                                     .arg(live, e.directoriesUnwatched);
        }
        case Freshness::Stale:
            return e.paused ? Text::en("Nothing of %1 is read until it goes on").arg(e.root)
                            : Text::en("What is shown of %1 is stale").arg(e.root);
        }
        return {};
    }

    Text operator()(const DirectoryListed &e) const
    {
        QList<Text> news;
        if (e.added.size() == 1)
            news += Text::en("%1 came").arg(e.added.first());
        else if (!e.added.isEmpty())
            news += Text::counted("%n nodes came", e.added.size());
        if (e.removed.size() == 1)
            news += Text::en("%1 went").arg(e.removed.first());
        else if (!e.removed.isEmpty())
            news += Text::counted("%n nodes went", e.removed.size());
        if (e.unseenCreates > 0)
            news += Text::counted("%n nodes came and went unseen", e.unseenCreates);
        if (news.isEmpty())
            news += Text::counted("no change, %n children", e.stat.numChildren);
        return Text::en("%1: %2").arg(e.path, Text::listed(news));
    }

    Text operator()(const DirectoryUnreadable &e) const
    {
        return Text::en("Cannot list %1: %2").arg(e.path, e.error.sentence());
    }

    Text operator()(const NodeResolved &e) const
    {
        const QString czxid = e.stat.czxid.toHex();
        const bool refused = e.access == locks::ChildNode::Data::NoPermission;
        if (!e.stat.isEphemeral())
            return (refused ? Text::en("%1 belongs to no session, czxid %2, no permission to read its data")
                            : Text::en("%1 belongs to no session, czxid %2"))
                .arg(e.path, czxid);
        return (refused ? Text::en("%1 belongs to session %2, czxid %3, no permission to read its data")
                        : Text::en("%1 belongs to session %2, czxid %3"))
            .arg(e.path, e.stat.owner().toHex(), czxid);
    }

    Text operator()(const NodeVanished &e) const { return Text::en("%1 does not exist any more").arg(e.path); }

    Text operator()(const ServersProbed &e) const
    {
        const auto answered = std::count_if(e.servers.cbegin(), e.servers.cend(), [](const ServerReport &server) {
            return server.adminAnswers || server.wordsAnswer;
        });
        const Text sessions = Text::counted("%n sessions", e.knowledge.sessions.size());
        if (e.knowledge.connectionsAlone)
            return Text::en("Asked the servers for their connections: %1 of %2 told of %3")
                .arg(answered, e.servers.size(), sessions);
        const Text paths = Text::counted("%n watched paths", e.knowledge.watchers.size());
        return (e.knowledge.allSessions && e.knowledge.allWatches
                    ? Text::en("Asked the servers: %1 of %2 told of %3 and of %4")
                    : Text::en("Asked the servers: %1 of %2 told of %3 and of %4, not all is known"))
            .arg(answered, e.servers.size(), sessions, paths);
    }

    Text operator()(const QueueReported &e) const
    {
        const auto waiting = std::ranges::count_if(e.connections, &locks::LockConnection::waits);
        return because(Text::counted("The database reports for %1: %n connections wait", waiting).arg(e.path),
                       e.problem);
    }

    Text operator()(const KeyCopiesReported &e) const
    {
        const auto there = std::ranges::count_if(e.copies, &locks::KeyCopy::isThere);
        return Text::counted("%1 of %n servers have the key %2", e.copies.size()).arg(there).arg(e.path);
    }

    Text operator()(const ClientSpawned &e) const
    {
        if (e.withoutLock)
            return Text::en("%1 was spawned: without a lock").arg(e.name);
        if (e.foreign)
            return Text::en("%1 was started: another program, judged as %2, on %3")
                .arg(e.name, locks::recipeName(e.recipe), e.lock);
        return Text::en("%1 was spawned: %2 (%3, %4) on %5")
            .arg(e.name, locks::recipeName(e.recipe), locks::dialectName(e.dialect), locks::modeText(e.mode), e.lock);
    }

    Text operator()(const ClientConnection &e) const
    {
        return withSession(clientConnectionText(e.state).arg(clientText(e.id)), e.session);
    }

    Text operator()(const ClientLockState &e) const
    {
        const Text state = locks::lockStateText(e.state);
        const Text text = e.node.isEmpty() ? Text::en("%1 is %2").arg(clientText(e.id), state)
                                           : Text::en("%1 is %2 with %3").arg(clientText(e.id), state, e.node);
        return because(e.token.isNull() ? text : Text::en("%1, token %2").arg(text, e.token.toHex()), e.error);
    }

    Text operator()(const ClientStep &e) const
    {
        return Text::en("%1 comes to its step \"%2\": %3").arg(clientText(e.id), locks::stepText(e.step), e.path);
    }

    Text operator()(const ClientRequest &e) const
    {
        return Text::en("%1 asks: %2 %3").arg(clientText(e.id), e.operation, e.path);
    }

    Text operator()(const ClientReply &e) const
    {
        const QString ms = QString::number(static_cast<double>(e.latencyNs) / 1e6, 'f', 1);
        return because(
            Text::en("%1 has its answer to %2 %3 after %4 ms").arg(clientText(e.id), e.operation, e.path, ms), e.error);
    }

    Text operator()(const ClientWatchSet &e) const
    {
        return (e.ofChildren ? Text::en("%1 watches the children of %2") : Text::en("%1 watches %2"))
            .arg(clientText(e.id), e.path);
    }

    Text operator()(const ClientWatchEnded &e) const
    {
        return Text::en("%1 watches %2 no more").arg(clientText(e.id), e.path);
    }

    Text operator()(const ServerNode &e) const
    {
        const Text node =
            e.czxid.isNull() ? Text::verbatim(e.path) : Text::en("%1 (czxid %2)").arg(e.path, e.czxid.toHex());
        switch (e.life) {
        case ServerNode::Life::Born: return Text::en("On the server: %1 was created").arg(node);
        case ServerNode::Life::Seen: return Text::en("On the server: %1 is there").arg(node);
        case ServerNode::Life::Gone: return Text::en("On the server: %1 is gone").arg(node);
        }
        return {};
    }

    Text operator()(const ClientWatchFired &e) const { return watchText(e.event).arg(clientText(e.id), e.path); }

    Text operator()(const ClientStamp &e) const
    {
        if (e.refused)
            return Text::en("%1 was refused the number %2 at %3: a client with a greater fencing token than %4 wrote "
                            "before")
                .arg(clientText(e.id), e.number, e.path, e.token.toHex());
        return Text::en("%1 stamped the number %2 at %3").arg(clientText(e.id), e.number, e.path);
    }

    Text operator()(const ClientFault &e) const
    {
        const Text fault = faultText(e.fault).arg(clientText(e.id));
        const Text lasting = e.durationMs > 0 ? Text::en("%1 (%2 ms)").arg(fault, e.durationMs) : fault;
        return e.atRandom ? Text::en("%1, drawn at random").arg(lasting) : lasting;
    }

    Text operator()(const ServerCommanded &e) const
    {
        const Text sentence = Text::en("The lab: %1").arg(serverCommandText(e.command).arg(e.server));
        return e.atRandom ? Text::en("%1, drawn at random").arg(sentence) : sentence;
    }

    Text operator()(const ClientRemoved &e) const { return Text::en("%1 was removed").arg(clientText(e.id)); }

    Text operator()(const RunStarted &e) const
    {
        return Text::en("Run started: %1 (seed %2)").arg(Text::ofFile(e.title), QString::number(e.seed));
    }

    Text operator()(const ScenarioStep &e) const { return Text::en("Step %1: %2").arg(e.index + 1, e.text); }

    Text operator()(const ReleaseForced &e) const
    {
        const Text node = e.owner.isNull()
                              ? Text::en("%1 (czxid %2, no session)").arg(e.node, e.czxid.toHex())
                              : Text::en("%1 (czxid %2, session %3)").arg(e.node, e.czxid.toHex(), e.owner.toHex());
        if (e.error && e.who.isEmpty())
            return Text::en("Forced release of %1 failed: %2").arg(node, e.error->sentence());
        if (e.error)
            return Text::en("Forced release of %1 by %2 failed: %3").arg(node, e.who, e.error->sentence());
        return e.who.isEmpty() ? Text::en("Forced release: %1 was deleted by hand").arg(node)
                               : Text::en("Forced release: %1 was deleted by %2").arg(node, e.who);
    }

    Text operator()(const Notice &e) const { return e.text; }

    Text operator()(const UnknownEvent &e) const
    {
        return Text::en("An event of the kind \"%1\", which this version does not know").arg(e.kind);
    }
};

} // namespace

Text describe(const Payload &what, const QString &client)
{
    return std::visit(Describe{client}, what);
}

} // namespace lockscope::journal
