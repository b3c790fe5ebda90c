// SPDX-License-Identifier: Apache-2.0
// What each recipe promises, costs and can be asked: plain data for people's choices. Never runs one, and never states
// what core/recipes does not keep; the figures are counted by tst_lab_releasecost.
#pragma once

#include "core/base/text.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::locks {

struct Guarantees
{
    bool fair = false;      ///< served in the order of arrival
    bool reentrant = false; ///< its holder may take it again
    bool shared = false;    ///< several may hold at once
    bool herdFree = false;  ///< a release wakes only whom it concerns
};

/// What one release costs all clients of a lock together.
struct ReleaseCost
{
    qint64 events = 0;   ///< watch events
    qint64 requests = 0; ///< of the woken waiters until one holds, and the release itself

    bool operator==(const ReleaseCost &) const = default;
};

/// In the words of the cost table; N: waiters, k: readers behind a writer, L: locks.
struct Cost
{
    Text requestsFree;                                  ///< to arrive at a free lock
    Text requestsContended;                             ///< to arrive at a taken one
    Text eventsPerRelease;                              ///< watch events
    Text requestsPerRelease;                            ///< of the woken waiters; the release itself is not counted
    ReleaseCost (*ofRelease)(qint64 waiters) = nullptr; ///< in figures, see releaseCost()
};

/// Options of a spawned client that mean something to the recipe.
struct Options
{
    bool writers = false; ///< readers and writers
    bool leases = false;
    bool paths = false;   ///< several locks
    bool entries = false; ///< nested acquisitions
    bool threads = false; ///< sharing one process
    bool pool = false;    ///< sharing connections to a database
};

struct RecipeInfo
{
    RecipeId id = RecipeId::Mutex;
    QString name;
    Text title;                           ///< a few words
    Text summary;                         ///< one sentence: how it works
    Text failure;                         ///< broken on purpose: what goes wrong, one sentence; empty where sound
    RecipeId soundForm = RecipeId::Mutex; ///< that a broken one is made from; a sound one itself
    Guarantees guarantees;
    Cost cost;
    QList<Dialect> dialects; ///< in which it can write names; the first is the default
    Options options = {};
    QList<Backend> backends{Backend::ZooKeeper}; ///< that have what it needs; the first is the default
    int servers = 1;                             ///< at least so many of them that know nothing of one another
    /// Where it breaks all the same although it is sound: what only a fencing token would help against. Empty: nowhere.
    Text limits = {};

    bool runsOn(Backend backend) const { return backends.contains(backend); }
    bool isOfZooKeeper() const { return runsOn(Backend::ZooKeeper); }
    bool isSound() const { return failure.isEmpty(); }
    /// The holder can be asked to give it back.
    bool isRevocable() const { return id == RecipeId::Revocable; }
    /// Its waiters stand in the database's own queue; waiters without node or queue are known to themselves alone.
    bool queuesInDatabase() const { return id == RecipeId::SqlForUpdate || id == RecipeId::SqlNamed; }
};

/// Those of ZooKeeper, in the order in which people should meet them: the sound ones first.
const std::vector<RecipeInfo> &recipeCatalog();
/// Adds that of a lock's author, as RecipeId::Own, at the end. Once, before anything is looked up (core/recipes/own.h).
void addOwnRecipe(const QString &name, const QList<Dialect> &dialects);
bool hasOwnRecipe();
/// Those of Redis, in the order in which they were invented.
const std::vector<RecipeInfo> &redisCatalog();
/// Those of databases: which has what is in \a backends.
const std::vector<RecipeInfo> &sqlCatalog();
/// Of any.
const RecipeInfo &recipeInfo(RecipeId recipe);
/// All names, in that order.
QStringList recipeNames();
/// Its lock is one node, key or row that one client holds, and its waiters have none.
bool isOfOneNode(RecipeId recipe);

/// \a waiters behind the one that releases. Of read/write locks a writer releases and all who wait are readers; of
/// Curator's one more writer is before them. A semaphore has all its leases out. Of several locks as one there are two.
/// What is broken on purpose costs what the recipe costs that it is made from.
ReleaseCost releaseCost(RecipeId recipe, qint64 waiters);

/// A recipe to set beside others.
struct CostVariant
{
    RecipeId recipe = RecipeId::Mutex;
    Text label; ///< two or three words
};
/// The dearest first.
const std::vector<CostVariant> &costVariants();

} // namespace lockscope::locks
