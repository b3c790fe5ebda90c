// SPDX-License-Identifier: Apache-2.0
// The fields of each payload under their JSON names: one list, which writing and reading both walk.
// Walked by eventjson.cpp and packedevents.cpp; never decides how a value looks in JSON.
#pragma once

#include "core/base/clock.h"
#include "core/journal/event.h"

namespace lockscope::journal {

using namespace Qt::StringLiterals;

/// A T, const where it is written.
template<typename Self, typename T>
concept Is = std::is_same_v<std::remove_const_t<Self>, T>;

// `fields(key, value)` per field. `orNull`: an empty text is null. `derived`: for people and other programs, never read
// back.

void walkFields(auto &fields, Is<Error> auto &self)
{
    fields("code"_L1, self.code);
    fields.derived("text"_L1, [&] { return self.sentence().english(); });
    fields("operation"_L1, self.operation);
    fields("path"_L1, self.path);
    fields("detail"_L1, self.detail);
}

void walkFields(auto &fields, Is<NodeStat> auto &self)
{
    fields("czxid"_L1, self.czxid);
    fields("mzxid"_L1, self.mzxid);
    fields("pzxid"_L1, self.pzxid);
    fields("ctime_ms"_L1, self.ctimeMs);
    fields("mtime_ms"_L1, self.mtimeMs);
    fields("version"_L1, self.version);
    fields("cversion"_L1, self.cversion);
    fields("aversion"_L1, self.aversion);
    fields("ephemeral_owner"_L1, self.ephemeralOwner);
    fields("data_length"_L1, self.dataLength);
    fields("num_children"_L1, self.numChildren);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(self)>>) { // it was read
        self.ctimeMs = boundedMs(self.ctimeMs);
        self.mtimeMs = boundedMs(self.mtimeMs);
    }
}

// ---- the observer ----

void walkFields(auto &fields, Is<ConnectionChanged> auto &self)
{
    fields("state"_L1, self.state);
    fields("endpoint"_L1, self.endpoint);
    fields.orNull("server"_L1, self.server);
    fields("session"_L1, self.session);
    fields("session_timeout_ms"_L1, self.sessionTimeoutMs);
    fields("detail"_L1, self.detail);
}

void walkFields(auto &fields, Is<ObservationChanged> auto &self)
{
    fields("root"_L1, self.root);
    fields("freshness"_L1, self.freshness);
    fields("directories_watched"_L1, self.directoriesWatched);
    fields("watch_budget"_L1, self.watchBudget);
    fields("directories_unwatched"_L1, self.directoriesUnwatched);
    fields("reads_pending"_L1, self.readsPending);
    fields.later("reads_done"_L1, self.readsDone);
    fields.later("paused"_L1, self.paused);
    fields.later("incomplete"_L1, self.incomplete);
    fields.later("nodes_refused"_L1, self.nodesRefused);
    fields.later("unheard_ms"_L1, self.unheardMs);
}

void walkFields(auto &fields, Is<DirectoryListed> auto &self)
{
    fields("path"_L1, self.path);
    fields("stat"_L1, self.stat);
    fields("added"_L1, self.added);
    fields("removed"_L1, self.removed);
    fields("unseen_creates"_L1, self.unseenCreates);
    fields("watched"_L1, self.watched);
}

void walkFields(auto &fields, Is<DirectoryUnreadable> auto &self)
{
    fields("path"_L1, self.path);
    fields("error"_L1, self.error);
}

void walkFields(auto &fields, Is<NodeResolved> auto &self)
{
    fields("path"_L1, self.path);
    fields("stat"_L1, self.stat);
    fields("access"_L1, self.access);
    fields.bytes("data_base64"_L1, self.data, self.access == locks::ChildNode::Data::Read);
    fields("truncated"_L1, self.truncated);
}

void walkFields(auto &fields, Is<NodeVanished> auto &self)
{
    fields("path"_L1, self.path);
}

void walkFields(auto &fields, Is<ServerGap> auto &self)
{
    fields("missing"_L1, self.missing);
    fields("why"_L1, self.why);
    fields("setting"_L1, self.setting);
}

void walkFields(auto &fields, Is<ServerReport> auto &self)
{
    fields("address"_L1, self.address);
    fields.orNull("admin_url"_L1, self.adminUrl);
    fields("admin_answers"_L1, self.adminAnswers);
    fields("words_answer"_L1, self.wordsAnswer);
    fields.orNull("problem"_L1, self.problem);
    fields.later("stranger"_L1, self.isStranger);
    fields.orNull("role"_L1, self.role);
    fields.orNull("version"_L1, self.version);
    fields("server_id"_L1, self.serverId);
    fields("avg_latency_ms"_L1, self.averageLatencyMs);
    fields("max_latency_ms"_L1, self.maxLatencyMs);
    fields("connections"_L1, self.connections);
    fields("outstanding"_L1, self.outstanding);
    fields("nodes"_L1, self.nodes);
    fields("watches"_L1, self.watches);
    fields("sessions"_L1, self.sessions);
    fields("uptime_ms"_L1, self.uptimeMs);
    fields("zxid"_L1, self.zxid);
    fields("gaps"_L1, self.gaps);
}

void walkFields(auto &fields, Is<locks::Knowledge> auto &self)
{
    fields("asked_at_ns"_L1, self.askedAtNs);
    fields("answered_at_ns"_L1, self.answeredAtNs);
    fields.later("zxid"_L1, self.zxid);
    fields.later("connections_alone"_L1, self.connectionsAlone);
    fields.later("whole_at_ns"_L1, self.wholeAtNs);
    fields("sessions"_L1, self.sessions);
    fields("all_sessions"_L1, self.allSessions);
    fields("all_connections"_L1, self.allConnections);
    fields("watchers"_L1, self.watchers);
    fields("all_watches"_L1, self.allWatches);
    fields("ephemerals"_L1, self.ephemerals);
    fields("all_ephemerals"_L1, self.allEphemerals);
    fields.later("deletes_move_pzxid"_L1, self.deletesMovePzxid);
}

void walkFields(auto &fields, Is<ServersProbed> auto &self)
{
    fields("servers"_L1, self.servers);
    fields("knowledge"_L1, self.knowledge);
}

void walkFields(auto &fields, Is<locks::LockConnection> auto &self)
{
    fields("number"_L1, self.number);
    fields("session"_L1, self.session);
    fields("who"_L1, self.who);
    fields("waits"_L1, self.waits);
    fields("since_ms"_L1, self.sinceMs);
    fields("waits_for"_L1, self.waitsFor);
}

void walkFields(auto &fields, Is<QueueReported> auto &self)
{
    fields("path"_L1, self.path);
    fields("connections"_L1, self.connections);
    fields("problem"_L1, self.problem);
}

void walkFields(auto &fields, Is<locks::KeyCopy> auto &self)
{
    fields("there"_L1, self.isThere);
    fields("owner"_L1, self.owner);
    fields("until_ms"_L1, self.untilMs);
}

void walkFields(auto &fields, Is<KeyCopiesReported> auto &self)
{
    fields("path"_L1, self.path);
    fields("copies"_L1, self.copies);
}

// ---- the lab ----

void walkFields(auto &fields, Is<ClientSpawned> auto &self)
{
    fields("client"_L1, self.id);
    fields("name"_L1, self.name);
    fields("recipe"_L1, self.recipe);
    fields("dialect"_L1, self.dialect);
    fields("mode"_L1, self.mode);
    fields("lock"_L1, self.lock);
    fields("leases"_L1, self.leases);
    fields("entries"_L1, self.entries);
    fields("threads"_L1, self.threads);
    fields("paths"_L1, self.paths);
    fields.later("without_lock"_L1, self.withoutLock);
    fields.later("foreign"_L1, self.foreign);
}

void walkFields(auto &fields, Is<ClientConnection> auto &self)
{
    fields("client"_L1, self.id);
    fields("state"_L1, self.state);
    fields("session"_L1, self.session);
}

void walkFields(auto &fields, Is<ClientLockState> auto &self)
{
    fields("client"_L1, self.id);
    fields("state"_L1, self.state);
    fields.orNull("node"_L1, self.node);
    fields("token"_L1, self.token);
    fields("round"_L1, self.round);
    fields("error"_L1, self.error);
    fields("entries"_L1, self.entries);
    fields("mode"_L1, self.mode);
}

void walkFields(auto &fields, Is<ClientStep> auto &self)
{
    fields("client"_L1, self.id);
    fields("step"_L1, self.step);
    fields("path"_L1, self.path);
}

void walkFields(auto &fields, Is<ClientRequest> auto &self)
{
    fields("client"_L1, self.id);
    fields("operation"_L1, self.operation);
    fields("path"_L1, self.path);
    fields("call"_L1, self.call);
}

void walkFields(auto &fields, Is<ClientReply> auto &self)
{
    fields("client"_L1, self.id);
    fields("operation"_L1, self.operation);
    fields("path"_L1, self.path);
    fields("error"_L1, self.error);
    fields.microseconds("latency_us"_L1, self.latencyNs);
    fields("call"_L1, self.call);
    fields("zxid"_L1, self.zxid);
}

void walkFields(auto &fields, Is<ClientWatchSet> auto &self)
{
    fields("client"_L1, self.id);
    fields("path"_L1, self.path);
    fields("of_children"_L1, self.ofChildren);
}

void walkFields(auto &fields, Is<ClientWatchFired> auto &self)
{
    fields("client"_L1, self.id);
    fields("event"_L1, self.event);
    fields("path"_L1, self.path);
}

void walkFields(auto &fields, Is<ClientWatchEnded> auto &self)
{
    fields("client"_L1, self.id);
    fields("path"_L1, self.path);
}

void walkFields(auto &fields, Is<ServerNode> auto &self)
{
    fields("client"_L1, self.id);
    fields("path"_L1, self.path);
    fields("life"_L1, self.life);
    fields("czxid"_L1, self.czxid);
    fields("owner"_L1, self.owner);
    fields.later("until_ms"_L1, self.untilMs);
}

void walkFields(auto &fields, Is<ClientStamp> auto &self)
{
    fields("client"_L1, self.id);
    fields("path"_L1, self.path);
    fields("number"_L1, self.number);
    fields.later("token"_L1, self.token);
    fields.later("refused"_L1, self.refused);
}

void walkFields(auto &fields, Is<ClientFault> auto &self)
{
    fields("client"_L1, self.id);
    fields("fault"_L1, self.fault);
    fields("duration_ms"_L1, self.durationMs);
    fields("at_random"_L1, self.atRandom);
}

void walkFields(auto &fields, Is<ServerCommanded> auto &self)
{
    fields("server"_L1, self.server);
    fields("command"_L1, self.command);
    fields("at_random"_L1, self.atRandom);
}

void walkFields(auto &fields, Is<ClientRemoved> auto &self)
{
    fields("client"_L1, self.id);
}

// ---- runs and people ----

void walkFields(auto &fields, Is<RunStarted> auto &self)
{
    fields("title"_L1, self.title);
    fields.decimal("seed"_L1, self.seed);
    fields.jsonText("request"_L1, self.request);
    fields("duel"_L1, self.duel);
}

void walkFields(auto &fields, Is<ScenarioStep> auto &self)
{
    fields("index"_L1, self.index);
    fields("text"_L1, self.text);
}

void walkFields(auto &fields, Is<ReleaseForced> auto &self)
{
    fields("node"_L1, self.node);
    fields("czxid"_L1, self.czxid);
    fields("owner"_L1, self.owner);
    fields("error"_L1, self.error);
    fields.later("who"_L1, self.who);
}

void walkFields(auto &fields, Is<Notice> auto &self)
{
    fields("severity"_L1, self.severity);
    fields("text"_L1, self.text);
}

template<typename T>
concept HasFields = requires(int anyFields, T value)
{
    walkFields(anyFields, value);
};

} // namespace lockscope::journal
