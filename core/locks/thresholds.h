// SPDX-License-Identifier: Apache-2.0
// From when on something is worth telling: plain values with defaults that fit most, adjustable by people.
// Never a judgement by themselves: what is wrong is decided in findings and evidence.
#pragma once

#include <QtGlobal>

namespace lockscope::locks {

struct Thresholds
{
    qint64 staleHolderMs = 10 * 60'000; ///< one holder for as long while others wait
    qint64 longWaitMs = 5 * 60'000;     ///< one wait; 0 of either: never told
    int herdSize = 5;                   ///< so many woken by one release that need not be
    /// Between the first and the last of the readings that must show the same before it is told.
    qint64 settleMs = 2'000;
    /// Sequence numbers left before the counter sticks at 2147483647.
    qint64 sequenceMargin = 10'000'000;

    bool operator==(const Thresholds &) const = default;
};

} // namespace lockscope::locks
