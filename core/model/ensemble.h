// SPDX-License-Identifier: Apache-2.0
// A ZooKeeper in memory in which nothing happens by itself: what clients ask stands in queues, and choices()
// says what can happen next. A value: the same choices on equal ensembles come to equal ensembles, and a copy is a
// branch of its own. Never a thread, a clock or a promise: who waits for what is the matter of core/model/session.h.
//
// Kept as ZooKeeper 3.8 and its C client keep it: each connection carries requests one way, replies and events the
// other, in order each; events come before the reply that shows their effect; writes are decided by the leader, server
// 0, and reach the others in order, at their own pace. Not there: ACLs, TTL nodes (servers have them only where
// extendedTypesEnabled is set), the election of a leader, persistent watches.
#pragma once

#include "core/model/choice.h"
#include "core/model/request.h"
#include "core/model/tree.h"
#include "core/model/watches.h"

#include <chrono>

namespace lockscope::model {

struct EnsembleSpec
{
    int servers = 1;
    qint64 startMs = 1'600'000'000'000; ///< since the epoch: what the virtual clock says at first
};

/// How a request goes wrong on its way; the connection breaks with it.
enum class Loss : quint8 {
    Request, ///< lost before a server carried it out
    Reply,   ///< the request was carried out, the client hears nothing of it
};

/// A choice that is possible now.
struct Offer
{
    Choice choice;
    quint64 since = 0;    ///< the order in which they became possible: the least first is "in order"
    bool isFault = false; ///< need not happen, ever: a network that fails, a session that is given up
};

class Ensemble
{
public:
    explicit Ensemble(EnsembleSpec spec = {});

    // ---- what clients do; it takes effect when a choice lets it ----

    /// A new session, connected to \a server, which has caught up with it. \a name: for words(). The timeout is granted
    /// as it is.
    SessionNumber open(QString name, std::chrono::milliseconds timeout, int server = 0);
    /// Only of a session whose client believes to be connected.
    RequestNumber ask(SessionNumber session, Request request);
    /// Takes back the watch that a request left, if there is one: it will end no more.
    void takeBack(SessionNumber session, RequestNumber watch);
    /// A Timer will be delivered, not earlier than in so long, unless it is stopped.
    quint32 startTimer(SessionNumber session, std::chrono::milliseconds duration);
    void stopTimer(SessionNumber session, quint32 timer);
    /// The client's process is gone, without a CLOSE: what it sent may still arrive; nothing is delivered any more.
    void abandon(SessionNumber session);

    // ---- what is done to them ----

    /// The client stands still: nothing reaches it, and it is not heard of; what it sent before may arrive.
    void setPaused(SessionNumber session, bool paused);
    /// Nothing gets through, either way, although the connection stands.
    void setCutOff(SessionNumber session, bool cutOff);
    /// The next request of the session, or the next Create, breaks the connection when it arrives, or its reply does
    /// where it would reach the client: events before that still arrive.
    void loseNext(SessionNumber session, Loss loss, bool onlyCreates = false);
    /// Every further request of this kind is refused with \a code: stands in for ACLs and for old servers.
    void refuse(SessionNumber session, Operation operation, std::optional<NodeKind> kind, ErrorCode code);
    /// A write of no session, at once. Void where it is refused.
    void write(const WriteOp &op);
    void setCreates(const QString &directory, quint32 creates);

    // ---- what can happen ----

    /// Replaces \a offers. Each session's stand together.
    void choices(std::vector<Offer> &offers) const;
    bool isPossible(const Choice &choice) const;
    /// Lets it happen, which must be possible; what reaches a client by it, if anything does.
    std::optional<Delivery> happen(const Choice &choice);
    /// What happens, in words: "create of A arrives". The choice must be possible.
    Text words(const Choice &choice) const;

    // ---- a look from outside ----

    qint64 nowMs() const { return m_nowMs; } ///< since the epoch, on the virtual clock
    const Tree &tree(int server = 0) const { return m_servers[static_cast<size_t>(server)].tree; }
    const Watches &watches(int server = 0) const { return m_servers[static_cast<size_t>(server)].watches; }
    SessionNumber sessionCount() const { return static_cast<SessionNumber>(m_sessions.size()); }
    const QString &name(SessionNumber session) const { return m_sessions[session].name; }
    void setName(SessionNumber session, QString name) { m_sessions[session].name = std::move(name); }
    SessionId id(SessionNumber session) const { return m_sessions[session].id; }
    /// The ensemble has ended it; the client may not know.
    bool isEnded(SessionNumber session) const { return m_sessions[session].ended; }
    /// What its next Arrive carries out; null where nothing can arrive.
    const Request *arriving(SessionNumber session) const;
    /// Nothing is under way between it and its server.
    bool isQuiet(SessionNumber session) const;
    /// A request of its was carried out, and the reply is not there.
    bool hasReplyUnderWay(SessionNumber session) const;
    /// That it has asked, ever: the number of the newest.
    RequestNumber requestCount(SessionNumber session) const { return m_sessions[session].requests; }
    /// That were sent to it, ever.
    quint32 eventCount(SessionNumber session) const { return m_sessions[session].events; }

private:
    /// A session's connection.
    enum class Link : quint8 {
        Up,
        HungUp, ///< by the server, which has ended the session; the client has not seen it
        Down,   ///< and the client knows
        Over,   ///< the client knows that its session has ended
    };
    enum class ClientWatch : quint8 { Data, Exist, Children }; ///< as the C client keeps them
    struct Kept
    {
        RequestNumber number;
        ClientWatch kind;
        QString path;
    };
    struct Sent
    {
        RequestNumber number;
        quint64 order;
        Request request;
    };
    struct Message
    {
        bool isEvent = false;
        quint32 number = 0; ///< of the request, or of the event within its session
        quint64 order = 0;
        Operation operation = Operation::Get;
        bool watch = false;
        bool closes = false;
        bool isLost = false; ///< on the way: what is before it arrives, and then the connection breaks
        QString path = {};
        WatchEvent event = WatchEvent::Changed;
        Answer answer = {};
    };
    struct Parked
    {
        size_t position; ///< in the log, that its server has to reach
        Message message;
    };
    struct Timer
    {
        quint32 number;
        quint64 order;
        qint64 dueMs;
    };
    struct Staged
    {
        Loss loss;
        bool onlyCreates;
    };
    struct Refusal
    {
        Operation operation;
        std::optional<NodeKind> kind;
        ErrorCode code;
    };
    struct Session
    {
        QString name;
        SessionId id;
        qint64 timeoutMs = 0;
        int server = 0;
        Link link = Link::Up;
        bool gone = false;
        bool paused = false;
        bool cutOff = false;
        bool ended = false;      ///< at the leader
        qint64 heardMs = 0;      ///< where it is not heard of: since when
        quint64 brokenOrder = 0; ///< or hung up
        Zxid seen;               ///< the newest that reached the client
        RequestNumber requests = 0;
        RequestNumber heldFrom = 0; ///< while it is paused: those from this one on are not sent
        quint32 events = 0;
        quint32 breaks = 0;
        quint32 timersStarted = 0;
        std::vector<Sent> toServer = {};
        std::vector<Message> toClient = {};
        std::optional<Parked> parked = {};
        std::vector<Kept> watches = {}; ///< that the client keeps
        std::vector<Timer> timers = {};
        std::optional<Staged> staged = {};
        std::vector<Refusal> refusals = {};

        bool isHeardOf() const { return link == Link::Up && !gone && !paused && !cutOff; }
        bool isDue(qint64 nowMs) const { return nowMs >= heardMs + timeoutMs; }
        const Sent *arriving() const;
    };
    struct Server
    {
        Tree tree;
        Watches watches;
        size_t applied = 0; ///< of the log
    };

    // What happens at a server.
    std::optional<Delivery> arrive(SessionNumber number);
    void carryOut(SessionNumber number, const Sent &sent, bool losesReply);
    Answer read(Session &session, SessionNumber number, const Request &request);
    Answer decide(Session &session, const Request &request);
    Answer decideMulti(Session &session, const std::vector<WriteOp> &ops);
    void end(SessionNumber number, bool expired);
    void commit(Transaction transaction);
    void applyAt(int server, const Transaction &transaction);
    void fire(Server &server, const Change &change);
    void sendEvent(SessionNumber number, const QString &path, WatchEvent event);
    void reply(Session &session, Message message);
    void catchUp(int server);
    void setWatchesAgain(SessionNumber number);
    void leaveIfGone(SessionNumber number);

    // What happens at a client.
    std::optional<Delivery> deliver(SessionNumber number);
    std::optional<Delivery> breakConnection(SessionNumber number);
    std::optional<Delivery> reconnect(SessionNumber number, int server);
    std::optional<Delivery> ring(SessionNumber number, quint32 timer);
    void endClient(Session &session);
    void unheard(Session &session);

    void sessionChoices(SessionNumber number, std::vector<Offer> &offers) const;
    std::optional<qint64> nextDue() const;
    Transaction newTransaction();
    quint64 nextOrder() { return ++m_order; }
    Server &leader() { return m_servers.front(); }
    bool hasFollowers() const { return m_servers.size() > 1; }

    std::vector<Server> m_servers;
    std::vector<Session> m_sessions;
    std::vector<Transaction> m_log; ///< empty where there is one server: none has to catch up
    size_t m_committed = 0;
    qint64 m_nowMs;
    qint64 m_zxid = 0;
    quint64 m_order = 0;
};

} // namespace lockscope::model
