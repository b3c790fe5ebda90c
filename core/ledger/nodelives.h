// SPDX-License-Identifier: Apache-2.0
// The lives of contenders' nodes: when each came, held, and went, seen by an observer or proved by an answer of the
// server. Who holds is what the lock's queue says; never a rule of its own, and never what a client believes.
#pragma once

#include "core/base/boundedmap.h"
#include "core/base/path.h"
#include "core/history/locktree.h"
#include "core/ledger/acquisition.h"

#include <QHash>
#include <QSet>

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::journal {

/// What an event led to, for one node: its life is named by its path and its czxid together.
struct NodeChange
{
    enum class What {
        Came,   ///< it contends
        Served, ///< it holds
        Waits,  ///< it holds no longer, and is still there
        Left,
    };

    What what = What::Came;
    Source source = Source::Sight;
    QString path;
    QString lock;
    SessionId owner;
    Zxid czxid;
    Moment at;                ///< of the turn
    Moment listed;            ///< when it was first seen or proved
    bool before = false;      ///< it asked, held, or left unseen
    bool held = false;        ///< of one that left: until then
    bool unknownWait = false; ///< a lease: how long its owner waited shows nowhere
};

class NodeLives
{
public:
    void apply(const Event &event);
    /// What the newest event led to, in the order in which it happened.
    const std::vector<NodeChange> &turns() const { return m_turns; }
    /// Names in that directory that came and went before their nodes were read, since this was asked last.
    qint64 takeUnread(const QString &directory);
    /// See LockTree.
    void shareChildren(const journal::Directory &theirs) { m_tree.shareChildren(theirs); }
    /// The lock that the nodes of a directory contend for: the directory itself, or the semaphore that it is a part of.
    QString lockOf(const QString &directory) const;
    /// It is there, as far as events have shown.
    bool knows(const QString &lock) const { return m_locks.contains(lock); }
    size_t lockCount() const { return m_locks.size(); }
    /// Entries of all that it keeps, but for what is bounded in number.
    size_t weight() const;

private:
    struct Life
    {
        enum class Standing { Unplaced, Waiting, Holding };

        NodeChange about;
        quint64 listing = 0;  ///< 1: it was there at the first one
        bool isNamed = false; ///< its name alone makes it a contender: the others wait until it is read
        bool isRead = false;
        Standing standing = Standing::Unplaced;
    };
    struct Directory
    {
        // Of std: ten thousand locks have one each, and the least of Qt's has room for 48.
        std::unordered_map<QString, Life> lives; ///< by name
        std::map<quint64, int> unreadSince;      ///< how many named ones of each listing are not read
        quint64 listings = 0;
        bool settled = false; ///< all of the first listing were read once, or went
        qint64 unread = 0;

        /// The earliest listing of which a named one is not read yet.
        quint64 oldestUnread() const { return unreadSince.empty() ? listings + 1 : unreadSince.begin()->first; }
    };
    struct Lock
    {
        std::unordered_set<QString> standing; ///< paths of nodes that wait or hold
        std::unordered_set<QString> holders;  ///< of them
        std::set<QString> changed;            ///< paths that were read since the queue was
        bool isKnown = false;                 ///< its queue was read as a whole
        bool isSeenLate = false;              ///< until then who holds by now has held for longer
        qsizetype touches = 0;                ///< since it was read
    };

    void on(const DirectoryListed &event);
    void on(const DirectoryUnreadable &event) { m_tree.refuse(event, m_touched); }
    void on(const NodeResolved &event);
    void on(const NodeVanished &event);
    void on(const ConnectionChanged &event);
    void on(const ObservationChanged &event);
    void on(const ServersProbed &event);
    void on(const ServerNode &event);
    void on(const ClientWatchFired &event);
    void on(const ReleaseForced &event);
    void on(const ClientSpawned &event);
    void on(const ClientRemoved &event);
    template<typename Other>
    void on(const Other &)
    {
    }

    void prove(const ServerNode &event);
    void proveEnd(const QString &path);
    bool hasEnded(const QString &path, Zxid czxid) const;

    Life &come(const QString &path, bool before, Source source);
    void markRead(Life &life, const NodeStat &stat);
    void noteChanged(const QString &path);
    void go(const QString &path, bool unseen);
    /// Of directories that are not there any more.
    void forgetGone(bool unseen);
    Life *find(const QString &path);
    std::optional<NodeStat> statAt(const QString &path) const;
    Directory *directoryOf(const QString &node) { return lookUp(m_directories, parentPath(node)); }

    void settleTouched();
    void settle(const QString &lock, bool unhurried);
    bool isWorthReading(const QString &lock, Lock &known, bool unhurried);
    void takeWhole(const QString &lock, Lock &known, const locks::LockQueue &queue);
    void takeHolders(const QString &lock, Lock &known, const locks::LockQueue &queue);
    void stand(const QString &lock, Lock &known, Life &life, bool holds);
    /// All nodes of its parts that could stand before it were read.
    bool isCertain(const Life &life, const locks::LockQueue &queue) const;
    void dropLock(const QString &lock);
    QStringList partsOf(const QString &lock) const;
    qsizetype childrenOf(const QString &lock) const;
    void noteChange(const Life &life, NodeChange::What what, bool before);
    /// It is no contender any more, though it may be there still.
    void dropContender(const QString &path);

    LockTree m_tree{8}; ///< what was seen, with what was proved in it
    std::map<QString, Directory> m_directories;
    std::map<QString, Lock> m_locks;
    QHash<ClientId, QString> m_plainLocks; ///< of clients that take a plain ephemeral node
    Touched m_touched;                     ///< by the event at hand
    QSet<QString> m_unhurried;             ///< locks whose queues are to be read after a while without events
    /// Proved ends that an observer may report later, by path: far more than its answers can be late.
    BoundedMap<QString, Zxid> m_ended{50'000};
    ConnectionChanged m_connection; ///< with the newest endpoint that was reported
    ObservationChanged m_observation;
    Moment m_now;
    std::vector<NodeChange> m_turns;
};

} // namespace lockscope::journal
