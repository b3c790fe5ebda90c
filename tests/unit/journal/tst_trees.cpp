// SPDX-License-Identifier: Apache-2.0
// Trees as programs in the field keep them, folded as the observer tells them and asked again and again for years: no
// warning at any age, and no recording opens on a work queue.
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/history/history.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <limits>

namespace lockscope::tst_trees {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 startMs = 1'763'700'000'000;
constexpr qint64 minuteMs = 60'000;
constexpr qint64 dayMs = 24 * 60 * minuteMs;

/// "8..9 /n-##" stands for "/n-08" and "/n-09".
QStringList spelledOut(const QString &node)
{
    static const QRegularExpression range(u"^(\\d+)\\.\\.(\\d+) "_s);
    static const QRegularExpression place(u"#+"_s);
    const QRegularExpressionMatch match = range.match(node);
    if (!match.hasMatch())
        return {node};
    QStringList nodes;
    for (int number = match.captured(1).toInt(); number <= match.captured(2).toInt(); ++number) {
        QString one = node.mid(match.capturedLength());
        for (auto at = place.match(one); at.hasMatch(); at = place.match(one))
            one.replace(at.capturedStart(), at.capturedLength(),
                        QString::number(number).rightJustified(at.capturedLength(), u'0'));
        nodes += one;
    }
    return nodes;
}

/// A World that has seen a tree whole, and what servers tell of it. In "nodes" a number before the path is the session
/// that owns it; "data" has what nodes hold; "creates" how many nodes a directory has given numbers to, where its
/// greatest number does not say it.
class Tree
{
public:
    explicit Tree(const QJsonObject &json)
    {
        knowledge.allSessions = knowledge.allConnections = knowledge.allWatches = knowledge.allEphemerals = true;
        const QJsonArray nodes = json["nodes"_L1].toArray();
        for (const QJsonValue &line : nodes) {
            for (const QString &node : spelledOut(line.toString()))
                make(node.mid(node.indexOf(u'/')), node.section(u'/', 0, 0).trimmed().toLongLong());
        }
        m_data = json["data"_L1].toObject();
        m_creates = json["creates"_L1].toObject();
        const QJsonObject watches = json["watches"_L1].toObject();
        for (auto watch = watches.begin(); watch != watches.end(); ++watch) {
            const QJsonArray paths = watch.value().toArray();
            for (const QJsonValue &path : paths)
                knowledge.watchers[path.toString()] += SessionId{watch.key().toLongLong()};
        }
        tell();
    }

    /// The servers are asked three times, \a ageMs after the tree was made; then all that is found wrong.
    QStringList warningsAfter(qint64 ageMs)
    {
        for (int reading = 0; reading < 3; ++reading) {
            m_nowMs = startMs + ageMs + reading * 3'000;
            knowledge.askedAtNs = m_nowMs * nsPerMs;
            knowledge.answeredAtNs = (m_nowMs + 5) * nsPerMs;
            happens(ServersProbed{{}, knowledge});
        }
        QStringList warnings;
        for (const QString &path : world().lockPaths()) {
            for (const locks::Finding &finding : world().queue(path).findings) {
                if (finding.severity != locks::Finding::Severity::Note)
                    warnings += u"%1 %2: %3"_s.arg(path, finding.id, finding.text.english());
            }
        }
        for (const locks::Finding &finding : world().findingsAcrossLocks())
            warnings += finding.text.english();
        return warnings;
    }
    /// A node without children comes, or goes.
    void add(const QString &path, SessionId owner)
    {
        m_nodes.append({path, owner});
        happens(DirectoryListed{parentPath(path), statOf(parentPath(path)), {baseName(path)}, {}});
        happens(NodeResolved{path, statOf(m_nodes.size() - 1), locks::ChildNode::Data::Read, {}});
    }
    void remove(const QString &path)
    {
        m_nodes.removeIf([&](const Made &node) { return node.path == path; });
        happens(DirectoryListed{parentPath(path), statOf(parentPath(path)), {}, {baseName(path)}});
    }
    const World &world() const { return m_history.head(); }

    locks::Knowledge knowledge;

private:
    struct Made
    {
        QString path;
        SessionId owner;
    };

    void make(const QString &path, qint64 owner)
    {
        if (path != u"/"_s && !m_known.contains(parentPath(path)))
            make(parentPath(path), 0);
        if (m_known.contains(path))
            return;
        m_known.insert(path);
        m_nodes.append({path, SessionId{owner}});
        if (owner == 0)
            return;
        knowledge.ephemerals[SessionId{owner}] += path;
        // As watchers of a directory do: what they asked for last was its children.
        knowledge.sessions.insert(SessionId{owner}, {.id = SessionId{owner},
                                                     .client = u"10.0.0.%1:4000"_s.arg(owner),
                                                     .timeoutMs = 10'000,
                                                     .lastOperation = u"GETC"_s});
    }
    NodeStat statOf(qsizetype index) const
    {
        const Made &node = m_nodes[index];
        NodeStat stat;
        stat.czxid = stat.mzxid = stat.pzxid = Zxid{0x100 + index};
        stat.ctimeMs = stat.mtimeMs = startMs;
        stat.ephemeralOwner = node.owner;
        const QStringList children = childrenOf(node.path);
        stat.numChildren = static_cast<qint32>(children.size());
        stat.cversion = 2 * m_creates[node.path].toInt(createsFor(children)) - stat.numChildren;
        for (qsizetype child = 0; child < m_nodes.size(); ++child) {
            if (child > 0 && parentPath(m_nodes[child].path) == node.path)
                stat.pzxid = Zxid{0x100 + child}; // nobody has left since
        }
        return stat;
    }
    /// Of a directory in which something has just come or gone.
    NodeStat statOf(const QString &path) const
    {
        const auto at = std::ranges::find(m_nodes, path, &Made::path);
        NodeStat stat = statOf(at - m_nodes.begin());
        stat.pzxid = Zxid{0x10'0000 + qint64(m_number)};
        return stat;
    }
    QStringList childrenOf(const QString &path) const
    {
        QStringList names;
        for (const Made &node : m_nodes) {
            if (node.path != u"/"_s && parentPath(node.path) == path)
                names += baseName(node.path);
        }
        return names;
    }
    static qint32 createsFor(const QStringList &children)
    {
        qint64 creates = children.size();
        for (const QString &name : children) {
            const auto view = locks::viewName(name);
            creates = std::max(creates, view ? view->sequence + 1 : 0);
        }
        return static_cast<qint32>(std::min<qint64>(creates, std::numeric_limits<qint32>::max() / 2));
    }
    void tell()
    {
        happens(ObservationChanged{u"/"_s, Freshness::Live});
        for (qsizetype i = 0; i < m_nodes.size(); ++i) {
            if (m_nodes[i].owner.isNull())
                happens(DirectoryListed{m_nodes[i].path, statOf(i), childrenOf(m_nodes[i].path), {}});
        }
        for (qsizetype i = 0; i < m_nodes.size(); ++i)
            happens(NodeResolved{m_nodes[i].path, statOf(i), locks::ChildNode::Data::Read,
                                 m_data[m_nodes[i].path].toString().toUtf8()});
    }
    void happens(Payload what) { m_history.append({Event{++m_number, m_nowMs * nsPerMs, std::move(what)}}); }

    History m_history;
    QSet<QString> m_known;
    QList<Made> m_nodes;
    QJsonObject m_data; ///< by path
    QJsonObject m_creates;
    qint64 m_nowMs = startMs;
    quint64 m_number = 0;
};

QJsonObject jsonOf(const QString &file)
{
    return QJsonDocument::fromJson(lockscope::test::contentOf(QStringLiteral(TREES) + u'/' + file)).object();
}

QStringList findingIds(const locks::LockQueue &queue)
{
    QStringList ids;
    for (const locks::Finding &finding : queue.findings)
        ids += finding.id;
    return ids;
}

} // namespace

class TestTrees : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noTreeShowsAWarningAtAnyAge_data()
    {
        QTest::addColumn<QString>("file");
        const QStringList files = QDir(QStringLiteral(TREES)).entryList({u"*.json"_s});
        QVERIFY(files.size() >= 17);
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << file;
    }
    void noTreeShowsAWarningAtAnyAge()
    {
        QFETCH(QString, file);
        const QJsonObject json = jsonOf(file);
        QVERIFY(!json.isEmpty());
        Tree tree(json);
        QVERIFY(tree.world().lockPaths().size() > 1);
        for (const qint64 ageMs : {minuteMs, 11 * minuteMs, dayMs, 700 * dayMs})
            QCOMPARE(tree.warningsAfter(ageMs).join(u'\n'), QString());
        const auto opens = fullestLock(tree.world());
        QCOMPARE(opens ? opens->lock : QString(), json["opens"_L1].toString());
        if (json.contains("locks"_L1)) // and nothing else is one
            QCOMPARE(QJsonArray::fromStringList(tree.world().lockPaths()), json["locks"_L1].toArray());
        // Nor where no server tells of watches.
        Tree unreported(json);
        unreported.knowledge.watchers.clear();
        unreported.knowledge.allWatches = false;
        QCOMPARE(unreported.warningsAfter(700 * dayMs).join(u'\n'), QString());
    }

    void whoStandsFirstLeadsFromWhenItsNodeIsThere()
    {
        Tree tree(jsonOf(u"solr.json"_s));
        const auto stateOf = [&tree](const QString &election) {
            const locks::LockQueue &queue = tree.world().queue(election);
            const QStringList found = findingIds(queue);
            return u"%1 holders, first %2, %3"_s.arg(queue.holders.size())
                .arg(locks::contenderStateName(queue.contenders.front().state), found.join(u' '));
        };
        const QString overseer = u"/overseer_elect/election"_s;
        const QString shard = u"/collections/c/leader_elect/shard1/election"_s;
        const auto leads = u"1 holders, first holding, "_s;
        const auto nobodyLeads = u"0 holders, first pending, no-leader"_s;
        QCOMPARE(stateOf(overseer), leads);
        QCOMPARE(stateOf(shard), leads);
        tree.remove(u"/overseer_elect/leader"_s);
        tree.remove(u"/collections/c/leaders/shard1/leader"_s);
        QCOMPARE(stateOf(overseer), nobodyLeads);
        QCOMPARE(stateOf(shard), nobodyLeads);
        tree.add(u"/overseer_elect/leader"_s, SessionId{2}); // of one that was first before, and is not any more
        QCOMPARE(stateOf(overseer), u"0 holders, first pending, no-leader"_s);
        tree.remove(u"/overseer_elect/leader"_s);
        tree.add(u"/overseer_elect/leader"_s, SessionId{1});
        QCOMPARE(stateOf(overseer), leads);
    }

    void lettersAloneAreNoLockAmongMembers()
    {
        const Tree tree(jsonOf(u"workers.json"_s));
        const auto kindOf = [&tree](const QString &path) { return tree.world().queue(path).kind; };
        for (const QString &group : {u"/spark/master/workers"_s, u"/scheduler/workers"_s, u"/scheduler/replicas"_s}) {
            QCOMPARE(kindOf(group), locks::LockKind::Group);
            QVERIFY(tree.world().queue(group).holders.empty());
        }
        QCOMPARE(kindOf(u"/scheduler/election/members"_s), locks::LockKind::Election);
        QCOMPARE(tree.world().queue(u"/scheduler/election/members"_s).holders.size(), 1u);
    }

    void amongMembersReadersThatWatchTheirWriterShowALock()
    {
        const auto write = u"/app/nodes/W-0000000000"_s, first = u"/app/nodes/R-0000000001"_s,
                   second = u"/app/nodes/R-0000000002"_s;
        const QJsonArray nodes{u"1 "_s + write, u"2 "_s + first, u"3 "_s + second};
        const auto kindWith = [&nodes](const QJsonObject &watches) {
            Tree tree(QJsonObject{{u"nodes"_s, nodes}, {u"watches"_s, watches}});
            tree.warningsAfter(minuteMs);
            return tree.world().queue(u"/app/nodes"_s).kind;
        };
        const QJsonArray writer{write};
        QCOMPARE(kindWith({{u"2"_s, writer}, {u"3"_s, writer}}), locks::LockKind::ReadWrite);
        QCOMPARE(kindWith({{u"2"_s, writer}, {u"3"_s, QJsonArray{first}}}),
                 locks::LockKind::Group); // no reader waits for one
    }

    void ofOldVersionsItIsNotKnownWhereALeaderWouldSaySo()
    {
        QJsonObject json = jsonOf(u"solr.json"_s);
        QJsonArray nodes;
        for (const QJsonValue node : json[u"nodes"_s].toArray())
            nodes += node.toString().replace(u"/leaders/shard1/leader"_s, u"/leaders/shard1"_s);
        json[u"nodes"_s] = nodes;
        const Tree tree(json);
        QCOMPARE(tree.world().queue(u"/collections/c/leader_elect/shard1/election"_s).holders.size(), 1u);
    }

    void aLockThatIsStuckIsTold_data()
    {
        QTest::addColumn<QString>("stem");
        QTest::addColumn<bool>("watched");
        QTest::addColumn<bool>("told");
        QTest::newRow("its names say lock") << u"/orders/lock-"_s << false << true;
        QTest::newRow("its waiters watch, too") << u"/orders/lock-"_s << true << true;
        QTest::newRow("of the masters, which are no candidates for it")
            << u"/app/lock/masters/_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-lock-"_s << false << true;
        QTest::newRow("an election by its path")
            << u"/app/masters/_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-lock-"_s << false << false;
        // Members of a group watch one another as well, for years.
        QTest::newRow("its names may be those of members") << u"/orders/orders-"_s << true << false;
        QTest::newRow("of no known dialect") << u"/orders/turn-"_s << true << false;
        QTest::newRow("bare numbers") << u"/orders/"_s << true << false;
    }
    void aLockThatIsStuckIsTold()
    {
        QFETCH(QString, stem);
        QFETCH(bool, watched);
        QFETCH(bool, told);
        QJsonObject json{{u"nodes"_s, QJsonArray{u"1 "_s + stem + u"0000000000"_s, u"2 "_s + stem + u"0000000001"_s}}};
        if (watched)
            json[u"watches"_s] = QJsonObject{{u"2"_s, QJsonArray{stem + u"0000000000"_s}}};
        Tree tree(json);
        tree.knowledge.sessions[SessionId{2}].lastOperation = u"PING"_s;
        const QStringList warnings = tree.warningsAfter(11 * minuteMs);
        QCOMPARE(warnings.join(u'\n').contains(u"stale-holder"_s), told);
        // Candidates of an election, who stay for weeks, may write such names.
        QVERIFY(!tree.warningsAfter(8 * dayMs).join(u'\n').contains(u"stale-holder"_s));
    }
};

} // namespace lockscope::tst_trees

LOCKSCOPE_TEST(lockscope::tst_trees::TestTrees)
#include "tst_trees.moc"
