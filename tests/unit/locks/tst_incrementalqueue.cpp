// SPDX-License-Identifier: Apache-2.0
// A queue that follows its directory, against the same directory read anew after every change.
#include "queuetext.h"

#include "core/locks/incrementalqueue.h"
#include "tests/support/testprogram.h"

#include <QMap>

#include <rapidcheck.h>

namespace lockscope::tst_incrementalqueue {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int shortest = 3;
const auto path = u"/lock"_s;

/// A directory as the observer knows it, and which of its names changed since it was asked.
class LockDirectory
{
public:
    explicit LockDirectory(Dialect dialect)
        : m_dialect(dialect)
    {
    }

    void create(bool resolved, Mode mode = Mode::Exclusive, std::optional<Dialect> other = {}, bool ephemeral = true)
    {
        const Dialect dialect = other.value_or(m_dialect);
        const auto kind = mode == Mode::Shared ? NameKind::ReadWrite : NameKind::Mutex;
        add(*namePrefix(dialect, kind, mode, newToken(dialect)) + sequenceText(m_sequence++), resolved, ephemeral);
    }
    void createForeign() { add(u"config%1"_s.arg(m_sequence++), true, true); }
    /// Somebody set the directory's own counter back: a younger node with a smaller number.
    void createOutOfOrder()
    {
        add(*namePrefix(m_dialect, NameKind::Mutex, Mode::Exclusive, newToken(m_dialect))
                + sequenceText(m_sequence - 40),
            true, true);
    }
    void resolve(int which)
    {
        QStringList pending;
        for (const ChildNode &node : std::as_const(m_nodes)) {
            if (!node.stat)
                pending += node.name;
        }
        if (!pending.isEmpty())
            fill(m_nodes[pending[which % pending.size()]]);
    }
    /// An answer to a client has proved it: its data are not known yet.
    void prove()
    {
        create(true);
        for (ChildNode &node : m_nodes) {
            if (node.stat && node.stat->czxid.value == m_zxid)
                node.access = ChildNode::Data::NotRead;
        }
    }
    /// And now they are.
    void readProved()
    {
        for (ChildNode &node : m_nodes) {
            if (!node.stat || node.access != ChildNode::Data::NotRead)
                continue;
            node.access = ChildNode::Data::Read;
            node.data = "a client";
            touch(node.name);
            return;
        }
    }
    void setData(int which)
    {
        if (!m_nodes.isEmpty())
            touch(std::next(m_nodes.begin(), which % m_nodes.size())->name).data = "__REVOKE__";
    }
    void remove(int which)
    {
        if (m_nodes.isEmpty())
            return;
        const QString name = std::next(m_nodes.begin(), which % m_nodes.size())->name;
        touch(name);
        m_nodes.remove(name);
    }
    void removeFirst()
    {
        const LockQueue queue = read();
        if (!queue.contenders.empty()) {
            touch(queue.contenders.front().node.name);
            m_nodes.remove(queue.contenders.front().node.name);
        }
    }

    LockQueue read() const { return readQueue(path, m_stat, std::vector<ChildNode>(m_nodes.cbegin(), m_nodes.cend())); }
    /// What came before is no change.
    IncrementalQueue followed(int least = IncrementalQueue::shortest)
    {
        m_changed.clear();
        return IncrementalQueue(read(), least);
    }
    /// True if it followed.
    bool tell(IncrementalQueue &kept)
    {
        const QSet<QString> changed = std::exchange(m_changed, {});
        LockSource now{path, m_stat};
        for (const QString &name : changed) {
            if (m_nodes.contains(name))
                now.children.push_back(m_nodes.value(name));
        }
        return kept.update(std::move(now), changed);
    }

private:
    void add(const QString &name, bool resolved, bool ephemeral)
    {
        ChildNode node;
        node.name = name;
        m_nodes.insert(name, node);
        touch(name);
        m_owners.insert(name, {++m_zxid, ephemeral});
        if (resolved)
            fill(m_nodes[name]);
    }
    void fill(ChildNode &node)
    {
        const auto [zxid, ephemeral] = m_owners.value(node.name);
        touch(node.name);
        node.stat.emplace();
        node.stat->czxid.value = zxid;
        node.stat->ephemeralOwner.value = ephemeral ? 0xa000 + zxid : 0;
        node.access = ChildNode::Data::Read;
    }
    ChildNode &touch(const QString &name)
    {
        m_changed.insert(name);
        m_stat.pzxid.value = m_zxid;
        m_stat.numChildren = static_cast<qint32>(m_nodes.size());
        return m_nodes[name];
    }

    Dialect m_dialect;
    QMap<QString, ChildNode> m_nodes;
    QMap<QString, std::pair<qint64, bool>> m_owners;
    QSet<QString> m_changed;
    NodeStat m_stat;
    qint64 m_zxid = 0x100;
    int m_sequence = 100;
};

void step(LockDirectory &directory, int what, int which)
{
    switch (what) {
    case 0:
    case 1:
    case 2: directory.create(true); break;
    case 3:
    case 4: directory.create(false); break;
    case 5:
    case 6: directory.resolve(which); break;
    case 7:
    case 8: directory.removeFirst(); break;
    case 9: directory.remove(which); break;
    case 10: directory.prove(); break;
    case 11: directory.readProved(); break;
    default: break;
    }
}

void oddStep(LockDirectory &directory, int what, int which)
{
    switch (what) {
    case 0: directory.create(true, Mode::Shared); break;
    case 1: directory.create(true, Mode::Exclusive, Dialect::Kazoo); break;
    case 2: directory.create(true, Mode::Exclusive, {}, false); break;
    case 3: directory.createForeign(); break;
    case 4: directory.createOutOfOrder(); break;
    case 5: directory.setData(which); break;
    case 6: directory.remove(which); break;
    default: break;
    }
}

} // namespace

class TestIncrementalQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsWhatReadingAnewShows()
    {
        QVERIFY(rc::check("followed or read anew, it is the same queue", [] {
            LockDirectory directory(*rc::gen::element(Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain));
            const bool crowd = *rc::gen::inRange(0, 4) == 0;
            for (int i = *rc::gen::inRange(0, 30); i > 0; --i) {
                if (crowd)
                    directory.createForeign();
                else
                    directory.create(true);
            }
            IncrementalQueue kept = directory.followed(shortest);
            for (int changes = *rc::gen::inRange(0, 40); changes > 0; --changes) {
                for (int steps = *rc::gen::inRange(1, 4); steps > 0; --steps) {
                    const int which = *rc::gen::inRange(0, 100);
                    if (crowd && *rc::gen::inRange(0, 20) != 0)
                        oddStep(directory, *rc::gen::element(3, 3, 5, 6), which);
                    else if (*rc::gen::inRange(0, 12) == 0)
                        oddStep(directory, *rc::gen::inRange(0, 6), which);
                    else
                        step(directory, *rc::gen::inRange(0, 12), which);
                }
                if (!directory.tell(kept))
                    kept = IncrementalQueue(directory.read(), shortest);
                RC_ASSERT(kept.queue() == directory.read());
            }
        }));
    }

    void aLineIsFollowed()
    {
        for (const Dialect dialect : {Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain}) {
            LockDirectory directory(dialect);
            for (int i = 0; i < IncrementalQueue::shortest; ++i)
                directory.create(true);
            directory.create(false);
            IncrementalQueue kept = directory.followed();
            for (int i = 0; i < 200; ++i) {
                directory.create(i % 2 == 0);
                directory.resolve(0);
                if (i % 3 != 0)
                    directory.removeFirst();
                QVERIFY2(directory.tell(kept), qPrintable(dialectName(dialect)));
                QCOMPARE(kept.queue(), directory.read());
            }
        }
    }

    /// A thousand clients of ours are known from answers before the observer reads their nodes, one after the other.
    void dataThatAreReadForTheFirstTimeAreFollowed()
    {
        for (const Dialect dialect : {Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain}) {
            LockDirectory directory(dialect);
            for (int i = 0; i < 20; ++i)
                directory.prove();
            IncrementalQueue kept = directory.followed(shortest);
            for (int i = 0; i < 20; ++i) {
                directory.readProved();
                QVERIFY2(directory.tell(kept), qPrintable(dialectName(dialect)));
                QCOMPARE(kept.queue(), directory.read());
            }
        }
    }

    void aCrowdIsFollowed()
    {
        LockDirectory directory(Dialect::Plain);
        for (int i = 0; i < 2 * IncrementalQueue::shortest; ++i)
            directory.createForeign();
        IncrementalQueue kept = directory.followed();
        for (int i = 0; i < 100; ++i) {
            directory.createForeign();
            directory.setData(i);
            if (i % 3 != 0)
                directory.remove(i);
            QVERIFY(directory.tell(kept));
            QCOMPARE(kept.queue(), directory.read());
        }
    }

    void aLineWhoseDataSayWhoWaitsIsReadAnew()
    {
        const auto node = [](int number, const QByteArray &data) {
            ChildNode child = childNamed(u"flock#"_s + sequenceText(number), 100 + number, 0);
            child.access = ChildNode::Data::Read;
            child.data = data;
            return child;
        };
        std::vector<ChildNode> nodes;
        for (int i = 0; i < 20; ++i)
            nodes.push_back(node(i, "WRITE:1"));
        IncrementalQueue kept(readQueue(path, NodeStat(), nodes), shortest);
        for (int i = 20; i < 22; ++i) { // two that read wait for the same one
            nodes.push_back(node(i, "READ:1"));
            if (!kept.update({path, NodeStat(), {}, {nodes.back()}}, {nodes.back().name}))
                kept = IncrementalQueue(readQueue(path, NodeStat(), nodes), shortest);
            QCOMPARE(kept.queue(), readQueue(path, NodeStat(), nodes));
        }
    }
};

} // namespace lockscope::tst_incrementalqueue

LOCKSCOPE_TEST(lockscope::tst_incrementalqueue::TestIncrementalQueue)
#include "tst_incrementalqueue.moc"
