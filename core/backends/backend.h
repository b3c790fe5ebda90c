// SPDX-License-Identifier: Apache-2.0
// The door to servers for simulated clients that are no ensemble: what the engine asks of each, and the list of them.
// Nothing is watched there; what such a server proves comes from its log.
#pragma once

#include "core/backends/backendspec.h"
#include "core/base/error.h"
#include "core/base/reply.h"
#include "core/base/servercommand.h"
#include "core/base/task.h"
#include "core/journal/journal.h"
#include "core/lab/clientsession.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::backends {

/// One place: a server or several, the user's own or private ones that go with it. On the thread that made it.
class Backend : public QObject, public std::enable_shared_from_this<Backend>
{
    Q_OBJECT
public:
    /// Starts private servers, if it is to have some, and connects. Call it once; close() after it, whatever it said.
    virtual Task<Result<Done>> open() = 0;
    /// Tries once more to connect: the connection was lost. That it is tried once a second needs no call.
    Reply<Done> connectAgain();
    virtual bool isConnected() const = 0;
    /// Ends when nothing of it runs any more. Its sessions are closed before.
    virtual Task<> close() = 0;

    // ---- since it is open ----

    /// Its sessions end before this does.
    virtual std::unique_ptr<lab::SessionFactory> makeSessions() = 0;
    /// Why its log does not prove what each server did; nothing where it does.
    virtual std::optional<Text> whyUnproved() const { return std::nullopt; }
    /// The server with this index is private, and can be commanded.
    virtual bool owns(int server) const = 0;
    /// To one that it owns. Ends when that is so.
    virtual Task<Result<Done>> command(int server, ServerCommand command) = 0;
    /// One that has not become the master.
    virtual bool hasReplica() const { return false; }
    const BackendInfo &info() const { return m_info; }
    /// See BackendSpec::limitMs.
    std::chrono::milliseconds limit() const { return std::chrono::milliseconds(m_spec.limitMs); }
    /// Since its last answer to a ping.
    std::chrono::milliseconds unheard() const { return std::chrono::milliseconds(m_heard.elapsed()); }

Q_SIGNALS:
    /// The connection, or for the time being its server's answers.
    void lost(const lockscope::Error &error);
    /// It answers again, on the same connection or on another one.
    void back();

protected:
    /// \a events: of its log, and notices; outlives it.
    Backend(BackendSpec spec, journal::EventSink &events);

    const BackendSpec &spec() const { return m_spec; }
    journal::EventSink &events() { return m_events; }
    void notice(locks::Finding::Severity severity, const Text &sentence);
    virtual Task<Result<Done>> reopen() = 0;
    /// A question that shows whether it answers, and is what it was: an error says that it is not.
    virtual Reply<Done> ping() = 0;
    /// Once a second: a server that stands still keeps its connections. To be called once, when it is open.
    void startPinging();
    void stopPinging() { m_pinging.stop(); }
    /// The connection is over: says so, and tries again until it is back.
    void connectionLost(const Error &error);
    /// Nothing is tried again. Ends when nothing of that is under way.
    Task<> endTrying();

    BackendInfo m_info;

private:
    Task<> tryAgain();
    void pingAgain();
    void heard(const Result<Done> &answer);
    void silent(const Error &error);

    BackendSpec m_spec;
    journal::EventSink &m_events;
    QTimer m_retry;
    QTimer m_pinging;
    QElapsedTimer m_heard;
    int m_connections = 0;           ///< how many there were: an answer on an earlier one is of no interest
    std::optional<int> m_unanswered; ///< for so many turns the ping under way; nothing: there is none
    bool m_isSilent = false;
    std::optional<Error> m_why;                ///< the newest reason of a lost connection
    std::vector<ReplyPromise<Done>> m_waiting; ///< for the attempt that is under way; none: there is none
    bool m_isEnding = false;
};

/// Of the kind that \a spec names, which is not ZooKeeper; an error where its address is none.
Result<std::shared_ptr<Backend>> makeBackend(const BackendSpec &spec, journal::EventSink &events);
/// Why a private one cannot be started on this machine, and what to install; nothing if it can.
std::optional<Error> missingServer(locks::Backend backend);

} // namespace lockscope::backends
