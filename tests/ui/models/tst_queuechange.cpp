// SPDX-License-Identifier: Apache-2.0
// What differs between two states of a queue, against both of them looked through from end to end.
#include "tests/ui/uitest.h"
#include "ui/models/listdiff.h"

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::tst_queuechange {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderList;

namespace {

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

class TestQueueChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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

    void whatIsSaidIsTrue()
    {
        QVERIFY(rc::check("of any few changes", [] {
            const ContenderList before = line(*rc::gen::inRange(0, 800));
            ContenderList after = before;
            for (int changes = *rc::gen::inRange(0, 12); changes > 0; --changes) {
                const auto at = size_t(*rc::gen::inRange(0, int(after.size()) + 1));
                switch (*rc::gen::inRange(0, 4)) {
                case 0: after.insert(at, contender(1'000 + changes)); break;
                case 1:
                    if (at < after.size())
                        after.erase(at);
                    break;
                case 2:
                    if (at < after.size()) { // looks another way
                        Contender other = after[at];
                        other.node.data = "changed";
                        after.replace(at, other);
                    }
                    break;
                default: // perhaps moves
                    if (at < after.size()) {
                        const Contender other = after[at];
                        after.erase(at);
                        after.insert(size_t(*rc::gen::inRange(0, int(after.size()) + 1)), other);
                    }
                }
            }
            const auto change = changeInOrder(before, after);
            if (change) {
                RC_ASSERT(isTrue(*change, before, after));
            } else { // said of those alone of whom somebody stands before another one than he stood behind
                const QStringList was = namesOf(before);
                QList<qsizetype> places;
                for (const QString &name : namesOf(after)) {
                    if (const qsizetype place = was.indexOf(name); place >= 0)
                        places += place;
                }
                RC_ASSERT(!std::is_sorted(places.begin(), places.end()));
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

} // namespace lockscope::tst_queuechange

LOCKSCOPE_TEST(lockscope::tst_queuechange::TestQueueChange)
#include "tst_queuechange.moc"
