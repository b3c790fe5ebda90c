// SPDX-License-Identifier: Apache-2.0
// What people call a session: its simulated client's name, its client's address, else its id.
// Pure; never guesses: what no server told is not in it.
#pragma once

#include "core/history/world.h"
#include "core/locks/knowledge.h"

#include <QString>

namespace lockscope::ui {

/// What the servers told last; empty where nobody asked them.
const locks::Knowledge &knowledgeOf(const journal::World &world);
/// Nothing where no server told of the session. The pointer holds until the world's next change.
const locks::SessionFacts *factsOf(const journal::World &world, SessionId session);
/// "client-3", "10.0.4.17:52734", or "0x1000009f7cb0001".
QString sessionLabel(const journal::World &world, SessionId session);
/// Why nothing is known of a session: nobody asked, no server could tell, or none lists it.
QString whyNotKnown(const journal::World &world, SessionId session);
/// What could not be checked because no server told, and what would change that; empty if all was.
QString notCheckedText(const journal::World &world);
/// What people call a contender: its simulated client, its owner's data, its client's address; empty if none is known.
QString contenderName(const journal::World &world, const locks::Contender &contender);
/// The same, else its number.
QString contenderLabel(const journal::World &world, const locks::Contender &contender);
/// The letter of a contender's square: "M", "R", "W", "L".
QString letterOf(locks::LockKind kind, const std::optional<locks::ParsedName> &parsed);

/// The full path of a contender's node: of a plain lock it is the lock itself.
QString nodePath(const locks::LockQueue &queue, const locks::Contender &contender);
/// The other way round: the node at a path, as its directory lists it, or by itself where the directory above is not
/// watched. Null where no such node is known; holds until the world's next change.
const locks::ChildNode *nodeAt(const journal::World &world, const QString &path);

} // namespace lockscope::ui
