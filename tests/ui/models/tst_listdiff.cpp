// SPDX-License-Identifier: Apache-2.0
// What differs between two lists, and between two states of a queue, against both looked through from end to end.
#include "tests/ui/uitest.h"
#include "ui/models/listdiff.h"

#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace lockscope::tst_listdiff {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderList;

namespace {

using Places = std::optional<std::vector<int>>;

/// "a b c" as its words.
std::vector<QStringView> wordsOf(const QString &text)
{
    std::vector<QStringView> words;
    for (const QStringView word : QStringView(text).split(u' ', Qt::SkipEmptyParts))
        words.push_back(word);
    return words;
}

Places places(const QString &before, const QString &after)
{
    return placesInOrder(wordsOf(before), wordsOf(after));
}

QString textOf(const std::vector<int> &names)
{
    QStringList words;
    for (const int name : names)
        words << QString::number(name);
    return words.join(u' ');
}

/// Where each of \a before is in \a after, looked up one by one.
std::vector<int> lookedUp(const std::vector<int> &before, const std::vector<int> &after)
{
    std::vector<int> found;
    for (const int name : before) {
        const auto at = std::find(after.begin(), after.end(), name);
        found.push_back(at == after.end() ? -1 : static_cast<int>(at - after.begin()));
    }
    return found;
}

Contender contender(int number)
{
    Contender made;
    made.node.name = QString::number(number);
    made.state = locks::ContenderState::Waiting;
    return made;
}

ContenderList line(int count)
{
    std::vector<Contender> all;
    for (int i = 0; i < count; ++i)
        all.push_back(contender(i));
    return ContenderList(std::move(all));
}

QStringList namesOf(const ContenderList &list)
{
    QStringList names;
    for (const Contender &one : list)
        names += one.node.name;
    return names;
}

bool isIn(const std::vector<RowRun> &runs, int index)
{
    return std::any_of(runs.begin(), runs.end(),
                       [index](const RowRun &run) { return run.first <= index && index <= run.last; });
}

/// The indices that stay.
std::vector<int> without(const std::vector<RowRun> &runs, size_t count)
{
    std::vector<int> left;
    for (int index = 0; index < int(count); ++index) {
        if (!isIn(runs, index))
            left.push_back(index);
    }
    return left;
}

bool isTrue(const QueueChange &change, const ContenderList &before, const ContenderList &after)
{
    const std::vector<int> from = without(change.removed, before.size());
    const std::vector<int> to = without(change.inserted, after.size());
    if (from.size() != to.size())
        return false;
    int first = -1;
    int last = -1;
    for (size_t i = 0; i < from.size(); ++i) {
        const Contender &was = before[size_t(from[i])];
        const Contender &is = after[size_t(to[i])];
        if (was.node.name != is.node.name)
            return false;
        if (from[i] == to[i] && was == is)
            continue;
        first = first < 0 ? int(i) : first;
        last = int(i);
    }
    return first == change.firstChanged && last == change.lastChanged;
}

} // namespace

class TestListDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whereSomebodyMovedNothingIsSaid()
    {
        QCOMPARE(places(u"a b"_s, u"b a"_s), Places());
        QCOMPARE(places(u"a b c d"_s, u"b c d a"_s), Places());
        QCOMPARE(places(u"a b c d"_s, u"d a b c"_s), Places());
    }

    void whereMuchDiffersNothingIsSaid()
    {
        std::vector<int> before(200);
        std::iota(before.begin(), before.end(), 0);
        const QString text = textOf(before);
        const auto withoutFirst = [&](int count) { return textOf({before.begin() + count, before.end()}); };
        QVERIFY(places(text, withoutFirst(60)));
        QCOMPARE(places(text, withoutFirst(70)), Places());
        QCOMPARE(places({}, text), Places());
    }

    void aFewRemovalsAndInsertionsAreFound()
    {
        QVERIFY(rc::check("each keeps its place, or is gone", [] {
            const int length = *rc::gen::inRange(0, 200);
            std::vector<int> before(static_cast<size_t>(length));
            std::iota(before.begin(), before.end(), 0);
            const auto gone = *rc::gen::resize(15, rc::gen::container<std::set<int>>(rc::gen::inRange(0, 200)));
            std::vector<int> after;
            std::copy_if(before.begin(), before.end(), std::back_inserter(after),
                         [&](int name) { return !gone.contains(name); });
            const auto comers = *rc::gen::resize(15, rc::gen::container<std::set<int>>(rc::gen::inRange(1000, 2000)));
            for (const int name : comers) {
                const int place = *rc::gen::inRange(0, static_cast<int>(after.size()) + 1);
                after.insert(after.begin() + place, name);
            }
            const QString from = textOf(before);
            const QString to = textOf(after);
            RC_ASSERT(places(from, to) == Places(lookedUp(before, after)));
        }));
    }

    void whatIsSaidIsTrueOfAnyTwoLists()
    {
        QVERIFY(rc::check("a place is where it is", [](const std::set<quint8> &some, const std::set<quint8> &others) {
            std::vector<int> before(some.begin(), some.end());
            std::vector<int> after(others.begin(), others.end());
            const auto shuffles = *rc::gen::inRange(0, 3);
            for (int i = 0; i < shuffles && after.size() > 1; ++i) {
                const int from = *rc::gen::inRange(0, static_cast<int>(after.size()));
                const int to = *rc::gen::inRange(0, static_cast<int>(after.size()));
                std::swap(after[static_cast<size_t>(from)], after[static_cast<size_t>(to)]);
            }
            const QString from = textOf(before);
            const QString to = textOf(after);
            const Places found = places(from, to);
            RC_ASSERT(!found || *found == lookedUp(before, after));
        }));
    }

    void aHandOverIsOneRowLessAndOneMore()
    {
        const ContenderList before = line(1'000);
        ContenderList after = before;
        after.erase(0);
        after.push_back(contender(1'000));
        const auto change = changeInOrder(before, after);
        QVERIFY(change);
        QCOMPARE(change->removed, (std::vector<RowRun>{{0, 0}}));
        QCOMPARE(change->inserted, (std::vector<RowRun>{{999, 999}}));
        QCOMPARE(change->firstChanged, 0);
        QCOMPARE(change->lastChanged, 998);
        QCOMPARE(changeInOrder(before, before), std::optional(QueueChange()));
    }

    void whoMovesFarIsNotSaidToComeAndGo()
    {
        const ContenderList before = line(1'000);
        ContenderList after = before;
        after.erase(3);
        after.push_back(contender(3));
        QVERIFY(!changeInOrder(before, after));
    }

    void whatIsSaidOfTwoQueuesIsTrue()
    {
        QVERIFY(rc::check("of any few changes", [] {
            const ContenderList before = line(*rc::gen::inRange(0, 800));
            ContenderList after = before;
            for (int changes = *rc::gen::inRange(0, 12); changes > 0; --changes) {
                const auto at = size_t(*rc::gen::inRange(0, int(after.size()) + 1));
                const int what = at < after.size() ? *rc::gen::inRange(0, 4) : 0;
                Contender other = what == 0 ? contender(1'000 + changes) : after[at];
                if (what == 0) {
                    after.insert(at, other);
                } else if (what == 1) { // looks another way
                    other.node.data = "changed";
                    after.replace(at, other);
                } else {
                    after.erase(at);
                    if (what == 2) // perhaps moves
                        after.insert(size_t(*rc::gen::inRange(0, int(after.size()) + 1)), other);
                }
            }
            const auto change = changeInOrder(before, after);
            if (change) {
                RC_ASSERT(isTrue(*change, before, after));
            } else { // said of those alone of whom somebody stands before another one than he stood behind
                const QStringList was = namesOf(before);
                QList<qsizetype> kept;
                for (const QString &name : namesOf(after)) {
                    if (const qsizetype place = was.indexOf(name); place >= 0)
                        kept += place;
                }
                RC_ASSERT(!std::is_sorted(kept.begin(), kept.end()));
            }
        }));
    }

    void hiddenOnesAreNoRows()
    {
        QVERIFY(rc::check("rows and indices", [] {
            const int count = *rc::gen::inRange(0, 40);
            std::vector<bool> flags(size_t(count), false);
            for (auto flag : flags)
                flag = *rc::gen::inRange(0, 3) == 0;
            const std::vector<RowRun> hidden = runsWhere(flags);
            const std::vector<int> shown = without(hidden, size_t(count));
            RC_ASSERT(shownCount(hidden, count) == int(shown.size()));
            for (int row = 0; row < int(shown.size()); ++row) {
                RC_ASSERT(shownIndex(hidden, row) == shown[size_t(row)]);
                RC_ASSERT(shownRow(hidden, shown[size_t(row)]) == row);
            }
            for (int index = 0; index < count; ++index)
                RC_ASSERT((shownRow(hidden, index) < 0) == flags[size_t(index)]);
        }));
    }
};

} // namespace lockscope::tst_listdiff

LOCKSCOPE_TEST(lockscope::tst_listdiff::TestListDiff)
#include "tst_listdiff.moc"
