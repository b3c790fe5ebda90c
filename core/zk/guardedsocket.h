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
    /// Request: the client is given a request, which it sends at once. A connection that is found broken by that it
    /// closes, but it keeps what was under way on it: the next connection begins with the rest of a request that was
    /// half sent, and each answer is taken for one of another request. So send() fails with EAGAIN, and the next
    /// turn finds the connection broken, where it is ended as a whole.
    enum class For { Turn, Request };

    explicit GuardScope(ReplyGuard &guard, For what = For::Turn);
    ~GuardScope();
    GuardScope(const GuardScope &) = delete;
    GuardScope &operator=(const GuardScope &) = delete;

private:
    ReplyGuard *m_outer;
    For m_outerFor;
};

} // namespace lockscope::zk
