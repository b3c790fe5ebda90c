// SPDX-License-Identifier: Apache-2.0
// What the events tell of a node, in place of what a server would say of it now.
// Never more than was seen: its ACL is not known, and no data that was not read.
#pragma once

#include "core/engine/engine.h"
#include "core/history/world.h"

namespace lockscope::ui {

Result<NodeDetails> recordedDetails(const journal::World &world, const QString &node);

} // namespace lockscope::ui
