// SPDX-License-Identifier: Apache-2.0
// Finds the servers of the ensemble, asks all of them what they know, and writes it, merged, as one event: on demand,
// and again and again while a view shows it. Never two rounds at once, and none that waits for a server which was
// silent in the one before; backs off with the cost of a round.
#pragma once

#include "core/journal/event.h"
#include "core/journal/journal.h"
#include "core/observe/membership.h"
#include "core/observe/servermerge.h"
#include "core/zk/connection.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <chrono>

namespace lockscope::observe {

struct ServerProbeSpec
{
    QStringList adminUrls = {}; ///< by hand; empty: http://SERVER:8080 is tried for each server
    QuestionLimits limits = {};
    /// Of roles and connections, which are what people act on; watches and ephemerals rest as long as they are dear.
    std::chrono::milliseconds longestRest{15'000};
};

/// How long to rest after a round that took \a took and brought \a bytes, if \a wanted was asked for.
std::chrono::milliseconds restAfter(std::chrono::milliseconds wanted, std::chrono::milliseconds took, qint64 bytes);

/// Lives on the thread of \a connection, which must outlive it.
class ServerProbe : public QObject
{
    Q_OBJECT
public:
    ServerProbe(zk::Connection &connection, journal::EventSink &events, ServerProbeSpec spec,
                QObject *parent = nullptr);
    /// Ends a round that is under way; its replies end with Cancelled.
    ~ServerProbe() override;

    /// A whole round now; ends when its event is written. One that is under way already is not begun again.
    Reply<Done> probe();
    /// Rounds by themselves, at most this often; zero: none. The first one soon.
    void setInterval(std::chrono::milliseconds interval);

    int rounds() const { return m_rounds; } ///< that have ended

Q_SIGNALS:
    /// A whole round is written: its ephemeral nodes, by session.
    void ephemeralsReported(const QHash<lockscope::SessionId, QStringList> &ephemerals);

private:
    Task<> round(Scope scope, bool findFirst);
    Task<QList<ServerAnswers>> askAll(Scope scope);
    Task<> find();
    /// One that was silent: its answers are for the next round, which then waits for it again.
    Task<> askSilent(ServerTarget target);
    void scheduleNext(std::chrono::milliseconds rest);
    /// Without the servers' clocks.
    MergeContext contextOf(Scope scope, qint64 askedAtNs, qint64 answeredAtNs) const;
    void finish(const QList<ServerAnswers> &answers, const MergeContext &context, qint64 bytesBefore);
    Belonging belonging() const;
    void keepGaps(QList<ServerAnswers> &answers, Scope scope);
    /// What the servers' own clocks show then, at least. \a least: of each, what its answers prove.
    QHash<QString, qint64> clocks(const QList<ServerAnswers> &answers, const QList<std::optional<qint64>> &least,
                                  qint64 answeredAtNs);

    zk::Connection &m_connection;
    journal::EventSink &m_events;
    ServerProbeSpec m_spec;
    Questions m_questions;
    QList<ServerTarget> m_targets;
    std::optional<int> m_configured;
    QList<qint64> m_configuredIds;
    QStringList m_notAsked;
    QElapsedTimer m_sinceFound;
    bool m_finding = false;
    struct Silent
    {
        ServerAnswers last;
        bool isAsked = false; ///< just now
    };
    QHash<QString, Silent> m_silent; ///< by address
    QSet<QString> m_strangers;       ///< addresses of servers that are of no use here, each reported once
    QHash<QString, QList<journal::ServerGap>> m_gaps; ///< by address, as whole rounds showed them
    QHash<QString, QList<qint64>> m_clockOffsets; ///< by address: a server's own clock less ours, at least; the newest
    QTimer m_next{this};
    Scope m_nextScope = Scope::Whole;
    qint64 m_wholeAgainNs = 0; ///< not before
    std::chrono::milliseconds m_interval{0};
    std::vector<ReplyPromise<Done>> m_waiting;
    bool m_asking = false;
    bool m_closing = false;
    int m_rounds = 0;
};

} // namespace lockscope::observe
