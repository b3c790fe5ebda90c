// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecode.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

/// A line of a recipe's text, and what recipes that are made from it broken have there.
struct TextLine : CodeLine
{
    struct Departure
    {
        RecipeId broken;
        bool replaces; ///< this line; else it is followed by those
        RecipeCode lines;
    };

    TextLine in(RecipeId broken, RecipeCode lines) { return with({broken, true, std::move(lines)}); }
    TextLine andIn(RecipeId broken, RecipeCode lines) { return with({broken, false, std::move(lines)}); }
    TextLine notIn(RecipeId broken) { return in(broken, {}); }
    /// The same step, done wrongly: \a what is wrong with it.
    TextLine wrongIn(RecipeId broken, const QString &wrongText, const QString &what)
    {
        return in(broken, {{kind, indent, wrongText, steps, about, during, {}, what}});
    }
    TextLine with(Departure departure)
    {
        departures.push_back(std::move(departure));
        return std::move(*this);
    }

    std::vector<Departure> departures = {};
};
using Text = std::vector<TextLine>;

/// The circumstances in which a step stands on this line and no other.
struct When
{
    CodeLine::About about = CodeLine::About::Anything;
    QList<LockState> during = {};
};

/// \a text is indented as on the board; what is not indented is the head of a routine.
TextLine line(const QString &text, const QList<Step> &steps = {}, const QString &why = {}, const When &when = {})
{
    const auto spaces = std::find_if(text.begin(), text.end(), [](QChar c) { return c != u' '; }) - text.begin();
    const auto kind = spaces == 0 ? CodeLine::Kind::Head : CodeLine::Kind::Usual;
    return {{kind, static_cast<int>(spaces / 2), text.mid(spaces), steps, when.about, when.during, why}};
}

/// What a lost reply, a missing directory or a timeout leads to.
TextLine aside(const QString &text, const QList<Step> &steps = {}, const QString &why = {}, const When &when = {})
{
    TextLine made = line(text, steps, why, when);
    made.kind = CodeLine::Kind::Aside;
    return made;
}

/// Here acquire ends with the lock.
TextLine holds(TextLine line)
{
    line.grants = true;
    return line;
}

/// Broken on purpose: \a what is wrong with it.
TextLine wrong(const QString &what, TextLine line)
{
    line.wrong = what;
    return line;
}

RecipeCode textOf(RecipeId recipe, const Text &text)
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
const QString ownNode = u"Ephemeral: the server deletes the node with the session, so that a crash gives the "
                        "lock back. Sequential: the server numbers it, so that all see one order."_s;
const QString directory = u"The lock's directory is made by the first client that comes."_s;
const QString findAgain = u"The create may have been carried out all the same. The node is looked for by the "
                          "token in its name; a second one would block everybody once it is at the head."_s;
const QString list = u"All names, sorted by number. Listed again after each wait: the list tells what is "
                     "true now."_s;
const QString first = u"The smallest number holds. No node is written for it: it is a fact that all can "
                      "read."_s;
const QString nodeBefore = u"Only the node just before: a release wakes one waiter, and not all."_s;
const QString gone = u"It may have gone between the list and the watch, which would then never fire."_s;
const QString wait = u"Nothing is sent meanwhile. That it went does not mean that it is my turn: the one "
                     "before me may just have given up. So the queue is listed again."_s;
const QString giveUp = u"A timeout or a cancelled acquire takes its own node away, or it would block all "
                       "behind it."_s;
const QString release = u"The server tells the client that watches this node: one client, and that one is "
                        "next."_s;
const QString goneForCertain = u"The delete is repeated until it is known that the node has gone."_s;
const QString enter = u"Its owner enters again without a request: only this side counts."_s;
const QString leave = u"Only the last one to leave gives the lock back."_s;
const QString readers = u"Readers do not mind one another: those behind the same writer enter together."_s;
const QString writers = u"A writer excludes everybody."_s;
const QString thatNode = u"One node, whose going may make it my turn."_s;
const QString oldestWriter = u"All readers watch one node and wake together, also when another writer is still "
                             "before them."_s;
const QString readersMayEnter = u"Readers behind it may enter now."_s;
const QString oneAtATime = u"One at a time looks for a lease, so that nobody overtakes."_s;
const QString leaseFirst = u"Made before there is room for it, and counted with the others."_s;
const QString noHerd = u"At most one client is here, so that this watch is no herd."_s;
const QString returned = u"A lease that is returned wakes this one client."_s;
const QString leaveLine = u"The next one may look for a lease now."_s;
const QString returnLease = u"Wakes the client that looks for one."_s;
} // namespace why

namespace when {
const When withoutPlace{CodeLine::About::NoPlaceYet, {}};
const When beforePlace{CodeLine::About::NoPlaceYet, {LockState::Fetching}};
const When whileWaiting{{}, {LockState::Fetching}};
const When whileHeld{{}, {LockState::Retained}};
const When whileReleasing{{}, {LockState::Releasing, LockState::Released}};
const When forOthers{{}, {LockState::Free, LockState::Released}};
const When ofOwnNode{CodeLine::About::OwnNode, {}};
const When inLine{CodeLine::About::Line, {}};
const When ofLeases{CodeLine::About::Leases, {}};
const When askingForLease{CodeLine::About::Leases, {LockState::Fetching}};
} // namespace when

// ---- the recipes ----

namespace text {
using enum RecipeId;
using enum Step;

/// If the node before is gone: its own is deleted, and another created.
RecipeCode queueAgain(const QString &what)
{
    return {wrong(what, line(u"    if it is gone: delete(me),"_s, {Withdraw}, {}, when::whileWaiting)),
            line(u"      create me again"_s, {Enqueue})};
}

Text mutex()
{
    return {
        line(u"acquire:"_s),
        line(u"  me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode, when::withoutPlace)
            .wrongIn(BrokenPersistentNode, u"me = create(lock-, SEQ)"_s,
                     u"Not ephemeral: when the client dies its node stays, and the lock is taken for ever."_s),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace)
            .in(BrokenPersistentNode,
                {aside(u"    reply lost: find my node"_s, {List, FindOwn}, why::findAgain, when::beforePlace)})
            .in(BrokenDuplicateContender,
                {wrong(u"The create may have been carried out: then its first node is nobody's, and blocks "
                       "all once it is at the head."_s,
                       aside(u"    reply lost: create again"_s))}),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list)
            .wrongIn(BrokenPathOrder, u"queue = children, by whole name"_s,
                     u"Sorted by the whole name, with the session's id before the number: a late comer may "
                     "find itself first while another holds."_s)
            .andIn(BrokenForeignChild,
                   {wrong(u"One stray child makes every acquire fail, and each leaves one more node behind. "
                          "Sound: pass over it."_s,
                          line(u"    a name without number: fail"_s))}),
        holds(line(u"    if I am first: return, I hold"_s, {}, why::first)),
        line(u"    watch(the node before me)"_s, {Watch}, why::nodeBefore)
            .wrongIn(BrokenSelfWatch, u"watch(greatest path < my name)"_s,
                     u"After a lost reply it looks for the greatest path below its own bare name. Every "
                     "path begins with \"/\" and sorts before it, its own too: it watches itself."_s),
        line(u"    if it is gone: repeat"_s, {}, why::gone)
            .notIn(BrokenLostWakeup)
            .in(BrokenRequeueAtTail,
                queueAgain(u"Its place is lost to all who came after it. Sound: keep the place and list again."_s))
            .in(BrokenElectionLivelock,
                queueAgain(u"So the next one finds its own gone and does the same: all delete and create without "
                           "end, and nobody is served."_s)),
        line(u"    wait until it goes"_s, {Wait}, why::wait)
            .wrongIn(BrokenLostWakeup, u"wait until it goes"_s,
                     u"It does not look whether the node is there still. If it went between the list and "
                     "the watch, nothing ever fires."_s),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp)
            .in(BrokenLeakyTimeout,
                {wrong(u"The node stays while the session lives. Once it is at the head it blocks all, and "
                       "nobody will ever release it."_s,
                       aside(u"  gave up: leave"_s)),
                 aside(u"  failed: delete(me)"_s, {Withdraw})})
            .wrongIn(BrokenLeakedWatch, u"gave up: delete(me), not watch"_s,
                     u"The watch stays at the server and fires for nobody: with each timeout there is one "
                     "more."_s),
        line(u"release:"_s),
        line(u"  delete(me)"_s, {Release}, why::release)
            .wrongIn(BrokenForgottenRelease, u"delete(me), forget it"_s,
                     u"If the connection is lost meanwhile it is not asked again: the node stays on a "
                     "living session, and nobody else ever holds."_s),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing)
            .notIn(BrokenForgottenRelease)
            .andIn(BrokenSilentLoss,
                   {line(u"session expired:"_s),
                    wrong(u"The holder is not told. It goes on as if it held, while the next one holds."_s,
                          line(u"  go on"_s))}),
    };
}

Text reentrant()
{
    return {
        line(u"acquire:"_s),
        line(u"  if I hold: count + 1, return"_s, {Join}, why::enter),
        line(u"  me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list),
        holds(line(u"    if I am first: return, I hold"_s, {}, why::first)),
        line(u"    watch(the node before me)"_s, {Watch}, why::nodeBefore),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  if count > 1: count \u2212 1, return"_s, {Leave}, why::leave),
        line(u"  delete(me)"_s, {Release}, why::release),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text readWrite()
{
    return {
        line(u"acquire:"_s),
        line(u"  me = create(R- or W-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list),
        line(u"    as reader: the last writer before me"_s, {}, why::readers)
            .wrongIn(BrokenMutualWait, u"as reader: the last writer of all"_s,
                     u"Writers behind it count as well: the reader waits for a writer that waits for the "
                     "reader."_s),
        line(u"    as writer: the node before me"_s, {}, why::writers),
        holds(line(u"    if nobody: return, I hold"_s)),
        line(u"    watch(that node)"_s, {Watch}, why::thatNode),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  delete(me)"_s, {Release}, why::release),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text readWriteNaive()
{
    return {
        line(u"acquire:"_s),
        line(u"  me = create(R- or W-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list),
        line(u"    if I read, no writer before: hold"_s),
        holds(line(u"    if I am first: return, I hold"_s)),
        line(u"    watch(the node before me)"_s, {Watch},
             u"Readers as well, so that they stand in line behind readers: each wakes the next."_s),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  delete(me)"_s, {Release}, why::release),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text readWriteCurator()
{
    return {
        line(u"acquire:"_s),
        line(u"  if I hold: count + 1, return"_s, {Join}, why::enter),
        line(u"  me = create(READ/WRIT, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list),
        line(u"    as reader: the oldest writer"_s, {}, why::oldestWriter),
        line(u"    as writer: the node before me"_s, {}, why::writers),
        holds(line(u"    if nobody: return, I hold"_s)),
        line(u"    watch(that node)"_s, {Watch}, why::thatNode),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  if count > 1: count \u2212 1, return"_s, {Leave}, why::leave),
        line(u"  delete(me)"_s, {Release}, why::release),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
        line(u"write \u2192 read:"_s),
        line(u"  reader = create(my number, EPH)"_s, {Downgrade},
             u"With the writer's own number, so that nobody comes between."_s)
            .in(BrokenOvertakingWriter,
                {wrong(u"A new number, at the end of the queue: the writer that waits finds nobody before it "
                       "and enters, while this client still reads."_s,
                       line(u"  reader = create(EPH|SEQ)"_s, {Enqueue}, {}, when::whileHeld))}),
        aside(u"    reply lost: is it mine?"_s, {FindOwn}, {}, when::whileHeld),
        line(u"  delete(writer)"_s, {Release}, why::readersMayEnter, when::whileHeld),
        aside(u"  gave up: delete(reader)"_s, {Withdraw}, {}, when::whileHeld),
    };
}

Text semaphoreKazoo()
{
    return {
        line(u"acquire:"_s),
        line(u"  n = data(lock)"_s, {Read}, u"All must agree on how many leases there are."_s),
        line(u"  me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode, when::inLine),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(line)"_s, {List}, why::list, when::inLine),
        line(u"    if I am first: go on"_s, {}, why::oneAtATime),
        line(u"    watch(the node before me)"_s, {Watch}, why::nodeBefore, when::inLine),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait, when::inLine),
        line(u"  loop:"_s),
        line(u"    leases = children(), watch"_s, {List}, why::noHerd, when::ofLeases),
        line(u"    if fewer than n: go on"_s),
        line(u"    wait for a change"_s, {Wait}, why::returned, when::ofLeases),
        line(u"  lease = create(token, EPH)"_s, {Enqueue},
             u"Made once there is room: leases have no order of their own."_s, when::ofLeases),
        aside(u"    reply lost: is it mine?"_s, {FindOwn}, {}, when::askingForLease),
        holds(line(u"  delete(me), I hold"_s, {Release}, why::leaveLine, when::inLine)),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  delete(lease)"_s, {Release}, why::returnLease, when::ofLeases),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text semaphoreCurator()
{
    return {
        line(u"acquire:"_s),
        line(u"  me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode, when::inLine),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(line)"_s, {List}, why::list, when::inLine),
        line(u"    if I am first: go on"_s, {}, why::oneAtATime),
        line(u"    watch(the node before me)"_s, {Watch}, why::nodeBefore, when::inLine),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait, when::inLine),
        line(u"  lease = create(lease-, EPH|SEQ)"_s, {Enqueue}, why::leaseFirst, when::ofLeases),
        line(u"  loop:"_s),
        line(u"    leases = children(), watch"_s, {List}, why::noHerd, when::ofLeases),
        line(u"    if at most n: go on"_s),
        line(u"    wait for a change"_s, {Wait}, why::returned, when::ofLeases),
        holds(line(u"  delete(me), I hold"_s, {Release}, why::leaveLine, when::inLine)),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp)
            .wrongIn(BrokenOrphanedLease, u"gave up: delete(me), not lease"_s,
                     u"Its lease stays while the session lives: leases run out although nobody holds them."_s),
        line(u"release:"_s),
        line(u"  delete(lease)"_s, {Release}, why::returnLease, when::ofLeases),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text multi()
{
    return {
        line(u"acquire:"_s),
        line(u"  for each lock, in sorted order:"_s, {NextLock},
             u"Sorted, so that no two clients each hold what the other waits for."_s)
            .in(BrokenUnsortedMulti,
                {line(u"  for each lock, as given:"_s, {NextLock},
                      u"In the order that it was given, which may be the opposite of another client's. "
                      "Sound: sorted."_s)}),
        line(u"    me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"      no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"      reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"    loop:"_s),
        line(u"      queue = children(lock)"_s, {List}, why::list),
        line(u"      if I am first: go on"_s),
        line(u"      watch(the node before me)"_s, {Watch}, why::nodeBefore),
        line(u"      if it is gone: repeat"_s, {}, why::gone),
        line(u"      wait until it goes"_s, {Wait}, why::wait)
            .wrongIn(BrokenUnsortedMulti, u"wait, and keep what I have"_s,
                     u"It keeps the locks that it has while it waits for the next one. Two clients with "
                     "opposite orders each hold what the other waits for."_s),
        aside(u"    gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        holds(line(u"  all taken: return, I hold"_s)),
        aside(u"  one fails: release all I have"_s),
        line(u"release:"_s),
        line(u"  for each lock, the last first:"_s, {GiveBack}),
        line(u"    delete(me)"_s, {Release}, why::release),
        aside(u"      reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text revocable()
{
    return {
        line(u"acquire:"_s),
        line(u"  me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list),
        holds(line(u"    if I am first: return, I hold"_s, {}, why::first)),
        line(u"    watch(the node before me)"_s, {Watch}, why::nodeBefore),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait),
        line(u"  then: watch(data of me)"_s, {Watch},
             u"While it holds. If the word appears there, another client asks to have the lock "
             "back: this one then gives it back, but nothing forces it to."_s,
             when::ofOwnNode),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  delete(me)"_s, {Release}, why::release),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
        line(u"ask the holder:"_s),
        line(u"  queue = children(lock)"_s, {List}, u"The first one holds."_s, when::forOthers),
        line(u"  write(first, \"give it back\")"_s, {Write},
             u"\"unlock\" or \"__REVOKE__\" in its data, which it watches."_s),
    };
}

Text processLock()
{
    return {
        line(u"acquire, a thread:"_s),
        line(u"  if the process holds: enter"_s, {Join},
             u"State and number of threads change as one. No request is sent."_s),
        line(u"  if it asks already: wait for that"_s, {},
             u"The first thread fetches the lock for all that come meanwhile."_s),
        line(u"  me = create(R- or W-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock)"_s, {List}, why::list),
        line(u"    as reader: the last writer before me"_s, {}, why::readers),
        line(u"    as writer: the node before me"_s, {}, why::writers),
        holds(line(u"    if nobody: return, I hold"_s)),
        line(u"    watch(that node)"_s, {Watch}, why::thatNode),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, why::wait),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release, a thread:"_s),
        line(u"  if others are in: leave, return"_s, {Leave}, u"The process holds on. No request is sent."_s),
        line(u"  delete(me)"_s, {Release},
             u"The last thread gives the lock back; threads that come meanwhile wait until it is "
             "released."_s),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text queueHerd()
{
    return {
        line(u"acquire:"_s),
        line(u"  me = create(lock-, EPH|SEQ)"_s, {Enqueue}, why::ownNode),
        aside(u"    no directory: make it, repeat"_s, {MakeDirectory}, why::directory),
        aside(u"    reply lost: find my node"_s, {List, FindOwn, Withdraw}, why::findAgain, when::beforePlace),
        line(u"  loop:"_s),
        line(u"    queue = children(lock), watch"_s, {List},
             u"The watch is on the directory: each arrival and each release fires it for everybody."_s),
        holds(line(u"    if I am first: return, I hold"_s, {}, why::first)),
        line(u"    wait for any change"_s, {Wait},
             u"A thousand waiters wake for one release and list a thousand names each."_s),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  delete(me)"_s, {Release}, why::release),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
    };
}

Text ephemeral()
{
    return {
        line(u"acquire:"_s),
        line(u"  loop:"_s),
        line(u"    create(lock, EPH)"_s, {Enqueue},
             u"The path itself is the lock: the server lets one create succeed."_s),
        aside(u"      no parent: make it, repeat"_s, {MakeDirectory}),
        aside(u"      reply lost: is it mine?"_s, {FindOwn},
              u"The node's owner tells: it is the session that made it."_s, when::whileWaiting),
        holds(line(u"    if created: return, I hold"_s)),
        line(u"    watch(lock)"_s, {Watch},
             u"Everybody watches the one node: a release wakes all, and one of them gets it. That "
             "is the herd."_s),
        line(u"    if it is gone: repeat"_s, {}, why::gone),
        line(u"    wait until it goes"_s, {Wait}, u"All wait for the same event. Who is next is a race."_s),
        aside(u"  gave up: delete(me)"_s, {Withdraw}, why::giveUp),
        line(u"release:"_s),
        line(u"  delete(lock)"_s, {Release}, u"Wakes everybody who waits."_s),
        aside(u"    reply lost: is it gone?"_s, {FindOwn}, why::goneForCertain, when::whileReleasing),
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
           || step == Step::Watch || step == Step::Wait;
}

std::optional<int> grantingLine(const RecipeCode &code)
{
    const auto granting = std::find_if(code.begin(), code.end(), [](const CodeLine &line) { return line.grants; });
    return granting == code.end() ? std::nullopt : std::optional(static_cast<int>(granting - code.begin()));
}

} // namespace

RecipeCode recipeCode(RecipeId recipe, Dialect dialect)
{
    switch (recipe) {
    case RecipeId::Ephemeral: return textOf(recipe, text::ephemeral());
    case RecipeId::QueueHerd: return textOf(recipe, text::queueHerd());
    case RecipeId::Reentrant: return textOf(recipe, text::reentrant());
    case RecipeId::ReadWriteNaive: return textOf(recipe, text::readWriteNaive());
    case RecipeId::Revocable: return textOf(recipe, text::revocable());
    case RecipeId::ProcessLock: return textOf(recipe, text::processLock());
    case RecipeId::ReadWrite:
    case RecipeId::BrokenMutualWait: return textOf(recipe, text::readWrite());
    case RecipeId::ReadWriteCurator:
    case RecipeId::BrokenOvertakingWriter: return textOf(recipe, text::readWriteCurator());
    case RecipeId::Semaphore:
    case RecipeId::SemaphoreMutex:
    case RecipeId::BrokenOrphanedLease:
        return textOf(recipe, dialect == Dialect::Kazoo ? text::semaphoreKazoo() : text::semaphoreCurator());
    case RecipeId::Multi:
    case RecipeId::BrokenUnsortedMulti: return textOf(recipe, text::multi());
    case RecipeId::Mutex:
    case RecipeId::BrokenLostWakeup:
    case RecipeId::BrokenSelfWatch:
    case RecipeId::BrokenPathOrder:
    case RecipeId::BrokenRequeueAtTail:
    case RecipeId::BrokenLeakyTimeout:
    case RecipeId::BrokenDuplicateContender:
    case RecipeId::BrokenForeignChild:
    case RecipeId::BrokenSilentLoss:
    case RecipeId::BrokenForgottenRelease:
    case RecipeId::BrokenElectionLivelock:
    case RecipeId::BrokenLeakedWatch:
    case RecipeId::BrokenPersistentNode: return textOf(recipe, text::mutex());
    }
    Q_UNREACHABLE();
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
    if (position.state == LockState::Retained && bestFits <= 0 && isOfAcquire(position.step))
        return grantingLine(code);
    return best;
}

} // namespace lockscope::locks
