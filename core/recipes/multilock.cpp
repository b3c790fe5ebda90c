// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/multilock.h"

#include <algorithm>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

namespace {

QList<QString> inOrderOfTaking(const RecipeSpec &spec)
{
    QList<QString> paths = spec.paths.isEmpty() ? QList{spec.lock} : spec.paths;
    if (spec.sorted)
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
        m_parts.push_back({path, std::make_unique<QueueMutex>(std::move(one), store, observer)});
    }
}

Task<Result<Grant>> MultiLock::acquire(std::stop_token stop)
{
    if (m_held) {
        const auto alive = m_steps.sessionIsAlive();
        if (!alive)
            co_return tl::unexpected(alive.error());
        co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_path, u"It holds the lock already."_s);
    }
    std::optional<Grant> first;
    for (const Part &part : m_parts) {
        const auto granted = co_await take(part.lock.get(), part.path, stop);
        if (!granted) {
            const auto given = co_await giveBack();
            const bool left = !given && given.error().code != ErrorCode::NotHeld;
            co_return tl::unexpected(left ? given.error() : granted.error());
        }
        if (!first)
            first = *granted;
    }
    m_held = true;
    co_return Grant(*first);
}

Task<Result<Grant>> MultiLock::take(Recipe *lock, QString path, std::stop_token stop)
{
    const auto gate = co_await m_steps.reach(Step::NextLock, path);
    if (!gate)
        co_return tl::unexpected(gate.error());
    co_return co_await lock->acquire(stop);
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
        const auto gate = co_await m_steps.reach(Step::GiveBack, part->path);
        Q_UNUSED(gate) // whatever it says: a node of ours is not left behind
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
