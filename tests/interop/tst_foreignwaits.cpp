// SPDX-License-Identifier: Apache-2.0
// Who waits for whom in Curator's semaphores, its clients and ours in one line: by the World, and by what a real server
// tells of watches.
#include "tests/interop/foreignclients.h"
#include "tests/support/findingbed.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_foreignwaits {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using findings::WaitGraph;

class ForeignWaitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        const QString problem = m_curator.start(m_sandbox.connectString());
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void init()
    {
        const QString root = u"/t%1"_s.arg(++m_count);
        m_lock = root + u"/permits"_s;
        m_bed = std::make_unique<FindingBed>(m_sandbox.connectString(), m_sandbox.info().servers.first().adminUrl);
        QVERIFY(m_bed->open(root));
        m_bed->probeEvery(250);
    }

    void cleanup() { m_bed.reset(); }

    void ofTwoLeasesTheHeadWaitsForAnyAndTheRestForTheOneBefore()
    {
        const QString first = queueForeign(u"semaphore"_s, 2, 1);
        QVERIFY(FindingBed::until([&] { return m_curator.holds(first); }) && stand(1));
        const ClientId second = spawn(locks::RecipeId::Semaphore, 2);
        QVERIFY(FindingBed::until([&] { return m_bed->holds(second); }) && stand(2));
        const QString third = queueForeign(u"semaphore"_s, 2, 4); // the head of the line has made its lease already
        QVERIFY(!third.isEmpty());
        const ClientId fourth = spawn(locks::RecipeId::Semaphore, 2);
        QVERIFY(stand(5));
        const QString fifth = queueForeign(u"semaphore"_s, 2, 6);
        QVERIFY(!fifth.isEmpty());

        const SessionId head = sessionOf(third);
        const SessionId last = lastSession();
        QSet<SessionId> holders;
        for (const int index : queue().holders)
            holders << queue().contenders[static_cast<size_t>(index)].node.stat->owner();
        QCOMPARE(holders, (QSet<SessionId>{sessionOf(first), m_bed->sessionOf(second)}));
        QCOMPARE(queue().waiting, 3);
        QVERIFY(!head.isNull() && last != head);
        // Of two leases any will do: the head is in nobody's line.
        const Waits line{{m_bed->sessionOf(fourth), head}, {last, m_bed->sessionOf(fourth)}};
        QVERIFY(soonShowsOnly(line, {}));

        QVERIFY(m_curator.release(first));
        QVERIFY(FindingBed::until([&] { return m_curator.holds(third); }));
        QVERIFY(soonShowsOnly({{last, m_bed->sessionOf(fourth)}}, {}));
        QVERIFY(m_curator.release(third));
        QVERIFY(FindingBed::until([&] { return m_bed->holds(fourth); }));
        m_bed->command(second, lab::ClientCommand::Release);
        QVERIFY(FindingBed::until([&] { return m_curator.holds(fifth); }));
        QVERIFY(m_curator.release(fifth));
        QVERIFY2(alarms().isEmpty(), qPrintable(alarms().join(u'\n')));
    }

    void ofOneLeaseTheHeadWaitsForItsHolder()
    {
        const QString first = queueForeign(u"semaphore-mutex"_s, 0, 1);
        QVERIFY(FindingBed::until([&] { return m_curator.holds(first); }) && stand(1));
        const SessionId holder = lastSession();
        const ClientId second = spawn(locks::RecipeId::SemaphoreMutex, 1);
        QVERIFY(stand(3));
        const QString third = queueForeign(u"semaphore-mutex"_s, 0, 4);
        QVERIFY(!third.isEmpty());
        const SessionId last = lastSession();
        const SessionId ours = m_bed->sessionOf(second);
        QVERIFY(soonShowsOnly({{last, ours}}, {{ours, holder}}));

        QVERIFY(m_curator.release(first));
        QVERIFY(FindingBed::until([&] { return m_bed->holds(second); }));
        QVERIFY(soonShowsOnly({}, {{last, ours}}));
        m_bed->command(second, lab::ClientCommand::Release);
        QVERIFY(FindingBed::until([&] { return m_curator.holds(third); }));
        QVERIFY(m_curator.release(third));
        QVERIFY2(alarms().isEmpty(), qPrintable(alarms().join(u'\n')));
    }

private:
    using Waits = QSet<QPair<SessionId, SessionId>>;

    ClientId spawn(locks::RecipeId recipe, int leases)
    {
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.recipe = recipe;
        request.dialect = locks::Dialect::Curator;
        request.leases = leases;
        const auto ids = m_bed->spawn(request);
        return ids.isEmpty() ? ClientId{} : ids.first();
    }

    /// A Curator client that asks for the lock, once it is the newest of so many that stand in its directories.
    QString queueForeign(const QString &kind, int leases, size_t contenders)
    {
        const QString client = m_curator.open(kind, m_lock, leases);
        m_curator.acquire(client);
        return stand(contenders) ? client : QString();
    }

    bool stand(size_t contenders) const
    {
        return FindingBed::until([&] {
            const auto &all = queue().contenders;
            // Before anybody is in them, the two directories are mere children of the lock.
            return all.size() == contenders && std::all_of(all.begin(), all.end(), [](const locks::Contender &one) {
                       return one.node.stat.has_value() && one.state != locks::ContenderState::Foreign;
                   });
        });
    }

    const locks::LockQueue &queue() const { return m_bed->world().queue(m_lock); }

    /// Whose lease has this for its data.
    SessionId sessionOf(const QString &foreign) const
    {
        for (const locks::Contender &contender : queue().contenders) {
            if (contender.node.data == foreign.toUtf8())
                return contender.node.stat->owner();
        }
        return {};
    }

    /// Of whoever stands last.
    SessionId lastSession() const { return queue().contenders[queue().contenders.size() - 1].node.stat->owner(); }

    /// By the graph, over what kinds of edges.
    Waits waits(const QSet<WaitGraph::Kind> &kinds) const
    {
        const WaitGraph graph = m_bed->world().waitGraph();
        Waits waits;
        for (const WaitGraph::Edge &edge : graph.edges) {
            if (kinds.contains(edge.kind))
                waits << qMakePair(graph.nodes[static_cast<size_t>(edge.from)].session,
                                   graph.nodes[static_cast<size_t>(edge.to)].session);
        }
        return waits;
    }

    /// By the graph: these waits and no others, the watched ones confirmed by a server.
    bool showsOnly(const Waits &watched, const Waits &expected) const
    {
        const auto all = watched + expected;
        return waits({WaitGraph::Kind::Watched, WaitGraph::Kind::Expected, WaitGraph::Kind::Wrong}) == all
               && waits({WaitGraph::Kind::Wrong}).isEmpty() && waits({WaitGraph::Kind::Watched}).contains(watched);
    }

    /// Says what is there instead, if not.
    bool soonShowsOnly(const Waits &watched, const Waits &expected) const
    {
        if (FindingBed::until([&] { return showsOnly(watched, expected); }))
            return true;
        qWarning().noquote() << story();
        return false;
    }

    QString story() const
    {
        QStringList lines{u"%1 readings of the servers"_s.arg(m_bed->readings())};
        for (const locks::Contender &contender : queue().contenders)
            lines << contender.node.name + u' ' + contender.node.owner().toHex() + u' '
                         + locks::contenderStateName(contender.state);
        const WaitGraph graph = m_bed->world().waitGraph();
        for (const WaitGraph::Edge &edge : graph.edges)
            lines << u"%1 -> %2, kind %3"_s
                         .arg(graph.nodes[static_cast<size_t>(edge.from)].path,
                              graph.nodes[static_cast<size_t>(edge.to)].path)
                         .arg(static_cast<int>(edge.kind));
        const auto &watchers = m_bed->world().knowledge().watchers;
        for (auto watched = watchers.cbegin(); watched != watchers.cend(); ++watched) {
            for (const SessionId session : watched.value())
                lines << watched.key() + u" is watched by "_s + session.toHex();
        }
        return lines.join(u'\n');
    }

    /// Warnings and errors that were shown meanwhile.
    QStringList alarms() const
    {
        QStringList alarms;
        for (const FindingBed::Shown &shown : m_bed->shown()) {
            if (shown.finding.severity != locks::Finding::Severity::Note)
                alarms << shown.finding.text.english();
        }
        return alarms;
    }

    SandboxForTest m_sandbox;
    Curator m_curator;
    std::unique_ptr<FindingBed> m_bed;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_foreignwaits

LOCKSCOPE_TEST(lockscope::tst_foreignwaits::ForeignWaitsTest)
#include "tst_foreignwaits.moc"
