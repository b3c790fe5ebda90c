// SPDX-License-Identifier: Apache-2.0
// What a release wakes in the two herds.
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_herds {

using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::RecipeId;

namespace {

constexpr int waiters = 6;

/// A holder and those who wait for it.
struct Herd
{
    explicit Herd(RecipeId recipe)
        : holder(ensemble, spec(Dialect::Plain), recipe)
    {
        holder.acquireNow();
        for (int i = 0; i < waiters; ++i) {
            waiting.push_back(std::make_unique<Actor>(ensemble, spec(Dialect::Plain), recipe));
            waiting.back()->acquireNow();
        }
    }

    int holders() const
    {
        return static_cast<int>(
            std::count_if(waiting.begin(), waiting.end(), [](const auto &actor) { return actor->holds(); }));
    }
    int requests(const QString &operation) const
    {
        int sum = 0;
        for (const auto &actor : waiting)
            sum += actor->session.requests(operation);
        return sum;
    }

    fake::FakeEnsemble ensemble;
    Actor holder;
    std::vector<std::unique_ptr<Actor>> waiting;
};

} // namespace

class TestHerds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePlainLockIsTheNodeAtThePathItself()
    {
        Herd herd(RecipeId::Ephemeral);
        QCOMPARE(herd.holder.node(), lockPath);
        QCOMPARE(herd.ensemble.ephemerals(), QStringList{lockPath});
        QCOMPARE(herd.ensemble.data(lockPath), "who");
    }

    void aPathThatIsADirectoryIsRefused()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec(Dialect::Plain), RecipeId::Ephemeral);
        a.acquireNow();
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QVERIFY(a.granted->error().sentence().english().startsWith(lockPath + u" exists and is no ephemeral node"_s));
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void everyArrivalAndEveryReleaseWakesTheWholeQueue()
    {
        Herd herd(RecipeId::QueueHerd);
        QCOMPARE(herd.ensemble.watchedPaths().count(lockPath), waiters);
        int lists = herd.requests(u"get_children"_s);
        Actor late(herd.ensemble, spec(Dialect::Plain), RecipeId::QueueHerd);
        late.acquireNow();
        QCOMPARE(herd.requests(u"get_children"_s) - lists, waiters);
        lists = herd.requests(u"get_children"_s);
        herd.holder.releaseNow();
        QCOMPARE(herd.requests(u"get_children"_s) - lists, waiters);
        QVERIFY(herd.waiting[0]->holds());
        QCOMPARE(herd.holders(), 1);
        QCOMPARE(herd.ensemble.watchCount(herd.waiting[0]->session), 0);
    }

    void aPlaceInTheHerdDeletedBySomebodyIsSaid()
    {
        Herd herd(RecipeId::QueueHerd);
        herd.ensemble.erase(herd.ensemble.ephemerals(&herd.waiting[2]->session).first());
        herd.ensemble.run();
        QCOMPARE(herd.waiting[2]->acquireError(), ErrorCode::NoNode);
        QCOMPARE(herd.ensemble.watchCount(herd.waiting[2]->session), 0);
        QVERIFY(herd.holder.holds());
    }
};

} // namespace lockscope::tst_herds

LOCKSCOPE_TEST(lockscope::tst_herds::TestHerds)
#include "tst_herds.moc"
