// SPDX-License-Identifier: Apache-2.0
#include "core/trial/wire.h"

#include "core/base/namelist.h"

#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>

namespace lockscope::trial {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype lengthField = 4;

/// Behind the frame's own length. What is beyond its end is zero, and no longer sound.
class FrameReader
{
public:
    explicit FrameReader(const QByteArray &frame)
        : m_rest(QByteArrayView(frame).sliced(std::min(lengthField, frame.size())))
    {
    }

    bool isSound() const { return m_isSound; }
    bool atEnd() const { return m_rest.isEmpty(); }

    template<typename T>
    T number()
    {
        const QByteArrayView bytes = take(sizeof(T));
        return m_isSound ? qFromBigEndian<T>(bytes.data()) : T();
    }
    qint32 number() { return number<qint32>(); }
    bool flag() { return number<quint8>() != 0; }
    /// A string or a buffer; there are none, which is another length than 0.
    QByteArrayView bytes()
    {
        const qint32 length = number();
        return length == -1 ? QByteArrayView() : take(length);
    }
    QString string() { return nameFromUtf8(bytes()); }

private:
    QByteArrayView take(qsizetype count)
    {
        m_isSound = m_isSound && count >= 0 && count <= m_rest.size();
        const QByteArrayView taken = m_isSound ? m_rest.first(count) : QByteArrayView();
        m_rest = m_rest.sliced(taken.size());
        return taken;
    }

    QByteArrayView m_rest;
    bool m_isSound = true;
};

NodeStat readStat(FrameReader &in)
{
    NodeStat stat;
    stat.czxid.value = in.number<qint64>();
    stat.mzxid.value = in.number<qint64>();
    stat.ctimeMs = in.number<qint64>();
    stat.mtimeMs = in.number<qint64>();
    stat.version = in.number();
    stat.cversion = in.number();
    stat.aversion = in.number();
    stat.ephemeralOwner.value = in.number<qint64>();
    stat.dataLength = in.number();
    stat.numChildren = in.number();
    stat.pzxid.value = in.number<qint64>();
    return stat;
}

void skipAcl(FrameReader &in)
{
    const qint32 count = in.number();
    for (qint32 i = 0; i < count && in.isSound(); ++i) {
        in.number(); // permissions
        in.bytes();
        in.bytes();
    }
}

/// The numbers of ZooDefs.OpCode.
enum Type : qint32 {
    Create = 1,
    Delete = 2,
    Exists = 3,
    GetData = 4,
    SetData = 5,
    GetAcl = 6,
    SetAcl = 7,
    GetChildren = 8,
    Sync = 9,
    Ping = 11,
    GetChildren2 = 12,
    Check = 13,
    Multi = 14,
    Create2 = 15,
    CheckWatches = 17,
    RemoveWatches = 18,
    CreateContainer = 19,
    CreateTtl = 21,
    MultiRead = 22,
    Auth = 100,
    SetWatches = 101,
    Sasl = 102,
    SetWatches2 = 105,
    AddWatch = 106,
    CloseSession = -11,
};

void readBody(FrameReader &in, qint32 type, Asked &asked);

/// Transactions and readings of several: each part behind a header that says what it is, or that all are there.
void readParts(FrameReader &in, Asked &asked)
{
    while (in.isSound() && !in.atEnd()) {
        const qint32 type = in.number();
        const bool isLast = in.flag();
        in.number();                                                       // an error's, in an answer
        if (isLast || !in.isSound() || type == Multi || type == MultiRead) // none within another
            return;
        Asked part;
        part.xid = asked.xid;
        readBody(in, type, part);
        asked.parts.push_back(std::move(part));
    }
}

void readBody(FrameReader &in, qint32 type, Asked &asked) // NOLINT(readability-function-size): a table
{
    using Kind = Asked::Kind;
    const auto is = [&asked](Kind what, const QString &operation) {
        asked.kind = what;
        asked.operation = operation;
    };
    const auto readPath = [&] { asked.path = in.string(); };
    switch (type) {
    case Create:
    case Create2:
    case CreateContainer:
    case CreateTtl: {
        is(Kind::Create, u"create"_s);
        readPath();
        in.bytes(); // its data
        skipAcl(in);
        const qint32 flags = in.number();
        if (type == CreateTtl)
            in.number<qint64>();
        asked.ephemeral = flags == 1 || flags == 3;
        asked.sequential = flags == 2 || flags == 3 || flags == 6;
        asked.tellsStat = type != Create;
        break;
    }
    case Delete:
    case Check: {
        is(type == Delete ? Kind::Delete : Kind::Other, type == Delete ? u"delete"_s : u"check"_s);
        readPath();
        in.number(); // its version
        break;
    }
    case SetData: {
        is(Kind::Set, u"set"_s);
        readPath();
        in.bytes();  // its data
        in.number(); // its version
        asked.tellsStat = true;
        break;
    }
    case Exists:
    case GetData:
    case GetChildren:
    case GetChildren2:
        is(type == Exists    ? Kind::Exists
           : type == GetData ? Kind::Get
                             : Kind::List,
           type == Exists    ? u"exists"_s
           : type == GetData ? u"get"_s
                             : u"get_children"_s);
        readPath();
        asked.watch = in.flag();
        asked.ofChildren = asked.kind == Kind::List;
        asked.tellsStat = type != GetChildren;
        break;
    case RemoveWatches: {
        is(Kind::RemoveWatches, u"remove_watches"_s);
        readPath();
        asked.ofChildren = in.number() == 1;
        break;
    }
    case AddWatch:
        is(Kind::AddWatch, u"add_watch"_s);
        readPath();
        in.number(); // its mode
        break;
    case Multi:
    case MultiRead:
        is(Kind::Multi, u"multi"_s);
        readParts(in, asked);
        break;
    case CloseSession: is(Kind::CloseSession, u"close"_s); break;
    case SetWatches:
    case SetWatches2: {
        is(Kind::Aside, {});
        in.number<qint64>(); // the newest change that it has seen
        asked.watchesAgain.emplace();
        // Lists of data, exist and child watches; in SetWatches2 two of persistent ones, too.
        for (int list = 0; list < (type == SetWatches ? 3 : 5) && in.isSound(); ++list) {
            const qint32 count = in.number();
            for (qint32 i = 0; i < count && in.isSound(); ++i) {
                const QString path = in.string();
                for (const bool ofChildren : {false, true}) {
                    if (list >= 3 || ofChildren == (list == 2))
                        asked.watchesAgain->emplace_back(path, ofChildren);
                }
            }
        }
        break;
    }
    case Ping:
    case Auth:
    case Sasl: is(Kind::Aside, {}); break;
    case GetAcl:
    case SetAcl:
    case Sync:
    case CheckWatches:
        is(Kind::Other, type == GetAcl   ? u"get_acl"_s
                        : type == SetAcl ? u"set_acl"_s
                        : type == Sync   ? u"sync"_s
                                         : u"check_watches"_s);
        readPath();
        break;
    default: is(Kind::Other, u"request %1"_s.arg(type));
    }
}

std::optional<WatchEvent> eventOf(qint32 type)
{
    switch (type) {
    case 1: return WatchEvent::Created;
    case 2: return WatchEvent::Deleted;
    case 3: return WatchEvent::Changed;
    case 4: return WatchEvent::ChildrenChanged;
    default: return std::nullopt;
    }
}

void readAnswerBody(FrameReader &in, const Asked &asked, Answer &answer)
{
    switch (asked.kind) {
    case Asked::Kind::Create: answer.path = in.string(); break;
    case Asked::Kind::Get: in.bytes(); break;
    case Asked::Kind::List: {
        const qint32 count = in.number();
        for (qint32 i = 0; i < count && in.isSound(); ++i)
            answer.children += in.string();
        break;
    }
    case Asked::Kind::Multi: {
        while (in.isSound() && !in.atEnd() && answer.parts.size() < asked.parts.size()) {
            Answer part;
            const qint32 type = in.number();
            const bool isLast = in.flag();
            part.error = in.number();
            if (isLast || !in.isSound())
                return;
            part.zxid = answer.zxid;
            constexpr qint32 errorResult = -1;
            if (type == errorResult)
                part.error = in.number();
            else
                readAnswerBody(in, asked.parts[answer.parts.size()], part);
            answer.parts.push_back(std::move(part));
        }
        return;
    }
    case Asked::Kind::Delete:
    case Asked::Kind::Exists:
    case Asked::Kind::Set:
    case Asked::Kind::RemoveWatches:
    case Asked::Kind::AddWatch:
    case Asked::Kind::CloseSession:
    case Asked::Kind::Aside:
    case Asked::Kind::Other: break;
    }
    if (asked.tellsStat)
        answer.stat = readStat(in);
}

std::optional<Greeting> readGreeting(const QByteArray &frame, bool ofClient)
{
    FrameReader in(frame);
    Greeting greeting;
    in.number(); // the protocol's version
    if (ofClient)
        in.number<qint64>(); // the newest change that it has seen
    greeting.timeoutMs = in.number();
    greeting.session.value = in.number<qint64>();
    greeting.password = in.bytes().toByteArray();
    return in.isSound() ? std::optional(greeting) : std::nullopt;
}

} // namespace

std::optional<Asked> Asked::read(const QByteArray &frame)
{
    FrameReader in(frame);
    Asked asked;
    asked.xid = in.number();
    const qint32 type = in.number();
    readBody(in, type, asked);
    return in.isSound() ? std::optional(asked) : std::nullopt;
}

std::optional<qint32> Answer::xidOf(const QByteArray &frame)
{
    FrameReader in(frame);
    const qint32 xid = in.number();
    return in.isSound() ? std::optional(xid) : std::nullopt;
}

std::optional<Answer> Answer::read(const QByteArray &frame, const Asked *asked)
{
    FrameReader in(frame);
    Answer answer;
    answer.xid = in.number();
    answer.zxid.value = in.number<qint64>();
    answer.error = in.number();
    if (answer.xid == eventXid) {
        const qint32 type = in.number();
        in.number(); // the connection's state
        answer.path = in.string();
        answer.event = eventOf(type);
    } else if (asked && (answer.error == 0 || asked->kind == Asked::Kind::Multi)) {
        readAnswerBody(in, *asked, answer);
    }
    return in.isSound() ? std::optional(answer) : std::nullopt;
}

std::optional<Greeting> Greeting::ofClient(const QByteArray &frame)
{
    return readGreeting(frame, true);
}

std::optional<Greeting> Greeting::ofServer(const QByteArray &frame)
{
    return readGreeting(frame, false);
}

} // namespace lockscope::trial
