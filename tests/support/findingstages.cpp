// SPDX-License-Identifier: Apache-2.0
#include "tests/support/findingstages.h"

#include <algorithm>

namespace lockscope::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;
using lab::ClientCommand;
using lab::SpawnRequest;
using locks::Dialect;
using locks::RecipeId;

namespace {

SpawnRequest byHand(RecipeId recipe, const QString &lock, int count = 1)
{
    SpawnRequest request;
    request.recipe = recipe;
    request.lock = lock;
    request.count = count;
    request.acquireAtOnce = false;
    return request;
}

/// One client that does so, once it is where it can be: holding or waiting.
bool acquire(FindingBed &bed, ClientId client)
{
    bed.command(client, ClientCommand::Acquire);
    return FindingBed::until([&] { return bed.holds(client) || bed.waits(client); });
}

bool acquireAll(FindingBed &bed, const QList<ClientId> &clients)
{
    return std::all_of(clients.begin(), clients.end(), [&](ClientId client) { return acquire(bed, client); });
}

/// One that asks, waits for a while, and gives up.
bool givesUp(FindingBed &bed, ClientId client)
{
    bed.command(client, ClientCommand::Acquire);
    return FindingBed::until([&] {
        const auto *now = bed.world().client(client);
        return now->error && now->state != locks::LockState::Fetching;
    });
}

/// Of the directory's nodes, how many belong to the client.
qsizetype nodesOf(FindingBed &bed, const QString &lock, ClientId client)
{
    const auto &contenders = bed.world().queue(lock).contenders;
    return std::count_if(contenders.begin(), contenders.end(), [&](const locks::Contender &contender) {
        return contender.node.stat && contender.node.stat->ephemeralOwner == bed.sessionOf(client);
    });
}

bool lostWakeup(FindingBed &bed, const QString &lock)
{
    const auto holder = bed.spawn(byHand(RecipeId::Mutex, lock));
    const auto broken = bed.spawn(byHand(RecipeId::BrokenLostWakeup, lock));
    if (holder.isEmpty() || broken.isEmpty() || !acquire(bed, holder[0]))
        return false;
    // It has seen the holder in its list, and while its watch is on the way, which takes long, the holder goes.
    const auto cameTo = [&](locks::Step step) {
        return FindingBed::until([&] { return bed.world().client(broken[0])->step == step; });
    };
    bed.fault(broken[0], Fault::Delay, 1s);
    bed.command(broken[0], ClientCommand::Acquire);
    if (!cameTo(locks::Step::Watch))
        return false;
    bed.command(holder[0], ClientCommand::Release);
    const bool slept =
        FindingBed::until([&] { return nodesOf(bed, lock, holder[0]) == 0; }) && cameTo(locks::Step::Wait);
    bed.fault(broken[0], Fault::Heal);
    return slept;
}

bool selfWatch(FindingBed &bed, const QString &lock)
{
    const auto holder = bed.spawn(byHand(RecipeId::Mutex, lock));
    const auto broken = bed.spawn(byHand(RecipeId::BrokenSelfWatch, lock));
    if (holder.isEmpty() || broken.isEmpty() || !acquire(bed, holder[0]))
        return false;
    bed.fault(broken[0], Fault::LoseCreateReply);
    return acquire(bed, broken[0]);
}

bool pathOrder(FindingBed &bed, const QString &lock)
{
    auto clients = bed.spawn(byHand(RecipeId::BrokenPathOrder, lock, 6));
    std::sort(clients.begin(), clients.end(), [&](ClientId a, ClientId b) {
        return static_cast<quint64>(bed.sessionOf(a).value) < static_cast<quint64>(bed.sessionOf(b).value);
    });
    if (clients.size() != 6)
        return false;
    // The third comes first; the first of the names then enters beside it.
    for (const int index : {2, 0, 1, 3, 4, 5}) {
        if (!acquire(bed, clients[index]))
            return false;
    }
    return bed.holds(clients[2]) && bed.holds(clients[0]);
}

bool overtakingWriter(FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(RecipeId::BrokenOvertakingWriter, lock, 3);
    request.dialect = Dialect::Curator;
    request.writers = 1;
    const auto clients = bed.spawn(request);
    if (clients.size() != 3 || !acquireAll(bed, {clients[0], clients[1]}))
        return false;
    bed.command(clients[0], ClientCommand::Downgrade);
    return FindingBed::until([&] { return bed.holds(clients[1]); }) && bed.holds(clients[0])
           && acquire(bed, clients[2]);
}

bool readersBehindAWriter(FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(RecipeId::ReadWriteCurator, lock);
    request.dialect = Dialect::Curator;
    request.writers = 1;
    const auto writer = bed.spawn(request);
    request.count = 8;
    request.writers = 0;
    const auto readers = bed.spawn(request);
    return !writer.isEmpty() && !readers.isEmpty() && acquireAll(bed, writer + readers);
}

bool mutualWait(FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(RecipeId::BrokenMutualWait, lock, 2);
    request.writers = 1;
    const auto writers = bed.spawn(request);
    request.writers = 0;
    request.count = 1;
    const auto reader = bed.spawn(request);
    if (writers.size() != 2 || reader.isEmpty() || !acquireAll(bed, {writers[0], reader[0], writers[1]}))
        return false;
    bed.command(writers[0], ClientCommand::Release);
    return FindingBed::until([&] { return bed.world().queue(lock).contenders.size() == 2; });
}

bool leakyTimeout(FindingBed &bed, const QString &lock)
{
    const auto holder = bed.spawn(byHand(RecipeId::Mutex, lock, 2));
    SpawnRequest request = byHand(RecipeId::BrokenLeakyTimeout, lock);
    request.acquireTimeout = 300ms;
    const auto leaky = bed.spawn(request);
    if (holder.size() != 2 || leaky.isEmpty() || !acquire(bed, holder[0]))
        return false;
    return givesUp(bed, leaky[0]) && acquire(bed, holder[1]);
}

bool duplicateContender(FindingBed &bed, const QString &lock)
{
    const auto holder = bed.spawn(byHand(RecipeId::Mutex, lock));
    const auto broken = bed.spawn(byHand(RecipeId::BrokenDuplicateContender, lock));
    if (holder.isEmpty() || broken.isEmpty() || !acquire(bed, holder[0]))
        return false;
    bed.fault(broken[0], Fault::LoseCreateReply);
    return acquire(bed, broken[0]) && FindingBed::until([&] { return nodesOf(bed, lock, broken[0]) > 1; });
}

bool foreignChild(FindingBed &bed, const QString &lock)
{
    bed.makeNode(lock);
    bed.makeNode(lock + u"/stray"_s);
    const auto clients = bed.spawn(byHand(RecipeId::BrokenForeignChild, lock));
    if (clients.isEmpty())
        return false;
    bed.command(clients[0], ClientCommand::Acquire);
    return FindingBed::until([&] { return bed.world().client(clients[0])->error.has_value(); });
}

bool dyingSession(FindingBed &bed, const QString &lock)
{
    const auto clients = bed.spawn(byHand(RecipeId::Mutex, lock, 2));
    if (clients.size() != 2 || !acquireAll(bed, clients))
        return false;
    bed.fault(clients[0], Fault::Crash);
    return true;
}

bool forgottenRelease(FindingBed &bed, const QString &lock)
{
    const auto holder = bed.spawn(byHand(RecipeId::BrokenForgottenRelease, lock));
    const auto waiter = bed.spawn(byHand(RecipeId::Mutex, lock));
    if (holder.isEmpty() || waiter.isEmpty() || !acquireAll(bed, holder + waiter))
        return false;
    bed.fault(holder[0], Fault::LoseRequest); // of a partition the delete would come through once that is healed
    bed.command(holder[0], ClientCommand::Release);
    return FindingBed::until([&] { return !bed.holds(holder[0]); }, 60'000);
}

bool leakedWatch(FindingBed &bed, const QString &lock)
{
    const auto holder = bed.spawn(byHand(RecipeId::Mutex, lock));
    SpawnRequest request = byHand(RecipeId::BrokenLeakedWatch, lock);
    request.acquireTimeout = 300ms;
    const auto leaky = bed.spawn(request);
    return !holder.isEmpty() && !leaky.isEmpty() && acquire(bed, holder[0]) && givesUp(bed, leaky[0]);
}

bool orphanLease(FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(RecipeId::Semaphore, lock);
    request.dialect = Dialect::Curator;
    request.leases = 1;
    const auto holder = bed.spawn(request);
    request.recipe = RecipeId::BrokenOrphanedLease;
    request.acquireTimeout = 5s; // for three readings to show that it waits
    const auto leaky = bed.spawn(request);
    return !holder.isEmpty() && !leaky.isEmpty() && acquire(bed, holder[0]) && givesUp(bed, leaky[0]);
}

bool parentRecreated(FindingBed &bed, const QString &lock)
{
    const auto clients = bed.spawn(byHand(RecipeId::Mutex, lock, 3));
    const auto allAreSeen = [&] { return bed.world().queue(lock).contenders.size() == 3; };
    if (clients.size() != 3 || !acquireAll(bed, clients) || !FindingBed::until(allAreSeen) || !bed.removeTree(lock))
        return false;
    const auto next = bed.spawn(byHand(RecipeId::Mutex, lock));
    return !next.isEmpty() && acquire(bed, next[0]);
}

bool mixedDialects(FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(RecipeId::Mutex, lock);
    request.dialect = Dialect::Kazoo;
    const auto kazoo = bed.spawn(request);
    request.dialect = Dialect::Curator;
    const auto curator = bed.spawn(request);
    return !kazoo.isEmpty() && !curator.isEmpty() && acquireAll(bed, kazoo + curator);
}

bool persistentNode(FindingBed &bed, const QString &lock)
{
    const auto clients = bed.spawn(byHand(RecipeId::BrokenPersistentNode, lock, 2));
    return clients.size() == 2 && acquireAll(bed, clients);
}

bool herd(RecipeId recipe, FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(recipe, lock, 8);
    if (recipe == RecipeId::Ephemeral)
        request.dialect = Dialect::Plain;
    const auto clients = bed.spawn(request);
    return clients.size() == 8 && acquireAll(bed, clients);
}

bool deadlock(FindingBed &bed, const QString &lock)
{
    SpawnRequest request = byHand(RecipeId::BrokenUnsortedMulti, lock, 2);
    request.paths = {lock + u"/a"_s, lock + u"/b"_s};
    request.sorted = false;
    request.hold = {lab::HoldTime::Kind::Fixed, 0ms, 0ms};
    request.rounds = 0; // a race
    request.acquireAtOnce = true;
    const auto clients = bed.spawn(request);
    return clients.size() == 2 && FindingBed::until([&] {
               const auto waits = [&](const QString &path) {
                   const auto &queue = bed.world().queue(path);
                   return queue.holders.size() == 1 && queue.waiting == 1;
               };
               return waits(request.paths[0]) && waits(request.paths[1]);
           });
}

locks::Thresholds staleAfter(qint64 ms)
{
    locks::Thresholds thresholds;
    thresholds.staleHolderMs = ms;
    return thresholds;
}

} // namespace

const std::vector<FindingStage> &findingStages()
{
    static const std::vector<FindingStage> stages{
        {u"lost wake-up"_s, {u"lost-wakeup"_s}, {}, lostWakeup},
        {u"self watch"_s, {u"self-watch"_s}, {}, selfWatch},
        {u"two holders by sort order"_s, {u"order-disagreement"_s}, {}, pathOrder},
        {u"requeue at tail"_s, {}, u"check: place-lost"_s},
        {u"overtaking writer"_s, {u"no-watch"_s}, {}, overtakingWriter},
        {u"reader herd"_s, {u"herd"_s}, {}, readersBehindAWriter},
        {u"mutual wait"_s, {u"mutual-wait"_s}, {}, mutualWait},
        {u"leaked contender"_s, {u"no-watch"_s, u"duplicate-contender"_s}, {}, leakyTimeout},
        {u"duplicate contender"_s, {u"duplicate-contender"_s}, {}, duplicateContender},
        {u"blocked by a foreign child"_s, {u"foreign-child"_s}, {}, foreignChild},
        {u"dying session's node"_s, {u"dead-session"_s}, {}, dyingSession},
        {u"silent loss"_s, {}, u"check: silent-loss"_s},
        {u"forgotten release"_s, {u"stale-holder"_s}, {}, forgottenRelease, staleAfter(5'000)},
        {u"election livelock"_s, {}, u"check: place-lost"_s},
        {u"orphaned leases"_s, {u"orphan-lease"_s}, {}, orphanLease},
        {u"leaked watch"_s, {u"leaked-watch"_s}, {}, leakedWatch},
        {u"zombie holder"_s, {}, u"check: belief-overlap"_s},
        {u"parent re-created"_s, {u"parent-recreated"_s}, {}, parentRecreated},
        {u"mixed dialects"_s, {u"mixed-dialects"_s}, {}, mixedDialects},
        {u"never-releasing contender"_s, {u"persistent-contender"_s}, {}, persistentNode},
        {u"herd, all watch the directory"_s,
         {u"herd"_s},
         {},
         [](FindingBed &bed, const QString &lock) { return herd(RecipeId::QueueHerd, bed, lock); }},
        {u"herd, all watch the node"_s,
         {u"herd"_s},
         {},
         [](FindingBed &bed, const QString &lock) { return herd(RecipeId::Ephemeral, bed, lock); }},
        {u"deadlock across locks"_s, {u"deadlock"_s}, {}, deadlock},
    };
    return stages;
}

} // namespace lockscope::test
