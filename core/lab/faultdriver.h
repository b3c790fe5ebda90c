// SPDX-License-Identifier: Apache-2.0
// The dice of random faults: what happens to a simulated client at which of its requests. Never stages one.
#pragma once

#include "core/lab/clientspec.h"

#include <optional>
#include <random>

namespace lockscope::lab {

struct FaultDraw
{
    FaultRequest request;
    bool afterReply = false; ///< when the answer has come, before the client hears of it; else as the request is sent

    bool operator==(const FaultDraw &) const = default;
};

/// A generator for one client of a run, so that clients do not depend on one another's turns. \a purpose keeps the
/// generators of one client apart.
std::mt19937 generatorFor(quint64 seed, quint32 client, quint32 purpose);

/// The dice of random faults: for one client, what happens to it at each of its ZooKeeper requests. Never looks at a
/// clock: the same seed and client give the same draws, however the run goes.
class FaultDriver
{
public:
    /// \a client: its number within the run.
    FaultDriver(QList<RandomFault> faults, quint64 seed, quint32 client);

    /// One draw for one request. At most one fault; of several, the first in the list.
    std::optional<FaultDraw> next();

private:
    double draw();

    QList<RandomFault> m_faults;
    std::mt19937 m_random;
};

} // namespace lockscope::lab
