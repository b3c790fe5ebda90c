// SPDX-License-Identifier: Apache-2.0
// What a comparison of locks on several kinds of servers found: values, and their JSON. States what was measured, never
// who wins. Made by core/compare/comparer.h.
#pragma once

#include "core/base/text.h"
#include "core/locks/recipeid.h"

#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace lockscope::compare {

/// One run under contention.
struct Run
{
    int clients = 0;
    qint64 acquired = 0;
    bool isWhole = true; ///< all that was asked for was acquired within the time
    double acquiresPerS = 0;
    std::optional<qint64> handoffP50Us; ///< nothing where nobody waited for another
    std::optional<qint64> handoffP99Us;
};

/// What one fault brought about, as its recording proves it.
struct FaultOutcome
{
    QString fault;          ///< "holder-crashes", "holder-pauses", "lost-replies"
    bool isShown = false;   ///< the fault is in the recording; else nothing below means anything
    bool isProvable = true; ///< the server proves what it did
    qint64 violations = 0;  ///< by what the server proves
    qint64 beliefOverlaps = 0;
    bool isDeadlocked = false;         ///< the next one gave up, and never held
    std::optional<qint64> recoveredMs; ///< of a holder that crashed: until the next one held
    QString recording;                 ///< the file's name
};

/// One recipe on one kind of server.
struct Subject
{
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Backend backend = locks::Backend::ZooKeeper;
    QString version;              ///< of the server
    Text durability;              ///< what a commit waits for
    int steps = 0;                ///< of the pseudo-code: lines on which a client asks a server
    int lines = 0;                ///< of all of it
    double requestsFree = 0;      ///< for each acquire and release, by one client alone
    double requestsContended = 0; ///< the same with the most clients that were asked for
    double wakeUpsPerRelease = 0; ///< with as many
    QList<Run> runs;              ///< in the order in which they were made
    QList<FaultOutcome> faults;
};

struct Conditions
{
    QString date; ///< UTC
    QString machine;
    int processors = 0;
    int rounds = 0; ///< of each client
    int turns = 0;  ///< times that each was measured, one kind of server after the other
    QList<int> clients;
};

struct Comparison
{
    Conditions conditions;
    QList<Subject> subjects;
};

/// The middle one of the runs with so many clients, by acquires a second; null if there is none.
const Run *typicalRun(const Subject &subject, int clients);

/// As docs/cli.md has it.
QJsonObject toJson(const Comparison &comparison);

} // namespace lockscope::compare
