// SPDX-License-Identifier: Apache-2.0
// A world that saw a directory through listings and late replies, against the directory itself.
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
        m_stat.pzxid.value = m_zxid;
        m_stat.numChildren = static_cast<qint32>(m_nodes.size());
    }

    void remove(int which)
    {
        if (m_nodes.empty())
            return;
        m_nodes.erase(std::next(m_nodes.begin(), which % static_cast<int>(m_nodes.size())));
        m_stat.pzxid.value = ++m_zxid;
        m_stat.numChildren = static_cast<qint32>(m_nodes.size());
    }

    const NodeStat &stat() const { return m_stat; }

private:
    std::map<QString, NodeStat> m_nodes;
    NodeStat m_stat;
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
        for (const auto &[name, stat] : truth.nodes()) {
            if (!m_listed.contains(name)) {
                event.added += name;
                m_unresolved.emplace_back(name, stat);
            }
        }
        for (const QString &name : std::as_const(m_listed)) {
            if (!truth.nodes().contains(name))
                event.removed += name;
        }
        m_listed = {};
        for (const auto &[name, stat] : truth.nodes())
            m_listed.insert(name);
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

    bool isDone() const { return m_unresolved.empty(); }
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

} // namespace

class TestWorldProperties : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyInterleavingEndsInTheTruth();
    void aLongQueueIsAsIfReadFromScratchAtEveryStep();
    void batchesOfAnySizeEndInTheSameWorld();
};

void TestWorldProperties::anyInterleavingEndsInTheTruth()
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
        while (!reader.isDone())
            reader.resolve(0);
        RC_ASSERT(fixture.world.queue(u"/lock"_s) == queueOf(truth));
    }));
}

/// The World's own children, read without what it remembers.
static locks::LockQueue fromScratch(const World &world)
{
    const Directory *directory = world.directory(u"/lock"_s);
    if (!directory)
        return world.queue(u"/lock"_s);
    return locks::readQueue(u"/lock"_s, directory->stat, directory->children.all());
}

void TestWorldProperties::aLongQueueIsAsIfReadFromScratchAtEveryStep()
{
    QVERIFY(rc::check("a long queue is followed", [](const std::vector<quint8> &steps) {
        WorldFixture fixture;
        Truth truth;
        Reader reader(fixture);
        truth.createLongLine();
        reader.list(truth);
        for (int left = *rc::gen::inRange(0, 3); !reader.isDone() && reader.unresolved() > left;)
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

void TestWorldProperties::batchesOfAnySizeEndInTheSameWorld()
{
    QVERIFY(rc::check("batching changes nothing", [](const std::vector<quint8> &steps) {
        EventBatch events;
        EventWriter writer;
        for (const quint8 step : steps) {
            const QString name = QString::asprintf("lock-%010d", step / 4);
            NodeResolved resolved;
            resolved.path = u"/lock/"_s + name;
            resolved.stat.czxid.value = 1 + step;
            switch (step % 4) {
            case 0:
            case 1: events += writer.stamp(DirectoryListed{u"/lock"_s, {}, {name}, {}, 0, true}); break;
            case 2: events += writer.stamp(resolved); break;
            case 3: events += writer.stamp(DirectoryListed{u"/lock"_s, {}, {}, {name}, 0, true}); break;
            }
        }
        World singly;
        Changes changes;
        for (const Event &event : events)
            singly.apply(event, changes);
        World atOnce;
        RC_ASSERT(atOnce.apply(events).directories == changes.directories);
        RC_ASSERT(atOnce.queue(u"/lock"_s) == singly.queue(u"/lock"_s));
        RC_ASSERT(atOnce.eventNumber() == singly.eventNumber());
    }));
}

} // namespace lockscope::tst_worldproperties

LOCKSCOPE_TEST(lockscope::tst_worldproperties::TestWorldProperties)
#include "tst_worldproperties.moc"
