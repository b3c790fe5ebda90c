// SPDX-License-Identifier: Apache-2.0
// What a server sends, past the guard and into the C client's own readers: what the guard lets through, these read to
// the end and within bounds. The first byte of the input chooses what was asked for, the second how the bytes come; the
// rest is what the server sends: of one reply what follows its header, or a handshake, or frames as they come.
#include "core/zk/replyguard.h"
#include "tests/fuzz/fuzz.h"

#include <QtEndian>

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <zookeeper/zookeeper.jute.h>

using namespace lockscope;
using namespace lockscope::fuzz;
using zk::ReplyGuard;

namespace {

/// Bytes in the order of the wire.
class Bytes
{
public:
    template<typename T>
    Bytes &number(T value)
    {
        std::array<char, sizeof(T)> bytes;
        qToBigEndian(value, bytes.data());
        m_bytes.append(bytes.data(), bytes.size());
        return *this;
    }
    Bytes &text(const QByteArray &text)
    {
        number(qint32(text.size()));
        m_bytes.append(text);
        return *this;
    }
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

/// Types of requests on the wire.
enum Opcode : qint32 {
    Create = 1,
    Delete = 2,
    Exists = 3,
    GetData = 4,
    SetData = 5,
    GetAcl = 6,
    SetAcl = 7,
    GetChildren = 8,
    Sync = 9,
    GetChildren2 = 12,
    Check = 13,
    Multi = 14,
    Create2 = 15,
    CreateContainer = 19,
};
constexpr std::array requests{Create,      Delete, Exists, GetData,      SetData, GetAcl,  SetAcl,
                              GetChildren, Sync,   Multi,  GetChildren2, Multi,   Create2, CreateContainer};
constexpr std::array parts{Create, SetData, Delete, Check};

struct Asked
{
    qint32 xid;
    Opcode type;
    QList<Opcode> parts; ///< of a Multi
};

QByteArray requestFrame(const Asked &asked)
{
    Bytes request;
    request.number(asked.xid).number(qint32(asked.type));
    for (const Opcode part : asked.parts) {
        request.number(qint32(part)).number(qint8(0)).number(qint32(-1)).text("/a");
        if (part == Create)
            request.text("data").number(qint32(1)).number(qint32(31)).text("world").text("anyone").number(qint32(0));
        else if (part == SetData)
            request.text("data").number(qint32(-1));
        else
            request.number(qint32(-1));
    }
    if (asked.type == Multi)
        request.number(qint32(-1)).number(qint8(1)).number(qint32(-1));
    else
        request.text("/locks");
    return Bytes().text(request.bytes()).bytes();
}

/// The client reads the length and the rest of a frame apart, the rest into memory of just that size, in which a reader
/// that goes beyond it is seen.
bool receive(ReplyGuard &guard, char *bytes, qsizetype count, qsizetype piece)
{
    for (qsizetype at = 0; at < count; at += piece) {
        if (!guard.received(bytes + at, std::min(piece, count - at)))
            return false;
    }
    return true;
}

// ---- the client's readers ----

struct Archive
{
    Archive(char *bytes, qsizetype count)
        : in(create_buffer_iarchive(bytes, int(count)))
    {
    }
    ~Archive() { close_buffer_iarchive(&in); }
    Archive(const Archive &) = delete;
    Archive &operator=(const Archive &) = delete;

    iarchive *in;
};

template<typename Record>
void mustRead(iarchive *in, int (*read)(iarchive *, const char *, Record *), void (*release)(Record *))
{
    Record record{};
    must(read(in, "reply", &record) == 0, "the client reads what the guard let through");
    release(&record);
}

void mustReadPart(iarchive *in, Opcode type)
{
    switch (type) {
    case Create: return mustRead(in, deserialize_CreateResponse, deallocate_CreateResponse);
    case SetData: return mustRead(in, deserialize_SetDataResponse, deallocate_SetDataResponse);
    default: return;
    }
}

/// As the client reads the answer to a transaction.
void mustReadMulti(iarchive *in, const QList<Opcode> &asked)
{
    MultiHeader header{};
    must(deserialize_MultiHeader(in, "multiheader", &header) == 0, "the client reads the head of a part");
    for (qsizetype i = 0; !header.done; ++i) {
        must(i < asked.size(), "a transaction has no more results than parts");
        if (header.type == -1)
            mustRead<ErrorResponse>(in, deserialize_ErrorResponse, deallocate_ErrorResponse);
        else
            mustReadPart(in, asked[i]);
        must(deserialize_MultiHeader(in, "multiheader", &header) == 0, "the client reads the head of a part");
    }
}

void mustReadReply(iarchive *in, const Asked &asked)
{
    switch (asked.type) {
    case Create:
    case Sync: return mustRead(in, deserialize_CreateResponse, deallocate_CreateResponse);
    case Create2:
    case CreateContainer: return mustRead(in, deserialize_Create2Response, deallocate_Create2Response);
    case Exists:
    case SetData: return mustRead(in, deserialize_SetDataResponse, deallocate_SetDataResponse);
    case GetData: return mustRead(in, deserialize_GetDataResponse, deallocate_GetDataResponse);
    case GetAcl: return mustRead(in, deserialize_GetACLResponse, deallocate_GetACLResponse);
    case GetChildren: return mustRead(in, deserialize_GetChildrenResponse, deallocate_GetChildrenResponse);
    case GetChildren2: return mustRead(in, deserialize_GetChildren2Response, deallocate_GetChildren2Response);
    case Multi: return mustReadMulti(in, asked.parts);
    case Delete:
    case SetAcl:
    case Check: return;
    }
}

// ---- what comes ----

ReplyGuard connected(qint64 resumed)
{
    ReplyGuard guard;
    guard.begin(QStringLiteral("127.0.0.1:2181"));
    Bytes ask;
    ask.number(qint32(0)).number(qint64(0)).number(qint32(4'000)).number(resumed).text(QByteArray(16, '\0'));
    const QByteArray frame = Bytes().text(ask.number(qint8(0)).bytes()).bytes();
    must(guard.sent(frame.constData(), frame.size()), "a good handshake is sent");
    return guard;
}

ReplyGuard greeted()
{
    ReplyGuard guard = connected(0);
    Bytes answer;
    answer.number(qint32(0)).number(qint32(10'000)).number(qint64(0x100)).text(QByteArray(16, '\0')).number(qint8(0));
    QByteArray frame = Bytes().text(answer.bytes()).bytes();
    must(guard.received(frame.data(), frame.size()), "a good handshake is let through");
    return guard;
}

void mustRefuse(const ReplyGuard &guard)
{
    must(guard.refusal().has_value(), "what is refused is said");
    mustSay(guard.refusal()->what);
    must(guard.refusal()->server == u"127.0.0.1:2181", "who is refused is said");
}

/// A frame has the number of an error that tells of the session and not of the request, as its own or a part's: the
/// connection ends without a word, and the next one tells what is so.
bool tellsOfTheSession(const char *frame, qsizetype count)
{
    for (qsizetype at = 0; at + 4 <= count; ++at) {
        const auto error = qFromBigEndian<qint32>(frame + at);
        if (error == -112 || error == -118)
            return true;
    }
    return false;
}

void handshake(QByteArray streamBytes, qint64 resumed, qsizetype piece)
{
    constexpr qsizetype most = 41; // the client asks for no more
    ReplyGuard guard = connected(resumed);
    if (!receive(guard, streamBytes.data(), std::min(streamBytes.size(), most), piece)) {
        if (guard.readOnlyServer().isEmpty()) // else the next server is tried
            mustRefuse(guard);
    } else if (guard.hasSeenHandshake()) {
        must(qFromBigEndian<qint32>(streamBytes.constData() + 20) == 16, "a handshake has a password");
    }
}

/// Frames one after another, of which each length is followed by as much as there is.
void frames(QByteArray streamBytes, QList<Asked> asked, qsizetype piece)
{
    ReplyGuard guard = greeted();
    for (const Asked &each : std::as_const(asked)) {
        const QByteArray frame = requestFrame(each);
        must(guard.sent(frame.constData(), frame.size()), "a good request is sent");
    }
    constexpr qsizetype lengthBytes = 4;
    for (qsizetype at = 0; streamBytes.size() - at >= lengthBytes;) {
        if (!receive(guard, streamBytes.data() + at, lengthBytes, piece))
            return mustRefuse(guard);
        const auto length = qFromBigEndian<qint32>(streamBytes.constData() + at);
        must(length >= 16 && length <= ReplyGuard::maxFrameBytes, "a frame has a header, and fits into memory");
        at += lengthBytes;
        const qsizetype count = std::min<qsizetype>(length, streamBytes.size() - at);
        const auto frame = std::make_unique<char[]>(size_t(count));
        std::memcpy(frame.get(), streamBytes.constData() + at, size_t(count));
        at += count;
        if (!receive(guard, frame.get(), count, piece)) {
            if (guard.refusal() || !tellsOfTheSession(frame.get(), count))
                mustRefuse(guard);
            return;
        }
        if (count < length)
            return;

        const Archive archive(frame.get(), count);
        ReplyHeader header{};
        must(deserialize_ReplyHeader(archive.in, "hdr", &header) == 0, "the client reads a header");
        if (header.xid == -1) {
            mustRead(archive.in, deserialize_WatcherEvent, deallocate_WatcherEvent);
        } else if (header.xid != -2 && header.xid != -4 && header.xid != -8) {
            must(!asked.isEmpty() && asked.first().xid == header.xid, "what is answered was asked for, and in turn");
            if (header.err == 0)
                mustReadReply(archive.in, asked.first());
            asked.removeFirst();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const QByteArray streamBytes = QByteArray(reinterpret_cast<const char *>(data) + 2, qsizetype(size) - 2);
    const std::uint8_t choice = data[0];
    const qsizetype piece = (data[1] & 0x0f) != 0 ? data[1] & 0x0f : std::numeric_limits<int>::max();
    const QList<Opcode> threeParts{parts[data[1] >> 4 & 3], parts[data[1] >> 6 & 3], parts[choice >> 4 & 3]};
    const auto askedFor = [&](qint32 xid, Opcode type) {
        return Asked{xid, type, type == Multi ? threeParts : QList<Opcode>()};
    };
    constexpr qint32 xid = 7;
    if (choice % 16 < requests.size()) {
        Bytes header;
        header.number(qint32(16 + streamBytes.size())).number(xid).number(qint64(99)).number(qint32(0));
        frames(header.bytes() + streamBytes, {askedFor(xid, requests[choice % 16])}, piece);
    } else if (choice % 16 == requests.size()) {
        handshake(streamBytes, choice >> 4, piece);
    } else {
        frames(streamBytes, {askedFor(xid, GetChildren2), askedFor(xid + 1, Multi), askedFor(xid + 2, GetData)}, piece);
    }
    return 0;
}
