// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/multilock.h"

#include <algorithm>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

namespace {

QList<QString> inOrderOfTaking(const RecipeSpec &spec)
{
    QList<QString> paths = spec.paths.isEmpty() ? QList{spec.lock} : spec.paths;
    if (spec.sorted) // so that no client waits for a lock before one that it holds
        std::sort(paths.begin(), paths.end());
    QList<QString> once; // named twice, it would wait behind itself
    for (const QString &path : paths) {
        if (!once.contains(path))
            once.append(path);
    }
    return once;
}

} // namespace

MultiLock::MultiLock(RecipeSpec spec, Store &store, StepObserver *observer)
    : m_path(spec.lock)
    , m_steps(store, observer)
{
    for (const QString &path : inOrderOfTaking(spec)) {
        RecipeSpec one = spec;
        one.lock = path;
        m_parts.push_back({path, std::make_unique<Mutex>(std::move(one), store, observer)});
    }
}

Task<Result<Grant>> MultiLock::acquire(std::stop_token stop)
{
    if (m_held)
        co_return m_steps.holdsAlready(m_path);
    std::optional<Grant> first;
    for (const Part &part : m_parts) {
        auto gate = m_steps.reach(Step::NextLock, part.path);
        const auto passed = co_await gate;
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

Task<Result<Grant>> MultiLock::giveUp(Error why)
{
    const auto given = co_await giveBack();
    const bool left = !given && given.error().code != ErrorCode::NotHeld;
    co_return tl::unexpected(left ? given.error() : why); // what is left behind matters more
}

Task<Result<Done>> MultiLock::release()
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"release"_s, m_path);
    m_held = false;
    co_return co_await giveBack();
}

Task<Result<Done>> MultiLock::giveBack()
{
    Result<Done> outcome = Done();
    for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
        if (part->lock->entries() == 0)
            continue; // not taken
        auto gate = m_steps.reach(Step::GiveBack, part->path);
        co_await gate; // whatever it says: a node of ours is not left behind
        auto released = co_await part->lock->release();
        if (!released && outcome)
            outcome = std::move(released);
    }
    co_return std::move(outcome);
}

Task<Result<bool>> MultiLock::isStillHeld()
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

} // namespace lockscope::recipes
