// SPDX-License-Identifier: Apache-2.0
// Writes to nodes that were looked at, and to no others: ZooKeeper compares data versions only, which a node that was
// made again shares with its predecessor. Never writes unless each node is still the one by path, czxid and owner.
//
// How: each directory above the nodes is read before them, with the sequence number that its next child will get. One
// transaction then makes a sequential node in each, deletes it under exactly that name, and does the work. The delete
// fails if any child was made in between, so no directory and no node on the way can be another one. No client sees
// the nodes that it makes. docs/decisions/0005-compare-and-delete.md has the proof and the price.
#pragma once

#include "core/base/error.h"
#include "core/base/node.h"
#include "core/base/task.h"
#include "core/zk/session.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::observe {

/// A node that was looked at.
struct NodeIdentity
{
    QString path;
    Zxid czxid;
    SessionId owner; ///< null: of a persistent node
    /// Of a record that changes hands without being made again: its data's version belongs to its identity. Nothing: a
    /// node whose data changed is still the same.
    std::optional<qint32> version = {};

    bool isSame(const NodeStat &stat) const
    {
        return stat.czxid == czxid && stat.ephemeralOwner == owner && (!version || stat.version == *version);
    }
    bool operator==(const NodeIdentity &) const = default;
};

/// Whether another node could have been hit that took the place of the one looked at between two requests.
enum class Window {
    Closed, ///< no
    Narrow, ///< only if a whole directory had been made again in that time, with exactly as many children, or if a
            ///< waiter had come to hold in it, where that cannot be excluded
    Open,   ///< yes: the server compared the data version alone, which is 0 for nearly all of them
};
/// "closed", "narrow", "open": as in the JSON.
QString windowName(Window window);

/// A node that a transaction made in a directory and deleted in it: of the directory's creates the one with this
/// number.
struct Guard
{
    QString directory;
    quint32 number = 0;
};
/// Called as soon as a transaction is known to be done, so that a count of what came and went leaves them out.
using GuardsMade = std::function<void(const std::vector<Guard> &)>;

struct GuardedWrite
{
    std::vector<NodeIdentity> nodes;
    std::optional<QByteArray> data = {}; ///< to be written into them; nothing: they are deleted
    bool mayBeOpen = false;              ///< go on even where the window cannot be closed
    GuardsMade onGuards = {};
    /// What must still be there as it is done: nodes behind which the others wait. By number in a directory that is
    /// guarded, so that one that is there is the same one.
    std::vector<NodeIdentity> behind = {};
    Text whyUnchecked = {}; ///< why that cannot be said of all that they wait behind; empty where it can
};

struct GuardedOutcome
{
    /// Nothing: done, all of it. Else nothing was written, unless outcomeUnknown().
    std::optional<Error> error = {};
    Window window = Window::Closed; ///< of what was done, or would have been
    Text windowReason = {};         ///< a sentence on why it is not closed
    int attempts = 0;               ///< transactions that were tried
    bool isBehindGone = false;      ///< nothing was written since one of GuardedWrite::behind is not there any more
};

/// All or nothing. Errors: IdentityChanged and NoNode (of the node in `path`), NoAuth, NotEmpty, ObserveOnly,
/// InvalidInput (too many for one transaction; the window is open and may not be; a directory is too busy), and those
/// of a connection. Nothing but the listed nodes is written to. \a session outlives the call or is gone: both are safe.
Task<GuardedOutcome> writeGuarded(zk::Session &session, GuardedWrite write);

} // namespace lockscope::observe
