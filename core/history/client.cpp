// SPDX-License-Identifier: Apache-2.0
#include "core/history/client.h"

#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

/// Reads one event about one client.
struct Follower
{
    Client &client;
    Moment now;
    ClientChange turn = {};

    void operator()(const ClientSpawned &event)
    {
        client = {};
        client.spec = event;
        client.mode = event.mode;
        client.stateSinceNs = now.atNs;
    }

    void operator()(const ClientConnection &event)
    {
        const bool isAnother = !event.session.isNull() && event.session != client.session;
        client.connection = event.state;
        if (event.state == ConnectionState::Connected && client.crashed) { // a new process, that knows of nothing
            client.crashed = false;
            client.node.clear();
            client.token = {};
            become(LockState::Free);
        }
        turn.sessionLost = isOver(event.state) || isAnother;
        if (turn.sessionLost)
            client.watching.clear();
        if (!event.session.isNull())
            client.session = event.session;
    }

    void operator()(const ClientLockState &event)
    {
        const bool held = client.holds();
        turn.stateReported = true;
        turn.asks = event.state == LockState::Fetching && turn.before != LockState::Fetching;
        turn.served = event.state == LockState::Retained && !held;
        turn.stopped = event.state != LockState::Retained && held;
        turn.changed = event.state == LockState::Retained && held
                       && (client.node != event.node || client.mode != event.mode || client.entries != event.entries);
        become(event.state);
        client.node = event.node;
        client.token = event.token;
        client.round = event.round;
        client.entries = event.entries;
        client.mode = event.mode;
        client.error = event.error;
        if (turn.asks) {
            ++client.attempts;
            client.asked = now;
            client.step.reset();
            client.stepPath.clear();
            client.answeredAbsent = false;
        }
        if (event.state == LockState::Retained && !client.wasServed()) // a downgrade is no second time
            client.served = now;
        if (event.state == LockState::Releasing)
            client.lettingGo = now;
        if (event.state == LockState::Released)
            client.rested = now;
    }

    void operator()(const ClientStep &event)
    {
        client.step = event.step;
        client.stepPath = event.path;
    }

    void operator()(const ClientRequest &)
    {
        ++client.requests;
        client.answeredAbsent = false;
        client.answeredChange = {};
    }

    void operator()(const ClientReply &event)
    {
        const bool isAnswered = event.operation == "exists"_L1 && !event.error;
        client.answeredAbsent = isAnswered && event.zxid.isNull();
        client.answeredChange = isAnswered ? event.zxid : Zxid();
        turn.isChange = false; // nothing of it is shown
    }

    void operator()(const ClientWatchSet &event)
    {
        client.watching.append({event.path, event.ofChildren, !event.ofChildren && client.answeredAbsent, now,
                                event.ofChildren ? Zxid() : client.answeredChange});
    }

    void operator()(const ClientWatchFired &event)
    {
        ++client.watchEvents;
        turn.fired = takeWatch(event.path, event.event == WatchEvent::ChildrenChanged);
    }

    void operator()(const ClientWatchEnded &event) { takeWatch(event.path, false); }

    void operator()(const ClientFault &event)
    {
        const bool endsOne = event.fault == Fault::Resume || event.fault == Fault::Heal;
        client.faults += endsOne ? 0 : 1;
        switch (event.fault) {
        case Fault::Crash: // the dead believe nothing
            turn.stopped = client.holds();
            if (!std::exchange(client.crashed, true))
                client.stateSinceNs = now.atNs;
            break;
        case Fault::Pause: client.paused = true; break;
        case Fault::Resume: client.paused = false; break;
        case Fault::Partition: client.cutOff = true; break;
        case Fault::Heal:
            client.cutOff = false;
            client.delayMs = 0;
            break;
        case Fault::Delay: client.delayMs = event.durationMs; break;
        case Fault::LoseRequest:
        case Fault::LoseReply:
        case Fault::LoseCreateReply:
        case Fault::Expire:
        case Fault::Close:
        case Fault::JumpClock: break;
        }
    }

    void operator()(const ClientRemoved &) { turn.stopped = client.holds(); }

    template<typename Other>
    void operator()(const Other &) // about a node, or all clients
    {
        turn.isChange = false;
    }

    void become(LockState state)
    {
        if (client.state != state)
            client.stateSinceNs = now.atNs;
        client.state = state;
    }

    /// Of two on one path the one of that kind goes; of one kind the older one.
    std::optional<ClientWatch> takeWatch(const QString &path, bool ofChildren)
    {
        const auto isOnIt = [&](const ClientWatch &watch) { return watch.path == path; };
        auto &watches = client.watching;
        auto taken = std::find_if(watches.begin(), watches.end(), [&](const ClientWatch &watch) {
            return isOnIt(watch) && watch.ofChildren == ofChildren;
        });
        if (taken == watches.end())
            taken = std::find_if(watches.begin(), watches.end(), isOnIt);
        if (taken == watches.end())
            return std::nullopt;
        ClientWatch watch = *taken;
        watches.erase(taken);
        return watch;
    }
};

} // namespace

bool Client::waitsInVain() const
{
    return believes() == LockState::Fetching && step == locks::Step::Wait && !watching.isEmpty()
           && std::ranges::all_of(watching, &ClientWatch::ofNothing);
}

bool Client::waitsForItself() const
{
    const auto isOnItself = [this](const ClientWatch &watch) { return !watch.ofChildren && watch.path == node; };
    return inQueue() && step == locks::Step::Wait && !watching.isEmpty() && std::ranges::all_of(watching, isOnItself);
}

ClientChange follow(Client &client, const Event &event)
{
    Follower follower{client, {event.number, event.atNs}};
    follower.turn.before = client.believes();
    follower.turn.isChange = true;
    std::visit(follower, event.what);
    return follower.turn;
}

bool mayEndUnheard(Fault fault)
{
    switch (fault) {
    case Fault::Pause:
    case Fault::Resume:
    case Fault::Partition:
    case Fault::Heal:
    case Fault::Delay:
    case Fault::Expire: return true;
    case Fault::Crash:
    case Fault::LoseRequest:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Close:
    case Fault::JumpClock: return false;
    }
    return false;
}

QStringList locksOf(const ClientSpawned &spec)
{
    return spec.paths.isEmpty() ? QStringList{spec.lock} : spec.paths;
}

bool takesLeases(const ClientSpawned &spec)
{
    return locks::recipeInfo(spec.recipe).options.leases;
}

} // namespace lockscope::journal
