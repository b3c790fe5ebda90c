// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/locks/queuejson.h"
#include "tests/support/testprogram.h"
#include "worldfixture.h"

#include <QTest>

#include <algorithm>

namespace lockscope::tst_world {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;

namespace {

/// The directory with this czxid.
void lockListed(WorldFixture &f, qint64 czxid, const QStringList &added, const QStringList &removed, int children)
{
    DirectoryListed event;
    event.path = u"/lock"_s;
    event.stat.czxid = Zxid{czxid};
    event.stat.numChildren = children;
    event.added = added;
    event.removed = removed;
    f.happens(event);
}

QString nodeNamed(int number)
{
    return u"lock-%1"_s.arg(number, 10, 10, QChar(u'0'));
}

void observe(WorldFixture &f)
{
    f.happens(ObservationChanged{u"/"_s, Freshness::Live});
}

/// As of \a pzxid.
void lockListedAt(WorldFixture &f, qint64 pzxid, const QStringList &added, const QStringList &removed, int children)
{
    DirectoryListed event{u"/lock"_s, {}, added, removed};
    event.stat.czxid = Zxid{1};
    event.stat.pzxid = Zxid{pzxid};
    event.stat.numChildren = children;
    f.happens(event);
}

/// To a client whose node it is; its zxid is its number.
void answered(WorldFixture &f, ServerNode::Life life, int number)
{
    const bool isThere = life != ServerNode::Life::Gone;
    f.happens(ServerNode{ClientId{1}, u"/lock/"_s + nodeNamed(number), life, isThere ? Zxid{number} : Zxid(),
                         isThere ? SessionId{1} : SessionId()});
}

bool isReportedRemade(const WorldFixture &f)
{
    return std::ranges::any_of(f.world.queue(u"/lock"_s).findings,
                               [](const locks::Finding &finding) { return finding.id == "parent-recreated"_L1; });
}

/// Nodes looked at while a directory of so many ShedLock records is opened, as a tree watcher does it.
qint64 nodesReadForRecords(int count)
{
    WorldFixture f;
    const QString directory = u"/app/shedlock"_s;
    QStringList names;
    for (int i = 0; i < count; ++i)
        names += u"job-%1"_s.arg(i);
    Changes changes = f.listed(directory, names);
    for (const QString &name : std::as_const(names)) {
        NodeResolved record{directory + u'/' + name, {}, locks::ChildNode::Data::Read, "2999-01-01T00:00:00.000Z"};
        record.stat.czxid.value = 7;
        changes.unite(f.happens(record));
        changes.unite(f.listed(record.path, {})); // it may be a directory
    }
    return f.world.lockPaths().size() == count && f.holders(directory + u"/job-0"_s).size() == 1 ? changes.nodesRead
                                                                                                 : -1;
}

/// Nodes looked at when the servers tell that each of so many registrations in one directory is watched by another.
qint64 nodesReadForRegistrations(int count)
{
    WorldFixture f;
    QStringList names;
    ServersProbed probed;
    for (int i = 0; i < count; ++i) {
        names += u"worker-%1"_s.arg(i);
        probed.knowledge.watchers.insert(u"/workers/"_s + names.last(), {SessionId{99}});
    }
    Changes changes = f.listed(u"/workers"_s, names);
    for (const QString &name : std::as_const(names))
        changes.unite(f.resolved(u"/workers/"_s + name, 7));
    changes.unite(f.happens(probed));
    return f.world.lockPaths().isEmpty() ? changes.nodesRead : -1;
}

} // namespace

class TestWorld : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatServersToldHoldsUntilTheyAreAskedAgainOrAnotherEnsembleIs()
    {
        WorldFixture f;
        ConnectionChanged connected;
        connected.endpoint = u"a:2181"_s;
        f.happens(connected);
        QVERIFY(f.world.knowledge().isEmpty());

        ServersProbed probed;
        probed.servers = {ServerReport{.address = u"a:2181"_s, .role = u"leader"_s}};
        probed.knowledge.askedAtNs = 5;
        probed.knowledge.answeredAtNs = 6;
        probed.knowledge.allWatches = probed.knowledge.allSessions = true;
        probed.knowledge.deletesMovePzxid = false;
        probed.knowledge.watchers.insert(u"/l/x"_s, {SessionId{7}});
        probed.knowledge.sessions.insert(SessionId{7}, {SessionId{7}, u"10.0.0.7:52734"_s});
        const Changes changes = f.happens(probed);
        QVERIFY(changes.servers && !changes.isEmpty());
        QCOMPARE(f.world.servers(), probed.servers);
        QCOMPARE(f.world.knowledge(), probed.knowledge);

        connected.state = ConnectionState::Suspended;
        QVERIFY(!f.happens(connected).servers);
        QCOMPARE(f.world.knowledge(), probed.knowledge);

        ServersProbed connections;
        connections.knowledge.askedAtNs = connections.knowledge.answeredAtNs = 9;
        connections.knowledge.connectionsAlone = connections.knowledge.allConnections = true;
        connections.knowledge.sessions.insert(SessionId{8}, {SessionId{8}, u"10.0.0.8:52734"_s});
        QVERIFY(f.happens(connections).servers);
        const locks::Knowledge &both = f.world.knowledge(); // the rest stays as it was, and says of when it is
        QCOMPARE(both.watchers, probed.knowledge.watchers);
        QCOMPARE(both.wholeAtNs, 6);
        QCOMPARE(both.answeredAtNs, 9);
        QVERIFY(both.allWatches && both.allSessions && both.allConnections);
        QVERIFY(!both.deletesMovePzxid); // the same ensemble, whoever of it told something now
        QCOMPARE(both.sessions.value(SessionId{8}).client, u"10.0.0.8:52734"_s);
        QCOMPARE(both.sessions.value(SessionId{7}).client, QString()); // alive, and no more connected
        QVERIFY(both.sessions.contains(SessionId{7}));
        connected.endpoint = u"another:2181"_s;
        QVERIFY(f.happens(connected).servers);
        QVERIFY(f.world.knowledge().isEmpty() && f.world.servers().isEmpty());
    }

    void theTimeoutOfASessionIsKnownAlsoAfterItLostItsConnection()
    {
        WorldFixture f;
        ServersProbed probed;
        probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = 5;
        locks::SessionFacts connected{SessionId{7}, u"10.0.0.7:52734"_s};
        connected.timeoutMs = 30'000;
        probed.knowledge.sessions.insert(SessionId{7}, connected);
        f.happens(probed);
        probed.knowledge.sessions.insert(SessionId{7}, {SessionId{7}}); // a dump alone names it
        f.happens(probed);
        QCOMPARE(f.world.knowledge().sessions.value(SessionId{7}).timeoutMs, std::optional(30'000));
        QCOMPARE(f.world.knowledge().sessions.value(SessionId{7}).client, QString());
    }

    void aListedDirectoryHasItsChildrenAndWhatWasReadOfThem()
    {
        WorldFixture f;
        const QString name = u"lock-0000000001"_s;
        QCOMPARE(f.listed(u"/a"_s, {u"lock-0000000000"_s, name}).directories, QSet<QString>{u"/a"_s});
        const Directory *directory = f.world.directory(u"/a"_s);
        QVERIFY(directory);
        QCOMPARE(directory->path, u"/a"_s);
        QCOMPARE(directory->children.size(), 2);
        QVERIFY(!directory->children.find(name)->stat);
        QVERIFY(directory->watched);
        QCOMPARE(directory->listedAtNs, f.world.atNs());
        QCOMPARE(f.world.eventNumber(), quint64(1));
        QCOMPARE(f.world.lockPaths(), QList<QString>{u"/a"_s});
        NodeResolved event{u"/a/"_s + name, {}, locks::ChildNode::Data::Read, "me", true};
        event.stat.czxid.value = 7;
        QCOMPARE(f.happens(event).directories, QSet<QString>{u"/a"_s});
        QCOMPARE(*f.world.directory(u"/a"_s)->children.find(name),
                 (locks::ChildNode{name, event.stat, event.access, "me", true}));
    }

    void aNodeThatIsGoneAgainIsNotBroughtBackByItsReply()
    {
        WorldFixture f;
        f.listed(u"/a"_s, {u"lock-0000000000"_s});
        f.listed(u"/a"_s, {}, {u"lock-0000000000"_s});
        QVERIFY(f.resolved(u"/a/lock-0000000000"_s, 7).isEmpty());
        QVERIFY(f.resolved(u"/nowhere/lock-0000000000"_s, 7).isEmpty());
        QVERIFY(f.world.directory(u"/a"_s)->children.isEmpty());
        QCOMPARE(f.directories(), QStringList{u"/a"_s});
    }

    void aNodeKeepsWhatIsKnownUntilItsNameComesAgain()
    {
        WorldFixture f;
        const auto isRead = [&] { return f.world.directory(u"/a"_s)->children.find(u"x"_s)->stat.has_value(); };
        f.listed(u"/a"_s, {u"x"_s});
        f.resolved(u"/a/x"_s, 7);
        f.listed(u"/a"_s, {u"y"_s});
        QVERIFY(isRead());
        f.listed(u"/a"_s, {u"x"_s, u"y"_s}, {}, 2); // a reader that starts afresh names it again
        QVERIFY(isRead());
        f.listed(u"/a"_s, {u"x"_s}, {u"x"_s});
        QVERIFY(f.world.directory(u"/a"_s)->children.contains(u"x"_s) && !isRead());
    }

    void theRootHasNoParentAndItsChildrenHaveOneSlash()
    {
        WorldFixture f;
        f.listed(u"/"_s, {u"a"_s});
        QCOMPARE(f.resolved(u"/"_s, 7).directories, QSet<QString>{u"/"_s}); // its data may tell of what is in it
        QCOMPARE(f.world.directory(u"/"_s)->children.size(), 1);
        QCOMPARE(f.resolved(u"/a"_s, 7).directories, QSet<QString>{u"/"_s});
        QVERIFY(f.world.directory(u"/"_s)->children.find(u"a"_s)->stat);
    }

    void aChildThatIsNotListedAnyMoreTakesItsSubtreeAlong()
    {
        WorldFixture f;
        f.listed(u"/"_s, {u"a"_s, u"b"_s});
        f.listed(u"/a"_s, {u"c"_s});
        f.listed(u"/a/c"_s, {});
        f.listed(u"/b"_s, {u"d"_s, u"e"_s});
        f.listed(u"/b/d"_s, {});
        QCOMPARE(f.listed(u"/"_s, {}, {u"a"_s}).directories, (QSet<QString>{u"/"_s, u"/a"_s, u"/a/c"_s}));
        QCOMPARE(f.directories(), (QStringList{u"/"_s, u"/b"_s, u"/b/d"_s}));
        // A reader that starts afresh names those that are there.
        QVERIFY(f.listed(u"/b"_s, {u"e"_s}, {}, 1).directories.contains(u"/b/d"_s));
        QCOMPARE(f.world.directory(u"/b"_s)->children.names(), QStringList{u"e"_s});
        QCOMPARE(f.directories(), (QStringList{u"/"_s, u"/b"_s}));
    }

    void aVanishedDirectoryTakesItsSubtreeAlongAndNoNeighbour()
    {
        WorldFixture f;
        for (const auto &path : {u"/a-b"_s, u"/a.b/c"_s, u"/a0"_s, u"/ab"_s, u"/b"_s})
            f.listed(path, {});
        f.listed(u"/a"_s, {u"b"_s});
        f.listed(u"/a/b"_s, {u"lock-0000000000"_s, u"c"_s});
        f.listed(u"/a/b/c"_s, {});
        QCOMPARE(f.holders(u"/a/b"_s), QStringList());
        QCOMPARE(f.happens(NodeVanished{u"/a/b"_s}).directories, (QSet<QString>{u"/a/b"_s, u"/a/b/c"_s}));
        QVERIFY(!f.world.queue(u"/a/b"_s).isLock());
        // Its parent's listing has the word on whether a node of that name is there.
        QVERIFY(f.world.directory(u"/a"_s)->children.contains(u"b"_s));
        f.listed(u"/a/b"_s, {});
        QCOMPARE(f.happens(NodeVanished{u"/a"_s}).directories, (QSet<QString>{u"/a"_s, u"/a/b"_s}));
        QVERIFY(f.happens(NodeVanished{u"/a"_s}).directories.isEmpty());
        QCOMPARE(f.directories(), (QStringList{u"/a-b"_s, u"/a.b/c"_s, u"/a0"_s, u"/ab"_s, u"/b"_s}));
        f.happens(NodeVanished{u"/"_s});
        QVERIFY(f.directories().isEmpty());
    }

    void aCrowdedDirectoryThatIsMadeAgainIsToldOfUnlessARunTidiedUp()
    {
        for (const bool runs : {false, true}) {
            WorldFixture f;
            const QStringList two{u"lock-0000000000"_s, u"lock-0000000001"_s};
            lockListed(f, 0x10, two, {}, 2);
            lockListed(f, 0x10, {}, two, 0);
            f.happens(NodeVanished{u"/lock"_s});
            if (runs)
                f.happens(RunStarted{u"the second one"_s, 1, "{}"});
            lockListed(f, 0x20, {u"lock-0000000000"_s}, {}, 1);
            f.resolved(u"/lock/lock-0000000000"_s, 0x21);
            QCOMPARE(isReportedRemade(f), !runs);
        }
    }

    /// A holder and a waiter that go one after another look as a client's own tidying does, unless its clients never
    /// tidy.
    void twoThatWentWithTheirDirectoryAreToldOfWhereClientsLeaveIt_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("soloMs");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("kazoo") << u"3f2504e04f8941d39a0c0305e82c330%1__lock__000000000%1"_s << 5 << true;
        QTest::newRow("kazoo, later") << u"3f2504e04f8941d39a0c0305e82c330%1__lock__000000000%1"_s << 5'000 << false;
        QTest::newRow("any") << u"lock-000000000%1"_s << 5 << false;
    }

    void twoThatWentWithTheirDirectoryAreToldOfWhereClientsLeaveIt()
    {
        QFETCH(const QString, name);
        QFETCH(const int, soloMs);
        QFETCH(const bool, isTold);
        WorldFixture f;
        lockListed(f, 0x10, {name.arg(0), name.arg(1)}, {}, 2);
        f.aheadNs += 60'000 * nsPerMs;
        lockListed(f, 0x10, {}, {name.arg(0)}, 1);
        f.aheadNs += soloMs * nsPerMs;
        f.happens(NodeVanished{u"/lock"_s});
        lockListed(f, 0x20, {name.arg(0)}, {}, 1);
        f.resolved(u"/lock/"_s + name.arg(0), 0x21);
        QCOMPARE(isReportedRemade(f), isTold);
    }

    void anUnreadableDirectorySaysWhyUntilItIsListed()
    {
        WorldFixture f;
        const Changes changes =
            f.happens(DirectoryUnreadable{u"/a"_s, {ErrorCode::NoAuth, u"get_children"_s, u"/a"_s, {}}});
        QCOMPARE(changes.directories, QSet<QString>{u"/a"_s});
        QCOMPARE(f.world.directory(u"/a"_s)->error->code, ErrorCode::NoAuth);
        QVERIFY(!f.world.directory(u"/a"_s)->watched);
        f.listed(u"/a"_s, {});
        QVERIFY(!f.world.directory(u"/a"_s)->error);
    }

    void anEmptyLockIsStillALock()
    {
        WorldFixture f;
        f.listed(u"/a"_s, {});
        f.listed(u"/config"_s, {u"x"_s});
        QVERIFY(f.world.lockPaths().isEmpty());
        f.listed(u"/a"_s, {u"lock-0000000000"_s});
        f.listed(u"/a"_s, {}, {u"lock-0000000000"_s});
        QCOMPARE(f.world.lockPaths(), QList<QString>{u"/a"_s});
        QVERIFY(!f.world.queue(u"/a"_s).isLock());
    }

    void unseenCreatesAddUp()
    {
        WorldFixture f;
        f.happens(DirectoryListed{u"/a"_s, {}, {}, {}, 38, true});
        f.happens(DirectoryListed{u"/a"_s, {}, {}, {}, 4, false});
        QCOMPARE(f.world.directory(u"/a"_s)->unseenCreates, 42);
        QVERIFY(!f.world.directory(u"/a"_s)->watched);
    }

    void anotherRootDropsWhatIsNotBelowIt()
    {
        WorldFixture f;
        f.happens(ObservationChanged{u"/"_s, Freshness::Reading, 0, 0, 0, 0});
        for (const auto &path : {u"/"_s, u"/a"_s, u"/a/b"_s, u"/ab"_s})
            f.listed(path, {});
        Changes changes = f.happens(ObservationChanged{u"/"_s, Freshness::Live, 4, 0, 0, 0});
        QVERIFY(changes.observation);
        QVERIFY(changes.directories.isEmpty());
        changes = f.happens(ObservationChanged{u"/a"_s, Freshness::Reading, 0, 0, 0, 0});
        QCOMPARE(changes.directories, (QSet<QString>{u"/"_s, u"/ab"_s}));
        QCOMPARE(f.directories(), (QStringList{u"/a"_s, u"/a/b"_s}));
        QCOMPARE(f.world.observation().root, u"/a"_s);
        f.happens(ObservationChanged{u"/a"_s, Freshness::Stale, 0, 0, 0, 0});
        QCOMPARE(f.directories().size(), 2);
        f.happens(ObservationChanged{u"/a"_s, Freshness::Empty, 0, 0, 0, 0});
        QVERIFY(f.directories().isEmpty());
    }

    void aLostConnectionDropsNothingAndAnotherEnsembleEverything()
    {
        WorldFixture f;
        f.happens(ConnectionChanged{ConnectionState::Connected, u"one:2181"_s, u"one:2181"_s, SessionId{1}, 1000, {}});
        f.listed(u"/a"_s, {u"lock-0000000000"_s});
        for (const auto state : {ConnectionState::Suspended, ConnectionState::Expired, ConnectionState::Connected})
            QVERIFY(f.happens(ConnectionChanged{state, u"one:2181"_s, {}, {}, 0, {}}).directories.isEmpty());
        WorldFixture alone = f;
        alone.happens(ConnectionChanged{});
        QCOMPARE(alone.directories(), QStringList{u"/a"_s});
        const Changes changes = f.happens(ConnectionChanged{ConnectionState::Connecting, u"two:2181"_s, {}, {}, 0, {}});
        QVERIFY(changes.connection);
        QCOMPARE(changes.directories, QSet<QString>{u"/a"_s});
        QVERIFY(f.world.directories().empty());
        QCOMPARE(f.world.connection().endpoint, u"two:2181"_s);
    }

    void aQueueStaysWhereItIsWhileOthersAreAsked()
    {
        WorldFixture f;
        for (int i = 0; i < 1000; ++i)
            f.listed(u"/a%1"_s.arg(i), {u"lock-0000000000"_s});
        const locks::LockQueue &first = f.world.queue(u"/a0"_s);
        for (int i = 1; i < 1000; ++i)
            f.world.queue(u"/a%1"_s.arg(i));
        QCOMPARE(&f.world.queue(u"/a0"_s), &first);
        QCOMPARE(first.path, u"/a0"_s);
    }

    void aHoldThatEndsByTheClockEnds()
    {
        WorldFixture f;
        const QString path = u"/app/shedlock/report"_s;
        const QDateTime until = QDateTime::currentDateTimeUtc().addSecs(60);
        f.listed(u"/app/shedlock"_s, {u"report"_s});
        NodeResolved record{path, {}, locks::ChildNode::Data::Read, until.toString(Qt::ISODateWithMs).toLatin1()};
        record.stat.czxid.value = 7;
        f.happens(record);
        QCOMPARE(f.world.queue(path).holders.size(), 1u);
        f.aheadNs = 59 * 1'000'000'000LL;
        QVERIFY(!f.happens(Notice{}).directories.contains(path));
        QCOMPARE(f.world.queue(path).holders.size(), 1u);
        f.aheadNs = 61 * 1'000'000'000LL;
        QVERIFY(f.happens(Notice{}).directories.contains(path));
        QVERIFY(f.world.queue(path).holders.empty());
        QVERIFY(!f.happens(Notice{}).directories.contains(path)); // said once
    }

    void whatIsNotFollowedIsNotHeldAgainstTheServersReports()
    {
        const QString node = u"lock-0000000001"_s;
        for (const Freshness freshness : {Freshness::Live, Freshness::Stale}) {
            WorldFixture f;
            f.happens(ObservationChanged{u"/"_s, Freshness::Live, 1, 0, 0, 0});
            f.listed(u"/lock"_s, {node});
            f.resolved(u"/lock/"_s + node, 0x10, 7);
            f.happens(ObservationChanged{u"/"_s, freshness, 1, 0, 0, 0});
            for (int i = 1; i < 6; ++i) {
                f.aheadNs = i * 5'000'000'000LL;
                ServersProbed probed; // no server has that session any more
                probed.knowledge.askedAtNs = f.world.atNs() + 1'000'000'000;
                probed.knowledge.answeredAtNs = probed.knowledge.askedAtNs + 1;
                probed.knowledge.allSessions = probed.knowledge.allConnections = probed.knowledge.allWatches = true;
                probed.knowledge.allEphemerals = true;
                f.happens(probed);
            }
            QCOMPARE(f.world.queue(u"/lock"_s).findings.isEmpty(), freshness == Freshness::Stale);
        }
    }

    /// As one of kazoo's is before anybody has waited for it.
    void aSemaphoreWithoutAQueueIsKnownByItsSize()
    {
        WorldFixture f;
        const QString lease = u"0f3b2c8e6d2a4a9a9d3b0f6f7d1f1a01"_s;
        NodeResolved itself;
        itself.path = u"/pool"_s;
        itself.access = locks::ChildNode::Data::Read;
        const auto ofSize = [&](const QByteArray &size) {
            itself.data = size;
            f.happens(itself);
            return f.world.lockPaths();
        };
        f.listed(u"/pool"_s, {lease});
        QCOMPARE(ofSize("a registry"), QList<QString>());
        QCOMPARE(ofSize("2"), QList<QString>{u"/pool"_s});
        QCOMPARE(f.world.queue(u"/pool"_s).kind, locks::LockKind::Semaphore);
        // Below another directory it is known as soon as its names are.
        f.listed(u"/"_s, {u"pool"_s});
        f.happens(NodeVanished{u"/pool"_s});
        f.listed(u"/"_s, {u"pool"_s});
        QCOMPARE(ofSize("2"), QList<QString>());
        f.listed(u"/pool"_s, {lease});
        QCOMPARE(f.world.lockPaths(), QList<QString>{u"/pool"_s});
    }

    void ofASemaphoreNothingIsSaidOfThePartThatMayNotBeRead()
    {
        const auto semaphore = [](const QString &part, const QString &node, const QString &unread) {
            WorldFixture f;
            f.listed(u"/s"_s, {u"locks"_s, u"leases"_s});
            f.listed(part, {node});
            f.resolved(part + u'/' + node, 7);
            f.happens(DirectoryUnreadable{unread, Error{ErrorCode::NoAuth, u"list"_s, unread, {}}});
            return f.world.queue(u"/s"_s);
        };
        const locks::LockQueue line =
            semaphore(u"/s/locks"_s, u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a01-lock-0000000000"_s, u"/s/leases"_s);
        QCOMPARE(line.kind, locks::LockKind::Semaphore);
        QVERIFY(line.holders.empty() && line.isHolderUnknown());
        QCOMPARE(line.waiting, 1);
        const locks::LockQueue leases =
            semaphore(u"/s/leases"_s, u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a01-lease-0000000000"_s, u"/s/locks"_s);
        QCOMPARE(leases.holders.size(), size_t(1));
        QVERIFY(leases.lineUnread);
        QVERIFY(locks::toJson(leases, {}, {})[u"waiting"_s].isNull());
    }

    void anEphemeralNodeThatIsAllThatIsObservedIsNoLockUntilItIsAwaited()
    {
        const QString path = u"/brokers/active/1"_s;
        const SessionId owner{1};
        const SessionId other{2};
        WorldFixture f;
        f.happens(ObservationChanged{path, Freshness::Live});
        f.listed(path, {});
        f.resolved(path, 5);
        const auto probe = [&](const QHash<QString, QList<SessionId>> &watchers, const QStringList &others) {
            ServersProbed probed;
            probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = f.world.atNs() + 1;
            probed.knowledge.watchers = watchers;
            probed.knowledge.allWatches = probed.knowledge.allEphemerals = true;
            probed.knowledge.ephemerals = {{owner, {path}}, {other, others}};
            f.happens(probed);
        };
        const auto isNone = [&] {
            const locks::LockQueue &queue = f.world.queue(path);
            return queue.contenders.size() == 1 && queue.holders.empty() && queue.mayBeLine
                   && !f.world.isKnownLock(path);
        };
        QVERIFY(isNone());
        const QString beside = u"/brokers/active/2"_s;
        const QString candidate = u"/brokers/active/n-0000000001"_s;
        probe({{path, {owner}}}, {});
        QVERIFY(isNone());
        probe({{path, {other}}}, {beside}); // registrations come in numbers, and are watched
        QVERIFY(isNone());
        probe({{path, {other}}, {u"/brokers/active"_s, {other}}}, {}); // a cache
        QVERIFY(isNone());
        probe({{path, {other}}}, {candidate, u"/brokers/topics/2"_s});
        QCOMPARE(f.holders(path), QStringList{u"1"_s});
        QVERIFY(f.world.isKnownLock(path));
    }

    /// They may be those of several locks, until a client is seen to wait for another.
    void namesThatDifferAreOneLineWhereOneWaitsForTheOther()
    {
        const QString lock = u"/locks"_s;
        const QStringList names{u"test1_lock_0000000000"_s, u"test2_lock_0000000001"_s};
        WorldFixture f;
        f.listed(lock, names);
        for (int i = 0; i < 2; ++i)
            f.resolved(joinPath(lock, names[i]), 0x10 + i, 1 + i);
        QCOMPARE(f.holders(lock), QStringList{names[0]});
        QCOMPARE(f.world.queue(lock).pendingCount(), 1);
        ServersProbed probed;
        probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = f.world.atNs() + 1;
        probed.knowledge.allWatches = true;
        probed.knowledge.watchers = {{joinPath(lock, names[0]), {SessionId{2}}}};
        f.happens(probed);
        QCOMPARE(f.world.queue(lock).waitingCount(), 1);
        QCOMPARE(f.world.queue(lock).pendingCount(), 0);
    }

    void namesThatTellNothingAreALineOnceOneIsSeenToWait()
    {
        const QString group = u"/workers"_s;
        const QStringList names{u"0000000001"_s, u"0000000002"_s, u"0000000003"_s};
        const auto at = [&](int index) { return group + u'/' + names[index]; };
        WorldFixture f;
        f.listed(group, names);
        for (int i = 0; i < 3; ++i)
            f.resolved(at(i), 0x10 + i, 1 + i);
        const auto probe = [&](const QHash<QString, QList<SessionId>> &watchers, bool connectionsAlone = false) {
            ServersProbed probed;
            probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = f.world.atNs() + 1;
            probed.knowledge.watchers = watchers;
            probed.knowledge.connectionsAlone = connectionsAlone;
            probed.knowledge.allWatches = true;
            f.happens(probed);
        };
        const auto isGroup = [&] {
            const locks::LockQueue &queue = f.world.queue(group);
            return queue.isGroup() && queue.mayBeLine && !f.world.isKnownLock(group) && f.holders(group).isEmpty();
        };
        QVERIFY(isGroup());
        using Watchers = QHash<QString, QList<SessionId>>;
        const SessionId first{1};
        const SessionId second{2};
        const SessionId third{3};
        for (const Watchers &none : {Watchers{{at(0), {second, SessionId{9}}}, {at(2), {second}}}, // it looks after all
                                     Watchers{{at(0), {third}}},                     // not the one right before
                                     Watchers{{at(0), {second}}, {at(1), {second}}}, // its own, too
                                     Watchers{{at(0), {second}}, {group, {second}}}, // the directory, too
                                     Watchers{{at(0), {second}}, {at(1), {first}}},  // each other
                                     Watchers{{at(0), {second}}, {at(1), {third}}, {at(2), {first}}}}) { // a ring
            probe(none);
            QVERIFY(isGroup());
        }
        const Watchers one{{at(0), {second}}};
        probe(one);
        QCOMPARE(f.holders(group), QStringList{names[0]});
        QVERIFY(!f.world.queue(group).mayBeLine && f.world.isKnownLock(group));
        QCOMPARE(f.world.knowledge().lines, QSet<QString>{group});
        probe({}, true);
        // While several stand there, and none is seen to wait again and again, it was none.
        probe({});
        probe({});
        QCOMPARE(f.holders(group), QStringList{names[0]});
        probe({});
        QVERIFY(isGroup());
        // Of one alone nothing more is to be seen.
        probe(one);
        f.listed(group, {}, {names[0], names[1]});
        for (int i = 0; i < 4; ++i)
            probe({});
        QCOMPARE(f.holders(group), QStringList{names[2]});
        f.listed(group, {}, {names[2]});
        QVERIFY(f.world.isKnownLock(group));
        // Nor is another directory at its path.
        DirectoryListed another;
        another.path = group;
        another.added = {names[0]};
        another.stat.numChildren = 1;
        another.stat.czxid = Zxid{0x20};
        f.happens(another);
        f.resolved(at(0), 0x21, 1);
        QCOMPARE(f.holders(group), QStringList{names[0]});
        another.stat.czxid = Zxid{0x30};
        another.added.clear();
        f.happens(another);
        QVERIFY(isGroup());
        QVERIFY(!f.world.queue(group).contenders.front().node.stat); // its node went with the first
    }

    void anUnknownPathIsAnEmptyQueue()
    {
        WorldFixture f;
        const locks::LockQueue &queue = f.world.queue(u"/nowhere"_s);
        QCOMPARE(queue.path, u"/nowhere"_s);
        QVERIFY(!queue.isLock());
        QVERIFY(!f.world.directory(u"/nowhere"_s));
        f.listed(u"/nowhere"_s, {u"lock-0000000000"_s});
        QVERIFY(f.world.queue(u"/nowhere"_s).isLock());
    }

    void theNewestZxidIsTheGreatestOfAllStats()
    {
        WorldFixture f;
        DirectoryListed listing{u"/a"_s, {}, {u"x"_s}, {}, 0, true};
        listing.stat.czxid.value = 1;
        listing.stat.pzxid.value = 9;
        f.happens(listing);
        QCOMPARE(f.world.newestZxid(), Zxid{9});
        f.resolved(u"/a/x"_s, 5);
        QCOMPARE(f.world.newestZxid(), Zxid{9});
        f.resolved(u"/a/x"_s, 12);
        QCOMPARE(f.world.newestZxid(), Zxid{12});
    }

    void manyResolvedNodesKeepTheirPlace()
    {
        WorldFixture f;
        constexpr int count = 20'000;
        QStringList names;
        for (int i = 0; i < count; ++i)
            names += u"lock-%1"_s.arg(i, 10, 10, QChar(u'0'));
        f.listed(u"/a"_s, names);
        EventBatch batch;
        for (int i = count - 1; i >= 0; --i)
            batch += f.writer.stamp(WorldFixture::read(u"/a/"_s + names.at(i), 1 + i));
        QCOMPARE(f.world.apply(batch).directories, QSet<QString>{u"/a"_s});
        QCOMPARE(f.holders(u"/a"_s), QStringList{names.first()});
        QCOMPARE(f.world.queue(u"/a"_s).waiting, count - 1);
    }

    void recordsAndWatchedNodesAreReadInLinearTime()
    {
        for (const auto nodesRead : {&nodesReadForRecords, &nodesReadForRegistrations}) {
            const qint64 some = nodesRead(200);
            QVERIFY(some >= 200);
            QCOMPARE(nodesRead(400), 2 * some);
        }
    }

    // ---- answers to our own clients ----

    void aNodeIsThereWithTheAnswerToItsClient()
    {
        WorldFixture f;
        observe(f);
        const auto born = [&](int number) { answered(f, ServerNode::Life::Born, number); };
        born(3); // its directory was made just now: no listing has it
        QCOMPARE(f.holders(u"/lock"_s), QStringList{nodeNamed(3)});
        QCOMPARE(f.world.queue(u"/lock"_s).firstHolder()->node.stat->ctimeMs, f.world.atNs() / 1'000'000);
        lockListedAt(f, 4, {nodeNamed(3), nodeNamed(4)}, {}, 2);
        born(4);
        born(5);
        QCOMPARE(f.world.queue(u"/lock"_s).waiting, 2);
        answered(f, ServerNode::Life::Gone, 3);
        QCOMPARE(f.holders(u"/lock"_s), QStringList{nodeNamed(4)});
        lockListedAt(f, 6, {nodeNamed(5)}, {nodeNamed(3)}, 2);
        QCOMPARE(f.holders(u"/lock"_s), QStringList{nodeNamed(4)});
        QCOMPARE(f.world.queue(u"/lock"_s).waiting, 1);
    }

    /// A client that stood still wrote 2 when 3 had been taken, and the counter went on from there.
    void numbersThatWereTakenTwiceAreCounted()
    {
        WorldFixture f;
        f.happens(RunStarted{u"a duel"_s, 1, "{}", {u"/lock"_s, u"/other"_s}});
        QCOMPARE(f.world.duel(), (QStringList{u"/lock"_s, u"/other"_s}));
        f.happens(ClientSpawned{ClientId{1}, u"A"_s, locks::RecipeId::Mutex, locks::Dialect::Docs,
                                locks::Mode::Exclusive, u"/lock"_s});
        for (const int number : {1, 2, 3, 2, 3, 4})
            f.happens(ClientStamp{ClientId{1}, u"/counter"_s, number});
        QCOMPARE(f.world.numbersTaken(u"/lock"_s).count, 6);
        QCOMPARE(f.world.numbersTaken(u"/lock"_s).again(), 2);
        QCOMPARE(f.world.numbersTaken(u"/other"_s).again(), 0);
        f.happens(RunStarted{u"the next one"_s, 1, "{}"});
        QCOMPARE(f.world.numbersTaken(u"/lock"_s).count, 0);
        QVERIFY(f.world.duel().isEmpty());
    }

    void aLateAnswerBringsNothingBack()
    {
        WorldFixture f;
        observe(f);
        lockListedAt(f, 3, {nodeNamed(3)}, {}, 1);
        f.resolved(u"/lock/"_s + nodeNamed(3), 3);
        lockListedAt(f, 4, {}, {nodeNamed(3)}, 0);
        answered(f, ServerNode::Life::Seen, 3);
        QVERIFY(f.holders(u"/lock"_s).isEmpty());
        answered(f, ServerNode::Life::Born, 5);
        answered(f, ServerNode::Life::Gone, 5);
        answered(f, ServerNode::Life::Seen, 5);
        lockListedAt(f, 5, {nodeNamed(5)}, {}, 1); // made before it went
        f.resolved(u"/lock/"_s + nodeNamed(5), 5);
        QVERIFY(f.world.queue(u"/lock"_s).contenders.empty());
    }

    void aBirthThatANewerListingDoesNotHaveHasEnded()
    {
        WorldFixture f;
        observe(f);
        lockListedAt(f, 3, {}, {}, 0);
        answered(f, ServerNode::Life::Born, 4);
        lockListedAt(f, 3, {}, {}, 0);
        QCOMPARE(f.holders(u"/lock"_s), QStringList{nodeNamed(4)}); // the listing is older
        lockListedAt(f, 5, {}, {}, 0);
        QVERIFY(f.holders(u"/lock"_s).isEmpty()); // gone with its session, say
    }

    void anAnswerThatAPathIsGoneIsOfItsClientsNodeAlone()
    {
        WorldFixture f;
        observe(f);
        for (const quint32 id : {1u, 2u}) {
            f.happens(ClientSpawned{ClientId{id},
                                    {},
                                    locks::RecipeId::Ephemeral,
                                    locks::Dialect::Plain,
                                    locks::Mode::Exclusive,
                                    u"/plain"_s});
            f.happens(ClientConnection{ClientId{id}, ConnectionState::Connected, SessionId{id}});
        }
        f.listed(u"/"_s, {u"plain"_s});
        f.happens(ServerNode{ClientId{1}, u"/plain"_s, ServerNode::Life::Born, Zxid{3}, SessionId{1}});
        QCOMPARE(f.holders(u"/plain"_s).size(), 1);
        f.happens(ServerNode{ClientId{2}, u"/plain"_s, ServerNode::Life::Born, Zxid{5}, SessionId{2}});
        f.happens(ServerNode{ClientId{1}, u"/plain"_s, ServerNode::Life::Gone, {}, {}}); // it comes late
        QCOMPARE(f.holders(u"/plain"_s).size(), 1);
        f.happens(ServerNode{ClientId{2}, u"/plain"_s, ServerNode::Life::Gone, {}, {}});
        QVERIFY(f.holders(u"/plain"_s).isEmpty());
    }

    /// The observer lists it before and after: for it nothing came and nothing went.
    void aPathThatIsTakenAgainAtOnceIsTheNextNodes_data()
    {
        QTest::addColumn<bool>("answered");
        QTest::newRow("by a client of ours") << true;
        QTest::newRow("by another program") << false;
    }
    void aPathThatIsTakenAgainAtOnceIsTheNextNodes()
    {
        QFETCH(bool, answered);
        WorldFixture f;
        observe(f);
        f.happens(ClientSpawned{
            ClientId{1}, {}, locks::RecipeId::Ephemeral, locks::Dialect::Plain, locks::Mode::Exclusive, u"/plain"_s});
        f.happens(ClientConnection{ClientId{1}, ConnectionState::Connected, SessionId{1}});
        const auto rootListed = [&f](qint64 pzxid, const QStringList &added) {
            DirectoryListed event{u"/"_s, {}, added, {}};
            event.stat.pzxid = Zxid{pzxid};
            event.stat.numChildren = 1;
            f.happens(event);
        };
        rootListed(3, {u"plain"_s});
        f.resolved(u"/plain"_s, 3, 1);
        f.happens(ServerNode{ClientId{1}, u"/plain"_s, ServerNode::Life::Gone, {}, {}});
        QVERIFY(f.holders(u"/plain"_s).isEmpty());
        if (answered)
            f.happens(ServerNode{ClientId{2}, u"/plain"_s, ServerNode::Life::Born, Zxid{5}, SessionId{2}});
        rootListed(5, {});
        f.resolved(u"/plain"_s, 5, 2);
        QCOMPARE(f.holders(u"/plain"_s).size(), 1);
        rootListed(7, {}); // of something else below it
        QCOMPARE(f.holders(u"/plain"_s).size(), 1);
        if (answered) // an answer that comes after what it says was read
            f.happens(ServerNode{ClientId{2}, u"/plain"_s, ServerNode::Life::Seen, Zxid{5}, SessionId{2}});
        QCOMPARE(f.holders(u"/plain"_s).size(), 1);
    }

    void nothingIsAddedToAPictureThatStandsStillOrWhereNothingIsObserved()
    {
        WorldFixture f;
        answered(f, ServerNode::Life::Born, 3);
        QVERIFY(f.world.directories().empty());
        ObservationChanged observed{u"/lock"_s, Freshness::Stale};
        f.happens(observed);
        answered(f, ServerNode::Life::Born, 4);
        QVERIFY(f.world.directories().empty());
    }
};

} // namespace lockscope::tst_world

LOCKSCOPE_TEST(lockscope::tst_world::TestWorld)
#include "tst_world.moc"
