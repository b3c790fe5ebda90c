// SPDX-License-Identifier: Apache-2.0
// The words in which the pseudo-code of recipes is written: part of core/locks/recipecode.h, for its sources alone.
#pragma once

#include "core/locks/recipecode.h"

#include <utility>
#include <vector>

namespace lockscope::locks {

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
    TextLine wrongIn(RecipeId broken, const Text &wrongText, const Text &what)
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
using Listing = std::vector<TextLine>;

/// The circumstances in which a step stands on this line and no other.
struct When
{
    CodeLine::About about = CodeLine::About::Anything;
    QList<LockState> during = {};
};

/// What is not indented is the head of a routine.
inline TextLine line(int indent, const Text &text, const QList<Step> &steps = {}, const Text &why = {},
                     const When &when = {})
{
    const auto kind = indent == 0 ? CodeLine::Kind::Head : CodeLine::Kind::Usual;
    return {{kind, indent, text, steps, when.about, when.during, why}};
}

/// What a lost reply, a missing directory or a timeout leads to.
inline TextLine aside(int indent, const Text &text, const QList<Step> &steps = {}, const Text &why = {},
                      const When &when = {})
{
    TextLine made = line(indent, text, steps, why, when);
    made.kind = CodeLine::Kind::Aside;
    return made;
}

/// Here acquire ends with the lock.
inline TextLine holds(TextLine line)
{
    line.grants = true;
    return line;
}

/// Broken on purpose: \a what is wrong with it.
inline TextLine wrong(const Text &what, TextLine line)
{
    line.wrong = what;
    return line;
}

namespace when {
inline const When withoutPlace{CodeLine::About::NoPlaceYet, {}};
inline const When beforePlace{CodeLine::About::NoPlaceYet, {LockState::Fetching}};
inline const When whileWaiting{{}, {LockState::Fetching}};
inline const When whileHeld{{}, {LockState::Retained}};
inline const When whileReleasing{{}, {LockState::Releasing, LockState::Released}};
inline const When forOthers{{}, {LockState::Free, LockState::Released}};
inline const When ofOwnNode{CodeLine::About::OwnNode, {}};
inline const When inLine{CodeLine::About::Line, {}};
inline const When ofLeases{CodeLine::About::Leases, {}};
inline const When askingForLease{CodeLine::About::Leases, {LockState::Fetching}};
} // namespace when

inline const Text whyGiveUp =
    Text::en("A timeout or a cancelled acquire takes its own node away, or it would block all "
             "behind it.");

/// Of a lock on a key or a row: on Redis, or in a database. Empty for any other.
Listing listingOfKey(RecipeId recipe);

} // namespace lockscope::locks
