// SPDX-License-Identifier: Apache-2.0
// Looks for an order of steps in which something goes wrong: of all orders that differ in what they come to, one each.
// Never says that there is none where it did not look everywhere: then `complete` is false.
//
// Stateless search with dynamic partial-order reduction: source sets with sleep sets (Abdulla, Aronis, Jonsson,
// Sagonas: Optimal Dynamic Partial Order Reduction, POPL 2014), on the dependence of core/explore/footprint.h. A fault
// need not happen, so it takes part in no race: it is tried before each step that its client has to do with, and at the
// end.
#pragma once

#include "core/explore/play.h"

#include <chrono>
#include <functional>

namespace lockscope::explore {

enum class Reduction : quint8 {
    PartialOrder, ///< one of all orders that come to the same
    None,         ///< every order: to compare with
    Random,       ///< orders drawn from the seed
};

struct SearchSpec
{
    Setup setup;
    Reduction reduction = Reduction::PartialOrder;
    /// Turns to another client while the one before could go on; nothing: any number. Orders with more are left out.
    std::optional<int> preemptions = {};
    qint64 executions = 0; ///< at most; 0: any number
    qint64 walks = 200;    ///< drawn from the seed before an ordered search: what is often wrong is found by them first
    int steps = 2'000;     ///< of one execution at most
    std::chrono::milliseconds duration{0}; ///< at most; 0: any
    quint64 seed = 1;
    /// Of each execution, before it is judged; its play then has events and steps to look at.
    std::function<void(Play &)> atEnd = {};
};

struct Found
{
    Wrong wrong;
    std::vector<Step> steps; ///< none of them can be left out
};

struct SearchResult
{
    qint64 executions = 0;  ///< from the beginning until nothing happens any more
    qint64 walks = 0;       ///< of these: drawn, before the search
    qint64 steps = 0;       ///< in all of them
    qint64 cut = 0;         ///< executions that were given up because whatever follows is known
    bool exhausted = false; ///< of all that the bounds admit nothing is left, and nothing was found
    bool complete = false;  ///< and no bound cut anything off
    std::optional<Found> found = {};
    std::chrono::milliseconds took{0};
};

/// Until something is found, all was looked at, or a bound is reached; or until \a goOn, which is asked now and then,
/// says no. On the thread that calls it, whose events are not processed.
SearchResult search(const SearchSpec &spec, const std::function<bool(const SearchResult &)> &goOn = {});

/// Plays \a steps, without the ones that are not possible where they stand; what is wrong then.
std::optional<Wrong> wrongAfter(const Setup &setup, const std::vector<Step> &steps);
/// \a steps without the ones that are not needed for it to go wrong in the same way.
std::vector<Step> shortened(const Setup &setup, std::vector<Step> steps, const Wrong &wrong);

} // namespace lockscope::explore
