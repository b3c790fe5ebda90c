// SPDX-License-Identifier: Apache-2.0
// Several mutexes as one, as Curator's InterProcessMultiLock: taken one after another, all or none held.
// Never keeps some of them: if one fails, the ones taken before are given back, the latest first.
// Included by recipe.cpp alone.
#pragma once

#include "core/recipes/mutex.h"

#include <QStringList>

#include <vector>

namespace lockscope::recipes {

/// Sorted by path, two of them can never wait for each other. As given, two that were given opposite orders each hold
/// what the other waits for: so it is with Curator's, which never sorts, and BROKEN ON PURPOSE in
/// broken-unsorted-multi.
///
/// Of its several nodes the grant names the first that was taken. Its token is that node's czxid, the smallest of them:
/// it grows from holder to holder among clients that take the same locks in the same order. Locks that overlap but
/// differ have no common token; a resource behind one of them must be fenced with that lock's own node.
class MultiLock final : public Recipe
{
public:
    MultiLock(RecipeSpec spec, Store &store, StepObserver *observer)
        : m_path(spec.lock)
        , m_steps(store, observer)
    {
        for (const QString &path : inOrderOfTaking(spec)) {
            RecipeSpec one = spec;
            one.lock = path;
            m_parts.push_back({path, std::make_unique<Mutex>(std::move(one), store, observer)});
        }
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return m_steps.holdsAlready(m_path);
        std::optional<Grant> first;
        for (const Part &part : m_parts) {
            const auto passed = co_await m_steps.reach(Step::NextLock, part.path);
            if (!passed)
                co_return co_await giveUp(passed.error());
            const auto granted = co_await part.lock->acquire(stop); // it keeps what it has taken while it waits here
            if (!granted)
                co_return co_await giveUp(granted.error());
            if (!first)
                first = *granted;
        }
        m_held = true;
        co_return Grant(*first);
    }

    /// Gives all back even if one cannot be; the error is the first one's.
    Task<Result<Done>> release() override
    {
        if (!m_held)
            co_return failure(ErrorCode::NotHeld, QStringLiteral("release"), m_path);
        m_held = false;
        co_return co_await giveBack();
    }

    /// True only if all of them are.
    Task<Result<bool>> isStillHeld() override
    {
        if (!m_held)
            co_return false;
        for (const Part &part : m_parts) {
            const auto held = co_await part.lock->isStillHeld();
            if (!held || !*held)
                co_return held;
        }
        co_return true;
    }

    int entries() const override { return m_held ? 1 : 0; }

private:
    struct Part
    {
        QString path;
        std::unique_ptr<Mutex> lock;
    };

    static QStringList inOrderOfTaking(const RecipeSpec &spec)
    {
        QStringList paths = spec.paths.isEmpty() ? QStringList{spec.lock} : spec.paths;
        if (spec.sorted) // so that no client waits for a lock before one that it holds
            paths.sort();
        paths.removeDuplicates(); // named twice, it would wait behind itself
        return paths;
    }

    /// Gives back what was taken and answers \a why, or why that could not be done.
    Task<Result<Grant>> giveUp(Error why)
    {
        const auto given = co_await giveBack();
        const bool left = !given && given.error().code != ErrorCode::NotHeld;
        co_return tl::unexpected(left ? given.error() : why); // what is left behind matters more
    }

    Task<Result<Done>> giveBack()
    {
        Result<Done> outcome = Done();
        for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
            if (part->lock->entries() == 0)
                continue; // not taken
            // Whatever the gate says: a node of ours is not left behind.
            co_await m_steps.reach(Step::GiveBack, part->path);
            auto released = co_await part->lock->release();
            if (!released && outcome)
                outcome = std::move(released);
        }
        co_return std::move(outcome);
    }

    QString m_path;
    Steps m_steps;
    std::vector<Part> m_parts; ///< in the order in which they are taken
    bool m_held = false;
};

} // namespace lockscope::recipes
