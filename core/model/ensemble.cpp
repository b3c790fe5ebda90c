// SPDX-License-Identifier: Apache-2.0
// What clients do, what is done to them, and what reaches them. What servers do: servers.cpp; what can happen:
// offers.cpp.
#include "core/model/ensemble.h"

#include "core/model/rules.h"

#include <algorithm>
#include <utility>

namespace lockscope::model {

namespace {

constexpr qint64 firstSession = 0x1000;

} // namespace

Ensemble::Ensemble(EnsembleSpec spec)
    : m_servers(static_cast<size_t>(spec.servers))
    , m_nowMs(spec.startMs)
{
}

// ---- what clients do ----

SessionNumber Ensemble::open(QString name, std::chrono::milliseconds timeout, int server)
{
    const auto number = sessionCount();
    commit(newTransaction());
    while (m_servers[static_cast<size_t>(server)].applied < m_committed)
        catchUp(server);
    Session session;
    session.name = std::move(name);
    session.id = SessionId{firstSession + number};
    session.timeoutMs = timeout.count();
    session.server = server;
    session.seen = tree(server).zxid();
    m_sessions.push_back(std::move(session));
    return number;
}

RequestNumber Ensemble::ask(SessionNumber number, Request request)
{
    Session &session = m_sessions[number];
    session.toServer.push_back({++session.requests, nextOrder(), std::move(request)});
    return session.requests;
}

void Ensemble::takeBack(SessionNumber number, RequestNumber watch)
{
    Session &session = m_sessions[number];
    const auto found = std::find_if(session.watches.begin(), session.watches.end(),
                                    [watch](const Kept &kept) { return kept.number == watch; });
    if (found == session.watches.end())
        return;
    const Kept gone = std::move(*found);
    session.watches.erase(found);
    const bool ofChildren = gone.kind == ClientWatch::Children;
    const bool isLast = std::none_of(session.watches.begin(), session.watches.end(), [&](const Kept &kept) {
        return kept.path == gone.path && (kept.kind == ClientWatch::Children) == ofChildren;
    });
    // For all of a session's watches on one path the server keeps one, until the last of them is taken back.
    if (!isLast || (session.link != Link::Up && session.link != Link::HungUp))
        return;
    Request request{Operation::RemoveWatches, gone.path};
    request.watchKind = ofChildren ? WatchKind::Children : WatchKind::Node;
    ask(number, std::move(request));
}

quint32 Ensemble::startTimer(SessionNumber number, std::chrono::milliseconds duration)
{
    Session &session = m_sessions[number];
    session.timers.push_back({++session.timersStarted, nextOrder(), m_nowMs + duration.count()});
    return session.timersStarted;
}

void Ensemble::stopTimer(SessionNumber number, quint32 timer)
{
    std::erase_if(m_sessions[number].timers, [timer](const Timer &other) { return other.number == timer; });
}

void Ensemble::abandon(SessionNumber number)
{
    Session &session = m_sessions[number];
    unheard(session);
    session.gone = true;
    session.toClient.clear();
    session.timers.clear();
    session.watches.clear();
    leaveIfGone(number);
}

// ---- what is done to them ----

/// Call before what makes it so.
void Ensemble::unheard(Session &session)
{
    if (session.isHeardOf())
        session.heardMs = m_nowMs;
}

void Ensemble::setPaused(SessionNumber number, bool paused)
{
    Session &session = m_sessions[number];
    unheard(session);
    session.paused = paused;
    session.heldFrom = session.requests + 1;
}

void Ensemble::setCutOff(SessionNumber number, bool cutOff)
{
    Session &session = m_sessions[number];
    unheard(session);
    session.cutOff = cutOff;
}

void Ensemble::loseNext(SessionNumber number, Loss loss, bool onlyCreates)
{
    m_sessions[number].staged = Staged{loss, onlyCreates};
}

void Ensemble::refuse(SessionNumber number, Operation operation, std::optional<NodeKind> kind, ErrorCode code)
{
    m_sessions[number].refusals.push_back({operation, kind, code});
}

void Ensemble::write(const WriteOp &op)
{
    if (auto change = leader().tree.judge(op, {}); change && *change) {
        Transaction transaction = newTransaction();
        transaction.changes.push_back(std::move(**change));
        commit(std::move(transaction));
    }
}

void Ensemble::setCreates(const QString &directory, quint32 creates)
{
    for (Server &server : m_servers)
        server.tree.setCreates(directory, creates);
}

// ---- what happens ----

std::optional<Delivery> Ensemble::happen(const Choice &choice)
{
    switch (choice.what) {
    case Choice::What::Arrive: return arrive(choice.subject);
    case Choice::What::Answer:
    case Choice::What::Deliver: return deliver(choice.subject);
    case Choice::What::Break: return breakConnection(choice.subject);
    case Choice::What::Reconnect: return reconnect(choice.subject, static_cast<int>(choice.detail));
    case Choice::What::Timer: return ring(choice.subject, static_cast<quint32>(choice.detail));
    case Choice::What::Expire: end(choice.subject, true); break;
    case Choice::What::CatchUp: catchUp(static_cast<int>(choice.subject)); break;
    case Choice::What::Pass: m_nowMs = choice.detail; break;
    case Choice::What::Reap:
        for (const QString &path : leader().tree.emptiedContainers()) {
            if (leader().tree.find(path)->stat.czxid.value == choice.detail)
                write(WriteOp::remove(path));
        }
        break;
    }
    return std::nullopt;
}

/// The oldest that is under way to the client reaches it.
std::optional<Delivery> Ensemble::deliver(SessionNumber number)
{
    Session &session = m_sessions[number];
    Message message = std::move(session.toClient.front());
    session.toClient.erase(session.toClient.begin());
    if (message.isLost)
        return breakConnection(number);
    Delivery delivery;
    delivery.session = number;
    if (message.isEvent) {
        delivery.what = Delivery::What::Event;
        delivery.event = message.event;
        const auto isMeant = [&message](const Kept &kept) {
            const bool nodes = message.event != WatchEvent::ChildrenChanged;
            const bool children = message.event == WatchEvent::ChildrenChanged || message.event == WatchEvent::Deleted;
            return kept.path == message.path && (kept.kind == ClientWatch::Children ? children : nodes);
        };
        for (const Kept &kept : session.watches) {
            if (isMeant(kept))
                delivery.watches.push_back(kept.number);
        }
        std::erase_if(session.watches, isMeant);
        delivery.path = std::move(message.path);
        return delivery;
    }
    session.seen = std::max(session.seen, message.answer.zxid);
    if (message.closes) {
        endClient(session);
        delivery.what = Delivery::What::Ended;
        delivery.state = ConnectionState::Closed;
        return delivery;
    }
    const auto &refused = message.answer.refused;
    const bool isAbsent = message.operation == Operation::Exists && refused == ErrorCode::NoNode;
    if (message.watch && (!refused || isAbsent)) {
        const ClientWatch kind = isAbsent                               ? ClientWatch::Exist
                                 : message.operation == Operation::List ? ClientWatch::Children
                                                                        : ClientWatch::Data;
        session.watches.push_back({message.number, kind, message.path});
    }
    delivery.number = message.number;
    delivery.answer = std::move(message.answer);
    return delivery;
}

std::optional<Delivery> Ensemble::breakConnection(SessionNumber number)
{
    Session &session = m_sessions[number];
    unheard(session);
    session.toServer.clear();
    session.toClient.clear();
    session.parked.reset();
    session.link = Link::Down;
    ++session.breaks;
    session.brokenOrder = nextOrder();
    m_servers[static_cast<size_t>(session.server)].watches.removeAll(number);
    if (session.gone)
        return std::nullopt;
    Delivery delivery;
    delivery.what = Delivery::What::Disconnected;
    delivery.session = number;
    delivery.state = ConnectionState::Suspended;
    return delivery;
}

std::optional<Delivery> Ensemble::reconnect(SessionNumber number, int server)
{
    Session &session = m_sessions[number];
    Delivery delivery;
    delivery.session = number;
    if (session.ended && holds(Rule::ExpiryIsReported)) {
        endClient(session);
        delivery.what = Delivery::What::Ended;
        delivery.state = ConnectionState::Expired;
        return delivery;
    }
    session.link = Link::Up;
    session.server = server;
    setWatchesAgain(number);
    delivery.what = Delivery::What::Connected;
    return delivery;
}

std::optional<Delivery> Ensemble::ring(SessionNumber number, quint32 timer)
{
    stopTimer(number, timer);
    Delivery delivery;
    delivery.what = Delivery::What::Timer;
    delivery.session = number;
    delivery.number = timer;
    return delivery;
}

void Ensemble::endClient(Session &session)
{
    session.link = Link::Over;
    session.toServer.clear();
    session.toClient.clear();
    session.timers.clear();
    session.watches.clear();
}

const Request *Ensemble::arriving(SessionNumber number) const
{
    const Sent *first = m_sessions[number].arriving();
    return first ? &first->request : nullptr;
}

bool Ensemble::hasReplyUnderWay(SessionNumber number) const
{
    const Session &session = m_sessions[number];
    return session.parked || std::any_of(session.toClient.begin(), session.toClient.end(), [](const Message &message) {
               return !message.isEvent;
           });
}

bool Ensemble::isQuiet(SessionNumber number) const
{
    const Session &session = m_sessions[number];
    return session.toServer.empty() && session.toClient.empty() && !session.parked;
}

} // namespace lockscope::model
