// SPDX-License-Identifier: Apache-2.0
// A lock algorithm as one contender runs it: acquire, hold, release. Written against a Store and nothing else.
// Never opens a session, never keeps time: timeouts are a stop request from outside.
#pragma once

#include "core/base/task.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"
#include "core/locks/step.h"
#include "core/recipes/store.h"

#include <QList>

#include <chrono>
#include <memory>
#include <stop_token>

namespace lockscope::recipes {

/// The lock is held: by which node, and with which fencing token (the node's czxid).
struct Grant
{
    QString node; ///< full path
    Zxid token;

    bool operator==(const Grant &) const = default;
};

using locks::Step;

/// Called before each step of a recipe; may hold the client there by answering later.
class StepObserver
{
public:
    virtual ~StepObserver() = default;
    /// The recipe goes on when the answer is there, and gives up if it is an error.
    virtual Reply<Done> reached(Step step, const QString &path) = 0;
    /// The contender has its own node now and waits in the queue with it.
    virtual void enqueued(const QString &node) = 0;
    /// Another client asks to have the lock back that is held by \a node.
    virtual void revocationRequested(const QString &node) { Q_UNUSED(node) }
};

struct RecipeSpec
{
    QString lock; ///< path of the lock directory; made if it does not exist
    locks::Dialect dialect = locks::Dialect::Docs;
    locks::Mode mode = locks::Mode::Exclusive;
    QByteArray data;        ///< what the node holds: who this is
    int leases = 1;         ///< semaphores: how many may hold at once
    QList<QString> paths{}; ///< multi: the locks, in the order given
    bool sorted = true;     ///< multi: taken in the order of their paths, which cannot deadlock; else as given
    int threads = 1;        ///< process-lock: threads that share what the process holds
    // Of keys on Redis and rows of a database.
    std::chrono::milliseconds limit{10'000}; ///< after which a key goes by itself; of a row 0 means never
    std::chrono::milliseconds poll{20};      ///< between two attempts, about
    quint32 seed = 0;                        ///< of what is random in tokens and in waiting
    quint32 mark = 0;                        ///< the first half of each token; 0: another one each time
};

/// One contender. Unless it is reentrant it holds the lock at most once at a time. Must outlive its running calls:
/// these end when the store's session is over, if not before.
class Recipe
{
public:
    virtual ~Recipe() = default;
    Recipe(const Recipe &) = delete;
    Recipe &operator=(const Recipe &) = delete;

    /// Ends with the lock, or without it and without a node of ours: Cancelled after \a stop was requested, else why.
    /// Only when the session is over, or the server refuses the delete, may a node be left; the error says so.
    /// Where it is held already: a reentrant recipe counts one up without asking a server, others answer InvalidInput.
    virtual Task<Result<Grant>> acquire(std::stop_token stop) = 0;
    /// NotHeld if it was not held, or if another had deleted the node already.
    virtual Task<Result<Done>> release() = 0;
    /// Asks the server whether the node by which this contender holds the lock is still there.
    virtual Task<Result<bool>> isStillHeld() = 0;
    /// How often it is held: the depth of re-entry, or the number of threads. 0: not held, as far as this side knows.
    virtual int entries() const = 0;

    /// From exclusive to shared without letting another in between; the grant by which it is held now.
    virtual Task<Result<Grant>> downgrade(std::stop_token) { co_return unsupported("downgrade"); }
    /// From shared to exclusive.
    virtual Task<Result<Grant>> upgrade(std::stop_token) { co_return unsupported("upgrade"); }
    /// The session is over, and with it whatever was held. Calls under way end by themselves.
    virtual void sessionLost() { }
    /// False only where a client is broken on purpose: its holder goes on as if nothing had happened.
    virtual bool tellsOfSessionLoss() const { return true; }
    /// Asks the holder of the lock to give it back. Done once it was asked: it decides.
    virtual Task<Result<Done>> requestRevocation(std::stop_token) { co_return unsupported("ask for it back"); }

protected:
    Recipe() = default;

private:
    static tl::unexpected<Error> unsupported(const char *operation)
    {
        return failure(ErrorCode::Unsupported, QString::fromLatin1(operation));
    }
};

/// Of one of ZooKeeper's. \a store and \a observer must outlive the recipe. \a observer may be null.
std::unique_ptr<Recipe> makeRecipe(locks::RecipeId id, RecipeSpec spec, Store &store, StepObserver *observer = nullptr);

} // namespace lockscope::recipes
