// SPDX-License-Identifier: Apache-2.0
#include "core/journal/event.h"

#include "core/base/path.h"

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

struct KindName
{
    QString operator()(const ConnectionChanged &) const { return u"connection-changed"_s; }
    QString operator()(const ObservationChanged &) const { return u"observation-changed"_s; }
    QString operator()(const DirectoryListed &) const { return u"directory-listed"_s; }
    QString operator()(const DirectoryUnreadable &) const { return u"directory-unreadable"_s; }
    QString operator()(const NodeResolved &) const { return u"node-resolved"_s; }
    QString operator()(const NodeVanished &) const { return u"node-vanished"_s; }
    QString operator()(const ServersProbed &) const { return u"servers-probed"_s; }
    QString operator()(const QueueReported &) const { return u"queue-told"_s; }
    QString operator()(const KeyCopiesReported &) const { return u"key-copies"_s; }
    QString operator()(const ClientSpawned &) const { return u"client-spawned"_s; }
    QString operator()(const ClientConnection &) const { return u"client-connection"_s; }
    QString operator()(const ClientLockState &) const { return u"client-lock-state"_s; }
    QString operator()(const ClientStep &) const { return u"client-step"_s; }
    QString operator()(const ClientRequest &) const { return u"client-request"_s; }
    QString operator()(const ClientReply &) const { return u"client-reply"_s; }
    QString operator()(const ClientWatchSet &) const { return u"client-watch-set"_s; }
    QString operator()(const ClientWatchFired &) const { return u"client-watch-fired"_s; }
    QString operator()(const ClientWatchEnded &) const { return u"client-watch-ended"_s; }
    QString operator()(const ServerNode &) const { return u"server-node"_s; }
    QString operator()(const ClientStamp &) const { return u"client-stamp"_s; }
    QString operator()(const ClientFault &) const { return u"client-fault"_s; }
    QString operator()(const ServerCommanded &) const { return u"server-commanded"_s; }
    QString operator()(const ClientRemoved &) const { return u"client-removed"_s; }
    QString operator()(const RunStarted &) const { return u"run-started"_s; }
    QString operator()(const ScenarioStep &) const { return u"scenario-step"_s; }
    QString operator()(const ReleaseForced &) const { return u"release-forced"_s; }
    QString operator()(const Notice &) const { return u"notice"_s; }
    QString operator()(const UnknownEvent &e) const { return e.kind; }
};

} // namespace

QString kindName(const Payload &what)
{
    return std::visit(KindName{}, what);
}

QString pathOf(const Payload &what)
{
    return std::visit(
        [](const auto &event) -> QString {
            if constexpr (requires { event.path; })
                return event.path;
            else if constexpr (requires { event.node; })
                return event.node;
            else if constexpr (requires { event.lock; })
                return event.lock;
            else if constexpr (requires { event.root; })
                return event.root;
            else
                return {};
        },
        what);
}

ClientId clientOf(const Payload &what)
{
    return std::visit(
        [](const auto &event) -> ClientId {
            if constexpr (requires { event.id; })
                return event.id;
            else
                return {};
        },
        what);
}

bool concerns(const Payload &what, const QString &lock, const QStringList &clientsLocks)
{
    const QString path = pathOf(what);
    return path.isEmpty() ? clientsLocks.contains(lock) : isAtOrBelow(path, lock);
}

QString freshnessName(Freshness freshness)
{
    switch (freshness) {
    case Freshness::Empty: return u"empty"_s;
    case Freshness::Reading: return u"reading"_s;
    case Freshness::Live: return u"live"_s;
    case Freshness::Stale: return u"stale"_s;
    }
    return {};
}

QString faultName(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return u"crash"_s;
    case Fault::Pause: return u"pause"_s;
    case Fault::Resume: return u"resume"_s;
    case Fault::Partition: return u"partition"_s;
    case Fault::Heal: return u"heal"_s;
    case Fault::Delay: return u"delay"_s;
    case Fault::LoseRequest: return u"lose-request"_s;
    case Fault::LoseReply: return u"lose-reply"_s;
    case Fault::LoseCreateReply: return u"lose-create-reply"_s;
    case Fault::Expire: return u"expire"_s;
    case Fault::Close: return u"close"_s;
    case Fault::JumpClock: return u"jump-clock"_s;
    }
    return {};
}

std::optional<Fault> faultFromName(QStringView name)
{
    for (size_t i = 0; i < faultCount; ++i) {
        const auto fault = static_cast<Fault>(i);
        if (faultName(fault) == name)
            return fault;
    }
    return std::nullopt;
}

QString lifeName(ServerNode::Life life)
{
    switch (life) {
    case ServerNode::Life::Born: return u"born"_s;
    case ServerNode::Life::Seen: return u"seen"_s;
    case ServerNode::Life::Gone: return u"gone"_s;
    }
    return {};
}

QString watchEventName(WatchEvent event)
{
    switch (event) {
    case WatchEvent::Created: return u"created"_s;
    case WatchEvent::Deleted: return u"deleted"_s;
    case WatchEvent::Changed: return u"changed"_s;
    case WatchEvent::ChildrenChanged: return u"children-changed"_s;
    case WatchEvent::NotWatching: return u"not-watching"_s;
    }
    return {};
}

} // namespace lockscope::journal
