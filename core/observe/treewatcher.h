// SPDX-License-Identifier: Apache-2.0
// The tree under a root into events: listed breadth first, then kept live by one-shot child watches.
// Never reads a child serially, never has two lists of one directory in flight, never writes to the ensemble.
//
// Paced: a directory is read at most about once a frame, and seldomer where a list takes long, so that watching does
// not slow the lock that is watched. Nodes that come and go between two readings are counted from the parent's Stat.
#pragma once

#include "core/journal/journal.h"
#include "core/observe/watchsessions.h"
#include "core/zk/connection.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace lockscope::observe {

struct WatchLimits
{
    int directories = 20'000; ///< watched at most; further ones are read once and shown as not live
    int nodes = 1'000'000;    ///< read at most; of further ones only the names are shown
    /// Requests sent and not answered. At 1,000 of all its clients together a server stops reading from them.
    int inFlight = 500;
    qsizetype dataKept = 64 * 1024;                         ///< bytes of a node's data that go into an event
    qsizetype bytesPerSession = zk::Session::maxWatchBytes; ///< of watches, before a further session takes more
};

class TreeWatcher : public QObject
{
    Q_OBJECT
public:
    /// Uses \a connection for reads and, until it is full, for watches; does not own it.
    TreeWatcher(zk::Connection &connection, journal::EventSink &sink, WatchLimits limits = {},
                QObject *parent = nullptr);
    /// Without close() before: further sessions are left to their timeout.
    ~TreeWatcher() override;

    /// Begins; ends when all has been read once, or with why the root cannot be read. A root that does not exist is
    /// no error: it is waited for.
    Reply<Done> start(const QString &root);
    /// Reads one directory again, with its nodes; no effect on one that is not known.
    void refresh(const QString &directory);
    const QString &root() const { return m_root; }
    /// Takes back its watches, on the servers too, and closes its further sessions; reads nothing more.
    Task<> close();

private:
    struct HeldWatch
    {
        QPointer<zk::Session> session;
        zk::SessionWatch watch;
    };
    struct Directory
    {
        QSet<QString> names;
        std::optional<HeldWatch> watch;
        NodeStat stat;
        bool known = false; ///< listed at least once
        bool watched = false;
        bool unreadable = false;
        bool queued = false;
        bool inFlight = false;
        bool dirty = false;      ///< changed since the list that is in flight was asked for
        bool resolveAll = false; ///< read the nodes again too
        qint64 notBeforeNs = 0;  ///< pace: earliest next list
    };
    using DirectoryPtr = std::shared_ptr<Directory>;

    void onConnectionState();
    void rereadAll();
    void wantList(const QString &path);
    void pump();
    Task<> list(QString path, DirectoryPtr directory);
    Task<> resolve(QString path);
    Task<> awaitRoot();
    void onWatch(const QString &path, const std::weak_ptr<Directory> &directory, const Result<WatchEvent> &event);
    void onListed(const QString &path, Directory &directory, const Children &children);
    /// Which nodes are to be read after a listing: the new ones, and those that may be others under their old name.
    QList<QString> namesToResolve(const Directory &directory, const Children &children,
                                  const journal::DirectoryListed &listed) const;
    void onListFailed(const QString &path, Directory &directory, const Error &error);
    void onResolved(const QString &path, const NodeStat &stat);
    void setWatched(Directory &directory, bool watched);
    void setUnreadable(Directory &directory, bool unreadable);
    void resolveNodes(const QString &path, QList<QString> names);
    void addDirectory(const QString &path);
    void forget(const QString &path);
    void stop();
    void watchMore();
    static void takeBack(std::optional<HeldWatch> &watch);
    bool isOver() const;
    int unwatchedCount() const;
    void requestDone();
    void paceEnded();
    void reportSoon();
    void report();
    journal::Freshness freshness() const;

    zk::Connection &m_connection;
    journal::EventSink &m_sink;
    WatchLimits m_limits;
    WatchSessions m_watchSessions;
    QString m_root;
    ReplyPromise<Done> m_firstReading;
    std::optional<HeldWatch> m_rootWatch;          ///< while the root does not exist
    std::map<QString, DirectoryPtr> m_directories; ///< sorted, so that a subtree is a range
    std::deque<QString> m_lists;                   ///< directories to list, first come first served
    std::vector<QString> m_paced;                  ///< directories to list when their pace allows
    std::deque<QString> m_resolves;                ///< nodes to read
    QTimer m_pace;                                 ///< the next frame in which dirty directories are listed
    QTimer m_report;
    journal::ObservationChanged m_reported;
    int m_inFlight = 0;
    int m_watched = 0;
    qsizetype m_names = 0; ///< children of all directories
    int m_unreadable = 0;
    bool m_tooManyNodes = false;
    bool m_budgetFreed = false; ///< directories over the budget may be watched now
    bool m_stopped = false;
    bool m_stale = false;
    bool m_awaitingRoot = false;
};

} // namespace lockscope::observe
