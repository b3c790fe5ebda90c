// SPDX-License-Identifier: Apache-2.0
#include "core/zk/convert.h"
#include "core/zk/session_p.h"

#include <QPointer>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

/// A negotiated timeout beyond this is no server's answer but text of another protocol read as a number: four
/// printable characters make at least 0x20202020 ms, six days.
constexpr int absurdTimeoutMs = 24 * 3600 * 1000;

} // namespace

void Session::Private::drain()
{
    if (draining)
        return; // the outer call goes on with what was added
    draining = true;
    const QPointer<Session> alive(q);
    while (!mailbox.answered.empty() || !mailbox.fired.empty()) {
        const auto answered = std::exchange(mailbox.answered, {});
        const auto fired = std::exchange(mailbox.fired, {});
        // Taken out first: whoever is resumed below may make calls, close this session, or wait for another.
        std::vector<std::unique_ptr<Call>> done;
        for (Call *call : answered) {
            if (call->watch != nullptr && !call->watchIsSet())
                takeWatch(call->watch->id());
            if (auto node = calls.extract(call))
                done.push_back(std::move(node.mapped()));
        }
        std::vector<std::pair<std::unique_ptr<WatchEntry>, WatchEvent>> events;
        for (const auto &[entry, event] : fired) {
            if (auto taken = takeWatch(entry->id()))
                events.emplace_back(std::move(taken), event);
        }
        for (const auto &call : done)
            call->deliver();
        for (const auto &[entry, event] : events)
            entry->promise().complete(event);
        if (!alive)
            return;
    }
    draining = false;
    syncState();
}

void Session::Private::syncState()
{
    if (!handle || handle->get() == nullptr)
        return;
    const ConnectionState now = toConnectionState(zoo_state(handle->get()), wasConnected);
    if (now == ConnectionState::Connected && zoo_recv_timeout(handle->get()) > absurdTimeoutMs) {
        refused = Error{ErrorCode::NotZooKeeper, u"connect"_s, {}, spec.hosts};
        freeHandle(false);
        enter(ConnectionState::Closed);
        return;
    }
    if (now != state)
        enter(now);
}

void Session::Private::enter(ConnectionState next)
{
    state = next;
    const QPointer<Session> alive(q);
    switch (next) {
    case ConnectionState::Connected: {
        wasConnected = true;
        id = {zoo_client_id(handle->get())->client_id};
        const auto ready = std::exchange(waiters, {});
        for (const auto &waiter : ready)
            waiter.complete(id);
        break;
    }
    case ConnectionState::Connecting: break;
    case ConnectionState::Suspended: endPending({ErrorCode::ConnectionLoss, {}, {}, {}}); break;
    case ConnectionState::Expired:
    case ConnectionState::AuthFailed:
    case ConnectionState::Closed: {
        const Error error = overError();
        // The library answers nothing after an expiry: our own table does.
        endPending(error);
        if (alive)
            endWatches(error);
        if (alive)
            endWaiters(error);
        if (alive && !handle) { // nobody holds pointers to them any more
            calls.clear();
            watches.clear();
            watchesByPath.clear();
            watchBytes = 0;
        }
        break;
    }
    }
    if (alive)
        Q_EMIT q->stateChanged(next);
}

Error Session::Private::overError() const
{
    if (refused)
        return *refused;
    if (state == ConnectionState::Expired)
        return {ErrorCode::SessionExpired, {}, {}, {}};
    if (state == ConnectionState::AuthFailed)
        return {ErrorCode::AuthFailed, u"login"_s, {}, spec.authScheme};
    return {ErrorCode::Closed, {}, {}, {}};
}

void Session::Private::endPending(const Error &error)
{
    // The calls stay in the table: the library may still come back to them. Those made meanwhile are not touched.
    std::vector<Call *> pending;
    pending.reserve(calls.size());
    for (const auto &[call, owned] : calls)
        pending.push_back(call);
    const QPointer<Session> alive(q);
    for (Call *call : pending) {
        if (!alive)
            return;
        if (!calls.contains(call))
            continue;
        call->fail({error.code, call->operation(), call->path(), error.detail});
    }
}

void Session::Private::endWatches(const Error &error)
{
    // Kept in the table until the handle is freed; their promises are shared.
    std::vector<ReplyPromise<WatchEvent>> promises;
    for (const auto &[number, entry] : watches)
        promises.push_back(entry->promise());
    for (const auto &promise : promises)
        promise.complete(tl::unexpected(error));
}

void Session::Private::endWaiters(const Error &error)
{
    const auto ended = std::exchange(waiters, {});
    for (const auto &waiter : ended)
        waiter.complete(tl::unexpected(error));
}

void Session::Private::freeHandle(bool sendClose)
{
    if (!handle)
        return;
    if (sendClose)
        handle->close();
    else
        handle->abandon();
    held.clear();
    mailbox = {};                    // what it reported while closing: endPending() says it better
    handle.release()->deleteLater(); // we may be inside a turn of this very handle
}

void Session::Private::sendHeld()
{
    const auto asked = std::exchange(held, {});
    const QPointer<Session> alive(q);
    for (const auto &[key, ask] : asked) {
        if (!alive || !handle)
            return;
        const auto found = calls.find(key);
        if (found == calls.end())
            continue;
        const int rc = ask();
        if (rc == ZOK)
            continue;
        const auto refusedCall = std::move(calls.extract(found).mapped());
        if (refusedCall->watch != nullptr)
            takeWatch(refusedCall->watch->id());
        refusedCall->fail(refusedCall->errorOf(rc));
    }
}

} // namespace lockscope::zk
