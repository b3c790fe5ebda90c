// SPDX-License-Identifier: Apache-2.0
// A deadlock of real sessions on a real ZooKeeper, as the window shows it: in the graph, in words, and everywhere that
// one of its sessions is chosen.
#include "tests/ui/shell/windowtest.h"
#include "ui/findings/findingsmodel.h"
#include "ui/findings/findingspanel.h"
#include "ui/graph/graphpanel.h"
#include "ui/graph/graphview.h"
#include "ui/models/text.h"

namespace lockscope::ui::tst_inspectorflow {

using namespace Qt::StringLiterals;

namespace {

/// A and B take two locks in opposite orders, and nobody ever gives up.
const char *const scenario = R"({"lockscope": 1, "title": "Two locks in opposite orders",
 "lock": "/lockscope/deadlock/first", "recipe": "mutex",
 "clients": [{"name": "first"}, {"name": "second", "lock": "/lockscope/deadlock/second"},
  {"name": "A", "recipe": "multi", "paths": ["/lockscope/deadlock/first", "/lockscope/deadlock/second"], "sorted": false},
  {"name": "B", "recipe": "multi", "paths": ["/lockscope/deadlock/second", "/lockscope/deadlock/first"], "sorted": false}],
 "steps": [{"do": "acquire", "client": ["first", "second"]}, {"until": {"client": ["first", "second"], "holds": true}},
  {"do": "acquire", "client": "A"}, {"until": {"client": "A", "step": "wait"}},
  {"do": "acquire", "client": "B"}, {"until": {"client": "B", "step": "wait"}},
  {"do": "release", "client": ["first", "second"]},
  {"until": {"client": "B", "holds": true}, "within": "20m"}],
 "expect": {"violations": 0}})";

} // namespace

class TestInspectorFlow : public WindowTest
{
    Q_OBJECT

    const WaitScene &scene() const { return workspace()->graph()->view()->scene(); }
    /// One past the last if it is not there.
    size_t placeOf(const QString &name) const
    {
        const auto &sessions = scene().sessions;
        return size_t(std::ranges::find(sessions, name, &SceneSession::label) - sessions.begin());
    }
    const SceneSession &sessionOf(const QString &name) const { return scene().sessions.at(placeOf(name)); }

private Q_SLOTS:
    void initTestCase()
    {
        makeWindow();
        m_window->show();
        const QString file = m_dir.filePath(u"deadlock.json"_s);
        QVERIFY(test::writeFile(file, scenario));
        m_window->scenarios()->open(file);
        AWAIT_VERIFY(m_window->isOpen());
    }

    void cleanupTestCase() { m_window.reset(); }

    void theCircleOfTwoLivingSessionsIsDrawn()
    {
        workspace()->setView(Workspace::View::Graph);
        AWAIT_COMPARE(scene().cycles.size(), size_t(1));
        const SceneCycle &cycle = scene().cycles.front();
        QCOMPARE(cycle.sessions.size(), size_t(2));
        for (const QString &name : {u"A"_s, u"B"_s})
            QVERIFY2(placeOf(name) < scene().sessions.size() && sessionOf(name).inCycle, qPrintable(name));
        QVERIFY(cycle.text.contains(u"A waits in /lockscope/deadlock/second for B"_s));
        QVERIFY(cycle.text.contains(u"B waits in /lockscope/deadlock/first for A"_s));
        QVERIFY(workspace()->graph()->findChild<Banner *>()->isVisible());
    }

    void itIsFoundThoughNoLockIsSelected()
    {
        workspace()->selection()->setLock({});
        for (int reading = 0; reading < 3; ++reading) {
            const qint64 before = world().knowledge().answeredAtNs;
            AWAIT_VERIFY(world().knowledge().answeredAtNs > before);
        }
        const FindingsModel *findings = workspace()->findings()->model();
        AWAIT_VERIFY(findings->rowCount() > 0 && findings->at(0).finding.id == u"deadlock"_s);
    }

    void aClickInTheGraphChoosesTheSameEverywhere()
    {
        GraphView *view = workspace()->graph()->view();
        const QRectF box = view->graphLayout().sessions[placeOf(u"A"_s)];
        QTest::mouseClick(view, Qt::LeftButton, {}, view->toWidget(box.center()).toPoint());
        AWAIT_COMPARE(workspace()->queue()->lockPath(), u"/lockscope/deadlock/second"_s);
        QCOMPARE(workspace()->selection()->lock(), u"/lockscope/deadlock/second"_s);
        const QStringList nodes = workspace()->selection()->nodes();
        QCOMPARE(nodes.size(), 1);
        QCOMPARE(workspace()->details()->nodePath(), nodes.first());
    }

    void theHolderCardLeadsToTheLockThatItHolds()
    {
        const auto buttons = workspace()->details()->findChildren<QPushButton *>();
        const auto link =
            std::ranges::find(buttons, u"holds /lockscope/deadlock/first"_s, &QPushButton::accessibleName);
        QVERIFY(link != buttons.end() && (*link)->isVisibleTo(workspace()->details()));
        (*link)->click();
        AWAIT_COMPARE(workspace()->queue()->lockPath(), u"/lockscope/deadlock/first"_s);
        const QString node = workspace()->details()->nodePath();
        QCOMPARE(workspace()->selection()->nodes(), QStringList{node});
        const QList<SessionPlace> places = placesOf(world(), sessionOf(u"A"_s).session);
        QCOMPARE(places.size(), 2);
        QVERIFY(std::ranges::any_of(places,
                                    [&node](const SessionPlace &place) { return place.node == node && place.holds; }));
    }

    void onceTheServersAreAskedItIsProvenAndItsWatchesAreReported()
    {
        workspace()->setView(Workspace::View::Graph);
        const auto *banner = workspace()->graph()->findChild<Banner *>();
        AWAIT_VERIFY(banner->title().startsWith(u"Deadlock"_s));
        AWAIT_VERIFY(std::any_of(scene().edges.begin(), scene().edges.end(),
                                 [](const SceneEdge &edge) { return edge.order == 1 && edge.reported; }));
        const auto isDeadlock = [](const FindingRow &row) { return row.finding.id == u"deadlock"_s; };
        const FindingsModel *findings = workspace()->findings()->model();
        AWAIT_VERIFY(findings->rowCount() > 0 && isDeadlock(findings->at(0)));
        QVERIFY(!findings->at(0).finding.advice.isEmpty());
        // In the queue the wait is a red edge now.
        AWAIT_VERIFY(std::ranges::any_of(workspace()->queue()->model()->edges().all(), [](const QueueEdge &edge) {
            return edge.kind == QueueEdge::Kind::Wrong && edge.reported;
        }));
    }

    void theHolderCardHasWhatTheServerToldOfTheSession()
    {
        const auto *card = workspace()->details()->findChild<FactsGrid *>(u"holder"_s);
        AWAIT_VERIFY(card->value(u"address"_s).startsWith(u"127.0.0.1:"_s));
        QVERIFY(card->value(u"server"_s).contains(u':'));
        QVERIFY(card->value(u"timeout"_s).endsWith(u" s"_s));
    }

    void showMeBringsTheQueueForwardWithTheNodesSelected()
    {
        const FindingsModel *findings = workspace()->findings()->model();
        QVERIFY(findings->rowCount() > 0);
        Q_EMIT workspace()->findings()->view()->showRequested(findings->index(0));
        QCOMPARE(workspace()->view(), Workspace::View::Queue);
        QVERIFY(!workspace()->selection()->nodes().isEmpty());
        for (const QString &node : workspace()->selection()->nodes())
            QVERIFY(findings->at(0).finding.nodes.contains(node));
    }
};

} // namespace lockscope::ui::tst_inspectorflow

LOCKSCOPE_TEST(lockscope::ui::tst_inspectorflow::TestInspectorFlow)
#include "tst_inspectorflow.moc"
