// SPDX-License-Identifier: Apache-2.0
// Whether a connection on loopback comes from this very process.
// Never a guard against root, or against whoever may debug this process: these can use its sockets anyway.
#pragma once

#include <QtGlobal>

namespace lockscope::zk {

/// True if this process has a TCP socket on 127.0.0.1 from \a localPort to \a peerPort. Looks at each of its open
/// descriptors once: microseconds for hundreds of them.
bool ownsLoopbackSocket(quint16 localPort, quint16 peerPort);

} // namespace lockscope::zk
