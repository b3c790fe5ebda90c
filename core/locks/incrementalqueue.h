// SPDX-License-Identifier: Apache-2.0
// A queue that was read once and follows small changes of its directory without being read again.
// Never another reading than readQueue() of all children: where that is not certain, it asks to be read again.
#pragma once

#include "core/locks/queue.h"

#include <QSet>

namespace lockscope::locks {

class IncrementalQueue
{
public:
    /// Shorter queues are read again faster than it takes to look what has changed.
    static constexpr int shortest = 8;

    /// \a queue: as readQueue() has it.
    explicit IncrementalQueue(LockQueue queue, int shortestFollowed = shortest);

    const LockQueue &queue() const { return m_queue; }
    /// As far as is known, the next small change is followed too.
    bool isFollowed() const { return m_shape != Shape::Other; }
    /// What is known besides names and Stats; goes with the next change.
    void setFindings(QList<Finding> findings) { m_queue.findings = std::move(findings); }

    /// \a changed: names that came, went, or whose Stat or data was read. \a now: its children are those of them that
    /// are there, the rest of it is as readQueue() would be given it.
    /// False: not certain, and what queue() has then is of no use.
    ///
    /// A queue is followed as long as it is a plain line: contenders of one kind with names of one form, each waiting
    /// for the one before it, nothing to find about it; or as long as none of them is a contender, as in any other
    /// directory. A newcomer is read together with one that is there already; what readQueue() says of the two must
    /// be no more than another place in that line or crowd. That takes the time of the change, not of the queue.
    bool update(LockSource now, const QSet<QString> &changed);

private:
    enum class Shape { Other, Line, Crowd };
    static Shape shapeOf(const LockQueue &queue);
    std::optional<std::vector<Contender>> readTogether(LockSource nodes, const QSet<QString> &changed) const;
    bool isLike(const Contender &arriving, const Contender &known) const;
    std::optional<size_t> find(const QString &name) const;
    bool drop(const QSet<QString> &changed, const std::vector<Contender> &now);
    bool put(std::vector<Contender> arriving);
    void serve(size_t newcomers);

    LockQueue m_queue;
    int m_shortest;
    Shape m_shape = Shape::Other;
};

} // namespace lockscope::locks
