// SPDX-License-Identifier: Apache-2.0
// One truth about who holds, waits, or is pending: what the Queue shows after an event is what the Timeline's server
// track and Timing tell for it, in every dialect that has a fixture, and however the observer comes to see its nodes.
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/checks/locktiming.h"
#include "core/history/world.h"
#include "core/journal/journal.h"
#include "core/ledger/ledger.h"
#include "core/locks/dialectregistry.h"
#include "tests/ui/uitest.h"
#include "ui/timeline/lanes.h"

#include <rapidcheck.h>

#include <map>
#include <set>

namespace lockscope::tst_sameholders {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using locks::ContenderState;
using ui::LaneIndex;
using ui::SpanState;

namespace {

const QString severalLocks = u"/app/locks"_s;

/// A node that may be made: its name, its data, and the session that owns it.
struct Pattern
{
    QString directory;
    QString name;
    QByteArray data;
    qint64 owner = 0;
};

/// One case of the dialects' fixtures: a place for a lock, and which nodes its clients make there.
struct Case
{
    QString dialect;
    QString what;
    QString lock;
    std::optional<QByteArray> data; ///< of the lock's own node
    std::vector<Pattern> nodes;
};

void addNodes(Case &to, const QString &directory, const QJsonArray &children, int first)
{
    for (const QJsonValue &json : children) {
        const QJsonObject more = json.toObject();
        to.nodes.push_back({directory, json.isString() ? json.toString() : more["name"_L1].toString(),
                            more["data"_L1].toString().toUtf8(), more["session"_L1].toInteger(0xa00 + first)});
        ++first;
    }
}

std::vector<Case> allCases()
{
    std::vector<Case> cases;
    for (const locks::DialectRules &rules : locks::dialectRegistry().all()) {
        const QByteArray fixture =
            lockscope::test::contentOf(QStringLiteral(LOCK_FIXTURES) + u'/' + rules.id + u".json"_s);
        const QJsonArray list = QJsonDocument::fromJson(fixture).object()["cases"_L1].toArray();
        for (const QJsonValue &json : list) {
            const QJsonObject about = json.toObject();
            Case one;
            one.dialect = rules.id;
            one.what = rules.id + u": "_s + about["what"_L1].toString();
            one.lock = about["path"_L1].toString(u"/lock"_s);
            if (about.contains("data"_L1))
                one.data = about["data"_L1].toString().toUtf8();
            if (about.contains("node"_L1)) {
                addNodes(one, parentPath(one.lock), {about["node"_L1]}, 0);
            } else {
                addNodes(one, one.lock, about["children"_L1].toArray(), 0);
                for (const QLatin1StringView part : {"leases"_L1, "queue"_L1}) {
                    const QJsonObject more = about[part].toObject();
                    if (!more.isEmpty())
                        addNodes(one, more["path"_L1].toString(), more["children"_L1].toArray(),
                                 part == "leases"_L1 ? 0x20 : 0x40);
                }
            }
            if (!one.nodes.empty()) // of an empty lock there is nothing to come or go
                cases.push_back(one);
        }
    }
    return cases;
}

/// An ensemble whose directories an observer lists now and then, and whose nodes it reads late and in any order.
class Observed
{
public:
    explicit Observed(const Case &about)
        : m_case(about)
    {
        std::set<QString> directories{parentPath(about.lock)};
        for (const Pattern &node : about.nodes)
            directories.insert(node.directory);
        for (const QString &directory : directories) {
            for (QString path = directory; path != u"/"_s; path = parentPath(path)) {
                make({parentPath(path), baseName(path), path == about.lock ? about.data.value_or("") : "", 0});
                m_directories.insert(path);
            }
        }
        m_directories.insert(u"/"_s);
    }

    void come(size_t which, bool inTheSameTransaction)
    {
        if (inTheSameTransaction)
            --m_zxid;
        make(m_case.nodes[which % m_case.nodes.size()]);
    }
    void go(size_t which)
    {
        const Pattern &node = m_case.nodes[which % m_case.nodes.size()];
        if (m_tree[node.directory].erase(node.name) > 0)
            m_pzxid[node.directory] = ++m_zxid;
    }

    std::optional<Payload> list(size_t which)
    {
        const QString path = *std::next(m_directories.begin(), static_cast<qsizetype>(which % m_directories.size()));
        DirectoryListed event;
        event.path = path;
        QSet<QString> &seen = m_seen[path];
        QSet<QString> now;
        for (const auto &[name, node] : m_tree[path]) {
            now.insert(name);
            if (!seen.contains(name)) {
                event.added += name;
                m_unread.push_back(joinPath(path, name));
            }
        }
        for (const QString &name : std::as_const(seen)) {
            if (!now.contains(name)) {
                event.removed += name;
                m_seen.erase(joinPath(path, name));
            }
        }
        if (m_listed.contains(path) && event.added.isEmpty() && event.removed.isEmpty())
            return std::nullopt;
        m_listed.insert(path);
        seen = now;
        event.stat.pzxid = Zxid{m_pzxid[path]};
        event.stat.numChildren = static_cast<qint32>(now.size());
        return event;
    }
    std::optional<Payload> read(size_t which)
    {
        if (m_unread.empty())
            return std::nullopt;
        const auto at = m_unread.begin() + static_cast<std::ptrdiff_t>(which % m_unread.size());
        const QString path = *at;
        m_unread.erase(at);
        const auto &directory = m_tree[parentPath(path)];
        const auto node = directory.find(baseName(path));
        if (node == directory.end())
            return std::nullopt; // gone before it was read
        return NodeResolved{path, node->second.first, locks::ChildNode::Data::Read, node->second.second, false};
    }
    bool isAllRead() const { return m_unread.empty(); }

private:
    void make(const Pattern &pattern)
    {
        if (m_seen[pattern.directory].contains(pattern.name))
            return; // a name does not come again before the end of the node before it was seen
        NodeStat stat;
        stat.czxid = Zxid{++m_zxid};
        stat.ephemeralOwner = SessionId{pattern.owner};
        if (m_tree[pattern.directory].try_emplace(pattern.name, stat, pattern.data).second)
            m_pzxid[pattern.directory] = m_zxid;
    }

    const Case &m_case;
    std::map<QString, std::map<QString, std::pair<NodeStat, QByteArray>>> m_tree;
    std::map<QString, qint64> m_pzxid;
    std::set<QString> m_directories;
    std::map<QString, QSet<QString>> m_seen;
    QSet<QString> m_listed;
    std::vector<QString> m_unread;
    qint64 m_zxid = 0x100;
};

/// Members of a group do neither.
bool contends(const locks::Contender &contender)
{
    return isContender(contender) && contender.node.stat && contender.state != ContenderState::Member;
}

/// Nodes that hold, that wait, and of which that is not known.
struct Standing
{
    std::set<QString> holding;
    std::set<QString> waiting;
    std::set<QString> pending;

    bool operator==(const Standing &) const = default;
    QString text() const
    {
        QStringList words;
        for (const QString &node : holding)
            words += node + u" holds"_s;
        for (const QString &node : waiting)
            words += node + u" waits"_s;
        for (const QString &node : pending)
            words += node + u" is pending"_s;
        return words.join(u", "_s);
    }
};

Standing queueTells(const World &world, const QString &lock)
{
    Standing standing;
    const locks::LockQueue &queue = world.queue(lock);
    for (const locks::Contender &contender : queue.contenders) {
        if (contender.state == ContenderState::Holding)
            standing.holding.insert(queue.pathOf(contender));
        else if (contends(contender) && queue.mayHold(contender))
            standing.pending.insert(queue.pathOf(contender));
        else if (contends(contender))
            standing.waiting.insert(queue.pathOf(contender));
    }
    return standing;
}

Standing timingTells(const Ledger &ledger, const QString &lock, quint64 number)
{
    Standing standing;
    const LockTurns *turns = ledger.of(lock);
    if (!turns)
        return standing;
    for (const Acquisition &turn : turns->acquisitions) {
        if (turn.knownBy > number || turn.ended.hasHappenedBy(number))
            continue;
        auto &nodes = turn.isPending                       ? standing.pending
                      : turn.granted.hasHappenedBy(number) ? standing.holding
                                                           : standing.waiting;
        nodes.insert(turn.node);
    }
    return standing;
}

/// How each session that contends stands, as the Queue shows it: its best.
std::map<SessionId, NodeStanding> queuesTell(const World &world)
{
    std::map<SessionId, NodeStanding> sessions;
    for (const QString &lock : world.lockPaths()) {
        const locks::LockQueue &queue = world.queue(lock);
        for (const locks::Contender &contender : queue.contenders) {
            if (!contends(contender) || contender.node.owner().isNull())
                continue;
            NodeStanding &best = sessions[contender.node.owner()];
            best = std::max(best, contender.state == ContenderState::Holding ? NodeStanding::Holding
                                  : queue.mayHold(contender)                 ? NodeStanding::Pending
                                                                             : NodeStanding::Waiting);
        }
    }
    return sessions;
}

std::map<SessionId, NodeStanding> timelineTells(const LaneIndex &index)
{
    const std::map<SpanState, NodeStanding> meant{{SpanState::Holding, NodeStanding::Holding},
                                                  {SpanState::Pending, NodeStanding::Pending},
                                                  {SpanState::Waiting, NodeStanding::Waiting}};
    std::map<SessionId, NodeStanding> sessions;
    for (const ui::Lane &lane : index.lanes()) {
        if (lane.truth.isOpen())
            sessions[lane.session] = meant.at(lane.truth.spans().back().state);
    }
    return sessions;
}

bool isWhole(const World &world, const QString &directory)
{
    const Directory *at = world.directory(directory);
    return !at || !at->children.any([](const locks::ChildNode &child) { return !child.stat; });
}

bool isWhole(const World &world)
{
    return std::all_of(world.directories().begin(), world.directories().end(),
                       [&](const auto &entry) { return isWhole(world, entry.first); });
}

/// The three of them, event by event.
struct Tellers
{
    EventWriter writer;
    World world;
    Ledger ledger;
    LaneIndex lanes;
    qint64 aheadNs = 0; ///< of the clock

    void happens(Payload what)
    {
        Event event = writer.stamp(std::move(what));
        event.atNs += aheadNs;
        ledger.append(event, world);
        lanes.append(event, ledger);
    }
    void listed(const QString &path, const QStringList &added, const QStringList &removed = {})
    {
        DirectoryListed event;
        event.path = path;
        event.added = added;
        event.removed = removed;
        const Directory *known = world.directory(path);
        event.stat.numChildren = qint32((known ? known->children.size() : 0) + added.size() - removed.size());
        happens(event);
    }
    void resolved(const QString &path, qint64 czxid, qint64 owner, const QByteArray &data = {})
    {
        NodeResolved event;
        event.path = path;
        event.stat.czxid.value = czxid;
        event.stat.ephemeralOwner.value = owner;
        event.access = locks::ChildNode::Data::Read;
        event.data = data;
        happens(event);
    }
    /// What differs; empty where all three say the same.
    QString difference() const
    {
        for (const QString &lock : world.lockPaths()) {
            const Standing queue = queueTells(world, lock);
            const Standing timing = timingTells(ledger, lock, world.eventNumber());
            if (queue != timing)
                return u"Queue of %1: %2. Timing: %3."_s.arg(lock, queue.text(), timing.text());
        }
        return queuesTell(world) == timelineTells(lanes) ? QString() : u"the Timeline's server track differs"_s;
    }
    /// While some nodes are not read: what is told to hold does hold, as far as is known.
    bool tellsNobodyTooEarly() const
    {
        const QList<QString> paths = world.lockPaths();
        return std::all_of(paths.begin(), paths.end(), [&](const QString &lock) {
            const Standing queue = queueTells(world, lock);
            const Standing timing = timingTells(ledger, lock, world.eventNumber());
            return std::includes(queue.holding.begin(), queue.holding.end(), timing.holding.begin(),
                                 timing.holding.end());
        });
    }
};

void agree(const Tellers &tellers)
{
    const QString difference = tellers.difference();
    if (!difference.isEmpty())
        RC_FAIL(difference.toStdString());
}

void shouldAgree(const Case &about, const std::vector<quint16> &choices)
{
    Observed ensemble(about);
    Tellers tellers;
    const auto tell = [&](std::optional<Payload> what) {
        if (!what)
            return;
        tellers.happens(*std::move(what));
        RC_ASSERT(tellers.tellsNobodyTooEarly());
        if (isWhole(tellers.world))
            agree(tellers);
    };
    const auto readAll = [&] {
        while (!ensemble.isAllRead())
            tell(ensemble.read(0));
    };
    const auto listAll = [&] {
        for (size_t i = 0; i < 8; ++i)
            tell(ensemble.list(i));
    };
    listAll();
    readAll();
    for (const quint16 choice : choices) {
        const size_t which = choice / 8;
        switch (choice % 8) {
        case 0:
        case 1: ensemble.come(which, false); break;
        case 2: ensemble.come(which, which % 5 == 0); break;
        case 3: ensemble.go(which); break;
        case 4:
        case 5: tell(ensemble.list(which)); break;
        case 6: tell(ensemble.read(which)); break;
        case 7: readAll(); break;
        }
    }
    listAll();
    readAll();
    agree(tellers);
}

} // namespace

class SameHoldersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inEveryDialect_data()
    {
        QTest::addColumn<QString>("dialect");
        for (const locks::DialectRules &rules : locks::dialectRegistry().all())
            QTest::newRow(qPrintable(rules.id)) << rules.id;
    }

    void inEveryDialect()
    {
        QFETCH(QString, dialect);
        std::vector<Case> cases;
        std::copy_if(m_cases.begin(), m_cases.end(), std::back_inserter(cases),
                     [&](const Case &one) { return one.dialect == dialect; });
        QVERIFY(!cases.empty());
        QVERIFY(rc::check("the Queue, Timing and the Timeline tell the same holders",
                          [&](const std::vector<quint16> &choices) {
                              const Case &about = cases[*rc::gen::inRange<size_t>(0, cases.size())];
                              RC_LOG() << qPrintable(about.what) << '\n';
                              shouldAgree(about, choices);
                          }));
    }

    void whereDialectsMeet()
    {
        // An ephemeral node has no children: a lock that is one is no place for another dialect's nodes.
        std::vector<Case> places;
        std::copy_if(m_cases.begin(), m_cases.end(), std::back_inserter(places), [](const Case &one) {
            return std::none_of(one.nodes.begin(), one.nodes.end(), [&](const Pattern &node) {
                return node.owner != 0 && joinPath(node.directory, node.name) == one.lock;
            });
        });
        QVERIFY(places.size() > m_cases.size() / 2);
        QVERIFY(rc::check("nodes of two dialects in one directory", [&](const std::vector<quint16> &choices) {
            const auto any = [](const auto &cases) { return cases[*rc::gen::inRange<size_t>(0, cases.size())]; };
            Case both = any(places);
            const Case other = any(m_cases);
            RC_LOG() << qPrintable(both.what) << ", and " << qPrintable(other.what) << '\n';
            for (Pattern node : other.nodes) {
                node.directory = both.lock;
                both.nodes.push_back(node);
            }
            shouldAgree(both, choices);
        }));
    }

    /// Of two that make a lease, only one holds; the other's is pending while it stands at the head of the line.
    void aSemaphoreOfOneLease()
    {
        Tellers tellers;
        const QString name = u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c330%1-%2-000000000%1"_s;
        tellers.listed(u"/s"_s, {u"locks"_s, u"leases"_s});
        tellers.resolved(u"/s/locks"_s, 1, 0);
        tellers.resolved(u"/s/leases"_s, 2, 0);
        tellers.listed(u"/s/leases"_s, {});
        tellers.listed(u"/s/locks"_s, {});
        const auto come = [&tellers](const QString &directory, const QString &node, qint64 czxid, qint64 owner) {
            tellers.listed(directory, {node});
            tellers.resolved(directory + u'/' + node, czxid, owner);
            QCOMPARE(tellers.difference(), QString());
        };
        come(u"/s/leases"_s, name.arg(1).arg(u"lease"_s), 3, 0xa);
        come(u"/s/locks"_s, name.arg(2).arg(u"lock"_s), 4, 0xb);
        come(u"/s/leases"_s, name.arg(3).arg(u"lease"_s), 5, 0xb);
        tellers.listed(u"/s/leases"_s, {}, {name.arg(1).arg(u"lease"_s)});
        tellers.listed(u"/s/locks"_s, {}, {name.arg(2).arg(u"lock"_s)});
        QCOMPARE(tellers.difference(), QString());
    }

    /// As inEveryDialect() found it: of a semaphore's directories one is listed no more, and a lease comes in it.
    void aLeaseInADirectoryThatIsListedNoMore()
    {
        const auto semaphore = std::ranges::find(m_cases, u"docs: a semaphore"_s, &Case::what);
        QVERIFY(semaphore != m_cases.end());
        QVERIFY(rc::check("the same holders", [&] { shouldAgree(*semaphore, {4715, 460, 1296, 2996, 4963, 2358}); }));
    }

    /// Curator's InterProcessSemaphore: names of its mutex; each watches the one that stands as many places before it
    /// as there are leases.
    void whereWatchesProveWhatNamesDoNotShow()
    {
        const QString lock = u"/jobs"_s;
        const QString name = u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c330%1-lock-000000000%1"_s;
        Tellers tellers;
        tellers.listed(lock, {});
        ServersProbed probed;
        probed.knowledge.allSessions = probed.knowledge.allConnections = probed.knowledge.allWatches = true;
        for (int i = 1; i <= 5; ++i) {
            tellers.listed(lock, {name.arg(i)});
            tellers.resolved(lock + u'/' + name.arg(i), i, i);
            locks::SessionFacts facts;
            facts.id.value = i;
            facts.client = u"127.0.0.1:%1"_s.arg(i);
            facts.lastOperation = u"PING"_s;
            probed.knowledge.sessions.insert(facts.id, facts);
        }
        const auto probe = [&] {
            for (int i = 0; i < findings::readingsNeeded; ++i) {
                tellers.aheadNs += 2 * tellers.world.thresholds().settleMs * 1'000'000;
                probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = nowNs() + tellers.aheadNs;
                tellers.happens(probed);
                QCOMPARE(tellers.difference(), QString());
            }
        };
        QCOMPARE(queueTells(tellers.world, lock).holding.size(), size_t(1)); // by its names it is a mutex
        const auto watch = [&](int watcher, int watched) {
            probed.knowledge.watchers[lock + u'/' + name.arg(watched)] = {SessionId{watcher}};
        };
        watch(4, 1);
        watch(5, 2);
        probe();
        QCOMPARE(queueTells(tellers.world, lock).holding.size(), size_t(3));
        const auto held = tellers.ledger.heldSince(lock, lock + u'/' + name.arg(2), tellers.world.eventNumber());
        QVERIFY(held && held->upperBound); // for longer than that is known
        probed.knowledge.watchers.remove(lock + u'/' + name.arg(2));
        tellers.listed(lock, {}, {name.arg(2)});
        QCOMPARE(tellers.difference(), QString());
        QCOMPARE(queueTells(tellers.world, lock).holding.size(), size_t(3));
    }

    /// Locks of one directory, a node each, by their names: until a client is seen to wait for the node before its own.
    void whoMayHoldHasNoWait()
    {
        Tellers tellers;
        const auto timing = [&tellers] {
            return timingAt(*tellers.ledger.of(severalLocks), tellers.world.eventNumber(), nowNs() + tellers.aheadNs);
        };
        twoOfSeveral(tellers);
        QCOMPARE(queueTells(tellers.world, severalLocks).pending.size(), size_t(1));
        QCOMPARE(tellers.lanes.lanes()[1].truth.spans().back().state, SpanState::Pending);
        QCOMPARE(timing().waits.running, 0);

        ServersProbed probed;
        probed.knowledge.allSessions = probed.knowledge.allConnections = probed.knowledge.allWatches = true;
        for (int i = 1; i <= 2; ++i) {
            locks::SessionFacts facts;
            facts.id.value = i;
            facts.client = u"127.0.0.1:%1"_s.arg(i);
            probed.knowledge.sessions.insert(facts.id, facts);
        }
        probed.knowledge.watchers[severalLocks + u"/orders_lock_0000000000"_s] = {SessionId{2}};
        for (int i = 0; i < findings::readingsNeeded; ++i) {
            tellers.aheadNs += 2 * tellers.world.thresholds().settleMs * 1'000'000;
            probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = nowNs() + tellers.aheadNs;
            tellers.happens(probed);
            QCOMPARE(tellers.difference(), QString());
        }
        QCOMPARE(queueTells(tellers.world, severalLocks).waiting.size(), size_t(1));
        QCOMPARE(timing().waits.running, 1);
        QCOMPARE(timing().gaveUp, 0);
    }

    /// It may have held all the time.
    void whoWasPendingHasHeldForAtLeastThatLong()
    {
        Tellers tellers;
        twoOfSeveral(tellers);
        tellers.listed(severalLocks, {}, {u"orders_lock_0000000000"_s});
        QCOMPARE(tellers.difference(), QString());
        const auto held = tellers.ledger.heldSince(severalLocks, severalLocks + u"/stock_lock_0000000001"_s,
                                                   tellers.world.eventNumber());
        QVERIFY(held && held->upperBound);
        const LockTiming timing = timingAt(*tellers.ledger.of(severalLocks), tellers.world.eventNumber(), nowNs());
        QCOMPARE(timing.waits.unknown, 1);
        QCOMPARE(timing.waits.sortedNs.size(), size_t(1)); // of the other one
        QCOMPARE(timing.grantsNs.size(), size_t(1));
    }

    void ofNodesInOneDirectory_data()
    {
        QTest::addColumn<QString>("lock");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("Hive's readers behind another reader")
            << u"/hive"_s
            << QStringList{u"LOCK-SHARED-0000000000"_s, u"LOCK-SEMI_SHARED-0000000001"_s,
                           u"LOCK-SEMI_SHARED-0000000002"_s, u"LOCK-SHARED-0000000003"_s};
        QTest::newRow("ClickHouse's locks, each its own")
            << u"/clickhouse/tables/t/temp"_s
            << QStringList{u"abandonable_lock-0000000000"_s, u"abandonable_lock-0000000001"_s};
        QTest::newRow("a semaphore of unknown size")
            << u"/_zksemaphore/printers"_s << QStringList{u"sem0000000000"_s, u"sem0000000001"_s};
        QTest::newRow("dialects that do not see each other")
            << u"/lock"_s
            << QStringList{u"3f2504e04f8941d39a0c0305e82c3301__lock__0000000000"_s,
                           u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3302-lock-0000000001"_s, u"guid-0000000002"_s};
    }
    void ofNodesInOneDirectory()
    {
        QFETCH(QString, lock);
        QFETCH(QStringList, names);
        Tellers tellers;
        tellers.listed(lock, {});
        tellers.listed(lock, names);
        for (int i = 0; i < names.size(); ++i)
            tellers.resolved(lock + u'/' + names[i], i + 1, i + 1);
        QCOMPARE(tellers.difference(), QString());
        tellers.listed(lock, {}, {names[1]});
        QCOMPARE(tellers.difference(), QString());
    }

    /// A czxid alone is no key: both stand in the queue, and each goes by itself.
    void twoNodesOfOneTransaction()
    {
        Tellers tellers;
        tellers.listed(u"/lock"_s, {});
        tellers.listed(u"/lock"_s, {u"lock-0000000000"_s, u"lock-0000000001"_s, u"lock-0000000002"_s});
        tellers.resolved(u"/lock/lock-0000000000"_s, 7, 0xa);
        tellers.resolved(u"/lock/lock-0000000001"_s, 7, 0xb);
        tellers.resolved(u"/lock/lock-0000000002"_s, 8, 0xc);
        QCOMPARE(tellers.difference(), QString());
        tellers.listed(u"/lock"_s, {}, {u"lock-0000000001"_s});
        QCOMPARE(tellers.difference(), QString());
        tellers.listed(u"/lock"_s, {}, {u"lock-0000000000"_s});
        QCOMPARE(tellers.difference(), QString());
    }

private:
    static void twoOfSeveral(Tellers &tellers)
    {
        const QStringList names{u"orders_lock_0000000000"_s, u"stock_lock_0000000001"_s};
        tellers.listed(severalLocks, {});
        tellers.listed(severalLocks, names);
        for (int i = 0; i < names.size(); ++i)
            tellers.resolved(severalLocks + u'/' + names[i], i + 1, i + 1);
        QCOMPARE(tellers.difference(), QString());
    }

    const std::vector<Case> m_cases = allCases();
};

} // namespace lockscope::tst_sameholders

LOCKSCOPE_TEST(lockscope::tst_sameholders::SameHoldersTest)
#include "tst_sameholders.moc"
