// SPDX-License-Identifier: Apache-2.0
// What is asked of a session: requests, transactions and watches.
#include "core/zk/session.h"

#include "core/zk/session_p.h"

#include <QCryptographicHash>
#include <QPointer>

#include <algorithm>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

/// Per watch in the packet that sets them again: the length of the path in front of it.
constexpr qsizetype watchOverhead = 4;

watcher_fn eventOf(const WatchEntry *watch)
{
    return watch ? WatchEntry::onEvent : nullptr;
}

int askStat(zhandle_t *zh, const char *path, WatchEntry *watch, const void *call)
{
    return zoo_awexists(zh, path, eventOf(watch), watch, onStat, call);
}

int askData(zhandle_t *zh, const char *path, WatchEntry *watch, const void *call)
{
    return zoo_awget(zh, path, eventOf(watch), watch, onData, call);
}

/// With the node's own path, which the library puts below no chroot.
int askConfiguration(zhandle_t *zh, const char *, WatchEntry *watch, const void *call)
{
    return zoo_awgetconfig(zh, eventOf(watch), watch, onData, call);
}

int askChildren(zhandle_t *zh, const char *path, WatchEntry *watch, const void *call)
{
    return zoo_awget_children2(zh, path, eventOf(watch), watch, onChildren, call);
}

} // namespace

// ---- sending ----

std::optional<Error> Session::Private::refusal(Operation operation, const QString &path) const
{
    if (spec.observeOnly && !onlyReads(operation))
        return Error{ErrorCode::ObserveOnly, operationName(operation), path, {}};
    if (state == ConnectionState::Connected)
        return std::nullopt;
    if (state == ConnectionState::Connecting || state == ConnectionState::Suspended)
        return Error{ErrorCode::NotConnected, operationName(operation), path, {}};
    Error error = overError();
    if (error.outcomeUnknown()) // of what was under way then; this was not sent
        error.code = ErrorCode::Closed;
    error.operation = operationName(operation);
    error.path = path;
    return error;
}

void Session::Private::answerLater(std::function<void()> answer)
{
    if (unsent.empty())
        QMetaObject::invokeMethod(
            q, [this] { answerUnsent(); }, Qt::QueuedConnection);
    unsent.push_back(std::move(answer));
}

void Session::Private::answerUnsent()
{
    const QPointer<Session> alive(q);
    drain();
    if (!alive)
        return; // its end has answered them
    for (const auto &answer : std::exchange(unsent, {}))
        answer();
}

template<typename T, typename F>
Reply<T> Session::Private::submit(std::unique_ptr<TypedCall<T>> call, F ask)
{
    Call *key = call.get();
    if (paused)
        held.emplace_back(key, std::move(ask));
    else if (const int rc = ask(); rc != ZOK)
        return refuse<T>(call->errorOf(rc));
    Reply<T> reply = call->reply();
    calls.emplace(key, std::move(call));
    return reply;
}

template<typename T, typename F>
Reply<T> Session::Private::send(Operation operation, const QString &path, F request, WatchEntry *watch)
{
    if (auto no = refusal(operation, path))
        return refuse<T>(std::move(*no));
    auto call = std::make_unique<TypedCall<T>>(&mailbox, operation, path);
    call->watch = watch;
    const Call *key = call.get();
    return submit(std::move(call), [this, key, bytes = path.toUtf8(), request] {
        return handle->call(
            [&](zhandle_t *zh) { return request(zh, bytes.constData(), static_cast<const void *>(key)); });
    });
}

template<typename T>
Reply<T> Session::Private::read(Operation operation, const QString &path, Read ask, WatchEntry *watch)
{
    return send<T>(
        operation, path,
        [ask, watch](zhandle_t *zh, const char *bytes, const void *call) { return ask(zh, bytes, watch, call); },
        watch);
}

template<typename T>
Reply<T> Session::Private::readWatching(Operation operation, const QString &path, Read ask, ZooWatcherType type,
                                        SessionWatch &watch)
{
    const quint64 number = nextWatch++;
    auto owned = std::unique_ptr<WatchEntry>(new WatchEntry{&mailbox, number, path, type});
    WatchEntry *entry = owned.get();
    watch.m_promise = entry->promise;
    watch.m_id = number;
    watches.emplace(number, std::move(owned));
    watchesByPath.insert(path, number);
    watchBytes += Session::watchBytes(path);
    const auto callsBefore = calls.size();
    auto reply = read<T>(operation, path, ask, entry);
    if (calls.size() == callsBefore) // refused: the library does not know of it
        takeWatch(number);
    return reply;
}

std::unique_ptr<WatchEntry> Session::Private::takeWatch(quint64 number)
{
    auto node = watches.extract(number);
    if (!node)
        return nullptr;
    watchesByPath.remove(node.mapped()->path, number);
    watchBytes -= Session::watchBytes(node.mapped()->path);
    return std::move(node.mapped());
}

// ---- requests ----

Reply<CreatedNode> Session::create(const QString &path, const QByteArray &data, NodeKind kind)
{
    return d->send<CreatedNode>(Operation::Create, path,
                                [data, kind](zhandle_t *zh, const char *bytes, const void *context) {
                                    return zoo_acreate2(zh, bytes, data.constData(), static_cast<int>(data.size()),
                                                        &ZOO_OPEN_ACL_UNSAFE, createFlags(kind), onCreated, context);
                                });
}

Reply<NodeContent> Session::get(const QString &path)
{
    return d->read<NodeContent>(Operation::Get, path, askData);
}

Reply<NodeContent> Session::configuration()
{
    return d->read<NodeContent>(Operation::Get, u"/zookeeper/config"_s, askConfiguration);
}

Reply<NodeStat> Session::exists(const QString &path)
{
    return d->read<NodeStat>(Operation::Exists, path, askStat);
}

Reply<Children> Session::children(const QString &path)
{
    return d->read<Children>(Operation::List, path, askChildren);
}

Reply<NodeStat> Session::set(const QString &path, const QByteArray &data, int version)
{
    return d->send<NodeStat>(
        Operation::Set, path, [data, version](zhandle_t *zh, const char *bytes, const void *context) {
            return zoo_aset(zh, bytes, data.constData(), static_cast<int>(data.size()), version, onStat, context);
        });
}

Reply<Done> Session::remove(const QString &path, int version)
{
    return d->send<Done>(Operation::Delete, path, [version](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_adelete(zh, bytes, version, onVoid, context);
    });
}

Reply<Done> Session::sync(const QString &path)
{
    return d->send<Done>(Operation::Sync, path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_async(zh, bytes, onSynced, context);
    });
}

Reply<QList<AclEntry>> Session::acl(const QString &path)
{
    return d->send<QList<AclEntry>>(Operation::GetAcl, path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_aget_acl(zh, bytes, onAcl, context);
    });
}

bool Session::mayBeMeantBy(const AclEntry &entry) const
{
    if (entry.scheme != "digest"_L1)
        return true;
    if (d->spec.authScheme != "digest"_L1)
        return !d->spec.authScheme.isEmpty();
    const QByteArray login = d->spec.authCredential;
    const QByteArray user = login.left(login.indexOf(':'));
    const QByteArray hash = QCryptographicHash::hash(login, QCryptographicHash::Sha1).toBase64();
    return user == "super" || entry.id == QString::fromUtf8(user + ':' + hash);
}

Reply<Done> Session::setAcl(const QString &path, const QList<AclEntry> &acl)
{
    return d->send<Done>(Operation::SetAcl, path, [acl](zhandle_t *zh, const char *bytes, const void *context) {
        std::vector<std::pair<QByteArray, QByteArray>> names;
        for (const AclEntry &entry : acl)
            names.emplace_back(entry.scheme.toUtf8(), entry.id.toUtf8());
        std::vector<ACL> entries;
        for (size_t i = 0; i < names.size(); ++i)
            entries.push_back(
                {acl[static_cast<qsizetype>(i)].permissions, {names[i].first.data(), names[i].second.data()}});
        ACL_vector vector{static_cast<int32_t>(entries.size()), entries.data()};
        return zoo_aset_acl(zh, bytes, -1, &vector, onVoid, context);
    });
}

Reply<MultiAnswer> Session::multi(std::vector<WriteOp> ops)
{
    if (auto no = d->refusal(Operation::Multi, {}))
        return d->refuse<MultiAnswer>(std::move(*no));
    const auto refuse = [this](const Text &sentence) {
        return d->refuse<MultiAnswer>({ErrorCode::InvalidInput, operationName(Operation::Multi), {}, sentence});
    };
    if (ops.empty())
        return refuse(Text::en("A transaction of no operations was not sent."));
    // A server answers with a Stat more than the library reads of it.
    const bool makesContainer = std::any_of(ops.begin(), ops.end(), [](const WriteOp &op) {
        return op.operation == Operation::Create && op.kind == NodeKind::Container;
    });
    if (makesContainer)
        return refuse(Text::en("A transaction that makes a container was not sent. Make it by a request of its own."));
    if (multiBytes(ops) > maxMultiBytes)
        return refuse(Text::counted(
            "%n operations are more than fit into one transaction: nothing was sent. Take fewer at a time.",
            static_cast<qint64>(ops.size())));
    auto call = std::make_unique<MultiCall>(&d->mailbox, std::move(ops));
    MultiCall *asking = call.get(); // before: of two arguments either may be made first
    return d->submit<MultiAnswer>(std::move(call), [this, asking] {
        return d->handle->call([asking](zhandle_t *zh) { return asking->transmit(zh); });
    });
}

// ---- watches: set with a read; ended by an event, by cancel(), or with the session ----

Task<Result<WatchedStat>> Session::watchExists(QString path)
{
    SessionWatch watch;
    const auto stat = co_await d->readWatching<NodeStat>(Operation::Exists, path, askStat, ZWATCHTYPE_DATA, watch);
    if (!stat && stat.error().code != ErrorCode::NoNode) // an absent node is watched too
        co_return tl::unexpected(stat.error());
    co_return WatchedStat{stat ? std::optional(*stat) : std::nullopt, watch};
}

Task<Result<WatchedContent>> Session::watchData(QString path)
{
    SessionWatch watch;
    co_return (co_await d->readWatching<NodeContent>(Operation::Get, path, askData, ZWATCHTYPE_DATA, watch))
        .map([&watch](NodeContent content) {
            return WatchedContent{std::move(content), watch};
        });
}

Task<Result<WatchedChildren>> Session::watchChildren(QString path)
{
    SessionWatch watch;
    co_return (co_await d->readWatching<Children>(Operation::List, path, askChildren, ZWATCHTYPE_CHILD, watch))
        .map([&watch](Children children) {
            return WatchedChildren{std::move(children), watch};
        });
}

void Session::cancelWatches(const QString &path, WatchKind kind)
{
    const ZooWatcherType type = kind == WatchKind::Children ? ZWATCHTYPE_CHILD : ZWATCHTYPE_DATA;
    std::vector<quint64> numbers;
    std::vector<ReplyPromise<WatchEvent>> promises;
    for (auto [it, end] = d->watchesByPath.equal_range(path); it != end; ++it) {
        const WatchEntry &entry = *d->watches.at(*it);
        if (entry.type == type) {
            numbers.push_back(*it);
            promises.push_back(entry.promise);
        }
    }
    if (numbers.empty() || !d->handle)
        return;
    if (d->state == ConnectionState::Connected) {
        auto gone = d->send<Done>(Operation::RemoveWatches, path,
                                  [type](zhandle_t *zh, const char *bytes, const void *context) {
                                      // The library declares the parameter as a pointer to the function pointer, and
                                      // uses it as the latter.
                                      return zoo_aremove_all_watches(
                                          zh, bytes, type, 0, reinterpret_cast<void_completion_t *>(onVoid), context);
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
        promise.complete(failure(ErrorCode::Cancelled, u"watch"_s, path));
}

void Session::cancel(const SessionWatch &watch)
{
    const auto found = d->watches.find(watch.m_id);
    if (found == d->watches.end())
        return;
    const QString path = found->second->path;
    const ZooWatcherType type = found->second->type;
    const auto [begin, end] = d->watchesByPath.equal_range(path);
    // Ended ones that the library still keeps may go with it.
    const bool isLast = std::none_of(begin, end, [&](quint64 other) {
        const WatchEntry &entry = *d->watches.at(other);
        return entry.id != watch.m_id && entry.type == type && !entry.promise.isComplete();
    });
    if (isLast)
        cancelWatches(path, type == ZWATCHTYPE_CHILD ? WatchKind::Children : WatchKind::Node);
    else // the library keeps it, ended, until it fires
        watch.m_promise.complete(failure(ErrorCode::Cancelled, u"watch"_s, path));
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

} // namespace lockscope::zk

#include "core/zk/moc_session.cpp"
