// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecodeparts.h"

namespace lockscope::locks::code {

using namespace Qt::StringLiterals;
using About = CodeLine::About;

RecipeCode ephemeral()
{
    return {head(u"acquire:"_s),
            loop(),
            usual(2, u"create(lock, EPH)"_s, {Step::Enqueue},
                  u"The path itself is the lock: the server lets one create succeed."_s),
            aside(3, u"no parent: make it, repeat"_s, {Step::MakeDirectory}),
            during({LockState::Fetching}, aside(3, u"reply lost: is it mine?"_s, {Step::FindOwn},
                                                u"The node's owner tells: it is the session that made it."_s)),
            granting(usual(2, u"if created: return, I hold"_s)),
            usual(2, u"watch(lock)"_s, {Step::Watch},
                  u"Everybody watches the one node: a release wakes all, and one of them gets it. That is the herd."_s),
            ifGone(),
            usual(2, u"wait until it goes"_s, {Step::Wait}, u"All wait for the same event. Who is next is a race."_s),
            giveUp(),
            head(u"release:"_s),
            usual(1, u"delete(lock)"_s, {Step::Release}, u"Wakes everybody who waits."_s),
            isItGone()};
}

RecipeCode queueHerd()
{
    return joined({{head(u"acquire:"_s)},
                   enqueue(u"lock-"_s),
                   {loop(),
                    usual(2, u"queue = children(lock), watch"_s, {Step::List},
                          u"The watch is on the directory: each arrival and each release fires it for everybody."_s),
                    ifFirst(),
                    usual(2, u"wait for any change"_s, {Step::Wait},
                          u"A thousand waiters wake for one release and list a thousand names each."_s),
                    giveUp()},
                   release()});
}

namespace {

CodeLine enter(int indent)
{
    return usual(indent, u"if I hold: count + 1, return"_s, {Step::Join},
                 u"Its owner enters again without a request: only this side counts."_s);
}

CodeLine leave(int indent)
{
    return usual(indent, u"if count > 1: count \u2212 1, return"_s, {Step::Leave},
                 u"Only the last one to leave gives the lock back."_s);
}

RecipeCode releaseCounted()
{
    RecipeCode code = release();
    code.insert(code.begin() + 1, leave(1));
    return code;
}

} // namespace

RecipeCode reentrant()
{
    return joined({{head(u"acquire:"_s), enter(1)}, enqueue(u"lock-"_s), waitInLine(), {giveUp()}, releaseCounted()});
}

namespace {

/// Between the list and the watch: whom the client waits for.
RecipeCode waitFor(const RecipeCode &rule)
{
    return joined({{loop(), listQueue()},
                   rule,
                   {granting(usual(2, u"if nobody: return, I hold"_s)),
                    usual(2, u"watch(that node)"_s, {Step::Watch}, u"One node, whose going may make it my turn."_s),
                    ifGone(), waitForIt()}});
}

RecipeCode nearestWriterRule()
{
    return {usual(2, u"as reader: the last writer before me"_s, {},
                  u"Readers do not mind one another: those behind the same writer enter together."_s),
            usual(2, u"as writer: the node before me"_s, {}, u"A writer excludes everybody."_s)};
}

} // namespace

RecipeCode readWrite()
{
    return joined({{head(u"acquire:"_s)}, enqueue(u"R- or W-"_s), waitFor(nearestWriterRule()), {giveUp()}, release()});
}

RecipeCode readWriteNaive()
{
    return joined({{head(u"acquire:"_s)},
                   enqueue(u"R- or W-"_s),
                   {loop(), listQueue(), usual(2, u"if I read, no writer before: hold"_s),
                    granting(usual(2, u"if I am first: return, I hold"_s)),
                    usual(2, u"watch(the node before me)"_s, {Step::Watch},
                          u"Readers as well, so that they stand in line behind readers: each wakes the next."_s),
                    ifGone(), waitForIt(), giveUp()},
                   release()});
}

RecipeCode processLock()
{
    return joined(
        {{head(u"acquire, a thread:"_s),
          usual(1, u"if the process holds: enter"_s, {Step::Join},
                u"State and number of threads change as one. No request is sent."_s),
          usual(1, u"if it asks already: wait for that"_s, {},
                u"The first thread fetches the lock for all that come meanwhile."_s)},
         enqueue(u"R- or W-"_s),
         waitFor(nearestWriterRule()),
         {giveUp()},
         {head(u"release, a thread:"_s),
          usual(1, u"if others are in: leave, return"_s, {Step::Leave}, u"The process holds on. No request is sent."_s),
          usual(1, u"delete(me)"_s, {Step::Release},
                u"The last thread gives the lock back; who comes meanwhile waits until it is released."_s),
          isItGone()}});
}

RecipeCode revocable()
{
    const QList<LockState> others{LockState::Free, LockState::Released};
    RecipeCode code = mutex();
    // The holder listens before anything else that comes after the grant.
    code.insert(code.end() - 4,
                about(About::OwnNode,
                      usual(1, u"then: watch(data of me)"_s, {Step::Watch},
                            u"While it holds. If the word appears there, somebody asks to have the lock back: this "
                            "client then gives it back, but nothing forces it to."_s)));
    code.push_back(head(u"ask the holder:"_s));
    code.push_back(during(others, usual(1, u"queue = children(lock)"_s, {Step::List}, u"The first one holds."_s)));
    code.push_back(usual(1, u"write(first, \"give it back\")"_s, {Step::Write},
                         u"\"unlock\" or \"__REVOKE__\" in its data, which it watches."_s));
    return code;
}

namespace {

/// One lease at a time is looked for: the place in the line, as a mutex of its own.
RecipeCode line()
{
    RecipeCode code = joined({enqueue(u"lock-"_s), waitInLine()});
    for (CodeLine &each : code) {
        if (!each.steps.isEmpty() && each.about == About::Anything && !each.steps.contains(Step::MakeDirectory))
            each.about = About::Line;
        if (each.steps.contains(Step::List) && each.about == About::Line)
            each.text = u"queue = children(line)"_s;
        if (each.text == "if I am first: return, I hold"_L1) {
            each.text = u"if I am first: go on"_s;
            each.grants = false;
            each.why = u"One at a time looks for a lease, so that nobody overtakes."_s;
        }
    }
    return code;
}

CodeLine leaveLine()
{
    return granting(about(
        About::Line, usual(1, u"delete(me), I hold"_s, {Step::Release}, u"The next one may look for a lease now."_s)));
}

CodeLine awaitLease(const QString &text)
{
    return about(About::Leases, usual(2, text, {Step::Wait}, u"A lease that is returned wakes this one client."_s));
}

CodeLine listLeases()
{
    return about(About::Leases, usual(2, u"leases = children(), watch"_s, {Step::List},
                                      u"At most one client is here, so that this watch is no herd."_s));
}

RecipeCode returnLease()
{
    return {head(u"release:"_s),
            about(About::Leases, usual(1, u"delete(lease)"_s, {Step::Release}, u"Wakes whoever looks for one."_s)),
            isItGone()};
}

} // namespace

RecipeCode semaphoreKazoo()
{
    return joined(
        {{head(u"acquire:"_s),
          usual(1, u"n = data(lock)"_s, {Step::Read}, u"All must agree on how many leases there are."_s)},
         line(),
         {loop(), listLeases(), usual(2, u"if fewer than n: go on"_s), awaitLease(u"wait for a change"_s),
          about(About::Leases, usual(1, u"lease = create(token, EPH)"_s, {Step::Enqueue},
                                     u"Made once there is room: leases have no order of their own."_s)),
          during({LockState::Fetching}, about(About::Leases, aside(2, u"reply lost: is it mine?"_s, {Step::FindOwn}))),
          leaveLine(), giveUp()},
         returnLease()});
}

RecipeCode semaphoreCurator()
{
    return joined({{head(u"acquire:"_s)},
                   line(),
                   {about(About::Leases, usual(1, u"lease = create(lease-, EPH|SEQ)"_s, {Step::Enqueue},
                                               u"Made before there is room for it, and counted with the others."_s)),
                    loop(), listLeases(), usual(2, u"if at most n: go on"_s), awaitLease(u"wait for a change"_s),
                    leaveLine(), giveUp()},
                   returnLease()});
}

RecipeCode readWriteCurator()
{
    const RecipeCode rule{
        usual(2, u"as reader: the oldest writer"_s, {},
              u"All readers watch one node and wake together, also when another writer is still before them."_s),
        usual(2, u"as writer: the node before me"_s, {}, u"A writer excludes everybody."_s)};
    const QList<LockState> held{LockState::Retained};
    return joined({{head(u"acquire:"_s), enter(1)},
                   enqueue(u"READ/WRIT"_s),
                   waitFor(rule),
                   {giveUp()},
                   releaseCounted(),
                   {head(u"write \u2192 read:"_s),
                    usual(1, u"reader = create(my number, EPH)"_s, {Step::Downgrade},
                          u"With the writer's own number, so that nobody comes between."_s),
                    during(held, aside(2, u"reply lost: is it mine?"_s, {Step::FindOwn})),
                    during(held, usual(1, u"delete(writer)"_s, {Step::Release}, u"Readers behind it may enter now."_s)),
                    during(held, aside(1, u"gave up: delete(reader)"_s, {Step::Withdraw}))}});
}

RecipeCode multi()
{
    RecipeCode one = joined({enqueue(u"lock-"_s), waitInLine(), {giveUp()}});
    one = replaced(one, u"if I am first: return, I hold"_s, usual(2, u"if I am first: go on"_s));
    return joined(
        {{head(u"acquire:"_s), usual(1, u"for each lock, in sorted order:"_s, {Step::NextLock},
                                     u"Sorted, so that no two clients each hold what the other waits for."_s)},
         indented(1, one),
         {granting(usual(1, u"all taken: return, I hold"_s)), aside(1, u"one fails: release all I have"_s),
          head(u"release:"_s), usual(1, u"for each lock, the last first:"_s, {Step::GiveBack})},
         indented(1, deleteOwn())});
}

} // namespace lockscope::locks::code
