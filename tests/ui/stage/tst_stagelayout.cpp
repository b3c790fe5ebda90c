// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/stage/stagelayout.h"

namespace lockscope::tst_stagelayout {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using Metrics = StageMetrics;

namespace {

QRectF cardAt(qreal x)
{
    return {x, 0, 100, 50};
}

constexpr qint64 whole = StageMotion::durationMs;

} // namespace

class StageLayoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aShortQueueIsNotFolded()
    {
        const Folding folding = Folding::of(7, 200);
        QCOMPARE(folding, (Folding{7, 0, 0}));
        QCOMPARE(folding.cardOf(6), std::optional<int>(6));
    }

    void theMiddleOfALongQueueFolds()
    {
        const Folding folding = Folding::of(10'000, 200);
        QCOMPARE(folding.cards(), 200);
        QCOMPARE(folding.folded, 9'800);
        QCOMPARE(folding.cardOf(0), std::optional<int>(0));
        QCOMPARE(folding.cardOf(5'000), std::nullopt);
        QCOMPARE(folding.cardOf(9'999), std::optional<int>(199));
        for (int card = 0; card < folding.cards(); ++card)
            QCOMPARE(folding.cardOf(folding.indexOf(card)), std::optional<int>(card));
    }

    void nothingLiesOnAnythingElse_data()
    {
        QTest::addColumn<int>("holders");
        QTest::addColumn<int>("waiters");
        QTest::addColumn<qreal>("width");
        for (const int holders : {0, 1, 3, 40, 500}) {
            for (const int waiters : {0, 1, 9, 200, 10'000}) {
                for (const qreal width : {200.0, 900.0, 2400.0})
                    QTest::addRow("%d hold, %d wait, %d wide", holders, waiters, int(width))
                        << holders << waiters << width;
            }
        }
    }
    void nothingLiesOnAnythingElse()
    {
        QFETCH(int, holders);
        QFETCH(int, waiters);
        QFETCH(qreal, width);
        const StageLayout layout = layoutStage(holders, waiters, {width});
        QCOMPARE(int(layout.holders.size()), std::min(holders, Metrics::mostHolders));
        QCOMPARE(int(layout.waiters.size()), std::min(waiters, Metrics::mostWaiters));
        QCOMPARE(layout.fold.has_value(), waiters > Metrics::mostWaiters);
        std::vector<QRectF> cards = layout.waiters;
        if (layout.fold)
            cards.push_back(*layout.fold);
        for (const QRectF &card : cards)
            QVERIFY(!card.intersects(layout.block));
        for (const QRectF &card : layout.holders)
            QVERIFY(layout.block.contains(card));
        cards.insert(cards.end(), layout.holders.begin(), layout.holders.end());
        const QRectF all({0, 0}, layout.extent);
        for (size_t i = 0; i < cards.size(); ++i) {
            QVERIFY(all.contains(cards[i]));
            for (size_t k = 0; k < i; ++k)
                QVERIFY(!cards[i].intersects(cards[k]));
        }
    }

    void cardsOfManyAreLow()
    {
        const StageLayout full = layoutStage(1, Metrics::mostFull - 1, {900});
        const StageLayout low = layoutStage(1, Metrics::mostFull, {900});
        QCOMPARE(full.waiters.front().height(), Metrics::cardHeight);
        QCOMPARE(low.waiters.front().height(), Metrics::compactHeight);
        QVERIFY(low.extent.height() < full.extent.height());
    }

    void serversOfAKeyStandBetweenItsBlockAndItsWaiters()
    {
        const StageLayout layout = layoutStage(1, 2, {900, Metrics::mostWaiters, false, 5});
        QCOMPARE(layout.copies.size(), 5u);
        qreal end = layout.block.top();
        for (const QRectF &copy : layout.copies) {
            QVERIFY(copy.left() > layout.block.right());
            QVERIFY(copy.right() < layout.waiters.front().left());
            QVERIFY(copy.top() > std::exchange(end, copy.bottom()));
            QVERIFY(copy.height() >= Metrics::copyHeight);
        }
        QVERIFY(end < layout.extent.height());
        QVERIFY(layoutStage(1, 2, {900}).copies.empty());
    }

    void waitersAreReadLineByLine()
    {
        const StageLayout layout = layoutStage(1, 9, {900});
        for (size_t i = 1; i < layout.waiters.size(); ++i) {
            const QRectF &before = layout.waiters[i - 1];
            const QRectF &card = layout.waiters[i];
            QVERIFY(card.top() > before.top() || (card.top() == before.top() && card.left() > before.left()));
            QVERIFY(card.right() <= 900);
        }
    }

    void aCardGoesToItsPlaceAndRests()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(300)}}, 0, false);
        QVERIFY(!motion.isMoving(0));
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000, true);
        QCOMPARE(motion.at(u"a"_s, 1000)->rect, cardAt(300));
        const qreal half = motion.at(u"a"_s, 1000 + whole / 2)->rect.x();
        QVERIFY(half > 0 && half < 150);
        QVERIFY(motion.isMoving(1000 + whole / 2));
        QCOMPARE(motion.at(u"a"_s, 1000 + whole)->rect, cardAt(0));
        QVERIFY(!motion.isMoving(1000 + whole));
    }

    void aNewGoalBeginsWhereTheCardIs()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(300)}}, 0, false);
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000, true);
        const QRectF there = motion.at(u"a"_s, 1090)->rect;
        motion.setGoals({{u"a"_s, cardAt(600)}}, 1090, true);
        QCOMPARE(motion.at(u"a"_s, 1090)->rect, there);
        QCOMPARE(motion.at(u"a"_s, 1090 + whole)->rect, cardAt(600));
    }

    void theSameGoalDoesNotBeginAnew()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(300)}}, 0, false);
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000, true);
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000 + whole - 1, true);
        QVERIFY(!motion.isMoving(1000 + whole));
    }

    void whoComesFadesInAndWhoGoesFadesOut()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(0)}}, 0, true);
        QCOMPARE(motion.at(u"a"_s, 0)->opacity, 0.0);
        QCOMPARE(motion.at(u"a"_s, whole)->opacity, 1.0);
        motion.setGoals({}, 1000, true);
        QVERIFY(motion.at(u"a"_s, 1001)->isLeaving);
        QCOMPARE(motion.leaving(1001), QList<QString>{u"a"_s});
        QVERIFY(motion.leaving(1000 + whole).isEmpty());
        QVERIFY(!motion.at(u"a"_s, 1000 + whole));
    }

    void whoComesBackWhileFadingIsThereAgain()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(0)}}, 0, false);
        motion.setGoals({}, 1000, true);
        motion.setGoals({{u"a"_s, cardAt(50)}}, 1090, true);
        QVERIFY(!motion.at(u"a"_s, 1091)->isLeaving);
        QCOMPARE(motion.at(u"a"_s, 1090 + whole)->opacity, 1.0);
    }

    void withoutMotionAllIsThereAtOnce()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(0)}}, 0, false);
        motion.setGoals({{u"b"_s, cardAt(0)}}, 10, false);
        QVERIFY(!motion.at(u"a"_s, 10));
        QCOMPARE(motion.at(u"b"_s, 10)->opacity, 1.0);
    }
};

} // namespace lockscope::tst_stagelayout

LOCKSCOPE_TEST(lockscope::tst_stagelayout::StageLayoutTest)
#include "tst_stagelayout.moc"
