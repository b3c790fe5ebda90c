// SPDX-License-Identifier: Apache-2.0
// A duel: two recipes side by side, as a scenario. The same clients, seed and faults on one clock, each side with a
// lock and a counter of its own: the numbers that its clients take from it show what the lock was worth.
#pragma once

#include "core/lab/runresult.h"
#include "core/scenario/scenario.h"

#include <QJsonObject>

namespace lockscope::lab {

/// \a sides: two recipes by name, or "none" for clients that take no lock. \a clients: what those of each side do; its
/// recipe and paths are left unread. "mutex+fenced" is a mutex whose resource looks at the fencing token; then that of
/// the other side is reached past its clients' sessions as well. Refuses recipes that are unknown, that share no kind
/// of server, or that do not guard a resource: several locks as one, recipes whose holders share.
Result<Scenario> duelOf(const QStringList &sides, SpawnRequest clients);
/// Of what a duel may be, by name: "none", and each recipe that guards a resource.
QStringList sidesOfDuels();
/// One of these as people read it.
Text sideText(const QString &side);
/// Ten clients a side, which enter twice.
SpawnRequest usualDuelists();
/// As scenarios go by name, "duel:queue-herd,mutex", of the usual clients.
Result<Scenario> duelNamed(const QString &name);
bool isDuelName(const QString &name);

/// One of the two, as it came out.
struct DuelSide
{
    QString lock;
    RunResult result;
    qint64 stamped = 0;    ///< numbers that its clients took
    qint64 duplicates = 0; ///< of them those that another client had got already
    qint64 refused = 0;    ///< further ones, by their fencing tokens
};

/// "no lock: 31 of 40 numbers had been given out before. mutex: …"
Text duelText(const QList<DuelSide> &sides);
/// By which the two are told apart: their recipes, or else their locks.
QStringList duelNames(const QList<DuelSide> &sides);
/// Its lock let two hold at once, or broke another of its rules, or its counter gave a number out twice.
bool isDamaged(const DuelSide &side);
QJsonObject toJson(const DuelSide &side);

} // namespace lockscope::lab
