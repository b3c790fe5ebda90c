// SPDX-License-Identifier: Apache-2.0
#include "core/observe/directories.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <rapidcheck.h>

namespace lockscope::tst_pace {

using namespace lockscope::observe;

namespace {

constexpr qint64 ms = 1'000'000;
constexpr qint64 frameNs = 16 * ms;

/// Lists one after another, each so long after the answer to the one before.
class Lists
{
public:
    /// How long after the answer the directory is left alone; 0: not at all.
    qint64 next(qint64 afterNs, qint64 tookNs, qint64 changes, qint64 toResolve = 0)
    {
        const qint64 askedNs = m_nowNs + afterNs;
        m_nowNs = askedNs + tookNs;
        pace.listed(askedNs, m_nowNs, changes, toResolve);
        return pace.notBeforeNs() == 0 ? 0 : pace.notBeforeNs() - m_nowNs;
    }
    void repeat(int times, qint64 afterNs, qint64 tookNs, qint64 changes)
    {
        for (int i = 0; i < times; ++i)
            next(afterNs, tookNs, changes);
    }

    Pace pace;

private:
    qint64 m_nowNs = 1'000 * ms;
};

} // namespace

class TestPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void afterTheFirstListAFrameIsLeft()
    {
        Lists lists;
        QCOMPARE(lists.pace.notBeforeNs(), 0);
        QCOMPARE(lists.next(0, ms, 0, 100'000), frameNs); // however much is to be read
    }

    void aCalmDirectoryIsListedAtEachChange()
    {
        Lists lists;
        lists.next(0, ms, 0);
        for (int i = 0; i < 50; ++i)
            QCOMPARE(lists.next(10 * ms, ms, 1, 1), 0); // 90 a second
    }

    void aBusyOneIsLeftAloneForSomeTimesWhatItsListTakes()
    {
        Lists lists;
        lists.next(0, ms, 0);
        lists.repeat(50, 10 * ms, 10 * ms, 20); // 1,000 a second
        QCOMPARE(lists.next(10 * ms, 10 * ms, 20), 40 * ms);
        QCOMPARE(lists.next(10 * ms, ms, 11), frameNs);         // a frame at least
        QCOMPARE(lists.next(0, 2'000 * ms, 2'000), 1'000 * ms); // a second at most
    }

    void nodesThatAreToBeReadAreGivenTheirTime()
    {
        Lists lists;
        lists.next(0, ms, 0);
        lists.repeat(50, 10 * ms, 10 * ms, 20);
        QCOMPARE(lists.next(10 * ms, 10 * ms, 20, 100), 400 * ms); // 250 a second
    }

    void aLongListIsPacedHoweverSeldomItChanges()
    {
        Lists lists;
        lists.next(0, 100 * ms, 0);
        QCOMPARE(lists.next(1'000 * ms, 100 * ms, 1), 400 * ms);
        QCOMPARE(lists.next(1'000 * ms, 50 * ms, 1), 0);
    }

    void aSingleLongListAsksForNoPause()
    {
        Lists lists;
        lists.next(0, 100 * ms, 0);
        QCOMPARE(lists.next(1'000 * ms, 3 * ms, 1), 0);
        QCOMPARE(lists.next(1'000 * ms, 90 * ms, 1), 0); // the server stood still
        QCOMPARE(lists.next(1'000 * ms, 3 * ms, 1), 0);
        QCOMPARE(lists.next(1'000 * ms, 60 * ms, 1), 0);
        QCOMPARE(lists.next(1'000 * ms, 80 * ms, 1), 320 * ms); // it is slow
    }

    void calmComesBackSoon()
    {
        Lists lists;
        lists.next(0, ms, 0);
        lists.repeat(200, ms, ms, 10);
        QVERIFY(lists.pace.changesPerSecond() > 1'000);
        lists.next(2'000 * ms, ms, 1);
        QVERIFY2(lists.pace.changesPerSecond() > 200, "one calm list among busy ones is not calm yet");
        QCOMPARE(lists.next(2'000 * ms, ms, 1), 0);
        QVERIFY(lists.pace.changesPerSecond() < 200);
    }

    void whoAsksByHandDoesNotWait()
    {
        Lists lists;
        lists.next(0, ms, 0);
        lists.repeat(50, ms, ms, 10);
        QVERIFY(lists.pace.notBeforeNs() > 0);
        const double rate = lists.pace.changesPerSecond();
        lists.pace.hasten();
        QCOMPARE(lists.pace.notBeforeNs(), 0);
        QCOMPARE(lists.pace.changesPerSecond(), rate); // it is as busy as it was
    }

    void noPauseIsLongerThanASecondNorShorterThanAFrame()
    {
        QVERIFY(rc::check("0, or from a frame to a second", [] {
            Lists lists;
            const int count = *rc::gen::inRange(1, 30);
            for (int i = 0; i < count; ++i) {
                const qint64 after = *rc::gen::inRange<qint64>(0, 3'000 * ms);
                const qint64 took = *rc::gen::inRange<qint64>(0, 3'000 * ms);
                const qint64 pause =
                    lists.next(after, took, *rc::gen::inRange(0, 10'000), *rc::gen::inRange(0, 100'000));
                RC_ASSERT(pause == 0 || (pause >= frameNs && pause <= 1'000 * ms));
                RC_ASSERT(lists.pace.changesPerSecond() >= 0);
            }
        }));
    }
};

} // namespace lockscope::tst_pace

LOCKSCOPE_TEST(lockscope::tst_pace::TestPace)
#include "tst_pace.moc"
