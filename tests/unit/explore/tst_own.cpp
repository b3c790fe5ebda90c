// SPDX-License-Identifier: Apache-2.0
// A recipe of one's own, as docs/lab.md tells to write one: explored, its mistake found, and its mended form clean.
#include "core/explore/exploration.h"
#include "core/explore/schedule.h"
#include "core/recipes/own.h"
#include "core/recipes/steps.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::explore::tst_own {

using namespace Qt::StringLiterals;
using recipes::Grant;

namespace {

bool looksAgain = false;

/// As many write it at first: once the node before its own is gone, it takes that for its turn. But that may have been
/// a waiter that gave up or died, with a holder before it.
class MyLock : public recipes::Recipe
{
public:
    MyLock(recipes::RecipeSpec spec, recipes::Store &store, recipes::StepObserver *observer)
        : m_spec(std::move(spec))
        , m_steps(store, observer)
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        const QString path = m_spec.lock + u"/lock-"_s;
        const auto made = co_await m_steps.store().create(path, m_spec.data, NodeKind::EphemeralSequential);
        if (!made)
            co_return tl::unexpected(made.error());
        m_mine = {made->path, made->stat.czxid};
        m_steps.enqueued(m_mine->node);
        for (;;) {
            const auto children = co_await m_steps.children(m_spec.lock);
            if (!children)
                co_return co_await leave(children.error());
            QStringList names;
            for (const QStringView name : children->names)
                names += name.toString();
            names.sort();
            const qsizetype at = names.indexOf(m_mine->node.section(u'/', -1));
            if (at <= 0)
                break;
            const QString before = m_spec.lock + u'/' + names[at - 1];
            const auto watched = co_await m_steps.watchExists(before);
            if (!watched)
                co_return co_await leave(watched.error());
            if (!watched->stat) {
                watched->watch->cancel(); // gone meanwhile
                continue;
            }
            const auto fired = co_await m_steps.untilFired(watched->watch, m_mine->node, stop);
            if (!fired)
                co_return co_await leave(fired.error());
            if (stop.stop_requested())
                co_return co_await leave(failure(ErrorCode::Cancelled).value());
            if (!looksAgain)
                break; // the mistake
        }
        m_isHeld = true;
        co_return Grant(*m_mine); // QCoro moves from what it is given
    }

    Task<Result<Done>> release() override
    {
        if (!m_isHeld)
            co_return failure(ErrorCode::NotHeld);
        m_isHeld = false;
        const QString node = m_mine->node;
        co_return co_await m_steps.store().remove(node, -1);
    }

    Task<Result<bool>> isStillHeld() override
    {
        if (!m_isHeld)
            co_return false;
        const auto stat = co_await m_steps.exists(m_mine->node);
        co_return stat.has_value();
    }

    int entries() const override { return m_isHeld ? 1 : 0; }
    void sessionLost() override { m_isHeld = false; }

private:
    Task<Result<Grant>> leave(Error why)
    {
        (void)co_await m_steps.store().remove(m_mine->node, -1);
        co_return tl::unexpected(std::move(why));
    }

    recipes::RecipeSpec m_spec;
    recipes::Steps m_steps;
    std::optional<Grant> m_mine;
    bool m_isHeld = false;
};

} // namespace

class TestOwn : public QObject
{
    Q_OBJECT

    static Setup threeOfThem()
    {
        Setup setup = setupOf(locks::RecipeId::Own, 3);
        setup.faults[static_cast<size_t>(Fault::GiveUp)] = 1;
        return setup;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(!locks::recipeFromName(u"my-lock"));
        recipes::addOwn<MyLock>(u"my-lock"_s);
    }

    void itIsARecipeAsOthersAre()
    {
        QCOMPARE(locks::recipeFromName(u"my-lock"), std::optional(locks::RecipeId::Own));
        QVERIFY(locks::recipeNames().contains(u"my-lock"_s));
        QVERIFY(!validate(threeOfThem()));
        const auto read = readSchedule(toJson({threeOfThem(), {}}));
        QVERIFY(read);
        QCOMPARE(read->setup.clients.recipe, locks::RecipeId::Own);
    }

    void itsMistakeIsFound()
    {
        looksAgain = false;
        ExplorationSpec spec{threeOfThem()};
        spec.duration = std::chrono::seconds(30);
        const Exploration found = explored(spec);
        QVERIFY(found.found);
        QVERIFY2(QStringList({u"mutual-exclusion"_s, u"order"_s, u"fencing-token"_s}).contains(found.found->wrong.kind),
                 qPrintable(found.found->wrong.kind));
        QVERIFY(found.found->steps.size() <= 25);
        const auto events = eventsOf({spec.setup, found.found->steps});
        QVERIFY(events && !events->isEmpty());
    }

    void mendedItIsClean()
    {
        looksAgain = true;
        ExplorationSpec spec{setupOf(locks::RecipeId::Own, 2)};
        spec.duration = std::chrono::seconds(60);
        const Exploration all = explored(spec);
        QStringList witness;
        if (all.found) {
            Play play(spec.setup);
            (void)explore::carryOut({spec.setup, all.found->steps}, play,
                                    [&witness](const Step &, const Text &words) { witness += words.english(); });
        }
        QVERIFY2(!all.found, qPrintable(witness.join(u'\n')));
        QVERIFY(all.complete);
    }
};

} // namespace lockscope::explore::tst_own

LOCKSCOPE_TEST(lockscope::explore::tst_own::TestOwn)
#include "tst_own.moc"
