// SPDX-License-Identifier: Apache-2.0
// A port on loopback that is no one else's as long as it is held: who connects is refused, until a server that the test
// starts listens there (all of them ask for SO_REUSEADDR).
#pragma once

#include "core/servers/sandboxports.h"

namespace lockscope::test {

using HeldPort = servers::PortReservation;

inline HeldPort heldPort()
{
    return servers::PortReservation::take().value(); // without a free port there is no test
}

} // namespace lockscope::test
