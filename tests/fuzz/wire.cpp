// SPDX-License-Identifier: Apache-2.0
// What passes between another program's client and its server, as a relay reads it. The input is frames one after
// another, each behind two bytes: the highest bit says who sent it, the others how long it is. The first byte of the
// input says whether they are a conversation, each connection of which begins with the handshakes, or one request and
// answers to it. Of a conversation a client's empty frame is a word on its output, a server's the connection's end.
#include "core/trial/wire.h"
#include "core/trial/conversation.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/trial/frames.h"

#include <QtEndian>

#include <algorithm>
#include <array>

using namespace lockscope;
using namespace lockscope::fuzz;
using namespace lockscope::trial;
using namespace Qt::StringLiterals;

namespace {

struct Sent
{
    bool byClient = false;
    QByteArray frame;
};

std::vector<Sent> framesOf(QByteArrayView input)
{
    constexpr qsizetype head = 2;
    constexpr quint16 clients = 0x8000;
    std::vector<Sent> frames;
    while (input.size() >= head) {
        const auto said = qFromBigEndian<quint16>(input.data());
        input = input.sliced(head);
        const qsizetype size = std::min<qsizetype>(said & ~clients, input.size());
        QByteArray frame(4, '\0');
        qToBigEndian(qint32(size), frame.data());
        frames.push_back({(said & clients) != 0, frame.append(input.first(size))});
        input = input.sliced(size);
    }
    return frames;
}

// ---- what a client asks ----

void writeBody(QDataStream &out, const Asked &asked);

/// The number of a request that says as much, or nothing where what was read does not tell.
std::optional<qint32> typeOf(const Asked &asked)
{
    switch (asked.kind) {
    case Asked::Kind::Create: return asked.tellsStat ? 15 : 1;
    case Asked::Kind::Delete: return 2;
    case Asked::Kind::Exists: return 3;
    case Asked::Kind::Get: return 4;
    case Asked::Kind::Set: return 5;
    case Asked::Kind::List: return asked.tellsStat ? 12 : 8;
    case Asked::Kind::Multi: return 14;
    case Asked::Kind::RemoveWatches: return 18;
    case Asked::Kind::AddWatch: return 106;
    case Asked::Kind::CloseSession: return -11;
    case Asked::Kind::Aside: return asked.watchesAgain ? std::optional(101) : std::nullopt;
    case Asked::Kind::Other: return asked.operation == "check"_L1 ? std::optional(13) : std::nullopt;
    }
    return std::nullopt;
}

bool canBeWritten(const Asked &asked)
{
    // Servers have no other paths; and what stands before all text in a file is not read as its first character.
    return typeOf(asked) && (asked.path.isEmpty() || asked.path.front() == u'/')
           && std::ranges::all_of(asked.parts, canBeWritten);
}

void writePath(QDataStream &out, const QString &path)
{
    out << path.toUtf8();
}

void writeBody(QDataStream &out, const Asked &asked)
{
    switch (asked.kind) {
    case Asked::Kind::Create:
        writePath(out, asked.path);
        out << QByteArray("data") << qint32(1) << qint32(31) << QByteArray("world") << QByteArray("anyone")
            << qint32(asked.ephemeral + 2 * asked.sequential);
        return;
    case Asked::Kind::Set:
        writePath(out, asked.path);
        out << QByteArray("data") << qint32(-1);
        return;
    case Asked::Kind::Exists:
    case Asked::Kind::Get:
    case Asked::Kind::List:
        writePath(out, asked.path);
        out << quint8(asked.watch);
        return;
    case Asked::Kind::Delete:
    case Asked::Kind::AddWatch:
    case Asked::Kind::Other:
        writePath(out, asked.path);
        out << qint32(0);
        return;
    case Asked::Kind::RemoveWatches:
        writePath(out, asked.path);
        out << qint32(asked.ofChildren ? 1 : 2);
        return;
    case Asked::Kind::Multi:
        for (const Asked &part : asked.parts) {
            out << *typeOf(part) << quint8(0) << qint32(-1);
            writeBody(out, part);
        }
        out << qint32(-1) << quint8(1) << qint32(-1);
        return;
    case Asked::Kind::Aside:
        out << qint64(0);
        for (const bool ofChildren : {false, true}) {
            const auto &watches = *asked.watchesAgain;
            const auto isOne = [&](const auto &watch) { return watch.second == ofChildren; };
            out << qint32(std::ranges::count_if(watches, isOne));
            for (const auto &watch : watches) {
                if (isOne(watch))
                    writePath(out, watch.first);
            }
            if (!ofChildren)
                out << qint32(0); // none of a node that is to come
        }
        return;
    case Asked::Kind::CloseSession: return;
    }
}

bool isSame(const Asked &one, const Asked &other)
{
    const auto sorted = [](const Asked &asked) {
        auto watches = asked.watchesAgain.value_or(std::vector<std::pair<QString, bool>>());
        std::ranges::sort(watches);
        return watches;
    };
    return one.xid == other.xid && one.kind == other.kind && one.operation == other.operation && one.path == other.path
           && one.watch == other.watch && one.ephemeral == other.ephemeral && one.sequential == other.sequential
           && one.tellsStat == other.tellsStat && one.ofChildren == other.ofChildren && sorted(one) == sorted(other)
           && std::ranges::equal(one.parts, other.parts, isSame);
}

/// No more than the frame has room for, whatever it says of itself.
void mustFit(const Asked &asked, qsizetype size)
{
    must(asked.path.size() <= size, "a path is no longer than its frame");
    must(qsizetype(asked.parts.size()) <= size / 9, "a transaction has no more parts than its frame has room for");
    must(!asked.watchesAgain || qsizetype(asked.watchesAgain->size()) <= size / 2, "watches fit into their frame");
    for (const Asked &part : asked.parts) {
        must(part.parts.empty(), "a transaction has none within it");
        must(part.xid == asked.xid, "a part is of its transaction");
        mustFit(part, size);
    }
}

void mustBeRead(const Asked &asked, const QByteArray &frame)
{
    mustFit(asked, frame.size());
    const bool hasOddWatches = asked.watchesAgain && std::ranges::any_of(*asked.watchesAgain, [](const auto &watch) {
                                   return !watch.first.startsWith(u'/');
                               });
    if (!canBeWritten(asked) || hasOddWatches
        || std::ranges::any_of(asked.parts, [](const Asked &part) { return part.watchesAgain.has_value(); }))
        return;
    const QByteArray written = test::frame([&](QDataStream &out) {
        out << asked.xid << *typeOf(asked);
        writeBody(out, asked);
    });
    const auto again = Asked::read(written);
    must(again && isSame(*again, asked), "a request that is written is read as the same");
    must(!Asked::read(written.chopped(1)), "a request that was cut short is none");
}

// ---- what a server says ----

void mustBeAnswer(const Answer &answer, const Asked *asked, const QByteArray &frame)
{
    must(Answer::xidOf(frame) == answer.xid, "an answer has one number");
    must(answer.path.size() <= frame.size(), "a path is no longer than its frame");
    must(!answer.event || answer.xid == Answer::eventXid, "an event answers nothing");
    must(!answer.stat || (asked && asked->tellsStat && answer.error == 0), "a Stat is told where it was asked for");
    must(answer.parts.size() <= (asked ? asked->parts.size() : 0), "no part is answered that was not asked");
    for (size_t i = 0; i < answer.parts.size(); ++i) {
        must(answer.parts[i].parts.empty(), "an answer has none within its parts");
        must(!answer.parts[i].stat || asked->parts[i].tellsStat, "a Stat is told where it was asked for");
    }
}

void requestAndAnswers(const std::vector<Sent> &frames)
{
    std::optional<Asked> asked;
    for (const auto &[byClient, frame] : frames) {
        if (byClient) {
            (void)Greeting::ofClient(frame);
            asked = Asked::read(frame);
            if (asked)
                mustBeRead(*asked, frame);
            continue;
        }
        (void)Greeting::ofServer(frame);
        const auto answer = Answer::read(frame, asked ? &*asked : nullptr);
        if (answer)
            mustBeAnswer(*answer, asked ? &*asked : nullptr, frame);
    }
}

// ---- both, as a client's events ----

class CheckedSink : public journal::EventSink
{
public:
    void write(journal::Payload what) override { mustBeKept(journal::Event{++m_number, clockNs(), std::move(what)}); }
    qint64 clockNs() const override { return static_cast<qint64>(m_number); }

private:
    quint64 m_number = 0;
};

void conversation(const std::vector<Sent> &frames)
{
    CheckedSink sink;
    Conversation client(ClientId{1}, u"client-0"_s, u"/l"_s, sink);
    constexpr int connection = 1;
    const std::array words{Word{Word::Kind::Acquired, u"0x7"_s}, Word{Word::Kind::Released, {}},
                           Word{Word::Kind::Acquired, {}},       Word{Word::Kind::Lost, {}},
                           Word{Word::Kind::TimedOut, {}},       Word{Word::Kind::Failed, u"no luck"_s}};
    size_t said = 0;
    bool hasAsked = false;
    bool isAnswered = false;
    for (const auto &[byClient, frame] : frames) {
        if (frame.size() == 4 && byClient) { // what no frame is stands for a word, and for an end
            client.says(words[said++ % words.size()]);
        } else if (frame.size() == 4) {
            client.connectionOver(connection);
            hasAsked = isAnswered = false;
        } else if (byClient) {
            (void)client.asks(connection, !std::exchange(hasAsked, true), frame);
        } else {
            client.isAnswered(connection, !std::exchange(isAnswered, true), frame, frame.size() % 16 == 7);
        }
    }
    must(client.grants() <= int(said), "who says nothing holds nothing");
    must(!client.session() || client.hasConnected(), "who has a session was connected");
    client.connectionOver(connection);
    client.isGone();
    must(client.sessionIsOver(), "who is gone has no session");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto frames = framesOf(QByteArrayView(data + 1, qsizetype(size) - 1));
    if ((data[0] & 1) != 0)
        conversation(frames);
    else
        requestAndAnswers(frames);
    return 0;
}
