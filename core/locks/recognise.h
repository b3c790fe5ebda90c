// SPDX-License-Identifier: Apache-2.0
// From the set of a directory's names, its path and its data: whose lock it is, and what each child is in it.
// Used by queue.cpp alone. Never says more than the evidence: names that several families write are said to be so.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// The contenders, in no order, foreign ones marked. Fills in \a queue's dialect, kind, title and name. Takes
/// \a source's children.
std::vector<Contender> recognise(LockSource &source, LockQueue &queue);

} // namespace lockscope::locks
