// SPDX-License-Identifier: Apache-2.0
// The checks, each over the same history: add() after every event, finish() with what only the end decides.
// finish() never changes a check: it may be asked at any time, and again later. Used by check.cpp alone.
#pragma once

#include "core/checks/check.h"
#include "core/checks/checkhistory.h"

#include <set>

namespace lockscope::journal::check {

/// Of one client; those of several, and of holds, are put together where they are found.
Violation violationOf(Rule rule, const CheckedClient &client, qint64 atNs, QStringList nodes, QList<quint64> events,
                      Text text);

/// How long things must have stayed as they are where the run has not settled.
inline constexpr qint64 graceNs = 200'000'000;

/// Mutual exclusion, read/write and permits: on belief, and as far as the server proves it on server time.
class ExclusionCheck
{
public:
    void add(const RunHistory &history, const EventEffect &effect);
    void finish(CheckReport &findings) const;

private:
    /// The last one joined the others, and that was one too many.
    using Overlap = std::vector<HoldPtr>;

    void joins(const HoldPtr &grant);

    struct Lock
    {
        std::vector<HoldPtr> holders;
        int leases = 1;
    };
    QHash<QString, Lock> m_locks;
    std::vector<Overlap> m_overlaps;
};

/// Entries, and that no client gives back what is another's.
class OwnershipCheck
{
public:
    void add(const RunHistory &history, const Event &event, const EventEffect &effect, CheckReport &findings);
};

/// Fencing tokens, and the order of service by czxid; and waiters that give up their place.
class OrderCheck
{
public:
    void add(const RunHistory &history, const Event &event, const EventEffect &effect, CheckReport &findings);
    void finish(CheckReport &findings) const;

private:
    struct Overtaken
    {
        HoldPtr younger; ///< was served first
        HoldPtr older;
    };
    /// By place, or by token.
    struct Newest
    {
        HoldPtr any;
        HoldPtr exclusive;
    };
    struct Lock
    {
        Newest byPlace;
        Newest byToken;
        int givenUp = 0; ///< places given up since a client was served
    };
    /// In one attempt, by directory.
    using Places = QHash<QString, NodePtr>;

    void served(const HoldPtr &grant);
    void judgePlaces(const RunHistory &history, const EventEffect &effect, CheckReport &findings);

    QHash<QString, Lock> m_locks;
    std::vector<Overtaken> m_outOfPlace;
    std::vector<Overtaken> m_outOfToken;
    QHash<ClientId, Places> m_placesGivenUp;
};

/// Nodes and watches of clients at rest.
class LeftoversCheck
{
public:
    void add(const Event &event, const EventEffect &effect, CheckReport &findings);
    void finish(const RunHistory &history, CheckReport &findings, bool settled) const;

private:
    std::set<NodePtr> m_reportedNodes;
    QSet<ClientId> m_reportedPersistent;
    QSet<ClientId> m_reportedDuplicates;
};

/// Clients that wait for what never comes, and clients that do not hear that they have lost the lock.
class WaitsCheck
{
public:
    void add(const RunHistory &history, const Event &event, const EventEffect &effect, CheckReport &findings);
    void finish(const RunHistory &history, CheckReport &findings, bool settled) const;

private:
    QSet<QString> m_reportedCycles;
    QHash<ClientId, Moment> m_lost; ///< session over while it held
};

} // namespace lockscope::journal::check
