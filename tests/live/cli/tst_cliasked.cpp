// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_cliasked {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray instant(int minutes)
{
    return QDateTime::currentDateTimeUtc().addSecs(60 * minutes).toString(Qt::ISODateWithMs).toLatin1();
}

QByteArray helixRecord(int minutes)
{
    const qint64 until = QDateTime::currentMSecsSinceEpoch() + 60'000 * minutes;
    QByteArray record = R"({"id": "LOCK", "simpleFields": {"OWNER": "u1", "TIMEOUT": "UNTIL", "REASON": "x"},
        "mapFields": {}, "listFields": {}})";
    return record.replace("UNTIL", QByteArray::number(until));
}

QJsonObject lockAt(const QJsonArray &locks, const QString &path)
{
    for (const QJsonValue lock : locks) {
        if (lock[u"path"] == path)
            return lock.toObject();
    }
    return {};
}

} // namespace

/// What lockscope-cli says of what is asked for by its own name: a record wherever it lies, a session, a directory that
/// may not be listed, a lock that is gone. By the built program against a real server.
class CliAskedTest : public QObject
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
        m_root = u"/t%1"_s.arg(++m_count);
        m_cli = CliProgram(m_sandbox.connectString(), m_directory.filePath(u"audit%1.jsonl"_s.arg(m_count)));
        QCOMPARE(makeNode(*m_session, m_root), m_root);
    }

    void cleanup() { m_cli.tellIfFailed(); }

    // ---- records ----

    void aRecordBelowWhatSaysLockIsALock()
    {
        const QString jobs = makeNode(*m_session, m_root + u"/jobs-lock"_s);
        const QByteArray until = instant(10);
        const QString held = makeNode(*m_session, jobs + u"/report"_s, until);
        const QString over = makeNode(*m_session, jobs + u"/cleanup"_s, instant(-10));
        QString helix = m_root;
        for (const auto step : {"/LOCKS", "/CLUSTER", "/x"})
            helix = makeNode(*m_session, helix + QLatin1StringView(step), helixRecord(10));
        const QJsonArray all = m_cli.run("locks", m_root, "--json").array();
        const QJsonObject lock = lockAt(all, held);
        QCOMPARE(lock[u"dialect"].toString(), u"shedlock"_s);
        QCOMPARE(lock[u"contenders"][0][u"held_until"].toString().toLatin1(), until);
        QVERIFY(lockAt(all, over)[u"is_lock"].toBool());
        QVERIFY(lockAt(all, over)[u"holders"].toArray().isEmpty());
        const CliResult table = m_cli.run("locks", m_root);
        QVERIFY2(table.out.contains("held until " + until), table.out.constData());
        const CliResult text = m_cli.run("queue", held);
        QVERIFY2(text.out.contains("held by " + held.toUtf8() + " until " + until), text.out.constData());
        QVERIFY2(m_cli.run("queue", over).out.contains("(shedlock), free"), "the other one");
        const CliResult both = m_cli.run("queue", jobs);
        QCOMPARE(both.unlike(0, {}, "no lock itself: 2 locks of one node stand in it"), QString());
        const auto watch = m_cli.start("watch", over);
        CliResult so;
        QVERIFY2(writes(*watch, so.out, "(shedlock), free, waiters not known"), so.out.constData());
        QCOMPARE(terminate(*watch), 0);
        QCOMPARE(lockAt(all, helix)[u"holders"].toArray().size(), 1);
        const QJsonObject own = m_cli.run("queue", helix, "--json").object();
        QVERIFY(own[u"is_lock"].toBool() && own[u"contenders"][0][u"held_until"].isString());
    }

    void aTimeElsewhereIsNoLockUnlessItIsNamed()
    {
        const QString lastRun = makeNode(*m_session, m_root + u"/lastRun"_s, instant(10));
        const CliResult all = m_cli.run("locks", m_root, "--json");
        QVERIFY2(all.code == 0 && all.array().isEmpty(), all.out.constData());
        for (const QJsonObject &lock : {m_cli.run("queue", lastRun, "--json").object(),
                                        lockAt(m_cli.run("locks", lastRun, "--json").array(), lastRun)}) {
            QCOMPARE(lock[u"dialect"].toString(), u"shedlock"_s);
            QCOMPARE(lock[u"holders"].toArray().size(), 1);
        }
        const CliResult watched = m_cli.run("watch", lastRun, "--for 5s");
        QVERIFY2(watched.out.contains("held by"), watched.said());
        const QString day = makeNode(*m_session, m_root + u"/day"_s, "2120-01-01");
        const CliResult none = m_cli.run("queue", day, "--json");
        QVERIFY2(!none.object()[u"is_lock"].toBool(true), none.out.constData());
    }

    void aRecordIsReleasedWhereverItLies()
    {
        const QString held = makeNode(*m_session, m_root + u"/report"_s, instant(10));
        const QString over = makeNode(*m_session, m_root + u"/cleanup"_s, instant(-10));
        QCOMPARE(m_cli.run(words("release", held), "no\n").unlike(1), QString());
        QCOMPARE(childrenOf(*m_session, m_root).size(), 2);
        const CliResult done = m_cli.run("release", held, "--yes --json");
        QVERIFY2(done.code == 0, done.said());
        QCOMPARE(done.object()[u"result"].toString(), u"deleted"_s);
        QCOMPARE(m_cli.run("release", over, "--yes").unlike(1, "No client holds"), QString());
        QCOMPARE(childrenOf(*m_session, m_root), QStringList{u"cleanup"_s});
    }

    /// Every program has ephemeral nodes: none says "held" of one, whatever is asked.
    void anEphemeralNodeByItselfIsALockOnlyWhereAnotherSessionAwaitsIt()
    {
        const QString node = makeNode(*m_session, m_root + u"/job-owner"_s, "host:9092", NodeKind::Ephemeral);
        const auto isLock = [&](const char *command) {
            const QJsonDocument said = QJsonDocument::fromJson(m_cli.run(command, node, "--json").out);
            return (said.isArray() ? lockAt(said.array(), node) : said.object())[u"is_lock"].toBool();
        };
        const auto plan = [&] {
            const CliResult said = m_cli.run(words("release", node), "no\n");
            return said.out + said.err;
        };
        const QByteArray unknown = "whether it holds or waits is not known";
        QVERIFY(m_cli.run("queue", node).out.contains(node.toUtf8() + ": no lock known here, an ephemeral node"));
        QVERIFY(!isLock("queue") && !isLock("locks") && plan().contains(unknown));

        const auto waiter = connectTo(m_sandbox.connectString());
        QVERIFY(waiter && waiter->id() != m_session->id());
        QVERIFY(await(waiter->watchExists(node)));
        QVERIFY(isLock("queue") && isLock("locks") && plan().contains("holds the lock"));
        QVERIFY(!makeNode(*m_session, m_root + u"/2"_s, "host:9093", NodeKind::Ephemeral).isEmpty());
        QVERIFY(!isLock("queue") && !isLock("locks") && plan().contains(unknown));

        const QString broker = makeNode(*m_session, makeNode(*m_session, m_root + u"/ids"_s) + u"/10.0.0.7:9092"_s, {},
                                        NodeKind::Ephemeral);
        QVERIFY(await(waiter->watchExists(broker)));
        QVERIFY(m_cli.run("queue", broker).out.contains("no lock known here"));
        const QString worker = makeNode(*m_session, makeNode(*m_session, m_root + u"/workers"_s) + u"/worker-a"_s, {},
                                        NodeKind::Ephemeral);
        QVERIFY(await(waiter->watchData(worker))); // by a cache, as Curator's of a directory's children
        QVERIFY(m_cli.run("queue", worker).out.contains("no lock known here"));
        const CliResult planned = m_cli.run(words("release", broker), "no\n");
        QVERIFY2((planned.out + planned.err).contains(unknown), planned.said());

        const auto watch = m_cli.start("watch", node);
        CliResult so;
        QVERIFY2(writes(*watch, so.out, "no lock known here"), so.out.constData());
        QVERIFY(await(m_session->remove(node, -1)));
        QVERIFY2(writes(*watch, so.out, "no node is left"), so.out.constData());
        QCOMPARE(terminate(*watch), 0);
    }

    void aDirectoryFromWhichALeaderHasGoneSaysWhoAwaitsOne()
    {
        const QString directory = makeNode(*m_session, m_root + u"/batman"_s);
        QVERIFY(!makeNode(*m_session, directory + u"/config"_s).isEmpty());
        const auto waiter = connectTo(m_sandbox.connectString());
        QVERIFY(waiter && await(waiter->watchExists(directory + u"/leader"_s)));
        QVERIFY(await(waiter->watchData(directory + u"/config"_s)));
        const CliResult said = m_cli.run("queue", directory);
        QCOMPARE(said.unlike(0, "1 session watches for " + directory.toUtf8() + "/leader, which is not there"),
                 QString());
        QCOMPARE(said.err.count("watches for"), 1);
        QVERIFY2(said.out.contains("no lock known here"), said.said());
        const auto watch = m_cli.start("watch", directory);
        QByteArray err;
        AWAIT_VERIFY((err += watch->readAllStandardError()).contains("/leader, which is not there"));
        QCOMPARE(terminate(*watch), 0);
    }

    /// Operators know YARN's election by its directory.
    void theDirectoryOfOneLockShowsIt()
    {
        const QString directory = makeNode(*m_session, m_root + u"/yarn-leader-election"_s);
        const QString node =
            makeNode(*m_session, directory + u"/ActiveStandbyElectorLock"_s, "rm1", NodeKind::Ephemeral);
        QVERIFY(!makeNode(*m_session, directory + u"/ActiveBreadCrumb"_s, "rm1").isEmpty());
        const CliResult shown = m_cli.run("queue", directory);
        QCOMPARE(shown.unlike(0, node.toUtf8() + ", which is shown", "held by ActiveStandbyElectorLock"), QString());
        const QJsonObject lock = m_cli.run("queue", directory, "--json").object();
        QCOMPARE(lock[u"path"].toString(), node);
        QVERIFY(lock[u"is_lock"].toBool() && lock[u"holders"].toArray().size() == 1);
        const CliResult refused = m_cli.run("release", directory, "--yes");
        QCOMPARE(refused.unlike(1, "is a directory with 2 nodes, and no contender of a lock"), QString());
        QCOMPARE(childrenOf(*m_session, directory).size(), 2);
    }

    /// Storm's topologies end in the seconds of their start; the members of Mesos' replicated log are numbered.
    void aRecordOfAGroupIsNotReleasedAndAMemberOnlyWithAWarning()
    {
        const QString storms = makeNode(*m_session, m_root + u"/storms"_s);
        const QString topology = makeNode(*m_session, storms + u"/wc-1-1700000000"_s, "topology");
        QVERIFY(!makeNode(*m_session, storms + u"/wc-2-1700000001"_s, "topology").isEmpty());
        QCOMPARE(m_cli.run("release", topology, "--yes").unlike(1, "may be a record of another program"), QString());
        QCOMPARE(childrenOf(*m_session, storms).size(), 2);

        const QString replicas = makeNode(*m_session, m_root + u"/log_replicas"_s);
        const QString replica = makeNode(*m_session, replicas + u"/"_s, {}, NodeKind::EphemeralSequential);
        QVERIFY(!makeNode(*m_session, replicas + u"/"_s, {}, NodeKind::EphemeralSequential).isEmpty());
        const CliResult planned = m_cli.run(words("release", replica), "no\n");
        const QByteArray said = planned.out + planned.err;
        QVERIFY2(said.contains("Deleting the node does not stop its owner."), said.constData());
        QCOMPARE(childrenOf(*m_session, replicas).size(), 2);
    }

    /// Vault's leader writes its address there, and nothing into its own node.
    void whatTheDirectoryHoldsItselfIsShown()
    {
        const QString lock = makeNode(*m_session, m_root + u"/core-lock"_s, "https://vault-1:8200");
        QVERIFY(!makeNode(*m_session, lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential).isEmpty());
        for (const QJsonObject &found : {m_cli.run("queue", lock, "--json").object(), // its parent is not read, or is
                                         lockAt(m_cli.run("locks", m_root, "--json").array(), lock)})
            QCOMPARE(found[u"directory_data"].toString(), u"https://vault-1:8200"_s);
        QVERIFY(m_cli.run("queue", lock).out.contains("data of the directory itself: https://vault-1:8200"));
        QVERIFY(await(m_session->set(lock, "\xff\xfe", -1)));
        QCOMPARE(m_cli.run("queue", lock, "--json").object()[u"directory_data_base64"].toString(), u"//4="_s);
    }

    // ---- what may not be listed ----

    void whatServersTellOfAHiddenDirectoryIsSaid()
    {
        const QString hidden = m_root + u"/vault"_s;
        const auto owner = hide(hidden);
        QVERIFY(owner);
        const QByteArray said = "The servers report 1 ephemeral node below " + hidden.toUtf8()
                                + ", of 1 session: " + owner->id().toHex().toUtf8() + " (127.0.0.1:";
        for (const QStringList &command :
             {words("queue", hidden), words("queue", hidden, "--json"), words("locks", m_root), words("locks", hidden),
              words("watch", m_root, "--for 5s")}) {
            const CliResult result = m_cli.run(command);
            QCOMPARE(result.unlike(4, "No READ permission on " + hidden.toUtf8()), QString());
            QVERIFY2(result.err.contains(said), result.said());
        }
        QCOMPARE(m_cli.run("queue", hidden, "--auth digest:vault:wrong").unlike(4), QString());
        const CliResult known = m_cli.run("queue", hidden, "--auth digest:vault:sesame");
        QVERIFY2(known.code == 0 && !known.err.contains("servers report"), known.said());

        const CliResult doctor = m_cli.run("doctor", m_root, "--json");
        QCOMPARE(doctor.code, 1);
        const QJsonObject report = doctor.object();
        QCOMPARE(report[u"ok"], QJsonValue(false));
        QVERIFY(!report[u"advice"].toArray().isEmpty());
        QJsonValue reported;
        for (const QJsonValue trouble : report[u"acl"].toArray()) {
            if (trouble[u"problem"] == u"cannot-list"_s && trouble[u"path"] == hidden)
                reported = trouble[u"servers_tell"];
        }
        QCOMPARE(reported[u"ephemerals"].toInt(), 1);
        QCOMPARE(reported[u"sessions"][0][u"session"].toString(), owner->id().toHex());
        QVERIFY(m_cli.run("doctor", m_root).out.contains("1 ephemeral node below " + hidden.toUtf8()));
    }

    void aLockOfOneNodeThatMayNotBeReadIsShownByItsDirectory()
    {
        const QString above = makeNode(*m_session, m_root + u"/election"_s);
        const QString leader = above + u"/leader"_s;
        const auto owner = connectTo(m_sandbox.connectString(), "vault:sesame");
        QVERIFY(owner && !makeNode(*owner, leader, "node-1", NodeKind::Ephemeral).isEmpty());
        QVERIFY(await(owner->setAcl(leader, {{31, u"auth"_s, {}}})));
        const CliResult asked = m_cli.run("queue", leader);
        QCOMPARE(asked.unlike(0, {}, leader.toUtf8() + ": ephemeral"), QString());
        QVERIFY2(asked.out.contains(owner->id().toHex().toUtf8()) && asked.out.contains("no READ permission"),
                 asked.said());
        QVERIFY2(!m_cli.run("locks", leader).err.contains("no ephemeral node below"), "it is one itself");
    }

    void aSemaphoreIsShownByThePartThatMayBeListed()
    {
        const QString kazoos = m_root + u"/pool"_s;
        const auto leasesOwner = hide(kazoos);
        QVERIFY(leasesOwner && !makeNode(*m_session, kazoos + u"-__lock__"_s).isEmpty());
        QVERIFY(!makeNode(*m_session, kazoos + u"-__lock__/3f2504e04f8941d39a0c0305e82c3301__lock__"_s, {},
                          NodeKind::EphemeralSequential)
                     .isEmpty());
        QCOMPARE(m_cli.run("queue", kazoos).unlike(4, {}, "semaphore (kazoo), holder not known, 1 waiting"), QString());
        const QString curators = makeNode(*m_session, m_root + u"/c"_s);
        const QString leases = makeNode(*m_session, curators + u"/leases"_s);
        const auto lineOwner = hide(curators + u"/locks"_s);
        QVERIFY(lineOwner);
        QVERIFY(!makeNode(*m_session, leases + u"/_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a01-lease-"_s, {},
                          NodeKind::EphemeralSequential)
                     .isEmpty());
        for (const QString &part : {leases, curators + u"/locks"_s}) {
            const CliResult lineHidden = m_cli.run("queue", part);
            QCOMPARE(lineHidden.unlike(4, {}, curators.toUtf8() + ": semaphore (curator), held by "), QString());
            QVERIFY2(lineHidden.out.contains("waiters not known"), lineHidden.out.constData());
        }
    }

    // ---- what is gone ----

    void theLastHolderOfALockThatIsGoneIsTold()
    {
        const QString lock = makeNode(*m_session, m_root + u"/election"_s);
        const QString node =
            makeNode(*m_session, lock + u"/lock-"_s, "coordinator-1:9123", NodeKind::EphemeralSequential);
        const auto watch = m_cli.start("watch", m_root, "--json");
        CliResult so;
        QVERIFY2(writes(*watch, so.out, "snapshot"), so.out.constData());
        QVERIFY(await(m_session->remove(node, -1)));
        QVERIFY(await(m_session->remove(lock, -1)));
        QVERIFY2(writes(*watch, so.out, "vanished"), so.out.constData());
        AWAIT_VERIFY((so.out += watch->readAllStandardOutput()).endsWith('\n'));
        QCOMPARE(terminate(*watch), 0);
        const QJsonObject last = so.lines().constLast();
        QCOMPARE(last[u"event"].toString(), u"vanished"_s);
        QCOMPARE(last[u"kind"].toString(), u"election"_s);
        QVERIFY(last[u"contenders"].toArray().isEmpty());
        QCOMPARE(last[u"last_holders"][0][u"data"].toString(), u"coordinator-1:9123"_s);
        QCOMPARE(last[u"last_holders"][0][u"session"].toString(), m_session->id().toHex());
        QCOMPARE(last[u"text"].toString(), u"no candidate is left"_s);
    }

    void aDirectoryThatIsNotThereMayHaveGoneWithItsLastChild()
    {
        for (const char *command : {"queue", "watch"}) {
            const CliResult result = m_cli.run(command, m_root + u"/election"_s);
            QCOMPARE(result.unlike(1, "does not exist"), QString());
            QVERIFY2(result.err.contains("a container, which goes with its last child"), result.said());
        }
        const CliResult contender = m_cli.run("queue", m_root + u"/lock-0000000001"_s);
        QVERIFY2(!contender.err.contains("container"), contender.said());
    }

    // ---- sessions ----

    void theNodesOfASessionAreFoundByItsNumber_data()
    {
        QTest::addColumn<bool>("isDecimal");
        QTest::newRow("in hex") << false;
        QTest::newRow("in decimal") << true;
    }

    void theNodesOfASessionAreFoundByItsNumber()
    {
        QFETCH(bool, isDecimal);
        const auto own = connectTo(m_sandbox.connectString());
        QVERIFY(own);
        const QString lock = makeNode(*own, m_root + u"/orders"_s);
        QVERIFY(!makeNode(*m_session, lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential).isEmpty());
        const QString waiting = makeNode(*own, lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
        const QString member = makeNode(*own, m_root + u"/member"_s, {}, NodeKind::Ephemeral);
        const QString other = makeNode(*m_session, m_root + u"/other"_s);
        QVERIFY(!makeNode(*m_session, other + u"/lock-"_s, {}, NodeKind::EphemeralSequential).isEmpty());
        const QString number = isDecimal ? QString::number(own->id().value) : own->id().toHex();

        const CliResult found = m_cli.run("queue", number, "--json");
        QVERIFY2(found.code == 0, found.said());
        QCOMPARE(found.object()[u"session"].toString(), own->id().toHex());
        QCOMPARE(found.object()[u"decimal"].toString(), QString::number(own->id().value));
        QVERIFY(found.object()[u"client"].isString());
        const QJsonArray nodes = found.object()[u"nodes"].toArray();
        QCOMPARE(nodes.size(), 2);
        QCOMPARE(nodes[0][u"path"].toString(), member);
        QVERIFY(nodes[0][u"lock"].isNull());
        QCOMPARE(nodes[1][u"path"].toString(), waiting);
        QCOMPARE(nodes[1][u"lock"].toString(), lock);
        QCOMPARE(nodes[1][u"state"].toString(), u"waiting"_s);
        const CliResult text = m_cli.run("queue", number);
        QVERIFY2(text.out.contains("2 ephemeral nodes") && text.out.contains("waiting   " + waiting.toUtf8()),
                 text.said());

        const CliResult locks = m_cli.run("locks", number, "--json");
        QCOMPARE(locks.array().size(), 1);
        QVERIFY(!lockAt(locks.array(), lock).isEmpty());
    }

    void aSessionThatIsNotKnownHasNone()
    {
        for (const QString &number : {u"0xa000000000000001"_s, u"-6917529027641081855"_s}) { // the same one
            const CliResult result = m_cli.run("queue", number);
            QCOMPARE(result.unlike(1, "0xa000000000000001 (-6917529027641081855)"), QString());
            QVERIFY(result.out.isEmpty());
        }
    }

    void whereAPathIsWantedASessionIsAnsweredWithWhereToAsk()
    {
        for (const char *command : {"watch", "release"}) {
            QCOMPARE(m_cli.run(command, "72057594037927936").unlike(2, "lockscope-cli queue 0x100000000000000"),
                     QString());
        }
    }

private:
    /// A directory with a contender, which only its owner may list.
    std::unique_ptr<zk::Session> hide(const QString &directory)
    {
        auto owner = connectTo(m_sandbox.connectString(), "vault:sesame");
        if (!owner || makeNode(*owner, directory).isEmpty()
            || makeNode(*owner, directory + u"/lock-"_s, {}, NodeKind::EphemeralSequential).isEmpty()
            || !await(owner->setAcl(directory, {{31, u"auth"_s, {}}})))
            owner.reset();
        return owner;
    }

    SandboxForTest m_sandbox;
    QTemporaryDir m_directory;
    std::unique_ptr<zk::Session> m_session;
    CliProgram m_cli;
    QString m_root;
    int m_count = 0;
};

} // namespace lockscope::tst_cliasked

LOCKSCOPE_TEST(lockscope::tst_cliasked::CliAskedTest)
#include "tst_cliasked.moc"
