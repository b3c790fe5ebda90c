// SPDX-License-Identifier: Apache-2.0
// Calls, transactions and watches that the C library still holds a pointer to, and the C callbacks that collect what it
// says, in our types. Included by core/zk's own sources only. Never runs foreign code inside the library: see Mailbox.
#pragma once

#include "core/base/node.h"
#include "core/base/reply.h"
#include "core/zk/session.h"

#include <zookeeper/zookeeper.h>

#include <QString>

#include <deque>
#include <vector>

namespace lockscope::zk {

class Call;
struct WatchEntry;

/// What the library's callbacks reported since it was last emptied, in its order: a server sends an event before the
/// reply that shows its effect.
struct Mailbox
{
    struct Item
    {
        Call *answered;    ///< null: a watch has fired
        WatchEntry *fired; ///< null: a call was answered
        WatchEvent event = WatchEvent::NotWatching;
    };
    std::vector<Item> items;
};

/// One request on its way. Owned by its session from the request until the library has reported it, or the handle is
/// freed, even where it was failed earlier: the library keeps the pointer that long.
class Call
{
public:
    Call(Mailbox *mailbox, Operation operation, QString path);
    virtual ~Call() = default;
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    /// Hands on what the library reported.
    virtual void deliver() = 0;
    /// Ends it with an error now; what the library says later is ignored.
    virtual void fail(const Error &error) = 0;
    Error errorOf(int rc) const;
    Operation operation() const { return m_operation; }
    const QString &path() const { return m_path; }

    /// The watch that this request sets if it succeeds; null if none.
    WatchEntry *watch = nullptr;
    /// Whether the library keeps that watch; meaningful once it has reported the call. An absent node is watched too.
    bool watchIsSet() const { return m_rc == ZOK || (m_rc == ZNONODE && m_operation == Operation::Exists); }
    /// Whether the library has reported that no answer came: the connection or the session went before.
    bool isLost() const;
    /// From a C callback, before arrive(): the library's return code.
    void setReturnCode(int rc) { m_rc = rc; }

protected:
    void answered() { m_mailbox->items.push_back({this, nullptr}); }

private:
    Mailbox *m_mailbox;
    QString m_path;
    Operation m_operation;
    int m_rc = ZOK;
};

template<typename T>
class TypedCall : public Call
{
public:
    using Call::Call;

    Reply<T> reply() const { return Reply<T>(m_promise); }
    void deliver() override { m_promise.complete(std::move(*m_arrived)); }
    void fail(const Error &error) override { m_promise.complete(tl::unexpected(error)); }

    /// From a C callback: keeps the answer for deliver().
    void arrive(Result<T> value)
    {
        m_arrived.emplace(std::move(value));
        answered();
    }

private:
    ReplyPromise<T> m_promise;
    std::optional<Result<T>> m_arrived;
};

/// One transaction: the library writes its results into this memory until it has reported the call.
class MultiCall : public TypedCall<MultiAnswer>
{
public:
    MultiCall(Mailbox *mailbox, std::vector<WriteOp> ops);

    int transmit(zhandle_t *zh);

private:
    static void onMulti(int rc, const void *data);
    void collect(int rc);
    MultiAnswer refusedWith(int rc) const;

    std::vector<WriteOp> m_ops;
    std::deque<QByteArray> m_bytes; ///< paths; those of a deque stay where they are
    std::vector<zoo_op_t> m_request;
    std::vector<zoo_op_result_t> m_results;
    std::vector<Stat> m_stats;
    std::deque<QByteArray> m_createdPaths;
};

/// A one-shot watch that the library holds. Owned by its session until it has fired or was taken back.
struct WatchEntry
{
    Mailbox *mailbox;
    quint64 id; ///< unlike its address never used again
    QString path;
    ZooWatcherType type;
    ReplyPromise<WatchEvent> promise = {};

    /// The callback to give to the library, with this as its context.
    static void onEvent(zhandle_t *, int type, int state, const char *path, void *context);
};

int createFlags(NodeKind kind);

// C completions; `data` is the TypedCall of the type in the name.
void onVoid(int rc, const void *data);                                                   // Done
void onSynced(int rc, const char *path, const void *data);                               // Done
void onStat(int rc, const Stat *stat, const void *data);                                 // NodeStat
void onData(int rc, const char *value, int length, const Stat *stat, const void *data);  // NodeContent
void onChildren(int rc, const String_vector *names, const Stat *stat, const void *data); // Children
void onCreated(int rc, const char *path, const Stat *stat, const void *data);            // CreatedNode
void onAcl(int rc, ACL_vector *acl, Stat *stat, const void *data);                       // QList<AclEntry>

} // namespace lockscope::zk
