// SPDX-License-Identifier: Apache-2.0
// One contender of a test: a session of the fake ensemble, a recipe on it, and what its acquire and release came to.
// Ends its session when it goes, so that no coroutine is left waiting.
#pragma once

#include "core/recipes/recipe.h"
#include "tests/support/fake/fakeensemble.h"

#include <QTest>

namespace lockscope {

class Actor
{
public:
    Actor(fake::FakeEnsemble &fake, recipes::RecipeSpec spec, locks::RecipeId id = locks::RecipeId::Mutex,
          recipes::StepObserver *observer = nullptr)
        : ensemble(fake)
        , session(fake.newSession())
        , recipe(recipes::makeRecipe(id, std::move(spec), session, observer))
    {
    }

    ~Actor()
    {
        onGranted = {};
        session.expire();
        ensemble.run();
        if (busy)
            qFatal("A recipe still waits although its session is over");
    }

    void acquire()
    {
        granted.reset();
        stop = std::stop_source();
        runAcquire(this);
    }

    void release()
    {
        believes = false;
        released.reset();
        runRelease(this);
    }

    void giveUp()
    {
        auto kept = stop;
        kept.request_stop();
    }

    void downgrade()
    {
        downgraded.reset();
        runDowngrade(this, &recipes::Recipe::downgrade);
    }

    void upgrade()
    {
        downgraded.reset();
        runDowngrade(this, &recipes::Recipe::upgrade);
    }

    bool holds() const { return believes; }
    bool waits() const { return busy && !granted; }
    ErrorCode acquireError() const { return granted && !*granted ? granted->error().code : ErrorCode::Other; }
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
    std::unique_ptr<recipes::Recipe> recipe;
    std::stop_source stop;
    std::optional<Result<recipes::Grant>> granted;
    std::optional<Result<Done>> released;
    std::optional<Result<recipes::Grant>> downgraded; ///< or upgraded
    std::function<void(Actor &)> onGranted;
    bool busy = false;
    bool believes = false; ///< that it holds: from the return of acquire() to the call of release()

private:
    static Task<> runAcquire(Actor *actor)
    {
        actor->busy = true;
        auto outcome = co_await actor->recipe->acquire(actor->stop.get_token());
        actor->released.reset();
        actor->granted = std::move(outcome);
        actor->busy = false;
        actor->believes = actor->granted->has_value();
        if (actor->believes && actor->onGranted)
            actor->onGranted(*actor);
    }

    using Conversion = Task<Result<recipes::Grant>> (recipes::Recipe::*)(std::stop_token);

    static Task<> runDowngrade(Actor *actor, Conversion convert)
    {
        actor->busy = true;
        auto outcome = co_await (actor->recipe.get()->*convert)(actor->stop.get_token());
        actor->downgraded = std::move(outcome);
        actor->busy = false;
    }

    static Task<> runRelease(Actor *actor)
    {
        actor->busy = true;
        auto outcome = co_await actor->recipe->release();
        actor->released = std::move(outcome);
        actor->busy = false;
    }
};

inline const QString lockPath = QStringLiteral("/locks/orders");

inline recipes::RecipeSpec spec(locks::Dialect dialect = locks::Dialect::Docs,
                                locks::Mode mode = locks::Mode::Exclusive)
{
    return {lockPath, dialect, mode, QByteArrayLiteral("who")};
}

/// As spec(), for a semaphore with two leases.
inline recipes::RecipeSpec specOf(locks::RecipeId recipe, locks::Dialect dialect,
                                  locks::Mode mode = locks::Mode::Exclusive)
{
    auto made = spec(dialect, mode);
    made.leases = recipe == locks::RecipeId::Semaphore ? 2 : 1;
    return made;
}

inline const std::vector<locks::Dialect> writableDialects{locks::Dialect::Docs, locks::Dialect::Curator,
                                                          locks::Dialect::Kazoo, locks::Dialect::Plain};

} // namespace lockscope
