// SPDX-License-Identifier: Apache-2.0
// How a session begins, what its connection's states mean for what is pending, how it stands still, and how it ends.
#include "core/zk/session_p.h"

#include "core/base/limits.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

void ignoreReply(int, const void *)
{
    // A refused login shows in the state.
}

/// zoo_state() as ours; \a wasConnected: without a connection it is Suspended, no longer Connecting.
ConnectionState toConnectionState(int state, bool wasConnected)
{
    // The states are variables of the library, not constants: no switch.
    if (state == ZOO_CONNECTED_STATE || state == ZOO_READONLY_STATE)
        return ConnectionState::Connected;
    if (state == ZOO_EXPIRED_SESSION_STATE)
        return ConnectionState::Expired;
    if (state == ZOO_AUTH_FAILED_STATE)
        return ConnectionState::AuthFailed;
    return wasConnected ? ConnectionState::Suspended : ConnectionState::Connecting;
}

/// Ends a session at the server: connects with its id, which evicts the other connection, and closes it. Never stays
/// connected, since the two would evict one another in a loop. Goes by itself when it has ended.
class Eviction : public QObject
{
public:
    Eviction(const QByteArray &hosts, int timeoutMs, clientid_t victim, QObject *parent)
        : QObject(parent)
        , m_handle(hosts, timeoutMs, &victim, nullptr, [this] { look(); })
    {
    }
    /// Its parent went before.
    ~Eviction() override { end(failure(ErrorCode::Cancelled, u"expire"_s)); }

    Reply<Done> start(std::chrono::milliseconds limit)
    {
        Reply<Done> outcome(m_outcome);
        if (m_handle.get() == nullptr) {
            end(failure(ErrorCode::MalformedConnectString, u"expire"_s));
            return outcome;
        }
        QTimer::singleShot(limit, this, [this] {
            end(failure(ErrorCode::OperationTimeout, u"expire"_s, {}, Text::en("no server took the session over")));
        });
        m_handle.start();
        return outcome;
    }

private:
    void look()
    {
        if (m_outcome.isComplete())
            return;
        const int state = zoo_state(m_handle.get());
        if (state == ZOO_CONNECTED_STATE || state == ZOO_EXPIRED_SESSION_STATE)
            end(Done()); // expired: its timeout was faster
    }

    void end(Result<Done> how)
    {
        if (m_outcome.isComplete())
            return;
        const auto outcome = m_outcome; // its listeners may end our parent
        if (how)
            m_handle.close();
        else
            m_handle.abandon();
        deleteLater();
        outcome.complete(std::move(how));
    }

    Handle m_handle;
    ReplyPromise<Done> m_outcome;
};

} // namespace

// ---- its beginning ----

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
        d->refused = Error{ErrorCode::MalformedConnectString, u"connect"_s, {}, Text::verbatim(d->spec.hosts)};
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

Error Session::whyOver() const
{
    return d->overError();
}

SessionId Session::id() const
{
    return d->id;
}

int Session::negotiatedTimeoutMs() const
{
    return d->handle && d->handle->get() && d->wasConnected ? d->handle->guard().grantedTimeoutMs() : 0;
}

int Session::silentForMs() const
{
    return d->handle ? d->handle->guard().silentForMs() : 0;
}

bool Session::hasChroot() const
{
    return d->spec.hosts.contains(u'/');
}

QString Session::server() const
{
    if (d->state != ConnectionState::Connected)
        return {};
    const QString address = QString::fromUtf8(zoo_get_current_server(d->handle->get()));
    return d->spec.serverNames.value(address, address);
}

QString Session::readOnlyServer() const
{
    if (!d->handle)
        return {};
    const QString address = d->handle->guard().readOnlyServer();
    return d->spec.serverNames.value(address, address);
}

Zxid Session::newestChange() const
{
    return d->handle ? Zxid{d->handle->guard().newestChange()} : d->newestChange;
}

Reply<SessionId> Session::connected()
{
    if (d->state == ConnectionState::Connected)
        return Reply<SessionId>(d->id);
    if (d->state != ConnectionState::Connecting && d->state != ConnectionState::Suspended)
        return d->refuse<SessionId>(d->overError());
    d->waiters.emplace_back();
    return Reply<SessionId>(d->waiters.back());
}

// ---- its states ----

void Session::Private::drain()
{
    if (draining)
        return; // the outer call goes on with what was added
    draining = true;
    const QPointer<Session> alive(q);
    while (!mailbox.items.empty()) {
        noteRefusal();
        foreseeState();
        const std::optional<Error> over = refused || isOver(state)
                                              ? std::optional(overError())
                                              : std::nullopt; // what is resumed may end this session
        bool isStateSynced = false;
        for (const Taken &each : takeMail()) {
            if (each.watch) {
                each.watch->promise.complete(each.event);
                continue;
            }
            const bool isFailed = each.call->isLost();
            if (isFailed && !std::exchange(isStateSynced, true) && alive)
                syncState();
            if (isFailed && over)
                failWith(*each.call, *over); // the library knows of a loss only
            else
                each.call->deliver();
        }
        if (!alive)
            return;
    }
    draining = false;
    syncState();
}

/// Taken out first: what is resumed by it may make calls, close this session, or wait for another.
std::vector<Session::Private::Taken> Session::Private::takeMail()
{
    std::vector<Taken> taken;
    for (const Mailbox::Item &item : std::exchange(mailbox.items, {})) {
        if (item.fired) {
            if (auto watch = takeWatch(item.fired->id))
                taken.push_back({nullptr, std::move(watch), item.event});
            continue;
        }
        if (item.answered->watch != nullptr && !item.answered->watchIsSet())
            takeWatch(item.answered->watch->id);
        if (auto node = calls.extract(item.answered))
            taken.push_back({std::move(node.mapped()), nullptr, item.event});
    }
    return taken;
}

void Session::Private::syncState()
{
    if (!handle || handle->get() == nullptr)
        return;
    const ConnectionState now = toConnectionState(zoo_state(handle->get()), wasConnected);
    Q_ASSERT(now != ConnectionState::Connected || handle->guard().hasSeenHandshake());
    noteRefusal();
    if (refused) {
        freeHandle(false);
        enter(refused->code == ErrorCode::AuthFailed ? ConnectionState::AuthFailed : ConnectionState::Closed);
        return;
    }
    const QPointer<Session> alive(q);
    if (hasStateToEmit || now != state)
        enter(now);
    if (alive && std::exchange(emittedReadOnly, q->readOnlyServer()) != q->readOnlyServer())
        Q_EMIT q->readOnlyServerChanged();
}

void Session::Private::foreseeState()
{
    if (state != ConnectionState::Connected || !handle || handle->get() == nullptr)
        return;
    const ConnectionState now = toConnectionState(zoo_state(handle->get()), wasConnected);
    if (now == ConnectionState::Connected)
        return;
    state = now;
    hasStateToEmit = true;
}

void Session::Private::noteRefusal()
{
    if (refused || !handle || !handle->guard().refusal())
        return;
    const ReplyGuard::Refusal &refusal = *handle->guard().refusal();
    const QString server = spec.serverNames.value(refusal.server, refusal.server);
    //: A server's address, and what was wrong with its answer.
    const Text why = Text::en("%1: %2").arg(server, refusal.what);
    refused = Error{refusal.code, u"connect"_s, {}, why};
}

void Session::Private::enter(ConnectionState next)
{
    state = next;
    hasStateToEmit = false;
    const QPointer<Session> alive(q);
    if (next == ConnectionState::Connected) {
        wasConnected = true;
        id = {zoo_client_id(handle->get())->client_id};
        const auto ready = std::exchange(waiters, {});
        for (const auto &waiter : ready)
            waiter.complete(id);
    }
    // What the state fails: hearing of it may change the state again, or end this session with all that waits.
    const std::optional<Error> over = isOver(next) ? std::optional(overError()) : std::nullopt;
    if (alive)
        Q_EMIT q->stateChanged(next);
    if (alive && over)
        endAll(*over);
    else if (alive && next == ConnectionState::Suspended)
        endPending({ErrorCode::ConnectionLoss, {}, {}, {}});
}

Error Session::Private::overError() const
{
    if (refused)
        return *refused;
    if (state == ConnectionState::Expired)
        return {ErrorCode::SessionExpired, {}, {}, {}};
    if (state == ConnectionState::AuthFailed)
        return {ErrorCode::AuthFailed, u"login"_s, {}, Text::verbatim(spec.authScheme)};
    return {ErrorCode::Closed, {}, {}, {}};
}

void Session::Private::failWith(Call &call, const Error &error)
{
    call.fail({error.code, operationName(call.operation()), call.path(), error.detail});
}

void Session::Private::endAll(const Error &error)
{
    const QPointer<Session> alive(q);
    // The library answers nothing after an expiry: our own table does.
    endPending(error);
    if (alive)
        endWatches(error);
    if (alive)
        endWaiters(error);
    if (alive && !handle) { // the library has no pointers to them any more
        calls.clear();
        watches.clear();
        watchesByPath.clear();
        watchBytes = 0;
    }
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
        failWith(*call, error);
    }
}

void Session::Private::endWatches(const Error &error)
{
    // Kept in the table until the handle is freed; their promises are shared.
    std::vector<ReplyPromise<WatchEvent>> promises;
    for (const auto &[number, entry] : watches)
        promises.push_back(entry->promise);
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
    newestChange = {handle->guard().newestChange()};
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
        const std::shared_ptr<Call> refusedCall = std::move(calls.extract(found).mapped());
        if (refusedCall->watch != nullptr)
            takeWatch(refusedCall->watch->id);
        answerLater([refusedCall, error = refusedCall->errorOf(rc)] { refusedCall->fail(error); });
    }
}

// ---- standing still, and other faults ----

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
    if (const auto no = d->refusal(Operation::Expire, {}); no && no->code == ErrorCode::ObserveOnly)
        co_return tl::unexpected(*no);
    if (!d->handle || !d->wasConnected)
        co_return failure(ErrorCode::NotConnected, u"expire"_s);
    auto *eviction = new Eviction(hosts.toUtf8(), d->spec.timeoutMs, *zoo_client_id(d->handle->get()), this);
    // It would come back at once and take its session over again, perhaps before the CLOSE of the other connection has
    // arrived, which then ends nothing: so it stands still meanwhile, and learns of its end after.
    const QPointer<Session> alive(this);
    const bool stoodStill = d->paused;
    pause();
    const auto ended = co_await eviction->start(limit);
    if (alive && !stoodStill)
        resume();
    co_return ended;
}

Task<Result<Done>> endSession(QString hosts, int timeoutMs, SessionId id, QByteArray password,
                              std::chrono::milliseconds limit)
{
    clientid_t victim{};
    victim.client_id = id.value;
    std::copy_n(password.begin(), std::min<qsizetype>(password.size(), std::ssize(victim.passwd)), victim.passwd);
    auto *eviction = new Eviction(hosts.toUtf8(), timeoutMs, victim, nullptr);
    co_return co_await eviction->start(limit);
}

// ---- its end ----

Task<> Session::close()
{
    resume();
    const QPointer<Session> alive(this);
    bool heard = false;
    if (d->state == ConnectionState::Connected) {
        // The library would block for seconds on a silent server: look for a sign of life first, without blocking. Not
        // for too short a time: a server that two thousand clients leave at once needs more than a second, and clients
        // that are cut off leave their nodes behind.
        const ReplyPromise<bool> sign;
        exists(u"/"_s).then(
            [sign](const Result<NodeStat> &answer) { sign.complete(answer || !answer.error().outcomeUnknown()); });
        QTimer::singleShot(limits().closing, this, [sign] { sign.complete(false); });
        heard = (co_await Reply<bool>(sign)).value_or(false);
        if (!alive)
            co_return;
    }
    d->freeHandle(heard);
    d->end();
}

void Session::abandon()
{
    d->freeHandle(false);
    d->end();
}

void Session::refuse(Error why)
{
    if (isOver(d->state) || d->refused)
        return;
    d->refused = std::move(why);
    abandon();
}

void Session::Private::end()
{
    const QPointer<Session> alive(q);
    if (state != ConnectionState::Closed)
        enter(ConnectionState::Closed);
    if (alive)
        endAll(overError()); // its destructor may run where the state is emitted
    // Whoever owns it may go next, and what waits for an answer with it.
    while (alive && !unsent.empty()) {
        for (const auto &answer : std::exchange(unsent, {}))
            answer();
    }
}

} // namespace lockscope::zk
