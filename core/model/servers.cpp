// SPDX-License-Identifier: Apache-2.0
// What the ensemble's servers do: requests carried out, transactions decided by the leader and applied by each server
// at its own pace, and events for sessions that watch.
#include "core/model/ensemble.h"

#include "core/base/path.h"
#include "core/model/rules.h"

#include <algorithm>
#include <utility>

namespace lockscope::model {

namespace {

bool isWrite(Operation operation)
{
    return operation == Operation::Create || operation == Operation::Set || operation == Operation::Delete
           || operation == Operation::Multi;
}

Answer refusedWith(ErrorCode code)
{
    Answer answer;
    answer.refused = code;
    return answer;
}

} // namespace

// ---- a request ----

std::optional<Delivery> Ensemble::arrive(SessionNumber number)
{
    Session &session = m_sessions[number];
    const auto oldest = holds(Rule::Order) ? session.toServer.begin() : std::prev(session.toServer.end());
    const Sent sent = std::move(*oldest);
    session.toServer.erase(oldest);
    const bool isMeant =
        session.staged && (!session.staged->onlyCreates || sent.request.operation == Operation::Create);
    const auto staged = isMeant ? std::exchange(session.staged, {}) : std::nullopt;
    bool isLost = staged && staged->loss == Loss::Request;
    if (!holds(isLost ? Rule::LostRequest : Rule::LostReply))
        isLost = staged && !isLost;
    if (!isLost)
        carryOut(number, sent, staged.has_value());
    leaveIfGone(number);
    return isLost ? breakConnection(number) : std::nullopt;
}

/// The connection of a process that has ended is closed once all has arrived that was sent on it.
void Ensemble::leaveIfGone(SessionNumber number)
{
    const Session &session = m_sessions[number];
    if (session.gone && session.toServer.empty())
        m_servers[static_cast<size_t>(session.server)].watches.removeAll(number);
}

void Ensemble::carryOut(SessionNumber number, const Sent &sent, bool losesReply)
{
    Session &session = m_sessions[number];
    const Request &request = sent.request;
    Message message;
    message.number = sent.number;
    message.operation = request.operation;
    message.watch = request.watch;
    message.closes = request.closesSession;
    message.isLost = losesReply;
    message.path = request.path;
    const auto refusal =
        std::find_if(session.refusals.begin(), session.refusals.end(), [&request](const Refusal &each) {
            return each.operation == request.operation && (!each.kind || each.kind == request.kind);
        });
    if (request.closesSession) {
        m_servers[static_cast<size_t>(session.server)].watches.removeAll(number);
        end(number, false);
        if (session.link == Link::HungUp) { // the reply is the last that it hears
            reply(session, std::move(message));
            return;
        }
    } else if (refusal != session.refusals.end()) {
        message.answer = refusedWith(refusal->code);
    } else if (isWrite(request.operation) && session.ended) {
        message.answer = refusedWith(ErrorCode::SessionExpired); // the session's own server has not heard yet
    } else if (request.operation == Operation::Multi) {
        message.answer = decideMulti(session, request.ops);
    } else if (isWrite(request.operation)) {
        message.answer = decide(session, request);
    } else {
        message.answer = read(session, number, request);
    }
    const bool waits = isWrite(request.operation)             ? holds(Rule::OwnWritesAreSeen)
                       : request.operation == Operation::Sync ? holds(Rule::SyncWaits)
                                                              : request.closesSession;
    if (waits && m_servers[static_cast<size_t>(session.server)].applied < m_committed)
        session.parked = Parked{m_committed, std::move(message)};
    else
        reply(session, std::move(message));
}

Answer Ensemble::read(Session &session, SessionNumber number, const Request &request)
{
    Server &server = m_servers[static_cast<size_t>(session.server)];
    Answer answer;
    if (request.operation == Operation::Sync)
        return answer;
    if (request.operation == Operation::RemoveWatches) {
        if (holds(Rule::RemoveWatch) && !server.watches.remove(request.watchKind, request.path, number))
            answer.refused = ErrorCode::NoWatcher;
        return answer;
    }
    const Node *node = server.tree.find(request.path);
    const WatchKind kind = request.operation == Operation::List ? WatchKind::Children : WatchKind::Node;
    if (request.watch && (node || request.operation == Operation::Exists || !holds(Rule::FailedReadNoWatch)))
        server.watches.add(kind, request.path, number);
    if (!node)
        return refusedWith(ErrorCode::NoNode);
    answer.stat = node->shown();
    if (request.operation == Operation::Get)
        answer.data = node->data;
    if (request.operation == Operation::List) {
        for (const QString &name : node->children)
            answer.names.append(name);
    }
    return answer;
}

/// One write, by the leader.
Answer Ensemble::decide(Session &session, const Request &request)
{
    const WriteOp op{request.operation, request.path, request.data, request.version, request.kind};
    auto change = leader().tree.judge(op, session.id);
    Transaction transaction = newTransaction(); // a refusal takes a number too
    if (!change) {
        commit(std::move(transaction));
        return refusedWith(change.error());
    }
    Answer answer;
    answer.path = (*change)->path;
    transaction.changes.push_back(std::move(**change));
    commit(std::move(transaction));
    if (const Node *node = leader().tree.find(answer.path))
        answer.stat = node->shown();
    return answer;
}

/// Several, all or none, each judged as if those before it had been carried out.
Answer Ensemble::decideMulti(Session &session, const std::vector<WriteOp> &ops)
{
    Answer answer;
    Tree tried = leader().tree;
    Transaction transaction = newTransaction();
    answer.multi.stats.resize(ops.size());
    for (size_t i = 0; i < ops.size(); ++i) {
        const Tree &judging = holds(Rule::TransactionSeesItself) ? tried : leader().tree;
        auto change = judging.judge(ops[i], session.id);
        if (!change) {
            answer.multi.refused = Error{change.error(), operationName(ops[i].operation), ops[i].path, {}};
            answer.multi.refusedAt = static_cast<int>(i);
            answer.multi.stats.assign(ops.size(), std::nullopt);
            if (holds(Rule::AllOrNone))
                transaction.changes.clear();
            break;
        }
        if (!*change)
            continue;
        tried.apply(**change, transaction.zxid, transaction.timeMs);
        if (ops[i].operation == Operation::Set && tried.find(ops[i].path))
            answer.multi.stats[i] = tried.find(ops[i].path)->shown();
        transaction.changes.push_back(std::move(**change));
    }
    commit(std::move(transaction));
    return answer;
}

void Ensemble::reply(Session &session, Message message)
{
    if (session.gone)
        return;
    message.answer.zxid = tree(session.server).zxid();
    message.order = nextOrder();
    auto place = session.toClient.end();
    while (!holds(Rule::EventFirst) && place != session.toClient.begin() && std::prev(place)->isEvent)
        --place;
    session.toClient.insert(place, std::move(message));
}

// ---- transactions ----

Transaction Ensemble::newTransaction()
{
    Transaction transaction;
    transaction.zxid = Zxid{++m_zxid};
    transaction.timeMs = m_nowMs;
    return transaction;
}

/// The session is over for the ensemble, and its nodes go.
void Ensemble::end(SessionNumber number, bool expired)
{
    Session &session = m_sessions[number];
    if (std::exchange(session.ended, true))
        return;
    Transaction transaction = newTransaction();
    transaction.ended = session.id;
    if (holds(expired ? Rule::ExpiryEndsNodes : Rule::Ephemeral)) {
        for (const QString &path : leader().tree.ephemerals(session.id))
            transaction.changes.push_back({Operation::Delete, path});
    }
    commit(std::move(transaction));
}

void Ensemble::commit(Transaction transaction)
{
    ++m_committed;
    if (!hasFollowers()) {
        leader().applied = m_committed;
        applyAt(0, transaction);
        return;
    }
    m_log.push_back(std::move(transaction));
    catchUp(0);
    for (int server = 1; server < static_cast<int>(m_servers.size()) && !holds(Rule::Lag); ++server)
        catchUp(server);
}

/// By one transaction.
void Ensemble::catchUp(int number)
{
    Server &server = m_servers[static_cast<size_t>(number)];
    applyAt(number, m_log[server.applied]);
    ++server.applied;
    for (Session &session : m_sessions) {
        if (session.server == number && session.parked && session.parked->position <= server.applied) {
            Parked parked = std::move(*session.parked);
            session.parked.reset();
            reply(session, std::move(parked.message));
        }
    }
}

void Ensemble::applyAt(int number, const Transaction &transaction)
{
    Server &server = m_servers[static_cast<size_t>(number)];
    for (const Change &change : transaction.changes) {
        server.tree.apply(change, transaction.zxid, transaction.timeMs);
        fire(server, change);
    }
    server.tree.reach(transaction.zxid);
    if (transaction.ended.isNull())
        return;
    for (SessionNumber each = 0; each < sessionCount(); ++each) {
        Session &session = m_sessions[each];
        if (session.id != transaction.ended || session.server != number || session.link != Link::Up)
            continue;
        session.link = Link::HungUp;
        session.brokenOrder = nextOrder();
        session.toServer.clear();
        server.watches.removeAll(each);
    }
}

// ---- watches ----

void Ensemble::fire(Server &server, const Change &change)
{
    const auto fireAt = [&](Rule rule, WatchKind kind, const QString &path, WatchEvent event,
                            const Watches::Sessions &alreadyNotified = {}) {
        if (!holds(rule))
            return Watches::Sessions();
        auto watching = server.watches.take(kind, path);
        for (const SessionNumber session : watching) {
            if (!holds(Rule::OneShot))
                server.watches.add(kind, path, session);
            if (std::find(alreadyNotified.begin(), alreadyNotified.end(), session) == alreadyNotified.end())
                sendEvent(session, path, event);
        }
        return watching;
    };
    switch (change.what) {
    case Operation::Create: fireAt(Rule::CreateWatch, WatchKind::Node, change.path, WatchEvent::Created); break;
    case Operation::Set: fireAt(Rule::DataWatch, WatchKind::Node, change.path, WatchEvent::Changed); return;
    default: {
        const auto fired = fireAt(Rule::DeleteWatch, WatchKind::Node, change.path, WatchEvent::Deleted);
        fireAt(Rule::DeleteWatch, WatchKind::Children, change.path, WatchEvent::Deleted, fired);
        break;
    }
    }
    fireAt(Rule::ChildWatch, WatchKind::Children, parentPath(change.path), WatchEvent::ChildrenChanged);
}

void Ensemble::sendEvent(SessionNumber number, const QString &path, WatchEvent event)
{
    Session &session = m_sessions[number];
    if (session.gone || session.link != Link::Up)
        return;
    Message message;
    message.isEvent = true;
    message.number = ++session.events;
    message.order = nextOrder();
    message.path = path;
    message.event = event;
    session.toClient.push_back(std::move(message));
}

/// As servers do for a client that is back: what happened to its nodes since the newest zxid that it saw comes as
/// events now; the other watches are set.
void Ensemble::setWatchesAgain(SessionNumber number)
{
    if (!holds(Rule::WatchesSetAgain))
        return;
    Session &session = m_sessions[number];
    Server &server = m_servers[static_cast<size_t>(session.server)];
    for (const ClientWatch kind : {ClientWatch::Data, ClientWatch::Exist, ClientWatch::Children}) {
        for (const Kept &kept : session.watches) {
            if (kept.kind != kind)
                continue;
            const Node *node = server.tree.find(kept.path);
            std::optional<WatchEvent> missed;
            if (!holds(Rule::MissedEvents))
                missed = std::nullopt;
            else if (kind == ClientWatch::Exist)
                missed = node ? std::optional(WatchEvent::Created) : std::nullopt;
            else if (!node)
                missed = WatchEvent::Deleted;
            else if (kind == ClientWatch::Data && node->stat.mzxid > session.seen)
                missed = WatchEvent::Changed;
            else if (kind == ClientWatch::Children && node->stat.pzxid > session.seen)
                missed = WatchEvent::ChildrenChanged;
            if (missed)
                sendEvent(number, kept.path, *missed);
            else
                server.watches.add(kind == ClientWatch::Children ? WatchKind::Children : WatchKind::Node, kept.path,
                                   number);
        }
    }
}

} // namespace lockscope::model
