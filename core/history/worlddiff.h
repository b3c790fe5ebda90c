// SPDX-License-Identifier: Apache-2.0
// What makes one World another: which directories and clients differ, so that whoever showed the one can show the
// other. Never by events: the two may lie anywhere in a journal, in either order.
#pragma once

#include "core/history/world.h"

namespace lockscope::journal {

/// Children that the two still share cost nothing.
Changes differences(const World &from, const World &to);

} // namespace lockscope::journal
