// SPDX-License-Identifier: Apache-2.0
// What a history shows, step by step, as values that a program elsewhere can play: who stands in each lock's line after
// each event, what each simulated client believes, and the sentence. Changes alone are written, so that a step costs
// what happened in it.
// Pure, and never a second truth: what it has of a step is what the World shows after that event.
#pragma once

#include "core/history/world.h"
#include "core/journal/journal.h"

#include <QJsonObject>
#include <QString>

#include <functional>

namespace lockscope::report {

inline constexpr size_t mostInLine = 200; ///< so many contenders of a line are in a story; the rest is counted

struct StoryRequest
{
    quint64 last = 0; ///< the number of the last event; those from the World's on to it are the steps
    /// What people call a contender.
    std::function<QString(const journal::World &, const locks::Contender &)> label;
    /// Called with the number of the step that is next; false cancels the story.
    std::function<bool(quint64)> goesOn = {};
};

/// How a contender stands in a line, as a number in the JSON. Foreign children are in no line.
enum class StoryState { Waiting, Holding, NotKnown, Member, Believes };

/// \a world is as it was before the first step. Empty if it was cancelled; else the JSON is:
///
/// - `begin`: milliseconds since the epoch, of the state before the first step
/// - `actors`: what clients are called (`name`); of those that are `own` Lockscope knows what they believe
/// - `locks`: `path`, and `shares`: its holders exclude no other
/// - `nodes`: `[name, actor or -1, 1 of a reader]`: a life of a node, or a waiter that has none
/// - `steps`: `[microseconds since begin, sentence, lines, beliefs]`; the first is the state before them.
///   Of `lines` each is `[lock, kept, gone, [node, state, …], further]`: after the first `kept` entries, `gone` ones
///   are replaced by these, and `further` contenders are behind all. Of `beliefs` each is `[actor, LockState, 1 while
///   it stands still or is cut off]`. What is empty at the end of a step is left out.
QJsonObject story(journal::World world, const journal::Journal &journal, const StoryRequest &request);

} // namespace lockscope::report
