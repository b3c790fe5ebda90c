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
Text missingPermission(std::optional<Operation> operation)
{
    switch (operation.value_or(Operation::Get)) {
    case Operation::Create: return Text::en("CREATE (on the parent)");
    case Operation::Delete: return Text::en("DELETE (on the parent)");
    case Operation::Set: return Text::verbatim(u"WRITE"_s);
    case Operation::GetAcl: return Text::en("READ or ADMIN");
    case Operation::SetAcl: return Text::verbatim(u"ADMIN"_s);
    case Operation::Get:
    case Operation::Exists:
    case Operation::List:
    case Operation::Check:
    case Operation::Multi:
    case Operation::Sync:
    case Operation::RemoveWatches:
    case Operation::Expire: break;
    }
    return Text::verbatim(u"READ"_s);
}

Text withoutDetail(const Error &error) // NOLINT(readability-function-size): a table
{
    const QString &path = error.path;
    const QString &operation = error.operation;
    const bool named = !path.isEmpty();
    const Text what = operation.isEmpty() ? Text::en("the request") : Text::verbatim(operation);
    const Text node = named ? Text::verbatim(path) : Text::en("the node");
    switch (error.code) {
    case ErrorCode::NoNode:
        if (path == u'/') // there always is one, but below a chroot
            return Text::en("The chroot of the connect string does not exist on the servers: check its path, or let a "
                            "client create it.");
        return named ? Text::en("%1 does not exist: check the path, or it was deleted meanwhile.").arg(path)
                     : Text::en("The node does not exist: check the path, or it was deleted meanwhile.");
    case ErrorCode::NodeExists:
        return named ? Text::en("%1 exists already.").arg(path) : Text::en("The node exists already.");
    case ErrorCode::BadVersion:
        return named ? Text::en("%1 was changed by another client meanwhile: look again before you act.").arg(path)
                     : Text::en("The node was changed by another client meanwhile: look again before you act.");
    case ErrorCode::NotEmpty:
        return named ? Text::en("%1 has children and cannot be deleted.").arg(path)
                     : Text::en("The node has children and cannot be deleted.");
    case ErrorCode::NoAuth:
        return Text::en("No %1 permission on %2: connect with a login that its ACL allows.")
            .arg(missingPermission(operationNamed(operation)), node);
    case ErrorCode::NoChildrenForEphemerals:
        return named
                   ? Text::en("%1 is below an ephemeral node, which cannot have children: choose another path.")
                         .arg(path)
                   : Text::en("The node is below an ephemeral node, which cannot have children: choose another path.");
    case ErrorCode::InvalidAcl: return Text::en("The ACL for %1 is not valid.").arg(node);
    case ErrorCode::Throttled:
        return Text::en("The server is overloaded and did not carry out %1: try again.").arg(what);
    case ErrorCode::SqlBusy:
        return Text::en("The database gave %1 up, since others held what it needed: nothing was done, try again.")
            .arg(what);
    case ErrorCode::BadArguments:
        return named ? Text::en("%1 is not a valid path or argument for %2.").arg(path, what)
                     : Text::en("The node is not a valid path or argument for %1.").arg(what);
    case ErrorCode::Unimplemented: return Text::en("This server does not know %1.").arg(what);
    case ErrorCode::NoWatcher: return Text::en("There is no watch on %1.").arg(node);
    case ErrorCode::SessionExpired:
        return Text::en("The session expired: its ephemeral nodes are gone and its locks are lost.");
    case ErrorCode::AuthFailed:
        return Text::en("The server refused the login: check the scheme, the user and the password.");
    case ErrorCode::Closed: return error.detail.isEmpty() ? Text::en("The session was closed.") : Text();
    case ErrorCode::NotConnected: return Text::en("Not connected: %1 was not sent.").arg(what);
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
        if (const auto asked = operationNamed(operation); asked && onlyReads(*asked))
            return named ? Text::en("%1 was not read: the connection was lost before the reply to %2 came.")
                               .arg(path, what)
                         : Text::en("The connection was lost before the reply to %1 came: nothing was read.").arg(what);
        return named ? Text::en("The connection was lost before the reply to %1 %2 came: whether it was carried out is "
                                "not known.")
                           .arg(what, path)
                     : Text::en("The connection was lost before a reply came: whether the request was carried out is "
                                "not known.");
    case ErrorCode::MalformedReply:
        return Text::en(
            "A server answered with bytes that do not fit ZooKeeper's protocol: they were not used, and the "
            "session is over.");
    case ErrorCode::HistoryChanged:
        return Text::en(
            "The servers have another history now: their data were replaced, or other servers answer at their "
            "address. What was read before is not what is there.");
    case ErrorCode::MalformedConnectString:
        return Text::en("Not a connect string: write host:port, several with commas, and a chroot at the end, as in "
                        "zk1:2181,zk2:2181/app.");
    case ErrorCode::UnknownHost: return Text::en("Unknown host: check the name and the network.");
    case ErrorCode::ConnectTimeout:
        return Text::en("No ZooKeeper server answered: check the address, that the server runs, and the firewall.");
    case ErrorCode::NoAnswer:
        return Text::en("No answer came in time: check that the servers run, and what is on the way to them.");
    case ErrorCode::TooFewDescriptors:
        return Text::en("This program has no file descriptor left to connect with: raise its limit (ulimit -n).");
    case ErrorCode::NotZooKeeper:
        return Text::en("Something answers there, but it does not speak ZooKeeper's protocol: check the port.");
    case ErrorCode::NotRedis:
        return Text::en("Something answers there, but not as a Redis server does: check the port.");
    case ErrorCode::SshFailed:
        return Text::en("There is no way through the SSH host: see that ssh gets there in a terminal without asking.");
    case ErrorCode::TlsFailed:
        return Text::en("No server let us in over TLS: check its certificate, its name and the port.");
    case ErrorCode::Cancelled: return Text::en("Cancelled.");
    case ErrorCode::AcquireTimeout: return Text::en("Gave up waiting for the lock after its timeout.");
    case ErrorCode::IdentityChanged:
        return named ? Text::en("%1 is not the node that you looked at any more: nothing was deleted.").arg(path)
                     : Text::en("The node is not the one that you looked at any more: nothing was deleted.");
    case ErrorCode::ObserveOnly: return Text::en("This connection is observe-only: nothing is written.");
    case ErrorCode::NotHeld: return Text::en("The lock is not held.");
    case ErrorCode::Unsupported: return Text::en("This lock cannot do that: %1.").arg(what);
    case ErrorCode::RedisFailed:
    case ErrorCode::SqlFailed:
    case ErrorCode::AuditFailed:
    case ErrorCode::SandboxFailed:
    case ErrorCode::ScenarioFailed:
    case ErrorCode::InvalidInput: return {};
    case ErrorCode::Other: break;
    }
    if (operation.isEmpty())
        return named ? Text::en("The operation on %1 failed.").arg(path) : Text::en("The operation failed.");
    return named ? Text::en("The operation failed: %1 %2.").arg(operation, path)
                 : Text::en("The operation failed: %1.").arg(operation);
}

} // namespace

QString operationName(Operation operation)
{
    return std::ranges::find(operationWords, operation, &OperationWord::operation)->word;
}

std::optional<Operation> operationNamed(QStringView word)
{
    const auto found = std::find_if(operationWords.begin(), operationWords.end(),
                                    [word](const OperationWord &known) { return known.word == word; });
    return found == operationWords.end() ? std::nullopt : std::optional(found->operation);
}

bool onlyReads(Operation operation)
{
    switch (operation) {
    case Operation::Get:
    case Operation::Exists:
    case Operation::List:
    case Operation::Sync:
    case Operation::GetAcl:
    case Operation::RemoveWatches: return true;
    case Operation::Create:
    case Operation::Set:
    case Operation::Delete:
    case Operation::Check:
    case Operation::Multi:
    case Operation::SetAcl:
    case Operation::Expire: return false;
    }
    return false;
}

Text Error::sentence() const
{
    Text said = withoutDetail(*this);
    if (said.isEmpty())
        return detail;
    const auto asked = operationNamed(operation);
    if (outcomeUnknown() && sessionIsOver() && asked && !onlyReads(*asked)) // what says that of the session alone
        said = Text::en("%1 Whether %2 was carried out is not known.").arg(said, operation);
    //: A sentence, and what only this occurrence knows of it.
    return detail.isEmpty() ? said : Text::en("%1 (%2)").arg(said, detail);
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
    case ErrorCode::SqlBusy: return u"sql-busy"_s;
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
    case ErrorCode::MalformedReply: return u"malformed-reply"_s;
    case ErrorCode::HistoryChanged: return u"history-changed"_s;
    case ErrorCode::MalformedConnectString: return u"malformed-connect-string"_s;
    case ErrorCode::UnknownHost: return u"unknown-host"_s;
    case ErrorCode::ConnectTimeout: return u"connect-timeout"_s;
    case ErrorCode::NoAnswer: return u"no-answer"_s;
    case ErrorCode::TooFewDescriptors: return u"too-few-descriptors"_s;
    case ErrorCode::NotZooKeeper: return u"not-zookeeper"_s;
    case ErrorCode::NotRedis: return u"not-redis"_s;
    case ErrorCode::RedisFailed: return u"redis-failed"_s;
    case ErrorCode::SqlFailed: return u"sql-failed"_s;
    case ErrorCode::SshFailed: return u"ssh-failed"_s;
    case ErrorCode::TlsFailed: return u"tls-failed"_s;
    case ErrorCode::Cancelled: return u"cancelled"_s;
    case ErrorCode::AcquireTimeout: return u"acquire-timeout"_s;
    case ErrorCode::AuditFailed: return u"audit-failed"_s;
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
