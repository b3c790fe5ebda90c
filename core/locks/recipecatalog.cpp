// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

constexpr Guarantees queueMutex{true, false, false, true};
constexpr Guarantees queueShared{true, false, true, true};
constexpr Guarantees noPromise{};

const QList<Dialect> everyDialect{Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain};
const QList<Dialect> docsOrPlain{Dialect::Docs, Dialect::Plain};

Cost predecessorCost()
{
    return {u"2"_s, u"3"_s, u"1"_s, u"2"_s};
}

std::vector<RecipeInfo> soundRecipes()
{
    using R = RecipeId;
    return {
        {R::Mutex,
         u"mutex"_s,
         u"Mutex"_s,
         u"Sequential nodes: the smallest holds, each other one watches the node just before it."_s,
         {},
         queueMutex,
         predecessorCost(),
         everyDialect,
         {}},
        {R::Reentrant,
         u"reentrant"_s,
         u"Reentrant mutex"_s,
         u"Curator's InterProcessMutex: its owner enters again without a request, and only the last release deletes."_s,
         {},
         {true, true, false, true},
         predecessorCost(),
         {Dialect::Curator, Dialect::Docs, Dialect::Plain},
         {.entries = true}},
        {R::ReadWrite,
         u"readwrite"_s,
         u"Read/write lock"_s,
         u"A reader watches the nearest earlier writer, a writer the node just before it: readers enter together."_s,
         {},
         queueShared,
         {u"2"_s, u"3"_s, u"1; a writer with k readers behind: k"_s, u"2; a writer with k readers behind: 1 + k"_s},
         everyDialect,
         {.writers = true}},
        {R::ReadWriteCurator,
         u"readwrite-curator"_s,
         u"Curator's read/write lock"_s,
         u"Readers watch the oldest writer. A writer may go on as a reader (downgrade); a reader may not become a writer."_s,
         {},
         {true, true, true, false},
         {u"2"_s, u"3"_s, u"R readers behind m writers: R each"_s, u"2R each"_s},
         {Dialect::Curator},
         {.writers = true, .entries = true}},
        {R::ReadWriteNaive,
         u"readwrite-naive"_s,
         u"Read/write lock, naive"_s,
         u"Everyone watches the node just before it, so that readers wait in line behind readers."_s,
         {},
         queueShared,
         predecessorCost(),
         docsOrPlain,
         {.writers = true}},
        {R::Semaphore,
         u"semaphore"_s,
         u"Semaphore"_s,
         u"n leases: a mutex lets one contender at a time look whether a lease is free; it waits for one while it holds the mutex."_s,
         {},
         {true, false, true, true},
         {u"≈5"_s, u"≈6"_s, u"1 and a hand-over"_s, u"≈6"_s},
         {Dialect::Curator, Dialect::Kazoo},
         {.leases = true}},
        {R::SemaphoreMutex,
         u"semaphore-mutex"_s,
         u"Non-reentrant mutex"_s,
         u"Curator's InterProcessSemaphoreMutex: a semaphore of one lease."_s,
         {},
         queueMutex,
         {u"≈5"_s, u"≈6"_s, u"1 and a hand-over"_s, u"≈6"_s},
         {Dialect::Curator},
         {}},
        {R::Multi,
         u"multi"_s,
         u"Several locks as one"_s,
         u"Takes its locks one after another, in sorted order unless told otherwise, and gives back what it has if one fails."_s,
         {},
         queueMutex,
         {u"2 for each lock"_s, u"3 for each lock"_s, u"1 for each lock"_s, u"2 for each lock"_s},
         everyDialect,
         {.paths = true}},
        {R::Revocable,
         u"revocable"_s,
         u"Revocable mutex"_s,
         u"A mutex whose holder watches its own node's data: others may ask there to have the lock back."_s,
         {},
         queueMutex,
         {u"3"_s, u"4"_s, u"1, and 1 for its own watch; asking: 1"_s, u"2; asking: 1 write, 1 read"_s},
         {Dialect::Curator, Dialect::Docs},
         {},
         true},
        {R::ProcessLock,
         u"process-lock"_s,
         u"Process lock with shared threads"_s,
         u"One node for a process; its threads enter and leave without traffic, and the last one to leave gives the lock back."_s,
         {},
         {true, true, true, true},
         {u"2; a thread that joins: 0"_s, u"3"_s, u"1; a writer with k readers behind: k"_s, u"2"_s},
         {Dialect::Docs, Dialect::Kazoo, Dialect::Plain},
         {.writers = true, .entries = true, .threads = true}},
        {R::QueueHerd,
         u"queue-herd"_s,
         u"Queue, everyone watches the directory"_s,
         u"Sequential nodes, but each waiter watches the directory: every arrival and every release wakes all."_s,
         {},
         {true, false, false, false},
         {u"2"_s, u"2, and all others wake"_s, u"N"_s, u"N lists of N names"_s},
         docsOrPlain,
         {}},
        {R::Ephemeral,
         u"ephemeral"_s,
         u"Plain ephemeral node"_s,
         u"The lock path itself is the node: who creates it holds, all others watch it and race when it goes."_s,
         {},
         noPromise,
         {u"1"_s, u"2"_s, u"N"_s, u"2N"_s},
         {Dialect::Plain},
         {}},
    };
}

RecipeInfo broken(RecipeId id, const QString &name, const QString &title, const QString &summary,
                  const QString &failure, Options options = {}, QList<Dialect> dialects = docsOrPlain)
{
    return {id, u"broken-"_s + name, title, summary, failure, noPromise, {}, std::move(dialects), options};
}

std::vector<RecipeInfo> brokenRecipes()
{
    using R = RecipeId;
    return {
        broken(R::BrokenLostWakeup, u"lost-wakeup"_s, u"Lost wake-up"_s,
               u"Watches the node before it without looking whether it is still there, as Java's WriteLock."_s,
               u"If that node goes between the list and the watch, the client waits for ever, and all behind it."_s),
        broken(R::BrokenSelfWatch, u"self-watch"_s, u"Self watch"_s,
               u"Compares its own full path with bare names after a lost create reply, as Java's WriteLock."_s,
               u"It takes itself for the node before it and waits for its own node."_s),
        broken(R::BrokenPathOrder, u"path-order"_s, u"Two holders by sort order"_s,
               u"Sorts by the whole name, session id included, not by number (ZOOKEEPER-2931)."_s,
               u"A late comer with a smaller name finds itself first: two hold at once."_s, {},
               {Dialect::Docs, Dialect::Curator, Dialect::Kazoo}),
        broken(
            R::BrokenRequeueAtTail, u"requeue-at-tail"_s, u"Requeue at the tail"_s,
            u"When the node before it goes before it is watched, it deletes its own and queues again, as zoo_lock.c."_s,
            u"A waiter loses its place to all who came after it."_s),
        broken(
            R::BrokenOvertakingWriter, u"overtaking-writer"_s, u"Overtaking writer"_s,
            u"A write lock goes down to a read lock by a new node at the end of the queue (CURATOR-276, CURATOR-621)."_s,
            u"A writer that waited enters while the downgraded reader still reads."_s, {.writers = true},
            {Dialect::Curator}),
        broken(R::BrokenMutualWait, u"mutual-wait"_s, u"Mutual wait"_s,
               u"Readers wait for later writers too (kazoo #649)."_s,
               u"A reader and a writer wait for each other for ever."_s, {.writers = true}),
        broken(R::BrokenLeakyTimeout, u"leaky-timeout"_s, u"Leaky timeout"_s,
               u"A timed-out acquire goes away and leaves its node (kazoo #732, zk-ruby #49)."_s,
               u"The node left behind reaches the head and blocks all until its session ends."_s),
        broken(
            R::BrokenDuplicateContender, u"duplicate-contender"_s, u"Duplicate contender"_s,
            u"Creates again after a lost reply without looking for the node that is there (CURATOR-45, zk-ruby #51)."_s,
            u"Its first node is nobody's: once it is at the head, nobody ever releases it."_s),
        broken(R::BrokenForeignChild, u"foreign-child"_s, u"Blocked by a foreign child"_s,
               u"Fails on a child whose name it cannot read, and leaves its own node (go-zookeeper lock.go)."_s,
               u"One stray node makes every acquire fail, each leaving one more node."_s),
        broken(R::BrokenSilentLoss, u"silent-loss"_s, u"Silent loss"_s,
               u"The holder is not told that its session has expired (CURATOR-206)."_s,
               u"It goes on as if it held, while the next one holds."_s),
        broken(R::BrokenForgottenRelease, u"forgotten-release"_s, u"Forgotten release"_s,
               u"A release that fails with a lost connection is forgotten (CURATOR-678)."_s,
               u"The node stays on a living session: nobody else ever holds."_s),
        broken(
            R::BrokenElectionLivelock, u"election-livelock"_s, u"Election livelock"_s,
            u"A client that finds the node before it gone deletes its own and queues again (CURATOR-644, CURATOR-645)."_s,
            u"So the next one finds its own gone: they delete and create without end, and nobody is served."_s),
        broken(R::BrokenOrphanedLease, u"orphaned-lease"_s, u"Orphaned lease"_s,
               u"A semaphore whose timed-out acquire leaves its lease (CURATOR-315, CURATOR-462)."_s,
               u"Leases run out although nobody holds them."_s, {.leases = true}, {Dialect::Curator}),
        broken(R::BrokenLeakedWatch, u"leaked-watch"_s, u"Leaked watch"_s,
               u"A timed-out acquire leaves its watch (CURATOR-107)."_s,
               u"Watches pile up at the server for clients that wait for nothing."_s),
        broken(R::BrokenPersistentNode, u"persistent-node"_s, u"Never-releasing contender"_s,
               u"Its node is not ephemeral (kazoo's ephemeral=False, Hive's keep-alive)."_s,
               u"When the client dies, its node stays: the lock is taken for ever."_s, {},
               {Dialect::Docs, Dialect::Kazoo}),
        broken(R::BrokenUnsortedMulti, u"unsorted-multi"_s, u"Unsorted multi-lock"_s,
               u"Several locks, every second client taking them in the opposite order."_s,
               u"Two clients each hold what the other waits for: a deadlock."_s, {.paths = true}),
    };
}

std::vector<RecipeInfo> wholeCatalog()
{
    auto all = soundRecipes();
    for (RecipeInfo &info : brokenRecipes())
        all.push_back(std::move(info));
    return all;
}

} // namespace

const std::vector<RecipeInfo> &recipeCatalog()
{
    static const std::vector<RecipeInfo> catalog = wholeCatalog();
    return catalog;
}

const RecipeInfo &recipeInfo(RecipeId recipe)
{
    for (const RecipeInfo &info : recipeCatalog()) {
        if (info.id == recipe)
            return info;
    }
    Q_UNREACHABLE();
}

} // namespace lockscope::locks
