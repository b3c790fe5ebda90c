// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/stage/stagelayout.h"

namespace lockscope::tst_stagelayout {

using namespace lockscope::ui;
using Metrics = StageMetrics;

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
        const StageLayout layout = layoutStage(holders, waiters, width);
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
        const QRectF all({0, 0}, layout.size);
        for (size_t i = 0; i < cards.size(); ++i) {
            QVERIFY(all.contains(cards[i]));
            for (size_t k = 0; k < i; ++k)
                QVERIFY(!cards[i].intersects(cards[k]));
        }
    }

    void cardsOfManyAreLow()
    {
        const StageLayout full = layoutStage(1, Metrics::mostFull - 1, 900);
        const StageLayout low = layoutStage(1, Metrics::mostFull, 900);
        QCOMPARE(full.waiters.front().height(), Metrics::cardHeight);
        QCOMPARE(low.waiters.front().height(), Metrics::compactHeight);
        QVERIFY(low.size.height() < full.size.height());
    }

    void waitersAreReadLineByLine()
    {
        const StageLayout layout = layoutStage(1, 9, 900);
        for (size_t i = 1; i < layout.waiters.size(); ++i) {
            const QRectF &before = layout.waiters[i - 1];
            const QRectF &card = layout.waiters[i];
            QVERIFY(card.top() > before.top() || (card.top() == before.top() && card.left() > before.left()));
            QVERIFY(card.right() <= 900);
        }
    }
};

} // namespace lockscope::tst_stagelayout

LOCKSCOPE_TEST(lockscope::tst_stagelayout::StageLayoutTest)
#include "tst_stagelayout.moc"
