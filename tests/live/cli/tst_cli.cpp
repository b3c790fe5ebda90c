// SPDX-License-Identifier: Apache-2.0
#include "core/base/visible.h"
#include "core/profiles/profilestore.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/files.h"
#include "tests/support/livetest.h"

#include <QHostAddress>
#include <QTcpServer>

#include <signal.h>

namespace lockscope::tst_cli {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QSet<QString> lockKeys{u"is_lock"_s, u"path"_s,    u"kind"_s,    u"dialect"_s,    u"title"_s,   u"as_of"_s,
                             u"holders"_s, u"waiting"_s, u"pending"_s, u"contenders"_s, u"findings"_s};
const QSet<QString> contenderKeys{u"node"_s,    u"sequence"_s, u"mode"_s,      u"state"_s,     u"czxid"_s,
                                  u"created"_s, u"age_ms"_s,   u"data"_s,      u"ephemeral"_s, u"session"_s,
                                  u"client"_s,  u"server"_s,   u"waits_for"_s, u"watches"_s};
const QSet<QString> holderKeys = contenderKeys | QSet<QString>{u"frees_by_itself"_s, u"frees_in_ms"_s};

bool isInstant(const QJsonValue &value)
{
    static const QRegularExpression instant(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"_s);
    return value.isString() && instant.match(value.toString()).hasMatch();
}

/// What is told wrong, and what is said of it before anything is done.
struct UsageError
{
    const char *command;
    const char *says;
};

constexpr UsageError usageErrors[] = {
    {"lokcs", "lokcs"},
    {"locks --jsno", "jsno"},
    {"queue", "argument"},
    {"queue /a /b", "/b"},
    {"queue locks", "begin with /"},
    {"locks --timeout soon", "--timeout"},
    {"watch / --for 5", "as in 5s or 5ms"},
    {"watch / --quick", "quick"}, // it asks again and again
    {"release /a/", "is not valid"},
    {"locks --auth alice", "--auth"},
    {"sandbox --servers 2", "--servers"},
    {"sandbox --exec", "--exec"},
    {"locks --connect :2181", "host:port"},
    {"locks --connect a:99999", "host:port"},
    {"locks --connect a:2181/b//c", "host:port"},
    {"run --hold long", "--hold"},
    {"run --recipe mutexx", "There is no recipe \"mutexx\"; there are mutex"},
    {"run --recipe ephemeral --dialect kazoo", "no names in the dialect kazoo"},
    {"run --fault meteor@0.1", "NAME@RATE"},
    {"run --fault crash@2", "from 0 to 1"},
    {"run --clients -3", "--clients wants a whole number"},
    {"run no-such-scenario", "There is no file and no scenario \"no-such-scenario\""},
    {"run queue-of-five --clients 3", "--clients: a scenario says itself"},
    {"run --recipe mutex --pool 3", "no connections to share"},
    {"run --recipe mutex --backend redis", "runs on ZooKeeper"},
    {"run --backend etcd", "mariadb or postgresql"},
    {"run --recipe redis-set-px --at redis=nowhere", "redis://HOST:PORT"},
    {"run --recipe redis-set-px --at redis://127.0.0.1", "BACKEND=URL"},
    {"run --recipe redis-set-px --at redis=redis://u:secret@127.0.0.1", "password does not belong"},
    {"run --recipe redis-set-px --backend zookeeper", "runs on Redis"},
    {"run --recipe redis-set-px --fault expire@0.1", "no sessions"},
    {"run --recipe sql-row --at sqlite=nowhere", "sqlite:FILE"},
    {"run --recipe sql-row --at redis=redis://127.0.0.1", "BACKEND is sqlite"},
    {"run --recipe sql-row --at sqlite=mysql://u@127.0.0.1/d", "not the address of a SQLite"},
    {"run --recipe sql-named --at mariadb=mysql://u:secret@127.0.0.1/d", "password does not belong"},
    {"run --recipe sql-named --backend sqlite", "SQLite does not have"},
    {"run --recipe sql-row --fault expire@0.1", "no sessions"},
    {"compare --backends redis,etcd", "not \"etcd\""},
    {"compare --clients 1,many", "not \"many\""},
    {"compare --clients 201", "from 1 to 200"},
    {"compare --rounds 0", "--rounds"},
    {"compare --backends redis,mariadb --at postgresql=postgresql://u@h:1/d", "here BACKEND is redis or mariadb"},
    {"compare --at zookeeper=h:1", "of ZooKeeper say --connect"},
    {"compare --backends sqlite --html /proc/page.html", "choose another file"},
    {"explore", "wants --recipe"},
    {"explore --recipe mutexx", "There is no recipe \"mutexx\""},
    {"explore --recipe redlock", "no lock of ZooKeeper"},
    {"explore --recipe ephemeral --dialect kazoo", "dialect"},
    {"explore --recipe mutex --clients 500 --rounds 20", "500 clients with 20 rounds each come to about 10^"},
    {"explore --recipe mutex --clients two", "--clients"},
    {"explore --recipe readwrite --writers 3", "--writers wants a share"},
    {"explore --recipe mutex --faults fire:1", "fire"},
    {"explore --recipe mutex --faults crash:x", "crash"},
    {"explore --recipe mutex --for long", "no duration"},
    {"explore --recipe mutex --schedule s --record ./s", "want two files"},
    {"explore --schedule /nowhere/s.json", "/nowhere/s.json"},
};

QJsonObject contender(const QJsonObject &lock, const QString &name)
{
    for (const QJsonValue value : lock[u"contenders"].toArray()) {
        if (value[u"node"].toString() == name)
            return value.toObject();
    }
    return {};
}

QString baseOf(const QString &path)
{
    return path.section(u'/', -1);
}

} // namespace

/// What lockscope-cli says and returns: the contract of docs/cli.md and docs/formats.md, by the built program against a
/// real server.
class CliTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_session = connectTo(m_sandbox.connectString());
        QVERIFY(m_session);
    }

    void init()
    {
        m_lock = u"/t%1"_s.arg(++m_count);
        m_audit = m_directory.filePath(u"audit%1.jsonl"_s.arg(m_count));
        m_cli = CliProgram(m_sandbox.connectString(), m_audit);
        QCOMPARE(makeNode(*m_session, m_lock), m_lock);
    }

    void cleanup() { m_cli.tellIfFailed(); }

    // ---- how it is called ----

    void helpAndVersionEndWithZero()
    {
        const CliResult help = m_cli.run("--help");
        QCOMPARE(help.code, 0);
        for (const auto command : {"locks", "queue", "watch", "run", "release", "sandbox"}) {
            QVERIFY2(help.out.contains(command), command);
            const CliResult own = m_cli.run(command, "--help");
            QCOMPARE(own.code, 0);
            QVERIFY2(own.out.startsWith(QByteArray("Usage: lockscope-cli ") + command), own.out.constData());
            QCOMPARE(own.out.contains("--connect"), QByteArray(command) != "sandbox");
        }
        const CliResult version = m_cli.run("--version");
        QCOMPARE(version.code, 0);
        QVERIFY(version.out.startsWith("lockscope-cli " LOCKSCOPE_VERSION));
    }

    void usageErrorsEndWithTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        for (const auto &[command, says] : usageErrors)
            QTest::newRow(command) << words(command) << QByteArray(says);
        QTest::newRow("no command") << QStringList() << QByteArray("Usage");
        QTest::newRow("a duration of two words") << words("watch / --for", u"3 days"_s) << QByteArray("3 days");
        const QString absent = m_directory.filePath(u"absent"_s);
        QTest::newRow("a login file that is not there") << words("locks --auth-file", absent) << absent.toUtf8();
        for (const char *option : {"--stale-after", "--long-wait"}) {
            for (const char *command : {"queue", "locks", "watch"})
                QTest::addRow("%s %s", command, option) << words(command, "/", option, "soon") << QByteArray("soon");
        }
    }

    void usageErrorsEndWithTwo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const CliResult result = m_cli.run(arguments);
        QCOMPARE(result.unlike(2, says), QString());
        QVERIFY(result.out.isEmpty());
        QVERIFY2(!result.err.contains("secret"), result.said());
    }

    void withoutAServerItEndsWithThree_data()
    {
        QTest::addColumn<QStringList>("command");
        for (const char *command : {"locks", "queue /a", "watch /", "run", "release /a/lock-0000000000 --yes"})
            QTest::newRow(command) << words(command);
    }

    void withoutAServerItEndsWithThree()
    {
        QFETCH(QStringList, command);
        const CliResult unknown = m_cli.run(command + words("--connect no-such-host.invalid:2181"));
        QCOMPARE(unknown.unlike(3, "no-such-host.invalid"), QString());
        QVERIFY2(unknown.err.contains("host"), unknown.said());
        const CliResult refused = m_cli.run(command + words("--connect 127.0.0.1:1"));
        QCOMPARE(refused.unlike(3, "127.0.0.1:1"), QString());
        for (const CliResult &result : {unknown, refused}) { // once, and not as the end of a session that never was
            QVERIFY2(result.err.count("lockscope-cli: ") == 1, result.said());
            QVERIFY2(!result.err.contains("session was closed"), result.said());
        }
    }

    void somethingThatIsNoZooKeeperIsSaidToBeSo()
    {
        const QUrl admin(m_sandbox.info().servers.constFirst().adminUrl);
        QVERIFY(admin.port() > 0);
        const CliResult result = m_cli.run("locks --connect", u"127.0.0.1:%1"_s.arg(admin.port()));
        QCOMPARE(result.unlike(3, "does not speak ZooKeeper"), QString());
    }

    // ---- queue and locks ----

    /// What all of them say is in tst_queuejson; here is what a server tells of it.
    void aQueueHasExactlyTheKeysOfTheContract()
    {
        const QStringList nodes = threeContenders();
        QVERIFY(await(m_session->watchExists(nodes[0])));
        QVERIFY(await(m_session->watchExists(u"/elsewhere"_s)));
        const CliResult result = m_cli.run("queue", m_lock, "--json");
        QVERIFY2(result.code == 0, result.said());
        const QJsonObject lock = result.object();
        QCOMPARE(keysOf(lock), lockKeys);
        QCOMPARE(lock[u"path"].toString(), m_lock);
        QCOMPARE(lock[u"holders"].toArray(), QJsonArray{baseOf(nodes[0])});
        QCOMPARE(lock[u"waiting"].toInt(), 2);
        const QJsonObject asOf = lock[u"as_of"].toObject();
        QCOMPARE(keysOf(asOf), (QSet<QString>{u"zxid"_s, u"time"_s, u"pzxid"_s}));
        QVERIFY(asOf[u"zxid"].toString().startsWith(u"0x"_s) && asOf[u"pzxid"].toString().startsWith(u"0x"_s));
        QVERIFY(isInstant(asOf[u"time"]));

        const QJsonArray contenders = lock[u"contenders"].toArray();
        QCOMPARE(contenders.size(), 3);
        // All three are one session's, which watches one of them and something elsewhere.
        for (int i = 0; i < 3; ++i) {
            const QJsonObject one = contenders[i].toObject();
            QCOMPARE(keysOf(one), i == 0 ? holderKeys : contenderKeys);
            QCOMPARE(one[u"node"].toString(), baseOf(nodes[i]));
            QVERIFY(isInstant(one[u"created"]) && one[u"age_ms"].toInteger(-1) >= 0);
            QCOMPARE(one[u"data"].toString(), u"client-%1"_s.arg(i));
            QCOMPARE(one[u"session"].toString(), m_session->id().toHex());
            QVERIFY2(one[u"client"].toString().startsWith(u"127.0.0.1:"_s), qPrintable(one[u"client"].toString()));
            QCOMPARE(one[u"server"].toString(), m_sandbox.connectString());
            QCOMPARE(one[u"watches"].toArray(), QJsonArray{nodes[0]});
            QCOMPARE(one[u"waits_for"].toArray(), i == 0 ? QJsonArray() : QJsonArray{baseOf(nodes[i - 1])});
        }
    }

    void aFindingHasExactlyTheKeysOfTheContract()
    {
        threeContenders();
        QVERIFY(!makeNode(*m_session, m_lock + u"/lock-"_s, {}, NodeKind::PersistentSequential).isEmpty());
        const QJsonObject lock = m_cli.run("queue", m_lock, "--json").object();
        const QJsonArray findings = lock[u"findings"].toArray();
        QCOMPARE(findings.size(), 1);
        const QJsonObject finding = findings[0].toObject();
        QCOMPARE(keysOf(finding),
                 (QSet<QString>{u"id"_s, u"severity"_s, u"nodes"_s, u"sessions"_s, u"text"_s, u"advice"_s}));
        QCOMPARE(finding[u"id"].toString(), u"persistent-contender"_s);
        QCOMPARE(finding[u"severity"].toString(), u"warning"_s);
        QCOMPARE(finding[u"nodes"].toArray(), QJsonArray{m_lock + u"/lock-0000000003"_s});
        QVERIFY(!finding[u"text"].toString().isEmpty());
        QVERIFY(contender(lock, u"lock-0000000003"_s)[u"session"].isNull());
    }

    void timingIsAddedWhereItIsAskedFor()
    {
        threeContenders();
        const QJsonObject lock = m_cli.run("queue", m_lock, "--json --timing").object();
        QCOMPARE(keysOf(lock), lockKeys | QSet<QString>{u"timing"_s});
        const QJsonObject timing = lock[u"timing"].toObject();
        QCOMPARE(keysOf(timing), (QSet<QString>{u"listed_ms"_s, u"resolved_ms"_s, u"reads"_s}));
        QCOMPARE(timing[u"reads"].toInt(), 5); // the list, three nodes, and what the directory itself holds
        QVERIFY(timing[u"listed_ms"].toDouble() > 0);
        QVERIFY(timing[u"resolved_ms"].toDouble() >= timing[u"listed_ms"].toDouble());
    }

    void theDoctorTellsOfServersPermissionsAndWhatToChange()
    {
        threeContenders();
        const QString admin = m_sandbox.info().servers.first().adminUrl;
        const CliResult result = m_cli.run("doctor", m_lock, "--json --admin", admin);
        QVERIFY2(result.code == 0, result.said());
        const QJsonObject report = result.object();
        QCOMPARE(keysOf(report),
                 (QSet<QString>{u"connection"_s, u"servers"_s, u"knowledge"_s, u"root"_s, u"locks"_s,
                                u"locks_checked"_s, u"acl"_s, u"findings"_s, u"groups"_s, u"advice"_s, u"ok"_s}));
        QCOMPARE(report[u"ok"], QJsonValue(true));
        QCOMPARE(report[u"servers"].toArray().size(), 1);
        const QJsonObject server = report[u"servers"][0].toObject();
        QCOMPARE(server[u"address"].toString(), m_sandbox.connectString());
        QCOMPARE(server[u"admin"].toString(), admin);
        QCOMPARE(server[u"role"].toString(), u"standalone"_s);
        QCOMPARE(server[u"gaps"].toArray(), QJsonArray());
        for (const auto whole : {u"all_sessions", u"all_connections", u"all_watches", u"all_ephemerals"})
            QCOMPARE(report[u"knowledge"][whole], QJsonValue(true));
        QVERIFY(report[u"knowledge"][u"ephemerals"].toInt() >= 3);
        QCOMPARE(report[u"acl"][0][u"problem"].toString(), u"anyone-may-write"_s);
        QCOMPARE(report[u"acl"][0][u"path"].toString(), m_lock);
        QCOMPARE(report[u"advice"].toArray().size(), 1);

        const CliResult text = m_cli.run("doctor", m_lock);
        QVERIFY2(text.code == 0, text.said());
        for (const char *part :
             {"standalone", "told by", "all there are", "anyone who can connect may delete its nodes"})
            QVERIFY2(text.out.contains(part), text.out.constData());
        QCOMPARE(m_cli.run("doctor --admin nonsense").code, 2);
        const CliResult login = m_cli.run("doctor --admin http://me:s3cret@127.0.0.1:1");
        QCOMPARE(login.unlike(2, "asks for no login"), QString());
        QVERIFY2(!login.err.contains("s3cret"), login.said());

        for (int i = 0; i < 7; ++i) { // what is true of many is said of some, and counted
            const QString lock = makeNode(*m_session, m_lock + u"/more%1"_s.arg(i));
            makeNode(*m_session, lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
        }
        const CliResult many = m_cli.run("doctor", m_lock);
        QCOMPARE(many.out.count("anyone who can connect may delete its nodes"), 5);
        QVERIFY2(many.out.contains("and 3 more: the same"), many.out.constData());
    }

    /// As a tree browser does: each node together with its directory.
    void aSessionThatWatchesTheTreeIsNamedOnce()
    {
        QStringList paths{m_lock};
        paths += threeContenders();
        for (int i = 0; i < 3; ++i)
            paths += makeNode(*m_session, m_lock + u"/child%1"_s.arg(i));
        const auto browser = connectTo(m_sandbox.connectString());
        QVERIFY(browser);
        std::vector<zk::WatchedStat> watched;
        for (const QString &path : std::as_const(paths)) {
            auto one = await(browser->watchExists(path));
            QVERIFY(one);
            watched.push_back(*std::move(one));
        }
        const QString admin = m_sandbox.info().servers.first().adminUrl;
        const QJsonObject report = m_cli.run("doctor", m_lock, "--json --admin", admin).object();
        QCOMPARE(report[u"knowledge"][u"tree_watchers"].toArray(), QJsonArray{browser->id().toHex()});
        const QByteArray text = m_cli.run("doctor", m_lock, "--admin", admin).out;
        QVERIFY2(text.contains("one session watches the tree and owns no node, " + browser->id().toHex().toUtf8()),
                 text.constData());
        const QByteArray queue = m_cli.run("queue", m_lock, "--admin", admin).out;
        QVERIFY2(!queue.contains("Watches on contenders"), queue.constData());
    }

    void everyLockUnderARootIsListed()
    {
        const QStringList nodes = threeContenders();
        makeNode(*m_session, m_lock + u"/deeper"_s);
        makeNode(*m_session, m_lock + u"/deeper/lock"_s);
        makeNode(*m_session, m_lock + u"/deeper/lock/read-"_s, {}, NodeKind::EphemeralSequential);
        const CliResult json = m_cli.run("locks", m_lock, "--json");
        QCOMPARE(json.code, 0);
        QCOMPARE(json.array().size(), 2);
        QCOMPARE(json.array()[0][u"path"].toString(), m_lock);
        QCOMPARE(keysOf(json.array()[0].toObject()), lockKeys);
        QCOMPARE(json.array()[1][u"path"].toString(), m_lock + u"/deeper/lock"_s);
        QCOMPARE(json.array()[1][u"kind"].toString(), u"readwrite"_s);
        const CliResult text = m_cli.run("locks", m_lock);
        QCOMPARE(text.code, 0);
        const QList<QByteArray> lines = text.out.split('\n');
        for (const char *column : {"lock ", "longest wait", "owner", "client", "held by"})
            QVERIFY2(lines[0].contains(column), text.out.constData());
        for (const QByteArray &fact : {m_session->id().toHex().toUtf8(), QByteArray("127.0.0.1:"), QByteArray(" s ")})
            QVERIFY2(lines[1].contains(fact), text.out.constData());
        QVERIFY(lines[1].startsWith(m_lock.toUtf8()) && lines[1].contains("mutex")
                && lines[1].contains(baseOf(nodes[0]).toUtf8()));
        QVERIFY(lines[2].startsWith(m_lock.toUtf8() + "/deeper/lock") && lines[2].contains("readwrite"));
        QVERIFY2(text.out.contains(": note: "), "findings come below"); // "deeper" is no contender
    }

    void noLocksIsAnAnswer()
    {
        QCOMPARE(m_cli.run("locks", m_lock, "--json").out.simplified(), "[ ]");
        QCOMPARE(m_cli.run("locks", m_lock).unlike(0, {}, "No locks under " + m_lock.toUtf8()), QString());
    }

    void anEphemeralNodeIsALockOfOneNode()
    {
        const QString node = makeNode(*m_session, m_lock + u"/owner.lock"_s, "me", NodeKind::Ephemeral);
        const CliResult result = m_cli.run("queue", node, "--json");
        QVERIFY2(result.code == 0, result.said());
        const QJsonObject lock = result.object();
        QCOMPARE(lock[u"kind"].toString(), u"ephemeral"_s);
        QCOMPARE(lock[u"holders"].toArray(), QJsonArray{u"owner.lock"_s});
        QCOMPARE(contender(lock, u"owner.lock"_s)[u"session"].toString(), m_session->id().toHex());
        QCOMPARE(contender(lock, u"owner.lock"_s)[u"data"].toString(), u"me"_s);
        const CliResult text = m_cli.run("queue", node);
        QVERIFY(text.out.contains("held by owner.lock"));
        QVERIFY2(text.err.isEmpty(), text.said());
        const QString escaped = makeNode(*m_session, m_lock + u"/app%2Fdb.lock"_s, "me", NodeKind::Ephemeral);
        const CliResult escapedText = m_cli.run("queue", escaped);
        QVERIFY2(escapedText.out.startsWith(escaped.toUtf8() + ": "), escapedText.said());
        QVERIFY2(escapedText.out.contains("held by app%2Fdb.lock, waiters not known"), escapedText.said());

        // One that stands in a queue is not all of its lock.
        const CliResult whole = m_cli.run("queue", threeContenders().at(1));
        QCOMPARE(whole.unlike(0, "this is a node of " + m_lock.toUtf8() + ", which is shown"), QString());
        QVERIFY2(whole.out.startsWith(m_lock.toUtf8() + ": ") && whole.out.contains("2 waiting"), whole.said());
        const QString fate = makeNode(*m_session, m_lock + u"/fate"_s); // its contenders outlive their sessions
        for (const char *data : {"READ:1f", "READ:20"})
            QVERIFY(!makeNode(*m_session, fate + u"/flock#"_s, data, NodeKind::PersistentSequential).isEmpty());
        const CliResult ofOne = m_cli.run("queue", fate + u"/flock#0000000001"_s);
        QVERIFY2(ofOne.out.startsWith(fate.toUtf8() + ": ") && ofOne.out.count("shared") == 2, ofOne.said());
    }

    void aSemaphoreIsOneLockToAWatch()
    {
        const QString id = u"/_c_11111111-2222-4333-8444-555555555555-"_s;
        for (const QString &part : {u"lease"_s, u"lock"_s}) {
            const QString directory = makeNode(*m_session, m_lock + u'/' + part + u's');
            QVERIFY(!makeNode(*m_session, directory + id + part + u'-', {}, NodeKind::EphemeralSequential).isEmpty());
        }
        const CliResult watched = m_cli.run("watch", m_lock, "--for 5s");
        QCOMPARE(watched.unlike(0, {}, m_lock.toUtf8() + ": semaphore"), QString());
        for (const char *part : {"/leases:", "/locks:"})
            QVERIFY2(!watched.out.contains(m_lock.toUtf8() + part), watched.said());
    }

    void aServerThatIsNoneOfTheEnsembleIsNamedByEachCommand()
    {
        SandboxForTest other;
        QVERIFY2(other.start(), other.why());
        const QString both = m_sandbox.connectString() + u',' + other.connectString(); // it may come to either
        for (const QStringList &command : {words("locks"), words("queue", m_lock), words("watch", m_lock, "--for 1s"),
                                           words("release", m_lock + u"/none"_s, "--yes")}) {
            const CliResult reported = CliProgram().run(command + words("--connect", both));
            QVERIFY2(reported.err.contains("none of this ensemble"), reported.said());
        }
        const CliResult doctor = CliProgram().run("doctor --connect", both);
        QCOMPARE(doctor.unlike(1, {}, "none of this ensemble"), QString());
        const CliResult json = CliProgram().run("doctor --connect", both, "--json");
        QCOMPARE(json.object()[u"findings"][0][u"id"].toString(), u"mixed-ensembles"_s);
        QCOMPARE(json.object()[u"findings"][0][u"servers"].toArray().size(), 1);
    }

    void aPathThatDoesNotExistEndsWithOne()
    {
        for (const char *command : {"queue", "locks", "watch", "release"}) {
            const CliResult result = m_cli.run(command, m_lock + u"/nothing-0000000001"_s);
            QCOMPARE(result.unlike(1, "does not exist"), QString());
            QVERIFY(result.out.isEmpty());
        }
    }

    void whateverANodeHoldsIsShownAsFarAsItCanBe()
    {
        const auto owner = connectTo(m_sandbox.connectString(), "alice:secret");
        QVERIFY(owner);
        const QString secret = makeNode(*owner, m_lock + u"/lock-"_s, "secret", NodeKind::EphemeralSequential);
        QVERIFY(await(owner->setAcl(secret, {{31, u"auth"_s, {}}})));
        const QByteArray bytes("\xff\xfe\x00\x01", 4);
        const QString binary = enqueue(bytes);
        const QByteArray megabyte(1'000'000, 'x');
        const QString large = enqueue(megabyte);
        QVERIFY(!makeNode(*m_session, m_lock + u"/config"_s, "x").isEmpty());

        const CliResult result = m_cli.run("queue", m_lock, "--json");
        QCOMPARE(result.code, 0);
        const QJsonObject lock = result.object();
        const QJsonObject unreadable = contender(lock, baseOf(secret));
        QCOMPARE(keysOf(unreadable), holderKeys);
        QVERIFY(unreadable[u"data"].isNull());
        QCOMPARE(unreadable[u"session"].toString(), owner->id().toHex());
        QCOMPARE(unreadable[u"state"].toString(), u"holding"_s);
        const QJsonObject noText = contender(lock, baseOf(binary));
        QCOMPARE(keysOf(noText), (contenderKeys - QSet<QString>{u"data"_s}) | QSet<QString>{u"data_base64"_s});
        QCOMPARE(QByteArray::fromBase64(noText[u"data_base64"].toString().toLatin1()), bytes);
        const QJsonObject cut = contender(lock, baseOf(large));
        QCOMPARE(cut[u"data_truncated"], QJsonValue(true));
        QVERIFY(megabyte.startsWith(cut[u"data"].toString().toUtf8()) && cut[u"data"].toString().size() > 1000);
        const QJsonObject foreign = lock[u"contenders"].toArray().last().toObject();
        QCOMPARE(keysOf(foreign), contenderKeys);
        QCOMPARE(foreign[u"node"].toString(), u"config"_s);
        QCOMPARE(foreign[u"state"].toString(), u"foreign"_s);
        QVERIFY(foreign[u"sequence"].isNull() && foreign[u"mode"].isNull());

        const CliResult text = m_cli.run("queue", m_lock);
        QCOMPARE(text.code, 0);
        for (const char *part : {"no READ permission", "(4 bytes)", "foreign"})
            QVERIFY2(text.out.contains(part), text.out.left(5'000).constData());
        for (const QByteArray &line : text.out.split('\n'))
            QVERIFY2(line.size() < 2000, "a line stays a line");
    }

    // ---- release ----

    void aReleaseIsAskedForAndRefusedByAnythingButYes()
    {
        const QStringList nodes = threeContenders();
        for (const QByteArray &answer : {QByteArray("no\n"), QByteArray("\n"), QByteArray()}) {
            const CliResult result = m_cli.run(words("release", nodes[0]), answer);
            QCOMPARE(result.unlike(1, "Nothing was deleted"), QString());
            for (const auto *fact : {"holds the lock", "client-0", "does not stop its owner"})
                QVERIFY2(result.out.contains(fact), result.out.constData());
            QVERIFY(result.out.contains(m_session->id().toHex().toLatin1()));
            QVERIFY(result.out.contains(baseOf(nodes[1]).toUtf8())); // who holds then
        }
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        QVERIFY(!QFile::exists(m_audit));
        QCOMPARE(m_cli.run(words("release", nodes[0]), "yes\n").code, 0);
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 2);
    }

    void aReleaseDeletesExactlyThatNodeAndWritesItDown()
    {
        const QStringList nodes = threeContenders();
        const auto stat = await(m_session->exists(nodes[1]));
        QVERIFY(stat);
        const CliResult result = m_cli.run("release", nodes[1], "--yes --expect-czxid", stat->czxid.toHex(), "--json");
        QVERIFY2(result.code == 0, result.said());
        QCOMPARE(result.object()[u"result"].toString(), u"deleted"_s);
        QCOMPARE(result.object()[u"node"].toString(), nodes[1]);
        QCOMPARE(result.object()[u"held"], QJsonValue(false));
        QCOMPARE(childrenOf(*m_session, m_lock), (QStringList{baseOf(nodes[0]), baseOf(nodes[2])}));

        const CliResult lines{0, contentOf(m_audit), {}};
        QCOMPARE(lines.lines().size(), 2);
        QCOMPARE(lines.lines().first()[u"result"].toString(), u"intended"_s);
        const QJsonObject line = lines.lines().last();
        QCOMPARE(line[u"node"].toString(), nodes[1]);
        QCOMPARE(line[u"czxid"].toString(), stat->czxid.toHex());
        QCOMPARE(line[u"session"].toString(), m_session->id().toHex());
        QCOMPARE(line[u"result"].toString(), u"deleted"_s);
        QCOMPARE(line[u"connect"].toString(), m_sandbox.connectString());
        QVERIFY(isInstant(line[u"at"]));
    }

    void namesThatATerminalWouldActOnAreWrittenOut_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char *command :
             {"queue", "queue --json", "locks", "locks --json", "watch --for 5s", "watch --json --for 5s", "release"})
            QTest::newRow(command) << words(command);
    }

    void namesThatATerminalWouldActOnAreWrittenOut()
    {
        // What ZooKeeper takes as a name: it refuses the controls below the space and their like above.
        QFETCH(QStringList, arguments);
        const QString name = u"a\u202eb\u2028c"_s;
        const QString lock = makeNode(*m_session, m_lock + u'/' + name);
        const QString node = makeNode(*m_session, lock + u'/' + name + u"-lock-"_s, "x\x1b[2J\xe2\x80\xae",
                                      NodeKind::EphemeralSequential);
        QVERIFY(!node.isEmpty());
        const bool isRelease = arguments.constFirst() == "release"_L1;
        const bool isJson = arguments.contains("--json"_L1);
        const CliResult result = m_cli.run(arguments + QStringList{isRelease ? node : lock}, "no\n");
        QVERIFY2(result.code == (isRelease ? 1 : 0), result.said());
        const QString said = QString::fromUtf8(result.out + result.err);
        QVERIFY(said.contains(isJson ? u"a\\u202eb\\u2028c"_s : u"a\\u202Eb\\u2028c"_s));
        QCOMPARE(visibleLines(said), said);
    }

    void whatCannotBePrintedIsAFailure_data()
    {
        QTest::addColumn<QString>("arguments");
        for (const char *arguments :
             {"queue %1", "queue %1 --json", "locks %1", "watch %1", "doctor",
              "run --lock /full --clients 2 --rounds 1 --json", "--version", "--help", "queue --help"})
            QTest::newRow(arguments) << QString::fromLatin1(arguments);
    }

    void whatCannotBePrintedIsAFailure()
    {
        QFETCH(QString, arguments);
        threeContenders();
        const CliResult result = m_cli.runInShell(u"$CLI %1 > /dev/full"_s.arg(arguments.replace(u"%1"_s, m_lock)));
        QCOMPARE(result.unlike(1, "standard output cannot be written: No space left on device"), QString());
    }

    /// More than stdio keeps back: it is written in the middle of what is printed.
    void muchThatNobodyReadsIsNoFailure()
    {
        for (int i = 0; i < 40; ++i)
            QVERIFY(!enqueue().isEmpty());
        const QString queue = u"$CLI queue %1 --json"_s.arg(m_lock);
        const CliResult unread = m_cli.runInShell(u"{ "_s + queue + u"; echo $? >&2; } | true"_s);
        QCOMPARE(unread.err, "0\n");
        QCOMPARE(m_cli.runInShell(queue + u" > /dev/full"_s).unlike(1, "No space left on device"), QString());
    }

    void aReaderThatGoesEndsAWatch()
    {
        threeContenders();
        const CliResult result = m_cli.runInShell(u"$CLI watch %1 | head -n 1"_s.arg(m_lock));
        QCOMPARE(result.code, 0);
        QCOMPARE(result.out.count('\n'), 1);
        QCOMPARE(result.err, QByteArray());
    }

    void aReleaseThatCannotBeWrittenDownIsNotDone()
    {
        const QStringList nodes = threeContenders();
        const CliProgram onAFullDisk(m_sandbox.connectString(), u"/dev/full"_s);
        const CliResult refused = onAFullDisk.run("release", nodes[0], "--yes");
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("No space left on device") && refused.err.contains("--no-audit"), refused.said());
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        QCOMPARE(onAFullDisk.run("release", nodes[0], "--yes --no-audit").unlike(0, "no line of it in the audit file"),
                 QString());
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 2);
    }

    void aReleaseOfAnotherNodeThanExpectedIsRefused()
    {
        const QStringList nodes = threeContenders();
        const CliResult result = m_cli.run("release", nodes[0], "--yes --expect-czxid 0x1 --json");
        QCOMPARE(result.code, 1);
        QCOMPARE(result.object()[u"result"].toString(), u"refused"_s);
        QVERIFY2(result.err.contains("nothing was deleted"), result.said());
        QCOMPARE(m_cli.run("release", nodes[0], "--yes --expect-czxid new").code, 2);
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
    }

    void severalNodesAreReleasedTogetherOrNotAtAll()
    {
        const QStringList nodes = threeContenders();
        const QStringList both = words("release", nodes[0], nodes[1], "--json");
        QCOMPARE(m_cli.run(both + words("--yes --expect-czxid 0x1")).code, 2); // one for each
        QCOMPARE(m_cli.run("release", nodes[0], m_lock + u"/lock-9999999999"_s, "--yes").unlike(1), QString());
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        const QByteArray audited = contentOf(m_audit);
        QCOMPARE(m_cli.run(both + words("--yes --note", m_audit)).unlike(2, "it is the audit file"), QString());
        QCOMPARE(m_cli.run("run --recipe mutex --clients 1 --record", m_audit).unlike(2, "it is the audit file"),
                 QString());
        QCOMPARE(contentOf(m_audit), audited);
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        const QString noteFile = QFileInfo(m_audit).dir().filePath(u"note.md"_s);
        const CliResult done = m_cli.run(both + words("--yes --note", noteFile));
        QVERIFY2(done.code == 0, done.said());
        QCOMPARE(done.object()[u"nodes"].toArray().size(), 2);
        QCOMPARE(done.object()[u"next"].toArray(), QJsonArray{baseOf(nodes[2])});
        QCOMPARE(done.object()[u"window"].toString(), u"closed"_s);
        QCOMPARE(childrenOf(*m_session, m_lock), QStringList{baseOf(nodes[2])});
        const QByteArray text = contentOf(noteFile);
        for (const QString &fact : {nodes[0], nodes[1], baseOf(nodes[2]), m_session->id().toHex(), u"deleted by"_s})
            QVERIFY2(text.contains(fact.toUtf8()), text.constData());
    }

    void aReleaseThatCannotBeToldIsNotHidden()
    {
        const QStringList nodes = threeContenders();
        const auto release = [&](const QString &options) {
            return m_cli.runInShell(u"$CLI release %1 %2 > /dev/full"_s.arg(nodes[0], options));
        };
        QCOMPARE(release(u"--yes"_s).unlike(1, "No space left on device"), QString()); // nothing was released
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        QCOMPARE(release(u"--yes --json"_s).unlike(5, "The release is done"), QString()); // done, and not told
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 2);
    }

    void anErrorHasNoPassword()
    {
        for (const char *at : {"postgresql=postgresql://u:OPENSESAME@h/d", "redis=redis://u:OPENSESAME@h",
                               "oracle=oracle://u:OPEN@SESAME@h/d", "postgresql://u:OPENSESAME@h/d"}) {
            const CliResult refused = m_cli.run("run --recipe redis-setnx --at", QString::fromLatin1(at));
            QVERIFY2(refused.code != 0, at);
            QVERIFY2(!refused.err.contains("SESAME") && !refused.out.contains("SESAME"), refused.said());
        }
    }

    void aProductionProfileGuardsItsAddressHoweverItIsReached()
    {
        const QString node = threeContenders().first();
        const QTemporaryDir files;
        const QString file = files.filePath(u"profiles.json"_s);
        const auto restored = qScopeGuard([] { qunsetenv("LOCKSCOPE_PROFILES"); });
        qputenv("LOCKSCOPE_PROFILES", file.toUtf8());
        const auto added = profiles::ProfileStore(file).change([this](QList<profiles::Profile> &all) {
            for (const QString &name : {u"orders"_s, u"copy"_s}) {
                all += profiles::newProfile(all);
                all.last().name = name;
                all.last().connect = m_sandbox.connectString();
                all.last().production = name == u"orders"_s;
            }
        });
        QVERIFY(added);
        const QString byName = m_sandbox.connectString().replace(u"127.0.0.1"_s, u"LOCALHOST"_s);
        for (const QStringList &how : {words("--profile copy"), words("--connect", byName)})
            QCOMPARE(m_cli.run("release", node, "--yes", how).unlike(1, "This is a production ensemble"), QString());
        QVERIFY(writeFile(file, "{"));
        QCOMPARE(m_cli.run("release", node, "--yes").unlike(1, "every ensemble is treated as a production one"),
                 QString());
        QVERIFY(await(m_session->exists(node)));
    }

    void onAProductionEnsembleTheLocksNameIsTyped()
    {
        const QStringList nodes = threeContenders();
        const QStringList release = words("release", nodes[0], "--production");
        const CliResult yes = m_cli.run(release + words("--yes"));
        QCOMPARE(yes.unlike(1, "--confirm " + m_lock.toUtf8()), QString());
        QCOMPARE(m_cli.run(release, "yes\n").code, 1);
        QCOMPARE(m_cli.run(release + words("--yes --confirm /other")).code, 1);
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        QCOMPARE(m_cli.run(release, m_lock.toUtf8() + '\n').code, 0);
        QCOMPARE(m_cli.run("release", nodes[1], "--production --yes --confirm", m_lock).code, 0);
        QCOMPARE(childrenOf(*m_session, m_lock), QStringList{baseOf(nodes[2])});
    }

    void whatIsOfferedToBeTypedIsOneWordOfAShell()
    {
        const QString lock = m_lock + u"-$(id -u) 'x'"_s;
        QVERIFY(!makeNode(*m_session, lock).isEmpty());
        const QString node = makeNode(*m_session, lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
        QVERIFY(!node.isEmpty());
        const CliResult refused = m_cli.run("release", node, "--production --yes");
        QCOMPARE(refused.code, 1);
        const QByteArray offered = refused.err.mid(refused.err.indexOf("--confirm ")).split('\n').first();
        qputenv("NODE", node.toUtf8());
        const CliResult pasted =
            m_cli.runInShell(u"\"$CLI\" release \"$NODE\" --production --yes "_s + QString::fromUtf8(offered));
        qunsetenv("NODE");
        QVERIFY2(pasted.code == 0, pasted.said());
        QCOMPARE(childrenOf(*m_session, lock), QStringList());
    }

    void whereNoLockIsKnownNoneIsCalledFree()
    {
        for (int i = 0; i < 2; ++i)
            QVERIFY(!makeNode(*m_session, m_lock + u"/host-%1"_s.arg(i), {}, NodeKind::Ephemeral).isEmpty());
        const CliResult queue = m_cli.run("queue", m_lock);
        QVERIFY2(queue.out.startsWith(m_lock.toUtf8() + ": no lock known here, 2 ephemeral nodes of 1 session\n"),
                 queue.out.constData());
        QVERIFY(!m_cli.run("queue", m_lock, "--json").object()[u"is_lock"].toBool(true));
    }

    void aHolderThatCannotBeAskedIsNot()
    {
        const QStringList nodes = threeContenders(); // their clients know no word
        QCOMPARE(m_cli.run("release", nodes[0], "--revoke --yes").unlike(1, "no word for it"), QString());
        QVERIFY(!makeNode(*m_session, m_lock + u"-c"_s, {}).isEmpty());
        const QString node = makeNode(*m_session, m_lock + u"-c/_c_01234567-89ab-cdef-0123-456789abcdef-lock-"_s,
                                      "10.0.0.1", NodeKind::EphemeralSequential);
        QVERIFY(!node.isEmpty());
        QCOMPARE(m_cli.run("release", node, "--revoke --yes --within 50ms").unlike(1, {}, "is still there"), QString());
        const auto content = await(m_session->get(node));
        QVERIFY(content);
        QCOMPARE(content->data, "__REVOKE__");
    }

    void anObserverReleasesNothing()
    {
        const QStringList nodes = threeContenders();
        QCOMPARE(m_cli.run("release", nodes[0], "--yes --observe-only").unlike(1, "observe-only"), QString());
        const auto shown = m_cli.run("release", nodes[0], "--observe-only");
        QCOMPARE(shown.unlike(1, "Nothing was deleted.", "then holds"), QString());
        QVERIFY(!shown.err.contains("Delete this node?"));
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
    }

    void aReleaseWithoutPermissionEndsWithFour()
    {
        const QStringList nodes = threeContenders();
        constexpr int allButDelete = 31 & ~int(Permission::Delete);
        QVERIFY(await(m_session->setAcl(m_lock, {{allButDelete, u"world"_s, u"anyone"_s}})));
        const CliResult result = m_cli.run("release", nodes[0], "--yes");
        QCOMPARE(result.unlike(4, "DELETE"), QString());
        QCOMPARE(childrenOf(*m_session, m_lock).size(), 3);
        QVERIFY(contentOf(m_audit).contains("\"result\":\"refused\""));
    }

    // ---- watch ----

    void watchingPrintsALinePerChange()
    {
        const QStringList nodes = threeContenders();
        const auto watch = m_cli.start("watch", m_lock, "--json");
        CliResult so;
        const auto linesAre = [&](qsizetype count) {
            so.out += watch->readAllStandardOutput();
            return so.lines().size() >= count && so.out.endsWith('\n');
        };
        AWAIT_VERIFY(linesAre(1));
        QCOMPARE(keysOf(so.lines()[0]), lockKeys | (QSet<QString>{u"event"_s, u"at"_s}));
        QCOMPARE(so.lines()[0][u"event"].toString(), u"snapshot"_s);
        QVERIFY(isInstant(so.lines()[0][u"at"]));
        QVERIFY(await(m_session->remove(nodes[0], -1)));
        AWAIT_VERIFY(linesAre(2));
        QCOMPARE(so.lines()[1][u"event"].toString(), u"changed"_s);
        QCOMPARE(so.lines()[1][u"holders"].toArray(), QJsonArray{baseOf(nodes[1])});
        QCOMPARE(terminate(*watch), 0);

        const CliResult ended = m_cli.run("watch", m_lock, "--for 5s");
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.out.count('\n'), 1);
        QVERIFY(ended.out.contains("1 waiting"));
    }

    void watchingSurvivesTheLossOfItsServer()
    {
        SandboxForTest own;
        QVERIFY2(own.start(), own.why());
        const auto session = connectTo(own.connectString());
        QVERIFY(session && !makeNode(*session, m_lock).isEmpty());
        QVERIFY(!makeNode(*session, m_lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential).isEmpty());
        const auto watch = CliProgram(own.connectString()).start("watch", m_lock);
        QByteArray out;
        QVERIFY2(writes(*watch, out, "snapshot"), out.constData());
        QCOMPARE(::kill(static_cast<pid_t>(own.info().servers.constFirst().pid), SIGKILL), 0);
        QByteArray err;
        AWAIT_VERIFY2((err += watch->readAllStandardError()).contains("connection is lost"), err.constData());
        QCOMPARE(watch->state(), QProcess::Running);
        QCOMPARE(terminate(*watch), 0);
    }

    void sigtermEndsWhateverIsGoingOn()
    {
        for (const QStringList &command : {words("locks"), words("watch /")}) {
            QTcpServer silent; // accepts and never answers
            QVERIFY(silent.listen(QHostAddress::LocalHost));
            const auto waiting = m_cli.start(command + words("--connect", u"127.0.0.1:%1"_s.arg(silent.serverPort())));
            AWAIT_VERIFY(silent.hasPendingConnections());
            QCOMPARE(terminate(*waiting), 1);
        }
    }

private:
    /// Three contenders of the docs dialect under m_lock, in order.
    QStringList threeContenders() { return {enqueue("client-0"), enqueue("client-1"), enqueue("client-2")}; }
    QString enqueue(const QByteArray &data = {})
    {
        return makeNode(*m_session, m_lock + u"/lock-"_s, data, NodeKind::EphemeralSequential);
    }

    SandboxForTest m_sandbox;
    QTemporaryDir m_directory;
    std::unique_ptr<zk::Session> m_session;
    CliProgram m_cli;
    QString m_audit;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_cli

LOCKSCOPE_TEST(lockscope::tst_cli::CliTest)
#include "tst_cli.moc"
