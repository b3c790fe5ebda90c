// SPDX-License-Identifier: Apache-2.0
#include "core/trial/conversation.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/zk/servercode.h"

#include <algorithm>
#include <utility>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using locks::LockState;

// ---- what it says ----

std::optional<Word> Word::read(const QString &line)
{
    const QString word = line.section(u' ', 0, 0);
    const QString rest = line.section(u' ', 1).trimmed();
    if (word == "acquired"_L1)
        return Word{Kind::Acquired, rest};
    if (word == "released"_L1 && rest.isEmpty())
        return Word{Kind::Released, {}};
    if (word == "lost"_L1 && rest.isEmpty())
        return Word{Kind::Lost, {}};
    if (word == "timed-out"_L1 && rest.isEmpty())
        return Word{Kind::TimedOut, {}};
    if (word == "failed"_L1)
        return Word{Kind::Failed, rest};
    return std::nullopt;
}

namespace {

/// A number, decimal or with 0x in front; null for anything else.
std::optional<Zxid> tokenFrom(const QString &text)
{
    bool ok = false;
    const qint64 token = text.startsWith("0x"_L1) ? text.mid(2).toLongLong(&ok, 16) : text.toLongLong(&ok);
    return ok ? std::optional(Zxid{token}) : std::nullopt;
}

} // namespace

void Conversation::says(const Word &word)
{
    if (m_silent)
        return;
    switch (word.kind) {
    case Word::Kind::Acquired: {
        if (m_state == LockState::Retained) { // once more
            ++m_entries;
            become(LockState::Retained);
            return;
        }
        if (m_state == LockState::Releasing)
            rest();
        if (m_state != LockState::Fetching)
            become(LockState::Fetching);
        const Node *node = holdingNode();
        m_node = node ? node->path : QString();
        // Where the client writes one, the czxid does not stand in for it: 0, which some count from, and what is no
        // number are none to compare.
        const auto token = tokenFrom(word.text);
        m_tellsTokens = m_tellsTokens || token;
        m_token = token ? *token : node && !m_tellsTokens && word.text.isEmpty() ? node->czxid : Zxid();
        if (!token && !word.text.isEmpty() && !std::exchange(m_notedUnreadToken, true))
            m_sink.write(journal::Notice{locks::Finding::Severity::Warning,
                                         Text::en("%1 told a fencing token that is no number: “%2”. It is not "
                                                  "judged.")
                                             .arg(m_name, word.text.left(40))});
        const auto name = locks::parseName(baseName(m_node));
        m_mode = name ? name->mode : locks::Mode::Exclusive;
        m_entries = 1;
        ++m_grants;
        become(LockState::Retained);
        return;
    }
    case Word::Kind::Released:
        if (m_state == LockState::Retained && m_entries > 1) {
            --m_entries;
            become(LockState::Retained);
            return;
        }
        if (m_state == LockState::Retained)
            become(LockState::Releasing);
        rest();
        return;
    case Word::Kind::Lost:
        rest(Error{
            m_connection == ConnectionState::Expired ? ErrorCode::SessionExpired : ErrorCode::NotHeld, {}, m_lock, {}});
        return;
    case Word::Kind::TimedOut:
    case Word::Kind::Failed: {
        const bool timedOut = word.kind == Word::Kind::TimedOut;
        const Error error{timedOut ? ErrorCode::AcquireTimeout : ErrorCode::Other, u"acquire"_s, m_lock,
                          timedOut ? Text() : Text::verbatim(word.text)};
        if (m_state != LockState::Fetching && m_state != LockState::Releasing)
            become(LockState::Fetching);
        if (m_state == LockState::Fetching)
            become(LockState::Releasing, error);
        rest(error);
        return;
    }
    }
}

/// From a node to another one: it changes only how it holds, as a writer that goes on as a reader.
void Conversation::holdBy(const Node &node)
{
    const auto name = locks::parseName(baseName(node.path));
    m_node = node.path;
    m_token = m_tellsTokens ? m_token : node.czxid;
    m_mode = name ? name->mode : locks::Mode::Exclusive;
    become(LockState::Retained);
}

void Conversation::rest(std::optional<Error> error)
{
    m_entries = 0;
    become(LockState::Released, std::move(error));
}

void Conversation::become(LockState state, std::optional<Error> error)
{
    m_state = state;
    if (state != LockState::Retained)
        m_token = {};
    if (state == LockState::Released || (state == LockState::Fetching && !holdingNode()))
        m_node.clear();
    if (m_silent)
        return;
    m_sink.write(journal::ClientLockState{m_id, state, m_node, m_token, m_grants, std::move(error),
                                          state == LockState::Retained ? m_entries : 0, m_mode});
}

// ---- its life ----

Conversation::Conversation(ClientId id, QString name, const QString &lock, journal::EventSink &sink)
    : m_id(id)
    , m_name(std::move(name))
    , m_lock(lock)
    , m_places(lock)
    , m_sink(sink)
{
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        if (shape.leases.isEmpty())
            m_places += lock + shape.queue;
    }
}

void Conversation::isGone()
{
    m_silent = true;
    for (auto &[number, link] : m_links)
        link.isOurs = false;
    if (m_current && !lockscope::isOver(m_connection))
        connection(ConnectionState::Closed);
    endSession();
}

void Conversation::beginsAgain()
{
    m_silent = m_hasConnected = m_usesLock = m_hasAttempted = m_notedSecondSession = false;
    m_state = LockState::Free;
    m_node.clear();
    m_entries = 0;
}

std::optional<Conversation::LiveSession> Conversation::session() const
{
    return sessionIsOver() ? std::nullopt : m_current;
}

void Conversation::connection(ConnectionState state)
{
    if (state == m_connection)
        return;
    m_connection = state;
    m_sink.write(journal::ClientConnection{m_id, state, m_current ? m_current->id : SessionId()});
}

/// What was of the session goes with it.
void Conversation::endSession()
{
    m_current.reset();
    m_nodes.clear();
    m_doubtful.clear();
    m_watches.clear();
    m_staying.clear();
}

// ---- its connections ----

void Conversation::greeted(int connection, Link &link, const Greeting &greeting)
{
    const bool isRefused = greeting.session.isNull();
    if (isRefused) {
        if (m_current && m_current->id == link.wanted) {
            link.isOurs = true;
            this->connection(ConnectionState::Expired);
            endSession();
        }
        return;
    }
    const bool isAnother = m_current && m_current->id != greeting.session && !lockscope::isOver(m_connection);
    const bool isTaken = isAnother && std::ranges::any_of(m_links, [&](const auto &entry) {
                             return entry.first != connection && entry.second.isOurs;
                         });
    link.session = greeting.session;
    link.greeted = LiveSession{greeting.session, greeting.password, greeting.timeoutMs};
    if (!isTaken)
        follow(link);
}

/// From now on what passes there is written into the journal.
void Conversation::follow(Link &link)
{
    link.isOurs = true;
    m_hasConnected = true;
    if (!m_current || m_current->id != link.session) {
        endSession();
        m_connection = ConnectionState::Connecting;
    }
    link.watchesPending = true; // a server knows them by the connection
    m_current = link.greeted;
    connection(ConnectionState::Connected);
}

/// A process may have sessions for other things: that in which it first asks for the lock is the one that counts.
void Conversation::chooseSession(Link &link, const Asked &asked)
{
    const auto isOfLock = [this](const Asked &one) { return isAtOrBelow(one.path, m_lock); };
    const auto isAttempt = [this](const Asked &one) { return one.kind == Asked::Kind::Create && contends(one); };
    if (!isOfLock(asked) && std::ranges::none_of(asked.parts, isOfLock))
        return;
    const bool attempts = isAttempt(asked) || std::ranges::any_of(asked.parts, isAttempt);
    // One that makes the directory, or looks at it, need not be the one that takes the lock.
    const bool isNext = attempts ? !m_hasAttempted : !m_usesLock;
    if (!link.isOurs && link.greeted && !m_silent && isNext) {
        for (auto &[number, other] : m_links)
            other.isOurs = false;
        follow(link);
    }
    m_usesLock = m_usesLock || link.isOurs;
    m_hasAttempted = m_hasAttempted || (attempts && link.isOurs);
    if (link.isOurs || m_silent || !attempts || std::exchange(m_notedSecondSession, true))
        return;
    m_sink.write(journal::Notice{
        locks::Finding::Severity::Note,
        Text::en("%1 asks for its lock in a second session beside its first: what it does there is not judged.")
            .arg(m_name)});
}

std::optional<Asked> Conversation::asks(int connection, bool handshake, const QByteArray &frame)
{
    Link &link = m_links[connection];
    if (handshake) {
        if (const auto greeting = Greeting::ofClient(frame))
            link.wanted = greeting->session;
        return std::nullopt;
    }
    const auto asked = Asked::read(frame);
    if (asked)
        chooseSession(link, *asked);
    if (!asked || !link.isOurs)
        return asked;
    if (asked->watchesAgain || asked->kind != Asked::Kind::Aside) {
        if (std::exchange(link.watchesPending, false))
            keepWatches(asked->watchesAgain
                            ? std::set<WatchKey>(asked->watchesAgain->begin(), asked->watchesAgain->end())
                            : std::set<WatchKey>());
    }
    if (asked->kind == Asked::Kind::Aside)
        return asked;
    if (asked->kind == Asked::Kind::CloseSession) {
        link.closing = true;
        if (m_state == LockState::Fetching || m_state == LockState::Retained)
            become(LockState::Releasing);
        return asked;
    }
    Pending pending{*asked, 0, m_sink.clockNs(), {}};
    if (asked->kind == Asked::Kind::Multi) {
        for (const Asked &part : asked->parts)
            pending.partCalls.push_back(tellRequest(part));
    } else {
        pending.call = tellRequest(*asked);
    }
    link.pending.insert_or_assign(asked->xid, std::move(pending));
    return asked;
}

quint64 Conversation::tellRequest(const Asked &asked)
{
    if (asked.kind == Asked::Kind::Create && contends(asked) && m_state != LockState::Retained
        && m_state != LockState::Fetching) {
        if (m_state == LockState::Releasing)
            rest();
        become(LockState::Fetching);
    }
    if (asked.kind == Asked::Kind::Delete) {
        const auto own = std::ranges::find(m_nodes, asked.path, &Node::path);
        if (own != m_nodes.end()) {
            own->deleteAsked = true;
            if (m_state == LockState::Retained && own->isContender) {
                const Node *other = holdingNode();
                if (!other)
                    become(LockState::Releasing);
                else if (own->path == m_node)
                    holdBy(*other);
            }
        }
    }
    const quint64 call = ++m_calls;
    m_sink.write(journal::ClientRequest{m_id, asked.operation, asked.path, call});
    return call;
}

void Conversation::isAnswered(int connection, bool handshake, const QByteArray &frame, bool lost)
{
    Link &link = m_links[connection];
    if (handshake) {
        if (const auto greeting = Greeting::ofServer(frame); greeting && !lost)
            greeted(connection, link, *greeting);
        return;
    }
    const auto xid = Answer::xidOf(frame);
    if (!xid)
        return;
    if (*xid == Answer::eventXid) {
        const auto event = Answer::read(frame, nullptr);
        if (event && event->event && link.isOurs && !lost)
            fired(*event);
        return;
    }
    const auto found = link.pending.find(*xid);
    if (found == link.pending.end())
        return;
    lost = lost || m_silent; // no client is left to read it, but it still shows what the server did
    const Pending pending = found->second;
    if (!lost)
        link.pending.erase(found);
    const auto answer = Answer::read(frame, &pending.asked);
    if (!answer)
        return;
    if (lost)
        found->second.isAnswered = true;
    if (pending.asked.kind != Asked::Kind::Multi) {
        tellReply(pending.asked, *answer, pending.call, pending.sentNs, link.session, lost);
        return;
    }
    for (size_t i = 0; i < pending.asked.parts.size(); ++i) {
        Answer part = i < answer->parts.size() ? answer->parts[i] : *answer;
        if (part.error == 0)
            part.error = answer->error; // one was refused, and so all
        tellReply(pending.asked.parts[i], part, pending.partCalls[i], pending.sentNs, link.session, lost);
    }
}

void Conversation::tellReply(const Asked &asked, const Answer &answer, quint64 call, qint64 sentNs, SessionId session,
                             bool lost)
{
    const ErrorCode code = zk::errorCodeOf(answer.error);
    // NoNode is a good answer to an exists that leaves a watch.
    const bool isAbsence = asked.kind == Asked::Kind::Exists && asked.watch && code == ErrorCode::NoNode;
    const bool isGood = answer.error == 0;
    if (!lost) {
        std::optional<Error> error;
        if (!isGood && !isAbsence)
            error = Error{code, asked.operation, asked.path,
                          code == ErrorCode::Other ? Text::verbatim(QString::number(answer.error)) : Text()};
        Zxid shows;
        if (isGood && asked.kind == Asked::Kind::Create)
            shows = answer.zxid;
        else if (isGood && answer.stat)
            shows = asked.kind == Asked::Kind::List ? answer.stat->pzxid : answer.stat->mzxid;
        m_sink.write(journal::ClientReply{m_id, asked.operation, asked.path, std::move(error),
                                          m_sink.clockNs() - sentNs, call, shows});
    }
    if (isGood)
        findDoubtful(asked, answer);
    if (isGood && asked.kind == Asked::Kind::Create) {
        madeNode(asked, answer, session);
    } else if (isGood && asked.kind == Asked::Kind::Delete) {
        m_sink.write(journal::ServerNode{m_id, asked.path, journal::ServerNode::Life::Gone, {}, {}});
        nodeGone(asked.path);
    } else if (isGood && answer.stat && (asked.kind == Asked::Kind::Exists || asked.kind == Asked::Kind::Get)) {
        m_sink.write(journal::ServerNode{m_id, asked.path, journal::ServerNode::Life::Seen, answer.stat->czxid,
                                         answer.stat->owner()});
    } else if (asked.kind == Asked::Kind::Delete && code == ErrorCode::NoNode) {
        nodeGone(asked.path);
    } else if (asked.kind == Asked::Kind::Delete) {
        if (const auto own = std::ranges::find(m_nodes, asked.path, &Node::path); own != m_nodes.end())
            own->deleteAsked = false;
    }
    if ((isGood || isAbsence) && !lost) // it goes with the connection, which a lost answer ends
        tellWatch(asked);
}

void Conversation::keepWatches(const std::set<WatchKey> &kept)
{
    const auto watches = m_watches;
    for (const WatchKey &watch : watches) {
        if (kept.contains(watch))
            continue;
        m_watches.erase(watch);
        m_staying.erase(watch);
        m_sink.write(journal::ClientWatchEnded{m_id, watch.first});
    }
}

void Conversation::tellWatch(const Asked &asked)
{
    const auto set = [this](const WatchKey &key) {
        if (m_watches.insert(key).second) // a second one on a path is the same
            m_sink.write(journal::ClientWatchSet{m_id, key.first, key.second});
    };
    if (asked.watch) {
        set({asked.path, asked.ofChildren});
    } else if (asked.kind == Asked::Kind::AddWatch) {
        for (const bool ofChildren : {false, true}) {
            m_staying.insert({asked.path, ofChildren});
            set({asked.path, ofChildren});
        }
    } else if (asked.kind == Asked::Kind::RemoveWatches) {
        for (const bool ofChildren : {false, true}) {
            m_staying.erase({asked.path, ofChildren});
            if (m_watches.erase({asked.path, ofChildren}) > 0)
                m_sink.write(journal::ClientWatchEnded{m_id, asked.path});
        }
    }
}

void Conversation::fired(const Answer &event)
{
    const bool ofChildren = *event.event == WatchEvent::ChildrenChanged;
    const WatchKey key{event.path, ofChildren};
    m_watches.erase(key);
    m_sink.write(journal::ClientWatchFired{m_id, *event.event, event.path});
    const WatchKey other{event.path, !ofChildren};
    // A node's Deleted event ends both its data watch and its child watch.
    if (*event.event == WatchEvent::Deleted && m_watches.erase(other) > 0)
        m_sink.write(journal::ClientWatchEnded{m_id, event.path});
    for (const WatchKey &staying : {key, other}) {
        if (m_staying.contains(staying) && m_watches.insert(staying).second)
            m_sink.write(journal::ClientWatchSet{m_id, staying.first, staying.second});
    }
}

void Conversation::connectionOver(int connection)
{
    const auto found = m_links.find(connection);
    if (found == m_links.end())
        return;
    const Link link = std::move(found->second);
    m_links.erase(found);
    std::vector<std::pair<quint64, const Asked *>> unanswered;
    for (const auto &[xid, pending] : link.pending) {
        if (pending.asked.kind != Asked::Kind::Multi)
            unanswered.emplace_back(pending.call, &pending.asked);
        for (size_t i = 0; i < pending.partCalls.size(); ++i)
            unanswered.emplace_back(pending.partCalls[i], &pending.asked.parts[i]);
    }
    std::ranges::sort(unanswered);
    if (!m_silent) {
        for (const auto &[call, asked] : unanswered)
            m_sink.write(journal::ClientReply{
                m_id,
                asked->operation,
                asked->path,
                Error{link.closing ? ErrorCode::Closed : ErrorCode::ConnectionLoss, asked->operation, asked->path, {}},
                0,
                call,
                {}});
    }
    if (!link.isOurs || !m_current)
        return;
    for (const auto &[xid, pending] : link.pending) {
        if (pending.asked.kind == Asked::Kind::Create && !pending.isAnswered && contends(pending.asked))
            m_doubtful.push_back(pending.asked);
        // What its library then sets again, since it cannot know, is not held against it.
        if (pending.asked.kind == Asked::Kind::RemoveWatches)
            tellWatch(pending.asked);
    }
    if (!link.closing) {
        if (std::ranges::none_of(m_links, [](const auto &entry) { return entry.second.isOurs; }))
            this->connection(ConnectionState::Suspended);
        return;
    }
    this->connection(ConnectionState::Closed);
    endSession();
    if (m_state != LockState::Free && m_state != LockState::Released)
        rest();
}

// ---- its nodes ----

bool Conversation::contends(const Asked &create) const
{
    return std::ranges::any_of(m_places, [&](const QString &place) {
        if (create.path == place)
            return create.ephemeral;
        return isAtOrBelow(create.path, place) && (create.ephemeral || create.sequential);
    });
}

void Conversation::madeNode(const Asked &asked, const Answer &answer, SessionId session)
{
    const QString path = answer.path.isEmpty() ? asked.path : answer.path;
    const Zxid czxid = answer.stat ? answer.stat->czxid : answer.zxid;
    const bool isContender = contends(asked);
    m_nodes.push_back({path, czxid, asked.ephemeral, isContender, false});
    m_sink.write(journal::ServerNode{m_id, path, journal::ServerNode::Life::Born, czxid,
                                     asked.ephemeral ? session : SessionId()});
    if (!isContender || m_state != LockState::Fetching)
        return;
    m_node = path;
    become(LockState::Fetching);
}

/// The client finds such a node by what it chose of its name, and so does this; a name that any client writes proves
/// nothing.
void Conversation::findDoubtful(const Asked &asked, const Answer &answer)
{
    std::erase_if(m_doubtful, [&](const Asked &create) {
        QString path;
        Zxid czxid;
        if (asked.kind == Asked::Kind::List && asked.path == parentPath(create.path)) {
            const auto isIt = [base = baseName(create.path), &create](const QString &name) {
                const auto parsed = locks::parseName(name);
                return create.sequential ? name.startsWith(base) && parsed && !parsed->token.isEmpty() : name == base;
            };
            const auto child = std::ranges::find_if(answer.children, isIt);
            if (child == answer.children.end())
                return true; // it was not made
            if (create.sequential)
                path = joinPath(asked.path, *child);
        } else if (asked.path == create.path && answer.stat && m_current && answer.stat->owner() == m_current->id) {
            path = create.path;
            czxid = answer.stat->czxid;
        }
        if (path.isEmpty())
            return false;
        m_nodes.push_back({path, czxid, create.ephemeral, true, false});
        if (m_state == LockState::Fetching) {
            m_node = path;
            become(LockState::Fetching);
        }
        return true;
    });
}

void Conversation::nodeGone(const QString &path)
{
    std::erase_if(m_nodes, [&](const Node &node) { return node.path == path; });
}

/// The newest of its nodes in the lock that it has not asked to delete.
const Conversation::Node *Conversation::holdingNode() const
{
    const auto found = std::find_if(m_nodes.rbegin(), m_nodes.rend(),
                                    [](const Node &node) { return node.isContender && !node.deleteAsked; });
    return found == m_nodes.rend() ? nullptr : &*found;
}

} // namespace lockscope::trial
