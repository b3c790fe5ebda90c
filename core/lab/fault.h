// SPDX-License-Identifier: Apache-2.0
// What can be done to a simulated client, as values: at once by hand or at a scenario's step, or at random at a rate.
// Never does it: that is its session's and its relay's matter.
#pragma once

#include "core/journal/event.h"

#include <QList>

#include <algorithm>
#include <chrono>

namespace lockscope::lab {

struct FaultRequest
{
    journal::Fault fault = journal::Fault::Crash;
    /// Pause and Partition: until it ends by itself, 0: until Resume or Heal. Delay: how late all is. Else unused.
    std::chrono::milliseconds duration{0};

    bool operator==(const FaultRequest &) const = default;
};

struct RandomFault
{
    journal::Fault fault = journal::Fault::LoseReply;
    double rate = 0; ///< probability at each ZooKeeper request of a client
    std::chrono::milliseconds duration{0};

    bool operator==(const RandomFault &) const = default;
};

/// True if it is staged between client and server: the session needs a relay.
inline bool isNetworkFault(journal::Fault fault)
{
    using journal::Fault;
    return fault == Fault::Partition || fault == Fault::Delay || fault == Fault::LoseReply
           || fault == Fault::LoseCreateReply;
}

inline bool needRelay(const QList<RandomFault> &faults)
{
    return std::any_of(faults.begin(), faults.end(),
                       [](const RandomFault &fault) { return fault.rate > 0 && isNetworkFault(fault.fault); });
}

} // namespace lockscope::lab
