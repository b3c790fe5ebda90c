// SPDX-License-Identifier: Apache-2.0
// The pseudo-code of locks on a key of Redis, or a row of a database.
#include "core/locks/codelines.h"

#include <map>

namespace lockscope::locks {

namespace {

namespace why {
const Text setNx = Text::en("One command looks and sets: of many clients one finds the key absent.");
const Text token = Text::en("No other client has this token: by it a client knows its own key again.");
const Text tryAgain =
    Text::en("Redis keeps no queue: who does not get the key asks again, after a time that differs from "
             "client to client.");
const Text maybeSet = Text::en("The command may have been carried out all the same: the value of the key shows it.");
const Text ownOnly =
    Text::en("A script, so that nothing comes between the look and the delete: when the time was over, "
             "the key is another's by now.");
const Text noLimit = Text::en("The key has no time limit: when its holder dies, nothing ever deletes it.");
const Text anybodys =
    Text::en("It deletes whoever's key is there: when its own time was over, that is the next holder's.");
const Text insertRow = Text::en("The primary key lets one INSERT of a name succeed.");
const Text maybeInserted = Text::en("It may have been carried out all the same: the owner of the row shows it.");
const Text noRowLimit =
    Text::en("Without a time limit the row outlives its holder: when that dies, nothing ever deletes it.");
const Text askAgain =
    Text::en("A row has no queue: who does not get it asks again, after a time that differs from client "
             "to client.");
const Text ofPool =
    Text::en("Where clients share a pool it waits until one is free, and keeps it until it has released: who needs "
             "another one for its work meanwhile waits for the clients that wait for its lock.");
const Text withConnection =
    Text::en("It also goes with the connection: a client that dies gives it back as soon as the "
             "database notices.");
} // namespace why

namespace text {
using enum Step;

// ---- on Redis ----

Listing setNx()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        holds(wrong(why::noLimit, line(2, Text::en("if SETNX key token: I hold"), {Claim}, why::setNx))),
        aside(3, Text::en("reply lost: GET key = token?"), {FindOwn}, why::maybeSet, when::whileWaiting),
        line(2, Text::en("wait a moment, repeat"), {Wait}, why::tryAgain),
        aside(1, Text::en("gave up: DEL key"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("DEL key"), {Release}),
        aside(2, Text::en("reply lost: GET key = token?"), {FindOwn}, why::maybeSet, when::whileReleasing),
    };
}

Listing setNxExpire()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        line(2, Text::en("if SETNX key token:"), {Claim}, why::setNx),
        aside(3, Text::en("reply lost: GET key = token?"), {FindOwn}, why::maybeSet, when::whileWaiting),
        holds(wrong(Text::en("A crash before this line leaves a key without a time limit: no client ever holds again. "
                             "Sound: set both by one command."),
                    line(3, Text::en("PEXPIRE key limit: I hold"), {Limit}))),
        line(2, Text::en("wait a moment, repeat"), {Wait}, why::tryAgain),
        aside(1, Text::en("gave up: DEL key"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        wrong(why::anybodys, line(1, Text::en("DEL key"), {Release})),
        aside(2, Text::en("reply lost: GET key = token?"), {FindOwn}, why::maybeSet, when::whileReleasing),
    };
}

Listing setNxGetSet()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        holds(line(2, Text::en("if SETNX key (now + limit): I hold"), {Claim}, why::setNx)),
        aside(3, Text::en("reply lost: GET key = mine?"), {FindOwn}, why::maybeSet, when::whileWaiting),
        wrong(Text::en("Its own clock decides: one that is ahead takes a lock that is held."),
              line(2, Text::en("if (t = GET key) < now:"), {Read})),
        wrong(Text::en("Who loses the race has overwritten the winner's time by then."),
              line(3, Text::en("if GETSET key (now + limit) = t: I hold"), {Exchange},
                   Text::en("Of the clients that found the time over, one gets back the time that all had read."))),
        line(2, Text::en("wait a moment, repeat"), {Wait}, why::tryAgain),
        aside(1, Text::en("gave up: DEL key"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        wrong(why::anybodys, line(1, Text::en("if now < my time: DEL key"), {Release})),
        aside(2, Text::en("reply lost: GET key = mine?"), {FindOwn}, why::maybeSet, when::whileReleasing),
    };
}

Listing setPx()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        holds(line(2, Text::en("if SET key token NX PX limit: I hold"), {Claim}, why::token)),
        aside(3, Text::en("reply lost: GET key = token?"), {FindOwn}, why::maybeSet, when::whileWaiting),
        line(2, Text::en("wait a moment, repeat"), {Wait}, why::tryAgain),
        aside(1, Text::en("gave up: DEL key if it is mine"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("script: if GET key = token: DEL key"), {Release}, why::ownOnly),
    };
}

Listing setPxRenewed()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        holds(line(2, Text::en("if SET key token NX PX limit: I hold"), {Claim}, why::token)),
        aside(3, Text::en("reply lost: GET key = token?"), {FindOwn}, why::maybeSet, when::whileWaiting),
        line(2, Text::en("SUBSCRIBE released, try once more"), {Listen},
             Text::en("It may have been released before anybody listened: a message is not kept.")),
        line(2, Text::en("wait for the message, at most limit / 2"), {Wait},
             Text::en("A message may be lost, and of a holder that dies there is none.")),
        aside(1, Text::en("gave up: DEL key if it is mine"), {Withdraw}, whyGiveUp),
        line(0, Text::en("while I hold, each limit / 3:")),
        line(1, Text::en("script: if GET key = token: PEXPIRE key limit"), {Renew},
             Text::en("Work may take as long as it does. A client that stands still renews nothing.")),
        line(0, Text::en("release:")),
        line(1, Text::en("script: if GET key = token: DEL key, PUBLISH released"), {Release}, why::ownOnly),
    };
}

Listing redlock()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        line(2, Text::en("on all servers at once: SET key token NX PX limit"), {Claim},
             Text::en("They know nothing of one another: one that is down, or late, costs one voice.")),
        holds(line(2, Text::en("if more than half said OK and limit − time taken − drift > 0: I hold"), {},
                   Text::en("Two cannot both have more than half. What is left is counted from before the first "
                            "command, by the client's own clock."))),
        line(2, Text::en("script on all: if GET key = token: DEL key"), {Withdraw},
             Text::en("Also where nothing was heard: the key may have been set all the same.")),
        line(2, Text::en("wait a moment, repeat"), {Wait},
             Text::en("At random: of two that each got two of five both try again.")),
        line(0, Text::en("release:")),
        line(1, Text::en("script on all: if GET key = token: DEL key"), {Release}, why::ownOnly),
    };
}

// ---- in a database ----

Listing sqlRow()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        holds(wrong(why::noRowLimit, line(2, Text::en("if INSERT (name, me): I hold"), {Claim}, why::insertRow))),
        aside(3, Text::en("reply lost: is the row mine?"), {FindOwn}, why::maybeInserted, when::whileWaiting),
        aside(2, Text::en("or UPDATE … WHERE its time is over: I hold"), {Exchange},
              Text::en("Only where a time limit is kept, and by the database's clock. Who stands still longer than the "
                       "limit goes on while the next one holds.")),
        line(2, Text::en("wait a moment, repeat"), {Wait}, why::askAgain),
        aside(1, Text::en("gave up: DELETE my row"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("DELETE … WHERE owner = me"), {Release},
             Text::en("Only its own row: when the time was over, it is another's by now.")),
        aside(2, Text::en("reply lost: is the row mine?"), {FindOwn}, why::maybeInserted, when::whileReleasing),
    };
}

Listing sqlVersion()
{
    return {
        line(0, Text::en("begin:")),
        holds(line(1, Text::en("v = SELECT version, then work"), {Read},
                   Text::en("No client waits to begin: all work at once, each with the version that it read."),
                   when::whileWaiting)),
        line(0, Text::en("end:")),
        line(1, Text::en("loop:")),
        line(2, Text::en("UPDATE version = v + 1 WHERE version = v: done"), {Write},
             Text::en("One statement looks and writes: of the clients that read the same version, one is first.")),
        aside(3, Text::en("reply lost: is the newest version mine?"), {FindOwn},
              Text::en("If another came after it, this cannot be found out, and the work is done twice.")),
        line(2, Text::en("else it was in vain: v = SELECT version"), {Read}, {}, when::whileReleasing),
        line(2, Text::en("work again, repeat"), {Wait},
             Text::en("The more clients there are, the more work is lost: each round has one winner.")),
    };
}

Listing sqlForUpdate()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("take a connection"), {Connect}, why::ofPool),
        line(1, Text::en("BEGIN")),
        holds(line(1, Text::en("SELECT … FOR UPDATE: I hold"), {Claim},
                   Text::en("The database keeps who waits. Each waiter blocks its connection; after a second it asks "
                            "again, at the end of the line."))),
        aside(2, Text::en("connection lost: nothing is held, repeat")),
        aside(1, Text::en("gave up: COMMIT"), {Withdraw}),
        line(0, Text::en("release:")),
        line(1, Text::en("COMMIT"), {Release}, why::withConnection),
    };
}

Listing sqlNamed()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("take a connection"), {Connect}, why::ofPool),
        holds(line(1, Text::en("GET_LOCK(name) or pg_advisory_lock: I hold"), {Claim},
                   Text::en("A lock of the database by its name: no row, no transaction. A waiter blocks its "
                            "connection."))),
        aside(2, Text::en("connection lost: nothing is held, repeat")),
        aside(1, Text::en("gave up: give it back"), {Withdraw}),
        line(0, Text::en("release:")),
        line(1, Text::en("RELEASE_LOCK or pg_advisory_unlock"), {Release}, why::withConnection),
    };
}

} // namespace text

} // namespace

Listing listingOfKey(RecipeId recipe)
{
    static const std::map<RecipeId, Listing (*)()> listings{
        {RecipeId::RedisSetNx, text::setNx},
        {RecipeId::RedisSetNxExpire, text::setNxExpire},
        {RecipeId::RedisSetNxGetSet, text::setNxGetSet},
        {RecipeId::RedisSetPx, text::setPx},
        {RecipeId::RedisSetPxRenewed, text::setPxRenewed},
        {RecipeId::Redlock, text::redlock},
        {RecipeId::SqlRow, text::sqlRow},
        {RecipeId::SqlVersion, text::sqlVersion},
        {RecipeId::SqlForUpdate, text::sqlForUpdate},
        {RecipeId::SqlNamed, text::sqlNamed},
    };
    const auto listing = listings.find(recipe);
    return listing == listings.end() ? Listing() : listing->second();
}

} // namespace lockscope::locks
