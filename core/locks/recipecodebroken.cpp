// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecodeparts.h"

#include <algorithm>

namespace lockscope::locks::code {

using namespace Qt::StringLiterals;
using About = CodeLine::About;

namespace {

const QString ifGoneText = u"if it is gone: repeat"_s;
const QString gaveUpText = u"gave up: delete(me)"_s;
const QString listText = u"queue = children(lock)"_s;

RecipeCode::iterator wrongLine(RecipeCode &code)
{
    return std::find_if(code.begin(), code.end(), [](const CodeLine &line) { return !line.wrong.isEmpty(); });
}

/// Two lines for the one that asks whether the node before is gone: its place is given up and taken anew.
RecipeCode queueingAnew(const QString &what)
{
    const QList<LockState> asking{LockState::Fetching};
    RecipeCode code = replaced(
        mutex(), ifGoneText, wrong(what, during(asking, usual(2, u"if it is gone: delete(me),"_s, {Step::Withdraw}))));
    // With a create comes here only who has a place already.
    for (CodeLine &line : code) {
        if (line.steps == QList{Step::Enqueue})
            line.about = About::NoPlaceYet;
    }
    code.insert(wrongLine(code) + 1, usual(3, u"create me anew"_s, {Step::Enqueue}));
    return code;
}

} // namespace

RecipeCode lostWakeup()
{
    return replaced(
        without(mutex(), ifGoneText), u"wait until it goes"_s,
        wrong(u"It does not look whether the node is there still. If it went between the list and the watch, nothing "
              "ever fires."_s,
              usual(2, u"wait until it goes"_s, {Step::Wait})));
}

RecipeCode selfWatch()
{
    return replaced(mutex(), u"watch(the node before me)"_s,
                    wrong(u"After a lost reply it looks for the greatest path below its own bare name. Every path "
                          "begins with \"/\" and sorts before it, its own too: it watches itself."_s,
                          usual(2, u"watch(greatest path < my name)"_s, {Step::Watch})));
}

RecipeCode pathOrder()
{
    return replaced(mutex(), listText,
                    wrong(u"Sorted by the whole name, with the session's id before the number: a late comer may find "
                          "itself first while another holds."_s,
                          usual(2, u"queue = children, by whole name"_s, {Step::List})));
}

RecipeCode requeueAtTail()
{
    return queueingAnew(u"Its place is lost to all who came after it. Sound: keep the place and list again."_s);
}

RecipeCode overtakingWriter()
{
    return replaced(readWriteCurator(), u"reader = create(my number, EPH)"_s,
                    wrong(u"A new number, at the end of the queue: the writer that waits finds nobody before it and "
                          "enters, while this client still reads."_s,
                          during({LockState::Retained}, usual(1, u"reader = create(EPH|SEQ)"_s, {Step::Enqueue}))));
}

RecipeCode mutualWait()
{
    return replaced(readWrite(), u"as reader: the last writer before me"_s,
                    wrong(u"Writers behind it count as well: the reader waits for a writer that waits for the "
                          "reader."_s,
                          usual(2, u"as reader: the last writer of all"_s)));
}

RecipeCode leakyTimeout()
{
    RecipeCode code = replaced(mutex(), gaveUpText,
                               wrong(u"The node stays while the session lives. Once it is at the head it blocks all, "
                                     "and nobody will ever release it."_s,
                                     aside(1, u"gave up: leave"_s)));
    code.insert(wrongLine(code) + 1, aside(1, u"failed: delete(me)"_s, {Step::Withdraw}));
    return code;
}

RecipeCode duplicateContender()
{
    return replaced(mutex(), u"reply lost: find my node"_s,
                    wrong(u"The create may have been carried out: then its first node is nobody's, and blocks all "
                          "once it is at the head."_s,
                          aside(2, u"reply lost: create again"_s)));
}

RecipeCode foreignChild()
{
    RecipeCode code = mutex();
    const auto list =
        std::find_if(code.begin(), code.end(), [](const CodeLine &line) { return line.text == listText; });
    code.insert(list + 1,
                wrong(u"One stray child makes every acquire fail, and each leaves one more node behind. Sound: "
                      "pass over it."_s,
                      usual(2, u"a name without number: fail"_s)));
    return code;
}

RecipeCode silentLoss()
{
    RecipeCode code = mutex();
    code.push_back(head(u"session expired:"_s));
    code.push_back(
        wrong(u"The holder is not told. It goes on as if it held, while the next one holds."_s, usual(1, u"go on"_s)));
    return code;
}

RecipeCode forgottenRelease()
{
    return replaced(without(mutex(), u"reply lost: is it gone?"_s), u"delete(me)"_s,
                    wrong(u"If the connection is lost meanwhile it is not asked again: the node stays on a living "
                          "session, and nobody else ever holds."_s,
                          usual(1, u"delete(me), forget it"_s, {Step::Release})));
}

RecipeCode electionLivelock()
{
    return queueingAnew(u"So the next one finds its own gone and does the same: all delete and create without end, and "
                        "nobody is served."_s);
}

RecipeCode orphanedLease()
{
    return replaced(semaphoreCurator(), gaveUpText,
                    wrong(u"Its lease stays while the session lives: leases run out although nobody holds them."_s,
                          aside(1, u"gave up: delete(me), not lease"_s, {Step::Withdraw})));
}

RecipeCode leakedWatch()
{
    return replaced(mutex(), gaveUpText,
                    wrong(u"The watch stays at the server and fires for nobody: with each timeout there is one more."_s,
                          aside(1, u"gave up: delete(me), not watch"_s, {Step::Withdraw})));
}

RecipeCode persistentNode()
{
    CodeLine again = findAgain();
    again.steps.removeAll(Step::Withdraw); // it takes the first one that it finds
    const RecipeCode sound = replaced(mutex(), again.text, again);
    return replaced(sound, u"me = create(lock-, EPH|SEQ)"_s,
                    wrong(u"Not ephemeral: when the client dies its node stays, and the lock is taken for ever."_s,
                          usual(1, u"me = create(lock-, SEQ)"_s, {Step::Enqueue})));
}

RecipeCode unsortedMulti()
{
    return replaced(multi(), u"for each lock, in sorted order:"_s,
                    wrong(u"Two clients with opposite orders each hold what the other waits for."_s,
                          usual(1, u"for each lock, as given:"_s, {Step::NextLock})));
}

} // namespace lockscope::locks::code
