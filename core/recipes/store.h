// SPDX-License-Identifier: Apache-2.0
// The few ZooKeeper operations that lock recipes need, so that a recipe reads like the textbook and runs on a real
// session as well as on an in-memory fake. A recipe never knows which, and never sees faults, counting or stepping.
#pragma once

#include "core/base/node.h"
#include "core/base/reply.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

namespace lockscope::recipes {

/// A one-shot watch that was set. Ends once: fired, cancelled, or with the session.
class Watch
{
public:
    virtual ~Watch() = default;
    /// The event, or an error: Cancelled, SessionExpired, Closed. A mere connection loss does not end a watch: the
    /// session sets it again when it is back. Awaited at most once.
    virtual Reply<WatchEvent> fired() = 0;
    /// Takes the watch back, from the server too. Idempotent; fired() then answers Cancelled.
    virtual void cancel() = 0;
};

/// exists() with a watch: the Stat if the node is there, and the watch either way.
struct Watched
{
    std::optional<NodeStat> stat;
    std::shared_ptr<Watch> watch;
};

/// get() with a watch: fires when the data change and when the node goes.
struct WatchedContent
{
    NodeContent content;
    std::shared_ptr<Watch> watch;
};

/// children() with a watch: fires when a child comes or goes, and when the node itself goes.
struct WatchedChildren
{
    Children children;
    std::shared_ptr<Watch> watch;
};

/// The name of a key or row is that of its path without the first slash: the lock /orders is the key "orders".
inline QString keyOf(const QString &path)
{
    return path.mid(1);
}
inline QString pathOfKey(const QString &key)
{
    return u'/' + key;
}

class Store
{
public:
    virtual ~Store() = default;

    virtual SessionId session() const = 0;
    /// What the tokens of its client are made of, so that the same steps lead to the same names; 0: they are drawn, as
    /// they must be where others could make the same.
    virtual quint32 tokenSeed() const { return 0; }
    /// Answers when the session is connected; an error once it is over.
    virtual Reply<SessionId> connected() = 0;
    /// \a kind decides about the sequence; the reply has the name that the server chose.
    virtual Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) = 0;
    virtual Reply<Children> children(QString path) = 0;
    virtual Reply<Watched> watchExists(QString path) = 0;
    virtual Reply<NodeStat> exists(QString path) = 0;
    virtual Reply<NodeContent> get(QString path) = 0;
    /// NoNode leaves no watch, unlike watchExists(). Nor does any other error, here and below.
    virtual Reply<WatchedContent> watchData(QString path) = 0;
    virtual Reply<WatchedChildren> watchChildren(QString path) = 0;
    /// \a version -1: whatever its version. The reply has the node's Stat after it.
    virtual Reply<NodeStat> set(QString path, QByteArray data, int version) = 0;
    /// \a version -1: whatever its version. The value of the reply means nothing.
    virtual Reply<Done> remove(QString path, int version) = 0;
};

} // namespace lockscope::recipes
