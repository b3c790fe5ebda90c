// SPDX-License-Identifier: Apache-2.0
#include "core/observe/directories.h"
#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <QSet>
#include <QTest>

#include <vector>

namespace lockscope::tst_childnames {

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

} // namespace

class TestChildNames : public QObject
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
};

} // namespace lockscope::tst_childnames

LOCKSCOPE_TEST(lockscope::tst_childnames::TestChildNames)
#include "tst_childnames.moc"
