// SPDX-License-Identifier: Apache-2.0
// Which nodes are known to exist, and which ended lately: one path may be many nodes, one after another.
// Never judges, and never guesses what an event means. Used by the check*.cpp files alone.
#pragma once

#include "core/base/ids.h"

#include <QHash>
#include <QString>

#include <deque>
#include <memory>

namespace lockscope::journal::check {

/// One node from its creation to its end; another one with the same path is another Node.
struct Node
{
    QString path;
    QString directory;
    Zxid czxid;
    SessionId owner;
    ClientId client;           ///< who made it, or whose session owns it
    quint64 bornAt = 0;        ///< the event that first proves it
    quint64 existedUntil = 0;  ///< the newest event at which it still provably existed: a request that it survived
    quint64 goneAt = 0;        ///< the event that proves its end; 0: none
    quint64 deleteAskedAt = 0; ///< the newest request to delete it
    quint64 seenAt = 0;        ///< the newest event in which an observer saw it
    bool inDoubt = false;      ///< the reply to a delete was lost
    bool refused = false;      ///< the server refused to delete it
    bool isContender = false;  ///< stands in a queue, or is a lease: not a directory

    bool isAlive() const { return goneAt == 0 && !inDoubt; }
};
using NodePtr = std::shared_ptr<Node>;

class NodeBook
{
public:
    /// The newest node at that path that is not known to be gone; null where there is none.
    NodePtr at(const QString &path) const { return m_nodes.value(path); }
    void add(const NodePtr &node) { m_nodes.insert(node->path, node); }
    /// Ends it at that event; false if its end was known before.
    bool end(const NodePtr &node, quint64 event);
    /// As end(), of a node that is not in the book. A null \a czxid: whatever was there.
    void rememberEnd(const QString &path, Zxid czxid);
    /// The end of that node is known, so an answer that tells of it is an old one.
    bool hasEnded(const QString &path, Zxid czxid) const;
    /// Some node at that path ended lately.
    bool anyEndedAt(const QString &path) const { return m_ended.contains(path); }

private:
    QHash<QString, NodePtr> m_nodes;
    QHash<QString, Zxid> m_ended; ///< the newest that ended lately; null: whatever its czxid
    std::deque<QString> m_endedInOrder;
};

} // namespace lockscope::journal::check
