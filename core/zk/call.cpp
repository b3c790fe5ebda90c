// SPDX-License-Identifier: Apache-2.0
#include "core/zk/call.h"

#include "core/zk/convert.h"

#include <algorithm>

namespace lockscope::zk {

namespace {

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

} // namespace

Call::Call(Mailbox *mailbox, QString operation, QString path)
    : m_mailbox(mailbox)
    , m_operation(std::move(operation))
    , m_path(std::move(path))
{
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
    entry->m_mailbox->fired.emplace_back(entry, toWatchEvent(type));
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

} // namespace lockscope::zk
