// SPDX-License-Identifier: Apache-2.0
// Releases by the engine, written down in an audit file, while others replace their nodes and whole locks, and while
// permission comes and goes, connections are lost, or the leader is killed. Shared by the live test and the benchmark.
// Never asks the code under test what it did: releasejudge.h decides.
#pragma once

#include "core/servers/sandbox.h"
#include "tests/support/releasejudge.h"

#include <array>

namespace lockscope::test {

enum class Trouble {
    None,       ///< but that nodes and locks are replaced, as in all of them
    Permission, ///< DELETE is denied to the session of the release, all the time or for a part of it
    Connection, ///< it is cut, or a request or a reply is lost
    Leader,     ///< the server that leads is killed while transactions are under way
};
inline constexpr std::array allTroubles{Trouble::None, Trouble::Permission, Trouble::Connection, Trouble::Leader};

struct TroubledReleases : JudgedReleases
{
    int troubled = 0;    ///< of those of Permission: permission was denied; else: they were under way as it struck
    int locksRemade = 0; ///< the lock's directory was deleted and made again, with the same names
    int notClosed = 0;   ///< said to have had a window: the ensemble was too busy for all of the guards
    int retried = 0;     ///< took more than one transaction
    int kills = 0;
    double totalMs = 0; ///< that carrying them out took, each by itself
    double seconds = 0;

    TroubledReleases &operator+=(const TroubledReleases &other);
};

/// Carries out \a releases on \a sandbox, which has three servers for Trouble::Leader; several at a time. Runs the
/// event loop, sets LOCKSCOPE_AUDIT_FILE meanwhile, and leaves nodes behind.
Result<TroubledReleases> releaseInTrouble(servers::Sandbox &sandbox, Trouble trouble, int releases, quint32 seed);

} // namespace lockscope::test
