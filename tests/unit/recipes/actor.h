// SPDX-License-Identifier: Apache-2.0
// One contender of a test on a session of the fake ensemble: see player.h. Never leaves its session behind.
#pragma once

#include "core/locks/recipecatalog.h"
#include "tests/support/fake/fakeensemble.h"
#include "tests/unit/recipes/player.h"

namespace lockscope {

class Actor : public Player
{
public:
    Actor(fake::FakeEnsemble &fake, recipes::RecipeSpec spec, locks::RecipeId id = locks::RecipeId::Mutex,
          recipes::StepObserver *observer = nullptr)
        : ensemble(fake)
        , session(fake.newSession())
    {
        recipe = recipes::makeRecipe(id, std::move(spec), session, observer);
    }

    ~Actor() override
    {
        onGranted = {};
        session.expire();
        ensemble.run();
    }

    void settle() override { ensemble.run(); }

    void downgrade()
    {
        downgraded.reset();
        runDowngrade(this, &recipes::Recipe::downgrade);
    }

    void downgradeNow()
    {
        downgrade();
        settle();
    }

    void upgrade()
    {
        downgraded.reset();
        runDowngrade(this, &recipes::Recipe::upgrade);
    }

    QString node() const { return holds() ? granted->value().node : QString(); }

    /// How many nodes this session has in \a directory.
    int nodesIn(const QString &directory) const
    {
        int count = 0;
        for (const QString &name : ensemble.children(directory)) {
            const auto stat = ensemble.stat(directory + u'/' + name);
            count += stat && stat->ephemeralOwner == session.session() ? 1 : 0;
        }
        return count;
    }

    fake::FakeEnsemble &ensemble;
    fake::FakeSession &session;
    std::optional<Result<recipes::Grant>> downgraded; ///< or upgraded

private:
    using Conversion = Task<Result<recipes::Grant>> (recipes::Recipe::*)(std::stop_token);

    static Task<> runDowngrade(Actor *actor, Conversion convert)
    {
        actor->busy = true;
        auto outcome = co_await (actor->recipe.get()->*convert)(actor->stop.get_token());
        actor->downgraded = std::move(outcome);
        actor->busy = false;
    }
};

inline const QString lockPath = QStringLiteral("/locks/orders");

inline const QStringList threeLocks{QStringLiteral("/locks/b"), QStringLiteral("/locks/a"), QStringLiteral("/locks/c")};

inline recipes::RecipeSpec spec(locks::Dialect dialect = locks::Dialect::Docs,
                                locks::Mode mode = locks::Mode::Exclusive)
{
    return {lockPath, dialect, mode, QByteArrayLiteral("who")};
}

inline const std::vector<locks::Dialect> writableDialects{locks::Dialect::Docs, locks::Dialect::Curator,
                                                          locks::Dialect::Kazoo, locks::Dialect::Plain};

} // namespace lockscope
