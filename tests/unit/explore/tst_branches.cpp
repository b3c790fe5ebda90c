// SPDX-License-Identifier: Apache-2.0
// Choices that are taken back, taken otherwise, and found again.
#include "core/explore/branches.h"
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_explore_branches {

using namespace Qt::StringLiterals;
using namespace explore;

namespace {

Step release(quint32 client)
{
    return {Step::What::Release, client, {}};
}

/// "0 1 2": whose steps they are.
QString stepsText(const std::vector<Step> &steps)
{
    QStringList clients;
    for (const Step &step : steps)
        clients += QString::number(step.client);
    return clients.join(u' ');
}

} // namespace

class TestBranches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsChosenInsteadLeavesWhatWas()
    {
        Branches branches(setupOf(locks::RecipeId::Mutex, 2));
        QCOMPARE(branches.branches().size(), size_t(1));
        branches.take(0, {release(0), release(1), release(2)});
        QCOMPARE(stepsText(branches.steps()), u"0 1 2"_s);
        branches.take(1, release(7));
        QCOMPARE(stepsText(branches.steps()), u"0 7"_s);
        const auto both = branches.branches();
        QCOMPARE(both.size(), size_t(2));
        QCOMPARE(stepsText(branches.schedule(both[0].end).steps), u"0 1 2"_s);
        QCOMPARE(both[0].steps, size_t(3));
        QVERIFY(!both[0].isShown);
        QCOMPARE(stepsText(branches.schedule(both[1].end).steps), u"0 7"_s);
        QVERIFY(both[1].isShown);

        branches.setName(both[0].end, u"the first"_s);
        branches.show(both[0].end);
        QCOMPARE(stepsText(branches.steps()), u"0 1 2"_s);
        QCOMPARE(branches.branches()[0].name, u"the first"_s);
    }

    void theSameStepGoesOnAlongItsBranch()
    {
        Branches branches(setupOf(locks::RecipeId::Mutex, 2));
        branches.take(0, {release(0), release(1), release(2)});
        branches.take(1, release(7));
        branches.take(1, release(1)); // as before: with what came after it
        QCOMPARE(stepsText(branches.steps()), u"0 1 2"_s);
        QCOMPARE(branches.branches().size(), size_t(2));
        branches.take(3, release(3));
        QCOMPARE(stepsText(branches.steps()), u"0 1 2 3"_s);
        QCOMPARE(branches.branches().size(), size_t(2));
        branches.take(0, release(5));
        branches.take(0, release(0)); // of the two after it, the one that was shown last
        QCOMPARE(stepsText(branches.steps()), u"0 1 2 3"_s);
    }
};

} // namespace lockscope::tst_explore_branches

LOCKSCOPE_TEST(lockscope::tst_explore_branches::TestBranches)
#include "tst_branches.moc"
