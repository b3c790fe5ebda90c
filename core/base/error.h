// SPDX-License-Identifier: Apache-2.0
// What can go wrong, as a value: a code, the operation, the path and a sentence for people that says what to do next.
// Never thrown, never swallowed; exceptions do not cross folders.
#pragma once

#include "core/base/text.h"

#include <QString>

#include <tl/expected.hpp>

#include <optional>

namespace lockscope {

/// What a session is asked for.
enum class Operation {
    Create,
    Get,
    Exists,
    List,
    Set,
    Delete,
    Check, ///< within a transaction
    Multi,
    Sync,
    GetAcl,
    SetAcl,
    RemoveWatches,
    Expire,
};

/// Its word in errors, in the journal and in JSON: "create", "get", …
QString operationName(Operation operation);
/// Nothing for any other word. A recipe's list is "get_children" in the journal.
std::optional<Operation> operationNamed(QStringView word);
/// Of nodes; a session's watches may change.
bool onlyReads(Operation operation);

enum class ErrorCode {
    // Answers of a server: the request was not carried out.
    NoNode,
    NodeExists,
    BadVersion,
    NotEmpty,
    NoAuth,
    NoChildrenForEphemerals,
    InvalidAcl,
    Throttled,
    SqlBusy, ///< a database gave a statement up that waited for others, or made it give way
    BadArguments,
    Unimplemented,
    NoWatcher,
    // The session is over, or never was.
    SessionExpired,
    AuthFailed,
    Closed,
    // The connection: NotConnected means that nothing was sent, the others that the outcome is not known.
    NotConnected,
    ConnectionLoss,
    OperationTimeout,
    MalformedReply, ///< a server's bytes did not fit the protocol and were not used; the session is over
    HistoryChanged, ///< the servers' changes are not the ones that the session knew; the session is over
    // Getting in.
    MalformedConnectString,
    UnknownHost,
    ConnectTimeout,
    NoAnswer,          ///< for too long, of servers that did answer before
    TooFewDescriptors, ///< this process may open no further sockets
    NotZooKeeper,
    NotRedis,
    RedisFailed, ///< a Redis server is not there, or refused: the detail is the sentence
    SqlFailed,   ///< a database is not there, or refused: the detail is the sentence
    SshFailed,   ///< no way through the SSH host
    TlsFailed,   ///< no server let us in over TLS: a certificate, a name, or no TLS at all
    // Ours.
    Cancelled,
    AcquireTimeout,
    AuditFailed,     ///< what was to be done could not be written down before: the detail is the sentence
    IdentityChanged, ///< the node is not the one that was looked at
    ObserveOnly,
    SandboxFailed,
    ScenarioFailed,
    InvalidInput,
    NotHeld,
    Unsupported, ///< this recipe cannot do that
    Other,
};

struct Error
{
    ErrorCode code = ErrorCode::Other;
    QString operation; ///< a session's (operationName()), or "connect", "acquire", … ; empty where none
    QString path;      ///< absolute as the session sees it; empty where none
    Text detail;       ///< what only this occurrence knows: a host, a permission, a library's text

    /// One sentence for people, ending in what they can do.
    Text sentence() const;
    /// True if this was asked of a session.
    bool isOf(Operation asked) const { return operationNamed(operation) == asked; }
    /// True if a write may have been carried out although this error came back (its reply was lost).
    bool outcomeUnknown() const
    {
        return code == ErrorCode::ConnectionLoss || code == ErrorCode::OperationTimeout
               || code == ErrorCode::MalformedReply || code == ErrorCode::HistoryChanged;
    }
    /// True if the session cannot be used again and its ephemeral nodes are gone or going.
    bool sessionIsOver() const
    {
        return code == ErrorCode::SessionExpired || code == ErrorCode::AuthFailed || code == ErrorCode::Closed
               || code == ErrorCode::MalformedReply || code == ErrorCode::HistoryChanged;
    }
    /// True if the connection went before an answer came: whether anything was carried out, outcomeUnknown() says.
    bool connectionWasLost() const { return outcomeUnknown() || code == ErrorCode::NotConnected; }
    /// True if no server answered: the error says nothing of the node.
    bool isNoAnswer() const { return connectionWasLost() || sessionIsOver(); }
    bool operator==(const Error &) const = default;
};

/// Stable lower-case name of a code ("no-node"), for JSON and logs.
QString errorCodeName(ErrorCode code);

template<typename T>
using Result = tl::expected<T, Error>;

/// The value of a Result that says no more than that it was done. Not std::monostate: a QCoro task keeps one of those
/// to mean that it has no value yet.
struct Done
{
    bool operator==(const Done &) const = default;
};

inline tl::unexpected<Error> failure(ErrorCode code, QString operation = {}, QString path = {}, Text detail = {})
{
    return tl::unexpected<Error>(Error{code, std::move(operation), std::move(path), std::move(detail)});
}
/// What was given cannot be taken, for the reason in \a sentence.
inline tl::unexpected<Error> invalidInput(Text sentence)
{
    return failure(ErrorCode::InvalidInput, {}, {}, std::move(sentence));
}

} // namespace lockscope
