// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eventbatcher.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QTimer>
#include <QtTest>

namespace lockscope::tst_eventbatcher {

/// What goes up when, while the receiver is busy, rests, or neither.
class EventBatcherTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_batcher = std::make_unique<EventBatcher>();
        m_sizes.clear();
        connect(m_batcher.get(), &EventBatcher::batchReady, this,
                [this](const journal::EventBatch &batch) { m_sizes << batch.size(); });
    }

    void nothingGoesUpWhileOneIsBeingDealtWith()
    {
        write(many);
        AWAIT_COMPARE(m_sizes, QList<qsizetype>{many});
        write(1);
        letFramesPass();
        QCOMPARE(m_sizes.size(), 1);
        write(1);
        m_batcher->taken(many);
        m_batcher->rested(many);
        AWAIT_COMPARE(m_sizes, (QList<qsizetype>{many, 2}));
    }

    void fewGoUpWhileItRestsFromMany()
    {
        write(many);
        AWAIT_COMPARE(m_sizes, QList<qsizetype>{many});
        m_batcher->taken(many);
        write(1);
        AWAIT_COMPARE(m_sizes, (QList<qsizetype>{many, 1}));
    }

    void manyWaitForTheEndOfTheRest()
    {
        write(many);
        AWAIT_COMPARE(m_sizes, QList<qsizetype>{many});
        m_batcher->taken(many);
        write(many);
        letFramesPass();
        QCOMPARE(m_sizes.size(), 1);
        m_batcher->rested(many);
        AWAIT_COMPARE(m_sizes, (QList<qsizetype>{many, many}));
    }

    void nothingGoesUpWhileItRestsFromFew()
    {
        write(1);
        AWAIT_COMPARE(m_sizes, QList<qsizetype>{1});
        m_batcher->taken(1);
        write(1);
        letFramesPass();
        QCOMPARE(m_sizes.size(), 1); // it was dear
        m_batcher->rested(1);
        AWAIT_COMPARE(m_sizes, (QList<qsizetype>{1, 1}));
    }

    void whoFallsBehindIsGivenItInParts()
    {
        constexpr qsizetype more = 5'000;
        quint64 last = 0;
        bool isInOrder = true;
        connect(m_batcher.get(), &EventBatcher::batchReady, this, [&](const journal::EventBatch &batch) {
            for (const journal::Event &event : batch)
                isInOrder = isInOrder && event.number == ++last;
        });
        write(more);
        quint64 handedUpAt = 0;
        m_batcher->whenHandedUp([&] { handedUpAt = last; });
        AWAIT_COMPARE(m_sizes.size(), 1);
        QCOMPARE(handedUpAt, quint64(0));
        QVERIFY(m_sizes.front() < more);
        m_batcher->taken(m_sizes.front());
        m_batcher->rested(m_sizes.front());
        AWAIT_VERIFY(m_sizes.size() > 1);
        m_batcher->flush(); // what is left
        QCOMPARE(handedUpAt, quint64(more));
        write(1);
        m_batcher->whenHandedUp([&] { handedUpAt = last; });
        QCOMPARE(handedUpAt, quint64(more + 1)); // few go at once
        QVERIFY(isInOrder);
    }

    void aJournalBeginsBehindAllOfTheOneBefore()
    {
        QList<quint64> numbers;
        connect(m_batcher.get(), &EventBatcher::batchReady, this, [&numbers](const journal::EventBatch &batch) {
            for (const journal::Event &event : batch)
                numbers << event.number;
        });
        connect(m_batcher.get(), &EventBatcher::journalBegan, this, [&numbers] { numbers << 0; });
        write(3);
        m_batcher->beginJournal();
        write(2);
        m_batcher->flush();
        QCOMPARE(numbers, (QList<quint64>{1, 2, 3, 0, 1, 2}));
    }

private:
    static constexpr int many = 20;

    void write(int events)
    {
        for (int i = 0; i < events; ++i)
            m_batcher->write(journal::Notice{});
    }
    /// Several frames, in which whatever may go has gone.
    static void letFramesPass()
    {
        bool over = false;
        QTimer::singleShot(80, qApp, [&over] { over = true; });
        AWAIT_VERIFY(over);
    }

    std::unique_ptr<EventBatcher> m_batcher;
    QList<qsizetype> m_sizes;
};

} // namespace lockscope::tst_eventbatcher

LOCKSCOPE_TEST(lockscope::tst_eventbatcher::EventBatcherTest)
#include "tst_eventbatcher.moc"
