// SPDX-License-Identifier: Apache-2.0
// The list of blocks against a plain vector that is changed in the same way.
#include "core/locks/contender.h"
#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::tst_contenderlist {

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

namespace {

using Vector = std::vector<Contender>;

Contender contender(int number)
{
    Contender made;
    made.node.name = u"n-%1"_s.arg(number);
    made.state = number % 7 == 0 ? ContenderState::Holding : ContenderState::Waiting;
    if (number % 5 != 0) {
        made.node.stat.emplace();
        made.node.stat->czxid.value = 1 + number * 31 % 1'000;
        made.node.stat->ctimeMs = number * 17 % 900;
        made.node.stat->ephemeralOwner = SessionId{number % 4 == 0 ? 0 : 0x100000 + number % 40};
    }
    if (number % 11 != 0)
        made.parsed = ParsedName{Dialect::Curator, NameKind::Mutex, Mode::Exclusive, number, {}, 0};
    if (number % 3 != 0)
        made.waits = {number % 13 == 0 ? -2 : -1};
    return made;
}

Vector line(int count)
{
    Vector all;
    for (int i = 0; i < count; ++i)
        all.push_back(contender(i));
    return all;
}

Vector vectorOf(const ContenderList &list)
{
    return {list.begin(), list.end()};
}

/// Some numbers of contenders, often about as many as one, two or three blocks have.
rc::Gen<int> anyLength()
{
    return rc::gen::oneOf(rc::gen::inRange(0, 6), rc::gen::inRange(0, 900));
}

/// One change of both; \a number is that of a contender that comes.
void change(ContenderList &list, Vector &vector, int number)
{
    const int what = vector.empty() ? 0 : *rc::gen::inRange(0, 5);
    const auto at = [&](bool withEnd) {
        const int last = static_cast<int>(vector.size()) + (withEnd ? 1 : 0);
        // At either end, where lines change, or anywhere.
        return static_cast<size_t>(
            *rc::gen::oneOf(rc::gen::just(0), rc::gen::just(last - 1), rc::gen::inRange(0, last)));
    };
    const auto place = [&](size_t index) { return vector.begin() + static_cast<std::ptrdiff_t>(index); };
    if (what <= 1) {
        const size_t index = at(true);
        list.insert(index, contender(number));
        vector.insert(place(index), contender(number));
    } else if (what <= 3) {
        const size_t index = at(false);
        list.erase(index);
        vector.erase(place(index));
    } else {
        const size_t index = at(false);
        list.replace(index, contender(number));
        vector[index] = contender(number);
    }
}

bool isSame(const ContenderList &list, const Vector &vector)
{
    if (list.size() != vector.size() || list.empty() != vector.empty() || vectorOf(list) != vector)
        return false;
    for (size_t i = 0; i < vector.size(); ++i) {
        if (!(list[i] == vector[i]))
            return false;
    }
    return vector.empty() || (list.front() == vector.front() && list.back() == vector.back());
}

/// By name and by session it finds what a look at all of them finds.
bool finds(const ContenderList &list, const Vector &vector, int number)
{
    const Contender wanted = contender(number);
    const auto first = std::find_if(vector.begin(), vector.end(),
                                    [&](const Contender &other) { return other.node.name == wanted.node.name; });
    const auto index =
        first == vector.end() ? std::nullopt : std::optional(static_cast<size_t>(first - vector.begin()));
    std::vector<size_t> owned;
    for (size_t i = 0; i < vector.size() && !wanted.node.owner().isNull(); ++i) {
        if (vector[i].node.owner() == wanted.node.owner())
            owned.push_back(i);
    }
    return list.find(wanted.node.name) == index && list.ownedBy(wanted.node.owner()) == owned;
}

/// The stretches follow one another without a gap, and say of their contenders what is so.
bool isTrue(const ContenderList &list)
{
    size_t end = 0;
    for (size_t number = 0; number < list.stretchCount(); ++number) {
        const ContenderList::Stretch stretch = list.stretch(number);
        if (stretch.first != end || stretch.end <= stretch.first
            || stretch.end - stretch.first > ContenderList::mostInABlock)
            return false;
        end = stretch.end;
        ContenderSummary counted;
        for (size_t i = stretch.first; i < stretch.end; ++i)
            counted.add(list[i]);
        const ContenderSummary &said = *stretch.summary;
        const auto timed = [](const ContenderSummary &s) {
            return std::tuple(s.count, s.foreign, s.free, s.isLine, s.isExclusive, s.oldestWaitMs, s.waitsTimed,
                              s.firstTimedMs, s.lastTimedMs, s.youngest, s.youngestMs);
        };
        if (timed(said) != timed(counted))
            return false;
    }
    return end == list.size();
}

} // namespace

class TestContenderList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsTheVectorThatWasChangedInTheSameWay()
    {
        QVERIFY(rc::check("list and vector", [] {
            const int length = *anyLength();
            Vector vector = line(length);
            ContenderList list(vector);
            for (int changes = *rc::gen::inRange(0, 60); changes > 0; --changes)
                change(list, vector, 1'000 + changes);
            RC_ASSERT(isSame(list, vector));
            RC_ASSERT(isTrue(list));
            RC_ASSERT(list == ContenderList(vector));
            for (const int number : {0, 1, 47, 800, 999, 1'001, 1'020, 5'000})
                RC_ASSERT(finds(list, vector, number));
        }));
    }

    void aCopyStaysWhatItWas()
    {
        QVERIFY(rc::check("copies", [] {
            Vector vector = line(*anyLength());
            ContenderList list(vector);
            const ContenderList before = list;
            const Vector was = vector;
            for (int changes = *rc::gen::inRange(1, 20); changes > 0; --changes)
                change(list, vector, 1'000 + changes);
            RC_ASSERT(isSame(before, was));
            RC_ASSERT(isSame(list, vector));
            RC_ASSERT((list == before) == (vector == was));
        }));
    }

    void whatLiesBetweenChangesIsTheSame()
    {
        QVERIFY(rc::check("changes between two lists", [] {
            Vector vector = line(*anyLength());
            ContenderList list(vector);
            const ContenderList before = list;
            for (int changes = *rc::gen::inRange(0, 8); changes > 0; --changes)
                change(list, vector, 1'000 + changes);
            size_t mine = 0;
            size_t its = 0;
            const auto same = [&](size_t end, size_t otherEnd) {
                bool isSame = end - mine == otherEnd - its;
                for (; isSame && mine < end; ++mine, ++its)
                    isSame = before[mine] == list[its];
                return isSame;
            };
            for (const ListChange &part : changesBetween(before, list)) {
                RC_ASSERT(part.first >= mine);
                RC_ASSERT(same(part.first, part.otherFirst));
                mine = part.end;
                its = part.otherEnd;
            }
            RC_ASSERT(same(before.size(), list.size()));
        }));
    }

    void oneChangeInALongLineLeavesAlmostAllShared()
    {
        const ContenderList before(line(100'000));
        ContenderList list = before;
        list.erase(0);
        list.push_back(contender(7));
        list.replace(50'000, contender(8));
        size_t apart = 0;
        for (const ListChange &part : changesBetween(before, list))
            apart += part.end - part.first + part.otherEnd - part.otherFirst;
        QVERIFY2(apart <= 6 * ContenderList::mostInABlock, qPrintable(QString::number(apart)));
        QCOMPARE(changesBetween(before, before).size(), size_t(0));
    }

    void oneIsFoundInALongLineWithoutALookAtAll()
    {
#ifdef NDEBUG
        QSKIP("Looks are counted where assertions are checked.");
#else
        ContenderList list(line(100'000));
        for (int i = 0; i < 5'000; ++i) { // what has gone does not fill the filters
            list.erase(50'000);
            list.insert(50'000, contender(200'000 + i));
        }
        quint64 looks = contendersLookedAt;
        for (const int number : {1, 49'999, 99'999, 204'999}) {
            QVERIFY(list.find(contender(number).node.name));
            QVERIFY(!list.find(contender(number).node.name + u"-gone"_s));
            QVERIFY(list.ownedBy(SessionId{0x77777700 + number}).empty());
        }
        looks = contendersLookedAt - looks;
        QVERIFY2(looks < 12 * 20 * ContenderList::mostInABlock, qPrintable(QString::number(looks)));
#endif
    }

    void aListThatHandsOnForLongHasFewBlocks()
    {
        ContenderList list(line(10'000));
        for (int i = 0; i < 30'000; ++i) {
            list.erase(0);
            list.push_back(contender(i));
        }
        QVERIFY(list.stretchCount() < 3 * 10'000 / ContenderList::mostInABlock);
        while (list.size() > 100)
            list.erase(list.size() / 2);
        QVERIFY(list.stretchCount() <= 4);
    }

    void itsIteratorsGoAnywhere()
    {
        const Vector vector = line(700);
        const ContenderList list(vector);
        auto at = list.begin();
        for (const int by : {0, 1, 191, 1, 300, -250, 456, -699, 699, 1, -1, -5}) {
            at += by;
            const auto index = at - list.begin();
            if (index < 700)
                QCOMPARE(*at, vector[static_cast<size_t>(index)]);
            QCOMPARE(list.end() - at, 700 - index);
        }
        QVERIFY(std::equal(std::make_reverse_iterator(list.end()), std::make_reverse_iterator(list.begin()),
                           vector.rbegin(), vector.rend()));
        QVERIFY(list.begin() < list.end());
        QCOMPARE(list.begin()[500], vector[500]);
        QVERIFY(ContenderList().begin() == ContenderList().end());
    }
};

} // namespace lockscope::tst_contenderlist

LOCKSCOPE_TEST(lockscope::tst_contenderlist::TestContenderList)
#include "tst_contenderlist.moc"
