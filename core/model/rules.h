// SPDX-License-Identifier: Apache-2.0
// The rules of ZooKeeper that the model keeps, by name. In the product each of them always holds; a build of the tests
// (LOCKSCOPE_MODEL_MUTANTS) can take one away, to prove that the comparison with real servers would see it.
#pragma once

#include <QtGlobal>

#include <optional>

namespace lockscope::model {

enum class Rule : quint8 {
    // The tree.
    Sequence,              ///< a number is the count of creates before it, not of the children that are left
    SequenceIsPerParent,   ///< each directory counts its own
    ChildVersion,          ///< cversion counts what came and went
    ChildZxid,             ///< pzxid is that of the last child that came or went
    DataVersion,           ///< a version counts the writes
    VersionIsChecked,      ///< a wrong version refuses the write
    NoChildlessParent,     ///< no child without a parent
    NoChildOfEphemeral,    ///< an ephemeral node has no children
    NotEmptyIsKept,        ///< a node with children is not deleted
    AllOrNone,             ///< a transaction that fails leaves nothing
    TransactionSeesItself, ///< an operation sees those before it in its transaction
    // Watches.
    DataWatch,         ///< fires when the data change
    DeleteWatch,       ///< fires when the node goes
    CreateWatch,       ///< fires when the node comes
    ChildWatch,        ///< fires when a child comes or goes
    OneShot,           ///< fires once
    FailedReadNoWatch, ///< a read that found no node leaves no watch, but for exists
    EventFirst,        ///< an event comes before the reply that shows its effect
    RemoveWatch,       ///< a watch that was taken back does not fire
    // Sessions.
    Order,            ///< what a session asks is carried out and answered in that order
    Ephemeral,        ///< a node goes with its session
    EphemeralOwner,   ///< and its Stat says whose it is
    LostReply,        ///< a request whose reply is lost was carried out all the same
    LostRequest,      ///< one that is lost itself was not
    WatchesSetAgain,  ///< a new connection sets the client's watches again
    MissedEvents,     ///< and brings the events of their nodes in between
    ExpiryEndsNodes,  ///< an expired session's nodes go, although it sent no CLOSE
    ExpiryIsReported, ///< it is not connected again
    TimeoutIsWaited,  ///< no session that is not heard of ends before its timeout
    ContainerIsTaken, ///< an empty container that had children goes at some time
    // Several servers.
    Lag,              ///< a server may show what was, until it has caught up
    SyncWaits,        ///< a sync answers when the server has caught up
    OwnWritesAreSeen, ///< the reply to a write comes when the session's server shows it
    NeverBack,        ///< no client is let in by a server that is behind what the client saw
};

#ifdef LOCKSCOPE_MODEL_MUTANTS
inline std::optional<Rule> ruleTakenAway;
inline bool holds(Rule rule)
{
    return ruleTakenAway != rule;
}
#else
constexpr bool holds(Rule)
{
    return true;
}
#endif

} // namespace lockscope::model
