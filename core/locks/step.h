// SPDX-License-Identifier: Apache-2.0
// The steps that lock algorithms are made of, by name: what the journal records and the recipe panel marks.
// Never says which recipe takes which steps: that is in core/recipes.
#pragma once

#include "core/base/text.h"

#include <QString>
#include <QStringView>

#include <optional>

namespace lockscope::locks {

enum class Step {
    MakeDirectory, ///< create the lock directory where it is missing
    Enqueue,       ///< create the own node
    FindOwn,       ///< look for the own node after a reply was lost
    List,          ///< list the directory
    Watch,         ///< look at the node to wait for, leaving a watch
    Wait,          ///< wait for the watch
    Withdraw,      ///< give up: delete the own node
    Release,       ///< delete the own node
    Read,          ///< read a node's data
    Write,         ///< write a node's data
    NextLock,      ///< go on to the next of several locks
    GiveBack,      ///< give back what was taken of several locks
    Downgrade,     ///< write → read
    Join,          ///< enter a lock that is held already: no traffic
    Leave,         ///< leave it while it stays held: no traffic
    // Of keys on Redis and rows of a database.
    Claim,    ///< set the key where it is absent
    Limit,    ///< give the key its time limit
    Exchange, ///< replace the key's value and look at the one before
    Listen,   ///< listen for the word that the key was released
    Renew,    ///< begin the time limit anew
    Connect,  ///< take a connection: of a pool, when one is free
};
inline constexpr size_t stepCount = 21;

/// "make-directory", "enqueue", …: as in journals.
QString stepName(Step step);
/// The same for people.
Text stepText(Step step);
std::optional<Step> stepFromName(QStringView name);

} // namespace lockscope::locks
