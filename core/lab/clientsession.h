// SPDX-License-Identifier: Apache-2.0
// The session of one simulated client as the lab needs it, and the factory of such sessions.
// Never names a host: where they connect to is the factory's matter.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/task.h"
#include "core/lab/clientspec.h"
#include "core/recipes/redisstore.h"
#include "core/recipes/sqlstore.h"
#include "core/recipes/store.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::lab {

class KeyLog;

class ClientSession
{
public:
    using Listener = std::function<void(ConnectionState)>;

    /// Resumes no coroutine: all that still wait were answered by close() or crash(), or wait for ever.
    virtual ~ClientSession() = default;

    /// What there is of nodes: all of ZooKeeper; of another backend what scenarios and stamps need.
    virtual recipes::Store &store() = 0;
    /// One for each server of Redis; none where it is no session on Redis.
    virtual std::vector<recipes::RedisStore *> redis() { return {}; }
    /// Null where it is no session on a database.
    virtual recipes::SqlStore *sql() { return nullptr; }
    /// What proves what that server did; null where nothing does.
    virtual KeyLog *keyLog() { return nullptr; }
    /// Its client's name, where sessions are shown by name.
    virtual void setName(const QString & /*client*/) { }
    virtual ConnectionState state() const = 0;
    /// Called at each later change of the state; replaces the listener before.
    virtual void listen(Listener listener) = 0;
    /// Does this to it now; an error if that cannot be staged. What lasts, lasts until Resume or Heal: durations are
    /// the caller's to keep, but for Delay's, which says how late all is. Crash and Close are crash() and close().
    virtual Task<Result<Done>> inject(FaultRequest request) = 0;
    /// The client's own clock differs by so much from here on; of no use where no recipe reads it.
    virtual void setClockAhead(std::chrono::milliseconds) { }
    /// Calls \a onWait with the size of its pool when a request has to wait for a connection.
    virtual void tellWaits(std::function<void(int)> /*onWait*/) { }
    /// Cuts the connection without a CLOSE. Every pending call is answered with Closed, soon if not at once, and every
    /// later one at once; the listener hears Closed.
    virtual void crash() = 0;
    /// Closes cleanly; as for crash(), but all is answered when it ends. Does nothing if the session is over already.
    virtual Task<> close() = 0;
};

/// How a session reaches its server.
enum class Route {
    Direct,  ///< the first network fault moves it to a relay, by a short break of its connection
    Relayed, ///< ready for network faults from its start
};

class SessionFactory
{
public:
    virtual ~SessionFactory() = default;
    virtual locks::Backend backend() const { return locks::Backend::ZooKeeper; }
    /// That each client asks for itself: more than one of several servers of Redis.
    virtual int servers() const { return 1; }
    /// Ends with a session that is connected, or with the reason why there is none.
    /// \a timeout: of the session, as far as the server grants it; nothing: that of the connection.
    virtual Task<Result<std::unique_ptr<ClientSession>>> open(Route route,
                                                              std::optional<std::chrono::milliseconds> timeout) = 0;
    /// The same, but its sessions share so many connections; null where sessions cannot.
    virtual std::shared_ptr<SessionFactory> sharing(int /*connections*/) { return nullptr; }
    /// File descriptors that each session takes, without the relay for its faults.
    virtual int descriptorsEach() const { return 1; }
};

} // namespace lockscope::lab
