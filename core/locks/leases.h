// SPDX-License-Identifier: Apache-2.0
// What is odd about the leases of a semaphore of two directories. Pure; used by core/locks/evidence.h alone.
// Never takes a lease for left because it is old, and never guesses how many there may be.
//
// Curator's clients, and ours, make their lease when they are first in line, before there is room for it, and take it
// back if they give up. One that is left counts as in use for as long as its session lives. How many leases there may
// be is written nowhere, so it looks like any other, unless its story was seen: made, and refused while its client
// stood in line; then the client left the line although none of the leases before it had gone.
#pragma once

#include "core/locks/evidence.h"

namespace lockscope::locks {

/// What the queue shows now: a lease that is being refused (Trouble::RefusedLease), more leases than there are.
std::vector<Symptom> leaseSuspicions(const Evidence &before, const LockQueue &queue, const Knowledge &known);

/// Of what \a before has proven refused, or left: what is left now.
std::vector<Symptom> leftLeases(const Evidence &before, const LockQueue &queue, const Thresholds &thresholds);

} // namespace lockscope::locks
