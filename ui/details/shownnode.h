// SPDX-License-Identifier: Apache-2.0
// The node that the Details panel is about: one node by path and czxid, as the world has it, and what it was last when
// it is gone; and its facts as lines. Never takes another node at its path for it, and never reads a server.
#pragma once

#include "core/engine/engine.h"
#include "core/history/world.h"
#include "ui/theme/widgets.h"

#include <optional>

namespace lockscope::ui {

class ShownNode
{
public:
    ShownNode() = default;
    explicit ShownNode(const QString &path)
        : m_path(path)
    {
    }

    QString path() const { return m_path; }
    /// The lock that it belongs to: of a semaphore's node the semaphore, of a lock of one node that itself.
    QString lock(const journal::World &world) const;
    /// Its contender, which holds until the world's next change; nothing where it is gone or in no queue.
    const locks::Contender *contender(const journal::World &world) const;

    /// How the world stands now. A node that it never had is not gone: it is not known.
    void follow(const journal::World &world);
    /// The world moved to another instant: what it was then, or else what is known of it. False: another node stands
    /// there, or nothing is known of any.
    bool moveTo(const journal::World &world);
    /// What a server answered for the path at \a atNs. False if that is another node: then this one is gone.
    bool take(const NodeStat &stat, qint64 atNs);
    /// A server answered at \a atNs that there is no such node.
    void takeGone(qint64 atNs);

    bool isGone() const { return m_gone; }
    /// The past is shown, from before it was created: it is not gone, but not there yet.
    bool isYetToCome() const { return m_gone && m_isYetToCome; }
    /// Another node stands at its path.
    bool isReplaced() const { return m_replaced; }
    /// When it was seen to be gone, in nanoseconds; 0 while it is there, or if it was never seen.
    qint64 goneAtNs() const { return m_gone ? m_goneAtNs : 0; }
    /// As known, or as known last.
    const std::optional<NodeStat> &stat() const { return m_stat; }
    /// With its data, as far as the world had read them; nothing if it was never seen there.
    const std::optional<locks::ChildNode> &node() const { return m_node; }

private:
    bool isOther(const NodeStat &stat) const { return m_stat && !stat.czxid.isNull() && stat.czxid > m_stat->czxid; }
    void setGone(qint64 atNs, bool replaced);

    QString m_path;
    std::optional<NodeStat> m_stat;
    std::optional<locks::ChildNode> m_node;
    bool m_gone = false;
    bool m_replaced = false;
    bool m_isYetToCome = false;
    bool m_reportedGone = false; ///< by a server, which knows more than the world
    qint64 m_goneAtNs = 0;
    qint64 m_goneFirstNs = 0; ///< the earliest at which it was seen to be gone: it goes once
};

// What the Details panel says of a node's Stat and of its ACL, as keys and values. Pure; never reads the clock.

/// \a asOfNs: the instant for ages. \a asked: its answer is on the way.
QList<Fact> nodeFacts(const ShownNode &node, const QString &lock, qint64 asOfNs, bool asked);
QList<Fact> aclFacts(const std::optional<NodeDetails> &details, bool asked);

// What the events show of a node, in place of what a server would say of it now.
// Never more than was seen: its ACL is not known, and no data that was not read.

Result<NodeDetails> recordedDetails(const journal::World &world, const QString &node);

} // namespace lockscope::ui
