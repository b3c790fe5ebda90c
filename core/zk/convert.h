// SPDX-License-Identifier: Apache-2.0
// Between the C client's types and ours. Included by core/zk's own sources only: it brings zookeeper.h in.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/error.h"
#include "core/base/node.h"

#include <zookeeper/zookeeper.h>

namespace lockscope::zk {

NodeStat toStat(const Stat &stat);
QList<AclEntry> toAcl(const ACL_vector *acl);
int createFlags(NodeKind kind);

/// A return code as our error; not for ZOK. \a detail is added where the code says less than was known.
Error toError(int rc, const QString &operation, const QString &path);

/// zoo_state() as ours; \a wasConnected tells a first connect from a lost connection.
ConnectionState toConnectionState(int state, bool wasConnected);

/// An event type of a node watch; not for session events.
WatchEvent toWatchEvent(int type);

} // namespace lockscope::zk
