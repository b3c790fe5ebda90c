// SPDX-License-Identifier: Apache-2.0
// A world that saw a directory through listings and late replies, against the directory itself.
#include "core/base/clock.h"
#include "tests/support/testprogram.h"
#include "worldfixture.h"

#include <QTest>

#include <rapidcheck.h>

#include <map>

namespace lockscope::tst_worldproperties {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;

namespace {

/// What can be read of a directory, as ZooKeeper keeps it.
class Truth
{
public:
    const std::map<QString, NodeStat> &nodes() const { return m_nodes; }

    /// Before anybody looks, enough that the queue is followed and not read anew (locks::IncrementalQueue).
    void createLongLine()
    {
        for (int i = 0; i < 2 * locks::IncrementalQueue::shortest; ++i)
            create(true);
    }

    void create(bool writer)
    {
        NodeStat stat;
        stat.czxid.value = ++m_zxid;
        stat.ephemeralOwner.value = 0xa00 + m_zxid;
        m_nodes.emplace((writer ? u"W-"_s : u"R-"_s) + QString::asprintf("%010d", m_sequence++), stat);
    }

    void remove(int which)
    {
        if (m_nodes.empty())
            return;
        m_nodes.erase(std::next(m_nodes.begin(), which % static_cast<int>(m_nodes.size())));
        ++m_zxid;
    }

    NodeStat stat() const
    {
        NodeStat stat;
        stat.pzxid.value = m_zxid;
        stat.numChildren = static_cast<qint32>(m_nodes.size());
        return stat;
    }

private:
    std::map<QString, NodeStat> m_nodes;
    qint64 m_zxid = 0x100;
    int m_sequence = 0;
};

/// Reads the truth now and then, and answers late.
class Reader
{
public:
    explicit Reader(WorldFixture &fixture)
        : m_fixture(fixture)
    {
    }

    void list(const Truth &truth)
    {
        DirectoryListed event;
        event.path = u"/lock"_s;
        event.stat = truth.stat();
        QSet<QString> listed;
        for (const auto &[name, stat] : truth.nodes()) {
            listed.insert(name);
            if (!m_listed.contains(name)) {
                event.added += name;
                m_unresolved.emplace_back(name, stat);
            }
        }
        event.removed = (m_listed - listed).values();
        m_listed = listed;
        m_fixture.happens(event);
    }

    void resolve(int which)
    {
        if (m_unresolved.empty())
            return;
        const auto at = m_unresolved.begin() + which % static_cast<int>(m_unresolved.size());
        NodeResolved event;
        event.path = u"/lock/"_s + at->first;
        event.stat = at->second;
        m_unresolved.erase(at);
        m_fixture.happens(event);
    }

    /// As one that has seen nothing before.
    void listAfresh(const Truth &truth)
    {
        m_listed = {};
        m_unresolved.clear();
        list(truth);
    }

    int unresolved() const { return static_cast<int>(m_unresolved.size()); }

private:
    WorldFixture &m_fixture;
    QSet<QString> m_listed;
    std::vector<std::pair<QString, NodeStat>> m_unresolved;
};

locks::LockQueue queueOf(const Truth &truth)
{
    std::vector<locks::ChildNode> children;
    for (const auto &[name, stat] : truth.nodes()) {
        locks::ChildNode child;
        child.name = name;
        child.stat = stat;
        children.push_back(child);
    }
    return locks::readQueue(u"/lock"_s, truth.stat(), std::move(children));
}

/// The World's own children, read without what it remembers.
locks::LockQueue fromScratch(const World &world)
{
    const Directory *directory = world.directory(u"/lock"_s);
    if (!directory)
        return world.queue(u"/lock"_s);
    return locks::readQueue(u"/lock"_s, directory->stat, directory->children.all());
}

/// Contenders of a few sessions in a few directories, what the servers tell of them, and a World that is told of both.
class Asked
{
public:
    /// \a contenders in one directory: many, so that its queue is followed and not read again.
    explicit Asked(int contenders)
    {
        m_known.allSessions = m_known.allConnections = m_known.allWatches = true;
        for (int i = 0; i < contenders; ++i)
            create(m_directories[2], SessionId{0xb00 + i});
    }

    void take(quint16 step)
    {
        const QString directory = m_directories[(step / 12) % m_directories.size()];
        const int which = step / 60;
        auto &nodes = m_nodes[directory];
        const int among = which % 2 == 0 ? std::min(2, int(nodes.size())) : int(nodes.size()); // the holder, too
        const auto node = nodes.empty() ? nodes.end() : std::next(nodes.begin(), which / 2 % among);
        const SessionId session{0xa01 + which % 6};
        switch (step % 12) {
        case 0:
        case 1: return create(directory, session);
        case 2: return node == nodes.end() ? void() : remove(directory, node->first);
        case 3:
        case 4: // one that waits, or another
            if (node != nodes.end())
                m_known.watchers[directory + u'/' + node->first] = {
                    which % 7 == 0 || std::next(node) == nodes.end() ? session : std::next(node)->second};
            return;
        case 5:
            if (node != nodes.end())
                m_known.watchers.remove(directory + u'/' + node->first);
            return;
        case 6: m_known.sessions[session] = {session, which % 3 == 0 ? QString() : u"10.0.0.1:1"_s}; return;
        case 7: m_known.sessions[session].lastOperation = which % 2 == 0 ? u"PING"_s : u"GETC"_s; return;
        case 8: m_nowMs += which % 3 == 0 ? 1'000LL * which : 60'000LL * which; return;
        case 9: return which % 5 == 0 ? vanish(directory) : ask();
        default: return ask();
        }
    }

private:
    Changes happens(Payload what)
    {
        Changes changes;
        m_lived.apply(Event{++m_number, m_nowMs * nsPerMs, std::move(what)}, changes);
        return changes;
    }

    void list(const QString &directory, const QStringList &added, const QStringList &removed)
    {
        NodeStat stat;
        stat.czxid.value = 1;
        stat.pzxid.value = m_zxid;
        stat.numChildren = int(m_nodes[directory].size());
        happens(DirectoryListed{directory, stat, added, removed, 0, true});
    }

    void create(const QString &directory, SessionId session)
    {
        const QString name =
            (directory.endsWith(u"leases"_s) ? u"lease-"_s : u"lock-"_s) + QString::asprintf("%010d", ++m_sequence);
        m_nodes[directory].emplace(name, session);
        NodeStat stat;
        stat.czxid.value = ++m_zxid;
        stat.ctimeMs = m_nowMs;
        stat.ephemeralOwner = session;
        list(directory, {name}, {});
        happens(NodeResolved{directory + u'/' + name, stat, locks::ChildNode::Data::Read, {}, false});
        if (!m_known.sessions.contains(session))
            m_known.sessions[session] = {session, u"10.0.0.1:1"_s};
    }

    void remove(const QString &directory, const QString name)
    {
        m_nodes[directory].erase(name);
        ++m_zxid;
        list(directory, {}, {name});
    }

    void vanish(const QString &directory)
    {
        m_nodes[directory].clear();
        happens(NodeVanished{directory});
    }

    /// A copy has nothing to compare with: it weighs all of its locks.
    void ask()
    {
        m_nowMs += 700;
        m_known.askedAtNs = m_nowMs * nsPerMs;
        m_known.answeredAtNs = (m_nowMs + 2) * nsPerMs;
        std::map<QString, QList<locks::Finding>> before;
        for (const QString &path : m_lived.lockPaths())
            before[path] = m_lived.queue(path).findings;
        World copy = m_lived;
        const Changes changes = happens(ServersProbed{{}, m_known});
        Changes unused;
        copy.apply(Event{m_number, m_nowMs * nsPerMs, ServersProbed{{}, m_known}}, unused);
        RC_ASSERT(m_lived == copy);
        RC_ASSERT(m_lived.lockPaths() == copy.lockPaths());
        for (const QString &path : m_lived.lockPaths()) {
            const QList<locks::Finding> findings = m_lived.queue(path).findings;
            RC_ASSERT(findings == copy.queue(path).findings);
            RC_ASSERT(before[path] == findings || changes.directories.contains(path));
        }
    }

    const QStringList m_directories{u"/a"_s, u"/b"_s, u"/c"_s, u"/s/locks"_s, u"/s/leases"_s};
    std::map<QString, std::map<QString, SessionId>> m_nodes;
    locks::Knowledge m_known;
    World m_lived;
    quint64 m_number = 0;
    qint64 m_nowMs = 1'763'700'000'000;
    qint64 m_zxid = 0x100;
    int m_sequence = 0;
};

} // namespace

class TestWorldProperties : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyInterleavingEndsInTheTruth()
    {
        QVERIFY(rc::check("listings and replies in any order", [](const std::vector<quint8> &steps) {
            WorldFixture fixture;
            Truth truth;
            Reader reader(fixture);
            for (const quint8 step : steps) {
                const int which = step / 6;
                switch (step % 6) {
                case 0: truth.create(true); break;
                case 1: truth.create(false); break;
                case 2: truth.remove(which); break;
                case 3: reader.list(truth); break;
                case 4: reader.resolve(which); break;
                case 5: fixture.world.queue(u"/lock"_s); break; // remembered, and to be forgotten at the next change
                }
            }
            reader.list(truth);
            while (reader.unresolved() > 0)
                reader.resolve(0);
            RC_ASSERT(fixture.world.queue(u"/lock"_s) == queueOf(truth));
        }));
    }

    void aLongQueueIsAsIfReadFromScratchAtEveryStep()
    {
        QVERIFY(rc::check("a long queue is followed", [](const std::vector<quint8> &steps) {
            WorldFixture fixture;
            Truth truth;
            Reader reader(fixture);
            truth.createLongLine();
            reader.list(truth);
            for (const int left = *rc::gen::inRange(0, 3); reader.unresolved() > left;)
                reader.resolve(0);
            for (const quint8 step : steps) {
                const int which = step / 8;
                switch (step % 8) {
                case 0:
                case 1: truth.create(true); break;
                case 2: truth.create(which > 24); break;
                case 3: truth.remove(which % 3); break;
                case 4:
                case 5: reader.list(truth); break;
                case 6: reader.resolve(which); break;
                case 7: reader.listAfresh(truth); break;
                }
                if (which % 4 != 0)
                    RC_ASSERT(fixture.world.queue(u"/lock"_s) == fromScratch(fixture.world));
            }
            RC_ASSERT(fixture.world.queue(u"/lock"_s) == fromScratch(fixture.world));
        }));
    }

    void locksThatAreNotWeighedAgainAreAsIfTheyWere()
    {
        QVERIFY(rc::check("servers asked again and again", [](const std::vector<quint16> &steps) {
            Asked asked(steps.size() % 3 == 0 ? 2 * locks::IncrementalQueue::shortest : 0);
            for (const quint16 step : steps)
                asked.take(step);
        }));
    }
};

} // namespace lockscope::tst_worldproperties

LOCKSCOPE_TEST(lockscope::tst_worldproperties::TestWorldProperties)
#include "tst_worldproperties.moc"
