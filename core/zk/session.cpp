// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"

#include "core/zk/call.h"
#include "core/zk/convert.h"
#include "core/zk/handle.h"

#include <QMultiHash>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

/// How long close() waits for a sign of life before it cuts the connection instead of blocking in the library.
constexpr auto closeProbe = 1s;
/// A negotiated timeout beyond this is no server's answer but text of another protocol read as a number: four
/// printable characters make at least 0x20202020 ms, six days.
constexpr int absurdTimeoutMs = 24 * 3600 * 1000;
/// Per watch in the packet that sets them again: the length of the path in front of it.
constexpr qsizetype watchOverhead = 4;

void ignoreReply(int, const void *)
{
    // A refused login shows in the state.
}

ZooWatcherType watcherType(WatchKind kind)
{
    return kind == WatchKind::Children ? ZWATCHTYPE_CHILD : ZWATCHTYPE_DATA;
}

} // namespace

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
    std::optional<Error> refusal(const QString &operation, const QString &path, bool write) const;
    std::unique_ptr<WatchEntry> takeWatch(quint64 id);

    template<typename T, typename F>
    Reply<T> send(const char *operation, const QString &path, bool write, F request, WatchEntry *watch = nullptr);
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
};

// ---- what the library said ----

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
    mailbox = {};                    // what it reported while closing: endPending() says it better
    handle.release()->deleteLater(); // we may be inside a turn of this very handle
}

// ---- requests ----

std::optional<Error> Session::Private::refusal(const QString &operation, const QString &path, bool write) const
{
    if (write && spec.observeOnly)
        return Error{ErrorCode::ObserveOnly, operation, path, {}};
    if (state == ConnectionState::Connected)
        return std::nullopt;
    if (state == ConnectionState::Connecting || state == ConnectionState::Suspended)
        return Error{ErrorCode::NotConnected, operation, path, {}};
    Error error = overError();
    error.operation = operation;
    error.path = path;
    return error;
}

template<typename T, typename F>
Reply<T> Session::Private::send(const char *operation, const QString &path, bool write, F request, WatchEntry *watch)
{
    const QString name = QString::fromLatin1(operation);
    if (auto no = refusal(name, path, write))
        return Reply<T>(tl::unexpected(std::move(*no)));
    auto call = std::make_unique<TypedCall<T>>(&mailbox, name, path);
    call->watch = watch;
    const QByteArray bytes = path.toUtf8();
    const int rc = handle->call(
        [&](zhandle_t *zh) { return request(zh, bytes.constData(), static_cast<const Call *>(call.get())); });
    if (rc != ZOK)
        return Reply<T>(tl::unexpected(call->errorOf(rc)));
    Reply<T> reply = call->reply();
    Call *key = call.get();
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
        operation, path, false,
        [&](zhandle_t *zh, const char *bytes, const void *context) { return request(zh, bytes, entry, context); },
        entry);
    if (calls.size() == callsBefore) // refused: the library does not know of it
        takeWatch(number);
    return reply;
}

std::unique_ptr<WatchEntry> Session::Private::takeWatch(quint64 number)
{
    auto node = watches.extract(number);
    if (!node)
        return nullptr;
    watchesByPath.remove(node.mapped()->path(), number);
    watchBytes -= Session::watchBytes(node.mapped()->path());
    return std::move(node.mapped());
}

// ---- Session ----

Session::Session(SessionSpec spec, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(spec)))
{
}

Session::~Session()
{
    abandon();
}

void Session::open()
{
    if (d->handle)
        return;
    d->handle =
        std::make_unique<Handle>(d->spec.hosts.toUtf8(), d->spec.timeoutMs, nullptr, this, [this] { d->drain(); });
    if (d->handle->get() == nullptr) {
        d->refused = Error{ErrorCode::MalformedConnectString, u"connect"_s, {}, d->spec.hosts};
        d->handle.reset();
        d->enter(ConnectionState::Closed);
        return;
    }
    if (!d->spec.authScheme.isEmpty()) {
        const QByteArray scheme = d->spec.authScheme.toUtf8();
        d->handle->call([&](zhandle_t *zh) {
            return zoo_add_auth(zh, scheme.constData(), d->spec.authCredential.constData(),
                                static_cast<int>(d->spec.authCredential.size()), ignoreReply, nullptr);
        });
    }
    d->enter(ConnectionState::Connecting);
    d->handle->start();
}

ConnectionState Session::state() const
{
    return d->state;
}

SessionId Session::id() const
{
    return d->id;
}

int Session::negotiatedTimeoutMs() const
{
    return d->handle && d->handle->get() && d->wasConnected ? zoo_recv_timeout(d->handle->get()) : 0;
}

QString Session::server() const
{
    if (d->state != ConnectionState::Connected)
        return {};
    return QString::fromUtf8(zoo_get_current_server(d->handle->get()));
}

Reply<SessionId> Session::connected()
{
    if (d->state == ConnectionState::Connected)
        return Reply<SessionId>(d->id);
    if (d->state != ConnectionState::Connecting && d->state != ConnectionState::Suspended)
        return Reply<SessionId>(tl::unexpected(d->overError()));
    d->waiters.emplace_back();
    return Reply<SessionId>(d->waiters.back());
}

Reply<CreatedNode> Session::create(const QString &path, const QByteArray &data, NodeKind kind)
{
    return d->send<CreatedNode>("create", path, true, [&](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_acreate2(zh, bytes, data.constData(), static_cast<int>(data.size()), &ZOO_OPEN_ACL_UNSAFE,
                            createFlags(kind), onCreated, context);
    });
}

Reply<NodeContent> Session::get(const QString &path)
{
    return d->send<NodeContent>("get", path, false, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_awget(zh, bytes, nullptr, nullptr, onData, context);
    });
}

Reply<NodeStat> Session::exists(const QString &path)
{
    return d->send<NodeStat>("exists", path, false, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_awexists(zh, bytes, nullptr, nullptr, onStat, context);
    });
}

Reply<Children> Session::children(const QString &path)
{
    return d->send<Children>("list", path, false, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_awget_children2(zh, bytes, nullptr, nullptr, onChildren, context);
    });
}

Reply<NodeStat> Session::set(const QString &path, const QByteArray &data, int version)
{
    return d->send<NodeStat>("set", path, true, [&](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_aset(zh, bytes, data.constData(), static_cast<int>(data.size()), version, onStat, context);
    });
}

Reply<Done> Session::remove(const QString &path, int version)
{
    return d->send<Done>("delete", path, true, [&](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_adelete(zh, bytes, version, onVoid, context);
    });
}

Reply<QList<AclEntry>> Session::acl(const QString &path)
{
    return d->send<QList<AclEntry>>("getAcl", path, false, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_aget_acl(zh, bytes, onAcl, context);
    });
}

Reply<Done> Session::setAcl(const QString &path, const QList<AclEntry> &acl)
{
    std::vector<std::pair<QByteArray, QByteArray>> names;
    for (const AclEntry &entry : acl)
        names.emplace_back(entry.scheme.toUtf8(), entry.id.toUtf8());
    std::vector<ACL> entries;
    for (size_t i = 0; i < names.size(); ++i)
        entries.push_back(
            {acl[static_cast<qsizetype>(i)].permissions, {names[i].first.data(), names[i].second.data()}});
    ACL_vector vector{static_cast<int32_t>(entries.size()), entries.data()};
    return d->send<Done>("setAcl", path, true, [&](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_aset_acl(zh, bytes, -1, &vector, onVoid, context);
    });
}

Task<Result<WatchedStat>> Session::watchExists(QString path)
{
    WatchedStat watched;
    auto reply =
        d->sendWatched<NodeStat>("exists", path, ZWATCHTYPE_DATA, watched.watch,
                                 [](zhandle_t *zh, const char *bytes, WatchEntry *entry, const void *context) {
                                     return zoo_awexists(zh, bytes, WatchEntry::onEvent, entry, onStat, context);
                                 });
    auto stat = co_await reply;
    if (stat)
        watched.stat = *stat;
    else if (stat.error().code != ErrorCode::NoNode) // an absent node is watched too
        co_return tl::unexpected(stat.error());
    co_return watched;
}

Task<Result<WatchedChildren>> Session::watchChildren(QString path)
{
    WatchedChildren watched;
    auto reply = d->sendWatched<Children>("list", path, ZWATCHTYPE_CHILD, watched.watch,
                                          [](zhandle_t *zh, const char *bytes, WatchEntry *entry, const void *context) {
                                              return zoo_awget_children2(zh, bytes, WatchEntry::onEvent, entry,
                                                                         onChildren, context);
                                          });
    auto children = co_await reply;
    if (!children)
        co_return tl::unexpected(children.error());
    watched.children = std::move(*children);
    co_return watched;
}

void Session::cancelWatches(const QString &path, WatchKind kind)
{
    const ZooWatcherType type = watcherType(kind);
    std::vector<quint64> numbers;
    std::vector<ReplyPromise<WatchEvent>> promises;
    for (auto [it, end] = d->watchesByPath.equal_range(path); it != end; ++it) {
        const WatchEntry &entry = *d->watches.at(*it);
        if (entry.type() == type) {
            numbers.push_back(*it);
            promises.push_back(entry.promise());
        }
    }
    if (numbers.empty() || !d->handle)
        return;
    if (d->state == ConnectionState::Connected) {
        auto gone =
            d->send<Done>("removeWatches", path, false, [&](zhandle_t *zh, const char *bytes, const void *context) {
                // The library declares the parameter as a pointer to the function pointer, and uses it as the latter.
                return zoo_aremove_all_watches(zh, bytes, type, 0, reinterpret_cast<void_completion_t *>(onVoid),
                                               context);
            });
        gone.then([this, numbers, alive = QPointer<Session>(this)](const Result<Done> &result) {
            if (!alive || !result)
                return; // still known to the library: they stay in the table, ended, until the handle is freed
            for (const quint64 number : numbers)
                d->takeWatch(number);
        });
    } else {
        const QByteArray bytes = path.toUtf8();
        const int rc = d->handle->call(
            [&](zhandle_t *zh) { return zoo_aremove_all_watches(zh, bytes.constData(), type, 1, nullptr, nullptr); });
        if (rc == ZOK) {
            for (const quint64 number : numbers)
                d->takeWatch(number);
        }
    }
    for (const auto &promise : promises)
        promise.complete(failure(ErrorCode::Cancelled, QStringLiteral("watch"), path));
}

void Session::cancel(const SessionWatch &watch)
{
    const auto found = d->watches.find(watch.m_id);
    if (found == d->watches.end())
        return;
    const QString path = found->second->path();
    const ZooWatcherType type = found->second->type();
    const auto [begin, end] = d->watchesByPath.equal_range(path);
    const bool isAlone =
        std::count_if(begin, end, [&](quint64 other) { return d->watches.at(other)->type() == type; }) == 1;
    if (isAlone)
        cancelWatches(path, type == ZWATCHTYPE_CHILD ? WatchKind::Children : WatchKind::Node);
    else // the library keeps it, ended, until it fires
        watch.m_promise.complete(failure(ErrorCode::Cancelled, QStringLiteral("watch"), path));
}

int Session::watchCount() const
{
    return static_cast<int>(d->watches.size());
}

qsizetype Session::watchBytes() const
{
    return d->watchBytes;
}

qsizetype Session::watchBytes(const QString &path)
{
    return path.toUtf8().size() + watchOverhead;
}

Task<> Session::close()
{
    const QPointer<Session> alive(this);
    if (d->state == ConnectionState::Connected) {
        // The library would block for seconds on a silent server: look for a sign of life first, without blocking.
        const ReplyPromise<Done> sign;
        exists(u"/"_s).then([sign](const Result<NodeStat> &answer) {
            const bool heard = answer || !answer.error().outcomeUnknown();
            sign.complete(heard ? Result<Done>(Done()) : failure(ErrorCode::ConnectionLoss));
        });
        QTimer::singleShot(closeProbe, this, [sign] { sign.complete(failure(ErrorCode::OperationTimeout)); });
        const Reply<Done> answer(sign);
        const auto heard = co_await answer;
        if (!alive)
            co_return;
        d->freeHandle(heard.has_value());
    } else {
        d->freeHandle(false);
    }
    if (d->state != ConnectionState::Closed)
        d->enter(ConnectionState::Closed);
}

void Session::abandon()
{
    d->freeHandle(false);
    if (d->state != ConnectionState::Closed)
        d->enter(ConnectionState::Closed);
}

} // namespace lockscope::zk
