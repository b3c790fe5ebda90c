// SPDX-License-Identifier: Apache-2.0
// What a server answers, looked at before the C client reads it: lengths, headers, the order of the answers, and each
// record by the type of the request that it answers. The client checks none of that, and what does not fit takes the
// process with it: an assertion, or a pointer that was never set.
// Never copies or keeps a reply, and never touches a socket: guardedsocket.cpp gives it the bytes. Changes one number
// alone, the session timeout that the client reads: by it the client decides how long a server may be silent.
//
// The records are those of ZooKeeper's zookeeper.jute; what a later version appends to one is let through.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QQueue>

#include <cstdint>
#include <optional>

namespace lockscope::zk {

class ReplyGuard
{
public:
    /// A connection to \a server ("address:port") begins: what was under way on the one before gets no answer here.
    void begin(const QString &server);
    /// The next bytes that the client sent on it. From them it knows what must be answered. False: they are no
    /// requests, no answer can be matched to them, and the connection is to be given up, as the server will.
    [[nodiscard]] bool sent(const char *bytes, qsizetype count);
    /// The next bytes that came, where the client will read them. It takes the length of a frame and the rest of it
    /// apart, the rest into one piece of memory. False: they may not be read, and the connection is to be given up;
    /// the session, too, where refusal() says why.
    [[nodiscard]] bool received(char *bytes, qsizetype count);

    /// What was wrong, and with the server at which address. It stays, whatever connection comes after.
    struct Refusal
    {
        ErrorCode code; ///< NotZooKeeper, MalformedReply or AuthFailed
        QString server;
        Text what;
    };
    const std::optional<Refusal> &refusal() const { return m_refusal; }
    /// The server that last offered a session for reading only, until another one gives a whole one. We never ask for
    /// that: such a session would show what may be long past, and the client would look for a better server by a
    /// socket that blocks its thread. Its connection is given up, and the next server is tried. Empty: none.
    const QString &readOnlyServer() const { return m_readOnlyServer; }
    /// That have begun, ever.
    int connections() const { return m_connections; }
    /// As the server granted it last, in milliseconds; 0: none yet. The client is given at most twice what it asked for
    /// first, however much more a server grants: it pings, and gives a silent server up, by that.
    int grantedTimeoutMs() const { return m_grantedTimeoutMs; }
    /// The newest change that any server said it had come to, on whatever connection; 0: none yet.
    std::int64_t newestChange() const { return m_newestChange; }
    /// Since the newest bytes came, on whatever connection; 0: none did.
    int silentForMs() const { return m_heard.isValid() ? static_cast<int>(m_heard.elapsed()) : 0; }
    /// A handshake has been answered on this connection.
    bool hasSeenHandshake() const { return m_answered; }

    /// No reply that a client could use is longer: a million children make 70 MB.
    static constexpr qsizetype maxFrameBytes = 256 * 1024 * 1024;

private:
    /// What follows the header of an answer without an error.
    enum class Shape : std::uint8_t { Nothing, Stat, Data, Names, NamesAndStat, Name, Path, PathAndStat, Acl, Multi };
    struct Request
    {
        std::int32_t xid;
        Shape shape;
    };

    class Reader;
    static Shape shapeOf(std::int32_t type);
    static QList<Shape> partsOf(Reader &request);
    static void skip(Reader &reply, Shape shape);

    void take(Reader request);
    bool receivedOfHandshake(char *bytes, qsizetype count);
    void shortenTimeout(char *handshake);
    bool isGoodLength(qsizetype length);
    bool isGoodHandshake(Reader reply);
    bool isGoodReply(Reader reply);
    bool isGoodMulti(Reader reply, const QList<Shape> &parts);
    bool isGoodError(std::int32_t error);
    bool isWhole(const Reader &reply);
    bool refuse(ErrorCode code, const Text &what);
    bool malformed(const Text &what) { return refuse(ErrorCode::MalformedReply, what); }

    static constexpr qsizetype lengthBytes = 4;

    QString m_server;
    QString m_readOnlyServer;
    int m_connections = 0;
    std::optional<Refusal> m_refusal;

    // What was sent.
    QByteArray m_outgoing;             ///< the frame that is being sent, its length included
    bool m_isGarbled = false;          ///< what was sent are no requests
    bool m_asked = false;              ///< the handshake was sent whole
    std::int32_t m_askedTimeoutMs = 0; ///< by the first handshake: later ones repeat what was granted
    std::int64_t m_resumed = 0;        ///< the session that it asked for; 0: a new one
    QQueue<Request> m_pending;
    QQueue<QList<Shape>> m_parts; ///< of each Multi among them, in their order
    int m_logins = 0;             ///< not answered yet

    // What comes.
    bool m_answered = false; ///< the handshake was answered whole
    std::int32_t m_grantedTimeoutMs = 0;
    std::int64_t m_newestChange = 0;
    QElapsedTimer m_heard;
    char *m_frame = nullptr;
    qsizetype m_frameBytes = 0; ///< that have come: of the length, then of the rest
    qsizetype m_length = -1;    ///< of the rest; -1: not known yet
    char m_lengthField[lengthBytes] = {};
};

} // namespace lockscope::zk
