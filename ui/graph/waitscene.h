// SPDX-License-Identifier: Apache-2.0
// What the wait-for graph draws: sessions, locks and who holds or waits where, folded to what can be looked at.
// Pure values; never more than a few hundred of them, and what is left out is counted.
#pragma once

#include "core/findings/waitgraph.h"
#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <functional>
#include <vector>

namespace lockscope::journal {
class World;
}

namespace lockscope::ui {

struct SceneSession
{
    QString key;             ///< the session's id; the node's path where no session owns it
    SessionId session;       ///< null: a persistent node
    QString label;           ///< as people call it
    int holds = 0;           ///< in how many places, drawn or not
    int waits = 0;           ///< the same
    bool inCycle = false;    ///< it waits, in the end, for itself
    QString heldLetter = {}; ///< of the first that it holds here
    QString waitLetter = {}; ///< of the first that it waits with
    QString standing = {};   ///< "paused", …; empty where nothing is wrong, or known

    bool operator==(const SceneSession &) const = default;
};

struct SceneLock
{
    QString path;
    QString letter; ///< of its square
    int holders = 0;
    bool isHolderUnknown = false;
    int waiting = 0;
    int pending = 0;       ///< of which it is not known whether they wait
    int hiddenHolders = 0; ///< not drawn
    int hiddenWaiters = 0;
    bool inCycle = false;

    bool operator==(const SceneLock &) const = default;
};

/// "1 held · 3 waiting", "holder not known · 3 waiting".
QString countsOf(const SceneLock &lock);

/// One contender: what a session has in a lock.
struct SceneEdge
{
    int session = 0; ///< index in WaitScene::sessions
    int lock = 0;    ///< index in WaitScene::locks
    bool holds = false;
    int place = 0; ///< from 1, in order of service
    QString letter;
    bool reported = false; ///< a server, or its client itself, reported the watch on the node that is in its way
    bool inCycle = false;
    int order = 0; ///< of a wait in a cycle: from 1; else 0
    QString node;  ///< full path

    bool operator==(const SceneEdge &) const = default;
};

struct SceneCycle
{
    std::vector<int> sessions; ///< each waits for the next one, the last for the first
    std::vector<int> locks;    ///< where the session at the same place waits
    QStringList nodes;         ///< the waiting nodes, at the same places
    QList<SessionId> members;  ///< all that wait in circles with these, as core/locks has them
    QString text;              ///< one sentence

    bool operator==(const SceneCycle &) const = default;
};

struct WaitScene
{
    std::vector<SceneSession> sessions; ///< by key
    std::vector<SceneLock> locks;       ///< by path
    std::vector<SceneEdge> edges;
    std::vector<SceneCycle> cycles;
    int hiddenLocks = 0; ///< with waiters, beyond mostLocks

    bool isEmpty() const { return locks.empty(); }
    int indexOfSession(const QString &key) const; ///< or -1
    int indexOfLock(const QString &path) const;   ///< or -1
    bool operator==(const WaitScene &) const = default;
};

inline constexpr int mostSceneLocks = 40;
inline constexpr int mostSceneHolders = 6; ///< of a lock, those of several locks first
inline constexpr int mostSceneWaiters = 10;
inline constexpr int firstSceneWaiters = 3; ///< of a lock, from the front

/// What is known of contenders beside their queues.
struct SceneFacts
{
    /// The name of its session; empty: its id is shown.
    std::function<QString(const locks::Contender &)> label;
    /// Whether its session is reported to watch the node at this path, or its directory.
    std::function<bool(const locks::Contender &, const QString &)> isWatching;
    /// Why its client does nothing; empty where it may.
    std::function<QString(const locks::Contender &)> standing;
};

/// \a queues: all locks, sorted by path. Drawn are locks with a waiter, or that a session of several locks has
/// to do with; of their contenders the sessions of several locks, the holders and the first waiters. Members of a cycle
/// are always drawn. \a circles: as core/findings finds them among these queues.
WaitScene makeScene(const std::vector<const locks::LockQueue *> &queues,
                    const std::vector<findings::WaitCycle> &circles, const SceneFacts &facts);

// The wait-for graph's scene of a whole World, with the names that people give its sessions. Never keeps the World.

WaitScene sceneOf(const journal::World &world);

} // namespace lockscope::ui
