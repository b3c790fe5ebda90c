// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecode.h"

#include "core/base/path.h"
#include "core/locks/codelines.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <map>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

RecipeCode textOf(RecipeId recipe, const Listing &text)
{
    RecipeCode code;
    for (const TextLine &line : text) {
        const auto departure = std::find_if(line.departures.begin(), line.departures.end(),
                                            [recipe](const auto &each) { return each.broken == recipe; });
        const bool departs = departure != line.departures.end();
        if (!departs || !departure->replaces)
            code.push_back(line);
        if (departs)
            code.insert(code.end(), departure->lines.begin(), departure->lines.end());
    }
    return code;
}

// ---- what is said about lines that several recipes have ----

namespace why {
const Text ownNode = Text::en("Ephemeral: the server deletes the node with the session, so that a crash gives the "
                              "lock back. Sequential: the server numbers it, so that all see one order.");
const Text directory = Text::en("The lock's directory is made by the first client that comes.");
const Text findAgain = Text::en("The create may have been carried out all the same. The node is looked for by the "
                                "token in its name; a second one would block everybody once it is at the head.");
const Text list =
    Text::en("All names, sorted by number. Listed again after each wait: the list shows what is true now.");
const Text first = Text::en("The smallest number holds. No node is written for it: it is a fact that all can "
                            "read.");
const Text nodeBefore = Text::en("Only the node just before: a release wakes one waiter, and not all.");
const Text gone = Text::en("It may have gone between the list and the watch, which would then never fire.");
const Text wait = Text::en("Nothing is sent meanwhile. That it went does not mean that it is my turn: the one "
                           "before me may just have given up. So the queue is listed again.");
const Text release =
    Text::en("The server notifies the client that watches this node: one client, and that one is next.");
const Text goneForCertain = Text::en("The delete is repeated until it is known that the node has gone.");
const Text enter = Text::en("Its owner enters again without a request: only this side counts.");
const Text leave = Text::en("Only the last one to leave gives the lock back.");
const Text readers = Text::en("Readers do not mind one another: those behind the same writer enter together.");
const Text writers = Text::en("A writer excludes everybody.");
const Text thatNode = Text::en("One node, whose going may make it my turn.");
const Text oldestWriter = Text::en("All readers watch one node and wake together, also when another writer is still "
                                   "before them.");
const Text readersMayEnter = Text::en("Readers behind it may enter now.");
const Text oneAtATime = Text::en("One at a time looks for a lease, so that no client overtakes.");
const Text leaseFirst = Text::en("Made before there is room for it, and counted with the others.");
const Text noHerd = Text::en("At most one client is here, so that this watch is no herd.");
const Text returned = Text::en("A lease that is returned wakes this one client.");
const Text leaveLine = Text::en("The next one may look for a lease now.");
const Text returnLease = Text::en("Wakes the client that looks for one.");
} // namespace why

// ---- the recipes ----

namespace text {
using enum RecipeId;
using enum Step;

/// If the node before is gone: its own is deleted, and another created.
RecipeCode queueAgain(const Text &what)
{
    return {wrong(what, line(2, Text::en("if it is gone: delete(me),"), {Withdraw}, {}, when::whileWaiting)),
            line(3, Text::en("create me again"), {Enqueue})};
}

Listing mutex()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode, when::withoutPlace)
            .wrongIn(BrokenPersistentNode, Text::en("me = create(lock-, SEQ)"),
                     Text::en("Not ephemeral: when the client dies its node stays, and the lock is taken for ever.")),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace)
            .in(BrokenPersistentNode,
                {aside(2, Text::en("reply lost: find my node"), {List, FindOwn}, why::findAgain, when::beforePlace)})
            .in(BrokenDuplicateContender,
                {wrong(Text::en("The create may have been carried out: then its first node belongs to no client, and "
                                "blocks all once it is at the head."),
                       aside(2, Text::en("reply lost: create again")))}),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list)
            .wrongIn(BrokenPathOrder, Text::en("queue = children, by whole name"),
                     Text::en("Sorted by the whole name, with the session's id before the number: a late comer may "
                              "find itself first while another holds."))
            .andIn(BrokenForeignChild,
                   {wrong(Text::en("One stray child makes every acquire fail, and each leaves one more node behind. "
                                   "Sound: pass over it."),
                          line(2, Text::en("a name without number: fail")))}),
        holds(line(2, Text::en("if I am first: return, I hold"), {}, why::first)),
        line(2, Text::en("watch(the node before me)"), {Watch}, why::nodeBefore)
            .wrongIn(BrokenSelfWatch, Text::en("watch(greatest path < my name)"),
                     Text::en("After a lost reply it looks for the greatest path below its own bare name. Every "
                              "path begins with \"/\" and sorts before it, its own too: it watches itself.")),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone)
            .notIn(BrokenLostWakeup)
            .in(BrokenRequeueAtTail,
                queueAgain(
                    Text::en("Its place is lost to all who came after it. Sound: keep the place and list again.")))
            .in(BrokenElectionLivelock,
                queueAgain(Text::en("So the next one finds its own gone and does the same: all delete and create "
                                    "without end, and no client is served."))),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait)
            .wrongIn(BrokenLostWakeup, Text::en("wait until it goes"),
                     Text::en("It does not look whether the node is there still. If it went between the list and "
                              "the watch, nothing ever fires.")),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp)
            .in(BrokenLeakyTimeout, {wrong(Text::en("The node stays while the session lives. Once it is at the head it "
                                                    "blocks all, and no client will ever release it."),
                                           aside(1, Text::en("gave up: leave"))),
                                     aside(1, Text::en("failed: delete(me)"), {Withdraw})})
            .wrongIn(BrokenLeakedWatch, Text::en("gave up: delete(me), not watch"),
                     Text::en("The watch stays at the server and fires in vain: with each timeout there is one more.")),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(me)"), {Release}, why::release)
            .wrongIn(BrokenForgottenRelease, Text::en("delete(me), forget it"),
                     Text::en("If the connection is lost meanwhile it is not asked again: the node stays on a living "
                              "session, and no other client ever holds.")),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing)
            .notIn(BrokenForgottenRelease)
            .andIn(BrokenSilentLoss,
                   {line(0, Text::en("session expired:")),
                    wrong(Text::en("The holder is not told. It goes on as if it held, while the next one holds."),
                          line(1, Text::en("go on")))}),
    };
}

Listing reentrant()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("if I hold: count + 1, return"), {Join}, why::enter),
        line(1, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list),
        holds(line(2, Text::en("if I am first: return, I hold"), {}, why::first)),
        line(2, Text::en("watch(the node before me)"), {Watch}, why::nodeBefore),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("if count > 1: count − 1, return"), {Leave}, why::leave),
        line(1, Text::en("delete(me)"), {Release}, why::release),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing readWrite()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("me = create(R- or W-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list),
        line(2, Text::en("as reader: the last writer before me"), {}, why::readers)
            .wrongIn(BrokenMutualWait, Text::en("as reader: the last writer of all"),
                     Text::en("Writers behind it count as well: the reader waits for a writer that waits for the "
                              "reader.")),
        line(2, Text::en("as writer: the node before me"), {}, why::writers),
        holds(line(2, Text::en("if none: return, I hold"))),
        line(2, Text::en("watch(that node)"), {Watch}, why::thatNode),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(me)"), {Release}, why::release),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing readWriteNaive()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("me = create(R- or W-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list),
        line(2, Text::en("if I read, no writer before: hold")),
        holds(line(2, Text::en("if I am first: return, I hold"))),
        line(2, Text::en("watch(the node before me)"), {Watch},
             Text::en("Readers as well, so that they stand in line behind readers: each wakes the next.")),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(me)"), {Release}, why::release),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing readWriteCurator()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("if I hold: count + 1, return"), {Join}, why::enter),
        line(1, Text::en("me = create(READ/WRIT, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list),
        line(2, Text::en("as reader: the oldest writer"), {}, why::oldestWriter),
        line(2, Text::en("as writer: the node before me"), {}, why::writers),
        holds(line(2, Text::en("if none: return, I hold"))),
        line(2, Text::en("watch(that node)"), {Watch}, why::thatNode),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("if count > 1: count − 1, return"), {Leave}, why::leave),
        line(1, Text::en("delete(me)"), {Release}, why::release),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
        line(0, Text::en("write → read:")),
        line(1, Text::en("reader = create(my number, EPH)"), {Downgrade},
             Text::en("With the writer's own number, so that no client comes between."))
            .in(BrokenOvertakingWriter,
                {wrong(Text::en("A new number, at the end of the queue: the writer that waits finds no node before it "
                                "and enters, while this client still reads."),
                       line(1, Text::en("reader = create(EPH|SEQ)"), {Enqueue}, {}, when::whileHeld))}),
        aside(2, Text::en("reply lost: is it mine?"), {FindOwn}, {}, when::whileHeld),
        line(1, Text::en("delete(writer)"), {Release}, why::readersMayEnter, when::whileHeld),
        aside(1, Text::en("gave up: delete(reader)"), {Withdraw}, {}, when::whileHeld),
    };
}

Listing semaphoreKazoo()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("n = data(lock)"), {Read}, Text::en("All must agree on how many leases there are.")),
        line(1, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode, when::inLine),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(line)"), {List}, why::list, when::inLine),
        line(2, Text::en("if I am first: go on"), {}, why::oneAtATime),
        line(2, Text::en("watch(the node before me)"), {Watch}, why::nodeBefore, when::inLine),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait, when::inLine),
        line(1, Text::en("loop:")),
        line(2, Text::en("leases = children(), watch"), {List}, why::noHerd, when::ofLeases),
        line(2, Text::en("if fewer than n: go on")),
        line(2, Text::en("wait for a change"), {Wait}, why::returned, when::ofLeases),
        line(1, Text::en("lease = create(token, EPH)"), {Enqueue},
             Text::en("Made once there is room: leases have no order of their own."), when::ofLeases),
        aside(2, Text::en("reply lost: is it mine?"), {FindOwn}, {}, when::askingForLease),
        holds(line(1, Text::en("delete(me), I hold"), {Release}, why::leaveLine, when::inLine)),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(lease)"), {Release}, why::returnLease, when::ofLeases),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing semaphoreCurator()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode, when::inLine),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(line)"), {List}, why::list, when::inLine),
        line(2, Text::en("if I am first: go on"), {}, why::oneAtATime),
        line(2, Text::en("watch(the node before me)"), {Watch}, why::nodeBefore, when::inLine),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait, when::inLine),
        line(1, Text::en("lease = create(lease-, EPH|SEQ)"), {Enqueue}, why::leaseFirst, when::ofLeases),
        line(1, Text::en("loop:")),
        line(2, Text::en("leases = children(), watch"), {List}, why::noHerd, when::ofLeases),
        line(2, Text::en("if at most n: go on")),
        line(2, Text::en("wait for a change"), {Wait}, why::returned, when::ofLeases),
        holds(line(1, Text::en("delete(me), I hold"), {Release}, why::leaveLine, when::inLine)),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp)
            .wrongIn(
                BrokenOrphanedLease, Text::en("gave up: delete(me), not lease"),
                Text::en("Its lease stays while the session lives: leases run out although no client holds them.")),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(lease)"), {Release}, why::returnLease, when::ofLeases),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing multi()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("for each lock, in sorted order:"), {NextLock},
             Text::en("Sorted, so that no two clients each hold what the other waits for."))
            .in(BrokenUnsortedMulti,
                {line(1, Text::en("for each lock, as given:"), {NextLock},
                      Text::en("In the order that it was given, which may be the opposite of another client's. "
                               "Sound: sorted."))}),
        line(2, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(3, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(3, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(2, Text::en("loop:")),
        line(3, Text::en("queue = children(lock)"), {List}, why::list),
        line(3, Text::en("if I am first: go on")),
        line(3, Text::en("watch(the node before me)"), {Watch}, why::nodeBefore),
        line(3, Text::en("if it is gone: repeat"), {}, why::gone),
        line(3, Text::en("wait until it goes"), {Wait}, why::wait)
            .wrongIn(BrokenUnsortedMulti, Text::en("wait, and keep what I have"),
                     Text::en("It keeps the locks that it has while it waits for the next one. Two clients with "
                              "opposite orders each hold what the other waits for.")),
        aside(2, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        holds(line(1, Text::en("all taken: return, I hold"))),
        aside(1, Text::en("one fails: release all I have")),
        line(0, Text::en("release:")),
        line(1, Text::en("for each lock, the last first:"), {GiveBack}),
        line(2, Text::en("delete(me)"), {Release}, why::release),
        aside(3, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing revocable()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list),
        holds(line(2, Text::en("if I am first: return, I hold"), {}, why::first)),
        line(2, Text::en("watch(the node before me)"), {Watch}, why::nodeBefore),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait),
        line(1, Text::en("then: watch(data of me)"), {Watch},
             Text::en("While it holds. If the word appears there, another client asks to have the lock "
                      "back: this one then gives it back, but nothing forces it to."),
             when::ofOwnNode),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(me)"), {Release}, why::release),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
        line(0, Text::en("ask the holder:")),
        line(1, Text::en("queue = children(lock)"), {List}, Text::en("The first one holds."), when::forOthers),
        line(1, Text::en("write(first, \"give it back\")"), {Write},
             Text::en("\"unlock\" or \"__REVOKE__\" in its data, which it watches.")),
    };
}

Listing processLock()
{
    return {
        line(0, Text::en("acquire, a thread:")),
        line(1, Text::en("if the process holds: enter"), {Join},
             Text::en("State and number of threads change as one. No request is sent.")),
        line(1, Text::en("if it asks already: wait for that"), {},
             Text::en("The first thread fetches the lock for all that come meanwhile.")),
        line(1, Text::en("me = create(R- or W-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock)"), {List}, why::list),
        line(2, Text::en("as reader: the last writer before me"), {}, why::readers),
        line(2, Text::en("as writer: the node before me"), {}, why::writers),
        holds(line(2, Text::en("if none: return, I hold"))),
        line(2, Text::en("watch(that node)"), {Watch}, why::thatNode),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait}, why::wait),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release, a thread:")),
        line(1, Text::en("if others are in: leave, return"), {Leave},
             Text::en("The process holds on. No request is sent.")),
        line(1, Text::en("delete(me)"), {Release},
             Text::en("The last thread gives the lock back; threads that come meanwhile wait until it is "
                      "released.")),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing queueHerd()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("me = create(lock-, EPH|SEQ)"), {Enqueue}, why::ownNode),
        aside(2, Text::en("no directory: make it, repeat"), {MakeDirectory}, why::directory),
        aside(2, Text::en("reply lost: find my node"), {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(1, Text::en("loop:")),
        line(2, Text::en("queue = children(lock), watch"), {List},
             Text::en("The watch is on the directory: each arrival and each release fires it for everybody.")),
        holds(line(2, Text::en("if I am first: return, I hold"), {}, why::first)),
        line(2, Text::en("wait for any change"), {Wait},
             Text::en("A thousand waiters wake for one release and list a thousand names each.")),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(me)"), {Release}, why::release),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Listing ephemeral()
{
    return {
        line(0, Text::en("acquire:")),
        line(1, Text::en("loop:")),
        line(2, Text::en("create(lock, EPH)"), {Enqueue},
             Text::en("The path itself is the lock: the server lets one create succeed.")),
        aside(3, Text::en("no parent: make it, repeat"), {MakeDirectory}),
        aside(3, Text::en("reply lost: is it mine?"), {FindOwn},
              Text::en("The node's owner shows it: it is the session that made the node."), when::whileWaiting),
        holds(line(2, Text::en("if created: return, I hold"))),
        line(2, Text::en("watch(lock)"), {Watch},
             Text::en("Everybody watches the one node: a release wakes all, and one of them gets it. That "
                      "is the herd.")),
        line(2, Text::en("if it is gone: repeat"), {}, why::gone),
        line(2, Text::en("wait until it goes"), {Wait},
             Text::en("All wait for the same event. Who is next is a race.")),
        aside(1, Text::en("gave up: delete(me)"), {Withdraw}, whyGiveUp),
        line(0, Text::en("release:")),
        line(1, Text::en("delete(lock)"), {Release}, Text::en("Wakes everybody who waits.")),
        aside(2, Text::en("reply lost: is it gone?"), {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

} // namespace text

// ---- on which line a client is ----

bool isAtOrIn(const QString &path, const QString &directory)
{
    return path == directory || parentPath(path) == directory;
}

bool isAbout(CodeLine::About about, const CodePosition &position)
{
    switch (about) {
    case CodeLine::About::Anything: return true;
    case CodeLine::About::NoPlaceYet: return position.node.isEmpty();
    case CodeLine::About::OwnNode: return !position.node.isEmpty() && position.path == position.node;
    case CodeLine::About::Line: return isAtOrIn(position.path, semaphorePaths(position.dialect, position.lock).queue);
    case CodeLine::About::Leases:
        return isAtOrIn(position.path, semaphorePaths(position.dialect, position.lock).leases);
    }
    return false;
}

/// How well the circumstances of a line are those of the position: what it asks for and has counts for it, what it
/// asks for and has not against it.
int fitness(const CodeLine &line, const CodePosition &position)
{
    int fits = 0;
    if (line.about != CodeLine::About::Anything)
        fits += isAbout(line.about, position) ? 1 : -4;
    if (!line.during.isEmpty())
        fits += line.during.contains(position.state) ? 1 : -4;
    return fits;
}

bool isOfAcquire(Step step)
{
    return step == Step::MakeDirectory || step == Step::Enqueue || step == Step::FindOwn || step == Step::List
           || step == Step::Watch || step == Step::Wait || step == Step::Claim || step == Step::Limit
           || step == Step::Exchange || step == Step::Listen;
}

} // namespace

RecipeCode recipeCode(RecipeId recipe, Dialect dialect)
{
    const auto semaphore = dialect == Dialect::Kazoo ? text::semaphoreKazoo : text::semaphoreCurator;
    const std::map<RecipeId, Listing (*)()> sound{
        {RecipeId::Ephemeral, text::ephemeral}, {RecipeId::QueueHerd, text::queueHerd},
        {RecipeId::Mutex, text::mutex},         {RecipeId::Reentrant, text::reentrant},
        {RecipeId::SemaphoreMutex, semaphore},  {RecipeId::ReadWriteNaive, text::readWriteNaive},
        {RecipeId::ReadWrite, text::readWrite}, {RecipeId::ReadWriteCurator, text::readWriteCurator},
        {RecipeId::Semaphore, semaphore},       {RecipeId::Multi, text::multi},
        {RecipeId::Revocable, text::revocable}, {RecipeId::ProcessLock, text::processLock},
    };
    if (const Listing listing = listingOfKey(recipe); !listing.empty())
        return textOf(recipe, listing);
    const auto listing = sound.find(recipeInfo(recipe).soundForm);
    return listing == sound.end() ? RecipeCode() : textOf(recipe, listing->second()); // Own: its author has the code
}

std::optional<int> lineOf(const RecipeCode &code, const CodePosition &position)
{
    std::optional<int> best;
    int bestFits = 0;
    for (size_t i = 0; i < code.size(); ++i) {
        if (!code[i].steps.contains(position.step))
            continue;
        const int fits = fitness(code[i], position);
        if (!best || fits > bestFits) {
            best = static_cast<int>(i);
            bestFits = fits;
        }
    }
    if (position.state != LockState::Retained || bestFits > 0 || !isOfAcquire(position.step))
        return best;
    const auto granting = std::find_if(code.begin(), code.end(), [](const CodeLine &line) { return line.grants; });
    return granting == code.end() ? std::nullopt : std::optional(static_cast<int>(granting - code.begin()));
}

} // namespace lockscope::locks
