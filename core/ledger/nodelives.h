// SPDX-License-Identifier: Apache-2.0
// The lives of contenders' nodes: when each came, waited, held, and went, seen by an observer or proved by an answer of
// the server. Who holds is what the lock's queue says; never a rule of its own, and never what a client believes.
#pragma once

#include "core/base/lookup.h"
#include "core/base/path.h"
#include "core/history/world.h"
#include "core/ledger/acquisition.h"

#include <QHash>
#include <QSet>

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::journal {

enum class NodeStanding : quint8 {
    None,    ///< it does not contend: it has not come yet, or has gone
    Waiting, ///< or not all is read that decides it
    Pending, ///< all is read, and still it is not known whether it holds
    Holding,
};

/// What an event led to, for one node: its life is named by its path and its czxid together.
struct NodeChange
{
    NodeStanding was = NodeStanding::None;
    NodeStanding now = NodeStanding::None;
    Source source = Source::Sight;
    QString path;
    QString lock;
    SessionId owner;
    Zxid czxid;
    Moment at;                ///< of the change
    Moment listed;            ///< when it was first seen or proved
    bool askedBefore = false; ///< it came unseen: how long it has waited is not known
    bool before = false;      ///< it began to hold, or left, at some time before
};

class NodeLives
{
public:
    /// \a world: has just taken that event, which \a changed that there.
    void apply(const Event &event, const World &world, const Changes &changed);
    /// What the newest event led to, in the order in which it happened.
    const std::vector<NodeChange> &turns() const { return m_turns; }
    /// Names in that directory that came and went before their nodes were read, since this was asked last.
    qint64 takeUnread(const QString &directory);
    /// It is there, as far as events have shown.
    bool knows(const QString &lock) const { return m_locks.contains(lock); }
    size_t lockCount() const { return m_locks.size(); }
    /// Entries of all that it keeps.
    size_t weight() const;

private:
    struct Life
    {
        NodeChange about;
        quint64 listing = 0;
        bool isFromBefore = false; ///< it was there at the first listing, or at one after a time that was not seen
        bool isNamed = false;      ///< its name alone makes it a contender: the others wait until it is read
        bool isRead = false;
        NodeStanding standing = NodeStanding::None;
    };
    struct Directory
    {
        // Of std: ten thousand locks have one each, and the least of Qt's has room for 48.
        std::unordered_map<QString, Life> lives; ///< by name
        std::map<quint64, int> unreadSince;      ///< how many named ones of each listing are not read
        quint64 listings = 0;
        quint64 lateListing = 0; ///< the newest one after a time that was not seen
        bool settled = false;    ///< all of the first listing were read once, or went
        qint64 unread = 0;

        /// The earliest listing of which a named one is not read yet.
        quint64 oldestUnread() const { return unreadSince.empty() ? listings + 1 : unreadSince.begin()->first; }
    };
    struct Lock
    {
        std::unordered_set<QString> standing; ///< paths of nodes that contend
        std::unordered_set<QString> holders;  ///< of them
        std::set<QString> changed;            ///< paths that were read since the queue was
        quint64 whole = 0;                    ///< see LockReading; 0: its queue was not read yet
        bool isSeenLate = false;              ///< until then who holds by now has held for longer
        qsizetype touches = 0;                ///< since it was read
    };

    bool isLate(const Payload &what, const World &world) const;
    void takeGone(const World &world, const Changes &changed);
    void on(const DirectoryListed &event, const World &world, const Changes &changed);
    void on(const NodeResolved &event, const World &world, const Changes &changed);
    void on(const ServersProbed &event, const World &world, const Changes &changed);
    void on(const ServerNode &event, const World &world, const Changes &changed);
    template<typename Other>
    void on(const Other &, const World &, const Changes &)
    {
    }

    Life &come(const QString &path, bool before, Source source);
    void markRead(Life &life, const NodeStat &stat);
    void noteChanged(const QString &path, const World &world);
    void go(const QString &path, bool late);
    Life *find(const QString &path);
    Directory *directoryOf(const QString &node) { return lookUp(m_directories, parentPath(node)); }

    void settle(const QString &lock, const World &world, bool unhurried);
    bool isWorthReading(const QString &lock, Lock &known, const QStringList &parts, const World &world, bool unhurried);
    void takeWhole(const QString &lock, Lock &known, const QStringList &parts, const locks::LockQueue &queue);
    void takeHolders(const QString &lock, Lock &known, const QStringList &parts, const locks::LockQueue &queue);
    void stand(const QString &lock, Lock &known, Life &life, NodeStanding now);
    /// All nodes of its parts that could stand before it were read.
    bool isCertain(const Life &life, const QStringList &parts, const locks::LockQueue &queue) const;
    void dropLock(const QString &lock);
    void noteChange(Life &life, NodeStanding now, bool before);
    /// It is no contender any more, though it may be there still.
    void dropContender(const QString &path);

    std::map<QString, Directory> m_directories;
    std::map<QString, Lock> m_locks;
    QSet<QString> m_unhurried; ///< locks whose queues are to be read after a while without events
    Moment m_now;
    bool m_isLate = false; ///< of the event at hand
    std::vector<NodeChange> m_turns;
};

} // namespace lockscope::journal
