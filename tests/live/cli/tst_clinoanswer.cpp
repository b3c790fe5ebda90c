// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/lettingin.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <array>
#include <limits>

namespace lockscope::tst_clinoanswer {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using Connection = LettingIn::Connection;

constexpr int sessionMs = 1'500;
constexpr int longMs = 3'600'000; ///< longer than any test waits
constexpr int unreachable = 3;
constexpr qint32 noNode = -101;
const QString theNode = u"/locks/_c_11111111-2222-4333-8444-555555555555-lock-0000000000"_s;

/// Types of requests on the wire (ZooDefs.OpCode).
enum Opcode : qint32 {
    Create = 1,
    Exists = 3,
    GetData = 4,
    GetAcl = 6,
    Sync = 9,
    Ping = 11,
    GetChildren2 = 12,
    Multi = 14,
    Create2 = 15,
    Login = 100
};

qint32 opcodeOf(const QByteArray &request)
{
    return qFromBigEndian<qint32>(request.constData() + 4);
}

QByteArray text(const QByteArray &bytes)
{
    return wire(qint32(bytes.size())) + bytes;
}

/// \a session: the number of its owner.
QByteArray nodeStat(qint32 children, qint64 session = 0, qint64 ctimeMs = 1'700'000'000'000)
{
    return wire(qint64(7)) + wire(qint64(7)) + wire(ctimeMs) + wire(ctimeMs) + wire(qint32(0)) + wire(children)
           + wire(qint32(0)) + wire(session) + wire(qint32(0)) + wire(children) + wire(qint64(7));
}

void answer(const Connection &connection, const QByteArray &request, const QByteArray &body)
{
    connection.answer(request.first(4) + wire(qint64(8)) + wire(qint32(0)) + body);
}

const auto nothing = [](const Connection &, const QByteArray &) {};

/// A server that has a lock with one contender, and an answer of nothing to all that changes nothing in it.
class OneLock : public LettingIn
{
public:
    explicit OneLock(qint32 timeoutMs = sessionMs)
        : LettingIn(timeoutMs)
    {
        onRequest = [this](const Connection &connection, const QByteArray &request) { tell(connection, request); };
    }

    qint64 ctimeMs = 1'700'000'000'000;
    qint32 errorOfAcl = 0;
    qint32 errorOfData = 0;
    QByteArray missing; ///< listed, and said not to be there

    void tell(const Connection &connection, const QByteArray &request) const
    {
        const QByteArray path = opcodeOf(request) == Ping || request.size() < 12
                                    ? QByteArray()
                                    : request.mid(12, qFromBigEndian<qint32>(request.constData() + 8));
        QByteArrayList children;
        if (path == "/")
            children = {"locks"};
        else if (path == "/locks")
            children = {"_c_11111111-2222-4333-8444-555555555555-lock-0000000000"};
        if (!missing.isEmpty() && path == missing)
            return connection.refuse(request, noNode);
        const auto count = qint32(children.size());
        const QByteArray own = nodeStat(count, path.startsWith("/locks/") ? 0x55 : 0, ctimeMs);
        QByteArray body;
        switch (opcodeOf(request)) {
        case Exists: body = own; break;
        case GetData:
            if (errorOfData != 0)
                return connection.refuse(request, errorOfData);
            body = text({}) + own;
            break;
        case GetAcl:
            if (errorOfAcl != 0)
                return connection.refuse(request, errorOfAcl);
            body = wire(qint32(1)) + wire(qint32(31)) + text("world") + text("anyone") + own;
            break;
        case GetChildren2:
            body = wire(count);
            for (const QByteArray &child : children)
                body += text(child);
            body += own;
            break;
        case Sync: body = text(path); break;
        default: break;
        }
        answer(connection, request, body);
    }
};

/// Commands at a server that lets them in and then gives them nothing to go on with: each ends, and says so.
class CliNoAnswerTest : public QObject
{
    Q_OBJECT

    static QStringList at(const LettingIn &server, int timeoutMs = sessionMs)
    {
        return words("--connect", server.place(), "--timeout", QString::number(timeoutMs),
                     "--admin http://127.0.0.1:1");
    }
    /// Not as fast as it answers: ten connections a second.
    static void verifyAskedWithRests(int asked, const LettingIn &server)
    {
        QVERIFY2(asked <= 4 * server.connections(),
                 qPrintable(u"%1 requests, %2 connections"_s.arg(asked).arg(server.connections())));
    }
    static CliResult run(const LettingIn &server, const QString &command, const QStringList &options = {})
    {
        QStringList arguments{command};
        arguments += options;
        if (command != u"doctor"_s)
            arguments += u"/locks"_s;
        return CliProgram().run(arguments + at(server));
    }
    static QStringList releaseOf(const QString &node)
    {
        return words("release", node, "--yes --no-audit --accept-open-window");
    }
    static constexpr std::array commands{"queue", "locks", "doctor", "watch"};
    static void addCommands()
    {
        QTest::addColumn<QString>("command");
        for (const char *command : commands)
            QTest::newRow(command) << QString::fromLatin1(command);
    }

private Q_SLOTS:
    void whereNothingIsAnswered_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("grantedMs");
        for (const char *command : commands) {
            QTest::newRow(command) << QString::fromLatin1(command) << sessionMs;
            // Asked for 1.5 s: the client would take the connection for lost after 40 minutes.
            QTest::addRow("%s, granted an hour", command) << QString::fromLatin1(command) << longMs;
        }
    }
    void whereNothingIsAnswered()
    {
        QFETCH(QString, command);
        QFETCH(int, grantedMs);
        LettingIn server(grantedMs);
        server.onRequest = nothing;
        QCOMPARE(run(server, command).unlike(unreachable, "is not answered"), QString());
        if (grantedMs == sessionMs)
            QVERIFY2(server.connections() <= 10, qPrintable(QString::number(server.connections())));
    }

    void whereEveryAnswerIsThatTheSessionIsElsewhere_data() { addCommands(); }
    void whereEveryAnswerIsThatTheSessionIsElsewhere()
    {
        QFETCH(QString, command);
        constexpr qint32 sessionMoved = -118;
        LettingIn server(sessionMs);
        int asked = 0;
        server.onRequest = [&asked](const Connection &connection, const QByteArray &request) {
            const bool isPing = opcodeOf(request) == Ping;
            asked += isPing ? 0 : 1;
            connection.refuse(request, isPing ? 0 : sessionMoved);
        };
        QCOMPARE(run(server, command).unlike(unreachable, "is not answered"), QString());
        verifyAskedWithRests(asked, server);
    }

    void whereAnAnswerIsAnErrorOfTheClients()
    {
        constexpr qint32 operationTimeout = -7;
        LettingIn server(sessionMs);
        server.onRequest = [](const Connection &connection, const QByteArray &request) {
            connection.refuse(request, operationTimeout);
        };
        QCOMPARE(run(server, u"queue"_s).unlike(unreachable, "the error -7, which no server gives"), QString());
        QCOMPARE(server.connections(), 1);
    }

    void whereTheLoginIsRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("after");
        for (const char *command : commands) {
            for (const int after : {1, 2, 3})
                QTest::addRow("%s, with answer %d", command, after) << QString::fromLatin1(command) << after;
        }
    }
    /// With an answer in the same breath: what is asked on account of that cannot be sent any more.
    void whereTheLoginIsRefused()
    {
        QFETCH(QString, command);
        QFETCH(int, after);
        constexpr qint32 loginRefused = -115;
        OneLock server;
        int answered = 0;
        QByteArray login;
        server.onRequest = [&](const Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Login) {
                login = request;
                return;
            }
            server.tell(connection, request);
            answered += opcodeOf(request) == Ping ? 0 : 1;
            if (answered == after)
                connection.refuse(login, loginRefused);
        };
        const CliResult result = run(server, command, words("--auth digest:me:secret"));
        QVERIFY2(result.code == 4, qPrintable(u"%1: %2"_s.arg(result.code).arg(QString::fromUtf8(result.err))));
        QVERIFY2(result.err.contains("refused the login"), result.said());
        QCOMPARE(result.err.count('\n'), 1); // said once
        QCOMPARE(server.connections(), 1);
        QVERIFY2(answered <= after + 2, qPrintable(QString::number(answered))); // under way already
    }

    void whereEveryAnswerIsAnErrorOfTheSession_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("code");
        for (const char *command : commands) {
            QTest::addRow("%s, expired", command) << QString::fromLatin1(command) << -112 << unreachable;
            QTest::addRow("%s, not logged in", command) << QString::fromLatin1(command) << -115 << 4;
            QTest::addRow("%s, closing", command) << QString::fromLatin1(command) << -116 << unreachable;
        }
    }
    void whereEveryAnswerIsAnErrorOfTheSession()
    {
        QFETCH(QString, command);
        QFETCH(int, error);
        QFETCH(int, code);
        LettingIn server(sessionMs);
        int asked = 0;
        server.onRequest = [&, error = error](const Connection &connection, const QByteArray &request) {
            asked += 1;
            connection.refuse(request, error);
        };
        const CliResult result = run(server, command);
        QVERIFY2(result.code == code, qPrintable(u"%1: %2"_s.arg(result.code).arg(QString::fromUtf8(result.err))));
        verifyAskedWithRests(asked, server);
    }

    void whereTheServerIsReadOnly_data()
    {
        QTest::addColumn<QString>("command"); // each takes as long as it takes to get in, and they get in alike
        for (const char *command : {"queue", "watch"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void whereTheServerIsReadOnly()
    {
        QFETCH(QString, command);
        LettingIn server(sessionMs);
        server.isReadOnly = true;
        QCOMPARE(run(server, command).unlike(unreachable, "is in read-only mode"), QString());
    }

    void aSignalEndsACommandThatGetsNoAnswer_data() { addCommands(); }
    void aSignalEndsACommandThatGetsNoAnswer()
    {
        QFETCH(QString, command);
        const auto restore = qScopeGuard([was = qgetenv("LOCKSCOPE_LIMITS")] { qputenv("LOCKSCOPE_LIMITS", was); });
        qputenv("LOCKSCOPE_LIMITS", "closing=1h"); // the session that gets no answer would hold it up
        LettingIn server(longMs);
        bool isAsked = false;
        server.onRequest = [&isAsked](const Connection &, const QByteArray &) { isAsked = true; };
        const auto process = CliProgram().start(words(command, "/locks") + at(server, longMs));
        AWAIT_VERIFY(isAsked);
        QCOMPARE(terminate(*process), 1);
    }

    void aLongSessionTimeoutIsNotWaitedForByWhatWrites_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("silentFrom"); // a request of this kind, and all after it, get no answer; 0: any
        QTest::newRow("a release, while it is planned") << releaseOf(theNode) << int(GetData);
        QTest::newRow("a release, while it is carried out") << releaseOf(theNode) << int(Multi);
        QTest::newRow("a run") << words("run --lock /mine --clients 1 --rounds 1") << 0;
    }
    void aLongSessionTimeoutIsNotWaitedForByWhatWrites()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, silentFrom);
        OneLock server(longMs);
        bool isSilent = false;
        server.onRequest = [&](const Connection &connection, const QByteArray &request) {
            isSilent = isSilent || silentFrom == 0 || opcodeOf(request) == silentFrom;
            if (!isSilent)
                server.tell(connection, request);
        };
        const CliResult result = CliProgram().run(arguments + at(server));
        QVERIFY2(result.code != 0 && isSilent, result.said());
        QVERIFY2(!result.err.isEmpty(), result.said());
        if (silentFrom == Multi)
            QVERIFY2(result.err.contains("not known"), result.said());
    }

    /// All but what its client waits for is answered, on one connection after the other.
    void aRunEndsWhereNoCreateIsAnswered()
    {
        OneLock server;
        int creates = 0;
        server.onRequest = [&](const Connection &connection, const QByteArray &request) {
            const bool isCreate = opcodeOf(request) == Create || opcodeOf(request) == Create2;
            creates += isCreate ? 1 : 0;
            if (!isCreate)
                server.tell(connection, request);
        };
        const CliResult result = CliProgram().run(words("run --lock /locks --clients 1 --rounds 1") + at(server));
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("is not answered") && result.err.contains("incomplete"), result.said());
        QVERIFY2(creates > 1, qPrintable(QString::number(creates)));
    }

    /// What it did is not known, which is no reason to say nothing.
    void aSignalEndsAReleaseThatGetsNoAnswer()
    {
        OneLock server;
        bool isAsked = false;
        server.onRequest = [&](const Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Multi)
                isAsked = true;
            else
                server.tell(connection, request);
        };
        const auto process = CliProgram().start(releaseOf(theNode) + words("--json") + at(server));
        AWAIT_VERIFY(isAsked);
        QCOMPARE(terminate(*process), unreachable);
        const QByteArray said = process->readAllStandardError();
        QVERIFY2(said.contains("whether it was carried out is not known"), said.constData());
        const QByteArray report = process->readAllStandardOutput();
        QCOMPARE(QJsonDocument::fromJson(report).object()[u"result"].toString(), u"unknown"_s);
    }

    /// The word stands in the node, as far as is known.
    void whereTheConnectionIsLostAfterAHolderWasAskedTheReportComes()
    {
        OneLock server;
        bool wasAsked = false;
        server.onRequest = [&](const Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Multi) {
                wasAsked = true;
                QByteArray parts;
                for (int part = 0; part < 2; ++part) { // the guard of each directory above: made and taken away
                    parts += wire(qint32(1)) + '\0' + wire(qint32(0)) + text("/guard");
                    parts += wire(qint32(2)) + '\0' + wire(qint32(0));
                }
                parts += wire(qint32(5)) + '\0' + wire(qint32(0)) + nodeStat(0, 0x55);
                answer(connection, request, parts + wire(qint32(-1)) + '\1' + wire(qint32(-1)));
            } else if (wasAsked) {
                answer(connection, request, "x"); // too short for any
            } else {
                server.tell(connection, request);
            }
        };
        const CliResult result =
            CliProgram().run(releaseOf(theNode) + words("--revoke --within 1h --json") + at(server));
        QVERIFY2(wasAsked && result.code != 0, result.said());
        QCOMPARE(result.object()[u"result"].toString(), u"stopped"_s);
        QVERIFY2(result.object()[u"error"].toString().contains(u"do not fit ZooKeeper's protocol"_s),
                 result.out.constData());
    }

    void theTimeOfAWatchCountsFromItsStart()
    {
        LettingIn server(longMs);
        server.onRequest = nothing;
        QCOMPARE(CliProgram().run(words("watch /locks --for 1s") + at(server, longMs)).unlike(unreachable, "--for"),
                 QString());
    }

    void whereATreeHasNoEndAQueueHas()
    {
        constexpr int answeredMs = 30'000; // each request is answered, however busy the machine is
        LettingIn server(answeredMs);
        server.onRequest = [](const Connection &connection, const QByteArray &request) {
            QByteArray body = nodeStat(2);
            if (opcodeOf(request) == GetChildren2)
                body.prepend(wire(qint32(2)) + text("a") + text("b"));
            else if (opcodeOf(request) == GetData)
                body.prepend(text({}));
            answer(connection, request, body);
        };
        QCOMPARE(CliProgram()
                     .run(words("queue /locks --quick") + at(server, answeredMs))
                     .unlike(1, "more than 20000 directories"),
                 QString());
    }

    /// It may have been carried out: that is told, whatever the connection comes to.
    void aReleaseWhoseAnswerDoesNotFitIsTold()
    {
        OneLock server;
        bool isAsked = false;
        server.onRequest = [&](const Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) != Multi)
                return server.tell(connection, request);
            isAsked = true;
            connection.answer(wire(qint32(0x7777777)) + wire(qint64(9)) + wire(qint32(0)) + QByteArray(20, 'x'));
        };
        const CliResult result = CliProgram().run(releaseOf(theNode) + words("--json") + at(server));
        QVERIFY2(isAsked && result.code != 0, result.said());
        QCOMPARE(result.object()[u"result"].toString(), u"unknown"_s);
    }

    void whatIsListedAndNotThereIsNotLeftOut_data()
    {
        QTest::addColumn<QByteArray>("missing");
        QTest::newRow("a contender") << theNode.toUtf8();
        QTest::newRow("a lock") << QByteArray("/locks");
    }
    void whatIsListedAndNotThereIsNotLeftOut()
    {
        QFETCH(QByteArray, missing);
        OneLock server;
        server.missing = missing;
        const CliResult locks = CliProgram().run(words("locks --quick") + at(server));
        QCOMPARE(locks.code, 1);
        QVERIFY2(!locks.out.contains("No locks"), locks.out.constData());
        QVERIFY2(locks.err.contains(missing + ": it is listed by its directory"), locks.said());
        QCOMPARE(run(server, u"doctor"_s, words("--json")).unlike(1, {}, "\"not-read\""), QString());
    }

    void whatIsNotReadIsNotCalledFree_data()
    {
        QTest::addColumn<int>("error");
        for (const int error : {-127, -1, -4711, -102})
            QTest::addRow("%d", error) << error;
    }
    void whatIsNotReadIsNotCalledFree()
    {
        QFETCH(int, error);
        OneLock server;
        server.errorOfData = error;
        server.onRequest = [&, error = error](const Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Exists)
                connection.refuse(request, error);
            else
                server.tell(connection, request);
        };
        const CliResult queue = run(server, u"queue"_s, words("--quick"));
        QCOMPARE(queue.code, 1);
        QVERIFY2(queue.out.contains("holder not known") && !queue.out.contains("free"), queue.out.constData());
        QVERIFY2(queue.err.contains("not read"), queue.said());
        const CliResult locks = CliProgram().run(words("locks --quick") + at(server));
        QCOMPARE(locks.code, 1);
        QVERIFY2(!locks.out.contains("No locks"), locks.out.constData());
        QVERIFY2(locks.err.contains("not read"), locks.said());
        QCOMPARE(run(server, u"doctor"_s, words("--json")).unlike(1, {}, "\"not-read\""), QString());
    }

    void permissionsThatCannotBeReadAreNotWell()
    {
        constexpr qint32 noAuth = -102;
        OneLock server;
        const auto troubles = [&] {
            QStringList problems;
            const CliResult result = run(server, u"doctor"_s, words("--json"));
            for (const QJsonValue trouble : result.object()[u"acl"_s].toArray())
                problems += trouble[u"problem"_s].toString();
            problems += QString::number(result.object()[u"locks_checked"_s].toInt());
            return problems;
        };
        QCOMPARE(troubles(), (QStringList{u"anyone-may-write"_s, u"1"_s}));
        server.errorOfAcl = noAuth;
        QCOMPARE(troubles(), (QStringList{u"cannot-read-acl"_s, u"0"_s}));
        QCOMPARE(run(server, u"doctor"_s).unlike(1, {}, "/locks: its permissions cannot be read"), QString());
    }

    void anyInstantOfANodeIsShown_data()
    {
        QTest::addColumn<qint64>("ctimeMs");
        QTest::newRow("the greatest") << std::numeric_limits<qint64>::max();
        QTest::newRow("the least") << std::numeric_limits<qint64>::min();
        QTest::newRow("too great for nanoseconds") << (qint64(1) << 62);
    }
    /// Under UndefinedBehaviorSanitizer no duration since then may overflow.
    void anyInstantOfANodeIsShown()
    {
        QFETCH(qint64, ctimeMs);
        OneLock server;
        server.ctimeMs = ctimeMs;
        const CliResult locks = run(server, u"locks"_s, words("--json --quick"));
        QVERIFY2(locks.code == 0 && !locks.out.isEmpty(), locks.said());
        const CliResult queue = run(server, u"queue"_s, words("--json --quick"));
        QVERIFY2(queue.code == 0, queue.said());
        const QJsonObject contender = queue.object()[u"contenders"_s].toArray().at(0).toObject();
        const int year = contender[u"created"_s].toString().left(4).toInt();
        QVERIFY2(year == 2200 || year == 1900, queue.out.constData());
    }
};

} // namespace lockscope::tst_clinoanswer

LOCKSCOPE_TEST(lockscope::tst_clinoanswer::CliNoAnswerTest)
#include "tst_clinoanswer.moc"
