// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <memory>

#include <signal.h>

namespace lockscope::tst_clitry {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// `lockscope-cli try`: clients of other programs, sound and broken, and commands that are none.
class CliTryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_directory.isValid());
        qputenv("LOCKSCOPE_JARS", LOCKSCOPE_JARS);
        qputenv("LOCKSCOPE_CLASSES", LOCKSCOPE_CLASSES); // compiled once per build
    }

    void cleanup() { m_cli.tellIfFailed(); }

    void cleanupTestCase()
    {
        if (m_server)
            QCOMPARE(terminate(*m_server), 0);
    }

    void kazoosLockPasses()
    {
        const CliResult result = tried(words("--clients 3 --rounds 4"), {example(u"kazoo_lock.py"_s)});
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 0);
        QCOMPARE(report[u"ended"].toString(), u"done"_s);
        QCOMPARE(report[u"acquired"].toInt(), 12);
        QVERIFY(report[u"first_wrong"].isNull());
        QCOMPARE(report[u"command"].toArray().size(), 1);
        const QJsonArray processes = report[u"processes"].toArray();
        QCOMPARE(processes.size(), 3);
        for (const QJsonValue process : processes) {
            QCOMPARE(process[u"acquired"].toInt(), 4);
            QVERIFY(process[u"connected"].toBool());
            QVERIFY(!process[u"running"].toBool());
            QCOMPARE(process[u"problem"].toString(), QString());
        }
        // What they asked was seen on their connections.
        QVERIFY(report[u"requests"][u"create"].toInt() >= 12);
        QVERIFY(report[u"requests"][u"delete"].toInt() >= 12);
    }

    void kazoosLockPassesUnderFaults_data()
    {
        QTest::addColumn<QString>("fault");
        int number = 0;
        for (const char *fault : {"pause@0.03:300ms", "partition@0.02:500ms", "delay@0.05:10ms", "lose-request@0.03",
                                  "lose-create-reply@0.1", "crash@0.01", "expire@0.02", "crash@create-reply",
                                  "lose-reply@delete#2", "pause@get_children#3:700ms", "lose-reply@event", "hold@0.2",
                                  "hold@event", "hold@client-1/create-reply:300ms", "kill-server@create#4:500ms",
                                  "restart-server@0.01", "pause-server@get_children#3:700ms"}) {
            if (testprogram::isSampled(number++))
                QTest::newRow(fault) << QString::fromLatin1(fault);
        }
    }

    void kazoosLockPassesUnderFaults()
    {
        QFETCH(QString, fault);
        const QStringList options = words("--rounds 10 --for 120s --fault") + QStringList{fault};
        const QStringList client{example(u"kazoo_lock.py"_s)};
        const bool isServers = fault.section(u'@', 0, 0).endsWith("-server"_L1); // then it is a server of try's own
        const CliResult result =
            isServers ? tried(options + words("--seed 7 --stall 20s"), client) : triedOnOneServer(3, options, client);
        const QJsonObject report = result.object();
        QVERIFY2(report[u"violations"].toArray().isEmpty(), result.out.constData());
        // Of other faults it depends on the machine how soon a client hears of them, and what it leaves then.
        if (fault.startsWith("crash"_L1))
            QVERIFY2(report[u"findings"].toArray().isEmpty(), result.out.constData());
        QVERIFY2(report[u"acquired"].toInt() >= 25, result.out.constData());
        QCOMPARE(report[u"ended"].toString(), u"done"_s);
        if (fault.startsWith("crash@create"_L1)) // once of each, and not of those that are started again
            QCOMPARE(report[u"crashed"].toInt(), 3);
    }

    void kazoosSemaphorePasses()
    {
        const CliResult result =
            triedOnOneServer(4, words("--recipe semaphore --leases 2 --rounds 5"), {example(u"kazoo_semaphore.py"_s)});
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 0);
        QCOMPARE(report[u"acquired"].toInt(), 20);
    }

    /// Issue 649 of kazoo: a reader waits for a writer that came after it.
    void kazoosReadersAndWritersOf280Deadlock()
    {
        QProcess python;
        python.start(u"/usr/bin/python3"_s, {u"-c"_s, u"import kazoo; print(kazoo.__version__)"_s});
        QVERIFY(python.waitForFinished(patienceMs()));
        const auto version = QVersionNumber::fromString(QString::fromLatin1(python.readAllStandardOutput().trimmed()));
        QVERIFY(!version.isNull());
        const CliResult result =
            tried(words("--clients 6 --rounds 100 --recipe readwrite --stall 5s"), {example(u"kazoo_readwrite.py"_s)});
        const QJsonObject report = result.object();
        if (version > QVersionNumber(2, 8, 0) && result.code == 0)
            return; // it is mended there
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"ended"].toString(), u"stalled"_s);
        QCOMPARE(report[u"first_wrong"][u"rule"].toString(), u"wait-cycle"_s);
        QVERIFY(report[u"first_wrong"][u"text"].toString().contains(u"__rlock__"_s));
    }

    void ofOtherLibrariesPass_data()
    {
        QTest::addColumn<int>("clients");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QStringList>("command");
        QTest::newRow("Curator's mutex") << 2 << QStringList() << curator(u"CuratorMutex"_s);
        QTest::newRow("a shell's") << 2 << QStringList() << QStringList{example(u"shell_lock"_s)};
        if (!testprogram::isWhole())
            return;
        QTest::newRow("Curator's read/write lock")
            << 3 << words("--recipe readwrite-curator") << curator(u"CuratorReadWrite"_s);
        QTest::newRow("Curator's semaphore") << 3 << twoLeases() << curator(u"CuratorSemaphore"_s);
        QTest::newRow("Curator's multi-lock") << 2 << words("--recipe multi") << curator(u"CuratorMultiLock"_s);
        QTest::newRow("Curator's leader") << 2 << QStringList() << curator(u"CuratorLeader"_s);
    }

    void ofOtherLibrariesPass()
    {
        QFETCH(int, clients);
        QFETCH(QStringList, options);
        QFETCH(QStringList, command);
        QVERIFY2(*LOCKSCOPE_CURATOR_MISSING == 0, LOCKSCOPE_CURATOR_MISSING);
        const CliResult result = triedOnOneServer(clients, options, command);
        const QJsonObject report = result.object();
        QVERIFY2(report[u"violations"].toArray().isEmpty() && report[u"findings"].toArray().isEmpty(),
                 result.out.constData());
        QCOMPARE(result.code, 0);
        QCOMPARE(report[u"ended"].toString(), u"done"_s);
        QCOMPARE(report[u"acquired"].toInt(), 3 * clients);
        const QJsonArray processes = report[u"processes"].toArray();
        QCOMPARE(processes.size(), clients);
        for (const QJsonValue process : processes)
            QCOMPARE(process[u"unknown_lines"].toInt(-1), 0);
    }

    void aFaultOfAnotherLibraryTells_data()
    {
        QTest::addColumn<int>("clients");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("faults");
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("wrong"); // its rule; empty: nothing
        const QStringList multi = words("--recipe multi");
        QTest::newRow("a node whose reply was lost is found by its UUID")
            << 2 << QStringList() << u"lose-reply@create#3"_s << curator(u"CuratorMutex"_s) << QString();
        // The retry finds nothing, and with that ends for the create that follows too: acquire() throws, the node
        // stays.
        QTest::newRow("a node whose second reply was lost is not")
            << 1 << words("--stall 3s") << u"lose-request@create#4 lose-reply@create#5"_s << curator(u"CuratorMutex"_s)
            << u"duplicate-node"_s;
        if (!testprogram::isWhole())
            return;
        QTest::newRow("a dead reader or writer is waited for until its session is over")
            << 3 << words("--recipe readwrite-curator") << u"crash@create-reply#3"_s << curator(u"CuratorReadWrite"_s)
            << QString();
        QTest::newRow("a pause between the looks of two locks")
            << 2 << multi << u"pause@get_children#3:700ms"_s << curator(u"CuratorMultiLock"_s) << QString();
        // The first lock's node goes with the session; the second one is asked for again, the first is not.
        QTest::newRow("of two locks one has expired")
            << 1 << multi << u"expire@get_children#2"_s << curator(u"CuratorMultiLock"_s) << u"grant-without-node"_s;
        QTest::newRow("a leader that is cut off leads no more")
            << 2 << QStringList() << u"lose-reply@exists#2"_s << curator(u"CuratorLeader"_s) << QString();
        // Its node in the inner lock is deleted first; the lease goes with the session, and nobody looks for it again.
        QTest::newRow("a lease that expired is handed out by Curator")
            << 1 << twoLeases() << u"expire@delete"_s << curator(u"CuratorSemaphore"_s) << u"grant-without-node"_s;
        QTest::newRow("and by kazoo") << 1 << twoLeases() << u"expire@delete"_s
                                      << QStringList{example(u"kazoo_semaphore.py"_s)} << u"grant-without-node"_s;
        QTest::newRow("a shell that is cut off gives up") << 2 << QStringList() << u"lose-reply@get_children#2"_s
                                                          << QStringList{example(u"shell_lock"_s)} << QString();
    }

    void aFaultOfAnotherLibraryTells()
    {
        QFETCH(int, clients);
        QFETCH(QStringList, options);
        QFETCH(QString, faults);
        QFETCH(QStringList, command);
        QFETCH(QString, wrong);
        QVERIFY2(*LOCKSCOPE_CURATOR_MISSING == 0, LOCKSCOPE_CURATOR_MISSING);
        for (const QString &fault : faults.split(u' '))
            options += {u"--fault"_s, fault};
        const CliResult result = triedOnOneServer(clients, options, command);
        const QJsonObject report = result.object();
        QVERIFY2(report[u"first_wrong"][u"rule"].toString() == wrong, result.out.constData());
        QCOMPARE(result.code, wrong.isEmpty() ? 0 : 1);
        if (wrong == "duplicate-node"_L1)
            QCOMPARE(report[u"ended"].toString(), u"stalled"_s); // it waits for its own node
        else if (command.first().endsWith("shell_lock"_L1))
            QCOMPARE(report[u"failed"].toInt(), clients); // each once, and no more of it
        else
            QCOMPARE(report[u"acquired"].toInt() + report[u"failed"].toInt(), 3 * clients);
    }

    void aLostWakeupIsShownInTenEvents()
    {
        const QString file = m_directory.filePath(u"lost.lockscope"_s);
        const CliResult result =
            tried(words("--clients 4 --rounds 200 --stall 5s --record") + QStringList{file}, lostWakeup());
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"ended"].toString(), u"stalled"_s);
        const QJsonObject wrong = report[u"first_wrong"].toObject();
        QCOMPARE(wrong[u"rule"].toString(), u"lost-wakeup"_s);
        QVERIFY(wrong[u"fault_before"].isNull());
        const QJsonArray picture = wrong[u"picture"].toArray();
        QCOMPARE(picture.size(), 10);
        // Before or after it: what passes on another connection may be read later than it happened.
        const auto shows = [&picture](const auto &is) { return std::any_of(picture.begin(), picture.end(), is); };
        QVERIFY(shows([&wrong](const QJsonValue &event) {
            return event[u"event"].toInteger() == wrong[u"event"].toInteger()
                   && event[u"text"].toString().contains(u"watches /app/lock/lock-"_s);
        }));
        QVERIFY2(shows([](const QJsonValue &event) { return event[u"text"].toString().contains(u"is gone"_s); }),
                 result.out.constData());

        // Its recording says the same.
        const CliResult checked = m_cli.run({u"check"_s, file, u"--json"_s});
        QCOMPARE(checked.code, 1);
        const QJsonArray found = checked.object()[u"violations"].toArray();
        QVERIFY(std::any_of(found.begin(), found.end(), [](const QJsonValue &violation) {
            return violation[u"rule"].toString() == u"lost-wakeup"_s;
        }));
    }

    void theSmallestThatFailsIsFound()
    {
        const CliResult result =
            tried(words("--clients 4 --rounds 200 --stall 2s --fault delay@0.01:1ms --shrink"), lostWakeup());
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"first_wrong"][u"rule"].toString(), u"lost-wakeup"_s);
        QVERIFY(report[u"shrunk_in"].toInt() > 0);
        QVERIFY(report[u"faults"].toArray().isEmpty()); // it takes none
        QVERIFY(report[u"clients"].toInt() <= 3);
        QVERIFY(report[u"rounds"].toInt() < 200);
    }

    void otherOrdersAreTried()
    {
        const QString file = m_directory.filePath(u"wrong.json"_s);
        const CliResult result =
            tried(words("--clients 2 --rounds 2 --stall 2s --explore --for 120s --seed 3 --save") + QStringList{file},
                  lostWakeup());
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"first_wrong"][u"rule"].toString(), u"lost-wakeup"_s);
        QVERIFY(report[u"explored"][u"found"].toBool());
        QVERIFY(report[u"explored"][u"runs"].toInt() >= 1);
        QCOMPARE(report[u"explored"][u"repeated"].toInt(), 3);
        QVERIFY(report[u"faults"].toArray().size() <= 2); // held messages
        const QJsonObject schedule = QJsonDocument::fromJson(contentOf(file)).object();
        QCOMPARE(schedule[u"kind"].toString(), u"trial"_s);
        QCOMPARE(schedule[u"faults"], report[u"faults"]);
        // Of a program that is sound the same is fine.
        const CliResult sound = tried({u"--schedule"_s, file}, {example(u"kazoo_lock.py"_s)});
        QCOMPARE(sound.code, 0);
        QCOMPARE(sound.object()[u"acquired"].toInt(), 4);
        QCOMPARE(sound.object()[u"faults"], report[u"faults"]);
    }

    void whereNoOrderIsWrongItIsSaidHowManyThereWere()
    {
        const CliResult result =
            tried(words("--clients 2 --rounds 1 --explore --for 8s"), {example(u"kazoo_lock.py"_s)});
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 0);
        QVERIFY(!report[u"explored"][u"found"].toBool());
        QVERIFY(!report[u"explored"][u"whole"].toBool()); // the time was over
        QVERIFY(report[u"explored"][u"runs"].toInt() >= 2);
    }

    void anOrderOfTheModelIsForcedOnAnotherProgram()
    {
        const QString file = m_directory.filePath(u"order.json"_s);
        m_cli.run(words("explore --recipe broken-lost-wakeup --clients 2 --schedule") + QStringList{file});
        QVERIFY(QFile::exists(file));
        const CliResult result = tried({u"--schedule"_s, file, u"--stall"_s, u"5s"_s}, lostWakeup());
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"first_wrong"][u"rule"].toString(), u"lost-wakeup"_s);
        QVERIFY(report[u"order"][u"turns"].toInt() >= 8);
        QCOMPARE(report[u"order"][u"kept"], report[u"order"][u"turns"]);
        QVERIFY(report[u"order"][u"other_way"].isNull());
        // A sound one looks once more before it waits.
        const CliResult sound = tried({u"--schedule"_s, file}, {example(u"kazoo_lock.py"_s)});
        QCOMPARE(sound.code, 0);
        QCOMPARE(sound.object()[u"acquired"].toInt(), 2);
    }

    void aGrantWithoutANodeIsSeen()
    {
        const CliResult result =
            tried(words("--clients 1 --rounds 1"), {u"/bin/sh"_s, u"-c"_s, u"echo acquired; echo released"_s});
        const QJsonObject report = result.object();
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"first_wrong"][u"rule"].toString(), u"grant-without-node"_s);
        QCOMPARE(report[u"processes"][0][u"connected"].toBool(), false);
    }

    /// Each takes its own node for the whole queue, and gives it up when both have said so: what it said is read before
    /// the list that it asks for then passes.
    void twoHoldersAreProvedByTheServer()
    {
        const QString client = script(u"greedy.py"_s, R"(#!/usr/bin/python3
import os, time
from kazoo.client import KazooClient
zk = KazooClient(hosts=os.environ["LOCKSCOPE_CONNECT"])
zk.start()
zk.ensure_path(os.environ["LOCKSCOPE_LOCK"])
said = os.environ["SAID"]
for _ in range(int(os.environ["LOCKSCOPE_ROUNDS"])):
    mine = zk.create(os.environ["LOCKSCOPE_LOCK"] + "/lock-", ephemeral=True, sequence=True)
    print("acquired", flush=True)
    zk.get_children(os.environ["LOCKSCOPE_LOCK"])
    open(os.path.join(said, os.environ["LOCKSCOPE_CLIENT"]), "w").close()
    while len(os.listdir(said)) < 2:
        time.sleep(0.005)
    zk.delete(mine)
    print("released", flush=True)
zk.stop()
)");
        const QString said = m_directory.filePath(u"said"_s);
        QVERIFY(QDir().mkdir(said));
        qputenv("SAID", QFile::encodeName(said));
        const CliResult result = tried(words("--clients 2 --rounds 1"), {client});
        const QJsonObject report = result.object();
        qunsetenv("SAID");
        QCOMPARE(result.code, 1);
        QCOMPARE(report[u"first_wrong"][u"rule"].toString(), u"mutual-exclusion"_s);
    }

    void whatIsNoClientIsSaidInASentence_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("said");
        const auto shell = [](const QString &text) { return QStringList{u"/bin/sh"_s, u"-c"_s, text}; };
        QTest::newRow("not found") << QStringList{u"/no/such/command"_s} << u"client-0 could not be started"_s;
        QTest::newRow("not executable") << QStringList{u"/etc/hostname"_s} << u"client-0 could not be started"_s;
        QTest::newRow("garbage") << shell(u"head -c 300000 /dev/urandom; echo"_s) << u"of the protocol"_s;
        QTest::newRow("one endless line") << shell(u"head -c 3000000 /dev/zero | tr '\\0' x"_s) << u"of the protocol"_s;
        QTest::newRow("a flood") << shell(u"yes acquire | head -n 200000"_s) << u"200000 lines that are no words"_s;
        QTest::newRow("a flood of words") << shell(u"yes acquired"_s) << u"said 1000 words with no request"_s;
        QTest::newRow("exits early") << shell(u"exit 7"_s) << u"client-0 ended with exit code 7."_s;
        QTest::newRow("is killed") << shell(u"kill -9 $$"_s) << u"client-0 was ended by the signal 9."_s;
        QTest::newRow("never connects") << shell(u"sleep 1"_s) << u"client-0 never connected"_s;
        QTest::newRow("hangs and never connects") << shell(u"sleep 1000"_s) << u"Nothing moved for 2 s"_s;
    }

    void whatIsNoClientIsSaidInASentence()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, said);
        const CliResult result =
            m_cli.run(words("try --lock /app/lock --clients 1 --rounds 1 --stall 2s --exec") + command);
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.contains(said.toUtf8()), result.out.constData());
    }

    void allThatWasStartedGoesWithIt_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("it is interrupted") << SIGINT;
        QTest::newRow("it is killed") << SIGKILL;
    }

    /// Also what its clients started.
    void allThatWasStartedGoesWithIt()
    {
        QFETCH(int, signal);
        const QString pids = m_directory.filePath(u"pids%1"_s.arg(signal));
        const QString client = script(u"parent%1"_s.arg(signal),
                                      "#!/bin/sh\nsleep 1000 &\necho $$ $! >> " + QFile::encodeName(pids) + "\nwait\n");
        const auto cli =
            m_cli.start(words("try --lock /app/lock --clients 2 --stall 100s --exec") + QStringList{client});
        const auto started = [&] { return contentOf(pids).simplified().split(' '); };
        AWAIT_COMPARE(started().size(), 4);
        QCOMPARE(::kill(static_cast<pid_t>(cli->processId()), signal), 0);
        for (const QByteArray &pid : started())
            AWAIT_VERIFY(!QFile::exists(u"/proc/"_s + QString::fromLatin1(pid)));
        AWAIT_COMPARE(cli->state(), QProcess::NotRunning);
    }

    void optionsThatMakeNoSenseAreUsageErrors_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const char *arguments, const QString &said) {
            QTest::newRow(name) << QByteArray(arguments) << said;
        };
        row("no command", "--lock /a", u"--exec wants a command."_s);
        row("no lock", "--exec true", u"--lock wants the path"_s);
        row("no path", "--lock a --exec true", u"is no path of a lock"_s);
        row("a fault that is none", "--lock /a --fault fire@0.1 --exec true", u"NAME@RATE"_s);
        row("a fault of ours only", "--lock /a --fault close@0.1 --exec true", u"NAME@RATE"_s);
        row("a fault of nobody", "--lock /a --fault crash@client-9/create --exec true", u"client-9"_s);
        row("delays of nothing", "--lock /a --delays 1 --exec true", u"--explore"_s);
        row("many runs in one recording", "--lock /a --explore --record x.lockscope --exec true",
            u"--record is for one run"_s);
        row("clients said twice", "--lock /a --schedule x.json --clients 3 --exec true", u"--clients"_s);
        row("no such schedule", "--lock /a --schedule /nowhere/x.json --exec true", u"/nowhere/x.json"_s);
        row("no time", "--lock /a --for 0 --exec true", u"--for wants a time"_s);
        row("for ever", "--lock /a --for 500h --exec true", u"at most 20 days"_s);
        row("even servers", "--lock /a --servers 2 --exec true", u"1, 3 or 5"_s);
        row("servers of others", "--lock /a --connect 127.0.0.1:1 --servers 3 --exec true",
            u"--servers is for a private ensemble"_s);
    }

    void optionsThatMakeNoSenseAreUsageErrors()
    {
        QFETCH(QByteArray, arguments);
        QFETCH(QString, said);
        const CliResult result = m_cli.run(words("try " + arguments));
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(said.toUtf8()), result.said());
    }

private:
    static QString example(const QString &name) { return QStringLiteral(LOCKSCOPE_EXAMPLES "/") + name; }
    static QStringList words(const QByteArray &text) { return QString::fromLatin1(text).split(u' '); }
    static QStringList twoLeases() { return words("--recipe semaphore --leases 2"); }
    static QStringList lostWakeup() { return {example(u"lost_wakeup.py"_s)}; }
    static QStringList curator(const QString &lock) { return {example(u"curator"_s), lock}; }

    /// A script of its own; its path.
    QString script(const QString &name, const QByteArray &text) const
    {
        const QString path = m_directory.filePath(name);
        const auto rights = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
        return writeFile(path, text) && QFile::setPermissions(path, rights) ? path : QString();
    }

    CliResult tried(const QStringList &options, const QStringList &command)
    {
        return m_cli.run(words("try --lock /app/lock --json") + options + QStringList{u"--exec"_s} + command);
    }

    /// Three rounds of each unless it is said, on a lock of its own, on a server that these tests share.
    CliResult triedOnOneServer(int clients, const QStringList &options, const QStringList &command)
    {
        if (!m_server) {
            // Curator's directories are containers: once a minute a server deletes those that are empty, and between
            // two rounds of one client they are; its next create would be asked three times instead of once.
            qputenv("JDK_JAVA_OPTIONS", "-Dznode.container.checkIntervalMs=3600000");
            m_server = m_cli.start({u"sandbox"_s});
            qunsetenv("JDK_JAVA_OPTIONS");
            QByteArray said;
            if (!writes(*m_server, said, "log: "))
                return {-1, {}, said};
            m_address = QString::fromUtf8(said).section(u"connect: "_s, 1).section(u'\n', 0, 0);
        }
        // A stall of a program that is just starting is none: this machine has others to do.
        return m_cli.run(
            words("try --json --rounds 3 --seed 7 --stall 20s --connect")
            + QStringList{m_address, u"--lock"_s, u"/lock%1"_s.arg(++m_locks), u"--clients"_s, QString::number(clients)}
            + options + QStringList{u"--exec"_s} + command);
    }

    CliProgram m_cli;
    QTemporaryDir m_directory;
    std::unique_ptr<QProcess> m_server; ///< of triedOnOneServer()
    QString m_address;
    int m_locks = 0;
};

} // namespace lockscope::tst_clitry

LOCKSCOPE_TEST(lockscope::tst_clitry::CliTryTest)
#include "tst_clitry.moc"
