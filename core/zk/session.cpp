// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"

#include "core/zk/convert.h"
#include "core/zk/eviction.h"
#include "core/zk/multicall.h"
#include "core/zk/session_p.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

/// How long close() waits for a sign of life before it cuts the connection instead of blocking in the library. A server
/// that two thousand clients leave at once needs more than a second, and whoever is cut off leaves its nodes behind.
constexpr auto closeProbe = 3s;

void ignoreReply(int, const void *)
{
    // A refused login shows in the state.
}

/// Whatever is not named here is a write: a call that is added later is refused to observers until it is known.
bool readsOnly(const QString &operation)
{
    constexpr QLatin1StringView reads[] = {"get"_L1,    "exists"_L1, "list"_L1,
                                           "getAcl"_L1, "sync"_L1,   "removeWatches"_L1};
    return std::find(std::begin(reads), std::end(reads), operation) != std::end(reads);
}

} // namespace

// ---- requests ----

std::optional<Error> Session::Private::refusal(const QString &operation, const QString &path) const
{
    if (spec.observeOnly && !readsOnly(operation))
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
    const QString address = QString::fromUtf8(zoo_get_current_server(d->handle->get()));
    return d->spec.serverNames.value(address, address);
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
    return d->send<CreatedNode>("create", path, [data, kind](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_acreate2(zh, bytes, data.constData(), static_cast<int>(data.size()), &ZOO_OPEN_ACL_UNSAFE,
                            createFlags(kind), onCreated, context);
    });
}

Reply<NodeContent> Session::get(const QString &path)
{
    return d->send<NodeContent>("get", path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_awget(zh, bytes, nullptr, nullptr, onData, context);
    });
}

Reply<NodeStat> Session::exists(const QString &path)
{
    return d->send<NodeStat>("exists", path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_awexists(zh, bytes, nullptr, nullptr, onStat, context);
    });
}

Reply<Children> Session::children(const QString &path)
{
    return d->send<Children>("list", path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_awget_children2(zh, bytes, nullptr, nullptr, onChildren, context);
    });
}

Reply<NodeStat> Session::set(const QString &path, const QByteArray &data, int version)
{
    return d->send<NodeStat>("set", path, [data, version](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_aset(zh, bytes, data.constData(), static_cast<int>(data.size()), version, onStat, context);
    });
}

Reply<Done> Session::remove(const QString &path, int version)
{
    return d->send<Done>("delete", path, [version](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_adelete(zh, bytes, version, onVoid, context);
    });
}

Reply<Done> Session::sync(const QString &path)
{
    return d->send<Done>("sync", path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_async(zh, bytes, onSynced, context);
    });
}

Reply<QList<AclEntry>> Session::acl(const QString &path)
{
    return d->send<QList<AclEntry>>("getAcl", path, [](zhandle_t *zh, const char *bytes, const void *context) {
        return zoo_aget_acl(zh, bytes, onAcl, context);
    });
}

Reply<Done> Session::setAcl(const QString &path, const QList<AclEntry> &acl)
{
    return d->send<Done>("setAcl", path, [acl](zhandle_t *zh, const char *bytes, const void *context) {
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
    if (auto no = d->refusal(u"multi"_s, {}))
        return Reply<MultiAnswer>(tl::unexpected(std::move(*no)));
    if (ops.empty() || multiBytes(ops) > maxMultiBytes)
        return Reply<MultiAnswer>(failure(
            ErrorCode::InvalidInput, u"multi"_s, {},
            ops.empty()
                ? u"A transaction of no operations was not sent."_s
                : u"%1 operations are more than fit into one transaction: nothing was sent. Take fewer at a time."_s
                      .arg(ops.size())));
    auto call = std::make_unique<MultiCall>(&d->mailbox, std::move(ops));
    MultiCall *asking = call.get();
    return d->submit<MultiAnswer>(std::move(call), [this, asking] {
        return d->handle->call([asking](zhandle_t *zh) { return asking->transmit(zh); });
    });
}

void Session::pause()
{
    if (!d->handle || d->paused)
        return;
    d->paused = true;
    d->handle->pause();
}

void Session::resume()
{
    if (!d->paused)
        return;
    d->paused = false;
    if (!d->handle)
        return;
    d->handle->resume();
    d->sendHeld();
}

bool Session::isPaused() const
{
    return d->paused;
}

void Session::moveTo(const QString &hosts)
{
    d->spec.hosts = hosts;
    if (!d->handle || d->paused)
        return;
    // The library keeps the chroot that it was made with, and takes addresses alone here.
    d->handle->moveTo(hosts.section(u'/', 0, 0).toUtf8());
    d->drain();
}

Task<Result<Done>> Session::expire(QString hosts, std::chrono::milliseconds limit)
{
    // It goes through a connection of its own: this one need not be connected.
    if (const auto no = d->refusal(u"expire"_s, {}); no && no->code == ErrorCode::ObserveOnly)
        co_return tl::unexpected(*no);
    if (!d->handle || !d->wasConnected)
        co_return failure(ErrorCode::NotConnected, u"expire"_s);
    auto *eviction = new Eviction(hosts.toUtf8(), d->spec.timeoutMs, *zoo_client_id(d->handle->get()), limit, this);
    // It would come back at once and take its session over again, perhaps before the CLOSE of the other connection has
    // arrived, which is then nobody's: so it stands still meanwhile, and hears of its end after.
    const QPointer<Session> alive(this);
    const bool stoodStill = d->paused;
    pause();
    const Reply<Done> ending = eviction->start();
    const auto ended = co_await ending;
    if (alive && !stoodStill)
        resume();
    co_return ended;
}

Task<> Session::close()
{
    resume();
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
