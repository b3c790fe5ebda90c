// SPDX-License-Identifier: Apache-2.0
#include "core/zk/replyguard.h"

#include <QtEndian>

#include <algorithm>
#include <cstring>
#include <limits>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

/// Types of requests on the wire (ZooDefs.OpCode).
enum Opcode : std::int32_t {
    Create = 1,
    Exists = 3,
    GetData = 4,
    SetData = 5,
    GetAcl = 6,
    GetChildren = 8,
    Sync = 9,
    GetChildren2 = 12,
    Multi = 14,
    Create2 = 15,
    Reconfig = 16,
    CreateContainer = 19,
    CreateTtl = 21,
};

/// Numbers that are no request's own.
enum Xid : std::int32_t { WatchEventXid = -1, PingXid = -2, AuthXid = -4, SetWatchesXid = -8 };

/// Errors of replies (ZooKeeper's KeeperException.Code, the client's ZOO_ERRORS).
enum ReplyError : std::int32_t {
    // The client's own, of its connection and its handle: no server gives them.
    RuntimeInconsistency = -2,
    ConnectionLoss = -4,
    OperationTimeout = -7,
    InvalidState = -9,
    Closing = -116,
    // Of the session and not of the request: what follows comes with the next connection.
    SessionExpired = -112,
    SessionMoved = -118,
    // Of the login.
    AuthFailed = -115,
    RequiresSaslLogin = -124,
};

constexpr qsizetype replyHeaderBytes = 16;
constexpr qsizetype statBytes = 68;
/// Memory that stays with a connection after it has sent more than that at once.
constexpr qsizetype keptOutgoing = 64 * 1024;
/// A handshake's answer; servers before 3.4 leave out the last byte, which says whether they are in read-only mode.
constexpr qsizetype handshakeBytes = 37;
constexpr qsizetype passwordBytes = 16;
/// A negotiated timeout beyond these is no server's: a session that would end before its first ping, or never.
constexpr std::int32_t shortestTimeoutMs = 10;
constexpr std::int32_t longestTimeoutMs = 24 * 3600 * 1000;

} // namespace

/// Walks over a frame; once something does not fit, all that follows does not either.
class ReplyGuard::Reader
{
public:
    enum class Fault { None, CutOff, NegativeLength, NulInName, NoName, NoPath };

    Reader(const char *bytes, qsizetype count)
        : m_at(bytes)
        , m_end(bytes + count)
    {
    }

    Fault fault() const { return m_fault; }
    bool isGood() const { return m_fault == Fault::None; }
    bool skip(qsizetype count)
    {
        if (count < 0)
            return fail(Fault::NegativeLength);
        if (count > m_end - m_at)
            return fail(Fault::CutOff);
        if (isGood())
            m_at += count;
        return isGood();
    }
    template<typename T>
    T number()
    {
        const char *from = m_at;
        return skip(sizeof(T)) ? qFromBigEndian<T>(from) : T(0);
    }
    /// Bytes with their length before them; a server writes none at all as -1.
    bool buffer()
    {
        const auto length = number<std::int32_t>();
        return length == -1 ? isGood() : skip(length);
    }
    bool text() { return skip(number<std::int32_t>()); }
    /// A name or a path: the client takes a NUL for its end and would read another one.
    bool name()
    {
        const auto length = number<std::int32_t>();
        const char *from = m_at;
        if (skip(length) && std::memchr(from, 0, size_t(length)) != nullptr)
            return fail(Fault::NulInName);
        return isGood();
    }
    /// Of a child: what is none would be taken for the directory itself, or for a node elsewhere.
    bool childName()
    {
        const char *from = m_at + lengthBytes;
        if (!name())
            return false;
        const std::string_view child(from, size_t(m_at - from));
        const bool isNone = child.empty() || child == "." || child == ".." || child.find('/') != child.npos;
        return isNone ? fail(Fault::NoName) : true;
    }
    /// Of a node that was made.
    bool path()
    {
        const char *from = m_at + lengthBytes;
        return name() && (m_at != from && *from == '/' ? true : fail(Fault::NoPath));
    }
    void acl()
    {
        for (auto left = count(3 * lengthBytes); left > 0 && skip(4) && text() && text();)
            --left;
    }
    /// Of a vector whose elements take  least bytes each: the client allocates for all of them.
    std::int32_t count(qsizetype least)
    {
        const auto count = number<std::int32_t>();
        if (count < 0)
            fail(Fault::NegativeLength);
        else if (count > (m_end - m_at) / least)
            fail(Fault::CutOff);
        return isGood() ? count : 0;
    }

private:
    bool fail(Fault fault)
    {
        if (isGood())
            m_fault = fault;
        return false;
    }

    const char *m_at;
    const char *m_end;
    Fault m_fault = Fault::None;
};

void ReplyGuard::begin(const QString &server)
{
    m_server = server;
    ++m_connections;
    m_outgoing.clear();
    m_isGarbled = false;
    m_asked = false;
    m_resumed = 0;
    m_pending.clear();
    m_parts.clear();
    m_logins = 0;
    m_answered = false;
    m_frameBytes = 0;
    m_length = -1;
}

// ---- what is sent ----

bool ReplyGuard::sent(const char *bytes, qsizetype count)
{
    if (m_isGarbled)
        return false;
    m_outgoing.append(bytes, count);
    qsizetype at = 0;
    while (m_outgoing.size() - at >= lengthBytes) {
        const auto length = qFromBigEndian<std::int32_t>(m_outgoing.constData() + at);
        if (length < 0) {
            m_outgoing.clear();
            m_isGarbled = true;
            return false;
        }
        if (m_outgoing.size() - at - lengthBytes < length)
            break;
        take(Reader(m_outgoing.constData() + at + lengthBytes, length));
        at += lengthBytes + length;
    }
    m_outgoing.remove(0, at);
    if (m_outgoing.isEmpty() && m_outgoing.capacity() > keptOutgoing)
        m_outgoing = {};
    return true;
}

void ReplyGuard::take(Reader request)
{
    if (!m_asked) {
        m_asked = true;
        request.skip(12); // protocol, last zxid
        const auto timeout = request.number<std::int32_t>();
        if (m_askedTimeoutMs == 0)
            m_askedTimeoutMs = timeout;
        m_resumed = request.number<std::int64_t>();
        return;
    }
    const auto xid = request.number<std::int32_t>();
    const auto type = request.number<std::int32_t>();
    if (xid == AuthXid) {
        ++m_logins;
    } else if (xid != PingXid && xid != SetWatchesXid) {
        m_pending.enqueue({xid, shapeOf(type)});
        if (type == Multi)
            m_parts.enqueue(partsOf(request));
    }
}

ReplyGuard::Shape ReplyGuard::shapeOf(std::int32_t type)
{
    switch (type) {
    case Create: return Shape::Path;
    case Sync: return Shape::Name; // of which nothing is made
    case Create2:
    case CreateContainer:
    case CreateTtl: return Shape::PathAndStat;
    case Exists:
    case SetData: return Shape::Stat;
    case GetData:
    case Reconfig: return Shape::Data;
    case GetAcl: return Shape::Acl;
    case GetChildren: return Shape::Names;
    case GetChildren2: return Shape::NamesAndStat;
    case Multi: return Shape::Multi;
    default: return Shape::Nothing;
    }
}

/// What each part of a transaction is answered with. The client reads the path alone of each node that it creates.
QList<ReplyGuard::Shape> ReplyGuard::partsOf(Reader &request)
{
    QList<Shape> parts;
    for (;;) {
        const auto type = request.number<std::int32_t>();
        const auto isEnd = request.number<std::int8_t>();
        request.skip(4); // an error, which a request has not
        if (isEnd != 0 || !request.isGood())
            return parts;
        request.name();
        switch (type) {
        case Create:
        case CreateContainer:
            request.buffer();
            request.acl();
            request.skip(4); // flags
            parts.append(Shape::Path);
            break;
        case SetData:
            request.buffer();
            request.skip(4); // version
            parts.append(Shape::Stat);
            break;
        default:             // Delete, Check
            request.skip(4); // version
            parts.append(Shape::Nothing);
            break;
        }
    }
}

// ---- what comes ----

bool ReplyGuard::received(char *bytes, qsizetype count)
{
    m_heard.start();
    if (!m_answered)
        return receivedOfHandshake(bytes, count);
    if (m_length < 0) {
        const qsizetype taken = std::min(count, lengthBytes - m_frameBytes);
        std::memcpy(m_lengthField + m_frameBytes, bytes, size_t(taken));
        m_frameBytes += taken;
        if (m_frameBytes < lengthBytes)
            return true;
        m_length = qFromBigEndian<std::int32_t>(m_lengthField);
        m_frameBytes = 0;
        return isGoodLength(m_length);
    }
    if (m_frameBytes == 0)
        m_frame = bytes;
    m_frameBytes += count;
    if (m_frameBytes < m_length)
        return true;
    const Reader reply(m_frame, m_length);
    m_frameBytes = 0;
    m_length = -1;
    return isGoodReply(reply);
}

/// The client reads the length and the rest of it into one piece of memory.
bool ReplyGuard::receivedOfHandshake(char *bytes, qsizetype count)
{
    if (m_frameBytes == 0)
        m_frame = bytes;
    m_frameBytes += count;
    if (m_frameBytes < lengthBytes)
        return true;
    const auto length = qFromBigEndian<std::int32_t>(m_frame);
    if (length != handshakeBytes && length != handshakeBytes - 1)
        return refuse(ErrorCode::NotZooKeeper, Text::en("its first answer says that it is %1 bytes long").arg(length));
    if (m_frameBytes < lengthBytes + length)
        return true;
    m_frameBytes = 0;
    m_length = -1;
    m_answered = true;
    if (!isGoodHandshake(Reader(m_frame + lengthBytes, length)))
        return false;
    const bool isReadOnly = length == handshakeBytes && m_frame[lengthBytes + handshakeBytes - 1] != 0;
    m_readOnlyServer = isReadOnly ? m_server : QString();
    shortenTimeout(m_frame + lengthBytes);
    return !isReadOnly;
}

void ReplyGuard::shortenTimeout(char *handshake)
{
    constexpr qsizetype protocolBytes = 4;
    constexpr qint64 timesAsked = 2;
    m_grantedTimeoutMs = qFromBigEndian<std::int32_t>(handshake + protocolBytes);
    const auto most = static_cast<std::int32_t>(
        std::min<qint64>(timesAsked * m_askedTimeoutMs, std::numeric_limits<std::int32_t>::max()));
    if (m_grantedTimeoutMs > most)
        qToBigEndian(most, handshake + protocolBytes);
}

bool ReplyGuard::isGoodLength(qsizetype length)
{
    if (length < replyHeaderBytes || length > maxFrameBytes)
        return malformed(Text::en("a reply says that it is %1 bytes long").arg(length));
    return true;
}

bool ReplyGuard::isGoodHandshake(Reader reply)
{
    reply.skip(4); // protocol
    const auto timeout = reply.number<std::int32_t>();
    const auto session = reply.number<std::int64_t>();
    const auto password = reply.number<std::int32_t>();
    if (password != passwordBytes || !reply.skip(passwordBytes))
        return refuse(ErrorCode::NotZooKeeper, Text::en("its first answer has no password of a session"));
    if (m_resumed != 0 && session != m_resumed)
        return true; // it has expired
    if (session == 0)
        return refuse(ErrorCode::NotZooKeeper, Text::en("it gave no session"));
    if (timeout < shortestTimeoutMs || timeout > longestTimeoutMs)
        return refuse(ErrorCode::NotZooKeeper, Text::en("it gave a session timeout of %1 ms").arg(timeout));
    return true;
}

bool ReplyGuard::isGoodReply(Reader reply)
{
    const auto xid = reply.number<std::int32_t>();
    m_newestChange = std::max(m_newestChange, reply.number<std::int64_t>()); // of an event none: -1
    const auto error = reply.number<std::int32_t>();
    switch (xid) {
    case PingXid:
    case SetWatchesXid: return true;
    case WatchEventXid:
        reply.skip(8); // type, state
        reply.name();
        return isWhole(reply);
    case AuthXid:
        if (m_logins == 0)
            return malformed(Text::en("a reply to a login that was not sent"));
        --m_logins;
        return true;
    default: break;
    }
    if (m_pending.isEmpty())
        return malformed(Text::en("a reply to a request that was not sent"));
    const Request request = m_pending.dequeue();
    if (request.xid != xid)
        return malformed(Text::en("a reply to request %1 where request %2 has its turn").arg(xid).arg(request.xid));
    const QList<Shape> parts = request.shape == Shape::Multi ? m_parts.dequeue() : QList<Shape>();
    if (error != 0)
        return isGoodError(error);
    if (request.shape == Shape::Multi)
        return isGoodMulti(reply, parts);
    skip(reply, request.shape);
    return isWhole(reply);
}

/// The client would hand all of them on as the answer of this one request, on a connection that stands.
bool ReplyGuard::isGoodError(std::int32_t error)
{
    switch (error) {
    case RuntimeInconsistency:
    case ConnectionLoss:
    case OperationTimeout:
    case InvalidState:
    case Closing: return malformed(Text::en("a reply has the error %1, which no server gives").arg(error));
    case SessionExpired:
    case SessionMoved: return false;
    case AuthFailed: return refuse(ErrorCode::AuthFailed, Text::en("it refused a request for want of a login"));
    case RequiresSaslLogin: return refuse(ErrorCode::AuthFailed, Text::en("it wants every session to log in by SASL"));
    default: return true;
    }
}

bool ReplyGuard::isWhole(const Reader &reply)
{
    switch (reply.fault()) {
    case Reader::Fault::None: return true;
    case Reader::Fault::CutOff: return malformed(Text::en("a reply ends before what it announces"));
    case Reader::Fault::NegativeLength: return malformed(Text::en("a reply announces a negative length"));
    case Reader::Fault::NoName: return malformed(Text::en("a reply names a child as no node can be named"));
    case Reader::Fault::NoPath: return malformed(Text::en("a reply has a path that does not begin with /"));
    case Reader::Fault::NulInName: return malformed(Text::en("a reply has a NUL in a name"));
    }
    return false;
}

void ReplyGuard::skip(Reader &reply, Shape shape)
{
    switch (shape) {
    case Shape::Nothing: break;
    case Shape::Stat: reply.skip(statBytes); break;
    case Shape::Data:
        reply.buffer();
        reply.skip(statBytes);
        break;
    case Shape::Names:
    case Shape::NamesAndStat:
        for (auto left = reply.count(lengthBytes); left > 0 && reply.childName();)
            --left;
        if (shape == Shape::NamesAndStat)
            reply.skip(statBytes);
        break;
    case Shape::Name: reply.name(); break;
    case Shape::Path: reply.path(); break;
    case Shape::PathAndStat:
        reply.path();
        reply.skip(statBytes);
        break;
    case Shape::Acl:
        reply.acl();
        reply.skip(statBytes);
        break;
    case Shape::Multi: break; // of parts, see isGoodMulti()
    }
}

/// As many results as there were parts: each what its part is answered with, or all of them errors, one of which is
/// why.
bool ReplyGuard::isGoodMulti(Reader reply, const QList<Shape> &parts)
{
    // Of a transaction that failed, the parts that did not fail themselves say that they are inconsistent.
    const auto isGoodPart = [this](std::int32_t error) {
        return error == 0 || error == RuntimeInconsistency || isGoodError(error);
    };
    bool failed = false;
    bool done = false;
    bool hasCause = false;
    for (qsizetype i = 0; reply.isGood(); ++i) {
        const auto type = reply.number<std::int32_t>();
        const auto isEnd = reply.number<std::int8_t>() != 0;
        const auto error = reply.number<std::int32_t>();
        if (!reply.isGood())
            break;
        if (isEnd != (i == parts.size()))
            return malformed(Text::counted("a transaction of %n parts was answered with another number", parts.size()));
        if (isEnd)
            break;
        const auto inside = type == -1 ? reply.number<std::int32_t>() : 0; // the error again
        if (reply.isGood() && !(isGoodPart(error) && isGoodPart(inside)))
            return false;
        if (type != -1 && error != 0)
            return malformed(Text::en("a part of a transaction was answered as done and as an error"));
        failed = failed || type == -1;
        done = done || type != -1;
        hasCause = hasCause || (inside != 0 && inside != RuntimeInconsistency);
        if (type != -1)
            skip(reply, parts[i]);
    }
    if (failed && done) // servers refuse all of it or nothing
        return malformed(Text::en("a transaction was answered as done and as refused"));
    if (failed && !hasCause) // by which the C client knows that it was not done
        return malformed(Text::en("a transaction was answered with errors that say no cause"));
    return isWhole(reply);
}

bool ReplyGuard::refuse(ErrorCode code, const Text &what)
{
    m_refusal = Refusal{code, m_server, what};
    return false;
}

} // namespace lockscope::zk
