// SPDX-License-Identifier: Apache-2.0
// The C client's socket calls, led past a ReplyGuard. Included by core/zk's own sources only.
// Never touches the calls of others: without a GuardScope on this thread each goes straight to the system.
//
// The client has no seam for that. It is linked from its archive, and the linker leads its calls of connect, send and
// recv here (`--wrap`, in this folder's CMakeLists.txt): no copy of the bytes, no further socket, no further turn.
#pragma once

namespace lockscope::zk {

class ReplyGuard;

/// While it lives, what the client does on this thread's sockets is \a guard's connection.
class GuardScope
{
public:
    explicit GuardScope(ReplyGuard &guard);
    ~GuardScope();
    GuardScope(const GuardScope &) = delete;
    GuardScope &operator=(const GuardScope &) = delete;

private:
    ReplyGuard *m_outer;
};

} // namespace lockscope::zk
