// SPDX-License-Identifier: Apache-2.0
// One step of a recipe: halt at the observer's gate, ask the store, and ask again after a lost connection.
// Never repeats a write: what a lost reply means for a create or a delete is decided where these are made.
#pragma once

#include "core/base/task.h"
#include "core/recipes/recipe.h"

namespace lockscope::recipes {

/// What came of one create.
struct Attempt
{
    std::optional<Grant> made;
    bool mayBeThere = false; ///< the reply was lost: the node may be there all the same
};

class Steps
{
public:
    Steps(Store &store, StepObserver *observer)
        : m_store(store)
        , m_observer(observer)
    {
    }

    Store &store() const { return m_store; }

    /// Halts at the gate; an error means to give up.
    Reply<Done> reach(Step step, const QString &path) const
    {
        return m_observer ? m_observer->reached(step, path) : Reply<Done>(Result<Done>(Done()));
    }

    void enqueued(const QString &node) const
    {
        if (m_observer)
            m_observer->enqueued(node);
    }

    void revocationRequested(const QString &node) const
    {
        if (m_observer)
            m_observer->revocationRequested(node);
    }

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

    /// Ends when the watch has fired, or was taken back because \a stop was requested. It does not say what is true
    /// now: look again.
    Task<Result<Done>> untilFired(std::shared_ptr<Watch> watch, QString path, std::stop_token stop);

    /// Creates a node, once, or the directory where that is missing.
    Task<Result<Attempt>> create(locks::Dialect dialect, QString path, QByteArray data, NodeKind kind);

    /// After a write that failed with \a error: ends when the connection is back, and says whether the write may have
    /// been carried out all the same. Fails with \a error where that is no lost connection, and when the session is
    /// over.
    Task<Result<bool>> mayHaveBeenDone(Error error);

    /// Makes \a path, holding \a data, and what is missing above it, as clients of \a dialect make them. Also done if
    /// another client was faster.
    Task<Result<Done>> makeDirectory(locks::Dialect dialect, QString path, QByteArray data = {});

    /// As far as this side knows now, without asking or waiting; the error says why it is over.
    Result<Done> sessionIsAlive() const;
    /// Why \a lock, which is held, is not acquired again: the session is over, or it is held.
    tl::unexpected<Error> holdsAlready(const QString &lock) const;

private:
    template<typename T>
    Task<Result<T>> reading(Step step, QString path, Reply<T> (Store::*ask)(QString))
    {
        const auto passed = co_await reach(step, path);
        if (!passed)
            co_return tl::unexpected(passed.error());
        for (;;) {
            auto answer = co_await (m_store.*ask)(path);
            if (answer || !answer.error().connectionWasLost())
                co_return std::move(answer);
            const auto session = co_await m_store.connected();
            if (!session)
                co_return tl::unexpected(session.error());
        }
    }
    Task<Result<Done>> createDirectoryNode(locks::Dialect dialect, QString path, QByteArray data);

    Store &m_store;
    StepObserver *m_observer;
};

} // namespace lockscope::recipes
