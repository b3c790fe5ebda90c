// SPDX-License-Identifier: Apache-2.0
#include "core/model/session.h"

#include <algorithm>
#include <utility>

namespace lockscope::model {

// ---- watches ----

class Session::Watch final : public recipes::Watch
{
public:
    Watch(Session *session, RequestNumber number, QString path)
        : m_session(session)
        , m_number(number)
        , m_path(std::move(path))
    {
    }

    RequestNumber number() const { return m_number; }
    Reply<WatchEvent> fired() override { return Reply<WatchEvent>(m_promise); }
    void cancel() override
    {
        if (m_promise.isComplete())
            return;
        if (Session *session = std::exchange(m_session, nullptr)) {
            std::erase_if(session->m_watches, [this](const auto &other) { return other.get() == this; });
            session->m_model.ensemble().takeBack(session->m_number, m_number);
        }
        m_promise.complete(failure(ErrorCode::Cancelled, QStringLiteral("watch"), m_path));
    }
    void end(Result<WatchEvent> how)
    {
        m_session = nullptr;
        m_promise.complete(std::move(how));
    }
    /// Its session goes.
    void leave() { m_session = nullptr; }

private:
    Session *m_session; ///< null once it has ended
    RequestNumber m_number;
    QString m_path;
    ReplyPromise<WatchEvent> m_promise;
};

std::shared_ptr<Session::Watch> Session::keepWatch(RequestNumber number, const QString &path)
{
    return m_watches.emplace_back(std::make_shared<Watch>(this, number, path));
}

Session::~Session()
{
    for (const auto &watch : m_watches)
        watch->leave();
}

// ---- what is asked ----

ErrorCode Session::whyOver() const
{
    return m_state == ConnectionState::Expired ? ErrorCode::SessionExpired : ErrorCode::Closed;
}

template<typename T>
Reply<T> Session::ask(Request request)
{
    if (m_state != ConnectionState::Connected || !m_closing.empty()) {
        const ErrorCode why = isOver(m_state) || !m_closing.empty() ? whyOver() : ErrorCode::NotConnected;
        return Result<T>(failure(why, operationName(request.operation), request.path));
    }
    const Operation operation = request.operation;
    const QString path = request.path;
    const RequestNumber number = m_model.ensemble().ask(m_number, std::move(request));
    const ReplyPromise<T> promise;
    m_pending.push_back({number, operation, path, promise});
    return Reply<T>(promise);
}

SessionId Session::session() const
{
    return m_model.ensemble().id(m_number);
}

Reply<SessionId> Session::connected()
{
    if (isOver(m_state))
        return Result<SessionId>(failure(whyOver()));
    if (m_state == ConnectionState::Connected)
        return Result<SessionId>(session());
    m_waitingForConnection.emplace_back();
    return Reply<SessionId>(m_waitingForConnection.back());
}

Reply<CreatedNode> Session::create(QString path, QByteArray data, NodeKind kind)
{
    Request request{Operation::Create, std::move(path), std::move(data)};
    request.kind = kind;
    return ask<CreatedNode>(std::move(request));
}

Reply<Children> Session::children(QString path)
{
    return ask<Children>({Operation::List, std::move(path)});
}

Reply<NodeStat> Session::exists(QString path)
{
    return ask<NodeStat>({Operation::Exists, std::move(path)});
}

Reply<NodeContent> Session::get(QString path)
{
    return ask<NodeContent>({Operation::Get, std::move(path)});
}

namespace {

Request watching(Operation operation, QString path)
{
    Request request{operation, std::move(path)};
    request.watch = true;
    return request;
}

} // namespace

Reply<recipes::Watched> Session::watchExists(QString path)
{
    return ask<recipes::Watched>(watching(Operation::Exists, std::move(path)));
}

Reply<recipes::WatchedContent> Session::watchData(QString path)
{
    return ask<recipes::WatchedContent>(watching(Operation::Get, std::move(path)));
}

Reply<recipes::WatchedChildren> Session::watchChildren(QString path)
{
    return ask<recipes::WatchedChildren>(watching(Operation::List, std::move(path)));
}

Reply<NodeStat> Session::set(QString path, QByteArray data, int version)
{
    return ask<NodeStat>({Operation::Set, std::move(path), std::move(data), version});
}

Reply<Done> Session::remove(QString path, int version)
{
    return ask<Done>({Operation::Delete, std::move(path), {}, version});
}

Reply<MultiAnswer> Session::multi(std::vector<WriteOp> ops)
{
    Request request{Operation::Multi, {}};
    request.ops = std::move(ops);
    return ask<MultiAnswer>(std::move(request));
}

Reply<Done> Session::sync(QString path)
{
    return ask<Done>({Operation::Sync, std::move(path)});
}

Reply<Done> Session::after(std::chrono::milliseconds duration)
{
    if (isOver(m_state))
        return Result<Done>(failure(whyOver()));
    const quint32 number = m_model.ensemble().startTimer(m_number, duration);
    return Reply<Done>(m_timers.emplace_back(Timer{number, {}}).promise);
}

// ---- its end ----

Reply<Done> Session::close()
{
    if (isOver(m_state))
        return Result<Done>(Done());
    if (m_state == ConnectionState::Connected && m_closing.empty()) {
        Request request;
        request.closesSession = true;
        m_model.ensemble().ask(m_number, std::move(request));
    }
    const ReplyPromise<Done> promise;
    m_closing.push_back(promise);
    if (m_state != ConnectionState::Connected) // no server gets it: the session ends by its timeout
        crash();
    return Reply<Done>(promise);
}

void Session::crash()
{
    if (isOver(m_state))
        return;
    m_model.ensemble().abandon(m_number);
    end(ConnectionState::Closed);
}

/// All that waits is answered, then the listener hears.
void Session::end(ConnectionState state)
{
    m_state = state;
    const ErrorCode why = whyOver();
    endPending(why);
    for (const auto &watch : std::exchange(m_watches, {}))
        watch->end(failure(why, QStringLiteral("watch")));
    for (const auto &waiting : std::exchange(m_waitingForConnection, {}))
        waiting.complete(failure(why));
    for (const Timer &timer : std::exchange(m_timers, {}))
        timer.promise.complete(failure(why));
    const auto closing = std::exchange(m_closing, {});
    if (m_listener)
        m_listener(state);
    for (const auto &promise : closing)
        promise.complete(Done());
}

void Session::endPending(ErrorCode why)
{
    for (const Pending &pending : std::exchange(m_pending, {})) {
        std::visit(
            [&](const auto &promise) {
                promise.complete(failure(why, operationName(pending.operation), pending.path));
            },
            pending.promise);
    }
}

// ---- what reaches it ----

void Session::take(Delivery delivery)
{
    switch (delivery.what) {
    case Delivery::What::Reply: {
        const auto found = std::find_if(m_pending.begin(), m_pending.end(), [&delivery](const Pending &pending) {
            return pending.number == delivery.number;
        });
        if (found == m_pending.end())
            return; // of a watch that was taken back: no promise waits
        const Pending pending = std::move(*found);
        m_pending.erase(found);
        answer(pending, std::move(delivery.answer));
        return;
    }
    case Delivery::What::Event: fire(delivery); return;
    case Delivery::What::Timer: {
        const auto found = std::find_if(m_timers.begin(), m_timers.end(),
                                        [&delivery](const Timer &timer) { return timer.number == delivery.number; });
        if (found == m_timers.end())
            return;
        const auto promise = found->promise;
        m_timers.erase(found);
        promise.complete(Done());
        return;
    }
    case Delivery::What::Disconnected:
        m_state = delivery.state;
        endPending(ErrorCode::ConnectionLoss);
        if (!m_closing.empty())
            crash();
        else
            becomes(delivery.state);
        return;
    case Delivery::What::Connected:
        m_state = delivery.state;
        for (const auto &waiting : std::exchange(m_waitingForConnection, {}))
            waiting.complete(session());
        becomes(delivery.state);
        return;
    case Delivery::What::Ended: end(delivery.state); return;
    }
}

void Session::becomes(ConnectionState state)
{
    if (m_state == state && m_listener) // what was resumed may have ended it
        m_listener(state);
}

void Session::fire(const Delivery &delivery)
{
    std::vector<std::shared_ptr<Watch>> fired;
    for (const RequestNumber number : delivery.watches) {
        const auto found = std::find_if(m_watches.begin(), m_watches.end(),
                                        [number](const auto &watch) { return watch->number() == number; });
        if (found == m_watches.end())
            continue;
        fired.push_back(std::move(*found));
        m_watches.erase(found);
    }
    for (const auto &watch : fired)
        watch->end(delivery.event);
}

/// What a good answer means to who asked for a T.
template<typename T>
T Session::value(const Pending &pending, Answer &answer)
{
    const auto content = [&answer] { return NodeContent{std::move(answer.data), answer.stat}; };
    const auto children = [&answer] { return Children{std::move(answer.names), answer.stat}; };
    if constexpr (std::is_same_v<T, Done>)
        return Done();
    else if constexpr (std::is_same_v<T, CreatedNode>)
        return {std::move(answer.path), answer.stat};
    else if constexpr (std::is_same_v<T, NodeStat>)
        return answer.stat;
    else if constexpr (std::is_same_v<T, MultiAnswer>)
        return std::move(answer.multi);
    else if constexpr (std::is_same_v<T, NodeContent>)
        return content();
    else if constexpr (std::is_same_v<T, Children>)
        return children();
    else if constexpr (std::is_same_v<T, recipes::WatchedContent>)
        return {content(), keepWatch(pending.number, pending.path)};
    else if constexpr (std::is_same_v<T, recipes::WatchedChildren>)
        return {children(), keepWatch(pending.number, pending.path)};
    else
        return {answer.refused ? std::nullopt : std::optional(answer.stat), keepWatch(pending.number, pending.path)};
}

void Session::answer(const Pending &pending, Answer answer)
{
    std::visit(
        [&]<typename T>(const ReplyPromise<T> &promise) {
            // An absent node is watched too.
            const bool isAbsent = std::is_same_v<T, recipes::Watched> && answer.refused == ErrorCode::NoNode;
            if (answer.refused && !isAbsent)
                promise.complete(failure(*answer.refused, operationName(pending.operation), pending.path));
            else
                promise.complete(value<T>(pending, answer));
        },
        pending.promise);
}

// ---- the model ----

Session &Model::open(QString name, std::chrono::milliseconds timeout, int server)
{
    const SessionNumber number = m_ensemble.open(std::move(name), timeout, server);
    m_sessions.push_back(std::unique_ptr<Session>(new Session(*this, number)));
    return *m_sessions.back();
}

void Model::happen(const Choice &choice)
{
    if (auto delivery = m_ensemble.happen(choice)) {
        Session &session = *m_sessions[delivery->session];
        session.take(std::move(*delivery));
    }
}

bool Model::happenNext(const std::function<bool(const Offer &)> &wanted)
{
    const Offer *oldest = nullptr;
    for (const Offer &offer : choices()) {
        const bool isOlder = !oldest || offer.since < oldest->since;
        if (!offer.isFault && isOlder && (!wanted || wanted(offer)))
            oldest = &offer;
    }
    if (!oldest)
        return false;
    const Choice choice = oldest->choice; // what happens may ask for the choices again
    happen(choice);
    return true;
}

} // namespace lockscope::model
