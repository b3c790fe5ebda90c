// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

constexpr Guarantees queueMutex{true, false, false, true};
constexpr Guarantees queueShared{true, false, true, true};
constexpr Guarantees noPromise{};

const QList<Dialect> everyDialect{Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain};
const QList<Dialect> docsOrPlain{Dialect::Docs, Dialect::Plain};

// One release, with n waiters behind.
constexpr auto wakesOne = [](qint64 n) { return ReleaseCost{std::min<qint64>(n, 1), 1 + std::min<qint64>(n, 1)}; };
constexpr auto wakesAll = [](qint64 n) { return ReleaseCost{n, 1 + n}; };
/// And all but one watch again.
constexpr auto wakesAllTwice = [](qint64 n) { return ReleaseCost{n, std::max<qint64>(2 * n, 1)}; };
/// The lease goes to one; the place in the line to the next.
constexpr auto handsOver = [](qint64 n) { return ReleaseCost{std::min<qint64>(n, 2), n == 0 ? 1 : n == 1 ? 3 : 6}; };
/// All wait at the first of two, the second is free.
constexpr auto ofTwoLocks = [](qint64 n) { return ReleaseCost{std::min<qint64>(n, 1), n == 0 ? 2 : 5}; };
/// And the watch on its own data.
constexpr auto ofRevocable = [](qint64 n) {
    return ReleaseCost{1 + std::min<qint64>(n, 1), 1 + 2 * std::min<qint64>(n, 1)};
};

Cost predecessorCost()
{
    return {Text::verbatim(u"2"_s), Text::verbatim(u"3"_s), Text::verbatim(u"1"_s), Text::verbatim(u"2"_s), wakesOne};
}

Cost leaseCost()
{
    return {Text::verbatim(u"≈5"_s), Text::verbatim(u"≈6"_s), Text::en("1 and a hand-over"), Text::verbatim(u"≈6"_s),
            handsOver};
}

RecipeInfo sound(RecipeId id, const QString &name, const Text &title, const Text &summary, Guarantees guarantees,
                 const Cost &cost, QList<Dialect> dialects, Options options = {})
{
    return {id, name, title, summary, {}, id, guarantees, cost, std::move(dialects), options};
}

std::vector<RecipeInfo> soundRecipes()
{
    using R = RecipeId;
    return {
        sound(R::Mutex, u"mutex"_s, Text::en("Mutex"),
              Text::en("Sequential nodes: the smallest holds, each other one watches the node just before it."),
              queueMutex, predecessorCost(), everyDialect),
        sound(R::Reentrant, u"reentrant"_s, Text::en("Reentrant mutex"),
              Text::en("Curator's InterProcessMutex: its owner enters again without a request, and only the last "
                       "release deletes."),
              {true, true, false, true}, predecessorCost(), {Dialect::Curator, Dialect::Docs, Dialect::Plain},
              {.entries = true}),
        sound(R::ReadWrite, u"readwrite"_s, Text::en("Read/write lock"),
              Text::en("A reader watches the nearest earlier writer, a writer the node just before it: readers enter "
                       "together."),
              queueShared,
              {Text::verbatim(u"2"_s), Text::verbatim(u"3"_s), Text::en("1; a writer with k readers behind: k"),
               Text::en("2; a writer with k readers behind: 1 + k"), wakesAll},
              everyDialect, {.writers = true}),
        sound(R::ReadWriteCurator, u"readwrite-curator"_s, Text::en("Curator's read/write lock"),
              Text::en("Readers watch the oldest writer. A writer may go on as a reader (downgrade); a reader may not "
                       "become a writer."),
              {true, true, true, false},
              {Text::verbatim(u"2"_s), Text::verbatim(u"3"_s), Text::en("R readers behind m writers: R each"),
               Text::en("2R each"), wakesAllTwice},
              {Dialect::Curator}, {.writers = true, .entries = true}),
        sound(R::ReadWriteNaive, u"readwrite-naive"_s, Text::en("Read/write lock, naive"),
              Text::en("Everyone watches the node just before it, so that readers wait in line behind readers."),
              queueShared, predecessorCost(), docsOrPlain, {.writers = true}),
        sound(R::Semaphore, u"semaphore"_s, Text::en("Semaphore"),
              Text::en("n leases: a mutex lets one contender at a time look whether a lease is free; it waits for one "
                       "while it holds the mutex."),
              {true, false, true, true}, leaseCost(), {Dialect::Curator, Dialect::Kazoo}, {.leases = true}),
        sound(R::SemaphoreMutex, u"semaphore-mutex"_s, Text::en("Non-reentrant mutex"),
              Text::en("Curator's InterProcessSemaphoreMutex: a semaphore of one lease."), queueMutex, leaseCost(),
              {Dialect::Curator}),
        sound(R::Multi, u"multi"_s, Text::en("Several locks as one"),
              Text::en("Takes its locks one after another, in sorted order unless told otherwise, and gives back what "
                       "it has if one fails."),
              queueMutex,
              {Text::en("2 for each lock"), Text::en("3 for each lock"), Text::en("1 for each lock"),
               Text::en("2 for each lock"), ofTwoLocks},
              everyDialect, {.paths = true}),
        sound(R::Revocable, u"revocable"_s, Text::en("Revocable mutex"),
              Text::en("A mutex whose holder watches its own node's data: others may ask there to have the lock back."),
              queueMutex,
              {Text::verbatim(u"3"_s), Text::verbatim(u"4"_s), Text::en("1, and 1 for its own watch; asking: 1"),
               Text::en("2; asking: 1 write, 1 read"), ofRevocable},
              {Dialect::Curator, Dialect::Docs}),
        sound(R::ProcessLock, u"process-lock"_s, Text::en("Process lock with shared threads"),
              Text::en("One node for a process; its threads enter and leave without traffic, and the last one to leave "
                       "gives the lock back."),
              {true, true, true, true},
              {Text::en("2; a thread that joins: 0"), Text::verbatim(u"3"_s),
               Text::en("1; a writer with k readers behind: k"), Text::verbatim(u"2"_s), wakesOne},
              {Dialect::Docs, Dialect::Kazoo, Dialect::Plain}, {.writers = true, .entries = true, .threads = true}),
        sound(R::QueueHerd, u"queue-herd"_s, Text::en("Queue, everyone watches the directory"),
              Text::en("Sequential nodes, but each waiter watches the directory: every arrival and every release wakes "
                       "all."),
              {true, false, false, false},
              {Text::verbatim(u"2"_s), Text::en("2, and all others wake"), Text::verbatim(u"N"_s),
               Text::en("N lists of N names"), wakesAll},
              docsOrPlain),
        sound(R::Ephemeral, u"ephemeral"_s, Text::en("Plain ephemeral node"),
              Text::en("The lock path itself is the node: who creates it holds, all others watch it and race when it "
                       "goes."),
              noPromise,
              {Text::verbatim(u"1"_s), Text::verbatim(u"2"_s), Text::verbatim(u"N"_s), Text::verbatim(u"2N"_s),
               wakesAllTwice},
              {Dialect::Plain}),
    };
}

RecipeInfo broken(RecipeId id, const QString &name, const Text &title, const Text &summary, const Text &failure,
                  RecipeId soundForm = RecipeId::Mutex, Options options = {}, QList<Dialect> dialects = docsOrPlain)
{
    return {id, u"broken-"_s + name, title, summary, failure, soundForm, noPromise, {}, std::move(dialects), options};
}

std::vector<RecipeInfo> brokenRecipes()
{
    using R = RecipeId;
    return {
        broken(R::BrokenLostWakeup, u"lost-wakeup"_s, Text::en("Lost wake-up"),
               Text::en("Watches the node before it without looking whether it is still there, as Java's WriteLock."),
               Text::en(
                   "If that node goes between the list and the watch, the client waits for ever, and all behind it.")),
        broken(R::BrokenSelfWatch, u"self-watch"_s, Text::en("Self watch"),
               Text::en("Compares its own full path with bare names after a lost create reply, as Java's WriteLock."),
               Text::en("It takes itself for the node before it and waits for its own node.")),
        broken(R::BrokenPathOrder, u"path-order"_s, Text::en("Two holders by sort order"),
               Text::en("Sorts by the whole name, session id included, not by number (ZOOKEEPER-2931)."),
               Text::en("A late comer with a smaller name finds itself first: two hold at once."), R::Mutex, {},
               {Dialect::Docs, Dialect::Curator, Dialect::Kazoo}),
        broken(R::BrokenRequeueAtTail, u"requeue-at-tail"_s, Text::en("Requeue at the tail"),
               Text::en("When the node before it goes before it is watched, it deletes its own and queues again, as "
                        "zoo_lock.c."),
               Text::en("A waiter loses its place to all who came after it.")),
        broken(R::BrokenOvertakingWriter, u"overtaking-writer"_s, Text::en("Overtaking writer"),
               Text::en("A write lock goes down to a read lock by a new node at the end of the queue (CURATOR-276, "
                        "CURATOR-621)."),
               Text::en("A writer that waited enters while the downgraded reader still reads."), R::ReadWriteCurator,
               {.writers = true}, {Dialect::Curator}),
        broken(R::BrokenMutualWait, u"mutual-wait"_s, Text::en("Mutual wait"),
               Text::en("Readers wait for later writers too (kazoo #649)."),
               Text::en("A reader and a writer wait for each other for ever."), R::ReadWrite, {.writers = true}),
        broken(R::BrokenLeakyTimeout, u"leaky-timeout"_s, Text::en("Leaky timeout"),
               Text::en("A timed-out acquire goes away and leaves its node (kazoo #732, zk-ruby #49)."),
               Text::en("The node left behind reaches the head and blocks all until its session ends.")),
        broken(R::BrokenDuplicateContender, u"duplicate-contender"_s, Text::en("Duplicate contender"),
               Text::en("Creates again after a lost reply without looking for the node that is there (CURATOR-45, "
                        "zk-ruby #51)."),
               Text::en("Its first node belongs to no client: once it is at the head, it is never released.")),
        broken(R::BrokenForeignChild, u"foreign-child"_s, Text::en("Blocked by a foreign child"),
               Text::en("Fails on a child whose name it cannot read, and leaves its own node (go-zookeeper lock.go)."),
               Text::en("One stray node makes every acquire fail, each leaving one more node.")),
        broken(R::BrokenSilentLoss, u"silent-loss"_s, Text::en("Silent loss"),
               Text::en("The holder is not told that its session has expired (CURATOR-206)."),
               Text::en("It goes on as if it held, while the next one holds.")),
        broken(R::BrokenForgottenRelease, u"forgotten-release"_s, Text::en("Forgotten release"),
               Text::en("A release that fails with a lost connection is forgotten (CURATOR-678)."),
               Text::en("The node stays on a living session: no other client ever holds.")),
        broken(R::BrokenElectionLivelock, u"election-livelock"_s, Text::en("Election livelock"),
               Text::en("A client that finds the node before it gone deletes its own and queues again (CURATOR-644, "
                        "CURATOR-645)."),
               Text::en(
                   "So the next one finds its own gone: they delete and create without end, and no client is served.")),
        broken(R::BrokenOrphanedLease, u"orphaned-lease"_s, Text::en("Orphaned lease"),
               Text::en("A semaphore whose timed-out acquire leaves its lease (CURATOR-315, CURATOR-462)."),
               Text::en("Leases run out although no client holds them."), R::Semaphore, {.leases = true},
               {Dialect::Curator}),
        broken(R::BrokenLeakedWatch, u"leaked-watch"_s, Text::en("Leaked watch"),
               Text::en("A timed-out acquire leaves its watch (CURATOR-107)."),
               Text::en("Watches pile up at the server for clients that wait for nothing.")),
        broken(R::BrokenPersistentNode, u"persistent-node"_s, Text::en("Never-releasing contender"),
               Text::en("Its node is not ephemeral (kazoo's ephemeral=False, Hive's keep-alive)."),
               Text::en("When the client dies, its node stays: the lock is taken for ever."), R::Mutex, {},
               {Dialect::Docs, Dialect::Kazoo}),
        broken(R::BrokenUnsortedMulti, u"unsorted-multi"_s, Text::en("Unsorted multi-lock"),
               Text::en("Several locks, every second client taking them in the opposite order."),
               Text::en("Two clients each hold what the other waits for: a deadlock."), R::Multi, {.paths = true}),
    };
}

std::vector<RecipeInfo> wholeCatalog()
{
    auto all = soundRecipes();
    for (RecipeInfo &info : brokenRecipes())
        all.push_back(std::move(info));
    return all;
}

// ---- on Redis ----

/// No waiter is woken: each asks again by itself.
constexpr auto wakesNobody = [](qint64) { return ReleaseCost{0, 1}; };

Cost pollingCost(const QString &free, const Text &contended)
{
    return {Text::verbatim(free), contended, Text::verbatim(u"0"_s), Text::en("each poll of each waiter"), wakesNobody};
}

RecipeInfo onRedis(RecipeId id, const QString &name, const Text &title, const Text &summary, const Text &failure,
                   const Cost &cost, const Text &limits = {})
{
    RecipeInfo info{
        id,   u"redis-"_s + name, title, summary, failure, failure.isEmpty() ? id : RecipeId::RedisSetPx, noPromise,
        cost, {Dialect::Plain}};
    info.backends = {Backend::Redis};
    info.limits = limits;
    return info;
}

RecipeInfo redlock()
{
    RecipeInfo info = onRedis(
        RecipeId::Redlock, {}, Text::en("Redlock: the key on most of several servers"),
        Text::en(
            "One command sets the key on each of five servers that know nothing of one another; whom more than half "
            "gave it holds for as long as is left of the limit."),
        {}, pollingCost(u"5"_s, Text::en("10 for each poll")),
        Text::en("A holder that stands still, or works, longer than the limit goes on while the next one holds; so it "
                 "does where a server's clock jumps, or one comes back without its keys. There is no fencing token."));
    info.name = u"redlock"_s;
    info.servers = 3;
    info.cost.ofRelease = [](qint64) { return ReleaseCost{0, 5}; };
    return info;
}

std::vector<RecipeInfo> redisRecipes()
{
    using R = RecipeId;
    const Text onePoll = Text::en("1 for each poll");
    return {
        onRedis(R::RedisSetNx, u"setnx"_s, Text::en("SETNX"),
                Text::en("Who sets the key holds, and deletes it to release; the others try again."),
                Text::en("The key has no time limit: when its holder dies, no client ever holds again."),
                pollingCost(u"1"_s, onePoll)),
        onRedis(R::RedisSetNxExpire, u"setnx-expire"_s, Text::en("SETNX, then EXPIRE"),
                Text::en("Who sets the key holds, and gives it a time limit by a second command."),
                Text::en("A crash between the two leaves a key without a limit: no client ever holds again. And its "
                         "release deletes whoever's key is there."),
                pollingCost(u"2"_s, onePoll)),
        onRedis(R::RedisSetNxGetSet, u"setnx-getset"_s, Text::en("SETNX with a time, GETSET when it is over"),
                Text::en("The key holds the time at which it is over; who replaces a time that is over, by GETSET, "
                         "holds."),
                Text::en("Each client reads its own clock: one that is ahead takes a lock that is held, and the "
                         "release of the one before deletes its key. Who loses the race overwrites the winner's time."),
                pollingCost(u"1"_s, Text::en("2 for each poll, 3 when the time is over"))),
        onRedis(
            R::RedisSetPx, u"set-px"_s, Text::en("SET NX PX with a token"),
            Text::en("One command sets the key with a token and a time limit; a script deletes it only if the "
                     "token is its own."),
            {}, pollingCost(u"1"_s, onePoll),
            Text::en("A holder that stands still, or works, longer than the limit goes on while the next one holds. "
                     "There is no fencing token.")),
        onRedis(
            R::RedisSetPxRenewed, u"set-px-renewed"_s, Text::en("SET NX PX, renewed while held"),
            Text::en("As SET NX PX; its holder begins the time limit anew while it holds, and a release notifies the "
                     "clients that wait."),
            {},
            {Text::verbatim(u"1"_s), Text::en("3, and 1 for each time that it wakes"), Text::verbatim(u"N"_s),
             Text::verbatim(u"N"_s), wakesAll},
            Text::en("A holder that stands still longer than the limit cannot renew, and goes on while the next one "
                     "holds. There is no fencing token.")),
        redlock(),
    };
}

// ---- in a database ----

RecipeInfo inSql(RecipeId id, const QString &name, const Text &title, const Text &summary, const Text &failure,
                 const Cost &cost, const QList<Backend> &backends, const Text &limits)
{
    RecipeInfo info{
        id,   u"sql-"_s + name, title, summary, failure, failure.isEmpty() ? id : RecipeId::SqlForUpdate, noPromise,
        cost, {Dialect::Plain}};
    info.backends = backends;
    info.limits = limits;
    info.options.pool = true;
    return info;
}

std::vector<RecipeInfo> sqlRecipes()
{
    using R = RecipeId;
    using enum Backend;
    const Text blocks = Text::en("1, and 1 for each second");
    std::vector<RecipeInfo> recipes{
        inSql(R::SqlRow, u"row"_s, Text::en("A row that is there"),
              Text::en("Who inserts the row holds, and deletes it to release; the others try again."),
              Text::en("Without a time limit the row outlives its holder: when that dies, no client ever holds again."),
              pollingCost(u"1"_s, Text::en("1 for each poll, 2 where a time limit is kept")),
              {Sqlite, MariaDb, PostgreSql},
              Text::en("With a time limit, a holder that stands still, or works, longer than the limit goes on while "
                       "the next one holds. The number of its line in the log can fence.")),
        inSql(R::SqlVersion, u"version"_s, Text::en("A version that is still the same"),
              Text::en("Optimistic: all work at once, and write only if the version is the one that they read."), {},
              pollingCost(u"1"_s, Text::verbatim(u"1"_s)), {Sqlite, MariaDb, PostgreSql},
              Text::en("Nothing waits: who was not first has worked in vain and works again. Work outside of the row "
                       "is not protected.")),
        inSql(R::SqlForUpdate, u"for-update"_s, Text::en("SELECT … FOR UPDATE"),
              Text::en("The database's own row lock, held by a transaction that is open as long."), {},
              pollingCost(u"1"_s, blocks), {MariaDb, PostgreSql},
              Text::en("Each waiter blocks a connection, of which a server has few. Who loses the connection believes "
                       "to hold until "
                       "its next statement. A client that vanishes holds until "
                       "the database notices.")),
        inSql(R::SqlNamed, u"named"_s, Text::en("A lock of the database by name"),
              Text::en("GET_LOCK of MariaDB, an advisory lock of PostgreSQL: no row and no transaction."), {},
              pollingCost(u"1"_s, blocks), {MariaDb, PostgreSql},
              Text::en("It belongs to the connection: each waiter blocks one, and a pool that changes connections "
                       "loses it without a word.")),
    };
    recipes[1].guarantees.shared = true;
    return recipes;
}

} // namespace

static std::vector<RecipeInfo> &ownCatalog()
{
    static std::vector<RecipeInfo> catalog = wholeCatalog();
    return catalog;
}

const std::vector<RecipeInfo> &recipeCatalog()
{
    return ownCatalog();
}

static RecipeInfo ownRecipe(const QString &name, const QList<Dialect> &dialects)
{
    return sound(RecipeId::Own, name, Text::verbatim(name), Text::en("A recipe of your own, built into this program."),
                 noPromise, {{}, {}, {}, {}, wakesOne}, dialects);
}

void addOwnRecipe(const QString &name, const QList<Dialect> &dialects)
{
    Q_ASSERT(!hasOwnRecipe());
    ownCatalog().push_back(ownRecipe(name, dialects));
}

bool hasOwnRecipe()
{
    return recipeCatalog().back().id == RecipeId::Own;
}

const std::vector<RecipeInfo> &redisCatalog()
{
    static const std::vector<RecipeInfo> catalog = redisRecipes();
    return catalog;
}

const std::vector<RecipeInfo> &sqlCatalog()
{
    static const std::vector<RecipeInfo> catalog = sqlRecipes();
    return catalog;
}

QStringList recipeNames()
{
    QStringList names;
    for (const auto *catalog : {&recipeCatalog(), &redisCatalog(), &sqlCatalog()}) {
        for (const RecipeInfo &info : *catalog)
            names += info.name;
    }
    return names;
}

const RecipeInfo &recipeInfo(RecipeId recipe)
{
    for (const auto *catalog : {&recipeCatalog(), &redisCatalog(), &sqlCatalog()}) {
        for (const RecipeInfo &info : *catalog) {
            if (info.id == recipe)
                return info;
        }
    }
    static const RecipeInfo elsewhere = ownRecipe(u"own"_s, {Dialect::Docs}); // a recording of a program that had one
    return elsewhere;
}

bool isOfOneNode(RecipeId recipe)
{
    return recipe == RecipeId::Ephemeral || !recipeInfo(recipe).isOfZooKeeper();
}

ReleaseCost releaseCost(RecipeId recipe, qint64 waiters)
{
    return recipeInfo(recipeInfo(recipe).soundForm).cost.ofRelease(std::max<qint64>(waiters, 0));
}

const std::vector<CostVariant> &costVariants()
{
    static const std::vector<CostVariant> variants{
        {RecipeId::Ephemeral, Text::en("plain ephemeral")},
        {RecipeId::ReadWriteCurator, Text::en("Curator's read/write")},
        {RecipeId::QueueHerd, Text::en("directory watch")},
        {RecipeId::ReadWrite, Text::en("read/write, readers")},
        {RecipeId::Semaphore, Text::en("semaphore")},
        {RecipeId::Multi, Text::en("two locks as one")},
        {RecipeId::Mutex, Text::en("predecessor watch")},
    };
    return variants;
}

} // namespace lockscope::locks
