// SPDX-License-Identifier: Apache-2.0
// Who was served before their turn: the order of service held against the order of arrival, which is that of czxid.
// Pure. Where waiting clients have no node (plain ephemeral nodes), the order in which they asked stands for it.
#pragma once

#include "core/ledger/acquisition.h"

namespace lockscope::journal {

struct ServedOrder
{
    int served = 0;
    int overtakings = 0;
    int overtakers = 0;

    bool operator==(const ServedOrder &) const = default;
};

/// Up to the event \a number. Whoever has no known place counts for nothing.
ServedOrder servedOrder(const LockTurns &turns, quint64 number);

} // namespace lockscope::journal
