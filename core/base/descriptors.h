// SPDX-License-Identifier: Apache-2.0
// Whether this process may open further files and sockets, and what to say where it may not: the system's word for that
// reaches people as one about a network. Never keeps one open.
#pragma once

#include "core/base/error.h"

namespace lockscope {

/// Tries; microseconds.
bool hasDescriptors(int wanted = 1);

/// For who cannot connect since there is none left; names the limit as it is now.
Error tooFewDescriptors();

} // namespace lockscope
