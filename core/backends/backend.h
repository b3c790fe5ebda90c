// SPDX-License-Identifier: Apache-2.0
// The door to a kind of servers on which simulated clients have their locks: what the engine asks of each, and the list
// of them. Writes how it is connected; what passes on ZooKeeper the observer sees, what other kinds prove is in their
// log.
#pragma once

#include "core/backends/backendspec.h"
#include "core/backends/servermeter.h"
#include "core/base/error.h"
#include "core/base/reply.h"
#include "core/base/servercommand.h"
#include "core/base/task.h"
#include "core/journal/journal.h"
#include "core/lab/clientsession.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <optional>

namespace lockscope::backends {

/// One place: a server or several, the user's own or private ones that go with it. On the thread that made it.
class Backend : public QObject, public std::enable_shared_from_this<Backend>
{
    Q_OBJECT
public:
    /// Starts private servers, if it is to have some, and connects. Call it once; close() after it, whatever it said.
    virtual Task<Result<Done>> open() = 0;
    virtual bool isConnected() const = 0;
    /// How it is connected is not written any more. Ends when nothing of it runs. Its sessions are closed before.
    virtual Task<> close() = 0;
    /// Writes how it is connected; changes are written by themselves.
    virtual void writeState(const Text &detail = {}) = 0;

    // ---- since it is open ----

    /// Its sessions end before this does.
    virtual std::unique_ptr<lab::SessionFactory> makeSessions() = 0;
    /// Why its log does not prove what each server did; nothing where it does.
    virtual std::optional<Text> whyUnproved() const { return std::nullopt; }
    /// The server with this index is private, and can be commanded.
    virtual bool owns(int server) const = 0;
    /// Written, and done. Ends when that is so: one that serves again is connected to, if it can be.
    Task<Result<Done>> command(int server, ServerCommand command);
    /// One that has not become the master.
    virtual bool hasReplica() const { return false; }
    const BackendInfo &info() const { return m_info; }
    /// How long a scenario waits for what a client that is dead has left: a session's timeout, or that of a key. Zero:
    /// not known.
    virtual std::chrono::milliseconds limit() const = 0;
    /// Null where its servers count nothing. The version is known then, also where it takes a question.
    virtual Task<std::unique_ptr<ServerMeter>> openMeter() = 0;

protected:
    /// \a events outlives it.
    Backend(BackendInfo info, journal::EventSink &events);

    journal::EventSink &events() { return m_events; }
    void notice(locks::Finding::Severity severity, const Text &sentence);
    /// To a server that it owns.
    virtual Task<Result<Done>> carryOut(int server, ServerCommand command) = 0;
    /// Now, where it does so by itself only after a while.
    virtual Reply<Done> connectAgain() { return Result<Done>(Done()); }

    BackendInfo m_info;
    bool m_isEnding = false; ///< from close() on

private:
    journal::EventSink &m_events;
};

/// An error where its address is none. An ensemble of the user's own wants more: ZooKeeperBackend::make().
Result<std::shared_ptr<Backend>> makeBackend(const BackendSpec &spec, journal::EventSink &events);
/// Why a private one cannot be started on this machine, and what to install; nothing if it can.
std::optional<Error> missingServer(locks::Backend backend);

} // namespace lockscope::backends
