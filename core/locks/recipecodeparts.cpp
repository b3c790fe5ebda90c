// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecodeparts.h"

#include <algorithm>

namespace lockscope::locks::code {

using namespace Qt::StringLiterals;
using About = CodeLine::About;

CodeLine head(const QString &text)
{
    return {CodeLine::Kind::Head, 0, text};
}

CodeLine usual(int indent, const QString &text, const QList<Step> &steps, const QString &why)
{
    return {CodeLine::Kind::Usual, indent, text, steps, About::Anything, {}, why};
}

CodeLine aside(int indent, const QString &text, const QList<Step> &steps, const QString &why)
{
    return {CodeLine::Kind::Aside, indent, text, steps, About::Anything, {}, why};
}

CodeLine about(About what, CodeLine line)
{
    line.about = what;
    return line;
}

CodeLine during(const QList<LockState> &states, CodeLine line)
{
    line.during = states;
    return line;
}

CodeLine wrong(const QString &what, CodeLine line)
{
    line.wrong = what;
    return line;
}

CodeLine granting(CodeLine line)
{
    line.grants = true;
    return line;
}

RecipeCode joined(const std::vector<RecipeCode> &parts)
{
    RecipeCode all;
    for (const RecipeCode &part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

RecipeCode indented(int levels, RecipeCode part)
{
    for (CodeLine &line : part)
        line.indent += levels;
    return part;
}

CodeLine createOwn(const QString &prefix)
{
    return usual(1, u"me = create(%1, EPH|SEQ)"_s.arg(prefix), {Step::Enqueue},
                 u"Ephemeral: the server deletes the node with the session, so that a crash gives the lock back. "
                 "Sequential: the server numbers it, so that all see one order."_s);
}

CodeLine noDirectory()
{
    return aside(2, u"no directory: make it, repeat"_s, {Step::MakeDirectory},
                 u"The lock's directory is made by whoever comes first."_s);
}

CodeLine findAgain()
{
    return during({LockState::Fetching},
                  about(About::NoPlaceYet,
                        aside(2, u"reply lost: find my node"_s, {Step::List, Step::FindOwn, Step::Withdraw},
                              u"The create may have been carried out all the same. The node is looked for by the "
                              "token in its name; a second one would block everybody once it is at the head."_s)));
}

RecipeCode enqueue(const QString &prefix)
{
    return {createOwn(prefix), noDirectory(), findAgain()};
}

CodeLine loop()
{
    return usual(1, u"loop:"_s);
}

CodeLine listQueue()
{
    return usual(2, u"queue = children(lock)"_s, {Step::List},
                 u"All names, sorted by number. Listed again after each wait: the list tells what is true now."_s);
}

CodeLine ifFirst()
{
    return granting(usual(2, u"if I am first: return, I hold"_s, {},
                          u"The smallest number holds. No node is written for it: it is a fact that all can read."_s));
}

CodeLine watchBefore()
{
    return usual(2, u"watch(the node before me)"_s, {Step::Watch},
                 u"Only the node just before: a release wakes one waiter, and not all."_s);
}

CodeLine ifGone()
{
    return usual(2, u"if it is gone: repeat"_s, {},
                 u"It may have gone between the list and the watch, which would then never fire."_s);
}

CodeLine waitForIt()
{
    return usual(2, u"wait until it goes"_s, {Step::Wait},
                 u"Nothing is sent meanwhile. That it went does not mean that it is my turn: the one before me may "
                 "just have given up. So the queue is listed again."_s);
}

CodeLine giveUp()
{
    return aside(1, u"gave up: delete(me)"_s, {Step::Withdraw},
                 u"A timeout or a cancelled acquire takes its own node away, or it would block all behind it."_s);
}

RecipeCode waitInLine()
{
    return {loop(), listQueue(), ifFirst(), watchBefore(), ifGone(), waitForIt()};
}

CodeLine isItGone()
{
    return during({LockState::Releasing, LockState::Released},
                  aside(2, u"reply lost: is it gone?"_s, {Step::FindOwn},
                        u"The delete is repeated until it is known that the node has gone."_s));
}

RecipeCode deleteOwn()
{
    return {usual(1, u"delete(me)"_s, {Step::Release},
                  u"The server tells whoever watches this node: one client, and that one is next."_s),
            isItGone()};
}

RecipeCode release()
{
    return joined({{head(u"release:"_s)}, deleteOwn()});
}

RecipeCode mutex()
{
    return joined({{head(u"acquire:"_s)}, enqueue(u"lock-"_s), waitInLine(), {giveUp()}, release()});
}

RecipeCode replaced(RecipeCode sound, const QString &text, const CodeLine &by)
{
    const auto found =
        std::find_if(sound.begin(), sound.end(), [&](const CodeLine &line) { return line.text == text; });
    Q_ASSERT(found != sound.end());
    *found = by;
    return sound;
}

RecipeCode without(RecipeCode sound, const QString &text)
{
    const auto erased = std::erase_if(sound, [&](const CodeLine &line) { return line.text == text; });
    Q_ASSERT(erased == 1);
    Q_UNUSED(erased)
    return sound;
}

} // namespace lockscope::locks::code
