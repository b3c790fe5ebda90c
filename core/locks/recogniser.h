// SPDX-License-Identifier: Apache-2.0
// From a directory's names, its path and its data: whose lock it is, and what each child is in it. Never says who
// holds, and never more than the evidence: names that several families write are said to be so.
#pragma once

#include "core/locks/contender.h"
#include "core/locks/queue.h"

#include <vector>

namespace lockscope::locks {

/// The contenders, in no order, foreign ones marked. Takes the source's children, and fills in the queue's dialect,
/// kind, title and name.
std::vector<Contender> recognise(LockSource &source, LockQueue &queue);

} // namespace lockscope::locks
