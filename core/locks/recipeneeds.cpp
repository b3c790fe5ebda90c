// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipeneeds.h"

#include "core/locks/recipecatalog.h"

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

QList<Text> withAll(QList<Text> concepts, const QList<Text> &more)
{
    return concepts += more;
}

QList<Text> ofSingleNode()
{
    return {Text::en("session"), Text::en("ephemeral node"), Text::en("watch")};
}

QList<Text> ofQueue()
{
    return withAll(ofSingleNode(), {Text::en("sequence number")});
}

QList<Text> ofReadersAndWriters()
{
    return withAll(ofQueue(), {Text::en("shared mode")});
}

QList<Text> ofLeases()
{
    return withAll(ofQueue(), {Text::en("lease")});
}

} // namespace

QString waitingName(Waiting waiting)
{
    switch (waiting) {
    case Waiting::Watches: return u"watch"_s;
    case Waiting::Listens: return u"message"_s;
    case Waiting::Polls: return u"poll"_s;
    case Waiting::Blocks: return u"block"_s;
    case Waiting::Repeats: return u"repeat"_s;
    }
    return {};
}

Text waitingText(Waiting waiting)
{
    switch (waiting) {
    case Waiting::Watches: return Text::en("a watch wakes it");
    case Waiting::Listens: return Text::en("a message wakes it");
    case Waiting::Polls: return Text::en("asks again");
    case Waiting::Blocks: return Text::en("blocks at the server");
    case Waiting::Repeats: return Text::en("works again");
    }
    return {};
}

RecipeNeeds recipeNeeds(RecipeId recipe)
{
    using R = RecipeId;
    const Text key = Text::en("key");
    const Text limit = Text::en("time limit");
    const Text token = Text::en("owner token");
    const Text polling = Text::en("polling");
    const Text table = Text::en("table with a unique key");
    switch (recipe) {
    case R::Ephemeral: return {ofSingleNode()};
    case R::QueueHerd:
    case R::Mutex: return {ofQueue()};
    case R::Reentrant: return {withAll(ofQueue(), {Text::en("counted entries")})};
    case R::ReadWriteNaive:
    case R::ReadWrite: return {ofReadersAndWriters()};
    case R::ReadWriteCurator: return {withAll(ofReadersAndWriters(), {Text::en("downgrade")})};
    case R::Semaphore:
    case R::SemaphoreMutex: return {ofLeases()};
    case R::Multi: return {withAll(ofQueue(), {Text::en("sorted order of locks")})};
    case R::Revocable: return {withAll(ofQueue(), {Text::en("a node's data as a request")})};
    case R::ProcessLock: return {withAll(ofReadersAndWriters(), {Text::en("threads that share a hold")})};
    case R::BrokenLostWakeup:
    case R::BrokenSelfWatch:
    case R::BrokenPathOrder:
    case R::BrokenRequeueAtTail:
    case R::BrokenOvertakingWriter:
    case R::BrokenMutualWait:
    case R::BrokenLeakyTimeout:
    case R::BrokenDuplicateContender:
    case R::BrokenForeignChild:
    case R::BrokenSilentLoss:
    case R::BrokenForgottenRelease:
    case R::BrokenElectionLivelock:
    case R::BrokenOrphanedLease:
    case R::BrokenLeakedWatch:
    case R::BrokenPersistentNode:
    case R::BrokenUnsortedMulti: return recipeNeeds(recipeInfo(recipe).soundForm);
    case R::RedisSetNx: return {{key, polling}, Waiting::Polls};
    case R::RedisSetNxExpire: return {{key, limit, polling}, Waiting::Polls};
    case R::RedisSetNxGetSet:
        return {{key, Text::en("time of day as a value"), Text::en("clocks that agree"), polling}, Waiting::Polls};
    case R::RedisSetPx: return {{key, limit, token, Text::en("server-side script"), polling}, Waiting::Polls};
    case R::RedisSetPxRenewed:
        return {{key, limit, token, Text::en("server-side script"), Text::en("renewal"), Text::en("publish/subscribe")},
                Waiting::Listens};
    case R::Redlock:
        return {{key, limit, token, Text::en("server-side script"), Text::en("majority of servers"), polling},
                Waiting::Polls};
    case R::SqlRow: return {{table, Text::en("transaction"), token, polling}, Waiting::Polls};
    case R::SqlVersion:
        return {{Text::en("version column"), Text::en("conditional update"), Text::en("work that can be repeated")},
                Waiting::Repeats};
    case R::SqlForUpdate:
        return {{Text::en("transaction"), Text::en("row lock"), Text::en("connection of one's own")}, Waiting::Blocks};
    case R::SqlNamed: return {{Text::en("advisory lock"), Text::en("connection of one's own")}, Waiting::Blocks};
    case R::Own: return {}; // its author knows
    }
    return {};
}

Text serversNeeded(RecipeId recipe, Backend backend)
{
    if (recipe == RecipeId::Redlock)
        return Text::en("five servers that know nothing of one another; a majority grants, and two may be down");
    switch (backend) {
    case Backend::ZooKeeper:
        return Text::en("an ensemble of three servers or more that agree by majority; one is enough to try it");
    case Backend::Redis: return Text::en("one server; when it is down, no client gets a lock");
    case Backend::Sqlite: return Text::en("nothing but a file that all clients can open, on one machine");
    case Backend::MariaDb:
    case Backend::PostgreSql: return Text::en("one database server; when it is down, no client gets a lock");
    }
    return {};
}

} // namespace lockscope::locks
