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
    template<typename T>
    Reply<T> readWatching(Operation operation, const QString &path, Read ask, ZooWatcherType type, SessionWatch &watch);
    std::unique_ptr<WatchEntry> takeWatch(quint64 id);

    // How it lives and ends.
    void drain();
    void noteRefusal();
    void syncState();
    /// The library may report a call as lost before it was asked for its state: who is resumed then must not take the
    /// session for connected, and ask again at once.
    void noteLoss();
    void enter(ConnectionState next);
    static void failWith(Call &call, const Error &error);
    void endPending(const Error &error);
    void endWatches(const Error &error);
    void endWaiters(const Error &error);
    Error overError() const;
    void freeHandle(bool sendClose);
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
    bool wasConnected = false;
    bool draining = false;
    bool lossIsUntold = false; ///< the state is Suspended already, and nobody has heard of it
    bool paused = false;
    std::vector<std::pair<Call *, std::function<int()>>> held; ///< asked for while paused
};

} // namespace lockscope::zk
