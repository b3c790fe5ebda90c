// SPDX-License-Identifier: Apache-2.0
// What a Session keeps: its handle, its pending calls and its watches. Requests fill these tables in session.cpp; what
// the library reports, and each end, empties them in sessionlife.cpp. Never runs foreign code inside the library.
#pragma once

#include "core/zk/call.h"
#include "core/zk/handle.h"
#include "core/zk/session.h"

#include <QMultiHash>

#include <functional>
#include <unordered_map>

namespace lockscope::zk {

struct Session::Private
{
    Private(Session *session, SessionSpec given)
        : q(session)
        , spec(std::move(given))
    {
    }

    // What is asked.
    /// Why a request cannot be sent now. The one place where an observe-only session refuses.
    std::optional<Error> refusal(Operation operation, const QString &path) const;
    template<typename T, typename F>
    Reply<T> send(Operation operation, const QString &path, F request, WatchEntry *watch = nullptr);
    /// Keeps the call and has \a ask send it: now, or once the session goes on.
    template<typename T, typename F>
    Reply<T> submit(std::unique_ptr<TypedCall<T>> call, F ask);
    /// A request for reading, which leaves \a watch if there is one.
    using Read = int (*)(zhandle_t *zh, const char *path, WatchEntry *watch, const void *call);
    template<typename T>
    Reply<T> read(Operation operation, const QString &path, Read ask, WatchEntry *watch = nullptr);
    /// The answer to what cannot be sent, later: see answerLater().
    template<typename T>
    Reply<T> refuse(Error error)
    {
        const ReplyPromise<T> promise;
        answerLater([promise, error = std::move(error)] { promise.complete(tl::unexpected(error)); });
        return Reply<T>(promise);
    }
    /// In a turn of its own, never within the call that asked: who asks again at each refusal would else call itself
    /// until the stack is full. What the library knows of the connection by then is delivered first.
    void answerLater(std::function<void()> answer);
    void answerUnsent();
    template<typename T>
    Reply<T> readWatching(Operation operation, const QString &path, Read ask, ZooWatcherType type, SessionWatch &watch);
    std::unique_ptr<WatchEntry> takeWatch(quint64 id);

    // How it lives and ends.
    void drain();
    struct Taken
    {
        std::unique_ptr<Call> call;
        std::unique_ptr<WatchEntry> watch;
        WatchEvent event;
    };
    std::vector<Taken> takeMail();
    void noteRefusal();
    void syncState();
    /// The library may report answers before it was asked for its state: who is resumed then must not take a session
    /// for connected that is lost, or whose login was refused, and ask again at once.
    void foreseeState();
    /// Emits the state, then fails what it fails: a caller that gets the failure knows the state.
    void enter(ConnectionState next);
    static void failWith(Call &call, const Error &error);
    /// All that waits for an answer, an event or a connection.
    void endAll(const Error &error);
    void endPending(const Error &error);
    void endWatches(const Error &error);
    void endWaiters(const Error &error);
    Error overError() const;
    void freeHandle(bool sendClose);
    void end();
    void sendHeld();

    Session *q;
    SessionSpec spec;
    std::unique_ptr<Handle> handle;
    Mailbox mailbox;
    std::unordered_map<Call *, std::unique_ptr<Call>> calls;
    std::unordered_map<quint64, std::unique_ptr<WatchEntry>> watches;
    QMultiHash<QString, quint64> watchesByPath;
    quint64 nextWatch = 1;
    qsizetype watchBytes = 0;
    std::vector<ReplyPromise<SessionId>> waiters;
    ConnectionState state = ConnectionState::Closed;
    std::optional<Error> refused; ///< why it is over where the state does not say it
    SessionId id;
    Zxid newestChange; ///< of a handle that is gone
    bool wasConnected = false;
    bool draining = false;
    QString emittedReadOnly;     ///< the server of readOnlyServerChanged()
    bool hasStateToEmit = false; ///< the connection is over or lost, which is not emitted yet
    bool paused = false;
    std::vector<std::pair<Call *, std::function<int()>>> held; ///< asked for while paused
    std::vector<std::function<void()>> unsent;                 ///< answers to what was not sent, not given yet
};

} // namespace lockscope::zk
