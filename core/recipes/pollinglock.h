// SPDX-License-Identifier: Apache-2.0
// What locks without a queue share, one key of Redis or one row of a database: the halt before each step, the rest
// between two attempts, and what a lost connection means. Never an algorithm, never a command of a server.
#pragma once

#include "core/recipes/recipe.h"

#include <QRandomGenerator>

#include <random>
#include <utility>

namespace lockscope::recipes {

/// The value of a key or row is a token that was drawn with \a mark; see RecipeSpec.
inline bool isOfMark(const QByteArray &value, quint32 mark)
{
    bool ok = false;
    const quint64 token = value.mid(value.lastIndexOf(':') + 1).toULongLong(&ok, 16);
    return ok && mark != 0 && token >> 32 == mark;
}

/// \a Store has session(), connected() and after(), as RedisStore and SqlStore do.
template<typename Store>
class PollingLock : public Recipe
{
public:
    /// \a name: of the key or row.
    PollingLock(RecipeSpec spec, QString name, Store &store, StepObserver *observer)
        : m_spec(std::move(spec))
        , m_key(std::move(name))
        , m_store(store)
        , m_observer(observer)
        , m_random(m_spec.seed)
    {
    }

    int entries() const override { return m_held ? 1 : 0; }
    void sessionLost() override { m_held = false; }

protected:
    /// Halts at the gate; an error means to give up.
    Reply<Done> reach(Step step) const
    {
        return m_observer ? m_observer->reached(step, m_spec.lock) : Reply<Done>(Result<Done>(Done()));
    }
    /// Before each attempt: so that no earlier key of ours is taken for this one.
    /// Two runs of the same seed must not have the same.
    void drawToken()
    {
        const quint64 mark = m_spec.mark != 0 ? m_spec.mark : QRandomGenerator::system()->generate();
        m_value = m_spec.data + ':' + QByteArray::number(mark << 32 | m_random(), 16);
    }

    /// Ends when the connection is back, where it was lost; fails with \a error else, and when the session is over.
    Task<Result<Done>> connectedAfter(Error error)
    {
        if (!error.connectionWasLost())
            co_return tl::unexpected(error);
        auto connecting = m_store.connected();
        const auto session = co_await connecting;
        if (!session)
            co_return tl::unexpected(session.error());
        co_return Done();
    }

    /// Between two polls: about as long each time, but never the same for two clients, so that they do not meet again.
    Task<Result<Done>> rest(std::stop_token stop)
    {
        std::uniform_int_distribution<qint64> jittered(m_spec.poll.count() / 2, m_spec.poll.count() * 3 / 2);
        const std::chrono::milliseconds time(std::max<qint64>(jittered(m_random), 1));
        const auto passed = co_await reach(Step::Wait);
        if (!passed)
            co_return tl::unexpected(passed.error());
        const ReplyPromise<Done> over;
        m_store.after(time).then([over](const Result<Done> &rested) { over.complete(rested); });
        const std::stop_callback onStop(stop, [over] {
            const auto kept = over; // it may destroy this callback
            kept.complete(Done());
        });
        const Reply<Done> resting(over);
        co_return co_await resting;
    }

    Result<Grant> hold(Zxid token = {})
    {
        m_held = true;
        return Grant{m_spec.lock, token};
    }
    tl::unexpected<Error> cancelled() const
    {
        return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_spec.lock);
    }
    tl::unexpected<Error> holdsAlready() const
    {
        return failure(ErrorCode::InvalidInput, QStringLiteral("acquire"), m_spec.lock,
                       Text::en("It holds the lock already."));
    }
    tl::unexpected<Error> notHeld() const
    {
        return failure(ErrorCode::NotHeld, QStringLiteral("release"), m_spec.lock);
    }

    /// Of an acquire with a stop request after it had got the key. \a removed: what came of giving it back.
    tl::unexpected<Error> withdrawn(const Result<Done> &removed) const
    {
        return removed || removed.error().code == ErrorCode::NotHeld ? cancelled() : tl::unexpected(removed.error());
    }

    RecipeSpec m_spec;
    QString m_key;
    Store &m_store;
    StepObserver *m_observer;
    std::mt19937 m_random;
    QByteArray m_value; ///< of our key or row: the token
    bool m_held = false;
};

} // namespace lockscope::recipes
