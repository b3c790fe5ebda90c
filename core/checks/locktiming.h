// SPDX-License-Identifier: Apache-2.0
// How a lock was served up to one event: hand-overs, wait and hold times, the longest waits, and how fair it was.
// Pure functions over what the ledger keeps; what is not known is counted as such and never filled in.
#pragma once

#include "core/ledger/acquisition.h"

#include <optional>
#include <vector>

namespace lockscope::journal {

/// Durations that are known, from the shortest on.
struct Durations
{
    std::vector<qint64> sortedNs;
    int unknown = 0; ///< over as well, but their begin or their end was not seen
    int running = 0; ///< not over yet

    /// The least duration that \a share (0 … 1) of all are not above: one of them. Nothing where there are none.
    std::optional<qint64> quantile(double share) const;
    bool operator==(const Durations &) const = default;
};

/// How many durations fall between two powers of ten, in equal steps of their logarithm.
struct LogHistogram
{
    static constexpr int binsPerDecade = 4;

    int firstBin = 0; ///< bin 0 begins at 1 ns
    std::vector<int> counts;

    static double lowerNs(int bin); ///< where it begins
    static int binOf(qint64 ns);    ///< below 1 ns: bin 0
    int most() const;
    bool operator==(const LogHistogram &) const = default;
};
LogHistogram histogramOf(const Durations &durations);

struct Wait
{
    ClientId client;
    SessionId session;
    QString node;
    qint64 waitedNs = 0;
    bool isWaiting = false; ///< still
    bool gaveUp = false;
    bool atLeast = false; ///< it asked before the first reading

    bool operator==(const Wait &) const = default;
};

// ---- the order of service, held against the order of arrival, which is that of czxid ----

// Where waiting clients have no node (plain ephemeral nodes), the order in which they asked stands for it.
struct ServedOrder
{
    int served = 0;      ///< whose place in the order of arrival is known
    int overtakings = 0; ///< pairs: one was served while another who stood before it still waited
    int overtakers = 0;  ///< contenders that were served before their turn

    bool operator==(const ServedOrder &) const = default;
};

/// Up to the event \a number. A contender without a known place counts for nothing.
ServedOrder servedOrder(const LockTurns &turns, quint64 number);

/// How often one contender was served.
struct Share
{
    ClientId client;
    SessionId session;
    int grants = 0;

    bool operator==(const Share &) const = default;
};

struct Fairness : ServedOrder
{
    std::vector<Share> shares; ///< of all who asked; the most served first
    /// Jain's index of the shares: 1 if all were served equally often, 1/n if one of n always was. Nothing where fewer
    /// than two asked or none was served.
    std::optional<double> evenness;

    bool operator==(const Fairness &) const = default;
};

struct LockTiming
{
    qint64 beginNs = 0;                            ///< the first request; 0: none
    std::vector<qint64> grantsNs;                  ///< in order
    std::vector<std::pair<qint64, qint64>> unseen; ///< instant and number of turns that were not seen singly
    qint64 unseenSum = 0;
    Durations waits; ///< of contenders that were served
    Durations holds;
    std::vector<Wait> longest; ///< the longest first, given up and still waiting ones too
    int gaveUp = 0;
    Fairness fairness;

    bool isEmpty() const { return beginNs == 0; }
    bool operator==(const LockTiming &) const = default;
};

/// Up to the event \a number, at the instant \a atNs, which is not before it. \a longest: how many waits to list.
LockTiming timingAt(const LockTurns &turns, quint64 number, qint64 atNs, size_t longest = 10);

/// How many of \a sorted lie in each of \a count stretches of \a stepNs from \a fromNs on.
std::vector<int> countedPer(const std::vector<qint64> &sorted, qint64 fromNs, qint64 stepNs, int count);

} // namespace lockscope::journal
