// SPDX-License-Identifier: Apache-2.0
#include "core/zk/convert.h"

#include <utility>

namespace lockscope::zk {

NodeStat toStat(const Stat &stat)
{
    return {
        .czxid = {stat.czxid},
        .mzxid = {stat.mzxid},
        .pzxid = {stat.pzxid},
        .ctimeMs = stat.ctime,
        .mtimeMs = stat.mtime,
        .version = stat.version,
        .cversion = stat.cversion,
        .aversion = stat.aversion,
        .ephemeralOwner = {stat.ephemeralOwner},
        .dataLength = stat.dataLength,
        .numChildren = stat.numChildren,
    };
}

QList<AclEntry> toAcl(const ACL_vector *acl)
{
    QList<AclEntry> entries;
    for (int i = 0; acl != nullptr && i < acl->count; ++i) {
        const ACL &entry = acl->data[i];
        entries.append({entry.perms, QString::fromUtf8(entry.id.scheme), QString::fromUtf8(entry.id.id)});
    }
    return entries;
}

int createFlags(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Persistent: return ZOO_PERSISTENT;
    case NodeKind::Ephemeral: return ZOO_EPHEMERAL;
    case NodeKind::PersistentSequential: return ZOO_PERSISTENT_SEQUENTIAL;
    case NodeKind::EphemeralSequential: return ZOO_EPHEMERAL_SEQUENTIAL;
    case NodeKind::Container: return ZOO_CONTAINER;
    }
    return ZOO_PERSISTENT;
}

namespace {

ErrorCode toCode(int rc)
{
    switch (rc) {
    case ZNONODE: return ErrorCode::NoNode;
    case ZNODEEXISTS: return ErrorCode::NodeExists;
    case ZBADVERSION: return ErrorCode::BadVersion;
    case ZNOTEMPTY: return ErrorCode::NotEmpty;
    case ZNOAUTH: return ErrorCode::NoAuth;
    case ZNOCHILDRENFOREPHEMERALS: return ErrorCode::NoChildrenForEphemerals;
    case ZINVALIDACL: return ErrorCode::InvalidAcl;
    case ZTHROTTLEDOP: return ErrorCode::Throttled;
    case ZBADARGUMENTS: return ErrorCode::BadArguments;
    case ZUNIMPLEMENTED: return ErrorCode::Unimplemented;
    case ZNOWATCHER: return ErrorCode::NoWatcher;
    case ZSESSIONEXPIRED: return ErrorCode::SessionExpired;
    case ZAUTHFAILED:
    case ZSESSIONCLOSEDREQUIRESASLAUTH: return ErrorCode::AuthFailed;
    case ZCLOSING: return ErrorCode::Closed;
    case ZOPERATIONTIMEOUT: return ErrorCode::OperationTimeout;
    // One in flight when a send failed ends as a "runtime inconsistency": it is a connection loss like any other.
    case ZRUNTIMEINCONSISTENCY:
    case ZCONNECTIONLOSS:
    case ZSESSIONMOVED: return ErrorCode::ConnectionLoss;
    // The handle is unusable or not connected: the call was refused before anything was sent.
    case ZINVALIDSTATE: return ErrorCode::NotConnected;
    default: return ErrorCode::Other;
    }
}

} // namespace

Error toError(int rc, const QString &operation, const QString &path)
{
    const ErrorCode code = toCode(rc);
    return {code, operation, path, code == ErrorCode::Other ? QString::fromUtf8(zerror(rc)) : QString()};
}

ConnectionState toConnectionState(int state, bool wasConnected)
{
    // The states are variables of the library, not constants: no switch.
    if (state == ZOO_CONNECTED_STATE || state == ZOO_READONLY_STATE)
        return ConnectionState::Connected;
    if (state == ZOO_EXPIRED_SESSION_STATE)
        return ConnectionState::Expired;
    if (state == ZOO_AUTH_FAILED_STATE)
        return ConnectionState::AuthFailed;
    return wasConnected ? ConnectionState::Suspended : ConnectionState::Connecting;
}

WatchEvent toWatchEvent(int type)
{
    if (type == ZOO_CREATED_EVENT)
        return WatchEvent::Created;
    if (type == ZOO_DELETED_EVENT)
        return WatchEvent::Deleted;
    if (type == ZOO_CHANGED_EVENT)
        return WatchEvent::Changed;
    if (type == ZOO_CHILD_EVENT)
        return WatchEvent::ChildrenChanged;
    return WatchEvent::NotWatching;
}

} // namespace lockscope::zk
