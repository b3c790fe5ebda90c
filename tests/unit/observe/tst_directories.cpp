// SPDX-License-Identifier: Apache-2.0
#include "core/observe/directories.h"
#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <QSet>

#include <vector>

namespace lockscope::tst_directories {

using namespace lockscope::observe;
using namespace Qt::StringLiterals;

namespace {

QList<QString> names(const std::vector<int> &numbers)
{
    QList<QString> names;
    for (const int number : numbers)
        names.append(u"lock-%1"_s.arg(number, 10, 10, QLatin1Char('0')));
    return names;
}

lockscope::NameList listed(const std::vector<int> &numbers)
{
    return lockscope::NameList(names(numbers));
}

QSet<QString> setOf(const QList<QString> &names)
{
    return {names.cbegin(), names.cend()};
}

rc::Gen<std::vector<int>> distinct()
{
    return rc::gen::unique<std::vector<int>>(rc::gen::inRange(0, 60));
}

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

/// What a directory has, and when it is listed again.
class TestDirectories : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneMoreAndOneLessInTheMiddle()
    {
        ChildNames children;
        QCOMPARE(children.replace(listed({4, 1, 3, 2})).added, names({4, 1, 3, 2}));
        const auto difference = children.replace(listed({4, 3, 7, 2}));
        QCOMPARE(difference.added, names({7}));
        QCOMPARE(difference.removed, names({1}));
        QCOMPARE(children.size(), 4);
    }
    void anotherOrderIsNoDifference()
    {
        ChildNames children;
        children.replace(listed({1, 2, 3, 4, 5}));
        const auto difference = children.replace(listed({5, 3, 1, 2, 4}));
        QVERIFY(difference.added.isEmpty());
        QVERIFY(difference.removed.isEmpty());
    }
    void anyTwoListsDifferAsSetsDo()
    {
        QVERIFY(rc::check("any two lists", [] {
            const auto first = names(*distinct());
            const auto second = names(*distinct());
            ChildNames children;
            children.replace(lockscope::NameList(first));
            const auto [added, removed] = children.replace(lockscope::NameList(second));
            RC_ASSERT(setOf(added) == setOf(second) - setOf(first));
            RC_ASSERT(setOf(removed) == setOf(first) - setOf(second));
            RC_ASSERT(added.size() == setOf(added).size());
            RC_ASSERT(removed.size() == setOf(removed).size());
            RC_ASSERT(children.replace(lockscope::NameList(second)).added.isEmpty());
        }));
    }

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

} // namespace lockscope::tst_directories

LOCKSCOPE_TEST(lockscope::tst_directories::TestDirectories)
#include "tst_directories.moc"
