// SPDX-License-Identifier: Apache-2.0
// One client of another program, read from its relay and its output: what passes on its connections becomes the
// journal events of a simulated client, and what it says what it believes. What it does not say is taken from what it
// asks: a contender's node begins an attempt, the delete of the node by which it holds ends the hold.
// Never stages a fault, and changes nothing that passes.
#pragma once

#include "core/journal/journal.h"
#include "core/trial/wire.h"

#include <QStringList>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lockscope::trial {

/// A line of its output: the whole protocol.
struct Word
{
    enum class Kind { Acquired, Released, Lost, TimedOut, Failed };

    Kind kind = Kind::Acquired;
    QString text; ///< the fencing token, or why it failed

    /// Nothing where a line is none of these.
    static std::optional<Word> read(const QString &line);
};

class Conversation
{
public:
    /// \a sink must outlive it.
    Conversation(ClientId id, QString name, const QString &lock, journal::EventSink &sink);

    // ---- on its connections, in the order in which it passes ----

    /// What it asks; nothing of a handshake, and of what cannot be read.
    std::optional<Asked> asks(int connection, bool handshake, const QByteArray &frame);

    /// \a lost: it will not come to the client.
    void isAnswered(int connection, bool handshake, const QByteArray &frame, bool lost);
    void connectionOver(int connection);

    // ---- what it says, and what becomes of it ----

    void says(const Word &word);
    /// Its process was killed or has ended: it says nothing any more, and its connections are not followed.
    void isGone();
    /// A new process, that knows of nothing.
    void beginsAgain();

    ClientId id() const { return m_id; }
    const QString &name() const { return m_name; }
    locks::LockState state() const { return m_state; }
    int grants() const { return m_grants; }
    /// It was connected at least once since it began.
    bool hasConnected() const { return m_hasConnected; }
    /// It has closed its session, or the server has ended it.
    bool sessionIsOver() const { return !m_current || lockscope::isOver(m_connection); }

    struct LiveSession
    {
        SessionId id;
        QByteArray password;
        int timeoutMs = 0;
    };
    /// Nothing while it has none that may live.
    std::optional<LiveSession> session() const;

private:
    struct Pending
    {
        Asked asked;
        quint64 call = 0;
        qint64 sentNs = 0;
        std::vector<quint64> partCalls;
        bool isAnswered = false; ///< by the server, though the client never hears of it
    };
    struct Link
    {
        SessionId wanted;
        SessionId session;                       ///< that the server gave
        std::optional<LiveSession> greeted = {}; ///< the same, with what it takes to go on with it
        bool isOurs = false;                     ///< its session is followed: a process may have others
        bool closing = false;
        bool watchesPending = false; ///< of the connection before: gone unless they are set again
        std::map<qint32, Pending> pending;
    };
    struct Node
    {
        QString path;
        Zxid czxid;
        bool isEphemeral = false;
        bool isContender = false;
        bool deleteAsked = false;
    };
    using WatchKey = std::pair<QString, bool>; ///< path, of its children

    void greeted(int connection, Link &link, const Greeting &greeting);
    void follow(Link &link);
    void chooseSession(Link &link, const Asked &asked);
    void connection(ConnectionState state);
    quint64 tellRequest(const Asked &asked);
    void tellReply(const Asked &asked, const Answer &answer, quint64 call, qint64 sentNs, SessionId session, bool lost);
    void tellWatch(const Asked &asked);
    void keepWatches(const std::set<WatchKey> &kept);
    void fired(const Answer &event);
    void madeNode(const Asked &asked, const Answer &answer, SessionId session);
    void findDoubtful(const Asked &asked, const Answer &answer);
    void nodeGone(const QString &path);
    bool contends(const Asked &create) const;
    const Node *holdingNode() const;
    void holdBy(const Node &node);
    void endSession();
    void become(locks::LockState state, std::optional<Error> error = {});
    void rest(std::optional<Error> error = {});

    ClientId m_id;
    QString m_name;
    QString m_lock;
    QStringList m_places; ///< where its nodes stand in a queue: the lock, and what some semaphores have beside it
    journal::EventSink &m_sink;
    std::map<int, Link> m_links;
    std::optional<LiveSession> m_current;
    ConnectionState m_connection = ConnectionState::Closed;
    std::vector<Node> m_nodes; ///< made in this session, and not known to be gone
    /// Creates of this session whose reply did not come: their nodes may be there, and the client finds them by name.
    std::vector<Asked> m_doubtful;
    std::set<WatchKey> m_watches;
    std::set<WatchKey> m_staying; ///< the persistent ones of these: they do not end when they fire
    locks::LockState m_state = locks::LockState::Free;
    QString m_node;
    Zxid m_token;
    locks::Mode m_mode = locks::Mode::Exclusive;
    int m_entries = 0;
    int m_grants = 0;
    quint64 m_calls = 0;
    bool m_silent = false;
    bool m_hasConnected = false;
    bool m_usesLock = false;     ///< in the session that is followed
    bool m_hasAttempted = false; ///< in that one
    bool m_notedSecondSession = false;
    bool m_tellsTokens = false; ///< of its own
    bool m_notedUnreadToken = false;
};

} // namespace lockscope::trial
