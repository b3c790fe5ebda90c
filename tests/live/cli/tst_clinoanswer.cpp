// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/lettingin.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <limits>

namespace lockscope::tst_clinoanswer {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

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

/// A lock with one contender, and an answer of nothing to all that changes nothing in it.
class OneLock
{
public:
    qint64 ctimeMs = 1'700'000'000'000;
    qint32 errorOfAcl = 0;
    qint32 errorOfData = 0;
    QByteArray missing; ///< listed, and said not to be there

    void answer(const LettingIn::Connection &connection, const QByteArray &request) const
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
        const bool isNode = path.startsWith("/locks/");
        const auto count = qint32(children.size());
        const QByteArray stat = wire(qint64(7)) + wire(qint64(7)) + wire(ctimeMs) + wire(ctimeMs) + wire(qint32(0))
                                + wire(count) + wire(qint32(0)) + wire(qint64(isNode ? 0x55 : 0)) + wire(qint32(0))
                                + wire(count) + wire(qint64(7));
        QByteArray body;
        switch (opcodeOf(request)) {
        case Exists: body = stat; break;
        case GetData:
            if (errorOfData != 0)
                return connection.refuse(request, errorOfData);
            body = text({}) + stat;
            break;
        case GetAcl:
            if (errorOfAcl != 0)
                return connection.refuse(request, errorOfAcl);
            body = wire(qint32(1)) + wire(qint32(31)) + text("world") + text("anyone") + stat;
            break;
        case GetChildren2:
            body = wire(count);
            for (const QByteArray &child : children)
                body += text(child);
            body += stat;
            break;
        case Sync: body = text(path); break;
        default: break;
        }
        connection.answer(request.first(4) + wire(qint64(8)) + wire(qint32(0)) + body);
    }
};

/// Commands at a server that lets them in and then gives them nothing to go on with: each ends, and says so.
class CliNoAnswerTest : public QObject
{
    Q_OBJECT

    static QStringList at(const LettingIn &server)
    {
        return {u"--connect"_s, server.place(),         u"--timeout"_s, QString::number(sessionMs),
                u"--admin"_s,   u"http://127.0.0.1:1"_s};
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
        return {u"release"_s, node, u"--yes"_s, u"--no-audit"_s, u"--accept-open-window"_s};
    }
    static void addCommands()
    {
        QTest::addColumn<QString>("command");
        for (const char *command : {"queue", "locks", "doctor", "watch"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }

private Q_SLOTS:
    void whereNothingIsAnswered_data() { addCommands(); }
    void whereNothingIsAnswered()
    {
        QFETCH(QString, command);
        LettingIn server(sessionMs);
        server.onRequest = [](LettingIn::Connection &, const QByteArray &) {};
        const CliResult result = run(server, command);
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("is not answered"), result.said());
        QVERIFY2(server.connections() <= 10, qPrintable(QString::number(server.connections())));
    }

    void whereEveryAnswerIsThatTheSessionIsElsewhere_data() { addCommands(); }
    void whereEveryAnswerIsThatTheSessionIsElsewhere()
    {
        QFETCH(QString, command);
        constexpr qint32 sessionMoved = -118;
        LettingIn server(sessionMs);
        int asked = 0;
        server.onRequest = [&asked](const LettingIn::Connection &connection, const QByteArray &request) {
            const bool isPing = opcodeOf(request) == Ping;
            asked += isPing ? 0 : 1;
            connection.refuse(request, isPing ? 0 : sessionMoved);
        };
        const CliResult result = run(server, command);
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("is not answered"), result.said());
        // Not as fast as it answers: ten connections a second.
        QVERIFY2(asked <= 4 * server.connections(),
                 qPrintable(u"%1 requests, %2 connections"_s.arg(asked).arg(server.connections())));
    }

    void whereAnAnswerIsAnErrorOfTheClients()
    {
        constexpr qint32 operationTimeout = -7;
        LettingIn server(sessionMs);
        server.onRequest = [](const LettingIn::Connection &connection, const QByteArray &request) {
            connection.refuse(request, operationTimeout);
        };
        const CliResult result = run(server, u"queue"_s);
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("the error -7, which no server gives"), result.said());
        QCOMPARE(server.connections(), 1);
    }

    void whereTheLoginIsRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("after");
        for (const char *command : {"queue", "locks", "doctor", "watch"}) {
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
        OneLock lock;
        LettingIn server(sessionMs);
        int answered = 0;
        QByteArray login;
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Login) {
                login = request;
                return;
            }
            lock.answer(connection, request);
            answered += opcodeOf(request) == Ping ? 0 : 1;
            if (answered == after)
                connection.refuse(login, loginRefused);
        };
        const CliResult result = run(server, command, {u"--auth"_s, u"digest:me:secret"_s});
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
        for (const char *command : {"queue", "locks", "doctor", "watch"}) {
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
        server.onRequest = [&, error = error](const LettingIn::Connection &connection, const QByteArray &request) {
            asked += 1;
            connection.refuse(request, error);
        };
        const CliResult result = run(server, command);
        QVERIFY2(result.code == code, qPrintable(u"%1: %2"_s.arg(result.code).arg(QString::fromUtf8(result.err))));
        QVERIFY2(asked <= 4 * server.connections(),
                 qPrintable(u"%1 requests, %2 connections"_s.arg(asked).arg(server.connections())));
    }

    void whereTheServerIsReadOnly_data()
    {
        QTest::addColumn<QString>("command"); // each takes as long as it takes to get in, and they get in alike
        QTest::newRow("queue") << u"queue"_s;
        QTest::newRow("watch") << u"watch"_s;
    }
    void whereTheServerIsReadOnly()
    {
        QFETCH(QString, command);
        LettingIn server(sessionMs);
        server.isReadOnly = true;
        const CliResult result = run(server, command);
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("is in read-only mode"), result.said());
    }

    void aSignalEndsACommandThatGetsNoAnswer_data() { addCommands(); }
    void aSignalEndsACommandThatGetsNoAnswer()
    {
        QFETCH(QString, command);
        const auto restore = qScopeGuard([was = qgetenv("LOCKSCOPE_LIMITS")] { qputenv("LOCKSCOPE_LIMITS", was); });
        qputenv("LOCKSCOPE_LIMITS", "closing=1h"); // the session that gets no answer would hold it up
        LettingIn server(longMs);
        bool isAsked = false;
        server.onRequest = [&](LettingIn::Connection &, const QByteArray &) { isAsked = true; };
        const auto process = CliProgram().start({command, u"/locks"_s, u"--connect"_s, server.place(), u"--timeout"_s,
                                                 QString::number(longMs), u"--admin"_s, u"http://127.0.0.1:1"_s});
        AWAIT_VERIFY(isAsked);
        QCOMPARE(terminate(*process), 1);
    }

    void aSessionTimeoutThatTheServerMadeLongIsNotWaitedFor_data() { addCommands(); }
    /// Asked for 1.5 s, granted an hour: the client would take the connection for lost after 40 minutes.
    void aSessionTimeoutThatTheServerMadeLongIsNotWaitedFor()
    {
        QFETCH(QString, command);
        LettingIn server(longMs);
        server.onRequest = [](LettingIn::Connection &, const QByteArray &) {};
        const CliResult result = run(server, command);
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("is not answered"), result.said());
    }

    void norByWhatWrites_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("silentFrom"); // a request of this kind, and all after it, get no answer; 0: any
        QTest::newRow("a release, while it is planned") << releaseOf(theNode) << int(GetData);
        QTest::newRow("a release, while it is carried out") << releaseOf(theNode) << int(Multi);
        QTest::newRow("a run") << QStringList{u"run"_s, u"--lock"_s,   u"/mine"_s, u"--clients"_s,
                                              u"1"_s,   u"--rounds"_s, u"1"_s}
                               << 0;
    }
    void norByWhatWrites()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, silentFrom);
        OneLock lock;
        LettingIn server(longMs);
        bool isSilent = false;
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            isSilent = isSilent || silentFrom == 0 || opcodeOf(request) == silentFrom;
            if (!isSilent)
                lock.answer(connection, request);
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
        OneLock lock;
        LettingIn server(sessionMs);
        int creates = 0;
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            const bool isCreate = opcodeOf(request) == Create || opcodeOf(request) == Create2;
            creates += isCreate ? 1 : 0;
            if (!isCreate)
                lock.answer(connection, request);
        };
        const CliResult result = CliProgram().run(
            QStringList{u"run"_s, u"--lock"_s, u"/locks"_s, u"--clients"_s, u"1"_s, u"--rounds"_s, u"1"_s}
            + at(server));
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("is not answered") && result.err.contains("incomplete"), result.said());
        QVERIFY2(creates > 1, qPrintable(QString::number(creates)));
    }

    /// What it did is not known, which is no reason to say nothing.
    void aSignalEndsAReleaseThatGetsNoAnswer()
    {
        OneLock lock;
        LettingIn server(sessionMs);
        bool isAsked = false;
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Multi)
                isAsked = true;
            else
                lock.answer(connection, request);
        };
        const auto process = CliProgram().start(releaseOf(theNode) + at(server));
        AWAIT_VERIFY(isAsked);
        QCOMPARE(terminate(*process), unreachable);
        const QByteArray said = process->readAllStandardError();
        QVERIFY2(said.contains("whether it was carried out is not known"), said.constData());
    }

    void theTimeOfAWatchCountsFromItsStart()
    {
        LettingIn server(longMs);
        server.onRequest = [](LettingIn::Connection &, const QByteArray &) {};
        const CliResult result = CliProgram().run({u"watch"_s, u"/locks"_s, u"--for"_s, u"1s"_s, u"--connect"_s,
                                                   server.place(), u"--timeout"_s, QString::number(longMs)});
        QCOMPARE(result.code, unreachable);
        QVERIFY2(result.err.contains("--for"), result.said());
    }

    void whereATreeHasNoEndAQueueHas()
    {
        LettingIn server(sessionMs);
        server.onRequest = [](const LettingIn::Connection &connection, const QByteArray &request) {
            const QByteArray stat = wire(qint64(7)) + wire(qint64(7)) + wire(qint64(1'700'000'000'000))
                                    + wire(qint64(1'700'000'000'000)) + wire(qint32(0)) + wire(qint32(2))
                                    + wire(qint32(0)) + wire(qint64(0)) + wire(qint32(0)) + wire(qint32(2))
                                    + wire(qint64(7));
            QByteArray body = stat;
            if (opcodeOf(request) == GetChildren2)
                body = wire(qint32(2)) + text("a") + text("b") + stat;
            else if (opcodeOf(request) == GetData)
                body = text({}) + stat;
            connection.answer(request.first(4) + wire(qint64(8)) + wire(qint32(0)) + body);
        };
        const CliResult result = run(server, u"queue"_s, {u"--quick"_s});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("more than 20000 directories"), result.said());
    }

    /// It may have been carried out: that is told, whatever the connection comes to.
    void aReleaseWhoseAnswerDoesNotFitIsTold()
    {
        OneLock lock;
        LettingIn server(sessionMs);
        bool isAsked = false;
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) != Multi)
                return lock.answer(connection, request);
            isAsked = true;
            connection.answer(wire(qint32(0x7777777)) + wire(qint64(9)) + wire(qint32(0)) + QByteArray(20, 'x'));
        };
        const CliResult result = CliProgram().run(releaseOf(theNode) + QStringList{u"--json"_s} + at(server));
        QVERIFY2(isAsked, result.said());
        QVERIFY2(result.code != 0, result.said());
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
        OneLock lock;
        QFETCH(QByteArray, missing);
        lock.missing = missing;
        LettingIn server(sessionMs);
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            lock.answer(connection, request);
        };
        const CliResult locks = CliProgram().run(QStringList{u"locks"_s, u"--quick"_s} + at(server));
        QCOMPARE(locks.code, 1);
        QVERIFY2(!locks.out.contains("No locks"), locks.out.constData());
        QVERIFY2(locks.err.contains(missing + ": it is listed by its directory"), locks.said());
        const CliResult doctor = CliProgram().run(QStringList{u"doctor"_s, u"--json"_s} + at(server));
        QCOMPARE(doctor.code, 1);
        QVERIFY2(doctor.out.contains("\"not-read\""), doctor.out.constData());
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
        OneLock lock;
        lock.errorOfData = error;
        LettingIn server(sessionMs);
        server.onRequest = [&](const LettingIn::Connection &connection, const QByteArray &request) {
            if (opcodeOf(request) == Exists)
                connection.refuse(request, error);
            else
                lock.answer(connection, request);
        };
        const CliResult queue = run(server, u"queue"_s, {u"--quick"_s});
        QCOMPARE(queue.code, 1);
        QVERIFY2(queue.out.contains("holder not known") && !queue.out.contains("free"), queue.out.constData());
        QVERIFY2(queue.err.contains("not read"), queue.said());
        const CliResult locks = CliProgram().run(QStringList{u"locks"_s, u"--quick"_s} + at(server));
        QCOMPARE(locks.code, 1);
        QVERIFY2(!locks.out.contains("No locks"), locks.out.constData());
        QVERIFY2(locks.err.contains("not read"), locks.said());
        const CliResult doctor = CliProgram().run(QStringList{u"doctor"_s, u"--json"_s} + at(server));
        QCOMPARE(doctor.code, 1);
        QVERIFY2(doctor.out.contains("\"not-read\""), doctor.out.constData());
    }

    void permissionsThatCannotBeReadAreNotWell()
    {
        constexpr qint32 noAuth = -102;
        OneLock lock;
        LettingIn server(sessionMs);
        server.onRequest = [&lock](const LettingIn::Connection &connection, const QByteArray &request) {
            lock.answer(connection, request);
        };
        const auto troubles = [&] {
            QStringList problems;
            const CliResult result = run(server, u"doctor"_s, {u"--json"_s});
            for (const QJsonValue trouble : result.object()[u"acl"_s].toArray())
                problems += trouble[u"problem"_s].toString();
            problems += QString::number(result.object()[u"locks_checked"_s].toInt());
            return problems;
        };
        QCOMPARE(troubles(), (QStringList{u"anyone-may-write"_s, u"1"_s}));
        lock.errorOfAcl = noAuth;
        QCOMPARE(troubles(), (QStringList{u"cannot-read-acl"_s, u"0"_s}));
        const CliResult result = run(server, u"doctor"_s);
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.contains("/locks: its permissions cannot be read"), result.out.constData());
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
        OneLock lock;
        QFETCH(qint64, ctimeMs);
        lock.ctimeMs = ctimeMs;
        LettingIn server(sessionMs);
        server.onRequest = [&lock](const LettingIn::Connection &connection, const QByteArray &request) {
            lock.answer(connection, request);
        };
        for (const QString &command : {u"queue"_s, u"locks"_s}) {
            const CliResult result = run(server, command, {u"--json"_s, u"--quick"_s});
            QVERIFY2(result.code == 0 && !result.out.isEmpty(), result.said());
        }
        const CliResult queue = run(server, u"queue"_s, {u"--json"_s, u"--quick"_s});
        const QJsonObject contender = queue.object()[u"contenders"_s].toArray().at(0).toObject();
        const int year = contender[u"created"_s].toString().left(4).toInt();
        QVERIFY2(year == 2200 || year == 1900, queue.out.constData());
    }
};

} // namespace lockscope::tst_clinoanswer

LOCKSCOPE_TEST(lockscope::tst_clinoanswer::CliNoAnswerTest)
#include "tst_clinoanswer.moc"
