// SPDX-License-Identifier: Apache-2.0
// All orders of steps in which clients may run, as far as they can be looked at in a given time: first one of all that
// come to the same; where these are too many, all in which clients seldom interrupt one another; then orders that are
// drawn. Says of each how far it got. Never says that nothing is there where it did not look.
#pragma once

#include "core/explore/search.h"

namespace lockscope::explore {

struct ExplorationSpec
{
    Setup setup;
    std::chrono::milliseconds duration{60'000};
    /// Only orders in which a client is interrupted so often by another one, all together.
    std::optional<int> preemptions = {};
    quint64 seed = 1; ///< of what is drawn
};

/// One way to look, and how far it got.
struct Phase
{
    Reduction reduction = Reduction::PartialOrder;
    std::optional<int> preemptions = {};
    qint64 executions = 0;
    bool complete = false; ///< all orders that this way admits

    /// "partial-order", "preemptions:2", "random"
    QString reducedBy() const;
};

struct Exploration
{
    std::vector<Phase> phases;
    qint64 executions = 0;
    qint64 steps = 0;
    bool complete = false; ///< all orders, and nothing was found
    std::optional<Found> found = {};
    std::chrono::milliseconds took{0};

    /// The furthest way that was gone to its end, or the last one.
    QString reducedBy() const;
};

/// Until something is found, all was looked at, or the time is over; or until \a goOn, which is asked now and then with
/// the executions so far, says no. On the thread that calls it, whose events are not processed.
Exploration explored(const ExplorationSpec &spec, const std::function<bool(qint64)> &goOn = {});

/// 10 to the power of this: about so many orders, if none were known to come to the same. Counted from the steps of one
/// client alone; its numbers may be beyond what can be explored.
double ordersExponent(const Setup &setup);

} // namespace lockscope::explore
