// SPDX-License-Identifier: Apache-2.0
#include "core/zk/call.h"

#include "core/base/clock.h"
#include "core/zk/servercode.h"

#include <algorithm>
#include <limits>

namespace lockscope::zk {

ErrorCode errorCodeOf(qint32 rc)
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

namespace {

// ---- the library's types into ours ----

NodeStat toStat(const Stat &stat)
{
    return {
        .czxid = {stat.czxid},
        .mzxid = {stat.mzxid},
        .pzxid = {stat.pzxid},
        .ctimeMs = boundedMs(stat.ctime),
        .mtimeMs = boundedMs(stat.mtime),
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

Error toError(int rc, Operation operation, const QString &path)
{
    const ErrorCode code = errorCodeOf(rc);
    return {code, operationName(operation), path,
            code == ErrorCode::Other
                ? Text::verbatim(QStringLiteral("%1 (%2)").arg(QString::fromUtf8(zerror(rc))).arg(rc))
                : Text()};
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

// ---- answers ----

template<typename T>
TypedCall<T> *callOf(const void *data)
{
    return static_cast<TypedCall<T> *>(static_cast<Call *>(const_cast<void *>(data)));
}

/// Completes a call with what \a read makes of the answer, or with the error.
template<typename T, typename F>
void arrive(int rc, const void *data, F read)
{
    auto *call = callOf<T>(data);
    call->setReturnCode(rc);
    if (rc == ZOK)
        call->arrive(read());
    else
        call->arrive(tl::unexpected(call->errorOf(rc)));
}

// ---- transactions ----

/// Beside path and data: header, lengths, version, flags, and an ACL of one entry for a create.
constexpr qsizetype opOverhead = 80;
/// What no server answers: the result was not written.
constexpr int untouched = std::numeric_limits<int>::max();
/// The sequence number that the server adds to a path.
constexpr int sequenceRoom = 16;

/// False where the request never came to an end: the library then blames every operation.
bool isAnswer(int rc)
{
    return !Error{errorCodeOf(rc), {}, {}, {}}.isNoAnswer();
}

} // namespace

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

Call::Call(Mailbox *mailbox, Operation operation, QString path)
    : m_mailbox(mailbox)
    , m_path(std::move(path))
    , m_operation(operation)
{
}

bool Call::isLost() const
{
    return m_rc != ZOK && Error{errorCodeOf(m_rc), {}, {}, {}}.isNoAnswer();
}

Error Call::errorOf(int rc) const
{
    return toError(rc, m_operation, m_path);
}

void WatchEntry::onEvent(zhandle_t *, int type, int, const char *, void *context)
{
    // Session events reach every watcher without consuming it.
    if (type == ZOO_SESSION_EVENT)
        return;
    auto *entry = static_cast<WatchEntry *>(context);
    entry->mailbox->items.push_back({nullptr, entry, toWatchEvent(type)});
}

void onVoid(int rc, const void *data)
{
    arrive<Done>(rc, data, [] { return Done(); });
}

void onSynced(int rc, const char *, const void *data)
{
    onVoid(rc, data);
}

void onStat(int rc, const Stat *stat, const void *data)
{
    arrive<NodeStat>(rc, data, [&] { return toStat(*stat); });
}

void onData(int rc, const char *value, int length, const Stat *stat, const void *data)
{
    // A node made with null data has length −1.
    arrive<NodeContent>(rc, data, [&] { return NodeContent{QByteArray(value, std::max(length, 0)), toStat(*stat)}; });
}

void onChildren(int rc, const String_vector *names, const Stat *stat, const void *data)
{
    arrive<Children>(rc, data, [&] { return Children{NameList::fromUtf8(names->data, names->count), toStat(*stat)}; });
}

void onCreated(int rc, const char *path, const Stat *stat, const void *data)
{
    arrive<CreatedNode>(rc, data, [&] { return CreatedNode{QString::fromUtf8(path), toStat(*stat)}; });
}

void onAcl(int rc, ACL_vector *acl, Stat *, const void *data)
{
    arrive<QList<AclEntry>>(rc, data, [&] { return toAcl(acl); });
}

// ---- transactions ----

qsizetype multiBytes(const std::vector<WriteOp> &ops)
{
    qsizetype bytes = opOverhead;
    for (const WriteOp &op : ops)
        bytes += op.path.toUtf8().size() + op.data.size() + opOverhead;
    return bytes;
}

MultiCall::MultiCall(Mailbox *mailbox, std::vector<WriteOp> ops)
    : TypedCall(mailbox, Operation::Multi, ops.empty() ? QString() : ops.back().path)
    , m_ops(std::move(ops))
    , m_request(m_ops.size())
    , m_results(m_ops.size())
    , m_stats(m_ops.size())
{
    for (zoo_op_result_t &result : m_results)
        result.err = untouched;
}

int MultiCall::transmit(zhandle_t *zh)
{
    for (size_t i = 0; i < m_ops.size(); ++i) {
        const WriteOp &op = m_ops[i];
        zoo_op_t *out = &m_request[i];
        const char *path = m_bytes.emplace_back(op.path.toUtf8()).constData();
        const auto length = static_cast<int>(op.data.size());
        if (op.operation == Operation::Create) {
            QByteArray &room = m_createdPaths.emplace_back(m_bytes.back().size() + sequenceRoom, '\0');
            zoo_create_op_init(out, path, op.data.constData(), length, &ZOO_OPEN_ACL_UNSAFE, createFlags(op.kind),
                               room.data(), static_cast<int>(room.size()));
        } else if (op.operation == Operation::Set) {
            zoo_set_op_init(out, path, op.data.constData(), length, op.version, &m_stats[i]);
        } else if (op.operation == Operation::Delete) {
            zoo_delete_op_init(out, path, op.version);
        } else {
            zoo_check_op_init(out, path, op.version);
        }
    }
    return zoo_amulti(zh, static_cast<int>(m_request.size()), m_request.data(), m_results.data(), onMulti,
                      static_cast<const void *>(static_cast<Call *>(this)));
}

MultiAnswer MultiCall::refusedWith(int rc) const
{
    // The one that is to blame has the error of the whole; those before it say ZOK, those after it an inconsistency.
    const auto culprit = std::find_if(m_results.begin(), m_results.end(),
                                      [rc](const zoo_op_result_t &result) { return result.err == rc; });
    MultiAnswer answer;
    answer.refusedAt = static_cast<int>(culprit - m_results.begin());
    const WriteOp &op = m_ops[static_cast<size_t>(answer.refusedAt)];
    answer.refused = toError(rc, op.operation, op.path);
    return answer;
}

void MultiCall::collect(int rc)
{
    setReturnCode(rc);
    const bool refused = rc != ZOK && isAnswer(rc)
                         && std::any_of(m_results.begin(), m_results.end(),
                                        [rc](const zoo_op_result_t &result) { return result.err == rc; });
    if (refused)
        return arrive(refusedWith(rc));
    if (rc != ZOK)
        return arrive(tl::unexpected(errorOf(rc)));
    MultiAnswer answer;
    answer.stats.resize(m_ops.size());
    for (size_t i = 0; i < m_ops.size(); ++i) {
        if (m_ops[i].operation == Operation::Set)
            answer.stats[i] = toStat(m_stats[i]);
    }
    arrive(std::move(answer));
}

void MultiCall::onMulti(int rc, const void *data)
{
    static_cast<MultiCall *>(callOf<MultiAnswer>(data))->collect(rc);
}

} // namespace lockscope::zk
