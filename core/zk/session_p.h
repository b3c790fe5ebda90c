// SPDX-License-Identifier: Apache-2.0
// What a Session keeps: its handle, its pending calls and its watches, and how a request gets into these tables.
// Included by the session's own sources only. Never runs anybody's code while the library is at work.
#pragma once

#include "core/zk/call.h"
#include "core/zk/handle.h"
#include "core/zk/session.h"

#include <QMultiHash>

namespace lockscope::zk {

struct Session::Private
{
    Private(Session *session, SessionSpec given)
        : q(session)
        , spec(std::move(given))
    {
    }

    void drain();
    void syncState();
    void enter(ConnectionState next);
    void endPending(const Error &error);
    void endWatches(const Error &error);
    void endWaiters(const Error &error);
    Error overError() const;
    void freeHandle(bool sendClose);
    void sendHeld();
    /// Why a request cannot be sent now. The one place where an observe-only session refuses: whatever is not known to
    /// read only is a write.
    std::optional<Error> refusal(const QString &operation, const QString &path) const;
    std::unique_ptr<WatchEntry> takeWatch(quint64 id);

    /// Asks the library; ZOK, or why it refused.
    template<typename F>
    int transmit(const Call *call, const QByteArray &path, F request);
    template<typename T, typename F>
    Reply<T> send(const char *operation, const QString &path, F request, WatchEntry *watch = nullptr);
    /// Keeps the call and has \a ask send it: now, or once the session goes on.
    template<typename T>
    Reply<T> submit(std::unique_ptr<TypedCall<T>> call, std::function<int()> ask);
    template<typename T, typename F>
    Reply<T> sendWatched(const char *operation, const QString &path, ZooWatcherType type, SessionWatch &watch,
                         F request);

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
    bool paused = false;
    std::vector<std::pair<Call *, std::function<int()>>> held; ///< asked for while paused
};

template<typename F>
int Session::Private::transmit(const Call *call, const QByteArray &path, F request)
{
    return handle->call([&](zhandle_t *zh) { return request(zh, path.constData(), static_cast<const void *>(call)); });
}

template<typename T, typename F>
Reply<T> Session::Private::send(const char *operation, const QString &path, F request, WatchEntry *watch)
{
    const QString name = QString::fromLatin1(operation);
    if (auto no = refusal(name, path))
        return Reply<T>(tl::unexpected(std::move(*no)));
    auto call = std::make_unique<TypedCall<T>>(&mailbox, name, path);
    call->watch = watch;
    const QByteArray bytes = path.toUtf8();
    Call *key = call.get();
    return submit(std::move(call), [this, key, bytes, request] { return transmit(key, bytes, request); });
}

template<typename T>
Reply<T> Session::Private::submit(std::unique_ptr<TypedCall<T>> call, std::function<int()> ask)
{
    Call *key = call.get();
    if (paused)
        held.emplace_back(key, std::move(ask));
    else if (const int rc = ask(); rc != ZOK)
        return Reply<T>(tl::unexpected(call->errorOf(rc)));
    Reply<T> reply = call->reply();
    calls.emplace(key, std::move(call));
    return reply;
}

template<typename T, typename F>
Reply<T> Session::Private::sendWatched(const char *operation, const QString &path, ZooWatcherType type,
                                       SessionWatch &watch, F request)
{
    auto owned = std::make_unique<WatchEntry>(&mailbox, nextWatch++, path, type);
    WatchEntry *entry = owned.get();
    const quint64 number = entry->id();
    watch.m_promise = entry->promise();
    watch.m_id = number;
    watches.emplace(number, std::move(owned));
    watchesByPath.insert(path, number);
    watchBytes += Session::watchBytes(path);
    const auto callsBefore = calls.size();
    auto reply = send<T>(
        operation, path,
        [request, entry](zhandle_t *zh, const char *bytes, const void *context) {
            return request(zh, bytes, entry, context);
        },
        entry);
    if (calls.size() == callsBefore) // refused: the library does not know of it
        takeWatch(number);
    return reply;
}

} // namespace lockscope::zk
