// SPDX-License-Identifier: Apache-2.0
// One step of a recipe: halt at the observer's gate, ask the store, and ask again after a lost connection.
// Never repeats a write: what a lost reply means for a create or a delete is decided where these are made.
#pragma once

#include "core/base/task.h"
#include "core/recipes/recipe.h"

namespace lockscope::recipes {

class Steps
{
public:
    Steps(Store &store, StepObserver *observer)
        : m_store(store)
        , m_observer(observer)
    {
    }

    Store &store() const { return m_store; }

    /// As far as this side knows now, without asking or waiting; the error says why it is over.
    Result<Done> sessionIsAlive() const
    {
        const auto session = m_store.connected();
        if (!session.await_ready())
            return Done(); // the connection is lost, the session may live on
        return session.await_resume().map([](SessionId) { return Done(); });
    }

    /// Halts at the gate; an error means to give up.
    Task<Result<Done>> reach(Step step, QString path)
    {
        if (!m_observer)
            co_return Done();
        auto gate = m_observer->reached(step, path);
        co_return co_await gate;
    }

    void enqueued(const QString &node)
    {
        if (m_observer)
            m_observer->enqueued(node);
    }

    void revocationRequested(const QString &node)
    {
        if (m_observer)
            m_observer->revocationRequested(node);
    }

    /// Ends when the watch has fired, or was taken back because \a stop was requested. What is true now is not told:
    /// look again.
    Task<Result<Done>> untilFired(std::shared_ptr<Watch> watch, QString path, std::stop_token stop);

    Task<Result<Children>> children(QString path) { return reading<Children>(Step::List, path, &Store::children); }
    Task<Result<Watched>> watchExists(QString path) { return reading<Watched>(Step::Watch, path, &Store::watchExists); }
    Task<Result<WatchedContent>> watchData(QString path)
    {
        return reading<WatchedContent>(Step::Watch, path, &Store::watchData);
    }
    Task<Result<WatchedChildren>> watchChildren(QString path)
    {
        return reading<WatchedChildren>(Step::List, path, &Store::watchChildren);
    }
    Task<Result<NodeContent>> get(QString path) { return reading<NodeContent>(Step::Read, path, &Store::get); }
    Task<Result<NodeStat>> exists(QString path) { return reading<NodeStat>(Step::FindOwn, path, &Store::exists); }

private:
    template<typename T>
    Task<Result<T>> reading(Step step, QString path, Reply<T> (Store::*ask)(QString))
    {
        const auto gate = co_await reach(step, path);
        if (!gate)
            co_return tl::unexpected(gate.error());
        for (;;) {
            auto reply = (m_store.*ask)(path);
            auto answer = co_await reply;
            if (answer || !answer.error().connectionWasLost())
                co_return std::move(answer);
            auto again = m_store.connected();
            const auto session = co_await again;
            if (!session)
                co_return tl::unexpected(session.error());
        }
    }

    Store &m_store;
    StepObserver *m_observer;
};

} // namespace lockscope::recipes
