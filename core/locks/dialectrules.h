// SPDX-License-Identifier: Apache-2.0
// What one client family does, as a value: its names, whom its contenders wait for, how it sorts, what its data says.
// Plain data and functions without memory or I/O; all families together are core/locks/dialectregistry.h.
//
// To add a dialect: one file in core/locks/dialects (NAME.cpp defines dialects::NAME()), one fixture in
// tests/unit/locks/fixtures. Both are found by their names.
#pragma once

#include "core/locks/queue.h"
#include "core/locks/sequence.h"
#include "core/locks/serviceorder.h"

#include <QByteArray>
#include <QRegularExpression>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::locks {

/// How one of a family's names reads: fixed text, the client's token, fixed text, and the sequence number.
struct NamePattern
{
    QString before;
    TokenForm token = TokenForm::None;
    QString after;
    NameKind kind = NameKind::Mutex;
    Mode mode = Mode::Exclusive;
    quint8 role = 0;       ///< for the family's own wait rule
    bool unlikely = false; ///< others write it far more often: read as theirs unless the directory says otherwise
};

/// Fixed text alone.
inline NamePattern bareName(const QString &text, NameKind kind, Mode mode = Mode::Exclusive, quint8 role = 0,
                            bool unlikely = false)
{
    return {{}, TokenForm::None, text, kind, mode, role, unlikely};
}

/// How a client sorts the numbers of its rivals; they differ once the counter has wrapped.
enum class SortRule {
    Number,      ///< -5 before 3
    Text,        ///< "-000000005" as text, before "0000000003"
    SignDropped, ///< -5 as 5
    Circular,    ///< as they were handed out
};

/// Where a node's place is legitimately not that of its creation.
enum class PlaceRule {
    Creation,
    Downgrade,  ///< Curator: a reader with its own writer's number stands behind that writer
    JoinAtHead, ///< Solr: a node with the number of one that is there already stands beside it, by name
};

/// What a waiting client does to learn that its turn has come.
enum class WaitHabit {
    NodeWatch,  ///< a data or exists watch on the node that it waits for
    ChildWatch, ///< a watch on the directory, which servers do not report
    Polls,      ///< no watch: it takes its node back, or looks again later
    NeverWaits,
};

/// A semaphore of two directories; what is appended to its path.
struct SemaphoreShape
{
    QString queue;
    QString leases;

    bool operator==(const SemaphoreShape &) const = default;
};

/// Where the leader of an election says so: a node that it makes elsewhere when it takes over.
struct LeaderNodeRule
{
    /// Of an election, by its path; empty where that is none of the family's.
    QString (*nodeOf)(const QString &election) = nullptr;
    /// The other way round, by the directory of that node.
    QString (*electionOf)(const QString &directory) = nullptr;
};

/// What a node that is a lock by itself says, as its family reads it.
struct NodeLockReading
{
    LockKind kind = LockKind::Ephemeral;
    /// Of a lock that ends by the clock: milliseconds since the epoch; held until then.
    std::optional<qint64> untilMs = {};
    QString holder = {}; ///< as the data names it; empty where it does not
    bool isFree = false; ///< it is there, and no client holds it
};

/// Contenders that stay when their clients go, by design.
struct KeptContenders
{
    bool (*isKept)(const Contender &contender) = nullptr;
    Text text = {}; ///< with a place for their number
    Text advice = {};
};

/// Versions of a family that wait for children which are no contenders, too.
struct StrangerRule
{
    /// Whether \a stranger, the name of a sibling, sorts before the contender.
    bool (*isBefore)(const Contender &contender, QStringView stranger) = nullptr;
    /// Whether \a head may wait for what its session watches among the children that are no contenders: for one alone.
    bool mayBlock(const Contender &head, const QStringList &watched) const
    {
        return watched.size() == 1 && isBefore(head, watched.front());
    }
    Text versions = {}; ///< "kazoo before 2.8"
};

struct DialectRules
{
    QString id; ///< as in the JSON: "zk-ruby"
    Text label; ///< for people, short: "zk-ruby"
    /// For people, a line; empty: the label.
    Text title = {};
    const Text &wholeTitle() const { return title.isEmpty() ? label : title; }

    std::vector<NamePattern> names = {};
    /// Names that are no fixed text around a token. \a prefix is what stands before the number.
    std::optional<NameView> (*readName)(QStringView prefix, qint64 sequence) = nullptr;
    /// A user's pattern, over the whole name; with the groups "seq", "token", "mode" as far as it has them.
    std::optional<QRegularExpression> regex = {};
    NamePattern regexReads = {};
    /// A user's pattern, over the whole path of an ephemeral node that is a lock by itself.
    std::optional<QRegularExpression> nodePath = {};
    QString sharedMark = {}; ///< what the group "mode" is for a shared contender

    /// Evidence that a directory is this family's beside its names: its path, the parent's data, its children's data.
    /// The children are the contenders' nodes; \a source has none any more.
    bool (*recognises)(const LockSource &source, const std::vector<Contender> &contenders) = nullptr;
    /// Whether a name that fits no rules is this family's in that directory; then it is read as `claimed`.
    /// \a prefix is what stands before its number, or the whole name of one without (asked if `claimsUnnumbered`).
    bool (*claims)(const LockSource &source, const ChildNode &child, QStringView prefix) = nullptr;
    bool claimsUnnumbered = false;
    bool claimsPlain = false; ///< also of names that hand-written locks have
    /// Of a directory by its path alone: children that the family claims there make it a lock, though they have no
    /// number.
    bool (*isDirectory)(const QString &path) = nullptr;
    /// Whether a child that is no contender belongs there.
    bool (*isCompanion)(const ChildNode &child) = nullptr;
    NamePattern claimed = {};

    /// Where the data say it, and not the name.
    Mode (*modeOf)(const ChildNode &child) = nullptr;
    WaitRule waits = nearestBlocker;
    SortRule sorts = SortRule::Number;
    PlaceRule places = PlaceRule::Creation;
    WaitHabit habit = WaitHabit::NodeWatch;
    bool holderWatchesItself = false; ///< no fault in this family
    bool hasCommonNames = false; ///< registrations are named so, too: a path or a watch has to say that it is a lock
    bool leasesNamedAsMutex = false; ///< a semaphore of the family has the mutex's names: see unnamedleases.h
    bool mayBePersistent = false;    ///< no fault either: its nodes outlive their clients by design
    bool leavesDirectory = false;    ///< no client of it ever deletes a lock's directory
    std::optional<KeptContenders> kept = {};
    std::optional<StrangerRule> strangers = {};

    QByteArray revokeWord = {}; ///< data that asks a holder to release; empty where there is no such thing
    std::optional<SemaphoreShape> semaphore = {};
    std::optional<LeaderNodeRule> leaderNode = {};
    /// What its clients call the lock at this path, if that is something else.
    QString (*nameOfLock)(const QString &path) = nullptr;
    /// Of a node that has a Stat and no children: whether it is a lock by itself.
    std::optional<NodeLockReading> (*readNode)(const QString &path, const ChildNode &node) = nullptr;
    /// The same of one that is named as a lock, wherever it lies; asked where no family knows it by its path.
    std::optional<NodeLockReading> (*readNamedNode)(const ChildNode &node) = nullptr;
    /// Persistent nodes right below a directory of this name are its records, whatever they hold just now; or empty.
    QString recordDirectory = {};
    /// The other node that the client of a lock's node makes with each of its sessions; empty where the data name none.
    QString (*registrationOf)(const QString &path, const ChildNode &node) = nullptr;
};

namespace dialects {
using namespace Qt::StringLiterals; // for the files that write them
}

} // namespace lockscope::locks
