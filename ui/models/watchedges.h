// SPDX-License-Identifier: Apache-2.0
// Who watches whom in a queue: the watches that servers reported, the ones that the dialect's rule calls for, and the
// ones that a finding says are wrong. Pure; a watch is never called wrong here: core/locks does, from evidence.
#pragma once

#include "core/history/world.h"
#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <QSet>

#include <array>
#include <optional>
#include <vector>

namespace lockscope::ui {

struct QueueEdge
{
    /// Instead of a contender: the lock's directory, a watch on which every change in it fires.
    static constexpr int directory = -1;

    enum class Kind {
        Expected, ///< the rule calls for it; no server reported it
        Reported, ///< a server reported it
        Wrong,    ///< in the way of a finding: a watch that nothing calls for, or a wait that will never end
    };

    int from = 0; ///< index in LockQueue::contenders
    int to = 0;   ///< the same, or `directory`
    Kind kind = Kind::Expected;
    bool reported = false; ///< by a server or by the client itself, whatever its kind

    /// A session that watches its own node: a client that can be asked for its lock does, and so does one that waits
    /// for itself.
    bool isToItself() const { return from == to; }
    bool isToDirectory() const { return to == directory; }

    bool operator==(const QueueEdge &) const = default;
};

/// Who watches the nodes of one lock: session ids by the contender's name, as LockQueue has it.
using Watchers = QHash<QString, QList<SessionId>>;
/// Watches that simulated clients report themselves: nothing has to be expected of these, and what a server reported of
/// them is older.
struct OwnWatches
{
    QSet<SessionId> sessions;    ///< all of them, whether they watch or not
    QSet<SessionId> ofDirectory; ///< that watch the lock's directory

    bool operator==(const OwnWatches &) const = default;
};
/// Of the clients of the lock at \a path. Takes their sessions out of \a watchers, and puts in what they watch.
OwnWatches takeOwnWatches(const QString &path, const journal::World &world, Watchers &watchers);
/// Those of \a knowledge that may be about the lock at \a path: below it, or beside it by their full paths.
Watchers watchersOf(const QString &path, const locks::Knowledge &knowledge);

/// What findings say of edges: whose watches are wrong, and who is in a deadlock.
struct EdgeBlame
{
    QSet<QString> wrongWatchers; ///< paths of nodes
    QSet<QString> deadlocked;
    QSet<QString> withoutWatch; ///< on the one that they wait for: none is assumed

    bool operator==(const EdgeBlame &) const = default;
};

/// All edges of a queue that changes now and then. A wait for the contender right before is plain: of those there may
/// be a hundred thousand, and each is made when it is asked for. Only the others are kept.
///
/// Of a watch it is known which session has it, not which of its contenders: it is drawn from the one that the rule
/// calls upon, else from the session's first one behind the watched node, else from its first. One of a session with a
/// single contender on that contender's own node goes from it to itself.
class QueueEdges
{
public:
    QueueEdges() = default;
    explicit QueueEdges(Watchers watchers, OwnWatches own = {})
        : m_watchers(std::move(watchers))
        , m_own(std::move(own))
    {
    }
    bool isMadeOf(const Watchers &watchers, const OwnWatches &own) const
    {
        return m_watchers == watchers && m_own == own;
    }

    /// Looks at what differs from the queue before only.
    void follow(const locks::LockQueue &queue);

    /// From the contender at \a index to the one right before it, if it waits for that one and for no other.
    std::optional<QueueEdge> plain(int index) const;
    /// All that are not plain: by `from`, then by `to`.
    const std::vector<QueueEdge> &others() const { return m_others; }
    /// By `to`.
    std::vector<QueueEdge> from(int index) const;
    /// By `from`, then by `to`.
    std::vector<QueueEdge> all() const;
    /// Its client reports its watches itself.
    bool isReportedByClient(int index) const { return isReportedByClient(m_queue.contenders[size_t(index)]); }
    bool hasPlain(QueueEdge::Kind kind) const { return m_plain[size_t(kind)] > 0; }

private:
    using Counts = std::array<int, 3>; ///< by kind
    /// What one stretch of contenders adds; indices are counted from its first one.
    struct Part
    {
        std::array<const void *, 3> identity{}; ///< of the stretch before, itself, and the one after
        Counts plain{};
        std::vector<QueueEdge> odd;     ///< waits that are not plain
        std::vector<int> watchedByMore; ///< nodes with a watch that the contender right behind does not have
        std::vector<int> toDirectory;   ///< who watches that
    };

    std::vector<Part> partsOf(const locks::LockQueue &queue, bool sameBlame) const;
    void look(Part &part, const locks::ContenderList::Stretch &stretch) const;
    void add(const Part &part, const locks::ContenderList::Stretch &stretch, std::vector<int> &watched);
    void addUncalled(const std::vector<int> &watched);
    bool isDeadlocked(int index) const;
    bool isReportedByClient(const locks::Contender &contender) const
    {
        return !contender.nodeless.isNull() || m_own.sessions.contains(contender.node.owner());
    }
    std::optional<QueueEdge> waitOf(int from, int to) const;
    bool isBlamed(int index) const;

    Watchers m_watchers;
    OwnWatches m_own;
    locks::LockQueue m_queue; ///< keeps what the parts were made from
    EdgeBlame m_blame;
    std::vector<Part> m_parts; ///< a stretch each
    Counts m_plain{};
    std::vector<QueueEdge> m_others;
};

/// All edges of a queue.
std::vector<QueueEdge> queueEdges(const locks::LockQueue &queue, const Watchers &watchers);

} // namespace lockscope::ui
