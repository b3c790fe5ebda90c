// SPDX-License-Identifier: Apache-2.0
// What the server had, into lanes: each node from its birth to its end, and when it stood at the head of its lock.
// By czxid and the rule of the lock's names; never by what a client believes. Used by lanes.cpp alone.
#pragma once

#include "ui/timeline/lanes.h"

#include <map>

namespace lockscope::ui {

class TruthFold
{
public:
    explicit TruthFold(LaneIndex &index)
        : m_index(index)
    {
    }

    void apply(const journal::ServerNode &event, qint64 atNs);
    void apply(const journal::NodeResolved &event, qint64 atNs);
    void apply(const journal::DirectoryListed &event, qint64 atNs);
    void apply(const journal::NodeVanished &event, qint64 atNs);
    void apply(const journal::ReleaseForced &event, qint64 atNs);
    void apply(const journal::ClientWatchFired &event, qint64 atNs);
    template<typename Other>
    void apply(const Other &, qint64)
    {
    }

private:
    struct Node
    {
        QString path;
        int lane = -1;
        SessionId owner;
        bool shared = false;
        bool isLease = false;
        bool holds = false;
    };
    /// A directory's contenders in order of service.
    using Queue = std::map<Zxid, Node>;
    /// What a lane's nodes amount to.
    struct Standing
    {
        int holding = 0;
        int waiting = 0;
    };

    void born(const QString &path, Zxid czxid, SessionId owner, qint64 atNs);
    void gone(const QString &path, qint64 atNs);
    /// Grants those at the head who do not hold yet, and takes back from those who are not at the head any more.
    void serve(Queue &queue, qint64 atNs);
    void show(int lane, qint64 atNs);

    LaneIndex &m_index;
    std::map<QString, Queue> m_queues; ///< by directory
    QHash<QString, Zxid> m_nodes;      ///< alive, by path
    QHash<QString, int> m_lastGone;    ///< by path and by directory: whose node went last
    std::map<int, Standing> m_standings;
};

} // namespace lockscope::ui
