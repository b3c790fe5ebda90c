// SPDX-License-Identifier: Apache-2.0
// What panels say of nodes, their data, sessions, contenders and faults: words and short lines, the same everywhere.
// Never fails and never guesses: what no server reported is not in it.
#pragma once

#include "core/history/world.h"
#include "core/journal/event.h"
#include "core/locks/holdend.h"
#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// One short line: the text, "‹12 bytes›", "…" while it is not read, "no READ permission", or nothing if it is empty.
QString dataLine(const locks::ChildNode &node);

/// Offset, sixteen bytes and their characters a line, of at most \a limit bytes.
QString hexDump(const QByteArray &data, qsizetype limit);

// What people call a session: its simulated client's name, its client's address, else its id.
// Pure; never guesses: what no server reported is not in it.

/// Null where no server reported the session. The pointer holds until the world's next change.
const locks::SessionFacts *factsOf(const journal::World &world, SessionId session);
/// "client-3", "10.0.4.17:52734", or "0x1000009f7cb0001".
QString sessionLabel(const journal::World &world, SessionId session);
/// Why nothing is known of a session, or not from where it is connected: no server was asked, not all list their
/// sessions, or none lists this one.
QString whyNotKnown(const journal::World &world, SessionId session);
/// What could not be checked because no server reported it, and what would change that; empty if all was.
QString notCheckedText(const journal::World &world);
/// What people call a contender: its simulated client, its owner's data, its client's address; empty if none is known.
QString contenderName(const journal::World &world, const locks::Contender &contender);
/// The same, else its number.
QString contenderLabel(const journal::World &world, const locks::Contender &contender);
/// Who comes to hold next: when the one holder goes; of several, or of none, the first that waits. Indices.
std::vector<int> nextOf(const locks::LockQueue &queue);
/// Until when a contender holds; not known of one that does not hold, and of a key or a row.
locks::HoldEnd holdEndOf(const journal::World &world, const locks::Contender &contender, qint64 nowNs);
/// The same as a line; empty where it is not known.
QString holdEndLine(const journal::World &world, const locks::Contender &contender, qint64 nowNs);
/// What is not as it should be with a simulated client, in a word or two each: "crashed", "paused", "late 200 ms", ….
QStringList flagsOf(const journal::Client &client);
/// What a simulated client believes: "RETAINED", …; "CRASHED", as the dead believe nothing; "no lock" of one that holds
/// without any.
QString clientStateText(const journal::Client &client);
/// "delete (DELE)": a request as the API calls it, beside a server's four letters; these alone where they are of none.
QString operationText(const QString &letters);
/// Of an ephemeral node that nothing proves to be a lock.
QString loneNodeText();
/// The letter of a lock's square; \a isWritten: a writer holds it.
QString lockLetter(locks::LockKind kind, bool isWritten);
/// The letter of a contender's square: "M", "R", "W", "L"; "G" of a member, "?" where only its data would say whether
/// it shares, and are not read; empty of what is none.
QString letterOf(const locks::LockQueue &queue, const locks::Contender &contender);
/// That of a simulated client, which has no node yet or never has one; a dash of one that takes no lock.
QChar letterOf(const journal::ClientSpawned &client, locks::Mode mode);

/// The node at a path, as its directory lists it, or by itself where the directory above is not
/// watched. Nothing where no such node is known.
std::optional<locks::ChildNode> nodeAt(const journal::World &world, const QString &path);

/// Everything that one session holds and waits for, over all locks that are known.
/// Pure; knows only locks under the observed root, and says of other ephemerals what the servers reported.
struct SessionPlace
{
    QString lock;
    QString node; ///< full path
    bool holds = false;
    int place = 0; ///< from 1, in order of service

    bool operator==(const SessionPlace &) const = default;
};

/// By lock. In the time of the locks and their blocks, not of all contenders.
QList<SessionPlace> placesOf(const journal::World &world, SessionId session);
/// Ephemeral nodes of the session that are no contender of any lock here, as the servers reported.
QStringList otherEphemerals(const journal::World &world, SessionId session, const QList<SessionPlace> &places);

/// Why nothing, or not a certain lock, is shown of servers that are no ensemble: their locks are known by the simulated
/// clients' requests alone.
struct Explanation
{
    QString title;
    QString sentence;
};
Explanation whyNoLocks(const journal::World &world);

// Faults in the words of the window: what they are called, what they do, and which of them last for a while.
// Never stages one.

/// "Crash", "Pause", "Cut off", …
QString faultText(journal::Fault fault);
/// What it does to the client, in one sentence.
QString faultHelp(journal::Fault fault);
/// True if it goes on for a time that can be chosen.
bool faultLasts(journal::Fault fault);
/// The same as something that happens, and short: "Lost reply".
QString randomFaultText(journal::Fault fault);
/// Faults that can befall a client at random: not the ends of others.
QList<journal::Fault> randomFaults();

} // namespace lockscope::ui
