// SPDX-License-Identifier: Apache-2.0
// The tree under a root into events: listed breadth first, then kept live by one-shot child watches.
// Never reads a child serially, never has two lists of one directory in flight, never writes to the ensemble.
//
// Paced (Pace in directories.h): a busy directory is read less often than it changes, so that watching does not slow
// the lock that is watched. Nodes that come and go between two readings are counted from the parent's Stat.
//
// A reading ends when all that was there has been read once: what changes meanwhile, and is read again, does not put
// the end off.
//
// Directories over the budget of watches are read in turn: locks within half a minute, others slowly, and at once where
// servers report an ephemeral node that is not known. A node over it is not listed as long as its Stat has no children.
#pragma once

#include "core/journal/journal.h"
#include "core/observe/directories.h"
#include "core/observe/furthersessions.h"
#include "core/observe/guardedwrite.h"
#include "core/observe/readschedule.h"
#include "core/observe/recordlooks.h"
#include "core/zk/connection.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::observe {

struct WatchLimits
{
    int directories = 20'000;               ///< watched at most; further ones are read in turn and shown as not live
    std::chrono::milliseconds turn{30'000}; ///< in which each lock that is not watched is read
    int othersPerSecond = 200;              ///< directories that are no locks, and nodes without children
    int nodes = 1'000'000;                  ///< read at most; of further ones only the names are shown
    int levels = 200;                       ///< below the root: what is further down is not read
    /// Requests sent and not answered. At 1,000 of all its clients together a server stops reading from them.
    int inFlight = 500;
    int readSessions = 5;                                   ///< further ones at most, while there is much to read
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
    /// Reads one directory again, with its nodes, and watches it: where watches are short, instead of another one. No
    /// effect on one that is not known.
    void refresh(const QString &directory);
    /// Creates of our own that no list shows: they are no nodes that came and went unseen.
    void leaveOut(const std::vector<Guard> &guards);
    /// All ephemeral nodes that servers know, by session: where one stands that is not known yet, and no watch reports
    /// it, is read before all else, while the tree is read for the first time as well.
    void lookFor(const QHash<SessionId, QStringList> &ephemerals);
    /// Not live: nothing is read but what refresh() asks for; live again: what changed meanwhile is read once.
    void setLive(bool live);
    /// Ends the first reading here; what was found stays, and stays live. Or goes on with it.
    void setDiscovery(bool goOn);
    /// Takes back its watches, on the servers too, and closes its further sessions; reads nothing more.
    Task<> close();

private:
    void onConnectionState();
    void rereadAll();
    void wantList(const QString &path);
    void wantLists(const std::vector<QString> &paths);
    void lookForIn(const QString &path, const QStringList &names);
    void pump();
    Task<> list(QString path, DirectoryPtr directory, bool inTurn = false);
    Task<> resolve(QString path, bool isDue);
    bool isReading() const { return !m_firstReading.isComplete() || m_goingOn || m_stale; }
    bool isDueDone() const { return m_directories.due() == 0 && m_nodesDue == 0; }
    void noneIsDue();
    void finishReading();
    Task<> awaitRoot();
    void onWatch(const QString &path, const std::weak_ptr<WatchedDirectory> &directory,
                 const Result<WatchEvent> &event);
    Task<> compareHistories();
    Task<> doubtHistory(QString path, DirectoryPtr directory);
    void onListed(const QString &path, WatchedDirectory &directory, const Children &children, qint64 askedNs);
    void onListFailed(const QString &path, WatchedDirectory &directory, const Error &error);
    void onNotResolved(const QString &path, const Error &error, bool isDue);
    void onResolved(const QString &path, const NodeStat &stat, bool isDue);
    void tryLater(const QString &path, const Text &why);
    Task<> lookForMissing(QString path, bool isDue);
    void readBesideRoot(const Children &children);
    void readClosed();
    void watchAgain(const QHash<QString, QStringList> &reported);
    Task<> lookAtLeaf(QString path);
    void watchLeaves();
    void lookAgainLater(const QString &path, WatchedDirectory &directory);
    void lookAgain();
    void resolveNodes(const QString &path, QList<QString> names, ReadSchedule::Urgency urgency, bool isDue);
    void addDirectory(const QString &path, ReadSchedule::Urgency urgency = ReadSchedule::Urgency::InTurn,
                      bool isDue = true);
    void forget(const QString &path);
    void stop();
    void watchMore();
    void makeRoomFor(const QString &path, const WatchedDirectory &directory, bool chosen);
    void readInTurn();
    void requestDone(bool answered);
    /// \a isRead: all that was there, and the first reading is about to be said to be complete.
    void report(bool isRead = false);
    journal::Freshness freshness() const;

    zk::Connection &m_connection;
    journal::EventSink &m_sink;
    WatchLimits m_limits;
    QString m_root;
    /// Directories that may not be listed: no watch fires when they may be again.
    std::deque<QString> m_closed;
    QTimer m_closedTurn;
    std::optional<Error> m_rootRefusal; ///< it may not be listed
    QString m_otherPart; ///< of the semaphore that the root may be a part of, by its name; empty: of none
    ReplyPromise<Done> m_firstReading;
    std::optional<HeldWatch> m_rootWatch; ///< while the root does not exist
    Directories m_directories;
    QHash<QString, int> m_refusedNodes; ///< that are tried again, each with how often it was refused
    ReadSchedule m_schedule;
    RecordLooks m_records;
    QTimer m_report;
    QTimer m_dueDone;         ///< all that was there is read, and more is being read again
    qsizetype m_nodesDue = 0; ///< of first lists, and not answered
    int m_round = 0;          ///< of nodes that are due
    QTimer m_secondLook;      ///< until the nodes of the next of these are read again
    std::deque<std::pair<QString, std::weak_ptr<WatchedDirectory>>> m_doubtful;
    QTimer m_turn;                      ///< until the next unwatched ones are read
    std::vector<QString> m_locksInTurn; ///< what is left of a turn, the next one last
    std::vector<QString> m_othersInTurn;
    size_t m_locksPerTick = 0;
    int m_inTurn = 0; ///< lists in flight that only their turn asked for: nothing waits for them
    journal::ObservationChanged m_reported;
    int m_inFlight = 0;
    bool m_lookingForMissing = false; ///< of one node at a time
    bool m_tooManyNodes = false;
    bool m_tooDeep = false;
    bool m_budgetFreed = false; ///< directories over the budget may be watched now
    bool m_stopped = false;
    bool m_stale = false;
    int m_unheardMs = 0; ///< when it became so
    bool m_awaitingRoot = false;
    bool m_comparing = false; ///< histories: nothing is read before
    bool m_paused = false;
    bool m_incomplete = false; ///< the first reading was ended, and its rest is set aside
    bool m_ending = false;     ///< the same, and answers to what it had asked for are still coming
    bool m_goingOn = false;    ///< with a reading that had been ended
    int m_done = 0;
    // Last, so that they end first: their ends resume what waits for them.
    WatchSessions m_watchSessions;
    ReadSessions m_readSessions;
};

} // namespace lockscope::observe
