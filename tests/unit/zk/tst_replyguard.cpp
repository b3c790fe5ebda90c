// SPDX-License-Identifier: Apache-2.0
#include "core/zk/replyguard.h"
#include "tests/support/testprogram.h"

#include <QDataStream>
#include <QRandomGenerator>
#include <QtTest>

#include <array>
#include <limits>
#include <optional>

namespace lockscope::tst_replyguard {

using zk::ReplyGuard;
using namespace Qt::StringLiterals;

namespace {

constexpr qint32 firstXid = 7;

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
    Bytes &zeros(qsizetype count)
    {
        m_bytes.append(count, '\0');
        return *this;
    }
    Bytes &stat() { return zeros(68); }
    /// What stands before each part of a transaction, and of its answer; the last one says that there are no more.
    Bytes &part(qint32 type, qint32 error = -1, bool isLast = false)
    {
        return number(type).number(qint8(isLast ? 1 : 0)).number(error);
    }
    Bytes &lastPart() { return part(-1, -1, true); }
    const QByteArray &bytes() const { return m_bytes; }
    QByteArray framed() const { return Bytes().text(m_bytes).bytes(); }

private:
    QByteArray m_bytes;
};

QByteArray framed(const QByteArray &bytes)
{
    return Bytes().text(bytes).bytes();
}

Bytes replyTo(qint32 xid, qint32 error = 0, qint64 zxid = 99)
{
    return Bytes().number(xid).number(zxid).number(error);
}

QByteArray requestOf(qint32 type, qint32 xid = firstXid)
{
    return Bytes().number(xid).number(type).text("/locks").bytes();
}

/// A transaction that creates, sets and deletes.
QByteArray transaction()
{
    Bytes bytes = Bytes().number(firstXid).number(qint32(14)).part(1).text("/a").text("data");
    bytes.number(qint32(1)).number(qint32(31)).text("world").text("anyone").number(qint32(0));
    bytes.part(5).text("/b").text("data").number(qint32(-1));
    bytes.part(2).text("/c").number(qint32(-1));
    return bytes.lastPart().bytes();
}

QByteArray answerOfTransaction(int parts = 3)
{
    Bytes bytes = replyTo(firstXid);
    if (parts > 0)
        bytes.part(1, 0).text("/a");
    if (parts > 1)
        bytes.part(5, 0).stat();
    for (int part = 2; part < parts; ++part)
        bytes.part(2, 0);
    return bytes.lastPart().bytes();
}

QByteArray handshakeOf(qint32 timeoutMs, qint64 resumed)
{
    return Bytes()
        .number(qint32(0))
        .number(qint64(0))
        .number(timeoutMs)
        .number(resumed)
        .text(QByteArray(16, '\0'))
        .zeros(1)
        .framed();
}

Bytes handshakeAnswer(qint32 timeoutMs = 10'000, qint64 session = 0x100, qint32 password = 16)
{
    return Bytes().number(qint32(0)).number(timeoutMs).number(session).number(password).zeros(16).zeros(1);
}

/// As the C client reads: a frame's length and the rest of it apart; of the rest at most \a piece bytes at once.
bool read(ReplyGuard &guard, QByteArray frame, qsizetype piece = 1'000'000)
{
    if (!guard.received(frame.data(), 4))
        return false;
    for (qsizetype at = 4; at < frame.size(); at += piece) {
        if (!guard.received(frame.data() + at, std::min(piece, frame.size() - at)))
            return false;
    }
    return true;
}

void send(ReplyGuard &guard, const QByteArray &bytes)
{
    if (!guard.sent(bytes.constData(), bytes.size()))
        qFatal("good requests were refused");
}

ReplyGuard connected(qint64 resumed = 0)
{
    ReplyGuard guard;
    guard.begin(u"127.0.0.1:2181"_s);
    const QByteArray ask = handshakeOf(4'000, resumed);
    send(guard, ask.left(4));
    send(guard, ask.mid(4));
    return guard;
}

ReplyGuard greeted()
{
    ReplyGuard guard = connected();
    if (!read(guard, handshakeAnswer().framed()))
        qFatal("a good handshake was refused");
    return guard;
}

ReplyGuard asked(const QByteArray &request)
{
    ReplyGuard guard = greeted();
    send(guard, framed(request));
    return guard;
}

QString said(const ReplyGuard &guard)
{
    return guard.refusal() ? guard.refusal()->what.english() : QString();
}

/// A request and a good answer to it, by what the request asks for.
struct Exchange
{
    const char *what;
    QByteArray request;
    QByteArray answer;
};

QList<Exchange> exchanges()
{
    const QByteArray names =
        replyTo(firstXid).number(qint32(2)).text("lock-0000000001").text("lock-0000000002").bytes();
    return {
        {"create", requestOf(1), replyTo(firstXid).text("/locks/a").bytes()},
        {"delete", requestOf(2), replyTo(firstXid).bytes()},
        {"exists", requestOf(3), replyTo(firstXid).stat().bytes()},
        {"get", requestOf(4), replyTo(firstXid).text("owner").stat().bytes()},
        {"get of null", requestOf(4), replyTo(firstXid).number(qint32(-1)).stat().bytes()},
        {"set", requestOf(5), replyTo(firstXid).stat().bytes()},
        {"getAcl", requestOf(6),
         replyTo(firstXid).number(qint32(1)).number(qint32(31)).text("world").text("anyone").stat().bytes()},
        {"list", requestOf(8), names},
        {"sync", requestOf(9), replyTo(firstXid).text("/locks").bytes()},
        {"list with Stat", requestOf(12), names + Bytes().stat().bytes()},
        {"create with Stat", requestOf(15), replyTo(firstXid).text("/locks/a").stat().bytes()},
        {"create a container", requestOf(19), replyTo(firstXid).text("/locks/a").stat().bytes()},
        {"multi", transaction(), answerOfTransaction()},
        {"watch event", requestOf(2), replyTo(-1, 0, -1).number(qint32(2)).number(qint32(3)).text("/locks/a").bytes()},
    };
}

} // namespace

class ReplyGuardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestChangeIsKept()
    {
        ReplyGuard guard = asked(requestOf(3));
        QCOMPARE(guard.newestChange(), 0);
        QVERIFY(read(guard, replyTo(firstXid, -101).framed())); // no such node: the server had come as far all the same
        QCOMPARE(guard.newestChange(), 99);
        QVERIFY(read(guard, replyTo(-2, 0, 98).framed())); // a ping
        QVERIFY(read(guard, replyTo(-1, 0, -1).zeros(8).text("/a").framed()));
        QCOMPARE(guard.newestChange(), 99);
        guard.begin(u"127.0.0.1:2182"_s);
        QCOMPARE(guard.newestChange(), 99);
    }

    void aGoodAnswerIsLetThrough_data() { exchangeRows(); }
    void aGoodAnswerIsLetThrough()
    {
        QFETCH(QByteArray, request);
        QFETCH(QByteArray, answer);
        for (const qsizetype piece : {1, 3, 1'000}) {
            ReplyGuard guard = asked(request);
            QVERIFY2(read(guard, framed(answer), piece), qPrintable(said(guard)));
            QVERIFY(!guard.refusal());
            // A later version may append something.
            guard = asked(request);
            QVERIFY2(read(guard, framed(answer + "more"), piece), qPrintable(said(guard)));
        }
    }

    void anAnswerThatIsCutOffIsRefused_data() { exchangeRows(); }
    void anAnswerThatIsCutOffIsRefused()
    {
        QFETCH(QByteArray, request);
        QFETCH(QByteArray, answer);
        for (qsizetype size = 0; size < answer.size(); ++size) {
            ReplyGuard guard = asked(request);
            QVERIFY2(!read(guard, framed(answer.left(size))), qPrintable(QString::number(size)));
            QCOMPARE(guard.refusal()->code, ErrorCode::MalformedReply);
            QCOMPARE(guard.refusal()->server, u"127.0.0.1:2181"_s);
            QVERIFY(!said(guard).isEmpty());
        }
    }

    void lengthsWithinAnAnswerAreBelievedByNobody_data() { exchangeRows(); }
    /// Whatever number stands where: a length that was made too great, or negative, is refused, and never read past.
    void lengthsWithinAnAnswerAreBelievedByNobody()
    {
        QFETCH(QByteArray, request);
        QFETCH(QByteArray, answer);
        constexpr qsizetype header = 16;
        for (const qint32 number : {-2, 0x7fffffff, std::numeric_limits<qint32>::min(), 0x10000}) {
            for (qsizetype at = header; at + 4 <= answer.size(); ++at) {
                QByteArray changed = answer;
                qToBigEndian(number, changed.data() + at);
                ReplyGuard guard = asked(request);
                const bool good = read(guard, framed(changed));
                QCOMPARE(good, !guard.refusal());
            }
        }
        QRandomGenerator random(1);
        for (int i = 0; i < 2'000; ++i) {
            QByteArray changed = answer;
            for (int j = random.bounded(1, 4); j > 0; --j)
                changed[random.bounded(int(changed.size()))] = char(random.bounded(256));
            ReplyGuard guard = asked(request);
            const bool good = read(guard, framed(changed));
            QCOMPARE(good, !guard.refusal());
        }
    }

    void lengthsOfFrames_data()
    {
        QTest::addColumn<qint32>("length");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("none") << 0 << false;
        QTest::newRow("negative") << -1 << false;
        QTest::newRow("least") << std::numeric_limits<qint32>::min() << false;
        QTest::newRow("shorter than a header") << 15 << false;
        QTest::newRow("a header") << 16 << true;
        QTest::newRow("the most") << qint32(ReplyGuard::maxFrameBytes) << true;
        QTest::newRow("more") << qint32(ReplyGuard::maxFrameBytes) + 1 << false;
        QTest::newRow("two gigabytes") << std::numeric_limits<qint32>::max() << false;
    }
    void lengthsOfFrames()
    {
        QFETCH(qint32, length);
        QFETCH(bool, isGood);
        ReplyGuard guard = asked(requestOf(12));
        QByteArray bytes = Bytes().number(length).bytes();
        QVERIFY(guard.received(bytes.data(), 2));
        QCOMPARE(guard.received(bytes.data() + 2, 2), isGood);
        if (!isGood)
            QVERIFY2(said(guard).contains(QString::number(length)), qPrintable(said(guard)));
    }

    /// Of which none has a record.
    void errorsOfReplies_data() { errorRows(false); }
    void errorsOfReplies()
    {
        QFETCH(qint32, error);
        QFETCH(std::optional<ErrorCode>, refusal);
        ReplyGuard guard = asked(requestOf(12));
        QTEST(read(guard, replyTo(firstXid, error).framed()), "isGood");
        QCOMPARE(guard.refusal() ? std::optional(guard.refusal()->code) : std::nullopt, refusal);
    }

    void errorsOfATransactionsParts_data() { errorRows(true); }
    /// Each result bears its error twice, and the client believes either.
    void errorsOfATransactionsParts()
    {
        QFETCH(qint32, error);
        QFETCH(bool, isGood);
        QFETCH(std::optional<ErrorCode>, refusal);
        for (const auto &[outside, inside] : {std::pair(error, qint32(-101)), {qint32(-101), error}}) {
            Bytes answer = replyTo(firstXid).part(-1, -2).number(qint32(-2));
            answer.part(-1, outside).number(inside).part(-1, -2).number(qint32(-2)).lastPart();
            ReplyGuard guard = asked(transaction());
            const bool hasCause = inside != -2; // the C client looks there
            QCOMPARE(read(guard, answer.framed()), isGood && hasCause);
            if (!hasCause)
                continue;
            QCOMPARE(guard.refusal() ? std::optional(guard.refusal()->code) : std::nullopt, refusal);
        }
    }

    /// The C client knows by its cause alone that a transaction was not carried out.
    void aTransactionThatFailedHasACause_data()
    {
        QTest::addColumn<qint32>("type");
        QTest::addColumn<qint32>("error");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("done") << 2 << 0 << true;
        QTest::newRow("refused") << -1 << -101 << true;
        QTest::newRow("an error of no cause") << -1 << -2 << false;
        QTest::newRow("an error that is none") << -1 << 0 << false;
        QTest::newRow("done, and an error") << 2 << -103 << false;
    }
    void aTransactionThatFailedHasACause()
    {
        QFETCH(const qint32, type);
        QFETCH(const qint32, error);
        Bytes answer = replyTo(firstXid);
        if (type == -1)
            answer.part(-1, 0).number(qint32(0)).part(-1, 0).number(qint32(0)).part(type, error).number(error);
        else
            answer.part(1, 0).text("/a").part(5, 0).stat().part(type, error);
        ReplyGuard guard = asked(transaction());
        QTEST(read(guard, answer.lastPart().framed()), "isGood");
    }

    void whatWasNotAskedIsRefused()
    {
        ReplyGuard guard = greeted();
        QVERIFY(read(guard, replyTo(-2).framed())); // a ping's
        QVERIFY(read(guard, replyTo(-8).framed())); // that watches were set again
        QVERIFY(!read(guard, replyTo(firstXid).framed()));
        QCOMPARE(said(guard), u"a reply to a request that was not sent"_s);

        guard = greeted();
        QVERIFY(!read(guard, replyTo(-4).framed()));
        QCOMPARE(said(guard), u"a reply to a login that was not sent"_s);

        guard =
            asked(Bytes().number(qint32(-4)).number(qint32(100)).number(qint32(0)).text("digest").text("a:b").bytes());
        QVERIFY(read(guard, replyTo(-4).framed()));
        QVERIFY(!read(guard, replyTo(-4).framed()));
    }

    void answersComeInTheirOrder()
    {
        ReplyGuard guard = greeted();
        for (qint32 xid = 1; xid <= 3; ++xid) {
            const QByteArray frame = framed(requestOf(2, xid));
            for (const char &byte : frame) // as a socket that is nearly full takes them
                QVERIFY(guard.sent(&byte, 1));
        }
        QVERIFY(read(guard, replyTo(1).framed()));
        QVERIFY(!read(guard, replyTo(3).framed()));
        QCOMPARE(said(guard), u"a reply to request 3 where request 2 has its turn"_s);
    }

    void bytesThatAreNoRequestEndTheConnection()
    {
        ReplyGuard guard = greeted();
        const QByteArray body = requestOf(2, -8); // without its length, so that its first number is taken for one
        QVERIFY(!guard.sent(body.constData(), body.size()));
        QVERIFY(!guard.refusal()); // no fault of the server's: another connection is good
        guard.begin(u"127.0.0.1:2181"_s);
        send(guard, framed(QByteArray(45, '\0')));
    }

    void aTransactionHasAsManyResultsAsParts_data()
    {
        QTest::addColumn<int>("results");
        for (int results = 0; results <= 4; ++results)
            QTest::addRow("%d", results) << results;
    }
    void aTransactionHasAsManyResultsAsParts()
    {
        QFETCH(int, results);
        ReplyGuard guard = asked(transaction());
        QCOMPARE(read(guard, framed(answerOfTransaction(results))), results == 3);
        if (results != 3)
            QCOMPARE(said(guard), u"a transaction of 3 parts was answered with another number"_s);
    }

    void aTransactionIsDoneOrRefused()
    {
        ReplyGuard guard = asked(transaction());
        Bytes bytes = replyTo(firstXid).part(1, 0).text("/a");
        bytes.part(-1, -101).number(qint32(-101)).part(2, 0);
        QVERIFY(!read(guard, framed(bytes.lastPart().bytes())));
        QCOMPARE(said(guard), u"a transaction was answered as done and as refused"_s);
    }

    void aNameWithANulIsRefused()
    {
        ReplyGuard guard = asked(requestOf(12));
        const QByteArray name("lock-1\0lock-2", 13);
        QVERIFY(!read(guard, replyTo(firstXid).number(qint32(1)).text(name).stat().framed()));
        QCOMPARE(said(guard), u"a reply has a NUL in a name"_s);
        // A node's data may have any byte.
        guard = asked(requestOf(4));
        QVERIFY(read(guard, replyTo(firstXid).text(name).stat().framed()));
    }

    /// Any other would be taken for the directory itself, or for a node elsewhere.
    void aChildIsNamedAsANodeCanBe()
    {
        for (const char *name : {"", "/", "/locks/a", "a/b", "a/", ".", ".."}) {
            ReplyGuard guard = asked(requestOf(12));
            QVERIFY(!read(guard, replyTo(firstXid).number(qint32(2)).text("lock-1").text(name).stat().framed()));
            QCOMPARE(said(guard), u"a reply names a child as no node can be named"_s);
        }
        ReplyGuard guard = asked(requestOf(12));
        QVERIFY(read(guard, replyTo(firstXid).number(qint32(2)).text("...").text("..a").stat().framed()));
        for (const char *path : {"", "a"}) {
            guard = asked(requestOf(1));
            QVERIFY(!read(guard, replyTo(firstXid).text(path).framed()));
            QCOMPARE(said(guard), u"a reply has a path that does not begin with /"_s);
        }
    }

    void handshakes_data()
    {
        QTest::addColumn<qint64>("resumed");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("wrong"); ///< empty: good
        const QByteArray good = handshakeAnswer().framed();
        QTest::newRow("good") << 0ll << good << QString();
        QTest::newRow("before 3.4") << 0ll << framed(handshakeAnswer().bytes().left(36)) << QString();
        QTest::newRow("the same session") << 0x100ll << good << QString();
        QTest::newRow("an expired session") << 0x100ll << handshakeAnswer(0, 0).framed() << QString();
        QTest::newRow("no session") << 0ll << handshakeAnswer(4'000, 0).framed() << u"no session"_s;
        QTest::newRow("no timeout") << 0ll << handshakeAnswer(0).framed() << u"timeout of 0 ms"_s;
        QTest::newRow("a timeout of a millisecond") << 0ll << handshakeAnswer(1).framed() << u"timeout of 1 ms"_s;
        QTest::newRow("a negative timeout") << 0ll << handshakeAnswer(-1).framed() << u"timeout of -1 ms"_s;
        QTest::newRow("a timeout of weeks") << 0ll << handshakeAnswer(0x7fffffff).framed() << u"timeout of"_s;
        QTest::newRow("no password") << 0ll << handshakeAnswer(4'000, 1, 0).framed() << u"no password"_s;
        QTest::newRow("a long password") << 0ll << handshakeAnswer(4'000, 1, 0x7fffffff).framed() << u"no password"_s;
        QTest::newRow("HTTP") << 0ll << "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"_ba << u"bytes long"_s;
        QTest::newRow("short") << 0ll << framed(handshakeAnswer().bytes().left(20)) << u"bytes long"_s;
    }
    void handshakes()
    {
        QFETCH(qint64, resumed);
        QFETCH(QByteArray, answer);
        QFETCH(QString, wrong);
        for (const qsizetype piece : {1, 41}) { // the client asks for 41 bytes
            ReplyGuard guard = connected(resumed);
            bool isGood = true;
            for (qsizetype at = 0; isGood && at < std::min<qsizetype>(answer.size(), 41); at += piece)
                isGood = guard.received(answer.data() + at, std::min(piece, answer.size() - at));
            QCOMPARE(isGood, wrong.isEmpty());
            QCOMPARE(guard.hasSeenHandshake() && isGood, wrong.isEmpty());
            if (!isGood) {
                QCOMPARE(guard.refusal()->code, ErrorCode::NotZooKeeper);
                QVERIFY2(said(guard).contains(wrong), qPrintable(said(guard)));
            }
        }
    }

    /// By that number the client pings and gives a silent server up, and a later handshake of it asks for what it was
    /// given.
    void aTimeoutThatNobodyAskedForIsNotWaitedFor()
    {
        ReplyGuard guard = connected(); // asks for 4 s
        const auto givenFor = [&guard](qint32 granted) {
            QByteArray answer = handshakeAnswer(granted).framed();
            for (char &byte : answer) { // as the client may get it
                if (!guard.received(&byte, 1))
                    break;
            }
            return qFromBigEndian<qint32>(answer.constData() + 8);
        };
        QCOMPARE(givenFor(3'600'000), 8'000);
        QCOMPARE(guard.grantedTimeoutMs(), 3'600'000);
        for (const auto &[granted, given] :
             {std::pair(3'600'000, 8'000), std::pair(8'001, 8'000), std::pair(8'000, 8'000), std::pair(400, 400)}) {
            guard.begin(u"127.0.0.1:2182"_s);
            send(guard, handshakeOf(8'000, 0x100));
            QCOMPARE(givenFor(granted), given);
            QCOMPARE(guard.grantedTimeoutMs(), granted);
        }
    }

    /// What was asked on the connection before is not answered on the next one.
    void aNewConnectionBeginsFromTheBeginning()
    {
        ReplyGuard guard = asked(requestOf(12));
        QByteArray begun(2, '\0');
        QVERIFY(guard.received(begun.data(), begun.size()));
        guard.begin(u"127.0.0.1:2182"_s);
        send(guard, handshakeOf(4'000, 0x100));
        QVERIFY(read(guard, handshakeAnswer().framed()));
        QVERIFY(!read(guard, replyTo(firstXid).framed()));
        QCOMPARE(guard.refusal()->server, u"127.0.0.1:2182"_s);
    }

private:
    static void exchangeRows()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QByteArray>("answer");
        for (const Exchange &exchange : exchanges())
            QTest::newRow(exchange.what) << exchange.request << exchange.answer;
    }

    static void errorRows(bool ofParts)
    {
        QTest::addColumn<qint32>("error");
        QTest::addColumn<bool>("isGood");
        QTest::addColumn<std::optional<ErrorCode>>("refusal");
        const std::optional<ErrorCode> none;
        for (const qint32 error : {-1, -6, -100, -101, -102, -103, -110, -111, -119, -122, -127, -9999, 5})
            QTest::addRow("%d", error) << error << true << none;
        for (const qint32 error : {-4, -7, -9, -116}) // the client's own: it would ask again, and again
            QTest::addRow("%d", error) << error << false << std::optional(ErrorCode::MalformedReply);
        // What a part is answered with that did not fail itself.
        QTest::addRow("-2") << -2 << ofParts << (ofParts ? none : std::optional(ErrorCode::MalformedReply));
        for (const qint32 error : {-112, -118})
            QTest::addRow("%d", error) << error << false << none; // the next connection tells
        for (const qint32 error : {-115, -124})
            QTest::addRow("%d", error) << error << false << std::optional(ErrorCode::AuthFailed);
    }
};

} // namespace lockscope::tst_replyguard

LOCKSCOPE_TEST(lockscope::tst_replyguard::ReplyGuardTest)
#include "tst_replyguard.moc"
