// SPDX-License-Identifier: Apache-2.0
// The Recipe panel over a made-up world: whom it is about, which line, which variables, also at an instant before.
#include "core/locks/recipecatalog.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/recipe/codeview.h"
#include "ui/recipe/recipepanel.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"

#include <QScrollArea>

namespace lockscope::tst_recipepanel {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using Gap = RecipeReading::Gap;
using locks::LockState;
using locks::RecipeId;
using locks::Step;

namespace {

const QString lock = u"/locks/orders"_s;

QString nodeOf(quint32 client)
{
    return lock + u'/' + lockName(int(client));
}

/// Client 1 holds, 2 and 3 wait for the one before them.
struct Bench
{
    Bench()
    {
        panel.resize(300, 700);
        panel.show();
        script.list(lock, {});
        for (quint32 id = 1; id <= 3; ++id) {
            spawn(script, id, lock);
            setState(script, id, LockState::Fetching);
            step(id, Step::Enqueue, lock + u"/lock-"_s);
            script.come(lock, lockName(int(id)), SessionId{0x1000 + id});
            setState(script, id, LockState::Fetching, nodeOf(id));
            step(id, Step::List, lock);
            if (id > 1) {
                step(id, Step::Watch, nodeOf(id - 1));
                step(id, Step::Wait, nodeOf(id - 1));
            }
        }
        setState(script, 1, LockState::Retained, nodeOf(1), 1);
        flush();
    }

    void step(quint32 id, Step what, const QString &path)
    {
        script.write(journal::ClientRequest{ClientId{id}, u"get_children"_s, path});
        script.write(journal::ClientStep{ClientId{id}, what, path});
    }
    void flush()
    {
        script.pass(100);
        script.flush();
    }
    QString line()
    {
        const auto &line = panel.reading().line;
        return line ? panel.code()->code()[size_t(*line)].text.shown() : QString();
    }
    QString fact(const QString &key)
    {
        for (const Fact &fact : panel.reading().facts) {
            if (fact.key == key)
                return fact.value;
        }
        return {};
    }
    bool isEmpty() const { return panel.findChild<EmptyState *>()->isVisible(); }

    LiveWorld world;
    WorldScript script{&world};
    Selection selection{&world};
    RecipePanel panel{&world, &selection};
};

} // namespace

class TestRecipePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beforeAnybodyIsChosenItSaysWhomToChoose()
    {
        Bench bench;
        QVERIFY(bench.isEmpty());
        QVERIFY(bench.panel.findChild<EmptyState *>()->sentence().contains(u"Select a simulated client"_s));
    }

    void theLineIsTheStepOfTheClient()
    {
        Bench bench;
        bench.selection.setClient(ClientId{2});
        QVERIFY(!bench.isEmpty());
        QCOMPARE(bench.line(), u"wait until it goes"_s);
        QCOMPARE(bench.panel.code()->current(), bench.panel.reading().line);
        QCOMPARE(bench.panel.code()->mark(), CodeView::Mark::Live);
        QVERIFY(!bench.panel.note().isEmpty());
        bench.step(2, Step::List, lock);
        bench.flush();
        AWAIT_COMPARE(bench.line(), u"queue = children(lock)"_s);
    }

    void itsVariablesAreThoseOfTheInstant()
    {
        Bench bench;
        bench.selection.setClient(ClientId{3});
        QCOMPARE(bench.fact(u"my node"_s), u"lock-0000000003"_s);
        QCOMPARE(bench.fact(u"I watch"_s), u"lock-0000000002"_s);
        QCOMPARE(bench.fact(u"my place"_s), u"3 of 3"_s);
        QCOMPARE(bench.fact(u"session"_s), u"0x1003"_s);
        QCOMPARE(bench.fact(u"requests"_s), u"4"_s);
        bench.selection.setClient(ClientId{1});
        QCOMPARE(bench.fact(u"I watch"_s), u"\u2013"_s);
        QCOMPARE(bench.fact(u"requests"_s), u"2 \u00b7 2.0 per acquire"_s);
    }

    void whoHoldsStandsWhereItReturned()
    {
        Bench bench;
        bench.selection.setClient(ClientId{1});
        QCOMPARE(bench.line(), u"if I am first: return, I hold"_s);
        QCOMPARE(bench.panel.code()->mark(), CodeView::Mark::Holds);
        QCOMPARE(bench.panel.note(), u"It holds. Nothing is sent until it releases."_s);
        bench.script.list(lock, {}, {lockName(1)});
        setState(bench.script, 2, LockState::Retained, nodeOf(2), 1);
        journal::ClientLockState believes;
        believes.id = ClientId{1};
        believes.state = LockState::Retained;
        believes.node = nodeOf(1);
        believes.token = Zxid{1}; // it came first
        bench.script.write(believes);
        bench.flush();
        AWAIT_VERIFY2(bench.panel.note().startsWith(u"It believes that it holds"_s), qPrintable(bench.panel.note()));
    }

    void theCursorTakesItBackAndForth()
    {
        Bench bench;
        bench.selection.setClient(ClientId{2});
        const quint64 waiting = bench.world.lastPosition();
        bench.script.list(lock, {}, {lockName(1)});
        setState(bench.script, 1, LockState::Released);
        bench.step(2, Step::List, lock);
        setState(bench.script, 2, LockState::Retained, nodeOf(2), 1);
        bench.flush();
        AWAIT_COMPARE(bench.line(), u"if I am first: return, I hold"_s);
        QCOMPARE(bench.fact(u"my place"_s), u"1 of 2"_s);
        bench.world.seek(waiting);
        QCOMPARE(bench.line(), u"wait until it goes"_s);
        QCOMPARE(bench.fact(u"my place"_s), u"2 of 3"_s);
        for (quint64 number = waiting; number > 0; --number) { // each step, back to before it was there
            bench.world.seek(number);
            const journal::Client *client = bench.world.world().client(ClientId{2});
            QCOMPARE(bench.isEmpty(), client == nullptr);
            if (client && client->step == Step::Enqueue && client->node.isEmpty())
                QCOMPARE(bench.line(), u"me = create(lock-, EPH|SEQ)"_s);
        }
        QVERIFY(bench.isEmpty());
        bench.world.goLive();
        QCOMPARE(bench.line(), u"if I am first: return, I hold"_s);
    }

    void aRowOfTheQueueMeansItsClient()
    {
        Bench bench;
        bench.selection.choose(lock, {nodeOf(2)});
        QCOMPARE(bench.panel.reading().who, u"client-2"_s);
        QVERIFY(!bench.panel.reading().isForeign);
        bench.selection.choose(lock, {nodeOf(3)});
        QCOMPARE(bench.panel.reading().who, u"client-3"_s);
    }

    void whoeverLetGoIsFollowedAlthoughItsRowIsGone()
    {
        Bench bench;
        bench.selection.setClient(ClientId{1});
        bench.selection.choose(lock, {nodeOf(1)});
        bench.script.list(lock, {}, {lockName(1)});
        setState(bench.script, 1, LockState::Released);
        bench.flush();
        QCOMPARE(bench.panel.reading().who, u"client-1"_s);
        AWAIT_COMPARE(bench.panel.note(), u"It asks for nothing now."_s);
        bench.selection.choose(lock, {nodeOf(3)}); // as somebody does who clicks
        QCOMPARE(bench.panel.reading().who, u"client-3"_s);
    }

    void ofAForeignClientTheAlgorithmIsShownButNoStep()
    {
        Bench bench;
        makeUp(bench.script);
        const QString holder = u"/app/inventory/"_s + kazooName(107, true);
        bench.selection.choose(u"/app/inventory"_s, {holder});
        const RecipeReading &reading = bench.panel.reading();
        QVERIFY(reading.isForeign);
        QCOMPARE(reading.recipe, RecipeId::ReadWrite);
        QVERIFY(!reading.line);
        QVERIFY(!bench.panel.code()->current());
        QVERIFY(bench.panel.note().contains(u"kazoo"_s));
        QVERIFY(bench.panel.note().contains(u"do not report their steps"_s));
        QCOMPARE(bench.fact(u"it watches"_s), u"not known"_s);
        QCOMPARE(bench.fact(u"its place"_s), u"1 of 8"_s);
    }

    void namesOfNoFamilyHaveNoAlgorithm()
    {
        Bench bench;
        bench.script.come(u"/app/strange"_s, u"thing-0000000001"_s, SessionId{0x77});
        bench.flush();
        bench.selection.choose(u"/app/strange"_s, {u"/app/strange/thing-0000000001"_s});
        QCOMPARE(bench.panel.reading().gap, Gap::UnknownNames);
        QVERIFY(bench.isEmpty());
    }

    void aClientThatTakesNoLockOfOursHasNoAlgorithm()
    {
        for (const Gap gap : {Gap::NoLock, Gap::Foreign}) {
            Bench bench;
            journal::ClientSpawned spawned;
            spawned.id = ClientId{9};
            spawned.name = u"careless"_s;
            spawned.lock = lock;
            spawned.withoutLock = gap == Gap::NoLock;
            spawned.foreign = gap == Gap::Foreign; // of another program: read by its names
            bench.script.write(spawned);
            bench.flush();
            bench.selection.setClient(ClientId{9});
            QCOMPARE(bench.panel.reading().gap, gap);
            QVERIFY(bench.isEmpty());
            QCOMPARE(bench.panel.reading().who, u"careless"_s);
        }
    }

    void whatIsBrokenSaysSoAndWhere()
    {
        Bench bench;
        spawn(bench.script, 9, lock, RecipeId::BrokenLostWakeup);
        setState(bench.script, 9, LockState::Fetching, nodeOf(3));
        bench.step(9, Step::Wait, nodeOf(2));
        bench.flush();
        bench.selection.setClient(ClientId{9});
        const auto *banner = bench.panel.findChild<Banner *>();
        QVERIFY(banner->isVisible());
        QCOMPARE(banner->text(), locks::recipeInfo(RecipeId::BrokenLostWakeup).failure.shown());
        QVERIFY(!bench.panel.code()->code()[size_t(*bench.panel.reading().line)].wrong.isEmpty());
        QVERIFY(bench.panel.code()->accessibleDescription().contains(u"wait until it goes (wrong)"_s));
        bench.selection.setClient(ClientId{2});
        QVERIFY(!banner->isVisible());
    }

    void aLineThatIsChosenTellsWhatItIsFor()
    {
        Bench bench;
        bench.selection.setClient(ClientId{2});
        CodeView *code = bench.panel.code();
        const QString before = bench.panel.note();
        QTest::mouseClick(code, Qt::LeftButton, {}, code->lineRect(1).center().toPoint());
        QCOMPARE(code->chosen(), std::optional(1));
        QCOMPARE(bench.panel.note(), code->code()[1].why.shown());
        QTest::keyClick(code, Qt::Key_Down);
        QCOMPARE(code->chosen(), std::optional(2));
        QTest::keyClick(code, Qt::Key_Escape);
        QCOMPARE(bench.panel.note(), before);
    }

    void theCostIsThatOfSoManyWaiters()
    {
        Bench bench;
        bench.selection.setClient(ClientId{2});
        const auto *costs = bench.panel.findChild<CostTable *>();
        QCOMPARE(costs->rows(), costRows(RecipeId::Mutex, 2));
        const auto current = std::count_if(costs->rows().begin(), costs->rows().end(),
                                           [](const CostTable::Row &row) { return row.isCurrent; });
        QCOMPARE(current, 1);
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) { // each has its own row, once
            const auto rows = costRows(info.id, 6);
            const auto own = std::find_if(rows.begin(), rows.end(), [](const auto &row) { return row.isCurrent; });
            QVERIFY2(own != rows.end(), qPrintable(info.name));
            QCOMPARE(own->cost, locks::releaseCost(info.id, 6));
        }
    }

    void theLineIsInViewInASmallPanel()
    {
        Bench bench;
        bench.panel.resize(260, 160);
        bench.selection.setClient(ClientId{2});
        const auto *area = bench.panel.findChild<QScrollArea *>();
        const auto isInView = [&] {
            const QRect line = bench.panel.code()->lineRect(*bench.panel.reading().line).toRect();
            const int top = bench.panel.code()->mapTo(area->viewport(), line.topLeft()).y();
            return top >= 0 && top < area->viewport()->height();
        };
        AWAIT_VERIFY(area->verticalScrollBar()->value() > 0 && isInView());
        bench.step(2, Step::List, lock);
        bench.flush();
        AWAIT_COMPARE(bench.line(), u"queue = children(lock)"_s);
        QVERIFY(isInView());
        // Who reads further below is not called back.
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        bench.step(2, Step::Wait, nodeOf(1));
        bench.flush();
        AWAIT_COMPARE(bench.line(), u"wait until it goes"_s);
        QVERIFY(!isInView());
    }
};

} // namespace lockscope::tst_recipepanel

LOCKSCOPE_TEST(lockscope::tst_recipepanel::TestRecipePanel)
#include "tst_recipepanel.moc"
