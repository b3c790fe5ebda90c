// SPDX-License-Identifier: Apache-2.0
// The wait-for graph's scene of a whole World, with the names that people give its sessions. Never keeps the World.
#pragma once

#include "ui/graph/waitscene.h"

namespace lockscope::journal {
class World;
}

namespace lockscope::ui {

WaitScene sceneOf(const journal::World &world);

} // namespace lockscope::ui
