// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

struct OperationWord
{
    Operation operation;
    QLatin1StringView word;
};

constexpr std::array operationWords{
    OperationWord{Operation::Create, "create"_L1},     OperationWord{Operation::Get, "get"_L1},
    OperationWord{Operation::Exists, "exists"_L1},     OperationWord{Operation::List, "list"_L1},
    OperationWord{Operation::List, "get_children"_L1}, // read only
    OperationWord{Operation::Set, "set"_L1},           OperationWord{Operation::Delete, "delete"_L1},
    OperationWord{Operation::Check, "check"_L1},       OperationWord{Operation::Multi, "multi"_L1},
    OperationWord{Operation::Sync, "sync"_L1},         OperationWord{Operation::GetAcl, "getAcl"_L1},
    OperationWord{Operation::SetAcl, "setAcl"_L1},     OperationWord{Operation::RemoveWatches, "removeWatches"_L1},
    OperationWord{Operation::Expire, "expire"_L1},
};

/// The permission that an operation needs, in ZooKeeper's own word.
QString missingPermission(std::optional<Operation> operation)
{
    switch (operation.value_or(Operation::Get)) {
    case Operation::Create: return u"CREATE (on the parent)"_s;
    case Operation::Delete: return u"DELETE (on the parent)"_s;
    case Operation::Set: return u"WRITE"_s;
    case Operation::GetAcl: return u"READ or ADMIN"_s;
    case Operation::SetAcl: return u"ADMIN"_s;
    case Operation::Get:
    case Operation::Exists:
    case Operation::List:
    case Operation::Check:
    case Operation::Multi:
    case Operation::Sync:
    case Operation::RemoveWatches:
    case Operation::Expire: break;
    }
    return u"READ"_s;
}

QString withDetail(QString sentence, const QString &detail)
{
    sentence[0] = sentence.at(0).toUpper(); // "the node …", "create failed."
    return detail.isEmpty() ? sentence : sentence + " ("_L1 + detail + u')';
}

QString onNode(const QString &path)
{
    return path.isEmpty() ? u"the node"_s : path;
}

} // namespace

QString operationName(Operation operation)
{
    const auto found = std::find_if(operationWords.begin(), operationWords.end(),
                                    [operation](const OperationWord &word) { return word.operation == operation; });
    return found->word;
}

std::optional<Operation> operationNamed(QStringView word)
{
    const auto found = std::find_if(operationWords.begin(), operationWords.end(),
                                    [word](const OperationWord &known) { return known.word == word; });
    return found == operationWords.end() ? std::nullopt : std::optional(found->operation);
}

QString Error::sentence() const
{
    const QString what = operation.isEmpty() ? u"The operation"_s : operation;
    switch (code) {
    case ErrorCode::NoNode:
        return withDetail(u"%1 does not exist: check the path, or it was deleted meanwhile."_s.arg(onNode(path)),
                          detail);
    case ErrorCode::NodeExists: return withDetail(u"%1 exists already."_s.arg(onNode(path)), detail);
    case ErrorCode::BadVersion:
        return withDetail(u"%1 was changed by another client meanwhile: look again before you act."_s.arg(onNode(path)),
                          detail);
    case ErrorCode::NotEmpty: return withDetail(u"%1 has children and cannot be deleted."_s.arg(onNode(path)), detail);
    case ErrorCode::NoAuth:
        return withDetail(u"No %1 permission on %2: connect with a login that its ACL allows."_s.arg(
                              missingPermission(operationNamed(operation)), onNode(path)),
                          detail);
    case ErrorCode::NoChildrenForEphemerals:
        return withDetail(
            u"%1 is below an ephemeral node, which cannot have children: choose another path."_s.arg(onNode(path)),
            detail);
    case ErrorCode::InvalidAcl: return withDetail(u"The ACL for %1 is not valid."_s.arg(onNode(path)), detail);
    case ErrorCode::Throttled:
        return withDetail(u"The server is overloaded and did not carry out %1: try again."_s.arg(what), detail);
    case ErrorCode::BadArguments:
        return withDetail(u"%1 is not a valid path or argument for %2."_s.arg(onNode(path), what), detail);
    case ErrorCode::Unimplemented: return withDetail(u"This server does not know %1."_s.arg(what), detail);
    case ErrorCode::NoWatcher: return withDetail(u"There is no watch on %1."_s.arg(onNode(path)), detail);
    case ErrorCode::SessionExpired:
        return withDetail(u"The session expired: its ephemeral nodes are gone and its locks are lost."_s, detail);
    case ErrorCode::AuthFailed:
        return withDetail(u"The server refused the login: check the scheme, the user and the password."_s, detail);
    case ErrorCode::Closed: return withDetail(u"The session was closed."_s, detail);
    case ErrorCode::NotConnected:
        return withDetail(u"Not connected: %1 was not sent."_s.arg(operation.isEmpty() ? u"the request"_s : operation),
                          detail);
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
        return withDetail(path.isEmpty() ? u"The connection was lost before a reply came: whether the request was "
                                           "carried out is not known."_s
                                         : u"The connection was lost before the reply to %1 %2 came: whether it was "
                                           "carried out is not known."_s.arg(what, path),
                          detail);
    case ErrorCode::MalformedConnectString:
        return withDetail(u"Not a connect string: write host:port, several with commas, and a chroot at the end, as in "
                          "zk1:2181,zk2:2181/app."_s,
                          detail);
    case ErrorCode::UnknownHost: return withDetail(u"Unknown host: check the name and the network."_s, detail);
    case ErrorCode::ConnectTimeout:
        return withDetail(u"No ZooKeeper server answered: check the address, that the server runs, and the firewall."_s,
                          detail);
    case ErrorCode::NotZooKeeper:
        return withDetail(u"Something answers there, but it does not speak ZooKeeper's protocol: check the port."_s,
                          detail);
    case ErrorCode::TlsFailed:
        return withDetail(u"No server let us in over TLS: check its certificate, its name and the port."_s, detail);
    case ErrorCode::Cancelled: return withDetail(u"Cancelled."_s, detail);
    case ErrorCode::AcquireTimeout: return withDetail(u"Gave up waiting for the lock after its timeout."_s, detail);
    case ErrorCode::IdentityChanged:
        return withDetail(u"%1 is not the node that you looked at any more: nothing was deleted."_s.arg(onNode(path)),
                          detail);
    case ErrorCode::ObserveOnly: return withDetail(u"This connection is observe-only: nothing is written."_s, detail);
    case ErrorCode::NotHeld: return withDetail(u"The lock is not held."_s, detail);
    case ErrorCode::Unsupported: return withDetail(u"This lock cannot do that: %1."_s.arg(what), detail);
    case ErrorCode::SandboxFailed:
    case ErrorCode::ScenarioFailed:
    case ErrorCode::InvalidInput: return detail;
    case ErrorCode::Other: break;
    }
    return withDetail(path.isEmpty() ? u"%1 failed."_s.arg(what) : u"%1 %2 failed."_s.arg(what, path), detail);
}

QString errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NoNode: return u"no-node"_s;
    case ErrorCode::NodeExists: return u"node-exists"_s;
    case ErrorCode::BadVersion: return u"bad-version"_s;
    case ErrorCode::NotEmpty: return u"not-empty"_s;
    case ErrorCode::NoAuth: return u"no-auth"_s;
    case ErrorCode::NoChildrenForEphemerals: return u"no-children-for-ephemerals"_s;
    case ErrorCode::InvalidAcl: return u"invalid-acl"_s;
    case ErrorCode::Throttled: return u"throttled"_s;
    case ErrorCode::BadArguments: return u"bad-arguments"_s;
    case ErrorCode::Unimplemented: return u"unimplemented"_s;
    case ErrorCode::NoWatcher: return u"no-watcher"_s;
    case ErrorCode::SessionExpired: return u"session-expired"_s;
    case ErrorCode::AuthFailed: return u"auth-failed"_s;
    case ErrorCode::Closed: return u"closed"_s;
    case ErrorCode::NotConnected: return u"not-connected"_s;
    case ErrorCode::ConnectionLoss: return u"connection-loss"_s;
    case ErrorCode::OperationTimeout: return u"operation-timeout"_s;
    case ErrorCode::MalformedConnectString: return u"malformed-connect-string"_s;
    case ErrorCode::UnknownHost: return u"unknown-host"_s;
    case ErrorCode::ConnectTimeout: return u"connect-timeout"_s;
    case ErrorCode::NotZooKeeper: return u"not-zookeeper"_s;
    case ErrorCode::TlsFailed: return u"tls-failed"_s;
    case ErrorCode::Cancelled: return u"cancelled"_s;
    case ErrorCode::AcquireTimeout: return u"acquire-timeout"_s;
    case ErrorCode::IdentityChanged: return u"identity-changed"_s;
    case ErrorCode::ObserveOnly: return u"observe-only"_s;
    case ErrorCode::SandboxFailed: return u"sandbox-failed"_s;
    case ErrorCode::ScenarioFailed: return u"scenario-failed"_s;
    case ErrorCode::InvalidInput: return u"invalid-input"_s;
    case ErrorCode::NotHeld: return u"not-held"_s;
    case ErrorCode::Unsupported: return u"unsupported"_s;
    case ErrorCode::Other: return u"other"_s;
    }
    return u"other"_s;
}

} // namespace lockscope
