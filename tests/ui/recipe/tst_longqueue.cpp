// SPDX-License-Identifier: Apache-2.0
// A lock with a long line: how many contenders the GUI thread looks at when one goes and one comes. Counted, not timed.
#include "tests/ui/models/longqueue.h"
#include "tests/ui/uitest.h"
#include "ui/details/detailspanel.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/recipe/recipepanel.h"

#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace lockscope::ui::tst_longqueue {

namespace {

QString placeIn(const RecipeReading &reading)
{
    for (const Fact &fact : reading.facts) {
        if (fact.key.endsWith(u"place"_s))
            return fact.value;
    }
    return {};
}

} // namespace

class TestLongQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
#ifdef NDEBUG
        QSKIP("Looks are counted where assertions are checked.");
#endif
    }

    void theRecipeOfAContenderLooksAtFew()
    {
        Line line;
        RecipePanel panel(&line.world, &line.selection);
        panel.show();
        line.choose();
        for (int i = 0; i < handOvers; ++i) {
            line.handOver();
            const quint64 looks = looksOf([&] { (void)readRecipe(line.world.world(), panel.subject()); });
            QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
        }
        const QString place = u"%1 of %2"_s.arg(chosen - line.gone + 1).arg(contenders);
        AWAIT_COMPARE(placeIn(panel.reading()), place);
    }

    void theRecipeOfAClientLooksAtFew()
    {
        Line line;
        line.addClient(7, chosen);
        for (int i = 0; i < handOvers; ++i) {
            line.handOver();
            RecipeReading reading;
            const quint64 looks = looksOf([&] { reading = readRecipe(line.world.world(), {ClientId{7}, {}, {}}); });
            QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
            QCOMPARE(placeIn(reading), u"%1 of %2"_s.arg(chosen - line.gone + 1).arg(contenders));
        }
    }

    void aRecipeBehindATabLooksAtNone()
    {
        Line line;
        QTabWidget tabs;
        auto *panel = new RecipePanel(&line.world, &line.selection);
        tabs.addTab(new QWidget, u"before"_s);
        tabs.addTab(panel, u"recipe"_s);
        tabs.show();
        line.choose();
        for (int i = 0; i < handOvers; ++i) {
            line.handOver();
            const quint64 looks = looksOf([&] {
                Q_EMIT line.world.cursorMoved(); // which it follows at once when it is shown
            });
            QCOMPARE(looks, quint64(0));
        }
        tabs.setCurrentIndex(1);
        AWAIT_COMPARE(placeIn(panel->reading()), u"%1 of %2"_s.arg(chosen - line.gone + 1).arg(contenders));
    }

    void detailsLookAtFew()
    {
        Line line;
        DetailsPanel panel(&line.world, &line.selection);
        panel.show();
        line.choose();
        QCOMPARE(panel.nodePath(), MadeUpQueue::pathOf(chosen));
        for (int i = 0; i < handOvers; ++i) {
            const quint64 looks = looksOf([&] { line.handOver(); });
            QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
        }
    }

    void detailsBehindATabLookAtNone()
    {
        Line line;
        QTabWidget tabs;
        auto *panel = new DetailsPanel(&line.world, &line.selection);
        tabs.addTab(new QWidget, u"before"_s);
        tabs.addTab(panel, u"details"_s);
        tabs.show();
        line.choose();
        line.handOver();
        QCOMPARE(panel->nodePath(), MadeUpQueue::pathOf(chosen));
        journal::ClientSpawned spawned; // no change of the queue, but of what Details follow
        spawned.id = ClientId{1};
        spawned.lock = MadeUpQueue::lock();
        QCOMPARE(looksOf([&] { line.queue.also(spawned); }), quint64(0));
    }

    void theRowOfANodeThatIsGoneIsLookedForInFew()
    {
        Line line;
        QueueModel model(&line.world);
        model.setLockPath(MadeUpQueue::lock());
        line.handOver();
        quint64 looks = looksOf([&] { QCOMPARE(model.rowOfPath(MadeUpQueue::pathOf(0)), -1); });
        QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
        looks = looksOf([&] { QCOMPARE(model.rowOfPath(MadeUpQueue::pathOf(chosen)), chosen - 1); });
        QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
    }

    void thePlacesOfASessionAreLookedForInFew()
    {
        Line line;
        line.handOver();
        const quint64 looks = looksOf([&] {
            const QList<SessionPlace> places = placesOf(line.world.world(), MadeUpQueue::sessionOf(chosen));
            QCOMPARE(places.size(), 1);
            QCOMPARE(places.first().node, MadeUpQueue::pathOf(chosen));
            QCOMPARE(places.first().place, chosen);
        });
        QVERIFY2(looks < mostLooks, qPrintable(QString::number(looks)));
    }
};

} // namespace lockscope::ui::tst_longqueue

LOCKSCOPE_TEST(lockscope::ui::tst_longqueue::TestLongQueue)
#include "tst_longqueue.moc"
